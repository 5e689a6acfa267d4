// Plays hccn_tool: state -> bytes, pure. Words: its published source (hicann/driver, src/custom/network/hccn), and what
// it prints on 910A and 910B.
#pragma once

#include "app/sim/state.h"

#include <functional>

namespace sim {

// reachable(address): whether a device with that address answers in the cluster.
// A set (-ip -s, -tls -s, ...) changes `state`.
ToolOutput hccnTool(NodeState &state, const QStringList &arguments,
                    const std::function<bool(const QString &)> &reachable);

QByteArray hccnConf(const NodeState &state); // /etc/hccn.conf
// That file after a set that succeeded: only the lines of its device that it sets.
QByteArray hccnConfAfter(QByteArray conf, const Network &network, const QStringList &arguments);

} // namespace sim
