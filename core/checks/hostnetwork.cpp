// The host's network, as an engine will use it: which interface it takes, and whether the nodes' packets are of one
// size. Facts: env-vars.json of the reference (HCCL_SOCKET_IFNAME is a prefix: eth0 is eth01 as well;
// GLOO_SOCKET_IFNAME must own the local address), failures.json HCCL-EI0001-IFNAME, VLLM-GLOO.
#include "core/checks/catalogue.h"
#include "core/facts/hostfacts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

// Made by container engines and hypervisors, for what runs on this machine alone.
static bool isInnerInterface(const QString &name)
{
    for (const char *const start : {"lo", "docker", "veth", "virbr", "br-", "cni", "flannel", "podman"}) {
        if (name == QLatin1String(start) || (QLatin1String(start) != "lo"_L1 && name.startsWith(QLatin1String(start))))
            return true;
    }
    return false;
}

static Finding checkInterface(NodeProbe &probe, const CheckContext &context)
{
    const Result<HostNetwork> network = hostNetwork(probe);
    if (!network)
        return unknown(network.error());
    const HostAddress own = ownAddress(probe, context.node);
    if (own.interface.isEmpty())
        return unknown(
            Checks::tr("it is not known by which interface the other nodes reach it: several have an address, and "
                       "there is no default route"));
    const QString value = own.interface;
    if (isInnerInterface(own.interface))
        return warned(value,
                      Checks::tr("the engine would use the interface %1 (%2), which no other node reaches")
                          .arg(own.interface, own.ip));
    QStringList alike;
    for (const HostAddress &address : network->addresses) {
        if (address.interface != own.interface && address.interface.startsWith(own.interface)
            && !alike.contains(address.interface))
            alike << address.interface;
    }
    if (!alike.isEmpty() && context.deployment.nodes.size() > 1)
        return warned(value,
                      Checks::tr("the engine is told the interface %1; HCCL takes every one that begins so, and there "
                                 "is %2 as well")
                          .arg(own.interface, alike.join(u", "_s)));
    const bool isNamed = context.node.host == own.ip;
    return passed(value,
                  isNamed ? Checks::tr("the engine will use the interface %1 (%2)").arg(own.interface, own.ip)
                          : Checks::tr("the engine will use the interface %1 (%2), the one that leads to the "
                                       "other nodes")
                                .arg(own.interface, own.ip));
}

Finding compareMtus(const QList<NodeAnswers> &nodes, const CheckContext &)
{
    if (nodes.size() < 2)
        return skipped(u"connection.reachable"_s, Checks::tr("it takes two nodes that answer"));
    QMap<int, QStringList> sizes;
    int told = 0;
    for (const NodeAnswers &node : nodes) {
        if (!node.hostMtu)
            continue;
        ++told;
        sizes[*node.hostMtu] << node.node.name;
    }
    if (told < 2)
        return unknown(Checks::tr("the MTU of two nodes' interfaces is not told"));
    if (sizes.size() == 1)
        return passed(QString::number(sizes.firstKey()),
                      Checks::tr("the interfaces of all nodes that tell have the MTU %1").arg(sizes.firstKey()));
    QStringList parts;
    for (auto it = sizes.cbegin(); it != sizes.cend(); ++it)
        parts << Checks::tr("%1 on %2", "an MTU; nodes").arg(it.key()).arg(firstFew(it.value()));
    return warned(Checks::tr("differ"),
                  Checks::tr("the MTU of the nodes' interfaces differs: %1").arg(parts.join(u"; "_s)));
}

// Fails when / warns when:
QList<NodeCheck> hostNetworkChecks()
{
    return {
        // warns: one that other nodes do not reach, or that another one's name begins with
        {"network.interface", "", checkInterface},
    };
}
