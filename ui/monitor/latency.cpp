#include "ui/monitor/latency.h"

#include "ui/common/format.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

struct Windows
{
    QList<TimedValue> values;
    QHash<qint64, double> lows, highs;

    BucketQuantile at(const TimedValue &value) const
    {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const double low = lows.value(value.timeMs, none), high = highs.value(value.timeMs, none);
        return {roundedInBucket(value.value, low, high), low, high};
    }
};

Windows windowsOf(const MetricHistory &history, const MetricKey &key, qint64 fromMs, qint64 toMs)
{
    Windows windows{history.window(key, fromMs, toMs), {}, {}};
    const auto byTime = [&](const QString &which, QHash<qint64, double> &into) {
        for (const TimedValue &value : history.window({key.node, key.device, key.metric + which}, fromMs, toMs)) {
            if (!std::isnan(value.value))
                into.insert(value.timeMs, value.value);
        }
    };
    byTime(u".low"_s, windows.lows);
    byTime(u".high"_s, windows.highs);
    windows.values.removeIf([&](const TimedValue &value) {
        return std::isnan(value.value) || (std::isinf(value.value) && !windows.lows.contains(value.timeMs));
    });
    return windows;
}

} // namespace

bool isLatency(const QString &metric)
{
    return metric.startsWith(u"serving.ttft.") || metric.startsWith(u"serving.tpot.")
        || metric.startsWith(u"serving.e2e.");
}

BucketQuantile lastLatency(const MetricHistory &history, const MetricKey &key, qint64 nowMs, qint64 ageMs)
{
    const Windows windows = windowsOf(history, key, nowMs - ageMs, nowMs);
    return windows.values.isEmpty() ? BucketQuantile() : windows.at(windows.values.last());
}

QString latencyText(const BucketQuantile &latency, const QString &unit)
{
    return std::isinf(latency.value) ? u">\u00a0"_s + format::value(latency.low, unit)
                                     : format::value(latency.value, unit);
}

QString aboutText(const BucketQuantile &latency, const QString &unit)
{
    return (bucketText(latency, unit).isEmpty() || std::isinf(latency.value) ? QString() : u"≈\u00a0"_s)
        + latencyText(latency, unit);
}

QString atMostText(const BucketQuantile &latency, const QString &unit)
{
    if (std::isinf(latency.value) || std::isnan(latency.high))
        return latencyText(latency, unit);
    return u"≤\u00a0"_s + format::value(latency.high, unit);
}

QString bucketText(const BucketQuantile &latency, const QString &unit)
{
    if (std::isinf(latency.value))
        return latencyText(latency, unit);
    return std::isnan(latency.low) || std::isnan(latency.high)
        ? QString()
        : format::value(latency.low, {}) + u'–' + format::value(latency.high, unit);
}

void setLatencies(ChartLine &line, const MetricHistory &history, const MetricKey &key, qint64 fromMs, qint64 toMs)
{
    const Windows windows = windowsOf(history, key, fromMs, toMs);
    line.values.clear();
    line.buckets.clear();
    for (const TimedValue &value : windows.values) {
        const BucketQuantile found = windows.at(value);
        line.values << TimedValue{value.timeMs, std::isinf(found.value) ? found.low : found.value};
        line.buckets << TimedBucket{value.timeMs, found.low, std::isinf(found.value) ? found.value : found.high};
    }
}

BucketQuantile latencyOf(const ChartLine &line, const TimedValue &point)
{
    const auto found = std::lower_bound(line.buckets.begin(), line.buckets.end(), point.timeMs,
                                        [](const TimedBucket &b, qint64 t) { return b.timeMs < t; });
    if (found == line.buckets.end() || found->timeMs != point.timeMs)
        return {point.value};
    return {std::isinf(found->high) ? found->high : point.value, found->low, found->high};
}
