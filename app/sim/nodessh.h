// A real sshd in front of each simulated node: in the node's own network namespace on a bridge
// (root), else on the node's own loopback address with every session forced through `enter`.
// Nothing leaves this machine: the bridge has no other port and no node has a default route.
#pragma once

#include "app/sim/cluster.h"

namespace sim {

struct NetworkPlan
{
    bool own = false;                    // network namespaces, bridge, veth
    QString bridge;
    int port = 22;
};

// Whether network namespaces, veth and bridges can be had here (root and the right kernel).
bool ownNetworksWork();

// Before the keepers start: marks the nodes; makes the bridge. ErrorKind::Invalid: the subnet is taken.
Result<NetworkPlan> prepareNetworks(const ClusterOptions &options);
// After a keeper runs: its end of the wire.
Result<void> connectNode(const NetworkPlan &plan, const ClusterOptions &options, const QString &node, int index,
                         int keeper);
void removeBridge(const QString &bridge);

// Keys, configuration and the daemons; fills host, port, user and auth of the deployment's nodes.
Result<void> startSshds(const NetworkPlan &plan, const ClusterOptions &options, Deployment &deployment);

// The command of every session (sim-session); kills the connection shortly after when that fault is set.
int sshSession(const QString &folder, bool loses);

} // namespace sim
