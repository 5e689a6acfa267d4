#include "core/metrics/history.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr qint64 hour = 3'600'000;
constexpr qint64 spans[] = {2 * hour, 12 * hour, 7 * 24 * hour, 31 * 24 * hour};
constexpr qint64 mostSeries = 2048;      // for such spans
constexpr qint64 recentMs = 60'000;
constexpr size_t mostRecent = 128;

double valueOf(const Rollup &rollup)
{
    return rollup.count > 0 ? roundedMean(rollup) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

void MetricHistory::addTo(Means &means, size_t step, const Rollup &rollup)
{
    const qint64 start = rollup.startMs / steps[step] * steps[step];
    if (rollup.startMs < means.takesFromMs || start < means.open.startMs)
        return;
    if (start != means.open.startMs) {
        if (means.open.startMs >= 0)
            means.ring.append(means.open.startMs + steps[step] / 2, valueOf(means.open));
        means.open = {.startMs = start};
        means.beganMs = rollup.startMs;
    }
    ::addTo(means.open, rollup);
}

qint64 MetricHistory::spanOf(size_t ring) const
{
    return spans[ring] * mostSeries / std::max<qint64>(m_series.size(), mostSeries);
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
    if (known != m_series.cend() && !known->samples.isEmpty() && sample.timeMs <= known->samples.last().timeMs) {
        setBack = known->samples.last().timeMs - sample.timeMs;
        if (setBack <= clockStepMs)
            return 0;
        forgetFrom(sample.timeMs);
    }
    Series &series = m_series[sample.key];
    series.last = sample;
    if (series.recent.size() >= mostRecent) {
        const auto kept = std::find_if(series.recent.begin(), series.recent.end(), [&](const TimedValue &value) {
            return value.timeMs >= sample.timeMs - recentMs;
        });
        // with room to go on in, or else at once again
        series.recent.erase(series.recent.begin(), std::max(kept, series.recent.begin() + mostRecent / 4));
    }
    series.recent.push_back({sample.timeMs, sample.value});
    series.samples.append(sample.timeMs, sample.value);
    const bool isGap = std::isnan(sample.value);
    for (size_t step = 0; step < steps.size(); ++step)
        addTo(series.means[step], step,
              {sample.timeMs, sample.value, sample.value, sample.value, isGap ? 0 : 1});
    forgetOld(series);
    return setBack;
}

void MetricHistory::appendKept(const MetricKey &key, size_t step, const QList<Rollup> &rollups)
{
    if (rollups.isEmpty())
        return;
    Series &series = m_series[key];
    for (const Rollup &rollup : rollups) {
        for (size_t coarser = step; coarser < steps.size(); ++coarser)
            addTo(series.means[coarser], coarser, rollup);
    }
    for (size_t coarser = step; coarser < steps.size(); ++coarser)
        series.means[coarser].takesFromMs = rollups.last().startMs + steps[step];
    const qint64 lastMs = rollups.last().startMs + steps[step] / 2;
    if (lastMs > series.last.timeMs)
        series.last = {lastMs, key, valueOf(rollups.last())};
    forgetOld(series);
}

void MetricHistory::forgetOld(Series &series) const
{
    const qint64 now = series.last.timeMs;
    series.samples.forgetBefore(now - spanOf(0));
    for (size_t step = 0; step < steps.size(); ++step)
        series.means[step].ring.forgetBefore(now - spanOf(step + 1));
}

// Of the means the step that timeMs lies in begins anew.
void MetricHistory::forgetFrom(qint64 timeMs)
{
    m_series.removeIf([&](const auto &entry) {
        Series &series = entry.value();
        if (series.last.timeMs < timeMs)
            return false;
        std::erase_if(series.recent, [&](const TimedValue &value) { return value.timeMs >= timeMs; });
        series.samples.cutFrom(timeMs);
        for (size_t step = 0; step < steps.size(); ++step) {
            Means &means = series.means[step];
            const qint64 start = timeMs / steps[step] * steps[step];
            means.ring.cutFrom(start);
            if (means.open.startMs >= start)
                means.open = {.startMs = -1};
            means.takesFromMs = std::min(means.takesFromMs, start);
        }
        for (size_t ring = 0; ring <= steps.size(); ++ring) {
            const QList<TimedValue> left = read(series, ring, 0, timeMs);
            if (left.isEmpty())
                continue;
            series.last.timeMs = left.last().timeMs;
            series.last.value = left.last().value;
            return false;
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
        QList<TimedValue> values;
        it->samples.readInto(values, 0, it->last.timeMs);
        for (const TimedValue &value : std::as_const(values))
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
        if (series.last.timeMs == 0 || series.last.timeMs < it->last.timeMs)
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

QList<TimedValue> MetricHistory::window(const MetricKey &key, qint64 fromMs, qint64 toMs, qint64 finestMs) const
{
    const auto it = m_series.constFind(key);
    if (it == m_series.cend())
        return {};
    if (finestMs <= 1000 && !it->recent.empty()
        && fromMs >= std::max(it->recent.front().timeMs, it->last.timeMs - 2 * recentMs)) {
        const auto begin = std::lower_bound(it->recent.begin(), it->recent.end(), fromMs,
                                            [](const TimedValue &v, qint64 t) { return v.timeMs < t; });
        const auto end = std::upper_bound(begin, it->recent.end(), toMs,
                                          [](qint64 t, const TimedValue &v) { return t < v.timeMs; });
        return QList<TimedValue>(begin, end);
    }
    size_t ring = ringOf(*it, fromMs, finestMs);
    if (ring > 0 && steps[ring - 1] > m_part.stepMs && isInPart(key, fromMs, toMs)) {
        const QList<TimedValue> &part = *m_part.values.constFind(key);
        const auto before = [](const TimedValue &value, qint64 timeMs) { return value.timeMs < timeMs; };
        return QList<TimedValue>(std::lower_bound(part.cbegin(), part.cend(), fromMs, before),
                                 std::lower_bound(part.cbegin(), part.cend(), toMs + 1, before));
    }
    QList<TimedValue> values = read(*it, ring, fromMs, toMs);
    for (; ring < steps.size() && (values.isEmpty() || values.first().timeMs > fromMs); ++ring) {
        const qint64 untilMs = values.isEmpty() ? toMs : values.first().timeMs - steps[ring] / 2;
        values = read(*it, ring + 1, fromMs, untilMs) + values;
    }
    return values;
}

size_t MetricHistory::ringOf(const Series &series, qint64 fromMs, qint64 finestMs) const
{
    size_t ring = 0;
    while (ring < steps.size()
           && (fromMs < series.last.timeMs - spanOf(ring) || (ring == 0 ? 1000 : steps[ring - 1]) < finestMs))
        ++ring;
    return ring;
}

bool MetricHistory::isInPart(const MetricKey &key, qint64 fromMs, qint64 toMs) const
{
    return fromMs >= m_part.fromMs && toMs <= m_part.toMs && m_part.values.contains(key);
}

qint64 MetricHistory::stepOf(const MetricKey &key, qint64 fromMs, qint64 toMs, qint64 finestMs) const
{
    const auto it = m_series.constFind(key);
    const size_t ring = it == m_series.cend() ? 0 : ringOf(*it, fromMs, finestMs);
    const qint64 step = ring == 0 ? 0 : steps[ring - 1];
    return isInPart(key, fromMs, toMs) ? std::min(step, m_part.stepMs) : step;
}

// 0: the samples; 1: the means of 10 s
QList<TimedValue> MetricHistory::read(const Series &series, size_t ring, qint64 fromMs, qint64 toMs)
{
    QList<TimedValue> values;
    if (ring == 0) {
        series.samples.readInto(values, fromMs, toMs);
        return values;
    }
    const Means &means = series.means[ring - 1];
    means.ring.readInto(values, fromMs, toMs);
    // Of the step that is under way the mean so far, among what came before its middle is reached; and what is now,
    // which that mean may be far from.
    qint64 openMs = means.open.startMs + steps[ring - 1] / 2;
    if (openMs > series.last.timeMs)
        openMs = means.beganMs + (series.last.timeMs - means.beganMs) / 2;
    if (means.open.startMs >= 0 && openMs >= fromMs && openMs <= std::min(toMs, series.last.timeMs - 1))
        values.append({openMs, valueOf(means.open)});
    if (series.last.timeMs >= std::max(means.open.startMs, fromMs) && series.last.timeMs <= toMs)
        values.append({series.last.timeMs, series.last.value});
    return values;
}

std::optional<Sample> MetricHistory::last(const MetricKey &key) const
{
    const auto it = m_series.constFind(key);
    return it == m_series.cend() ? std::nullopt : std::optional(it->last);
}

void MetricHistory::clear()
{
    m_series.clear();
    m_part = {};
}

qsizetype MetricHistory::bytes() const
{
    qsizetype bytes = 0;
    for (const Series &series : m_series) {
        bytes += qsizetype(sizeof(Series) + sizeof(MetricKey) + 16) + series.samples.bytes()
            + qsizetype(series.recent.capacity() * sizeof(TimedValue));
        for (const Means &means : series.means)
            bytes += means.ring.bytes();
    }
    return bytes;
}
