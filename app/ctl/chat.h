#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int chat(const Call &call);

} // namespace ctl
