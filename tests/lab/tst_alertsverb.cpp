// ascendctl monitor --alerts on the simulated cluster: faults begin and end, the user's own rules, and an idle cluster
// of which nothing is to be said.
#include "core/base/json.h"
#include "core/monitor/alertlog.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "tests/support/hookreceiver.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

class AlertsVerbTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;

    void putRules(const QByteArray &text)
    {
        QVERIFY(QDir(m_home.path()).mkpath(u"config/ascend-console"_s));
        QFile file(m_home.filePath(u"config/ascend-console/alerts.json"_s));
        QVERIFY(file.open(QFile::WriteOnly | QFile::Truncate) && file.write(text) == text.size());
    }

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_s).toUtf8());
        Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
    }
    void cleanupTestCase() { m_lab.reset(); }

    void faultsBeginAndEnd()
    {
        // as shipped but faster, so that nobody waits for half a minute
        putRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": 2, "clearSeconds": 2},
                               {"id": "chips-silent", "forSeconds": 6}]})");
        QProcess monitor;
        monitor.setProcessChannelMode(QProcess::SeparateChannels);
        monitor.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"), {u"monitor"_s, m_lab->deploymentFile(), u"--alerts"_s});
        QVERIFY(monitor.waitForStarted());
        QList<Json> lines, around;       // what was sampled around an alert comes a minute later, or at the end
        QByteArray rest;
        const auto read = [&] {
            rest += monitor.readAllStandardOutput();
            while (rest.contains('\n')) {
                const QByteArray line = rest.left(rest.indexOf('\n'));
                rest.remove(0, line.size() + 1);
                if (const Result<Json> json = parseJson(line, u"line"_s))
                    (stringAt(*json, "state") == u"around"_s ? around : lines) << *json;
            }
        };
        const auto wait = [&](const QString &alert, const QString &state) {
            const auto seen = [&] {
                read();
                return std::any_of(lines.cbegin(), lines.cend(), [&](const Json &one) {
                    return stringAt(one, "alert") == alert && stringAt(one, "state") == state;
                });
            };
            return QTest::qWaitFor(seen, 60'000);
        };
        QTest::qWait(5000);
        QCOMPARE(monitor.bytesAvailable(), 0); // all is well: nothing is said
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QVERIFY(wait(u"chip-not-ok"_s, u"firing"_s));
        const Json alarm = lines.last();
        QCOMPARE(stringAt(alarm, "node"), u"node2"_s);
        QCOMPARE(stringAt(alarm, "device"), u"3/0"_s);
        QCOMPARE(stringAt(alarm, "severity"), u"critical"_s);
        QCOMPARE(alarm.value("value", 0), 2); // Alarm
        QVERIFY(alarm.value("simulated", false) && stringAt(alarm, "remedy").contains(u"npu.health"_s));
        QCOMPARE(lines.size(), 1);
        QVERIFY(m_lab->clear(1));
        QVERIFY(wait(u"chip-not-ok"_s, u"ended"_s));

        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        QVERIFY(wait(u"chips-silent"_s, u"firing"_s));
        QCOMPARE(stringAt(lines.last(), "node"), u"node1"_s); // its host goes on: the node is not called silent
        QVERIFY(lines.last().value("value", Json()).is_null() && lines.last().value("device", Json()).is_null());
        QVERIFY(m_lab->clear(0));
        QVERIFY(wait(u"chips-silent"_s, u"ended"_s));
        QCOMPARE(lines.size(), 4);
        ::kill(pid_t(monitor.processId()), SIGTERM);
        QVERIFY(monitor.waitForFinished(20'000));
        read();
        QCOMPARE(around.size(), 2);
        QCOMPARE(stringAt(around[0], "alert"), u"chip-not-ok"_s);
        QCOMPARE(stringAt(around[0], "device"), u"3/0"_s);
        QCOMPARE(stringAt(around[0], "fired"), stringAt(alarm, "time"));
        QSet<int> healths;
        for (const Json &series : around[0]["around"]) {
            QVERIFY(stringAt(series, "device") == u"3/0"_s || stringAt(series, "device") == u"host"_s);
            for (const Json &value : series["values"]) {
                if (stringAt(series, "metric") == u"npu.health"_s && value[1].is_number())
                    healths << value[1].get<int>();
            }
        }
        QVERIFY(healths.contains(0) && healths.contains(2)); // before, and then
        QCOMPARE(stringAt(around[1], "alert"), u"chips-silent"_s);
        QSet<QString> devices;
        for (const Json &series : around[1]["around"])
            devices << stringAt(series, "device");
        QCOMPARE(devices.size(), 8 + 1); // every chip, and the host
    }

    void wrongRulesAreRefused()
    {
        putRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": "2"}]})");
        const Ran ran = ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--alerts"_s});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("alerts.json, /rules/0/forSeconds: "), ran.err.constData());
        QCOMPARE(ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--alerts"_s, u"--once"_s}).code, 2);
        putRules("{");
        QVERIFY(ascendctl({u"monitor"_s, u"--alert-rules"_s}).code == 3);
        QVERIFY(QFile::remove(m_home.filePath(u"config/ascend-console/alerts.json"_s)));
    }

    // Sampled first, tried afterwards with rules that were not there then.
    void thePastIsTried()
    {
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        const QString file = m_home.filePath(u"samples.db"_s);
        QCOMPARE(ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--db"_s, file, u"--for"_s, u"8s"_s}).code, 0);
        QVERIFY(m_lab->clear(1));
        putRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": 2}]})");
        const Ran ran = ascendctl({u"monitor"_s, u"--alerts"_s, u"--history"_s, file});
        QVERIFY2(ran.code == 0 && ran.out.contains(R"("alert":"chip-not-ok","state":"firing")")
                     && ran.err.contains("Z: 1."),
                 (ran.out + ran.err).constData());
        QCOMPARE(ran.out.count('\n'), 1);
        const Ran none = ascendctl({u"monitor"_s, u"--alerts"_s, u"--history"_s, file + u"x"_s});
        QVERIFY(none.code == 3 && none.err.contains("cannot be read: No such file") && !QFile::exists(file + u"x"_s));
        QVERIFY(QFile::remove(m_home.filePath(u"config/ascend-console/alerts.json"_s)));
    }

    // What was told while it was sampled stands in the recording, too.
    void whatWasToldIsRecorded()
    {
        putRules("{\"rules\": [{\"id\": \"chip-hot\", \"above\": 10, \"clear\": 5, \"forSeconds\": 1}]}");
        const QString file = m_home.filePath(u"told.db"_s), recording = m_home.filePath(u"told.ascrec"_s);
        const Ran ran = ascendctl(
            {u"monitor"_s, m_lab->deploymentFile(), u"--alerts"_s, u"--db"_s, file, u"--for"_s, u"6s"_s});
        const qsizetype told = ran.out.count("\"state\":\"firing\"");
        QVERIFY2(ran.code == 0 && told > 0, (ran.out + ran.err).constData());
        const Ran recorded
            = ascendctl({u"record"_s, m_lab->deploymentFile(), u"-o"_s, recording, u"--db"_s, file});
        QVERIFY2(recorded.code == 0, (recorded.out + recorded.err).constData());
        const Result<QList<AlertRecord>> alerts = loggedAlerts(recording, 1000);
        QVERIFY2(alerts, alerts ? "" : qPrintable(alerts.error().message));
        QCOMPARE(alerts->size(), told);
        QCOMPARE(alerts->first().alert.rule, u"chip-hot"_s);
        QVERIFY(m_lab->deployment().nodes.size() == 2 && alerts->first().alert.node.startsWith(u"node"_s));
        QVERIFY(!loggedAround(recording, alerts->first().alert)->isEmpty());
        QVERIFY(QFile::remove(m_home.filePath(u"config/ascend-console/alerts.json"_s)));
    }

    void prometheusTakesTheRules()
    {
        const Ran ran = ascendctl({u"monitor"_s, u"--alert-rules"_s});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("  - alert: 'chip-not-ok'\n"), ran.out.constData());
        const QString judge = QStringLiteral(ASC_CACHE_DIR "/prometheus/promtool");
        if (!QFile::exists(judge))
            QSKIP("there is no Prometheus here (packaging/setup.sh --tests brings it)");
        QFile file(m_home.filePath(u"rules.yml"_s));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(ran.out) == ran.out.size());
        file.close();
        QProcess tool;
        tool.setProcessChannelMode(QProcess::MergedChannels);
        tool.start(judge, {u"check"_s, u"rules"_s, u"--lint=all"_s, u"--lint-fatal"_s, file.fileName()});
        QVERIFY(tool.waitForFinished(30'000));
        const QByteArray said = tool.readAll();
        QVERIFY2(tool.exitCode() == 0 && said.contains("SUCCESS: 14 rules found"), said.constData());
    }

    void itsRulesAreTaken()
    {
        const QString own = m_home.filePath(u"config/ascend-console/alerts.json"_s),
                      yaml = m_home.filePath(u"own.yml"_s);
        QFile file(yaml);
        QVERIFY(file.open(QFile::WriteOnly)
                && file.write("groups:\n- name: a\n  rules:\n  - {alert: warm, expr: npu_chip_info_temperature > 10}\n"
                              "  - {alert: Down, expr: up == 0}\n")
                    > 0);
        file.close();
        Ran ran = ascendctl({u"monitor"_s, u"--import-alert-rules"_s, yaml});
        QVERIFY2(ran.code == 1 && ran.out.contains("warm") && ran.err.contains("Down") && ran.err.contains("up == 0"),
                 (ran.out + ran.err).constData());
        ran = ascendctl({u"monitor"_s, u"--alert-rules"_s});
        QVERIFY2(ran.out.contains("'npu_chip_info_temperature > 10'"), ran.out.constData());
        ran = ascendctl({u"monitor"_s, u"--import-alert-rules"_s, yaml + u"x"_s});
        QVERIFY(ran.code == 3 && ran.err.contains("own.ymlx"));
        QVERIFY(QFile::remove(own));
    }

    // The webhook is told of the same alerts, in the same run.
    void theWebhookIsTold()
    {
        HookReceiver receiver({200});
        putRules("{\"webhook\": \"" + receiver.url().toUtf8()
                 + "\", \"rules\": [{\"id\": \"chip-hot\", \"above\": 10, \"clear\": 5, \"forSeconds\": 1}]}");
        const Ran ran = ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--alerts"_s, u"--for"_s, u"6s"_s});
        QVERIFY2(ran.code == 0 && ran.out.contains("\"chip-hot\""), (ran.out + ran.err).constData());
        qsizetype told = 0;
        for (const Json &body : receiver.bodies()) {
            QCOMPARE(stringAt(body["commonLabels"], "simulated"), u"true"_s);
            told += qsizetype(body["alerts"].size());
        }
        QCOMPARE(told, ran.out.count("\"state\":\"firing\""));
        QVERIFY(!ran.err.contains("secret-token"));
        QVERIFY(QFile::remove(m_home.filePath(u"config/ascend-console/alerts.json"_s)));
    }
};

QTEST_GUILESS_MAIN(AlertsVerbTest)
#include "tst_alertsverb.moc"
