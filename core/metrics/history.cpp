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

qint64 MetricHistory::append(const QList<Sample> &samples)
{
    qint64 setBack = 0;
    for (const Sample &sample : samples)
        setBack = std::max(setBack, append(sample));
    return setBack;
}

qint64 MetricHistory::append(const Sample &sample)
{
    qint64 setBack = 0;
    const auto known = m_series.constFind(sample.key);
    if (known != m_series.cend() && sample.timeMs <= known->last.timeMs) {
        setBack = known->last.timeMs - sample.timeMs;
        if (setBack <= clockStepMs)
            return 0;
        forgetFrom(sample.timeMs);
    }
    Series &series = m_series[sample.key];
    series.last = sample;
    series.seconds.push_back({sample.timeMs, sample.value});
    addToRing(series.tens, series.ten, 10 * second, sample);
    addToRing(series.minutes, series.minute, 60 * second, sample);
    forget(series.seconds, sample.timeMs - 2 * hour);
    forget(series.tens, sample.timeMs - 12 * hour);
    forget(series.minutes, sample.timeMs - 7 * 24 * hour);
    return setBack;
}

// Of the coarser rings the step that timeMs lies in begins anew.
void MetricHistory::forgetFrom(qint64 timeMs)
{
    const auto cut = [](std::deque<TimedValue> &ring, qint64 from) {
        while (!ring.empty() && ring.back().timeMs >= from)
            ring.pop_back();
    };
    m_series.removeIf([&](const auto &entry) {
        Series &series = entry.value();
        if (series.last.timeMs < timeMs)
            return false;
        cut(series.seconds, timeMs);
        cut(series.tens, timeMs / (10 * second) * 10 * second);
        cut(series.minutes, timeMs / (60 * second) * 60 * second);
        series.ten = series.minute = {};
        for (const std::deque<TimedValue> *ring : {&series.seconds, &series.tens, &series.minutes}) {
            if (!ring->empty()) {
                series.last.timeMs = ring->back().timeMs;
                series.last.value = ring->back().value;
                return false;
            }
        }
        return true;
    });
}

void MetricHistory::putBefore(MetricHistory older)
{
    for (auto it = m_series.begin(); it != m_series.end(); ++it) {
        if (!older.m_series.contains(it.key())) {
            older.m_series.insert(it.key(), std::move(*it));
            continue;
        }
        for (const TimedValue &value : it->seconds)
            older.append(Sample{value.timeMs, it.key(), value.value});
    }
    m_series.swap(older.m_series);
}

void MetricHistory::rename(const QHash<QString, QString> &nodes)
{
    QHash<MetricKey, Series> renamed;
    for (auto it = m_series.begin(); it != m_series.end(); ++it) {
        MetricKey key = it.key();
        key.node = nodes.value(key.node, key.node);
        Series &series = renamed[key];
        if (series.seconds.empty() || series.last.timeMs < it->last.timeMs)
            series = std::move(*it);
        series.last.key = key;
    }
    m_series.swap(renamed);
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
    const std::deque<TimedValue> &ring = fromMs >= now - 2 * hour ? it->seconds
        : fromMs >= now - 12 * hour                               ? it->tens
                                                                  : it->minutes;
    const auto begin = std::lower_bound(ring.begin(), ring.end(), fromMs,
                                        [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
    const auto end
        = std::upper_bound(begin, ring.end(), toMs, [](qint64 t, const TimedValue &v) { return t < v.timeMs; });
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
