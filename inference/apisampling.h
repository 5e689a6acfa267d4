// How far a request may drive the choice of tokens. llama.cpp (v0.5.0: tools/server/server-schema.cpp,
// common/sampling.cpp, src/llama-sampler.cpp) takes memory and time by some of these numbers and lists before the first
// token, cuts others to 32 bits and passes over what it does not know, all in silence. Pure.
#pragma once

#include "inference/apirequest.h"

Result<void> checkSampling(const Json &request, const RequestLimits &limits);
