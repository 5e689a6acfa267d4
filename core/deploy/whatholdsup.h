// What makes a start over several nodes hang without a word in its log: the nodes wait for each other until HCCL gives
// up, after HCCL_CONNECT_TIMEOUT (two hours in some recipes). The checks that tell of it cost a few seconds.
#pragma once

#include "core/deploy/step.h"

// By the first node's step for all, so that it is asked and said once; the others are reached by io.open. What was
// found, to be shown beside the step; empty: this is not for it to say, or it is to stop. Blocking.
QString whatHoldsUp(StepIo &io);
