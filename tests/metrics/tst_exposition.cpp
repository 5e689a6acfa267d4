// What a Prometheus server is told: names, labels, what is left out.
#include "core/base/json.h"
#include "core/monitor/exposition.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

class ExpositionTest : public QObject {
    Q_OBJECT

    static constexpr qint64 now = 1'774'000'000'000;

    static Sample sample(const QString &node, const QString &device, const QString &metric, double value,
                         qint64 ageMs = 0)
    {
        return {now - ageMs, {node, device, metric}, value};
    }
    static QList<QByteArray> linesOf(const QByteArray &text, const QByteArray &name)
    {
        QList<QByteArray> lines;
        for (const QByteArray &line : text.split('\n')) {
            if (line.startsWith(name + '{'))
                lines << line;
        }
        return lines;
    }

private slots:
    void chipsHaveNpuExportersNames()
    {
        Exposition exposition(u"ds"_s, {u"node1"_s, u"node2"_s});
        exposition.take(
            {sample(u"node1"_s, u"3/0"_s, u"npu.aicore"_s, 42), sample(u"node1"_s, u"3/1"_s, u"npu.aicore"_s, 0),
             sample(u"node1"_s, u"3/0"_s, u"npu.health"_s, 0), sample(u"node1"_s, u"3/1"_s, u"npu.health"_s, 2),
             sample(u"node1"_s, u"host"_s, u"host.cpu"_s, 12.25),
             sample(u"node1"_s, u"endpoint"_s, u"serving.ttft.p99"_s, 812.5)});
        const QByteArray text = exposition.text(now);
        QCOMPARE(linesOf(text, "npu_chip_info_utilization"),
                 (QList<QByteArray>{R"(npu_chip_info_utilization{deployment="ds",node="node1",id="3",chip="0"} 42)",
                                    R"(npu_chip_info_utilization{deployment="ds",node="node1",id="3",chip="1"} 0)"}));
        QCOMPARE(linesOf(text, "npu_chip_info_health_status"),
                 (QList<QByteArray>{R"(npu_chip_info_health_status{deployment="ds",node="node1",id="3",chip="0"} 1)",
                                    R"(npu_chip_info_health_status{deployment="ds",node="node1",id="3",chip="1"} 0)"}));
        QCOMPARE(linesOf(text, "machine_npu_nums"),
                 QList<QByteArray>{R"(machine_npu_nums{deployment="ds",node="node1"} 2)"});
        QCOMPARE(linesOf(text, "ascend_console_host_cpu_percent"),
                 QList<QByteArray>{R"(ascend_console_host_cpu_percent{deployment="ds",node="node1"} 12.25)"});
        QCOMPARE(linesOf(text, "ascend_console_ttft_milliseconds"),
                 QList<QByteArray>{
                     R"(ascend_console_ttft_milliseconds{deployment="ds",node="node1",quantile="0.99"} 812.5)"});
        QCOMPARE(linesOf(text, "ascend_console_node_up"),
                 (QList<QByteArray>{R"(ascend_console_node_up{deployment="ds",node="node1"} 1)",
                                    R"(ascend_console_node_up{deployment="ds",node="node2"} 0)"}));
        QCOMPARE(linesOf(text, "ascend_console_simulated"),
                 QList<QByteArray>{R"(ascend_console_simulated{deployment="ds"} 0)"});
        exposition.noteSimulated();
        QVERIFY(exposition.text(now).contains(R"(ascend_console_simulated{deployment="ds"} 1)"));
    }

    void whatWasNotReportedIsNoLine()
    {
        Exposition exposition(u"ds"_s, {u"node1"_s});
        exposition.take({sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, 91, 2000)});
        QCOMPARE(linesOf(exposition.text(now), "npu_chip_info_power").size(), 1);
        exposition.take({sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, std::nan(""))});
        QVERIFY(!exposition.text(now).contains("npu_chip_info_power")); // no HELP of nothing either
    }

    void aSilentNodesValuesEnd()
    {
        Exposition exposition(u"ds"_s, {u"node1"_s});
        exposition.take(
            {sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, 91), sample(u"node1"_s, u"host"_s, u"host.cpu"_s, 5)});
        QVERIFY(exposition.text(now + Exposition::oldestMs).contains("npu_chip_info_power{"));
        const QByteArray later = exposition.text(now + Exposition::oldestMs + 1);
        QVERIFY(!later.contains("npu_chip_info_power{") && !later.contains("machine_npu_nums{"));
        QVERIFY(later.contains(R"(ascend_console_node_up{deployment="ds",node="node1"} 0)"));
    }

    void theOrderOfTimeCounts()
    {
        Exposition exposition(u"ds"_s, {u"node1"_s});
        exposition.take({sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, 91)});
        exposition.take({sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, 90, 500)}); // late on its way
        QVERIFY(exposition.text(now).contains("} 91\n"));
        exposition.take({sample(u"node1"_s, u"0/0"_s, u"npu.power"_s, 80, 3'600'000)}); // the clock was set back
        QVERIFY(exposition.text(now - 3'600'000).contains("} 80\n"));
    }

    void namesAreWrittenSoThatTheyCanBeRead()
    {
        Exposition exposition(u"a \"b\"\\c\nd"_s, {u"节点 1"_s});
        const QByteArray text = exposition.text(now);
        QVERIFY2(text.contains("deployment=\"a \\\"b\\\"\\\\c\\nd\",node=\"节点 1\""), text.constData());
    }

    // Of what the catalogue has nothing is kept back.
    void everyMetricIsExposed()
    {
        for (const MetricInfo &info : metricCatalogue())
            QVERIFY2(std::any_of(exposedMetrics().cbegin(), exposedMetrics().cend(),
                                 [&](const ExposedMetric &one) { return one.metric == info.metric; }),
                     qPrintable(info.metric));
    }

    // Every panel asks for something that there is, by labels that it has.
    void theDashboardAsksForWhatThereIs()
    {
        const Result<Json> json = parseJson(grafanaDashboard(), u"dashboard"_s);
        QVERIFY(json);
        QByteArray names = "ascend_console_node_up ascend_console_simulated machine_npu_nums";
        for (const ExposedMetric &metric : exposedMetrics())
            names += ' ' + metric.name;
        int panels = 0;
        for (const Json &panel : member(*json, "panels")) {
            for (const Json &target : member(panel, "targets")) {
                const QByteArray asked = stringAt(target, "expr").section(u'{', 0, 0).toUtf8();
                QVERIFY2(names.split(' ').contains(asked), asked.constData());
                ++panels;
            }
        }
        QVERIFY(panels >= 12);
    }
};

QTEST_GUILESS_MAIN(ExpositionTest)
#include "tst_exposition.moc"
