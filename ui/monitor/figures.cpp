#include "ui/monitor/figures.h"

#include "core/metrics/cardrounds.h"
#include "ui/monitor/latency.h"

#include <QMap>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

// Of chips that are asked one after the other: at each one's time with what the others had last.
QList<TimedValue> meanOfRounds(const QList<QList<TimedValue>> &lines)
{
    QMap<qint64, QList<std::pair<qsizetype, double>>> told;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        for (const TimedValue &value : lines[line])
            told[value.timeMs] << std::pair(line, value.value);
    }
    QList<TimedValue> last(lines.size(), TimedValue{0, noValue}), mean;
    for (auto moment = told.cbegin(); moment != told.cend(); ++moment) {
        for (const auto &[line, value] : *moment)
            last[line] = {moment.key(), value};
        double sum = 0;
        int count = 0;
        for (const TimedValue &value : std::as_const(last)) {
            if (std::isnan(value.value) || moment.key() - value.timeMs > holeOfRoundsMs)
                continue;
            sum += value.value;
            ++count;
        }
        mean << TimedValue{moment.key(), count > 0 ? sum / count : noValue};
    }
    return mean;
}

} // namespace

std::optional<qint64> memoryBytes(double megabytes)
{
    return std::isnan(megabytes) ? std::nullopt : std::optional(qint64(megabytes) << 20);
}

QList<ChipNow> chipsNow(const ClusterMonitor &monitor)
{
    QList<ChipNow> chips;
    for (const WatchedNode &node : monitor.nodes()) {
        for (const QString &device : node.devices) {
            ChipNow chip;
            chip.node = node.name;
            chip.device = device;
            const auto value = [&](const char *metric) {
                const std::optional<Sample> last = monitor.history().last({node.name, device, QLatin1String(metric)});
                // A chip that the last reading did not have is as stale as a node that does not answer.
                if (!last || last->timeMs < node.lastMs)
                    return noValue;
                chip.timeMs = node.lastMs;
                // One reading that failed does not blank the page; that it did is said beside it.
                if (std::isnan(last->value) && (node.error || monitor.isReplay()))
                    return lately(monitor.history(), last->key, last->timeMs, last->timeMs - node.lastMs + 1);
                return last->value;
            };
            const double health = value("npu.health");
            chip.utilization = value("npu.aicore");
            chip.memoryUsedMb = value("npu.hbm.used");
            chip.memoryTotalMb = value("npu.hbm.total");
            if (std::isnan(chip.memoryTotalMb)) {
                chip.memoryUsedMb = value("npu.memory.used");
                chip.memoryTotalMb = value("npu.memory.total");
            }
            chip.temperatureC = value("npu.temperature");
            chip.powerWatts = value("npu.power");
            chip.processes = value("npu.processes");
            chip.health = healthWord(health);
            chip.isStale = monitor.isStale(node) || chip.timeMs == 0;
            chips << chip;
        }
    }
    return chips;
}

double lately(const MetricHistory &history, const MetricKey &key, qint64 nowMs, qint64 ageMs)
{
    const QList<TimedValue> values = history.window(key, nowMs - ageMs, nowMs);
    for (auto it = values.rbegin(); it != values.rend(); ++it) {
        if (!std::isnan(it->value))
            return it->value;
    }
    return noValue;
}

Figures figuresOf(const ClusterMonitor &monitor, const QList<ChipNow> &chips)
{
    Figures figures;
    for (const WatchedNode &node : monitor.nodes()) {
        if (monitor.isStale(node))
            figures.staleNodes << node.name;
    }
    double utilization = 0, used = 0, total = 0;
    bool hasMemory = false;
    for (const ChipNow &chip : chips) {
        ++figures.chips;
        if (chip.isStale) {
            if (!figures.staleNodes.contains(chip.node))
                figures.missing << chip.node + u' ' + chip.device;
            continue;
        }
        ++figures.reported;
        if (chip.health == u"OK")
            ++figures.ok;
        else if (!chip.health.isEmpty())
            figures.notOk << u"%1 %2: %3"_s.arg(chip.node, chip.device, chip.health);
        if (!std::isnan(chip.utilization)) {
            utilization += chip.utilization;
            ++figures.utilizationOf;
        }
        if (!std::isnan(chip.memoryUsedMb) && !std::isnan(chip.memoryTotalMb)) {
            used += chip.memoryUsedMb;
            total += chip.memoryTotalMb;
            hasMemory = true;
        }
    }
    if (figures.utilizationOf > 0)
        figures.utilization = utilization / figures.utilizationOf;
    if (hasMemory) {
        figures.memoryUsedMb = used;
        figures.memoryTotalMb = total;
    }
    const auto serving = [&](const char *metric, qint64 ageMs) {
        return lately(monitor.history(), {monitor.endpointNode(), u"endpoint"_s, QLatin1String(metric)}, monitor.now(),
                      ageMs);
    };
    const auto latency = [&](const QString &metric) {
        return lastLatency(monitor.history(), {monitor.endpointNode(), u"endpoint"_s, metric}, monitor.now(), 60'000);
    };
    figures.ttftP50 = latency(u"serving.ttft.p50"_s);
    figures.ttftP99 = latency(u"serving.ttft.p99"_s);
    figures.tokens = serving("serving.tokens", 5'000);
    figures.running = serving("serving.running", 5'000);
    figures.waiting = serving("serving.waiting", 5'000);
    return figures;
}

QList<TimedValue> chipLine(const MetricHistory &history, const QString &node, const QString &device,
                           const QString &metric, const QString &share, qint64 fromMs, qint64 toMs,
                           qint64 finestMs)
{
    QList<TimedValue> values = history.window({node, device, metric}, fromMs, toMs, finestMs);
    if (share.isEmpty())
        return values;
    const QList<TimedValue> totals = history.window({node, device, share}, fromMs, toMs, finestMs);
    if (totals.size() != values.size())
        return {};
    for (qsizetype i = 0; i < values.size(); ++i)
        values[i].value = totals[i].value > 0 ? 100 * values[i].value / totals[i].value : noValue;
    return values;
}

QList<TimedValue> nodeMean(const MetricHistory &history, const WatchedNode &node, const QString &metric,
                           const QString &share, qint64 fromMs, qint64 toMs, qint64 finestMs)
{
    if (isReadInRounds(metric)) {
        QList<QList<TimedValue>> lines;
        for (const QString &device : node.devices)
            lines << chipLine(history, node.name, device, metric, share, fromMs, toMs, finestMs);
        return meanOfRounds(lines);
    }
    // The chips of one reading carry the same time, so that moments match: nearly always all of them, in one order.
    struct Moment { qint64 timeMs = 0; double sum = 0; int count = 0; };
    QList<Moment> moments;
    for (const QString &device : node.devices) {
        const QList<TimedValue> line = chipLine(history, node.name, device, metric, share, fromMs, toMs, finestMs);
        qsizetype at = 0;
        QList<Moment> merged;
        merged.reserve(std::max(moments.size(), line.size()));
        for (const TimedValue &value : line) {
            for (; at < moments.size() && moments[at].timeMs < value.timeMs; ++at)
                merged << moments[at];
            const bool isKnown = at < moments.size() && moments[at].timeMs == value.timeMs;
            merged << (isKnown ? moments[at++] : Moment{value.timeMs});
            if (!std::isnan(value.value)) {
                merged.last().sum += value.value;
                ++merged.last().count;
            }
        }
        merged += moments.mid(at);
        moments = std::move(merged);
    }
    QList<TimedValue> mean;
    mean.reserve(moments.size());
    for (const Moment &moment : std::as_const(moments))
        mean << TimedValue{moment.timeMs, moment.count > 0 ? moment.sum / moment.count : noValue};
    return mean;
}

QList<double> niceTicks(double low, double high, int most)
{
    if (!(high > low) || most < 2 || !std::isfinite(high - low))
        return {};
    const double power = std::pow(10, std::floor(std::log10((high - low) / most)));
    double step = power;
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0, 20.0}) {
        step = factor * power;
        if (std::floor(high / step) - std::ceil(low / step) + 1 <= most)
            break;
    }
    QList<double> ticks;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
        ticks << i * step;
    return ticks;
}

QList<qint64> timeTicks(qint64 fromMs, qint64 toMs, int most, qint64 utcOffsetMs)
{
    if (toMs <= fromMs || most < 1)
        return {};
    constexpr qint64 second = 1000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
    constexpr std::array steps = {second, 2 * second, 5 * second, 10 * second, 15 * second, 30 * second,
                                  minute, 2 * minute, 5 * minute, 10 * minute, 15 * minute, 30 * minute,
                                  hour,   2 * hour,   3 * hour,   6 * hour,    12 * hour,   day,
                                  2 * day, 3 * day,   7 * day};
    qint64 step = steps.back();
    for (const qint64 candidate : steps) {
        if ((toMs - fromMs) / candidate <= most) {
            step = candidate;
            break;
        }
    }
    QList<qint64> ticks;
    const qint64 local = fromMs + utcOffsetMs;
    for (qint64 tick = (local + step - 1) / step * step - utcOffsetMs; tick <= toMs; tick += step)
        ticks << tick;
    return ticks;
}
