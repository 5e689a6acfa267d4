#pragma once

#include "app/ctl/verb.h"

namespace ctl {

// diagnose [NODE=]FILE... [--zh] [--json]: logs against the fault rules: what failed first, why, how to check, what to
// do. diagnose --code CODE: what an error code means. Exit: 0 something was found, 1 no rule (or table) knows it, 3 no
// file could be read.
int diagnose(const Call &call);

} // namespace ctl
