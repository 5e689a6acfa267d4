// The host's network, as an engine will use it: which interface it takes, and whether the nodes' packets are of one
// size. Facts: hicann/hccl docs/zh/user_guide/hccl_env (HCCL_SOCKET_IFNAME is a prefix: eth0 is eth01 as well, "=eth0"
// it alone, "^docker" all but those; unset, the first by name that is not docker's or lo; HCCL_IF_IP goes first, and a
// launch with a rank table asks neither) and fault_diagnosis/env_config_error_EI0001; vLLM-Ascend's tutorials
// (GLOO_SOCKET_IFNAME must own the local address, and is a whole name).
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

// As HCCL reads HCCL_SOCKET_IFNAME.
static bool isTaken(const QString &interface, const QString &variable)
{
    const bool isWithout = variable.startsWith(u'^');
    QString names = isWithout ? variable.mid(1) : variable;
    const bool isExact = names.startsWith(u'=');
    names = isExact ? names.mid(1) : names;
    const QStringList list = names.split(u',', Qt::SkipEmptyParts);
    const bool isNamed = std::any_of(list.cbegin(), list.cend(), [&](const QString &name) {
        return isExact ? interface == name : interface.startsWith(name);
    });
    return isNamed != isWithout;
}

// Where HCCL would meet the other nodes over another interface than the engine: a sentence.
static QString hcclGoesElsewhere(const HcclNetwork &hccl, const QStringList &interfaces, const QString &own)
{
    if (!hccl.isKnown || hccl.hasAddress || hccl.hasTable)
        return {};
    const QString variable = QString(hccl.interfaces).replace("${node.interface}"_L1, own);
    QStringList taken;
    for (const QString &interface : interfaces) {
        if (interface != "lo"_L1
            && (variable.isEmpty() ? !interface.startsWith("docker"_L1) : isTaken(interface, variable)))
            taken << interface;
    }
    taken.sort();
    if (variable.isEmpty())
        return taken.isEmpty() || taken.first() == own
            ? QString()
            : Checks::tr("HCCL_SOCKET_IFNAME is not set, so HCCL takes the first interface by its name, %1, and not "
                         "%2, the one that leads to the other nodes")
                  .arg(taken.first(), own);
    taken.removeAll(own);
    return taken.isEmpty() ? QString()
                           : Checks::tr("HCCL is told the interface %1 and takes every one that this fits: there is "
                                        "%2 as well")
                                 .arg(variable, taken.join(u", "_s));
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
    if (network->down.contains(own.interface)) {
        const QString summary
            = Checks::tr("the engine would use the interface %1 (%2), and that is down or has no carrier: nothing "
                         "comes in or goes out there")
                  .arg(own.interface, own.ip);
        const QString remedy
            = Checks::tr("See its state: `ip -br link show %1`. With NO-CARRIER look at the cable, the module and the "
                         "switch port; without it set the interface up as root: `ip link set %1 up`. If another "
                         "interface leads to the other nodes, let the node's host be the address of that one.")
                  .arg(own.interface);
        // one node meets itself over any
        return context.deployment.nodes.size() > 1 ? failed(value, summary, remedy) : warned(value, summary, remedy);
    }
    QStringList interfaces;
    for (const HostAddress &address : network->addresses)
        interfaces << address.interface;
    interfaces.removeDuplicates();
    if (const QString elsewhere = hcclGoesElsewhere(context.settings.hcclNetwork, interfaces, own.interface);
        !elsewhere.isEmpty() && context.deployment.nodes.size() > 1) // one node meets itself over any
        return warned(value, elsewhere);
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
    QStringList parts, odd;              // odd: all but those that have what more than half have
    for (auto it = sizes.cbegin(); it != sizes.cend(); ++it) {
        parts << Checks::tr("%1 on %2", "an MTU; nodes").arg(it.key()).arg(firstFew(it.value()));
        if (2 * it->size() <= told)
            odd << *it;
    }
    Finding finding = warned(Checks::tr("differ"),
                             Checks::tr("the MTU of the nodes' interfaces differs: %1").arg(parts.join(u"; "_s)));
    finding.nodes = odd;
    return finding;
}

// Fails when / warns when:
QList<NodeCheck> hostNetworkChecks()
{
    return {
        // it is down or without a carrier; warns: that of one node alone, one that other nodes do not reach, or HCCL
        // would take another
        {"network.interface", "", checkInterface},
    };
}
