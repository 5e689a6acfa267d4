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
