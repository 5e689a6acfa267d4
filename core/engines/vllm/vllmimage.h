// vLLM-Ascend's images: which vLLM is in them, and under a command that somebody else wrote (the engine "openai") the
// weights that they refuse.
#pragma once

#include <QString>

struct WeightsTold;

// Of vllmReleases(), by the tag: "0.10.1.1" of ".../vllm-ascend:v0.10.1rc1-a3". Empty: another image, or its tag says
// none.
QString vllmInImage(const QString &image);

// One or two sentences in the user's language; empty: it is another image, or nothing is known against it. `command` as
// a shell would read it, what "${...}" stands for is whatever fits.
QString vllmImageRefusal(const QString &image, const QString &command, const WeightsTold &weights);
