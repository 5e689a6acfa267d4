#include "core/metrics/history.h"

#include <cmath>

namespace {

constexpr qint64 second = 1000, hour = 3600 * second;
constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

void forget(std::deque<TimedValue> &ring, qint64 before)
{
    while (!ring.empty() && ring.front().timeMs < before)
        ring.pop_front();
}

} // namespace

void MetricHistory::addToRing(std::deque<TimedValue> &ring, Mean &mean, qint64 stepMs, const Sample &sample)
{
    const qint64 step = sample.timeMs / stepMs;
    if (step != mean.step) {
        mean = {step, 0, 0};
        ring.push_back({step * stepMs + stepMs / 2, noValue}); // the middle of the step; filled as samples come
    }
    if (!std::isnan(sample.value)) {
        mean.sum += sample.value;
        ++mean.count;
        ring.back().value = mean.sum / mean.count;
    }
}

void MetricHistory::append(const QList<Sample> &samples)
{
    for (const Sample &sample : samples) {
        Series &series = m_series[sample.key];
        if (!series.seconds.empty() && sample.timeMs <= series.last.timeMs)
            continue;
        series.last = sample;
        series.seconds.push_back({sample.timeMs, sample.value});
        addToRing(series.tens, series.ten, 10 * second, sample);
        addToRing(series.minutes, series.minute, 60 * second, sample);
        forget(series.seconds, sample.timeMs - 2 * hour);
        forget(series.tens, sample.timeMs - 12 * hour);
        forget(series.minutes, sample.timeMs - 7 * 24 * hour);
    }
}

QList<MetricKey> MetricHistory::keys() const
{
    QList<MetricKey> keys = m_series.keys();
    std::sort(keys.begin(), keys.end());
    return keys;
}

QList<TimedValue> MetricHistory::window(const MetricKey &key, qint64 fromMs, qint64 toMs) const
{
    const auto it = m_series.constFind(key);
    if (it == m_series.cend())
        return {};
    const qint64 now = it->last.timeMs;
    const std::deque<TimedValue> &ring = fromMs >= now - 2 * hour ? it->seconds : fromMs >= now - 12 * hour ? it->tens : it->minutes;
    const auto begin = std::lower_bound(ring.begin(), ring.end(), fromMs, [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
    const auto end = std::upper_bound(begin, ring.end(), toMs, [](qint64 t, const TimedValue &v) { return t < v.timeMs; });
    return QList<TimedValue>(begin, end);
}

std::optional<Sample> MetricHistory::last(const MetricKey &key) const
{
    const auto it = m_series.constFind(key);
    return it == m_series.cend() ? std::nullopt : std::optional(it->last);
}

void MetricHistory::clear()
{
    m_series.clear();
}
