// The host's own figures from /proc/stat and /proc/meminfo.
#pragma once

#include <QByteArray>

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
