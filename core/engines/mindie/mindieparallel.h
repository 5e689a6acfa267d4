// How MindIE divides a model over all cards, from the settings of a recipe: what its two backends refuse or cannot
// serve is said before. Sources: Ascend/MindIE-LLM, mindie_llm/runtime (moe_comm_strategy.py, parallel_info_manager.py,
// forward_context_exp.py; release 3.0, torch) and examples/atb_models/atb_llm/utils/mapping.py (ATB).
#pragma once

#include "core/recipes/recipe.h"

struct MindieParallel
{
    qint64 dp = 1, tp = 1, moeEp = 1, moeTp = 1;
    bool dispatches = false;             // decoding exchanges tokens through the A2 dispatch operator (MC2)
    qint64 tokensPerCard = 0;            // of one decoding step
    qint64 neededBufferMb = 0;           // what that operator needs of HCCL_BUFFSIZE; 0: it is not used
    qint64 bufferMb = 0;                 // HCCL_BUFFSIZE as it is set
    bool isBufferGiven = false;          // by the user; else derived
    QString bufferTerm;                  // "2 x (BS 75 x ep 16 x ...) = 267 MB"; empty where it is not used
};

// ErrorKind::Invalid: one sentence. `recipe` resolved, `settings` effective.
Result<MindieParallel> mindieParallel(const Recipe &recipe, const Json &settings, int cards);

// Why HCCL_BUFFSIZE is what it is, for people.
QString bufferReason(const MindieParallel &parallel);
