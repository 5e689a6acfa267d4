// The numbers that the page shows, out of the last samples. Pure; no widget.
#pragma once

#include "core/metrics/servingsamples.h"
#include "core/monitor/clustermonitor.h"

#include <optional>

// The state of one chip now; NaN and empty are "not reported" (or too old).
struct ChipNow
{
    QString node, device;
    bool isStale = true;
    QString health;
    double utilization = std::numeric_limits<double>::quiet_NaN();
    double memoryUsedMb = utilization, memoryTotalMb = utilization; // HBM, else the device memory
    double temperatureC = utilization, powerWatts = utilization, processes = utilization;
    qint64 timeMs = 0;
    double memoryPercent() const
    {
        return memoryTotalMb > 0 ? 100 * memoryUsedMb / memoryTotalMb : std::numeric_limits<double>::quiet_NaN();
    }
    bool operator==(const ChipNow &) const = default;
};

// npu-smi's MB are MiB.
std::optional<qint64> memoryBytes(double megabytes);

QList<ChipNow> chipsNow(const ClusterMonitor &monitor); // by node, then device

struct Figures
{
    int chips = 0, reported = 0, ok = 0;
    QStringList notOk;                   // "node2 5/0: Warning"
    QStringList staleNodes;
    QStringList missing;                 // chips that a node does not report which reports others: "node2 5/0"
    double utilization = std::numeric_limits<double>::quiet_NaN(); // mean of the chips that report it
    int utilizationOf = 0;
    double memoryUsedMb = utilization, memoryTotalMb = utilization;
    BucketQuantile ttftP50, ttftP99;     // ms
    double tokens = utilization;         // per second
    double running = utilization, waiting = utilization;
};

Figures figuresOf(const ClusterMonitor &monitor, const QList<ChipNow> &chips);

// The last value of the endpoint that is not older than ageMs: latencies are only there when requests end.
double lately(const MetricHistory &history, const MetricKey &key, qint64 nowMs, qint64 ageMs);

// Mean over the chips of a node, moment by moment: the line that stands for the node. A moment without any value is
// NaN. share: divide by the metric of this name and multiply by 100 ("npu.hbm.used" by "npu.hbm.total").
QList<TimedValue> nodeMean(const MetricHistory &history, const WatchedNode &node, const QString &metric,
                           const QString &share, qint64 fromMs, qint64 toMs, qint64 finestMs = 0);
QList<TimedValue> chipLine(const MetricHistory &history, const QString &node, const QString &device,
                           const QString &metric, const QString &share, qint64 fromMs, qint64 toMs,
                           qint64 finestMs = 0);

// Round steps for an axis from `low` to `high`: at most `most` ticks, of 1, 2, 2.5 or 5 times a power of ten.
QList<double> niceTicks(double low, double high, int most);
// The same for local time: ticks on whole seconds, minutes or hours.
QList<qint64> timeTicks(qint64 fromMs, qint64 toMs, int most, qint64 utcOffsetMs);
