// A node that serves the deployment: what belongs to the deployment is said to be so, what belongs to others fails and
// is named, and no remedy advises to end what serves.
#include "core/checks/catalogue.h"
#include "core/checks/checkrun.h"
#include "core/checks/ownership.h"
#include "core/checks/rounds.h"
#include "tests/support/scriptednode.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

using Change = std::function<void(ScriptedNode &)>;
Q_DECLARE_METATYPE(Change)

class TestOwnership : public QObject
{
    Q_OBJECT

    static CheckContext context()
    {
        CheckContext context;
        context.node.name = u"node1"_s;
        context.node.host = u"10.20.1.1"_s;
        context.deployment.name = u"ds-v32"_s;
        context.deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
        context.deployment.nodes = {context.node};
        context.run = u"0123456789abcdef"_s;
        context.settings.image = ScriptedNode::imageName();
        context.settings.weights = ScriptedNode::weights();
        context.settings.containerName = u"deepseekLocal"_s;
        context.settings.driverMounts = ScriptedNode::driverMounts();
        context.settings.folder = ScriptedNode::targetFolder();
        context.settings.ports
            = {{NodePort::everyNode, 1025, 1025, "service"}, {NodePort::everyNode, 1026, 1026, "management"}};
        context.settings.chipsPerNode = 8;
        context.settings.kind = u"a2"_s;
        context.settings.quantization = u"W8A8"_s;
        return context;
    }

    // The deployment's container runs, holds both ports and all chips.
    static ScriptedNode serving()
    {
        ScriptedNode node(1);
        node.containers = {{u"deepseekLocal"_s,
                            ScriptedNode::imageName(),
                            "ds-v32",
                            "Up 2 hours",
                            {4242, 4711, 4712},
                            "0123456789abcdef"}};
        node.listening += "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:* users:((\"mindieservice_d\",pid=4711,fd=40))\n"
                          "LISTEN 0 4096 127.0.0.2:1026 0.0.0.0:* users:((\"mindieservice_d\",pid=4711,fd=41))\n";
        for (const int chip : node.chips) {
            node.hbmUsed[chip] = 52000;
            node.processOn[chip] = 4712;
        }
        return node;
    }

    static QMap<QString, Finding> findings(const ScriptedNode &node, const CheckContext &of = context())
    {
        ScriptedShell shell = node.shell();
        QMap<QString, Finding> all;
        const auto answers = firstRound(shell, of, {}, {}, [&](const Finding &finding) {
            if (!isOnRequest(finding.check)) // not asked here
                all.insert(finding.check, finding);
        });
        if (!answers || all.isEmpty()) // else a test that looks at each of them would pass
            qFatal("the node was not asked");
        return all;
    }

private slots:
    void whatServesIsNoFault()
    {
        const QMap<QString, Finding> said = findings(serving());
        for (const QString &check : {u"host.ports"_s, u"npu.idle"_s, u"container.name"_s}) {
            QVERIFY2(said[check].verdict == Verdict::Pass, qPrintable(check + u": "_s + said[check].summary));
            QCOMPARE(said[check].value, check == u"container.name" ? u"own container"_s : u"own service"_s);
            QVERIFY2(said[check].summary.contains(u"container deepseekLocal"_s), qPrintable(said[check].summary));
            QVERIFY(said[check].isOwn);
        }
        for (const Finding &finding : findings(ScriptedNode(1))) // nobody serves there: what is free is nobody's
            QVERIFY2(!finding.isOwn, qPrintable(finding.check + u": "_s + finding.value));
        for (const Finding &finding : said)
            QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.summary + u" → "_s + finding.remedy));
    }

    // A copy, or one typed anew for the same nodes, is sent to the file of what serves there.
    void whatAnotherFilesDeploymentServesIsNotOwn()
    {
        CheckContext copy = context();
        copy.deployment.name = u"typed"_s;
        copy.original = u"/home/op/prod.deployment.json"_s;
        const QMap<QString, Finding> said = findings(serving(), copy);
        for (const QString &check : {u"host.ports"_s, u"npu.idle"_s}) {
            QVERIFY2(said[check].verdict == Verdict::Warn && !said[check].isOwn,
                     qPrintable(check + u": "_s + said[check].summary));
            QVERIFY2(said[check].remedy.contains(copy.original), qPrintable(said[check].remedy));
            QVERIFY2(!said[check].remedy.contains(u"stop-container"_s), qPrintable(said[check].remedy));
        }
        for (const Finding &finding : said)
            QVERIFY2(!finding.isOwn, qPrintable(finding.check + u": "_s + finding.summary));
    }

    // Of a file in /dev/shm a process tells whose it is; that of somebody else is not said to be the service's.
    void whatItHasInSharedMemoryIsSaidToBeItsOwn()
    {
        ScriptedNode node = serving();
        node.leftInShm = "3221225472 ./psm_own\n1048576 ./other\n#used\n4712 /dev/shm/psm_own\n"
                         "5555 /dev/shm/other\n#end\n";
        const auto isTold = [](const Finding &finding) {
            return finding.summary.contains(u"container deepseekLocal has open: /dev/shm/psm_own"_s)
                && !finding.summary.contains(u"/dev/shm/other"_s);
        };
        const Finding used = findings(node)[u"host.shm-leftovers"_s];
        QVERIFY2(used.verdict == Verdict::Pass && used.isOwn && isTold(used), qPrintable(used.summary));
        node.shmTotal = 4LL << 30;
        node.shmUsed = node.shmTotal - (10 << 20);
        const Finding full = findings(node)[u"host.shm"_s];
        QVERIFY2(full.verdict == Verdict::Pass && full.isOwn && isTold(full), qPrintable(full.summary));
        node.leftInShm.replace("4712 ", "5555 ");
        QVERIFY(!findings(node)[u"host.shm-leftovers"_s].isOwn);
        QVERIFY(!findings(node)[u"host.shm"_s].isOwn);
    }

    // What the service started is counted already; but where all that is allowed is too little, it will not start anew.
    void theNextStartOfWhatServesNeedsItsThreadsAnew()
    {
        ScriptedNode node = serving();
        node.kernel["load"] = "0.21 0.32 0.30 2/900 41188";
        node.kernel["pid-max"] = "1600"; // of 1536 that eight ranks may start
        const Finding enough = findings(node)[u"host.threads"_s];
        QVERIFY2(enough.verdict == Verdict::Pass && enough.summary.contains(u"runs already"_s),
                 qPrintable(enough.summary));
        node.kernel["load"] = "0.21 0.32 0.30 2/300 41188";
        node.kernel["pid-max"] = "1024";
        const Finding few = findings(node)[u"host.threads"_s];
        QCOMPARE(few.verdict, Verdict::Warn);
        QVERIFY2(few.summary.contains(u"container deepseekLocal runs already, its next start may fail"_s),
                 qPrintable(few.summary));
        QVERIFY(few.remedy.contains(u"kernel.pid_max="_s));
    }

    // A renamed deployment's, or that of a deployment which this one is a copy of.
    void whatRunsUnderAnOlderNameIsSaidToBeOfIt()
    {
        ScriptedNode node = serving();
        node.containers[0].deployment = "alpha";
        const QMap<QString, Finding> said = findings(node);
        for (const QString &check : {u"host.ports"_s, u"npu.idle"_s, u"container.name"_s}) {
            QVERIFY2(said[check].summary.contains(u"\"alpha\""_s), qPrintable(said[check].summary));
            QVERIFY2(said[check].value.contains(u"alpha"_s), qPrintable(said[check].value));
            QVERIFY2(!said[check].summary.contains(u"this deployment's own"_s), qPrintable(said[check].summary));
            QCOMPARE(said[check].verdict, check == u"container.name" ? Verdict::Warn : Verdict::Pass);
        }
        const Finding name = said[u"container.name"_s]; // a run refuses until it is undone
        QVERIFY2(name.summary.contains(u"nothing is run under the name \"ds-v32\" while it is there"_s),
                 qPrintable(name.summary));
        QVERIFY(name.isOfSettings && !name.isOwn);
        node.containers[0].status = "Exited (0) 3 minutes ago"; // nor beside one that stands still
        QCOMPARE(findings(node)[u"container.name"_s].verdict, Verdict::Warn);
    }

    // Without an answer of the container engine nobody knows whose it is: nothing may be ended then.
    void withoutTheEngineNobodysProcessIsToBeEnded()
    {
        ScriptedNode node = serving();
        node.docker = false;
        node.down = {2};
        const QMap<QString, Finding> said = findings(node);
        QVERIFY2(said[u"network.link"_s].remedy.contains(u"is not known: the container engine"_s),
                 qPrintable(said[u"network.link"_s].remedy));
        for (const QString &check : {u"host.ports"_s, u"npu.idle"_s}) {
            QVERIFY2(said[check].verdict == Verdict::Unknown, qPrintable(check + u": "_s + said[check].summary));
            QVERIFY2(!said[check].summary.contains(u"somebody else"_s) && said[check].summary.contains(u"not known"_s),
                     qPrintable(said[check].summary));
            QVERIFY2(!said[check].remedy.contains(u"kill"_s) && said[check].remedy.startsWith(u"End nothing yet"_s),
                     qPrintable(said[check].remedy));
        }
    }

    void aPortThatIsSharedIsToldOnce()
    {
        ScriptedNode node = serving();
        node.containers[0] = {u"other"_s, u"registry.example.org/other:1"_s, {}, "Up 2 days", {4711}};
        CheckContext shared = context();
        shared.settings.ports
            = {{NodePort::everyNode, 1025, 1025, "service"}, {NodePort::everyNode, 1025, 1025, "management"}};
        ScriptedShell shell = node.shell();
        QString said;
        const auto answers = firstRound(shell, shared, {}, {}, [&](const Finding &finding) {
            said += finding.check == u"host.ports" ? finding.summary : QString();
        });
        QVERIFY(answers);
        QVERIFY2(said.contains(u"1025 (service, management) by container other"_s) && said.count(u"1025"_s) == 1,
                 qPrintable(said));
    }

    void memoryThatTheServiceHoldsIsNotMissing()
    {
        ScriptedNode node = serving();
        node.memoryAvailableKb = "9000000"; // 9 GB; the three processes hold 20 GB each, 11.7 are needed
        const Finding finding = findings(node)[u"host.memory"_s];
        QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.summary));
        QVERIFY(finding.summary.contains(u"this deployment's own service: container deepseekLocal"_s));
        node.containers.clear();
        QCOMPARE(findings(node)[u"host.memory"_s].verdict, Verdict::Warn);
    }

    void aContainerStartedByHandIsKnownByNameAndImage()
    {
        ScriptedNode node = serving();
        node.containers[0].deployment.clear();
        node.containers[0].owner.clear();
        const QMap<QString, Finding> said = findings(node);
        QCOMPARE(said[u"host.ports"_s].verdict, Verdict::Pass);
        QCOMPARE(said[u"npu.idle"_s].verdict, Verdict::Pass);
        QCOMPARE(said[u"container.name"_s].verdict, Verdict::Warn);
        QVERIFY(said[u"container.name"_s].remedy.startsWith(u"If it serves, leave it"_s));
    }

    // Renamed after it was deployed: the label has the older name.
    void aRenamedDeploymentIsNotToldToEndItsService()
    {
        ScriptedNode node = serving();
        node.containers[0].deployment = "called otherwise";
        const QByteArray ours = node.containers[0].owner;
        for (const QByteArray &owner : {ours, QByteArray()}) { // and one that an older program made
            node.containers[0].owner = owner;
            for (const Finding &finding : findings(node)) {
                QVERIFY2(finding.verdict == Verdict::Pass
                             || (finding.verdict == Verdict::Warn && finding.check == u"container.name"),
                         qPrintable(finding.summary));
                QVERIFY2(!finding.remedy.contains(u"docker"_s) && !finding.remedy.contains(u"kill"_s),
                         qPrintable(finding.remedy));
            }
        }
    }

    // As "What has room" asks it.
    void theChipsAreItsOwnOrNot()
    {
        const auto areOwn = [](const ScriptedNode &node) {
            ScriptedShell shell = node.shell();
            const Result<bool> own = areChipsOwn(shell, context().deployment, context().node, {}, {});
            return own && *own;
        };
        ScriptedNode node = serving();
        node.containers[0].owner.clear(); // known by its deployment's name: here no run is on disk
        QVERIFY(areOwn(node));
        node.containers[0] = {u"other"_s, u"registry.example.org/other:1"_s, "qwen", "Up 2 days", {4242, 4711, 4712}};
        QVERIFY(!areOwn(node));
        QVERIFY(!areOwn(ScriptedNode(1))); // nobody serves there
    }

    // Deployed before it had a name, or under one that it has no more: nobody called anything "unnamed".
    void aNameThatWasNeverGivenIsNotSaid()
    {
        ScriptedNode node = serving();
        node.containers[0].deployment.clear(); // its label says so
        const Finding before = findings(node)[u"container.name"_s];
        QCOMPARE(before.verdict, Verdict::Warn);
        QCOMPARE(before.value, u"deployed before it had a name"_s);
        QVERIFY2(before.summary.contains(u"before the deployment had a name"_s)
                     && before.summary.contains(u"nothing is run under the name \"ds-v32\""_s),
                 qPrintable(before.summary));
        for (const Finding &finding : findings(node)) {
            const QString all = finding.summary + finding.value + finding.remedy;
            QVERIFY2(!all.contains(u"unnamed"_s), qPrintable(all));
        }
        node = serving();
        CheckContext now = context();
        now.deployment.name.clear();
        const Finding cleared = findings(node, now)[u"container.name"_s];
        QCOMPARE(cleared.value, u"deployed as \"ds-v32\""_s);
        QVERIFY2(cleared.summary.contains(u"nothing is run without a name"_s), qPrintable(cleared.summary));
        QVERIFY2(!cleared.remedy.contains(u"\"\""_s), qPrintable(cleared.remedy));
    }

    void whatBelongsToOthersFailsAndIsNamed_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("check");
        QTest::addColumn<QStringList>("words"); // of summary and remedy
        const auto row = [](const char *name, const QString &check, const QStringList &words, const Change &change) {
            QTest::newRow(name) << change << check << words;
        };
        row("a container on the port", u"host.ports"_s,
            {u"1025 (service) by container other (image registry.example.org/other:1)"_s, u"`docker stop other`"_s},
            [](ScriptedNode &n) {
                n.containers[0] = {u"other"_s, u"registry.example.org/other:1"_s, {}, "Up 2 days", {4711}};
            });
        row("a container of another deployment", u"host.ports"_s,
            {u"container other of the deployment \"qwen\""_s, u"`docker stop other`"_s}, [](ScriptedNode &n) {
                n.containers[0] = {u"other"_s, u"registry.example.org/other:1"_s, "qwen", "Up 2 days", {4711}};
            });
        row("a process on the port", u"host.ports"_s,
            {u"process 99 (python3 serve.py --port 1026, user alice)"_s, u"`kill 99`"_s,
             u"1025 (service) held by this deployment's own service"_s},
            [](ScriptedNode &n) {
                n.listening = "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:* users:((\"mindieservice_d\",pid=4711,fd=40))\n"
                              "LISTEN 0 4096 0.0.0.0:1026 0.0.0.0:* users:((\"python3\",pid=99,fd=4))\n";
                n.processes[99] = "alice python3 serve.py --port 1026";
            });
        row("a process on a chip", u"npu.idle"_s,
            {u"device 3"_s, u"process 99 (python3 train.py, user bob)"_s, u"`kill 99`"_s,
             u"7 chips are used by this deployment's own service"_s},
            [](ScriptedNode &n) {
                n.processOn[3] = 99;
                n.processes[99] = "bob python3 train.py";
            });
        row("a process beside ours on a chip", u"npu.idle"_s,
            {u"device 3 holds 20000 MB"_s, u"process 99 (python3 train.py, user bob)"_s,
             u"besides this deployment's own service"_s},
            [](ScriptedNode &n) {
                n.besideOn[3] = 99;
                n.hbmUsed[3] = 64000;
                n.processes[99] = "bob python3 train.py";
            });
        row("the name, by another deployment", u"container.name"_s, {u"the deployment \"qwen\""_s, u"ask its owner"_s},
            [](ScriptedNode &n) {
                n.containers[0].deployment = "qwen";
                n.containers[0].owner.clear();
                n.containers[0].image = u"x:1"_s;
            });
        row("the name, by another image", u"container.name"_s,
            {u"somebody else's container of x:1"_s, u"ask its owner"_s}, [](ScriptedNode &n) {
                n.containers[0].deployment.clear();
                n.containers[0].owner.clear();
                n.containers[0].image = u"x:1"_s;
            });
        // Of the same name and image, for a deployment of the same name: the run's id tells it is not ours.
        const Change anothers = [](ScriptedNode &n) { n.containers[0].owner = "fedcba9876543210"; };
        row("the name, by another operator's run", u"container.name"_s,
            {u"another run of \"ds-v32\" made"_s, u"Go on where that run was started"_s}, anothers);
        row("the ports, by another operator's run", u"host.ports"_s,
            {u"1025 (service) by container deepseekLocal that another run made, for the deployment \"ds-v32\""_s,
             u"It belongs to another deployment"_s, u"`ascendctl stop FILE`"_s},
            anothers);
        row("the chips, by another operator's run", u"npu.idle"_s,
            {u"container deepseekLocal that another run made"_s, u"Ask whoever runs that one"_s}, anothers);
    }
    void whatBelongsToOthersFailsAndIsNamed()
    {
        QFETCH(Change, change);
        QFETCH(QString, check);
        QFETCH(QStringList, words);
        ScriptedNode node = serving();
        change(node);
        const Finding finding = findings(node)[check];
        QCOMPARE(finding.verdict, Verdict::Fail);
        for (const QString &word : words)
            QVERIFY2((finding.summary + u'\n' + finding.remedy).contains(word),
                     qPrintable(word + u" is not in: "_s + finding.summary + u" → "_s + finding.remedy));
        QVERIFY2(!finding.summary.contains(u"container deepseekLocal is this deployment's own"_s),
                 qPrintable(finding.summary));
        QVERIFY2(!finding.remedy.contains(u"4711"_s) || words.first().contains(u"other"_s), qPrintable(finding.remedy));
    }

    // Only root is told who listens, and an engine may refuse `top`: then nobody is accused.
    void doubtAdvisesNothingThatEndsTheService_data()
    {
        QTest::addColumn<Change>("change");
        QTest::newRow("ports without processes")
            << Change([](ScriptedNode &n) { n.listening = "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:*\n"; });
        QTest::newRow("a container that tells nothing")
            << Change([](ScriptedNode &n) { n.containers[0].pids.clear(); });
        QTest::newRow("both") << Change([](ScriptedNode &n) {
            n.listening = "LISTEN 0 4096 0.0.0.0:1025 0.0.0.0:*\n";
            n.containers[0].pids.clear();
        });
    }
    void doubtAdvisesNothingThatEndsTheService()
    {
        QFETCH(Change, change);
        ScriptedNode node = serving();
        change(node);
        for (const Finding &finding : findings(node)) {
            QVERIFY2(finding.verdict == Verdict::Pass || finding.verdict == Verdict::Warn, qPrintable(finding.summary));
            QVERIFY2(!finding.remedy.contains(u"kill"_s) && !finding.remedy.contains(u"docker stop"_s),
                     qPrintable(finding.remedy));
            QVERIFY2(finding.remedy.isEmpty() || finding.remedy.contains(u"leave it"_s), qPrintable(finding.remedy));
        }
    }

    // Also where none of these tests makes the check fail.
    void whatRestartsANodeIsMarkedInTheCatalogue()
    {
        static const QRegularExpression ends(
            u"\\b([Rr]eboot|[Rr]estart|BIOS|[Ii]nstall|undo the deployment|docker rm|Clean or change)\\b"_s);
        int marked = 0;
        for (const CheckInfo &info : checkInfos(u"en"_s)) {
            if (info.id == u"host.governor") // says what holds until a restart
                continue;
            const bool needsIt = ends.match(info.remedy).hasMatch();
            marked += needsIt ? 1 : 0;
            QVERIFY2(!needsIt || info.interrupts, qPrintable(info.id + u": "_s + info.remedy));
        }
        QVERIFY(marked > 8);
    }

    void aRemedyThatWouldInterruptTheServiceSaysSo()
    {
        ScriptedNode node = serving();
        node.health[3] = "Alarm";
        node.tls[4] = 1;
        node.firmware = "7.7.0.3.220";
        QMap<QString, Finding> said = findings(node);
        for (const QString &check : {u"npu.health"_s, u"network.tls"_s, u"driver.firmware-pairing"_s}) {
            QCOMPARE(said[check].verdict, Verdict::Fail);
            QVERIFY2(said[check].remedy.startsWith(u"This deployment's own service runs here (deepseekLocal)"_s),
                     qPrintable(said[check].remedy));
        }
        ScriptedNode owed = serving();
        owed.runningFirmware = "7.7.0.3.220"; // "Restart the node": of another check than the pair's
        owed.numaOf[3] = -1;             // "Look into the server's BIOS"
        for (const QString &check : {u"driver.firmware"_s, u"npu.numa"_s}) {
            const Finding finding = findings(owed)[check];
            QVERIFY(finding.verdict == Verdict::Fail || finding.verdict == Verdict::Warn);
            QVERIFY2(finding.remedy.startsWith(u"This deployment's own service runs here (deepseekLocal)"_s),
                     qPrintable(check + u": "_s + finding.remedy));
        }
        node.containers[0].pids.clear(); // what runs in it is not told: it may well serve
        said = findings(node);
        QVERIFY2(said[u"npu.health"_s].remedy.startsWith(u"This deployment's own service runs here (deepseekLocal)"_s),
                 qPrintable(said[u"npu.health"_s].remedy));
        node.containers[0].pids = {4242}; // only the shell that keeps the container alive: nothing serves
        for (const int chip : node.chips)
            node.processOn.remove(chip);
        said = findings(node);
        QVERIFY(!said[u"npu.health"_s].remedy.contains(u"own service"_s));
        node.containers.clear();
        said = findings(node);
        QVERIFY(!said[u"npu.health"_s].remedy.contains(u"own service"_s));
        QVERIFY(!said[u"npu.health"_s].remedy.contains(u"run here"_s));
        // Programs in no container are interrupted as well, whoever's they are.
        node.processOn.insert(node.chips.first(), 4711);
        said = findings(node);
        QVERIFY2(said[u"npu.health"_s].remedy.startsWith(u"Programs work on the NPUs here ("_s),
                 qPrintable(said[u"npu.health"_s].remedy));
        // What others serve is interrupted as well.
        node = serving();
        node.health[3] = "Alarm";
        node.containers[0].owner = "fedcba9876543210";
        said = findings(node);
        QVERIFY2(said[u"npu.health"_s].remedy.startsWith(u"Containers of others run here (deepseekLocal)"_s),
                 qPrintable(said[u"npu.health"_s].remedy));
    }

    // A recipe of four chips: who has the others, and how those are, is no matter of this deployment.
    void chipsThatTheRecipeDoesNotUse()
    {
        ScriptedNode node(1);
        node.health[5] = "Alarm";
        node.processOn[6] = 4711;
        node.hbmUsed[6] = 40'000;
        ScriptedShell shell = node.shell();
        CheckContext four = context();
        four.settings.chipsPerNode = 4;
        QMap<QString, Finding> said;
        const auto answers = firstRound(shell, four, {{u"npu.health"_s, u"npu.idle"_s}}, {},
                                        [&](const Finding &finding) { said.insert(finding.check, finding); });
        QVERIFY(answers);
        const Finding health = said[u"npu.health"_s], idle = said[u"npu.idle"_s];
        QVERIFY2(health.verdict == Verdict::Warn && health.summary.contains(u"device 5 Alarm"_s)
                     && !health.remedy.contains(u"restart the node"_s),
                 qPrintable(health.summary + health.remedy));
        QVERIFY2(idle.verdict == Verdict::Pass && idle.summary.contains(u"others use device 6"_s),
                 qPrintable(idle.summary));
        node.processOn[2] = 4712;        // one of its own
        node.hbmUsed[2] = 40'000;
        node.health[1] = "Alarm";
        shell = node.shell();
        said.clear();
        QVERIFY(firstRound(shell, four, {{u"npu.health"_s, u"npu.idle"_s}}, {},
                           [&](const Finding &finding) { said.insert(finding.check, finding); }));
        QCOMPARE(said[u"npu.health"_s].verdict, Verdict::Fail);
        QVERIFY2(said[u"npu.idle"_s].verdict == Verdict::Fail && said[u"npu.idle"_s].summary.contains(u"device 2"_s)
                     && !said[u"npu.idle"_s].summary.contains(u"device 6 holds"_s),
                 qPrintable(said[u"npu.idle"_s].summary));
    }

    // Eight chips of one container are told in one breath, with the least and the most that they hold.
    void chipsOfOneHolderAreNamedTogether()
    {
        ScriptedNode node = serving();
        node.containers[0] = {u"other"_s, u"registry.example.org/other:1"_s, "qwen", "Up 2 days", {4711, 4712}};
        node.hbmUsed[2] = 53000;
        Finding idle = findings(node)[u"npu.idle"_s];
        QVERIFY2(idle.summary.contains(
                     u"devices 0-7 hold 52000-53000 MB each (container other of the deployment \"qwen\")"_s),
                 qPrintable(idle.summary));
        QCOMPARE(idle.summary.count(u"container other"_s), 1);
        QVERIFY2(idle.value == u"8 busy" && idle.devices.size() == 8, qPrintable(idle.value));
        node.processOn[3] = 99;          // another's between them
        node.processes[99] = "bob python3 train.py";
        idle = findings(node)[u"npu.idle"_s];
        QVERIFY2(idle.summary.contains(u"devices 0-2, 4-7 hold 52000-53000 MB each (container other"_s)
                     && idle.summary.contains(u"device 3 holds 52000 MB (process 99 "_s),
                 qPrintable(idle.summary));
    }

    // What compares nodes advises to change them, too.
    void whatWouldInterruptIsSaidOfTheClusterToo()
    {
        const auto clockOf = [](const std::function<void(NodeAnswers &)> &change) {
            NodeAnswers one, two;
            one.node.name = u"node1"_s;
            two.node.name = u"node2"_s;
            for (NodeAnswers *node : {&one, &two}) {
                node->reachable = true;
                node->facts.name = node->node.name;
                node->facts.clockOffsetSeconds = node == &one ? 0 : 60;
                node->clockUncertaintySeconds = 0.01;
            }
            change(two);
            CheckContext context;
            context.language = u"en"_s;
            context.deployment.nodes = {one.node, two.node};
            const QList<Finding> said = compareNodes({one, two}, {{u"host.clock-equal"_s}}, context);
            return said.isEmpty() ? Finding() : said.first();
        };
        const Finding idle = clockOf([](NodeAnswers &) {});
        QCOMPARE(idle.verdict, Verdict::Fail);
        QVERIFY2(!idle.remedy.contains(u"reading harms nothing"_s), qPrintable(idle.remedy));
        const Finding program = clockOf([](NodeAnswers &node) {
            node.facts.npuSmi = NpuSmiInfo();
            node.facts.npuSmi->processes = {NpuProcess{3, 0, 4711, u"python3"_s, 100, {}}};
        });
        QVERIFY2(program.remedy.startsWith(u"Programs work on the NPUs here (python3 on node2)"_s),
                 qPrintable(program.remedy));
        const Finding unknown = clockOf([](NodeAnswers &node) { node.areOwnersKnown = false; });
        QVERIFY2(unknown.remedy.startsWith(u"Whether this deployment's own service runs here is not known"_s),
                 qPrintable(unknown.remedy));
        const Finding own = clockOf([](NodeAnswers &node) {
            node.ownContainers = {u"deepseekLocal"_s};
            node.areOwnersKnown = false;
        });
        QVERIFY2(own.remedy.startsWith(u"This deployment's own service runs here (deepseekLocal on node2)"_s),
                 qPrintable(own.remedy));
    }

    // Of two cards with one address, the one that its own file contradicts is to be changed.
    void theCardThatIsWrongIsNamed()
    {
        NodeAnswers one, two;
        for (NodeAnswers *node : {&one, &two}) {
            node->node.name = node == &one ? u"node1"_s : u"node2"_s;
            node->reachable = true;
            node->facts.name = node->node.name;
            HccnFacts card;
            card.deviceId = node == &one ? 1 : 0;
            card.ip = u"10.20.1.11"_s;
            node->facts.hccn = {card};
        }
        CheckContext context;
        context.language = u"en"_s;
        context.deployment.nodes = {one.node, two.node};
        const auto remedy = [&] {
            return compareNodes({one, two}, {{u"network.addresses-unique"_s}}, context).value(0).remedy;
        };
        QVERIFY2(remedy().contains(u"Give one of the cards another address"_s), qPrintable(remedy()));
        one.facts.hccnConf = u"address_1=10.20.0.12\nnetmask_1=255.255.0.0\n"_s;
        two.facts.hccnConf = u"address_0=10.20.1.11\nnetmask_0=255.255.0.0\n"_s;
        QVERIFY2(remedy().contains(u"On node1"_s)
                     && remedy().contains(u"`hccn_tool -i 1 -ip -s address 10.20.0.12 netmask M`"_s),
                 qPrintable(remedy()));
    }
};

QTEST_GUILESS_MAIN(TestOwnership)
#include "tst_ownership.moc"
