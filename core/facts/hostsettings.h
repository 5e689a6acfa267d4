// How a machine's kernel is set, in one question: the processors' governor, SELinux, inotify, threads, idle hugepages,
// the NUMA nodes of Huawei's PCI devices, and proxies that a container would be given. Sources: Linux'
// Documentation/admin-guide (cpufreq, sysctl/kernel, mm/hugetlbpage), inotify(7), proc(5), sysfs-bus-pci (numa_node,
// vendor). What the machine does not tell is nullopt or empty.
#pragma once

#include "core/facts/nodeprobe.h"

#include <QMap>

struct HostSettings
{
    QMap<QString, int> governors;        // "performance" -> how many policies of the processors have it
    QString cpufreqDriver;               // of the first policy: "cppc_cpufreq", "intel_pstate"
    QString selinux;                     // "enforcing", "permissive", "disabled"; empty: not told
    std::optional<qint64> inotifyInstances; // that one user may have
    std::optional<qint64> inotifyUsed;   // by the asking user's processes
    std::optional<qint64> threadsMax, pidMax, threadsNow, processors;
    QMap<qint64, qint64> idleHugePages;  // size of a page in bytes -> how many nobody uses and nobody was promised
    std::optional<int> numaNodes;        // of the machine
    QMap<QString, int> numaOf;           // bus id in lower case -> NUMA node; -1: the firmware does not tell
    QStringList sessionProxies;          // names of variables; their values may hold passwords and are not asked
    std::optional<bool> dockerProxies;   // the docker client's config.json puts proxies into containers
    QStringList dockerNoProxy;           // the same: what it asks without one
};

QStringList hostSettingsProbe();         // argv
Result<HostSettings> hostSettings(NodeProbe &probe);
HostSettings readHostSettings(const QString &text); // pure
// Whether one of these ("10.20.1.1", "10.20.0.0/16", a name) is this host or holds its address; pure.
bool coversHost(const QStringList &networks, const QString &host);
