// Plays what a node's system says of itself: uname, date, df, nproc, hostname, ip, ss.
#pragma once

#include "app/sim/state.h"

#include <QHash>

namespace sim {

// is-active, stop and start of irqbalance, the one service that this program looks at; started and stopped in `state`
ToolOutput systemctlTool(NodeState &state, const QStringList &arguments);
// The chips, with the PCI id of a 910B; of others none is known to us, so there is no id.
ToolOutput lspciTool(const NodeState &state);
ToolOutput unameTool(const NodeState &state, const QStringList &arguments);
ToolOutput dfTool(const NodeState &state, const QStringList &arguments);
ToolOutput ipTool(const NodeState &state, const QStringList &arguments);
// listening: address:port of this node's sockets, as procNetListening() reads them.
// users: for -p, what stands behind an address: "users:((\"sshd\",pid=1,fd=3))".
ToolOutput ssTool(const NodeState &state, const QStringList &arguments, const QStringList &listening,
                  const QHash<QString, QString> &users = {});

// The TCP sockets that listen on one of these addresses ("" = any), from /proc/net/tcp's text.
QStringList procNetListening(const QByteArray &procNetTcp, const QString &onlyAddress);
// The processes behind those addresses, as ss -p prints them.
QHash<QString, QString> usersOfSockets(const QByteArray &procNetTcp);

// The arguments for the real date: the node's clock is off by skewSeconds.
QStringList skewedDate(const QStringList &arguments, double skewSeconds, qint64 nowMs);

} // namespace sim
