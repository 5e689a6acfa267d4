#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int installDriver(const Call &call);

} // namespace ctl
