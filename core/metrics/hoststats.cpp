#include "core/metrics/hoststats.h"

#include <QByteArrayList>

#include <algorithm>
#include <limits>

namespace {

constexpr qint64 mostBytes = std::numeric_limits<qint64>::max() / 1024; // so that a sum of many is a number, too

std::optional<qint64> bytesIn(const QByteArray &field, qint64 unit = 1)
{
    bool ok = false;
    const qint64 value = field.toLongLong(&ok);
    return ok && value >= 0 && value <= mostBytes / unit ? std::optional(value * unit) : std::nullopt;
}

} // namespace

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

CountsByDevice networkCounts(const QByteArray &procNetDev)
{
    CountsByDevice counts;
    for (const QByteArray &line : procNetDev.split('\n')) {
        const qsizetype colon = line.lastIndexOf(':'); // "eth0:1" is a name, too, and a number may follow at once
        const QByteArray name = line.left(colon).trimmed();
        const QByteArrayList fields = line.mid(colon + 1).simplified().split(' ');
        if (colon <= 0 || name.isEmpty() || name.contains(' ') || fields.size() != 16)
            continue;
        const std::optional<qint64> in = bytesIn(fields[0]), out = bytesIn(fields[8]);
        if (in && out)
            counts.insert(name, {*in, *out});
    }
    return counts;
}

CountsByDevice diskCounts(const QByteArray &procDiskstats)
{
    CountsByDevice counts;
    for (const QByteArray &line : procDiskstats.split('\n')) {
        const QByteArrayList fields = line.simplified().split(' ');
        bool isMajor = false, isMinor = false;
        if (fields.size() < 14 || (fields[0].toInt(&isMajor), !isMajor) || (fields[1].toInt(&isMinor), !isMinor))
            continue;
        const std::optional<qint64> in = bytesIn(fields[5], 512), out = bytesIn(fields[9], 512);
        if (in && out && !bytesIn(fields[2]))
            counts.insert(fields[2], {*in, *out});
    }
    return counts;
}

HostDevices hostDevices(const QByteArray &paths)
{
    HostDevices devices;
    for (const QByteArray &line : paths.split('\n')) {
        const QByteArrayList parts = line.trimmed().split('/'); // "", "sys", "class", "net", "eth0", "device"
        if (parts.size() == 6 && parts[5] == "device" && line.startsWith("/sys/class/net/"))
            devices.interfaces << parts[4];
        else if (parts.size() == 5 && parts[4] == "device" && line.startsWith("/sys/block/"))
            devices.disks << QByteArray(parts[3]).replace('!', '/'); // "cciss!c0d0" is cciss/c0d0 elsewhere
    }
    return devices;
}

const QByteArrayList &madeInterfaces()
{
    static const QByteArrayList all{"lo",  "docker", "veth", "br-",     "virbr", "bond",  "team",
                                    "tun", "tap",    "cali", "flannel", "cni",   "vxlan", "kube-"};
    return all;
}

const QByteArrayList &madeDisks()
{
    static const QByteArrayList all{"loop", "ram", "zram", "dm-", "md", "sr", "fd"};
    return all;
}

CountsByDevice ofHardware(CountsByDevice counts, const QSet<QByteArray> &known)
{
    const QByteArrayList made = madeInterfaces() + madeDisks();
    const auto isPartition = [&](const QByteArray &name) { // "sda1", "nvme0n1p1" beside "sda", "nvme0n1"
        qsizetype end = name.size();
        while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
            --end;
        return end > 0 && end < name.size()
            && (counts.contains(name.left(end))
                || (name[end - 1] == 'p' && counts.contains(name.left(end - 1))));
    };
    CountsByDevice own;
    const bool isTold = std::any_of(counts.keyBegin(), counts.keyEnd(),
                                    [&](const QByteArray &name) { return known.contains(name); });
    for (auto one = counts.cbegin(); one != counts.cend(); ++one) {
        const bool isMade = one.key().contains('.') || isPartition(one.key())
            || std::any_of(made.cbegin(), made.cend(),
                           [&](const QByteArray &start) { return one.key().startsWith(start); });
        if (isTold ? known.contains(one.key()) : !isMade)
            own.insert(one.key(), *one);
    }
    return own;
}

std::optional<ByteRates> byteRates(const CountsByDevice &before, const CountsByDevice &now, double seconds)
{
    ByteRates sum;
    bool isAny = false;
    for (auto one = now.cbegin(); one != now.cend(); ++one) {
        const auto earlier = before.constFind(one.key());
        if (earlier == before.cend())
            continue;
        if (one->in < earlier->in || one->out < earlier->out)
            return std::nullopt;
        sum.in += double(one->in - earlier->in);
        sum.out += double(one->out - earlier->out);
        isAny = true;
    }
    if (!isAny || !(seconds > 0))
        return std::nullopt;
    return ByteRates{sum.in / seconds, sum.out / seconds};
}
