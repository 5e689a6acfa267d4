#pragma once

#include "app/ctl/open.h"
#include "app/ctl/verb.h"

#include "core/checks/rounds.h"

namespace ctl {
int inspect(const Call &call);
int check(const Call &call);
int bundle(const Call &call);
int pack(const Call &call);

// The checks as the window runs them, on links of their own. Blocking, with an event loop.
ClusterReport reportOn(const Opened &opened, const ConnectionSettings &connections, const CheckSelection &selection,
                       const QString &language, std::stop_token stop);
} // namespace ctl
