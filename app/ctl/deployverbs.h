// The verbs that bring a deployment up, take it down and ask its endpoint.
#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int deploy(const Call &call);            // deploy D [--dry-run] [--resume] [--until STEP] [--verbose]
int undo(const Call &call);
int stop(const Call &call);
int verify(const Call &call);

} // namespace ctl
