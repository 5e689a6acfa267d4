#include "ui/monitor/chartkinds.h"

#include "core/metrics/sample.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

const QList<ChartKind> &chartKinds()
{
    static const QList<ChartKind> kinds{
        {u"utilization"_s, QT_TRANSLATE_NOOP("MonitorPage", "NPU utilization"), {u"npu.aicore"_s}, {}, {0, 100}},
        {u"memory"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "HBM used"),
         {u"npu.hbm.used"_s},
         u"npu.hbm.total"_s,
         {0, 100}},
        {u"ttft"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Time to first token"),
         {u"serving.ttft.p50"_s, u"serving.ttft.p99"_s},
         {},
         {0, {}, 10}},
        {u"tpot"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Time per output token"),
         {u"serving.tpot.p50"_s, u"serving.tpot.p99"_s},
         {},
         {0, {}, 10}},
        {u"e2e"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "End-to-end latency"),
         {u"serving.e2e.p50"_s, u"serving.e2e.p99"_s},
         {},
         {0, {}, 10}},
        {u"tokens"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Tokens per second"),
         {u"serving.tokens"_s, u"serving.prompt_tokens"_s},
         {},
         {0, {}, 10}},
        {u"requests"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Requests"),
         {u"serving.running"_s, u"serving.waiting"_s},
         {},
         {0, {}, 4, true}},
        {u"kv"_s, QT_TRANSLATE_NOOP("MonitorPage", "KV cache used"), {u"serving.kv_cache"_s}, {}, {0, 100}},
        {u"bandwidth"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "HBM bandwidth used"),
         {u"npu.hbm.bandwidth"_s},
         {},
         {0, 100}},
        {u"received"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "NPU port, received"),
         {u"npu.network.in"_s},
         {},
         {0, {}, 1}},
        {u"sent"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "NPU port, sent"),
         {u"npu.network.out"_s},
         {},
         {0, {}, 1}},
        {u"temperature"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Temperature"),
         {u"npu.temperature"_s},
         {},
         {{}, {}, 10}},
        {u"power"_s, QT_TRANSLATE_NOOP("MonitorPage", "Power"), {u"npu.power"_s}, {}, {0, {}, 50}},
        {u"cpu"_s, QT_TRANSLATE_NOOP("MonitorPage", "Host CPU"), {u"host.cpu"_s}, {}, {0, 100}},
        {u"hostMemory"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Host memory used"),
         {u"host.memory.used"_s},
         u"host.memory.total"_s,
         {0, 100}},
        {u"hostReceived"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Host network, received"),
         {u"host.network.in"_s},
         {},
         {0, {}, 1}},
        {u"hostSent"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Host network, sent"),
         {u"host.network.out"_s},
         {},
         {0, {}, 1}},
        {u"diskRead"_s, QT_TRANSLATE_NOOP("MonitorPage", "Disks, read"), {u"host.disk.read"_s}, {}, {0, {}, 1}},
        {u"diskWritten"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Disks, written"),
         {u"host.disk.written"_s},
         {},
         {0, {}, 1}},
        {u"clock"_s,
         QT_TRANSLATE_NOOP("MonitorPage", "Clock, ahead of this computer's"),
         {u"host.clock"_s},
         {},
         {{}, {}, 1}},
    };
    return kinds;
}

QString ChartKind::unit() const
{
    const QString unit = share.isEmpty() ? metricInfo(metrics.first()).unit : u"%"_s;
    return unit == u"tokens/s" ? QCoreApplication::translate("MonitorPage", "tokens/s") : unit; // the only one of words
}
