// vLLM-Ascend's image under a command that somebody else wrote (the engine "openai"): weights that it refuses.
#pragma once

#include <QString>

struct WeightsTold;

// One or two sentences in the user's language; empty: it is another image, or nothing is known against it. `command` as
// a shell would read it, what "${...}" stands for is whatever fits.
QString vllmImageRefusal(const QString &image, const QString &command, const WeightsTold &weights);
