#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int examineModel(const Call &call);

} // namespace ctl
