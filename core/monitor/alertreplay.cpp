#include "core/monitor/alertreplay.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 window = 3600'000;      // of so much is held in memory at once

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
        for (const auto &[which, samples] : readings) {
            const qint64 timeMs = std::get<0>(which);
            for (; ticked + 1000 <= timeMs; ticked += 1000)
                tell(watch.tick(ticked + 1000));
            tell(watch.take(samples));
        }
    }
    replay.active = watch.active();
    return replay;
}
