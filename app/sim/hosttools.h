// Plays what a node's system says of itself: uname, date, df, nproc, hostname, ip, ss, timedatectl, getenforce,
// iptables, firewall-cmd.
#pragma once

#include "app/sim/state.h"

#include <QDateTime>
#include <QHash>

namespace sim {

double skewSecondsOf(const NodeState &state); // of the node's clock
QDateTime clockOf(const NodeState &state);   // what it shows now
QDateTime clockOf(const QString &folder);    // the same of the node whose folder it is; not of one: this machine's
// is-active, status and start of what runs there; irqbalance is started and stopped in `state`
ToolOutput systemctlTool(NodeState &state, const QStringList &arguments);
// systemd's word on the clock: status, show, and set-ntp, which ends the fault that nobody sets it
ToolOutput timedatectlTool(NodeState &state, const QStringList &arguments);
ToolOutput getenforceTool(const NodeState &state);
// -S INPUT of a machine without rules of its own
ToolOutput iptablesTool(const NodeState &state, const QStringList &arguments);
// the state, the default zone with no open port, and the sources of the zone "trusted", which can be added to
ToolOutput firewallCmdTool(NodeState &state, const QStringList &arguments);
// What the real `ip -j addr` said, with the faults of the node's own interface
QByteArray withInterfaceFaults(const QByteArray &addresses, const NodeState &state);
// The same of what `ip addr` and `ip link` print for people: the MTU
QByteArray withInterfaceFaultsInText(const QByteArray &text, const NodeState &state);
bool setsMtuOfInterface(const QStringList &arguments, const NodeState &state); // ip link set ... mtu N: the fault ends
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
