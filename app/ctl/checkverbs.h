#pragma once

#include "app/ctl/verb.h"

namespace ctl {
int inspect(const Call &call);
int check(const Call &call);
} // namespace ctl
