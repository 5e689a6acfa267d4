// ascendctl monitor --prometheus, asked by a real Prometheus server: its own judge of the text finds nothing, and what
// it has stored are the chips of the simulated cluster with the values that their tools show.
#include "core/base/json.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QProcess>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QUrlQuery>

#include <csignal>

using namespace Qt::StringLiterals;

class TestPrometheus : public QObject {
    Q_OBJECT

    struct Got {
        int status = 0;
        QByteArray body, type;
    };

    Got get(const QUrl &url, const QByteArray &origin = {}, const QByteArray &host = {})
    {
        QNetworkRequest request(url);
        request.setTransferTimeout(20'000);
        if (!origin.isEmpty())
            request.setRawHeader("Origin", origin);
        if (!host.isEmpty())
            request.setRawHeader("Host", host);
        const std::unique_ptr<QNetworkReply> reply(m_net.get(request));
        QEventLoop loop;
        connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
        loop.exec();
        return {reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), reply->readAll(),
                reply->rawHeader("Content-Type")};
    }
    // Of the server's answer to a query: "node1 3/0" -> value.
    QMap<QString, double> query(int port, const QString &expression)
    {
        QUrl url(u"http://127.0.0.1:%1/api/v1/query"_s.arg(port));
        QUrlQuery words;
        words.addQueryItem(u"query"_s, QString::fromLatin1(QUrl::toPercentEncoding(expression)));
        url.setQuery(words);
        QMap<QString, double> values;
        const Result<Json> json = parseJson(get(url).body, u"answer"_s);
        if (!json)
            return values;
        for (const Json &one : member(member(*json, "data"), "result")) {
            const Json &labels = member(one, "metric");
            values.insert(stringAt(labels, "node") + u' ' + stringAt(labels, "id") + u'/' + stringAt(labels, "chip"),
                          QString::fromStdString(one["value"][1].get<std::string>()).toDouble());
        }
        return values;
    }
    static int freePort()
    {
        QTcpServer server;
        return server.listen(QHostAddress::LocalHost) ? server.serverPort() : 0;
    }

    QNetworkAccessManager m_net;
    std::unique_ptr<Lab> m_lab;
    QProcess m_monitor;
    QUrl m_url;

private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.nodes = 2, .chips = 8, .ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        m_monitor.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                        {u"monitor"_s, m_lab->deploymentFile(), u"--prometheus"_s, u":0"_s});
        QTRY_VERIFY_WITH_TIMEOUT(m_monitor.canReadLine() || m_monitor.state() == QProcess::NotRunning, 20'000);
        m_url = QUrl(QString::fromUtf8(m_monitor.readLine()).trimmed());
        QVERIFY2(m_url.isValid() && m_url.host() == u"127.0.0.1", m_monitor.readAllStandardError().constData());
        QTRY_VERIFY_WITH_TIMEOUT(get(m_url).body.count("npu_chip_info_utilization{") == 16, 30'000);
    }
    void cleanupTestCase()
    {
        ::kill(pid_t(m_monitor.processId()), SIGINT);
        QVERIFY(m_monitor.waitForFinished(10'000));
        QCOMPARE(m_monitor.exitCode(), 0);
    }

    void itIsPrometheusText()
    {
        const Got got = get(m_url);
        QCOMPARE(got.status, 200);
        QVERIFY2(got.type.startsWith("text/plain; version=0.0.4"), got.type.constData());
        QVERIFY(got.body.contains("ascend_console_simulated{") && !got.body.contains("nan"));
        QCOMPARE(get(m_url.resolved(QUrl(u"/other"_s))).status, 404);
    }

    // A page in the browser of who runs it does not read it, whatever name it points at this machine.
    void webPagesAreRefused()
    {
        QCOMPARE(get(m_url, "http://evil.example").status, 403);
        QCOMPARE(get(m_url, {}, "evil.example").status, 403);
    }

    void whatItDoesNotTakeIsSaid()
    {
        const QString file = m_lab->deploymentFile();
        for (const QString &wrong : {u"x"_s, u":99999"_s, u"0.0.0.0:9187"_s, QString()})
            QCOMPARE(ascendctl({u"monitor"_s, file, u"--prometheus"_s, wrong}).code, 2);
        QCOMPARE(ascendctl({u"monitor"_s, file, u"--prometheus"_s, u":0"_s, u"--once"_s}).code, 2);
        const Ran taken = ascendctl({u"monitor"_s, file, u"--prometheus"_s, u":%1"_s.arg(m_url.port())});
        QCOMPARE(taken.code, 3);
        QVERIFY2(taken.err.contains("Cannot listen"), taken.err.constData());
    }

    // The other way round: a real server that scrapes the simulated npu-exporters and a real node_exporter is the
    // source.
    void aRealServerIsTheSource()
    {
        const QString tools = QStringLiteral(ASC_CACHE_DIR "/prometheus/");
        if (!QFile::exists(tools + u"prometheus"_s))
            QSKIP("there is no Prometheus here (packaging/setup.sh --tests brings it)");
        QByteArray targets;
        for (int node = 0; node < 2; ++node) {
            QVERIFY(m_lab->fault(node, u"npu-exporter"_s));
            targets += (node == 0 ? "'" : "', '") + m_lab->deployment().nodes[node].host.toUtf8() + ":8082";
        }
        QProcess hostExporter;
        const int hostPort = freePort();
        const bool hasHost = QFile::exists(tools + u"prometheus-node-exporter"_s);
        if (hasHost) {
            hostExporter.start(tools + u"prometheus-node-exporter"_s,
                               {u"--web.listen-address=127.0.0.1:%1"_s.arg(hostPort), u"--collector.disable-defaults"_s,
                                u"--collector.cpu"_s, u"--collector.meminfo"_s, u"--collector.netdev"_s,
                                u"--collector.diskstats"_s});
            QVERIFY(hostExporter.waitForStarted());
        }
        QTemporaryDir box;
        QFile config(box.filePath(u"prometheus.yml"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("global:\n  scrape_interval: 1s\nscrape_configs:\n  - job_name: npu\n    static_configs:\n"
                     "      - targets: [" + targets + "']\n  - job_name: hosts\n    static_configs:\n"
                     "      - targets: ['127.0.0.1:" + QByteArray::number(hostPort)
                     + "']\n        labels: {node: node1}\n");
        config.close();
        const int port = freePort();
        QProcess server;
        server.start(tools + u"prometheus"_s,
                     {u"--config.file="_s + config.fileName(), u"--storage.tsdb.path="_s + box.filePath(u"data"_s),
                      u"--web.listen-address=127.0.0.1:%1"_s.arg(port), u"--log.level=warn"_s});
        QVERIFY(server.waitForStarted());
        const auto end = qScopeGuard([&] {
            for (QProcess *one : {&server, &hostExporter}) {
                one->terminate();
                if (one->state() != QProcess::NotRunning && !one->waitForFinished(10'000))
                    one->kill();
            }
            (void)m_lab->clear(0, u"npu-exporter"_s);
            (void)m_lab->clear(1, u"npu-exporter"_s);
        });
        const auto count = [&](const QString &expression) {
            return int(query(port, u"count(%1)"_s.arg(expression)).value(u" /"_s));
        };
        QTRY_COMPARE_WITH_TIMEOUT(count(u"npu_chip_info_utilization"_s), 16, 60'000);
        if (hasHost)
            QTRY_VERIFY_WITH_TIMEOUT(count(u"rate(node_cpu_seconds_total[2m])"_s) > 0, 30'000);

        const QString url = u"http://127.0.0.1:%1"_s.arg(port);
        const Ran ran = ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--from-prometheus"_s, url, u"--once"_s});
        QVERIFY2(ran.code == 0, ran.err.constData());
        QMap<QString, double> values;
        for (const QByteArray &line : ran.out.trimmed().split('\n')) {
            const Result<Json> json = parseJson(line, u"line"_s);
            QVERIFY2(json, line.constData());
            if (stringAt(*json, "device") == u"endpoint")
                continue;
            QCOMPARE(boolAt(*json, "simulated"), std::optional(true));
            QCOMPARE(stringAt(*json, "source"), u"Prometheus"_s);
            values.insert(stringAt(*json, "node") + u' ' + stringAt(*json, "device") + u' ' + stringAt(*json, "metric"),
                          numberAt(*json, "value").value_or(-1));
        }
        for (int node = 0; node < 2; ++node) {
            for (const sim::Chip &chip : m_lab->state(node).chips) {
                const QString key = u"node%1 %2/0 "_s.arg(node + 1).arg(chip.npu);
                QVERIFY2(values.value(key + u"npu.hbm.total"_s) == double(chip.hbm->total), qPrintable(key));
                QVERIFY2(values.value(key + u"npu.health"_s, -1) == 0, qPrintable(key));
                QVERIFY2(values.value(key + u"npu.aicore"_s, -1) >= 0, qPrintable(key));
            }
        }
        if (hasHost) {
            const double used = values.value(u"node1 host host.memory.used"_s, -1),
                         total = values.value(u"node1 host host.memory.total"_s, -1);
            QVERIFY2(used > 0 && used < total, qPrintable(u"%1 of %2"_s.arg(used).arg(total)));
            const double cpu = values.value(u"node1 host host.cpu"_s, -1);
            QVERIFY2(cpu >= 0 && cpu <= 100, qPrintable(QString::number(cpu)));
            for (const char *figure : {"host.network.in", "host.network.out", "host.disk.read", "host.disk.written"}) {
                const double rate = values.value(u"node1 host "_s + QLatin1String(figure), -1);
                QVERIFY2(rate >= 0, figure);
            }
        } else {
            qWarning("no node_exporter here: the hosts' figures were not tried");
        }
        // One that falls silent is not shown with what it said before.
        QVERIFY(m_lab->clear(1, u"npu-exporter"_s));
        QProcess live;
        live.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                   {u"monitor"_s, m_lab->deploymentFile(), u"--from-prometheus"_s, url, u"--for"_s, u"8s"_s});
        QVERIFY(live.waitForFinished(30'000));
        QMap<QString, QByteArrayList> times; // by node: of one chip
        for (const QByteArray &line : live.readAllStandardOutput().split('\n')) {
            if (const Result<Json> json = parseJson(line, u"line"_s);
                json && stringAt(*json, "metric") == u"npu.aicore" && stringAt(*json, "device") == u"0/0")
                times[stringAt(*json, "node")] << stringAt(*json, "time").toUtf8();
        }
        const QByteArrayList told = times.value(u"node1"_s);
        QVERIFY2(QSet<QByteArray>(told.begin(), told.end()).size() == told.size(), told.join(' ').constData());
        QVERIFY(!told.isEmpty() && !times.value(u"node2"_s).isEmpty());
        QVERIFY2(times.value(u"node2"_s).last() < told.last(), told.last().constData());
    }

    // Its own login, as its manual has it (web.yml, basic_auth_users): ~/.netrc's line for the host is given.
    void aRealServerThatWantsALogin()
    {
        const QString tools = QStringLiteral(ASC_CACHE_DIR "/prometheus/");
        if (!QFile::exists(tools + u"prometheus"_s))
            QSKIP("there is no Prometheus here (packaging/setup.sh --tests brings it)");
        QTemporaryDir box;
        const auto write = [&](const QString &name, const QByteArray &text) {
            QFile file(box.filePath(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
                && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        };
        QVERIFY(write(u"prometheus.yml"_s, "global: {}\n"));
        QVERIFY(write(u"web.yml"_s, // bcrypt of "a password for a test"
                      "basic_auth_users:\n  reader: $2b$05$2BYMMKQZLoW4sG8rU/vAfOfEZ0MEfTSoqK1r8ZOxu2AmrxEo6jJ.O\n"));
        const int port = freePort();
        QProcess server;
        server.start(tools + u"prometheus"_s,
                     {u"--config.file="_s + box.filePath(u"prometheus.yml"_s), u"--log.level=warn"_s,
                      u"--web.config.file="_s + box.filePath(u"web.yml"_s),
                      u"--storage.tsdb.path="_s + box.filePath(u"data"_s),
                      u"--web.listen-address=127.0.0.1:%1"_s.arg(port)});
        QVERIFY(server.waitForStarted());
        const auto end = qScopeGuard([&] {
            server.terminate();
            if (!server.waitForFinished(10'000))
                server.kill();
        });
        const QUrl url(u"http://127.0.0.1:%1"_s.arg(port));
        QTRY_COMPARE_WITH_TIMEOUT(get(url.resolved(QUrl(u"/-/ready"_s))).status, 401, 30'000);
        const auto ask = [&](const QString &home) {
            QProcess monitor;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"HOME"_s, home);
            monitor.setProcessEnvironment(environment);
            monitor.start(QStringLiteral(ASC_BIN_DIR "/ascendctl"),
                          {u"monitor"_s, m_lab->deploymentFile(), u"--from-prometheus"_s, url.toString(), u"--once"_s});
            return monitor.waitForFinished(30'000) ? monitor.readAllStandardError() : "it did not end"_ba;
        };
        const QByteArray without = ask(box.filePath(u"nobody"_s));
        QVERIFY2(without.contains("machine 127.0.0.1 login USER password PASSWORD"), without.constData());
        QVERIFY(write(u".netrc"_s, "machine 127.0.0.1 login reader password \"a password for a test\"\n"));
        QByteArray with; // it needs a moment until it answers questions
        QTRY_VERIFY2_WITH_TIMEOUT(!(with = ask(box.path())).contains("503"), with.constData(), 30'000);
        QVERIFY2(!with.contains("login") && with.contains("It does not tell of"), with.constData());
    }

    void aServerThatIsNotThereIsSaid()
    {
        const QString url = u"http://127.0.0.1:%1"_s.arg(freePort());
        const Ran ran = ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--from-prometheus"_s, url, u"--once"_s});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains(url.mid(7).toUtf8()), ran.err.constData());
        QCOMPARE(ascendctl({u"monitor"_s, m_lab->deploymentFile(), u"--from-prometheus"_s, u"here"_s}).code, 2);
    }

    void aRealServerReadsIt()
    {
        const QString tools = QStringLiteral(ASC_CACHE_DIR "/prometheus/");
        if (!QFile::exists(tools + u"prometheus"_s))
            QSKIP("there is no Prometheus here (packaging/setup.sh --tests brings it)");
        QProcess judge;
        judge.start(tools + u"promtool"_s, {u"check"_s, u"metrics"_s});
        judge.write(get(m_url).body);
        judge.closeWriteChannel();
        QVERIFY(judge.waitForFinished(30'000));
        const QByteArray said = judge.readAllStandardError() + judge.readAllStandardOutput();
        for (const QByteArray &line : said.trimmed().split('\n')) // its taste in units is npu-exporter's affair
            QVERIFY2(line.isEmpty() || line.contains("use base unit") || line.contains("reserved"), line.constData());

        QTemporaryDir box;
        QFile config(box.filePath(u"prometheus.yml"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        QFile rules(box.filePath(u"rules.yml"_s)); // that a chip is not OK has to last for 5 s
        QVERIFY(rules.open(QIODevice::WriteOnly));
        rules.write(ascendctl({u"monitor"_s, u"--alert-rules"_s}).out);
        rules.close();
        config.write("global:\n  scrape_interval: 1s\n  evaluation_interval: 1s\nrule_files: [rules.yml]\n"
                     "scrape_configs:\n  - job_name: ascend\n    static_configs:\n"
                     "      - targets: ['127.0.0.1:"
                     + QByteArray::number(m_url.port()) + "']\n");
        config.close();
        const int port = freePort();
        QProcess server;
        server.start(tools + u"prometheus"_s,
                     {u"--config.file="_s + config.fileName(), u"--storage.tsdb.path="_s + box.filePath(u"data"_s),
                      u"--web.listen-address=127.0.0.1:%1"_s.arg(port), u"--log.level=warn"_s});
        QVERIFY(server.waitForStarted());
        const auto end = qScopeGuard([&] {
            server.terminate();
            if (!server.waitForFinished(10'000))
                server.kill();
        });
        QTRY_COMPARE_WITH_TIMEOUT(query(port, u"npu_chip_info_hbm_total_memory"_s).size(), 16, 60'000);
        const QMap<QString, double> total = query(port, u"npu_chip_info_hbm_total_memory"_s);
        for (int node = 0; node < 2; ++node) {
            for (const sim::Chip &chip : m_lab->state(node).chips) {
                const QString key = u"node%1 %2/%3"_s.arg(node + 1).arg(chip.npu).arg(chip.chip.value_or(0));
                QVERIFY2(total.contains(key), qPrintable(key));
                QCOMPARE(total.value(key), double(chip.hbm->total));
            }
        }
        // A chip that raises an alarm, and a node that falls silent, are seen there.
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(query(port, u"npu_chip_info_health_status == 0"_s).size() == 1, 30'000);
        QVERIFY(query(port, u"npu_chip_info_health_status == 0"_s).firstKey().startsWith(u"node2 "_s));
        QCOMPARE(query(port, u"ascend_console_simulated"_s).first(), 1.0);
        const QString firing = u"ALERTS{alertstate=\"firing\"}"_s;
        QTRY_VERIFY_WITH_TIMEOUT(!query(port, firing).isEmpty(), 60'000);
        const QMap<QString, double> alerts = query(port, firing);
        QVERIFY2(alerts.size() == 1 && alerts.firstKey().startsWith(u"node2 3/0"_s), qPrintable(alerts.firstKey()));
    }
};

QTEST_GUILESS_MAIN(TestPrometheus)
#include "tst_prometheus.moc"
