#pragma once

#include "app/ctl/verb.h"

namespace ctl {

// parse KIND [FILE]: a tool's text on stdin or in FILE, as JSON (DESIGN "ascendctl").
int parse(const Call &call);

} // namespace ctl
