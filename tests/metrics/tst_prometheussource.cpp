// A Prometheus server as the source: its answers in our metrics, by node; that nothing is told twice and what is no
// answer is said.
#include "core/monitor/prometheussource.h"
#include "tests/support/rawserver.h"

#include <QDateTime>
#include <QTest>
#include <QUrl>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QList<PrometheusNode> twoMachines()
{
    return {{u"node1"_s, {u"node1"_s, u"10.0.0.1"_s}}, {u"node2"_s, {u"node2"_s, u"10.0.0.2"_s}}};
}

QByteArray series(const QByteArray &labels, const QByteArray &points)
{
    return "{\"metric\":{" + labels + "},\"values\":[" + points + "]}";
}

QByteArray matrix(const QByteArrayList &all)
{
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[" + all.join(',') + "]}}";
}

QByteArray ofExporter(const QByteArray &name, const QByteArray &instance, int id)
{
    return "\"__name__\":\"" + name + "\",\"instance\":\"" + instance + "\",\"job\":\"npu\",\"id\":\""
        + QByteArray::number(id) + "\",\"pcie_bus_info\":\"0000:C1:00.0\"";
}

} // namespace

class TestPrometheusSource : public QObject
{
    Q_OBJECT

private slots:
    void seriesBecomeSamples()
    {
        const QByteArray text = matrix(
            {series(ofExporter("npu_chip_info_utilization", "10.0.0.1:8082", 3),
                    "[1760000000.5,\"37\"],[1760000001.5,\"38\"]"),
             series(ofExporter("npu_chip_info_health_status", "10.0.0.2:8082", 0), "[1760000000,\"0\"]"),
             series(ofExporter("npu_chip_info_power", "10.0.0.2:8082", 0), "[1760000000,\"-1\"]"),
             series(ofExporter("npu_chip_info_power", "10.0.0.9:8082", 0), "[1760000000,\"90\"]"),
             series("\"__name__\":\"node_memory_MemTotal_bytes\",\"instance\":\"10.0.0.1:9100\"",
                    "[1760000000,\"1073741824\"]"),
             series("\"__name__\":\"node_memory_MemAvailable_bytes\",\"instance\":\"10.0.0.1:9100\"",
                    "[1760000000,\"268435456\"]"),
             series("\"instance\":\"10.0.0.1:9100\",\"ascend_console_figure\":\"host.cpu\"", "[1760000000,\"12.5\"]"),
             series("\"instance\":\"10.0.0.1:9100\",\"ascend_console_figure\":\"host.network.in\"",
                    "[1760000000,\"940.5\"]")});
        const Result<QList<PrometheusSeries>> read = readPrometheusAnswer(text);
        QVERIFY(read && read->size() == 8);
        const PrometheusFigures figures = prometheusFigures(*read, twoMachines());
        QMap<QString, double> found;
        for (const Sample &sample : figures.samples)
            found.insert(u"%1 %2 %3 %4"_s.arg(sample.key.node, sample.key.device, sample.key.metric).arg(sample.timeMs),
                         sample.value);
        QCOMPARE(found.value(u"node1 3/0 npu.aicore 1760000000500"_s, -1), 37.0);
        QCOMPARE(found.value(u"node1 3/0 npu.aicore 1760000001500"_s, -1), 38.0);
        QCOMPARE(found.value(u"node2 0/0 npu.health 1760000000000"_s, -1), 1.0);
        QVERIFY(std::isnan(found.value(u"node2 0/0 npu.power 1760000000000"_s, -1)));
        QCOMPARE(found.value(u"node1 host host.memory.used 1760000000000"_s, -1), 768.0);
        QCOMPARE(found.value(u"node1 host host.memory.total 1760000000000"_s, -1), 1024.0);
        QCOMPARE(found.value(u"node1 host host.cpu 1760000000000"_s, -1), 12.5);
        QCOMPARE(found.value(u"node1 host host.network.in 1760000000000"_s, -1), 940.5);
        QCOMPARE(found.size(), 8);
        QCOMPARE(figures.strangers, QStringList{u"10.0.0.9:8082"_s});
        QVERIFY(!figures.isSimulated);
    }

    void aSeriesNamesItsNode_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("node");
        QTest::newRow("address") << u"instance"_s << u"10.0.0.2:9100"_s << u"node2"_s;
        QTest::newRow("name") << u"instance"_s << u"NODE2:9100"_s << u"node2"_s;
        QTest::newRow("with its domain") << u"instance"_s << u"node2.example.org:9100"_s << u"node2"_s;
        QTest::newRow("an address like it") << u"instance"_s << u"10.0.0.21:9100"_s << QString();
        QTest::newRow("the manual's job") << u"job"_s << u"node1"_s << u"node1"_s;
        QTest::newRow("own") << u"node"_s << u"node1"_s << u"node1"_s;
        QTest::newRow("nobody") << u"instance"_s << QString() << QString();
        QTest::newRow("six") << u"instance"_s << u"[fd00::1]:9100"_s << QString();
    }
    void aSeriesNamesItsNode()
    {
        QFETCH(QString, label);
        QFETCH(QString, value);
        QTEST(nodeOfSeries({{label, value}}, twoMachines()), "node");
    }

    // Of two nodes at one address (a lab) the instance tells none.
    void oneAddressForTwoTellsNone()
    {
        QList<PrometheusNode> nodes = twoMachines();
        nodes[1].names << u"10.0.0.1"_s;
        QVERIFY(nodeOfSeries({{u"instance"_s, u"10.0.0.1:9100"_s}}, nodes).isEmpty());
        QCOMPARE(nodeOfSeries({{u"instance"_s, u"10.0.0.1:9100"_s}, {u"node"_s, u"node2"_s}}, nodes), u"node2"_s);
    }

    void whatIsNoAnswerIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorKind>("kind");
        QTest::newRow("a page") << "<html></html>"_ba << ErrorKind::Parse;
        QTest::newRow("nothing") << ""_ba << ErrorKind::Parse;
        QTest::newRow("other JSON") << "[1,2]"_ba << ErrorKind::Parse;
        QTest::newRow("cut off") << matrix({series("\"a\":\"b\"", "[1,\"2\"]")}).chopped(3) << ErrorKind::Parse;
        QTest::newRow("a scalar")
            << "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}}"_ba
            << ErrorKind::Parse;
        QTest::newRow("refused") << "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"no\"}"_ba
                                 << ErrorKind::Model;
        QTest::newRow("binary") << QByteArray(1000, '\xfe') << ErrorKind::Parse;
    }
    void whatIsNoAnswerIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(ErrorKind, kind);
        const Result<QList<PrometheusSeries>> read = readPrometheusAnswer(text);
        QVERIFY(!read);
        QCOMPARE(read.error().kind, kind);
        QVERIFY(!read.error().message.isEmpty());
    }

    void oddSeriesDoNoHarm()
    {
        const Result<QList<PrometheusSeries>> read = readPrometheusAnswer(matrix(
            {"null", "{\"metric\":7}", series("\"__name__\":7", "[1,\"2\"]"),
             series("", "[1e300,\"2\"],[1],[\"x\",\"y\"],7"),
             series(ofExporter("npu_chip_info_utilization", "10.0.0.1:1", 99999),
                    "[1760000000,\"NaN\"],[1760000001,\"3\"]"),
             series(ofExporter("npu_chip_info_utilization", "10.0.0.1:1", 1),
                    "[1760000000,\"1e999\"],[1760000001,\"3000\"]")}));
        QVERIFY(bool(read));
        const PrometheusFigures figures = prometheusFigures(*read, twoMachines());
        QCOMPARE(figures.samples.size(), 1); // 3000 % is no value, and was told of
        QVERIFY(std::isnan(figures.samples.first().value));
    }

    // Asked again and again, it tells each point once.
    void nothingIsToldTwice()
    {
        std::atomic<int> asked = 0;
        QByteArray queries;
        const qint64 second = QDateTime::currentSecsSinceEpoch();
        RawServer server([&](RawServer::Peer &peer) {
            const QString line = QUrl::fromPercentEncoding(peer.request.left(peer.request.indexOf('\r')));
            const bool isRange = line.contains(u"npu_chip_info_"_s);
            QByteArray points = "[" + QByteArray::number(second) + ",\"37\"]";
            if (isRange && asked++ > 0)
                points += ",[" + QByteArray::number(second + 1) + ",\"38\"]";
            queries += line.toUtf8() + '\n';
            peer.json(isRange ? matrix({series(ofExporter("npu_chip_info_utilization", "node1:8082", 0), points)})
                              : matrix({}));
        });
        PrometheusSource source(server.url({}), twoMachines());
        const Result<Reading> first = source.read({}, {});
        QVERIFY2(first, first ? "" : qPrintable(first.error().message));
        QCOMPARE(first->samples.size(), 1);
        QCOMPARE(first->samples.first().timeMs, second * 1000);
        const Result<Reading> next = source.read({}, {});
        QVERIFY(next && next->samples.size() == 1);
        QCOMPARE(next->samples.first().value, 38.0);
        const Result<Reading> last = source.read({}, {});
        QVERIFY(last && last->samples.isEmpty());
        QVERIFY(queries.contains("node_cpu_seconds_total") && queries.contains("npu_chip_info_utilization"));
        QCOMPARE(last->uses.size(), 1);
        QVERIFY2(last->uses.first().note.contains(u"node2"_s), qPrintable(last->uses.first().note));
        QCOMPARE(last->uses.first().metrics, QStringList{u"npu.aicore"_s});
    }

    void addressesAreTakenOrRefused()
    {
        QCOMPARE(*prometheusUrl(u" http://prom.example:9090/ "_s), u"http://prom.example:9090"_s);
        QCOMPARE(*prometheusUrl(u"https://h/prom"_s), u"https://h/prom"_s);
        QCOMPARE(*prometheusUrl(u"https://reader@h"_s), u"https://reader@h"_s); // ~/.netrc has the rest
        const Result<QString> secret = prometheusUrl(u"http://reader:hunter2@prom.example:9090"_s);
        QVERIFY(!secret && !secret.error().message.contains(u"hunter2"_s));
        QVERIFY2(secret.error().message.contains(u"machine prom.example login reader password PASSWORD"_s),
                 qPrintable(secret.error().message));
        for (const QString &odd : {u"ftp://x:hunter2@y"_s, u"http://h/?token=hunter2"_s, u"http://b:hunter2@a@h?"_s})
            QVERIFY2(!prometheusUrl(odd).error().message.contains(u"hunter2"_s), qPrintable(odd));
        for (const QString &wrong : {u"prom:9090"_s, u"ftp://h"_s, u"http://"_s, QString(), u"http://h/?a=b"_s})
            QVERIFY2(!prometheusUrl(wrong), qPrintable(wrong));
        for (const QString &with : {u"http://a:hunter2@h"_s, u"a:hunter2@h:9090"_s, u"https://a:hun/ter@2@h/x"_s,
                                    u" http://:hunter2@[::1]:9090"_s})
            QVERIFY2(holdsPassword(with), qPrintable(with));
        for (const QString &without : {u"http://a@h:9090"_s, u"http://h:9090/a@b"_s, u"http://[::1]:9090/a@b"_s,
                                       u"http://h:9090?a=b@c"_s, u"https://h/a:b@c"_s, u"h:9090"_s, QString()})
            QVERIFY2(!holdsPassword(without), qPrintable(without));
        Deployment deployment;
        setPrometheus(deployment, u"http://h:9090"_s);
        QCOMPARE(prometheusOf(deployment), u"http://h:9090"_s);
        QVERIFY(toText(deployment).contains("\"prometheus\": \"http://h:9090\""));
        setPrometheus(deployment, {});
        QVERIFY(!toText(deployment).contains("prometheus"));
    }

    void whoeverWantsALoginIsTold_data()
    {
        QTest::addColumn<int>("status");
        QTest::newRow("none given") << 401;
        QTest::newRow("another") << 403;
    }
    void whoeverWantsALoginIsTold()
    {
        QFETCH(int, status);
        RawServer server([&](RawServer::Peer &peer) { peer.json("Unauthorized", status); });
        PrometheusSource source(server.url({}), twoMachines());
        const Result<Reading> none = source.read({}, {});
        QVERIFY(!none && none.error().kind == ErrorKind::Authentication);
        QVERIFY2(none.error().message.contains(u"~/.netrc"_s)
                     && none.error().message.contains(u"machine 127.0.0.1 login"_s),
                 qPrintable(none.error().message));
    }

    void whoIsNotReadyIsNotTakenForAnother()
    {
        RawServer server([](RawServer::Peer &peer) { peer.json("Service Unavailable", 503); });
        PrometheusSource source(server.url({}), twoMachines());
        const Result<Reading> none = source.read({}, {});
        QVERIFY(!none && none.error().kind == ErrorKind::Model);
        QVERIFY2(none.error().message.contains(u"503"_s), qPrintable(none.error().message));
    }

    void nobodyThereIsAnError()
    {
        quint16 port = 0;
        {
            RawServer gone([](RawServer::Peer &) {});
            port = gone.port();
        }
        PrometheusSource source(u"http://127.0.0.1:%1"_s.arg(port), twoMachines());
        const Result<Reading> none = source.read({}, {});
        QVERIFY(!none && none.error().kind == ErrorKind::Connection);
    }
};

QTEST_GUILESS_MAIN(TestPrometheusSource)
#include "tst_prometheussource.moc"
