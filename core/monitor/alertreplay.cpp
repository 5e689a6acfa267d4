#include "core/monitor/alertreplay.h"

#include <QHash>

#include <algorithm>
#include <cmath>
#include <map>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 window = 3600'000;      // of so much is held in memory at once

// Of the readings so far. Where they stop altogether either all nodes are lost or nobody watched: what is lost while
// somebody watches ends with a reading without a value, one step after the last one.
class Watched
{
public:
    explicit Watched(qint64 stepMs) { setStep(stepMs); }

    void setStep(qint64 stepMs) { m_holeMs = std::max<qint64>(5000, 3 * stepMs); }
    bool isHole(qint64 timeMs) const { return m_lastMs > 0 && timeMs - m_lastMs > m_holeMs; }
    bool didNobodyWatch() const
    {
        const auto isNear = [this](const End &end) { return m_lastMs - end.timeMs <= m_holeMs; };
        const auto wasWell = [&](const End &end) { return isNear(end) && !end.isLost; };
        const auto wasLost = [&](const End &end) { return isNear(end) && end.isLost; };
        return std::any_of(m_ends.cbegin(), m_ends.cend(), wasWell)
            || std::none_of(m_ends.cbegin(), m_ends.cend(), wasLost);
    }
    void note(const QList<Sample> &samples)
    {
        const qint64 timeMs = samples.first().timeMs;
        End &end = m_ends[samples.first().key.node];
        const bool hasNone = std::all_of(samples.cbegin(), samples.cend(),
                                         [](const Sample &sample) { return std::isnan(sample.value); });
        end.isLost = hasNone && timeMs - end.timeMs <= m_holeMs; // later it only marks the pause
        if (!hasNone || end.isLost) {
            end.timeMs = timeMs;
            m_lastMs = std::max(m_lastMs, timeMs);
        }
    }

private:
    struct End
    {
        qint64 timeMs = 0;
        bool isLost = false;
    };
    qint64 m_holeMs = 0, m_lastMs = 0;
    QHash<QString, End> m_ends;
};

} // namespace

Result<AlertReplay> replayAlerts(SampleArchive &archive, const QList<AlertRule> &rules,
                                 const std::function<void(const Alert &)> &say, std::stop_token stop)
{
    const Result<QList<MetricKey>> keys = archive.keys();
    if (!keys)
        return keys.error();
    const Result<std::pair<qint64, qint64>> span = archive.span();
    if (!span)
        return span.error();
    const auto [first, last] = *span;
    AlertReplay replay{.fromMs = first, .toMs = last};
    if (last == 0)
        return replay;
    QStringList nodes;
    for (const MetricKey &key : *keys) {
        if (!nodes.contains(key.node))
            nodes << key.node;
    }
    AlertWatch watch(rules, nodes, first);
    const auto tell = [&](const QList<Alert> &changes) {
        for (const Alert &alert : changes) {
            replay.alerts += alert.endedMs == 0;
            say(alert);
        }
    };
    qint64 ticked = first;
    Watched watched(1000);
    for (qint64 from = first; from <= last; from += window) {
        std::map<std::tuple<qint64, QString, bool>, QList<Sample>> readings; // by time, node, of the endpoint
        for (const MetricKey &key : *keys) {
            if (stop.stop_requested())
                return canceled();
            const Result<QList<TimedValue>> values = archive.read(key, from, from + window - 1);
            if (!values)
                return values.error();
            for (const TimedValue &value : *values)
                readings[{value.timeMs, key.node, key.device == "endpoint"_L1}]
                    << Sample{value.timeMs, key, value.value};
        }
        QHash<QString, qint64> before;   // by node
        qint64 step = 60'000;
        for (const auto &[which, samples] : readings) {
            const auto &[timeMs, node, isOfEndpoint] = which;
            if (isOfEndpoint || isReadInRounds(samples.first().key.metric))
                continue;
            if (const qint64 gap = timeMs - before.value(node, timeMs); gap > 0)
                step = std::min(step, gap);
            before[node] = timeMs;
        }
        watch.setStep(std::max<qint64>(step, 200));
        watched.setStep(step);
        for (const auto &[which, samples] : readings) {
            const auto &[timeMs, node, isOfEndpoint] = which;
            const bool isOfNode = !isOfEndpoint && !isReadInRounds(samples.first().key.metric);
            if (watched.isHole(timeMs) && watched.didNobodyWatch()) { // whoever is the first to be heard again
                ticked = timeMs;
                watch.goOnFrom(timeMs);
            }
            if (isOfNode)
                watched.note(samples);
            for (; ticked + 1000 <= timeMs; ticked += 1000)
                tell(watch.tick(ticked + 1000));
            tell(watch.take(samples));
        }
    }
    replay.active = watch.active();
    return replay;
}
