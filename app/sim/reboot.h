// Plays the restart of a simulated node: its processes and connections end, nobody gets in for a while, and then it is
// there with another boot id; what was installed takes effect, containers stay ended (none of ours has a restart
// policy), and what a kernel forgets is as it was.
#pragma once

#include "app/sim/state.h"

namespace sim {

// On the node. Returns at once, as the real one does.
ToolOutput rebootTool(const QString &folder, const NodeState &live);

// From this machine: ends the restart of a node that stays down. Nothing where it is up.
Result<void> endReboot(const QString &node);

NodeState afterReboot(NodeState state);  // pure

} // namespace sim
