// What a machine says about itself: system, addresses, memory, clock, disks, ports. Each function asks (or
// remembers) one thing; the parsers beneath are pure. Error: it could not be asked or the answer says nothing.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/facts/nodeprobe.h"

struct ClockReading
{
    double offsetSeconds = 0;            // node's clock minus ours, half the round trip taken off
    double uncertaintySeconds = 0;       // half the round trip; a whole second more where `date` knows no fractions
    bool operator==(const ClockReading &) const = default;
};

struct DiskSpace
{
    QString path;                        // what was asked: the folder itself or the nearest one above it that exists
    QString mountPoint;
    qint64 totalBytes = 0;
    qint64 freeBytes = 0;                // for users who are not root, as df says
    bool operator==(const DiskSpace &) const = default;
};

struct HostNetwork
{
    QList<HostAddress> addresses;        // global IPv4 and IPv6, no loopback
    QString defaultInterface;
    QMap<QString, int> mtu;              // by interface, where the tool tells
    QStringList down;                    // interfaces without a carrier, or not set up
    bool operator==(const HostNetwork &) const = default;
};

struct Memory
{
    std::optional<qint64> totalBytes, availableBytes;
    std::optional<qint64> swapTotalBytes, swapFreeBytes;
    // set aside as hugepages of the usual size, and neither used nor promised to anybody
    std::optional<qint64> idleHugeBytes;
    qint64 hugePageBytes = 0;            // that size; 0: not told
    qint64 otherHugeBytes = 0;           // set aside as hugepages of other sizes, where the kernel tells (4.19 on)
};

bool isSimulated(NodeProbe &probe);
Result<OsFacts> osFacts(NodeProbe &probe);
QString hostName(NodeProbe &probe);
QStringList clockQuestion();               // argv: asked while nothing else is under way it says the most
Result<ClockReading> clockReading(NodeProbe &probe);
Result<Memory> memory(NodeProbe &probe);
Result<DiskSpace> diskSpace(NodeProbe &probe, const QString &path);
Result<HostNetwork> hostNetwork(NodeProbe &probe);
// the one that the other nodes reach it by; empty if unknown
HostAddress ownAddress(NodeProbe &probe, const Node &node);
struct Limits
{
    std::optional<qint64> openFiles;     // -1: unlimited
    std::optional<qint64> lockedMemoryKb;
    std::optional<qint64> processes;
};
Result<Limits> limits(NodeProbe &probe);

// Pure.
OsFacts readOsRelease(const QString &text);
std::optional<DiskSpace> readDf(const QString &text);
std::optional<QList<HostAddress>> readIpAddresses(const QByteArray &text);   // `ip -j addr`, or busybox `ip -o addr`
QMap<QString, int> readMtus(const QByteArray &text); // the same; `ip -o addr` tells none
// The same, of both layouts; a virtual one whose state nobody knows is none.
QStringList readDownInterfaces(const QByteArray &text);
QString readDefaultInterface(const QByteArray &text);                        // `ip -j route`, or `ip route`
Limits readLimits(const QString &text);                                      // `ulimit -a` of bash, dash and busybox
Memory readMeminfo(const QString &text);
