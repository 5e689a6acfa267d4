// Whether llama.cpp can make a sampler of a request's grammar. Asked before it tries itself: then it throws away what
// it has begun without freeing it (v0.5.0, common/sampling.cpp: the chain, after llama_sampler_chain_init; drop this
// when it owns them), and says "Failed to initialize samplers", which is nobody's word for what was wrong with the
// request.
#pragma once

#include <QString>

struct common_params_sampling;
struct llama_vocab;

struct UnusableGrammar
{
    QString reason;                      // a sentence's part
};

// Throws UnusableGrammar. `sampling`: as the engine would use it.
void tryGrammar(const llama_vocab *vocab, const common_params_sampling &sampling);
