// vLLM-Ascend's image under a command that somebody else wrote (the engine "openai"): weights that it refuses.
#pragma once

#include <QString>

// One sentence in the user's language; empty: it is another image, or nothing is known against it. `command` as a
// shell would read it, what "${...}" stands for is whatever fits; `weights`: folder or name of the model, may be empty.
QString vllmImageRefusal(const QString &image, const QString &command, const QString &weights);
