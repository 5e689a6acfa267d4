#pragma once

#include "app/ctl/verb.h"

namespace ctl {

// logs D [--node N] [--level L] [--since T] [--grep TEXT] [--follow] [--json]: the lines of all nodes on one clock.
// With --json one document, with --follow one a line. Exit: 0 there were lines, 1 none that passes, 3 no node could be
// asked.
int logs(const Call &call);

} // namespace ctl
