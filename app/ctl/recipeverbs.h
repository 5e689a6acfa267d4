// The verbs about recipes and what they generate.
#pragma once

#include "app/ctl/verb.h"

namespace ctl {

int adopt(const Call &call);
int recipes(const Call &call);
int generate(const Call &call);
int lint(const Call &call);
int plan(const Call &call);
int diff(const Call &call);
int ranktable(const Call &call);

} // namespace ctl
