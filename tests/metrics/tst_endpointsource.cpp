// An endpoint that this computer does not reach is asked from its node, over a real sshd.
#include "core/metrics/endpointsource.h"
#include "core/nodes/connect.h"
#include "tests/support/rawserver.h"
#include "tests/support/testsshd.h"

#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

class TestEndpointSource : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qunsetenv("SSH_AUTH_SOCK"); }

    void init()
    {
        m_sshd = std::make_unique<TestSshd>();
        if (!m_sshd->start())
            QSKIP("no sshd here");
        m_node = {};
        m_node.name = u"node1"_s;
        m_node.host = u"127.0.0.1"_s;
        m_node.port = m_sshd->port();
        m_node.user = m_sshd->user();
        m_node.auth = AuthMethod::Key;
        m_node.identityFile = m_sshd->addUserKey(u"ed25519"_s);
        ConnectionSettings settings;
        settings.sshConfigFile = m_sshd->path(u"no_config"_s);
        settings.knownHostsFile = m_sshd->write(u"known_hosts"_s, m_sshd->knownHostsLine());
        m_opened = 0;
        m_open = [this, open = shellFactoryFor(m_node, settings)](std::stop_token stop) {
            ++m_opened;
            return open(stop);
        };
    }

    void whatIsReachedIsNotAskedOverTheNode()
    {
        RawServer server(sayMetrics);
        EndpointSource source(u"node1"_s, {server.url(u"/metrics"_s)}, m_open);
        const Result<Reading> reading = source.read({}, {});
        QVERIFY2(reading, reading ? "" : qPrintable(reading.error().message));
        QCOMPARE(running(*reading), 3.0);
        QCOMPARE(m_opened, 0);
        QVERIFY(!reading->uses.first().note.contains(u"SSH"_s));
    }

    // The port is on the node's loopback alone; the address that this computer knows leads nowhere.
    void whatIsNotReachedIsAskedOverTheNode()
    {
        auto server = std::make_unique<RawServer>(sayMetrics);
        const QString url = u"http://127.0.0.77:%1/metrics"_s.arg(server->port());
        EndpointSource alone(u"node1"_s, {url});
        const Result<Reading> refused = alone.read({}, {});
        QVERIFY(!refused && refused.error().kind == ErrorKind::Connection);

        EndpointSource source(u"node1"_s, {url}, m_open);
        for (int i = 0; i < 3; ++i) {
            const Result<Reading> reading = source.read({}, {});
            QVERIFY2(reading, reading ? "" : qPrintable(reading.error().message));
            QCOMPARE(running(*reading), 3.0);
            QVERIFY2(reading->uses.first().note.contains(u"asked from node1 over SSH"_s),
                     qPrintable(reading->uses.first().note));
        }
        QCOMPARE(m_opened, 1);

        server.reset();                  // it ends: said as if it had been asked directly
        const Result<Reading> gone = source.read({}, {});
        QVERIFY(!gone && gone.error().kind == ErrorKind::Connection);
        QCOMPARE(gone.error().message, refused.error().message);
        (void)source.read({}, {});
        QVERIFY2(m_opened <= 2, qPrintable(QString::number(m_opened))); // and the node is not logged into each time
    }

    // A service without /metrics: its log says it, over the node's SSH.
    void whoHasNoMetricsIsReadByItsLog()
    {
        RawServer server([](RawServer::Peer &peer) { peer.json("not found", 404); });
        const QStringList url{server.url(u"/metrics"_s)};
        const QString file = m_sshd->write(u"service.log"_s, "started\n");
        EndpointSource source(u"node1"_s, url, m_open, {u"tail"_s, u"-c"_s, u"65536"_s, u"--"_s, file});
        const Result<Reading> silent = source.read({}, {});
        QVERIFY(!silent && silent.error().message.contains(u"404"_s)); // it says nothing of the kind
        const QByteArray line = "INFO 11-28 10:00:00 [loggers.py:257] Engine 000: Avg prompt throughput: 1.0 tokens/s, "
                                "Avg generation throughput: 20.5 tokens/s, Running: 3 reqs, Waiting: 1 reqs, GPU KV "
                                "cache usage: 4.0%, Prefix cache hit rate: 0.0%\n";
        m_sshd->write(u"service.log"_s, "started\n" + line);
        Result<Reading> reading = silent;
        QTRY_VERIFY_WITH_TIMEOUT(bool(reading = source.read({}, {})), 30'000);
        QVERIFY2(reading, reading ? "" : qPrintable(reading.error().message));
        QCOMPARE(running(*reading), 3.0);
        QCOMPARE(m_opened, 1);
        const SourceUse &use = reading->uses.last();
        QCOMPARE(use.source, u"log"_s);
        QVERIFY2(use.note.contains(u"has no metrics"_s) && use.metrics.contains(u"serving.running"_s),
                 qPrintable(use.note));
        QVERIFY(QFile::remove(file)); // the container is gone: nothing is made up
        QTRY_VERIFY_WITH_TIMEOUT(!source.read({}, {}), 30'000);

        EndpointSource without(u"node1"_s, url, m_open);
        QVERIFY(!without.read({}, {}));
        QCOMPARE(m_opened, 1);
    }

    // MindIE without its variable, with either status.
    void whatMindieNeedsForMetricsIsSaid()
    {
        for (const int status : {200, 500}) {
            RawServer server([status](RawServer::Peer &peer) {
                peer.json("Environment variable MIES_SERVICE_MONITOR_MODE is not set.", status);
            });
            EndpointSource source(u"node1"_s, {server.url(u"/metrics"_s)});
            const Result<Reading> reading = source.read({}, {});
            QVERIFY(!reading);
            QVERIFY2(reading.error().message.contains(u"MIES_SERVICE_MONITOR_MODE=1"_s),
                     qPrintable(reading.error().message));
        }
    }

    void whoIsRefusedByTheNodeDoesNotTryAgain()
    {
        m_sshd->write(u"authorized_keys"_s, "");
        EndpointSource source(u"node1"_s, {u"http://127.0.0.77:9/metrics"_s}, m_open);
        const Result<Reading> refused = source.read({}, {});
        QVERIFY(!refused && refused.error().kind == ErrorKind::Connection);
        QVERIFY2(refused.error().message.contains(u"127.0.0.77"_s), qPrintable(refused.error().message));
        (void)source.read({}, {});
        QCOMPARE(m_opened, 1);
    }

private:
    static void sayMetrics(RawServer::Peer &peer)
    {
        peer.json("num_requests_running 3\ngeneration_tokens_total 100\n");
    }
    static double running(const Reading &reading)
    {
        for (const Sample &sample : reading.samples) {
            if (sample.key.metric == u"serving.running")
                return sample.value;
        }
        return -1;
    }

    std::unique_ptr<TestSshd> m_sshd;
    Node m_node;
    ShellFactory m_open;
    int m_opened = 0;
};

QTEST_GUILESS_MAIN(TestEndpointSource)
#include "tst_endpointsource.moc"
