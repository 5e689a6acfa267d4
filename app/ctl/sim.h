#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int sim(const Call &call);

} // namespace ctl
