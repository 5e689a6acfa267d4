#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int serve(const Call &call);

} // namespace ctl
