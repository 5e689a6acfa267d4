#include "core/metrics/hoststats.h"

#include <QByteArrayList>

#include <limits>

std::optional<CpuTimes> cpuTimes(const QByteArray &procStat)
{
    for (const QByteArray &line : procStat.split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.first() != "cpu" || fields.size() < 5)
            continue;
        // user nice system idle iowait irq softirq steal; guest times are inside user (proc(5))
        CpuTimes times;
        for (qsizetype i = 1; i < fields.size() && i <= 8; ++i) {
            bool ok = false;
            const qint64 value = fields[i].toLongLong(&ok);
            if (!ok || value < 0 || value > std::numeric_limits<qint64>::max() / 16)
                return std::nullopt;
            times.total += value;
            if (i != 4 && i != 5)
                times.busy += value;
        }
        return times;
    }
    return std::nullopt;
}

std::optional<double> cpuPercent(const CpuTimes &before, const CpuTimes &now)
{
    const qint64 total = now.total - before.total, busy = now.busy - before.busy;
    if (total <= 0 || busy < 0 || busy > total)
        return std::nullopt;
    return 100.0 * double(busy) / double(total);
}

std::optional<HostMemory> hostMemory(const QByteArray &procMeminfo)
{
    std::optional<qint64> total, available;
    for (const QByteArray &line : procMeminfo.split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.size() < 2)
            continue;
        bool ok = false;
        const qint64 kib = fields[1].toLongLong(&ok);
        if (!ok || kib < 0 || kib > std::numeric_limits<qint64>::max() / 1024)
            continue;
        if (fields.first() == "MemTotal:")
            total = kib * 1024;
        else if (fields.first() == "MemAvailable:")
            available = kib * 1024;
    }
    if (!total || !available || *available > *total)
        return std::nullopt;
    return HostMemory{*total, *available};
}
