#include "ui/monitor/chartlines.h"

#include "core/metrics/cardrounds.h"
#include "core/metrics/decimate.h"
#include "ui/common/style.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/latency.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 hourMs = 3'600'000, latencyHoleMs = 30'000;

QString words(const char *text)
{
    return QCoreApplication::translate("MonitorPage", text);
}

QString nameOfServing(const QString &metric)
{
    const QString last = metric.section(u'.', -1);
    return last == u"tokens"           ? words(QT_TRANSLATE_NOOP("MonitorPage", "output"))
        : last == u"prompt_tokens"     ? words(QT_TRANSLATE_NOOP("MonitorPage", "input"))
        : last == u"running"           ? words(QT_TRANSLATE_NOOP("MonitorPage", "running"))
        : last == u"waiting"           ? words(QT_TRANSLATE_NOOP("MonitorPage", "waiting"))
        : last == u"kv_cache"          ? words(QT_TRANSLATE_NOOP("MonitorPage", "KV cache"))
                                       : last; // p50, p99
}

bool isAnyNumber(const QList<TimedValue> &values)
{
    return std::any_of(values.cbegin(), values.cend(), [](const TimedValue &one) { return !std::isnan(one.value); });
}

// The endpoint's own figures are there whenever it was asked and answered. Of a time without them its requests say
// nothing, however near to each other those before and after it are; and where none was running, farther than `near`
// from both, there was nothing to measure.
QList<TimedValue> withGaps(const QList<TimedValue> &values, const QList<TimedValue> &running, qint64 hole, qint64 near)
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    QList<TimedValue> all;
    auto figure = running.cbegin();
    qint64 lastMs = 0;                   // of the figures so far
    for (const TimedValue &value : values) {
        const qint64 beforeMs = all.isEmpty() ? value.timeMs : all.last().timeMs;
        for (; figure != running.cend() && figure->timeMs <= value.timeMs; ++figure) {
            if (std::isnan(figure->value))
                continue;
            const bool isIdle = figure->value == 0 && figure->timeMs - beforeMs > near
                && value.timeMs - figure->timeMs > near && !std::isnan(all.last().value);
            if (lastMs > 0 && figure->timeMs - lastMs > hole && !all.isEmpty())
                all << TimedValue{std::max(lastMs, all.last().timeMs) + 1, none};
            else if (isIdle)
                all << TimedValue{figure->timeMs, none};
            lastMs = figure->timeMs;
        }
        all << value;
    }
    return all;
}

QList<ChartLine> servingLines(const ClusterMonitor &monitor, const ChartKind &kind, const LinesWanted &wanted,
                              qint64 hole)
{
    const MetricHistory &history = monitor.history();
    const auto [fromMs, toMs, columns, everyChip, earlierMs] = wanted;
    QList<ChartLine> lines;
    for (const QString &metric : kind.metrics) {
        ChartLine line;
        line.name = nameOfServing(metric);
        line.color = style::seriesColor(lines.isEmpty() ? 2 : 5); // the green and the rose of the set: not a node's
        const MetricKey key{monitor.endpointNode(), u"endpoint"_s, metric};
        if (isLatency(metric))
            setLatencies(line, history, key, fromMs - hole, toMs);
        else
            line.values = history.window(key, fromMs - hole, toMs);
        const qint64 bucketMs = history.stepOf(key, fromMs - hole, toMs);
        qint64 keyHole = std::max(hole, 3 * bucketMs);
        line.nearMs = std::max<qint64>(monitor.interval().count(), bucketMs / 2);
        if (isLatency(metric)) {
            const MetricKey runningKey{key.node, key.device, u"serving.running"_s};
            const QList<TimedValue> running = history.window(runningKey, fromMs - hole, toMs);
            const qint64 columnMs = (toMs - fromMs) / std::max(1, columns);
            line.values = withGaps(line.values, running,
                                   std::max(hole, 3 * history.stepOf(runningKey, fromMs - hole, toMs)),
                                   3 * std::max(line.nearMs, columnMs) / 2);
            // Latencies have a value only when requests end: while some were running a pause is not a gap.
            if (isAnyNumber(running))
                keyHole = std::max(latencyHoleMs, keyHole);
        }
        line.values = decimate(line.values, fromMs, toMs, columns, keyHole);
        lines << line;
    }
    return lines;
}

// As ClusterMonitor::isStale() of a node.
qint64 agesAfterMs(const ClusterMonitor &monitor, const WatchedNode &node, const QString &metric)
{
    return std::max<qint64>({5000, 3 * std::max<qint64>(monitor.interval().count(), node.stepMs),
                             isReadInRounds(metric) ? holeOfRoundsMs : 0});
}

bool hasValueNow(const ClusterMonitor &monitor, const WatchedNode &node, const QString &device, const QString &metric)
{
    const qint64 ageMs = agesAfterMs(monitor, node, metric); // to either side: another clock may be ahead
    return !std::isnan(lately(monitor.history(), {node.name, device, metric}, monitor.now() + ageMs, 2 * ageMs));
}

QList<ChartLine> nodeLines(const ClusterMonitor &monitor, const ChartKind &kind, const LinesWanted &wanted, qint64 hole)
{
    const MetricHistory &history = monitor.history();
    const auto [fromMs, toMs, columns, everyChip, earlierMs] = wanted;
    QList<ChartLine> lines;
    // No more values than can be gone through in the twinkling of an eye: of 256 chips a week of minutes is too many.
    constexpr qint64 mostValues = 1'500'000;
    qint64 chips = 0;
    for (const WatchedNode &node : monitor.nodes())
        chips += kind.isOfHosts() ? 1 : node.devices.size();
    const qint64 finestMs = (toMs - fromMs) * chips / mostValues;
    const bool isInRounds = isReadInRounds(kind.metrics.first());
    for (const WatchedNode &node : monitor.nodes()) {
        const QColor color = style::seriesColor(node.colour);
        const bool isStale = hasAged(monitor, node);
        const MetricKey any{node.name, kind.isOfHosts() ? u"host"_s : node.devices.value(0), kind.metrics.first()};
        const qint64 own = std::max({hole, 3 * node.stepMs, isInRounds ? holeOfRoundsMs : qint64(0)});
        const qint64 bucketMs = history.stepOf(any, fromMs - own, toMs, finestMs);
        const qint64 nodeHole = std::max(own, 3 * bucketMs);
        const qint64 nearMs = std::max({qint64(monitor.interval().count()), node.stepMs, bucketMs / 2,
                                        isInRounds ? holeOfRoundsMs / 6 : qint64(0)});
        // The device memory of chips without HBM stands in the same chart.
        const auto metricFor = [&](const QString &device) {
            const QString &metric = kind.metrics.first();
            const bool other = metric == u"npu.hbm.used" && !history.last({node.name, device, metric});
            return other ? std::pair(u"npu.memory.used"_s, u"npu.memory.total"_s) : std::pair(metric, kind.share);
        };
        if (kind.isOfHosts()) {          // these go on while npu-smi hangs
            ChartLine line;
            line.name = node.name;
            line.color = color;
            line.nearMs = nearMs;
            line.values = decimate(
                chipLine(history, node.name, any.device, any.metric, kind.share, fromMs - nodeHole, toMs, finestMs),
                fromMs, toMs, columns, nodeHole);
            line.isStale = isAnyNumber(line.values) && !hasValueNow(monitor, node, any.device, any.metric);
            lines << line;
            continue;
        }
        if (!everyChip) {
            const auto [metric, share] = metricFor(node.devices.value(0));
            ChartLine line;
            line.name = node.name;
            line.color = color;
            line.nearMs = nearMs;
            line.values = decimate(nodeMean(history, node, metric, share, fromMs - nodeHole, toMs, finestMs), fromMs,
                                   toMs, columns, nodeHole);
            line.isStale = isStale
                || (isAnyNumber(line.values)
                    && std::none_of(node.devices.cbegin(), node.devices.cend(), [&](const QString &device) {
                           return hasValueNow(monitor, node, device, metric);
                       }));
            lines << line;
            continue;
        }
        for (int chip = 0; chip < node.devices.size(); ++chip) {
            const auto [metric, share] = metricFor(node.devices[chip]);
            ChartLine line = chipStyle(node.colour, chip);
            line.name = u"%1 %2"_s.arg(node.name, node.devices[chip]);
            line.nearMs = nearMs;
            line.values = decimate(
                chipLine(history, node.name, node.devices[chip], metric, share, fromMs - nodeHole, toMs, finestMs),
                fromMs, toMs, std::max(50, columns / 3), nodeHole);
            line.isStale = isStale
                || (isAnyNumber(line.values) && !hasValueNow(monitor, node, node.devices[chip], metric));
            lines << line;
        }
    }
    return lines;
}

} // namespace

ChartLine chipStyle(int node, int chip)
{
    static constexpr std::array pens = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    const QColor towards = style::theme() == Theme::Light ? QColor(Qt::black) : QColor(Qt::white);
    ChartLine line;
    line.color = style::mixed(style::seriesColor(node), towards, 0.22 * ((chip / 4) % 4));
    line.pen = pens[size_t(chip + node) % pens.size()];
    return line;
}

bool hasAged(const ClusterMonitor &monitor, const WatchedNode &node)
{
    return node.lastMs > 0 && monitor.isStale(node);
}

bool hasAged(const ClusterMonitor &monitor, const WatchedNode &node, const QString &device)
{
    static const QStringList ofEveryChip{u"npu.aicore"_s, u"npu.health"_s, u"npu.temperature"_s, u"npu.power"_s,
                                         u"npu.hbm.used"_s, u"npu.memory.used"_s};
    return hasAged(monitor, node)
        || (node.lastMs > 0
            && std::none_of(ofEveryChip.cbegin(), ofEveryChip.cend(), [&](const QString &metric) {
                   return hasValueNow(monitor, node, device, metric);
               }));
}

QString earlierWords(qint64 earlierMs)
{
    const qint64 hours = earlierMs / hourMs;
    return hours % 24 == 0
        ? words(QT_TRANSLATE_NOOP("MonitorPage", "%1 d earlier")).arg(hours / 24)
        : words(QT_TRANSLATE_NOOP("MonitorPage", "%1 h earlier")).arg(hours);
}

QList<ChartLine> linesOf(const ClusterMonitor &monitor, const ChartKind &kind, const LinesWanted &wanted)
{
    const qint64 hole = std::max<qint64>(
        {5000, 3 * (wanted.toMs - wanted.fromMs) / std::max(1, wanted.columns), 3 * monitor.interval().count()});
    const auto of = [&](const LinesWanted &part) {
        return kind.isServing() ? servingLines(monitor, kind, part, hole) : nodeLines(monitor, kind, part, hole);
    };
    QList<ChartLine> lines = of(wanted);
    if (wanted.earlierMs <= 0 || (wanted.everyChip && !kind.isServing())) // of each chip that would be too many
        return lines;
    LinesWanted earlier = wanted;
    earlier.fromMs -= wanted.earlierMs;
    earlier.toMs -= wanted.earlierMs;
    for (ChartLine &line : of(earlier)) {
        line.name = u"%1, %2"_s.arg(line.name, earlierWords(wanted.earlierMs));
        line.pen = Qt::DotLine;
        line.color = style::mixed(line.color, style::colors().surface, 0.35);
        line.isStale = false;
        for (TimedValue &value : line.values)
            value.timeMs += wanted.earlierMs;
        for (TimedBucket &bucket : line.buckets)
            bucket.timeMs += wanted.earlierMs;
        lines << line;
    }
    return lines;
}
