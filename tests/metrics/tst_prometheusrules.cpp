// Alert rules to Prometheus and back: what is written is read as the same rules; what means something else is said and
// not taken.
#include "core/base/data.h"
#include "core/monitor/ownalerts.h"
#include "core/monitor/prometheusrules.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

Json shippedRules()
{
    return *jsonDataFile(u"alerts.json"_s);
}

QByteArray fileOf(const QByteArray &rule)
{
    return "groups:\n- name: mine\n  rules:\n" + rule;
}

QByteArray alertYaml(const QByteArray &expression)
{
    return fileOf("  - alert: mine\n    expr: " + expression + "\n    for: 1m30s\n    labels: {severity: page}\n");
}

} // namespace

class PrometheusRulesTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsReadAsTheSame()
    {
        Json own = withRule({}, u"ttft-over-objective"_s, {{"off", false}, {"above", 2500}, {"clear", 2000}});
        own = withRule(own, u"mine"_s,
                       {{"severity", "critical"},
                        {"metric", "host.cpu"},
                        {"each", "node"},
                        {"above", 90.5},
                        {"clear", 80},
                        {"forSeconds", 60},
                        {"clearSeconds", 30},
                        {"title", {{"en", "It's \"busy\": 90 %"}}},
                        {"remedy", {{"en", "a: b\\c"}}}});
        own = withWebhook(own, u"https://127.0.0.1/x"_s);
        const Result<QList<AlertRule>> rules = alertRulesFrom(shippedRules(), own, u"own.json"_s);
        QVERIFY2(rules, rules ? "" : qPrintable(rules.error().message));
        const Result<ImportedRules> back = importPrometheusRules(prometheusRules(*rules), shippedRules(), own);
        QVERIFY2(back, back ? "" : qPrintable(back.error().message));
        QCOMPARE(back->notTaken, QStringList());
        QCOMPARE(back->taken.size(), rules->size());
        QVERIFY(stringAt(back->own, "webhook") == u"https://127.0.0.1/x");
        const Result<QList<AlertRule>> again = alertRulesFrom(shippedRules(), back->own, u"own.json"_s);
        QVERIFY2(again, again ? "" : qPrintable(again.error().message));
        QVERIFY(*again == *rules);

        // and into a program where nobody has changed anything
        const Result<ImportedRules> fresh = importPrometheusRules(prometheusRules(*rules), shippedRules(), {});
        Json ownOnly = fresh->own;
        for (Json &rule : ownOnly["rules"]) {
            if (stringAt(rule, "id") == u"ttft-over-objective")
                rule["off"] = false;
        }
        const Result<QList<AlertRule>> elsewhere = alertRulesFrom(shippedRules(), ownOnly, u"own.json"_s);
        QVERIFY2(elsewhere, elsewhere ? "" : qPrintable(elsewhere.error().message));
        QVERIFY(*elsewhere == *rules);
    }

    void conditions_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("condition"); // empty: not taken
        QTest::newRow("plain") << "npu_chip_info_temperature > 80"_ba
                               << R"({"metric": "npu.temperature", "each": "chip", "above": 80.0})"_ba;
        QTest::newRow("share")
            << "100*npu_chip_info_hbm_used_memory/npu_chip_info_hbm_total_memory > 97.5"_ba
            << R"({"metric": "npu.hbm.used", "of": "npu.hbm.total", "each": "chip", "above": 97.5})"_ba;
        QTest::newRow("mean")
            << "avg by (node) (npu_chip_info_utilization) < 70 and on (deployment) "
               "ascend_console_requests_running > 0"_ba
            << R"({"metric": "npu.aicore", "during": "serving.running", "each": "node", "below": 70.0})"_ba;
        QTest::newRow("health") << "npu_chip_info_health_status != 1"_ba
                                << R"({"metric": "npu.health", "each": "chip", "above": 0})"_ba;
        QTest::newRow("quantile") << "'ascend_console_ttft_milliseconds{quantile=\"0.99\"} > 2e3'"_ba
                                  << R"({"metric": "serving.ttft.p99", "each": "endpoint", "above": 2000.0})"_ba;
        QTest::newRow("host") << "ascend_console_host_cpu_percent > 90"_ba
                              << R"({"metric": "host.cpu", "each": "node", "above": 90.0})"_ba;
        QTest::newRow("silent node") << "ascend_console_node_up == 0"_ba
                                     << R"({"silent": "", "each": "node"})"_ba;
        for (const char *other :
             {"up == 0", "rate(npu_chip_info_power[5m]) > 3", "npu_chip_info_temperature >= 80",
              "'npu_chip_info_temperature{node=\"a\"} > 80'", "npu_chip_info_temperature > 80 or up == 0",
              "npu_chip_info_hbm_used_memory / npu_chip_info_hbm_total_memory > 0.9", // no percent
              "avg by (node) (ascend_console_requests_running) > 1", "avg by (node) (npu_chip_info_power > 3",
              "avg without (node) (npu_chip_info_temperature) > 75", "avg by (deployment) (npu_chip_info_power) > 1",
              "avg by () (npu_chip_info_power) > 1", "avg by (node, id) (npu_chip_info_power) > 1",
              "npu_chip_info_power > 3 and on (node) ascend_console_requests_running > 0",
              "npu_chip_info_power > 3 and on () ascend_console_requests_running > 0",
              "100 * npu_chip_info_hbm_used_memory / ascend_console_host_memory_total_megabytes > 90",
              "npu_chip_info_power > 1.2.3", "npu_chip_info_health_status > 0",
              "'ascend_console_ttft_milliseconds{quantile=\"0.9\"} > 2'", "''", "[1, 2]"})
            QTest::newRow(other) << QByteArray(other) << QByteArray();
    }
    void conditions()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, condition);
        const Result<ImportedRules> got = importPrometheusRules(alertYaml(expression), shippedRules(), {});
        QVERIFY2(got, got ? "" : qPrintable(got.error().message));
        if (condition.isEmpty()) {
            QVERIFY(got->taken.isEmpty() && got->notTaken.size() == 1 && got->own["rules"].empty());
            QVERIFY2(got->notTaken.first().startsWith(u"mine: "), qPrintable(got->notTaken.first()));
            return;
        }
        QCOMPARE(got->notTaken, QStringList());
        Json want = *parseJson(condition, u"condition"_s);
        want["id"] = "mine";
        want["title"] = {{"en", "mine"}};
        want["severity"] = "critical";
        want["forSeconds"] = 90;
        want["clearSeconds"] = 0;
        const nlohmann::json members = got->own["rules"], wanted = Json::array({want}); // in whatever order
        QVERIFY2(members == wanted, compactJson(got->own).constData());
        QVERIFY(alertRulesFrom(shippedRules(), got->own, u"own.json"_s));
    }

    void aShippedRuleIsReplacedWhole()
    {
        const QByteArray yaml = fileOf("  - alert: npu-underused\n    expr: npu_chip_info_power > 300\n");
        const Result<ImportedRules> got = importPrometheusRules(yaml, shippedRules(), {});
        QVERIFY(got);
        const Result<QList<AlertRule>> rules = alertRulesFrom(shippedRules(), got->own, u"own.json"_s);
        QVERIFY2(rules, rules ? "" : qPrintable(rules.error().message));
        const AlertRule *rule = findRule(*rules, u"npu-underused"_s);
        QVERIFY(rule && rule->metric == u"npu.power" && rule->above == 300.0 && !rule->below && rule->during.isEmpty());
        QVERIFY(rule->clear == 300 && rule->each == AlertRule::Each::Chip);
    }

    void whatIsNoFileOfRulesIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("a list") << "- a\n- b\n"_ba;
        QTest::newRow("no YAML") << "groups: [\n"_ba;
        QTest::newRow("a tab") << "groups:\n\t- name: x\n"_ba;
        QTest::newRow("groups are text") << "groups: none\n"_ba;
        QTest::newRow("no rules") << "groups:\n- name: x\n"_ba;
        QTest::newRow("deep") << QByteArray(200'000, '[');
        QTest::newRow("bytes") << QByteArray("\0\xff\xfe{", 4);
    }
    void whatIsNoFileOfRulesIsSaid()
    {
        QFETCH(QByteArray, text);
        const Result<ImportedRules> got = importPrometheusRules(text, shippedRules(), {});
        QVERIFY(!got && got.error().kind == ErrorKind::Parse && !got.error().message.isEmpty());
    }

    void oddRulesAreSaid()
    {
        for (const QByteArray &rule : {"  - {alert: a, expr: npu_chip_info_power > 3, for: 25h}\n"_ba,
                                       "  - {alert: a, expr: npu_chip_info_power > 3, for: soon}\n"_ba,
                                       "  - {alert: a}\n"_ba, "  - {alert: a, expr: [x]}\n"_ba,
                                       "  - {alert: a, expr: npu_chip_info_power > 3, keep_firing_for: 1y}\n"_ba}) {
            const Result<ImportedRules> got = importPrometheusRules(fileOf(rule), shippedRules(), {});
            QVERIFY2(got && got->taken.isEmpty() && got->notTaken.size() == 1, rule.constData());
        }
        // The same name twice, as for a warning and a critical bound: the first holds, the second is named.
        const Result<ImportedRules> twice
            = importPrometheusRules(fileOf("  - {alert: hot, expr: npu_chip_info_power > 3}\n"
                                           "  - {alert: hot, expr: npu_chip_info_power > 5}\n"),
                                    shippedRules(), {});
        QVERIFY(twice && twice->taken == QStringList(u"hot"_s) && twice->notTaken.size() == 1);
        QVERIFY(twice->own["rules"].size() == 1 && twice->own["rules"][0]["above"] == 3);
        const Result<ImportedRules> otherSide = importPrometheusRules(
            fileOf("  - {alert: a, expr: npu_chip_info_power > 3, annotations: {clear: '5'}}\n"), shippedRules(), {});
        QVERIFY(otherSide && otherSide->taken.size() == 1 && alertRulesFrom(shippedRules(), otherSide->own, u"o"_s));
        QVERIFY(!importPrometheusRules("groups: []\n---\ngroups: []\n", shippedRules(), {}));
        const Result<ImportedRules> list = importPrometheusRules(
            fileOf("  - {alert: a, expr: npu_chip_info_power > 3, for: [5m]}\n"), shippedRules(), {});
        QVERIFY(list && list->taken.isEmpty() && list->notTaken.size() == 1);
        const Result<ImportedRules> recording
            = importPrometheusRules(fileOf("  - {record: a, expr: up}\n  - 7\n"), shippedRules(), {});
        QVERIFY(recording && recording->taken.isEmpty() && recording->notTaken.isEmpty());
    }
};

QTEST_GUILESS_MAIN(PrometheusRulesTest)
#include "tst_prometheusrules.moc"
