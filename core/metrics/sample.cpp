#include "core/metrics/sample.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>

using namespace Qt::StringLiterals;

size_t qHash(const MetricKey &key, size_t seed) noexcept
{
    return qHashMulti(seed, key.node, key.device, key.metric);
}

namespace {

struct SampleText
{
    Q_DECLARE_TR_FUNCTIONS(Metrics)
};

} // namespace

QList<MetricInfo> metricCatalogue()
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    return {
        {u"npu.aicore"_s, SampleText::tr("NPU utilization"), u"%"_s, 0, 100},
        {u"npu.hbm.used"_s, SampleText::tr("HBM used"), u"MB"_s, 0, none},
        {u"npu.hbm.total"_s, SampleText::tr("HBM size"), u"MB"_s, 0, none},
        {u"npu.memory.used"_s, SampleText::tr("Device memory used"), u"MB"_s, 0, none},
        {u"npu.memory.total"_s, SampleText::tr("Device memory size"), u"MB"_s, 0, none},
        {u"npu.hbm.bandwidth"_s, SampleText::tr("HBM bandwidth used"), u"%"_s, 0, 100},
        {u"npu.hbm.errors"_s, SampleText::tr("Uncorrected HBM errors (1 h)"), {}, 0, none},
        {u"npu.network.in"_s, SampleText::tr("NPU port, received"), u"Gbit/s"_s, 0, none},
        {u"npu.network.out"_s, SampleText::tr("NPU port, sent"), u"Gbit/s"_s, 0, none},
        {u"npu.link.downs"_s, SampleText::tr("NPU link downs (1 h)"), {}, 0, none},
        {u"npu.link.up"_s, SampleText::tr("NPU link up"), {}, 0, 1},
        {u"npu.temperature"_s, SampleText::tr("Temperature"), u"°C"_s, none, none},
        {u"npu.power"_s, SampleText::tr("Power"), u"W"_s, 0, none},
        {u"npu.health"_s, SampleText::tr("Health"), {}, 0, 3},
        {u"npu.processes"_s, SampleText::tr("Processes on the NPU"), {}, 0, none},
        {u"host.cpu"_s, SampleText::tr("Host CPU"), u"%"_s, 0, 100},
        {u"host.memory.used"_s, SampleText::tr("Host memory used"), u"MB"_s, 0, none},
        {u"host.memory.total"_s, SampleText::tr("Host memory size"), u"MB"_s, 0, none},
        {u"host.network.in"_s, SampleText::tr("Host network, received"), u"Mbit/s"_s, 0, none},
        {u"host.network.out"_s, SampleText::tr("Host network, sent"), u"Mbit/s"_s, 0, none},
        {u"host.disk.read"_s, SampleText::tr("Disks, read"), u"MB/s"_s, 0, none},
        {u"host.disk.written"_s, SampleText::tr("Disks, written"), u"MB/s"_s, 0, none},
        {u"host.clock"_s, SampleText::tr("Clock, ahead of this computer's"), u"s"_s, none, none},
        {u"serving.ttft.p50"_s, SampleText::tr("Time to first token, p50"), u"ms"_s, 0, none},
        {u"serving.ttft.p99"_s, SampleText::tr("Time to first token, p99"), u"ms"_s, 0, none},
        {u"serving.tpot.p50"_s, SampleText::tr("Time per output token, p50"), u"ms"_s, 0, none},
        {u"serving.tpot.p99"_s, SampleText::tr("Time per output token, p99"), u"ms"_s, 0, none},
        {u"serving.e2e.p50"_s, SampleText::tr("End-to-end latency, p50"), u"ms"_s, 0, none},
        {u"serving.e2e.p99"_s, SampleText::tr("End-to-end latency, p99"), u"ms"_s, 0, none},
        {u"serving.tokens"_s, SampleText::tr("Output tokens per second"), u"tokens/s"_s, 0, none},
        {u"serving.prompt_tokens"_s, SampleText::tr("Input tokens per second"), u"tokens/s"_s, 0, none},
        {u"serving.running"_s, SampleText::tr("Requests running"), {}, 0, none},
        {u"serving.waiting"_s, SampleText::tr("Requests waiting"), {}, 0, none},
        {u"serving.kv_cache"_s, SampleText::tr("KV cache used"), u"%"_s, 0, 100},
    };
}

MetricInfo metricInfo(const QString &metric)
{
    for (const MetricInfo &info : metricCatalogue()) {
        if (info.metric == metric)
            return info;
    }
    return {metric, metric, {}};
}

std::optional<int> healthLevel(const QString &health)
{
    const QStringList words = {u"OK"_s, u"Warning"_s, u"Alarm"_s, u"Critical"_s};
    const qsizetype level = words.indexOf(health);
    return level < 0 ? std::nullopt : std::optional(int(level));
}

QString healthWord(double level)
{
    if (level == 0)
        return u"OK"_s;
    if (level == 1)
        return u"Warning"_s;
    if (level == 2)
        return u"Alarm"_s;
    return level == 3 ? u"Critical"_s : QString();
}

QString isoTime(qint64 timeMs)
{
    return QDateTime::fromMSecsSinceEpoch(timeMs, Qt::UTC).toString(Qt::ISODateWithMs);
}
