// A run over several links: what it tells, when, and what a lost node, a stop or its own death do to it.
#include "core/checks/checkrun.h"
#include "core/findings/acceptance.h"
#include "tests/support/scriptednode.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

class TestCheckRun : public QObject
{
    Q_OBJECT

private:
    static Deployment deployment()
    {
        Deployment deployment;
        for (int i = 1; i <= 2; ++i) {
            Node node;
            node.name = u"node%1"_s.arg(i);
            node.host = u"10.20.1.%1"_s.arg(i);
            deployment.nodes << node;
        }
        deployment.settings = {{"image", ScriptedNode::imageName()},
                               {"weights", ScriptedNode::weights()},
                               {"containerName", "deepseekLocal"}};
        return deployment;
    }

    static ShellFactory answering(const ScriptedNode &node)
    {
        return [node](std::stop_token) -> Result<std::unique_ptr<Shell>> {
            return std::unique_ptr<Shell>(new ScriptedShell(node.shell()));
        };
    }

    static const Finding *find(const QList<Finding> &findings, const QString &check)
    {
        for (const Finding &finding : findings) {
            if (finding.check == check)
                return &finding;
        }
        return nullptr;
    }

    // A shell that never answers until it is told to stop.
    class StuckShell : public ScriptedShell
    {
    public:
        Result<CommandOutput> run(const Command &, std::stop_token stop, const OutputHandler &) override
        {
            while (!stop.stop_requested())
                std::this_thread::yield();
            return canceled();
        }
    };

private slots:
    // Only as it was said, of that node; a failure is never accepted.
    void anAcceptanceHoldsForWhatWasSaid()
    {
        Finding slow;
        slow.check = u"host.governor"_s;
        slow.verdict = Verdict::Warn;
        slow.value = u"powersave"_s;
        slow.summary = u"it is slow"_s;
        slow.words = {{u"en"_s, {slow.value, slow.summary, {}}}, {u"zh"_s, {u"节能"_s, u"慢"_s, {}}}};
        Json file = {{"name", "a"}, {"accepted", {1, Json::object(), {{"node", "node1"}}}}};
        QVERIFY(acceptancesIn(file).isEmpty());
        putAcceptances(file, {acceptanceOf(u"node1"_s, slow), acceptanceOf({}, slow)});
        QList<Acceptance> accepted = acceptancesIn(*parseJson(prettyJson(file), u"it"_s));
        QCOMPARE(accepted, (QList{acceptanceOf(u"node1"_s, slow), acceptanceOf({}, slow)}));
        accepted.removeLast();
        QVERIFY(isAccepted(accepted, u"node1"_s, slow) && isAccepted(accepted, u"node1"_s, told(slow, u"zh"_s)));
        QVERIFY(!isAccepted(accepted, u"node2"_s, slow) && !isAccepted(accepted, {}, slow));
        Finding other = slow;
        other.words[u"en"_s].summary = u"it is slower"_s;
        QVERIFY(!isAccepted(accepted, u"node1"_s, other));
        // A figure of the sentence may be how well it was measured; the check's own is its value.
        Finding clock = slow;
        clock.words[u"en"_s] = {u"+300.0 s"_s, u"it differs by +300.0 s (known to 0.00 s)"_s, {}};
        const QList<Acceptance> late{acceptanceOf(u"node1"_s, clock)};
        clock.words[u"en"_s].summary = u"it differs by +300.0 s (known to 0.01 s)"_s;
        QVERIFY(isAccepted(late, u"node1"_s, clock));
        clock.words[u"en"_s].value = u"+90.0 s"_s;
        QVERIFY(!isAccepted(late, u"node1"_s, clock));
        other = slow;
        other.verdict = Verdict::Fail;
        QVERIFY(!isAccepted(accepted, u"node1"_s, other) && !canBeAccepted(other));

        ClusterReport report;
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            NodeReport one;
            one.node = node;
            one.findings = {slow, other};
            report.nodes << one;
        }
        report = withoutAccepted(report, accepted);
        QCOMPARE(report.nodes[0].findings, QList{other});
        QCOMPARE(report.nodes[1].findings.size(), 2);
        putAcceptances(file, {});
        QVERIFY(!file.contains("accepted"));
    }

    void allNodesAreAskedAndCompared()
    {
        NodeLink one(answering(ScriptedNode(1))), two(answering(ScriptedNode(2)));
        CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
        QSignalSpy findings(&run, &CheckRun::findingReady), finished(&run, &CheckRun::finished);
        run.start();
        QVERIFY(run.isRunning());
        QVERIFY(finished.wait(30'000));
        QVERIFY(!run.isRunning());
        QCOMPARE(run.report().nodes.size(), 2);
        QVERIFY(run.report().nodes[1].reachable);
        const qsizetype told = run.report().nodes[0].findings.size() + run.report().nodes[1].findings.size()
            + run.report().cluster.size();
        QCOMPARE(findings.count(), told);
        QVERIFY(find(run.report().cluster, u"driver.equal"_s));
        QCOMPARE(find(run.report().cluster, u"driver.equal"_s)->verdict, Verdict::Pass);
        QVERIFY(find(run.report().nodes[0].findings, u"network.ping"_s));
        const Json json = toJson(run.report());
        QCOMPARE(json["nodes"].size(), size_t(2));
        QCOMPARE(json["nodes"][0]["reachable"].get<bool>(), true);
    }

    void anUnreachableNodeEndsAlone()
    {
        NodeLink one(answering(ScriptedNode(1)));
        NodeLink two([](std::stop_token) -> Result<std::unique_ptr<Shell>> {
            return Error{ErrorKind::Connection, u"10.20.1.2: no route to host."_s, {}, {}};
        });
        CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
        QSignalSpy ended(&run, &CheckRun::nodeEnded), finished(&run, &CheckRun::finished);
        run.start();
        QVERIFY(finished.wait(30'000));
        QCOMPARE(ended.count(), 1);
        QVERIFY(run.report().nodes[0].reachable);
        QVERIFY(!run.report().nodes[1].reachable);
        QCOMPARE(find(run.report().nodes[1].findings, u"connection.reachable"_s)->verdict, Verdict::Fail);
        QCOMPARE(find(run.report().nodes[1].findings, u"npu.count"_s)->verdict, Verdict::Skipped);
        QCOMPARE(find(run.report().nodes[0].findings, u"driver.version"_s)->verdict, Verdict::Pass);
        QCOMPARE(find(run.report().nodes[0].findings, u"network.ping"_s)->verdict, Verdict::Skipped);
    }

    void anUnknownHostKeyFailsThatCheck()
    {
        NodeLink one(answering(ScriptedNode(1)));
        NodeLink two([](std::stop_token) -> Result<std::unique_ptr<Shell>> {
            return Error{ErrorKind::HostKey, u"The key of 10.20.1.2 is not known."_s, {}, {}};
        });
        CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
        QSignalSpy finished(&run, &CheckRun::finished);
        run.start();
        QVERIFY(finished.wait(30'000));
        QCOMPARE(find(run.report().nodes[1].findings, u"connection.host-key"_s)->verdict, Verdict::Fail);
        QCOMPARE(find(run.report().nodes[1].findings, u"connection.reachable"_s)->verdict, Verdict::Skipped);
    }

    void oneCheckAgainReplacesItsFindingOnly()
    {
        NodeLink one(answering(ScriptedNode(1))), two(answering(ScriptedNode(2)));
        CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
        QSignalSpy finished(&run, &CheckRun::finished);
        run.start();
        QVERIFY(finished.wait(30'000));
        const qsizetype before = run.report().nodes[1].findings.size();
        QSignalSpy findings(&run, &CheckRun::findingReady);
        run.again(u"container.image"_s, u"node2"_s);
        QVERIFY(finished.wait(30'000));
        QCOMPARE(findings.count(), 1);
        QCOMPARE(findings.first().at(0).toString(), u"node2"_s);
        QCOMPARE(run.report().nodes[1].findings.size(), before);

        findings.clear();
        run.again(u"driver.equal"_s);
        QVERIFY(finished.wait(30'000));
        QCOMPARE(findings.count(), 1);
        QCOMPARE(findings.first().at(0).toString(), QString());
    }

    void stopEndsAtOnceAndKeepsWhatIsKnown()
    {
        NodeLink one(answering(ScriptedNode(1)));
        NodeLink two(
            [](std::stop_token) -> Result<std::unique_ptr<Shell>> { return std::unique_ptr<Shell>(new StuckShell); });
        CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
        QSignalSpy findings(&run, &CheckRun::findingReady), finished(&run, &CheckRun::finished);
        run.start();
        QTRY_VERIFY(findings.count() > 20);
        run.stop();
        QVERIFY(finished.wait(1000));
        QVERIFY(!run.isRunning());
        QVERIFY(run.report().nodes[0].findings.size() > 20);
        QVERIFY(run.report().nodes[1].findings.isEmpty());
    }

    void deletingARunMidwayIsSafe()
    {
        NodeLink one(answering(ScriptedNode(1))), two(answering(ScriptedNode(2)));
        for (int i = 0; i < 20; ++i) {
            CheckRun run(deployment(), [&](const QString &node) { return node == u"node1" ? &one : &two; }, u"en"_s);
            run.start();
            if (i % 3 == 0)
                QCoreApplication::processEvents();
        }
    }
};

QTEST_GUILESS_MAIN(TestCheckRun)
#include "tst_checkrun.moc"
