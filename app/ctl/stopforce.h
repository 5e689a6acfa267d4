// `stop --force`: what a dead engine has left on the nodes, shown, and ended where --yes says so.
#pragma once

#include "app/ctl/open.h"
#include "app/ctl/verb.h"

namespace ctl {

int endLeftOn(const Opened &opened, const QString &stateFile, bool isConfirmed, const Call &call);

} // namespace ctl
