#pragma once

#include "app/ctl/verb.h"

namespace ctl {

// monitor D [--once] [--for 60s] [--db FILE]: samples as JSON lines (DESIGN "ascendctl").
int monitor(const Call &call);
int record(const Call &call);

} // namespace ctl
