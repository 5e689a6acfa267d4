#include "core/cluster/cluster.h"
#include "core/shell/knownhostsfile.h"
#include "tests/support/stoplimit.h"
#include "tests/support/testsshd.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QSignalSpy>

#include <atomic>

namespace {

QString str(const char *text) { return QString::fromUtf8(text); }

Node localNode(const char *name, const QString &root = {})
{
    Node node;
    node.name = str(name);
    node.host = str("127.0.1.1");
    node.transport = Transport::Local;
    node.root = root;
    return node;
}

Deployment with(const QList<Node> &nodes)
{
    Deployment deployment;
    deployment.name = str("test");
    deployment.nodes = nodes;
    return deployment;
}

} // namespace

class TestCluster : public QObject
{
    Q_OBJECT

private slots:
    void openingForgetsWhatWasThere()
    {
        Cluster cluster({});
        cluster.open(with({localNode("a")}), str("/x/a.deployment.json"));
        QVERIFY(cluster.link(str("a")));
        QCOMPARE(cluster.path(), str("/x/a.deployment.json"));
        QCOMPARE(cluster.connections().baseFolder, str("/x"));
        cluster.open(with({localNode("b")}), {});
        QVERIFY(!cluster.link(str("a")));
        QVERIFY(!cluster.isModified());
        QCOMPARE(cluster.state(str("b")), NodeState::Unknown);
    }

    void aLinkThatRepeatsIsToldOfWhenItsOutcomeChanges()
    {
        std::atomic<int> told = 0;
        ConnectionSettings settings;
        settings.onCommand = [&told](const CommandRecord &record) { told += record.line == str("true"); };
        Cluster cluster(settings);
        cluster.open(with({localNode("a")}), {});
        for (const auto &[repeats, expected] : {std::pair(false, 3), {true, 1}}) {
            told = 0;
            const std::unique_ptr<NodeLink> link = cluster.openLink(str("a"), repeats);
            int answers = 0;
            for (int i = 0; i < 3; ++i) {
                link->run(
                    this,
                    [](Shell &shell, Job &job) { return shell.run({.argv = {str("true")}}, job.stop()); },
                    [&answers](const Result<CommandOutput> &output) { answers += output && output->exitCode == 0; });
            }
            QTRY_COMPARE(answers, 3);
            QCOMPARE(told.load(), expected);
        }
    }

    void editingKeepsTheLinksOfNodesThatStay()
    {
        Cluster cluster({});
        QSignalSpy modified(&cluster, &Cluster::modifiedChanged);
        Deployment deployment = with({localNode("a"), localNode("b")});
        cluster.open(deployment, {});
        NodeLink *a = cluster.link(str("a"));
        const QPointer<NodeLink> b = cluster.link(str("b"));
        deployment.nodes[1].host = str("127.0.1.9");
        cluster.edit(deployment);
        QCOMPARE(cluster.link(str("a")), a);
        QVERIFY(b.isNull());
        QVERIFY(cluster.isModified());
        modified.clear();
        cluster.edit(deployment); // nothing changed
        QCOMPARE(modified.size(), 0);
        cluster.markSaved(str("/y/z.deployment.json"));
        QVERIFY(!cluster.isModified());
        QCOMPARE(cluster.path(), str("/y/z.deployment.json"));
    }

    // What is as the file has it is not modified, however often it was changed in between.
    void whatIsChangedBackIsNotModified()
    {
        Cluster cluster({});
        QSignalSpy opened(&cluster, &Cluster::opened);
        Deployment deployment = with({localNode("a"), localNode("b")});
        cluster.open(deployment, str("/x/a.deployment.json"));
        const Deployment before = deployment;
        deployment.nodes.removeLast();
        cluster.edit(deployment);
        QVERIFY(cluster.isModified());
        cluster.edit(before);
        QVERIFY(!cluster.isModified());
        deployment = before;
        deployment.name = str("renamed");
        cluster.edit(deployment);
        cluster.markSaved(str("/x/a.deployment.json"));
        QVERIFY(!cluster.isModified());
        cluster.edit(before);
        QVERIFY(cluster.isModified()); // the file has the new name
        QCOMPARE(opened.count(), 1);
    }

    void reachableNodeTellsItsFacts()
    {
        Cluster cluster({});
        cluster.open(with({localNode("a")}), {});
        QSignalSpy facts(&cluster, &Cluster::factsChanged);
        cluster.inspect();
        QCOMPARE(cluster.state(str("a")), NodeState::Connecting);
        QTRY_COMPARE_WITH_TIMEOUT(facts.size(), 1, 60'000);
        QCOMPARE(cluster.state(str("a")), NodeState::Reachable);
        QVERIFY(cluster.facts(str("a"))->reachable);
        QVERIFY(!cluster.isSimulated());
    }

    void unreachableNodeKeepsItsPlaceAndSaysWhy()
    {
        Cluster cluster({});
        cluster.open(with({localNode("a", str("/no/such/folder")), localNode("b")}), {});
        QSignalSpy facts(&cluster, &Cluster::factsChanged), questions(&cluster, &Cluster::questionRaised);
        cluster.inspect(str("a"));
        QTRY_COMPARE(facts.size(), 1);
        QCOMPARE(cluster.state(str("a")), NodeState::Unreachable);
        QVERIFY(cluster.facts(str("a"))->error->message.contains(str("/no/such/folder")));
        QCOMPARE(questions.size(), 0);
        const QList<NodeFacts> all = cluster.allFacts();
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].name, str("a"));
        QCOMPARE(all[1].name, str("b"));
        QVERIFY(!all[1].error);
    }

    void unknownHostKeyIsAQuestion()
    {
        TestSshd sshd;
        if (!sshd.start())
            QSKIP("no sshd here");
        Node node;
        node.name = str("far");
        node.host = str("127.0.0.1");
        node.port = sshd.port();
        node.auth = AuthMethod::Key;
        node.identityFile = sshd.addUserKey(str("ed25519"));
        ConnectionSettings settings;
        settings.sshConfigFile = sshd.path(str("none"));
        settings.knownHostsFile = sshd.path(str("known_hosts"));
        Cluster cluster(settings);
        cluster.open(with({node}), {});
        QSignalSpy questions(&cluster, &Cluster::questionRaised), facts(&cluster, &Cluster::factsChanged);
        cluster.inspect();
        QTRY_COMPARE_WITH_TIMEOUT(questions.size(), 1, 20'000);
        QCOMPARE(cluster.state(str("far")), NodeState::NeedsAnswer);
        const Error question = questions[0][1].value<Error>();
        QCOMPARE(question.kind, ErrorKind::HostKey);
        facts.clear();
        QVERIFY(appendKnownHost(settings.knownHostsFile, question.facts.value(str("line"))));
        cluster.inspect(str("far"));
        QTRY_COMPARE_WITH_TIMEOUT(facts.size(), 1, 60'000);
        QCOMPARE(cluster.state(str("far")), NodeState::Reachable);
    }

    void closingWhileNodesAreAskedIsQuick()
    {
        QTcpServer mute; // accepts and says nothing
        QVERIFY(mute.listen(QHostAddress::LocalHost, 0));
        Node node;
        node.name = str("mute");
        node.host = str("127.0.0.1");
        node.port = mute.serverPort();
        QElapsedTimer t;
        {
            Cluster cluster({});
            cluster.open(with({node, localNode("a")}), {});
            cluster.inspect();
            QVERIFY(mute.waitForNewConnection(10'000));
            t.start();
        }
        QVERIFY2(t.elapsed() <= stopLimitMs, qPrintable(QString::number(t.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestCluster)
#include "tst_cluster.moc"
