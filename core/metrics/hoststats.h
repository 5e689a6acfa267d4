// The host's own figures from /proc/stat, /proc/meminfo, /proc/net/dev and /proc/diskstats. Each is found in a text of
// all of them, one behind the other.
#pragma once

#include <QByteArrayList>
#include <QMap>
#include <QSet>

#include <optional>

// Jiffies since boot, all CPUs; a share needs two of them.
struct CpuTimes
{
    qint64 busy = 0, total = 0;
    bool operator==(const CpuTimes &) const = default;
};

std::optional<CpuTimes> cpuTimes(const QByteArray &procStat);
std::optional<double> cpuPercent(const CpuTimes &before, const CpuTimes &now); // nullopt: no time passed, or a restart

struct HostMemory
{
    qint64 totalBytes = 0, availableBytes = 0;
    bool operator==(const HostMemory &) const = default;
};

std::optional<HostMemory> hostMemory(const QByteArray &procMeminfo);

// Since boot. Of a network interface what came and went, of a disk what was read and written.
struct ByteCounts
{
    qint64 in = 0, out = 0;
    bool operator==(const ByteCounts &) const = default;
};
using CountsByDevice = QMap<QByteArray, ByteCounts>;

CountsByDevice networkCounts(const QByteArray &procNetDev); // proc(5): /proc/net/dev
// Sectors of 512 bytes, whatever the disk's are (Linux, Documentation/admin-guide/iostats.rst).
CountsByDevice diskCounts(const QByteArray &procDiskstats);

// What is hardware, by "/sys/class/net/eth0/device" and "/sys/block/sda/device": what is made of these (bonds, bridges,
// the ends of containers, volumes, partitions) would count the same bytes twice.
struct HostDevices
{
    QSet<QByteArray> interfaces, disks;
    bool operator==(const HostDevices &) const = default;
};
HostDevices hostDevices(const QByteArray &paths);           // a path per line; others are passed over
// How the names begin of what is made of other devices.
const QByteArrayList &madeInterfaces();  // "bond", "veth"
const QByteArrayList &madeDisks();       // "dm-", "loop"
// Of those in `known` alone; where none is known, of all but those whose names say that they are made of others.
CountsByDevice ofHardware(CountsByDevice counts, const QSet<QByteArray> &known);

// The sum of what is in both, per second. nullopt: nothing is, no time passed, or a counter began anew.
struct ByteRates
{
    double in = 0, out = 0;
};
std::optional<ByteRates> byteRates(const CountsByDevice &before, const CountsByDevice &now, double seconds);
