// How vLLM is known by the processes that run, and what it was told: the words of its command line.
#pragma once

#include "core/engines/engine.h"

EngineTraces vllmTraces();

// What follows `vllm serve`, or its module (python3 -m vllm.entrypoints.openai.api_server), the model first where it is
// there; nullopt: these words start no vLLM.
std::optional<QStringList> vllmServeWords(const QStringList &argv);
