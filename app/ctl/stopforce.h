// `stop --force`: what a dead engine has left on the nodes, shown, and ended where --yes says so.
#pragma once

#include "app/ctl/open.h"
#include "app/ctl/verb.h"

#include "core/deploy/leftovers.h"

namespace ctl {

// A line for each thing: what stays of another run on that node, whose it is, and, where a service was to be stopped
// and that one is not, how.
QStringList wordsOf(const OfAnotherRun &others, const QString &node, bool isToStop);

int endLeftOn(const Opened &opened, const QString &stateFile, bool isConfirmed, const Call &call);

} // namespace ctl
