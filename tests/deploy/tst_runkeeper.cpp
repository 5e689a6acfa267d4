// The run of what is open, without any page: planned when its nodes have answered, begun, told to the cluster, taken
// back, and left alone by whoever opens another deployment meanwhile.
#include "core/session/checkkeeper.h"
#include "core/session/runkeeper.h"

#include "core/base/languages.h"
#include "core/deploy/runlock.h"
#include "tests/lab/lab.h"
#include "tests/support/anotherrun.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

static constexpr int longTime = 180'000;

class TestRunKeeper : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;
    std::unique_ptr<QTemporaryDir> m_home;

    static int stepOf(const RunKeeper &keeper, const QString &id)
    {
        const QList<DeployStep> &steps = keeper.run()->plan().steps;
        for (int i = 0; i < steps.size(); ++i) {
            if (steps[i].id == id)
                return i;
        }
        return -1;
    }
    static bool isDone(const RunKeeper &keeper, const QString &id)
    {
        return keeper.run() && keeper.run()->state(stepOf(keeper, id)) == StepState::Done;
    }

private slots:
    void init()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_home->path().toUtf8());
    }
    void cleanup()
    {
        m_lab.reset();
        qunsetenv("XDG_STATE_HOME");
    }

    void runsAndTakesBackWithoutAPage()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        QVERIFY(!keeper.run() && !keeper.start(false));
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        QTRY_VERIFY(keeper.planError().has_value()); // nobody has answered yet
        QVERIFY(!keeper.start(false));
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);

        QSignalSpy finished(&keeper, &RunKeeper::finished), succeeded(&keeper, &RunKeeper::succeeded),
            served(&keeper, &RunKeeper::servedChanged);
        QVERIFY(keeper.start(false));
        QVERIFY(keeper.isRunning() && !keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].value<Error>().message));
        QCOMPARE(succeeded.size(), 1);
        QVERIFY(served.size() == 1 && keeper.served()); // told once, whatever is planned anew while it serves
        QVERIFY(!keeper.error() && keeper.endedMs() > 0 && keeper.stoppedMs() == 0);
        QVERIFY2(keeper.log(u"wait-ready@node1"_s).contains("Daemon start success"),
                 keeper.log(u"wait-ready@node1"_s).constData());
        QVERIFY(keeper.wasAtWork(u"container@node2"_s));
        QCOMPARE(keeper.madeOn(u"node2"_s).size(), 2); // a container and its files
        // What the nodes are told to be is of after the run.
        QTRY_VERIFY_WITH_TIMEOUT(
            !cluster.facts(u"node1"_s).value_or(NodeFacts()).container.containers.isEmpty(), longTime);

        QTRY_VERIFY_WITH_TIMEOUT(keeper.run()->canUndo(), longTime);
        // A setting that is changed now is not what runs; what the nodes say of their containers changes nothing.
        QSignalSpy planned(&keeper, &RunKeeper::planned);
        QVERIFY(!keeper.run()->wasRunOtherwise());
        for (const bool isChanged : {true, false}) {
            Deployment deployment = m_lab->deployment();
            if (isChanged)
                deployment.settings["maxBatchSize"] = 100;
            planned.clear();
            cluster.edit(deployment);
            QTRY_VERIFY(!planned.isEmpty());
            QCOMPARE(keeper.run()->wasRunOtherwise(), isChanged);
        }
        const QString record = findStateFile(m_lab->deployment());
        QCOMPARE(served.size(), 1);
        RunState known(record);          // as another program that is begun later finds it
        QVERIFY(known.load() && !known.wanted().isEmpty());

        keeper.undo();
        QVERIFY(keeper.isRunning() && keeper.isUndo());
        QCOMPARE(keeper.undoneMs(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);
        QVERIFY(finished[1][0].toBool());
        QVERIFY(served.size() == 2 && !keeper.served());
        QCOMPARE(keeper.undoneMs(), keeper.endedMs());
        QCOMPARE(succeeded.size(), 1);   // an undo leaves no endpoint
        QVERIFY(keeper.madeOn(u"node1"_s).isEmpty() && !keeper.run()->wasRunOtherwise());

        Cluster unasked(m_lab->connections()); // of a program that is begun later: by the record
        RunKeeper later(unasked);
        unasked.open(m_lab->deployment(), m_lab->deploymentFile());
        QTRY_VERIFY(later.planError().has_value());
        QVERIFY(later.undoneMs() > 0);
    }

    // It asks what the checks ask: no page goes on telling that all is well, until it is.
    void whatStopsARunIsKnownOfTheNode()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QVERIFY(m_lab->fault(1, u"port-busy"_s, {u"1120"_s}));
        QSignalSpy finished(&keeper, &RunKeeper::finished);
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY(!finished[0][0].toBool());
        const auto health = [&cluster] { return cluster.health(u"node2"_s); };
        QVERIFY2(health().level == HealthLevel::Failed && health().source == HealthSource::Run,
                 qPrintable(health().why));
        QVERIFY2(health().why.startsWith(u"What the service needs is in use: "), qPrintable(health().why));
        QCOMPARE(cluster.health(u"node1"_s).level, HealthLevel::Ok);
        Deployment other = m_lab->deployment(); // what it needs then is not known
        other.settings["maxBatchSize"] = 100;
        cluster.edit(other);
        QCOMPARE(health().level, HealthLevel::Warning);
        cluster.edit(m_lab->deployment());
        QCOMPARE(health().level, HealthLevel::Failed);

        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);
        QVERIFY2(finished[1][0].toBool(), qPrintable(finished[1][1].value<Error>().message));
        QVERIFY2(health().level == HealthLevel::Ok || health().isAsking, qPrintable(health().why));
    }

    // The image was missing when the checks asked, and is there now: nobody has to ask again to see that.
    void whatARunBringsIsNoComplaintOfTheChecks()
    {
        Cluster cluster(m_lab->connections());
        CheckKeeper checks(cluster);
        RunKeeper keeper(cluster);
        QVERIFY(m_lab->fault(1, u"registry-slow"_s, {u"1"_s}));
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        checks.runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning(), longTime);
        const auto health = [&cluster] { return cluster.health(u"node2"_s); };
        QVERIFY2(health().level == HealthLevel::Warning && health().why.contains(u"the run pulls it"),
                 qPrintable(health().why));
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished);
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].value<Error>().message));
        QTRY_VERIFY_WITH_TIMEOUT(!health().isAsking, longTime);
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
        QCOMPARE(checks.past().since, CheckKeeper::Since::Changed);
    }

    // What came of it is told instead, with the reason, also where the checks are asked once more.
    void whatARunCouldNotBringIsToldOfTheNode()
    {
        Cluster cluster(m_lab->connections());
        CheckKeeper checks(cluster);
        RunKeeper keeper(cluster);
        QVERIFY(m_lab->fault(1, u"image-missing"_s));
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        const auto ask = [&] {
            checks.runAll();
            return QTest::qWaitFor([&] { return !checks.isRunning(); }, longTime);
        };
        QVERIFY(ask());
        const auto health = [&cluster] { return cluster.health(u"node2"_s); };
        QVERIFY2(health().why.contains(u"the run pulls it"_s), qPrintable(health().why));
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished);
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY(!finished[0][0].toBool());
        QTRY_VERIFY_WITH_TIMEOUT(!health().isAsking, longTime); // what it changed was asked anew
        const QString why = u"could not be pulled: Error response from daemon"_s;
        QVERIFY2(health().level == HealthLevel::Failed && health().source == HealthSource::Run
                     && health().why.contains(why) && !health().why.contains(u"the run pulls it"_s),
                 qPrintable(health().why));
        QVERIFY(health().isUnprepared);  // it is no fault of the machine
        QCOMPARE(checks.past().since, CheckKeeper::Since::Worse);
        QCOMPARE(checks.past().nodes, QStringList{u"node2"_s});
        QVERIFY2(checks.past().health.why.contains(why), qPrintable(checks.past().health.why));
        cluster.inspect();               // which does not ask after images: whether it is missing still is not known
        QTRY_VERIFY_WITH_TIMEOUT(!health().isAsking, longTime);
        QVERIFY2(health().level == HealthLevel::Warning && health().why.contains(u"the run found"_s)
                     && health().why.contains(why),
                 qPrintable(health().why));
        QVERIFY(ask());
        QVERIFY2(health().level == HealthLevel::Failed && health().source == HealthSource::Checks
                     && health().why.contains(why),
                 qPrintable(health().why));
        QVERIFY(m_lab->clear(1));        // somebody has brought it
        QVERIFY(ask());
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
    }

    // Renamed, the checks warn of the container that was deployed under the name before; the undo takes it away.
    void whatUndoTakesAwayIsNoComplaintOfTheChecks()
    {
        Cluster cluster(m_lab->connections());
        CheckKeeper checks(cluster);
        RunKeeper keeper(cluster);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished);
        QVERIFY(keeper.start(false));
        QTRY_VERIFY_WITH_TIMEOUT(isDone(keeper, u"container@node1"_s) && isDone(keeper, u"container@node2"_s),
                                 longTime);
        keeper.run()->stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        const Deployment before = cluster.deployment();
        Deployment renamed = before;
        renamed.name = u"renamed"_s;
        cluster.edit(renamed);
        checks.runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning(), longTime);
        const auto health = [&cluster] { return cluster.health(u"node2"_s); };
        QVERIFY2(health().level == HealthLevel::Warning && health().why.contains(u"container "_s),
                 qPrintable(health().why));
        cluster.edit(before);            // under this name the container is its own
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
        cluster.edit(renamed);
        QCOMPARE(health().level, HealthLevel::Warning);
        cluster.edit(before);
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && keeper.run()->canUndo() && !keeper.isRunning(), longTime);
        keeper.undo();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);
        QVERIFY2(finished[1][0].toBool(), qPrintable(finished[1][1].value<Error>().message));
        QTRY_VERIFY_WITH_TIMEOUT(!health().isAsking, longTime);
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
        cluster.edit(renamed);           // no container is left that could be of another name
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
    }

    // ascendctl in a terminal, or another window.
    void whatAnotherProcessDoesIsSeen()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        keeper.setLookInterval(50);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished), elsewhere(&keeper, &RunKeeper::workedElsewhere);
        QVERIFY(keeper.start(false));
        QTRY_VERIFY_WITH_TIMEOUT(isDone(keeper, u"container@node1"_s) && isDone(keeper, u"container@node2"_s),
                                 longTime);
        keeper.run()->stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        int stopped = 0;                 // and says nothing more than that, in whatever language
        for (int i = 0; i < keeper.run()->plan().steps.size(); ++i) {
            if (keeper.run()->state(i) == StepState::Stopped && ++stopped)
                QCOMPARE(keeper.run()->message(i), QString());
        }
        QVERIFY(stopped > 0);
        QTRY_VERIFY_WITH_TIMEOUT(cluster.lastChange(u"node1"_s).atMs == 0
                                     && cluster.lastChange(u"node2"_s).atMs == 0,
                                 longTime);
        QTest::qWait(300);
        QVERIFY(elsewhere.isEmpty() && !keeper.otherProcess() && keeper.stoppedMs() > 0); // its own writes are its own
        QVERIFY(keeper.run()->canUndo() && !keeper.run()->isUndone());

        // What it can be undone with: the plan's own record, in another process that holds the lock meanwhile.
        const QString record = findStateFile(m_lab->deployment(), fileIdentity(cluster.deployment(), cluster.path()));
        QProcess other;
        beginAnotherRun(other, record + u".lock"_s);
        QVERIFY(other.waitForStarted());
        QTRY_VERIFY(keeper.otherProcess());
        QVERIFY(*keeper.otherProcess() > 0 && *keeper.otherProcess() != QCoreApplication::applicationPid());
        QVERIFY(!elsewhere.isEmpty() && !keeper.start(true));
        keeper.undo();
        QVERIFY(!keeper.isRunning());
        RunState state(record);
        QVERIFY(state.load(m_lab->deployment(), fileIdentity(cluster.deployment(), cluster.path())));
        for (const QString &id : state.ids()) {
            if (state.step(id).changed)
                QVERIFY(state.forget(id, {}));
        }
        other.write("\n");
        QVERIFY(other.waitForFinished());
        QTRY_VERIFY(!keeper.otherProcess());
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.run()->canUndo(), longTime);
        QCOMPARE(keeper.run()->state(stepOf(keeper, u"container@node1"_s)), StepState::Undone);
        QVERIFY(keeper.run()->isUndone());
        QCOMPARE(keeper.stoppedMs(), 0);
    }

    void whatIsOpenedMeanwhileDoesNotCutIt()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished), forgotten(&keeper, &RunKeeper::forgotten);
        QVERIFY(keeper.start(false));
        QTRY_VERIFY_WITH_TIMEOUT(isDone(keeper, u"container@node1"_s), longTime);

        Deployment other;
        other.name = u"other"_s;
        other.recipe = m_lab->deployment().recipe;
        for (const QString &name : {u"node1"_s, u"node2"_s}) // machines of the same names, where nobody listens
            other.nodes << Node{.name = name, .host = u"127.0.0.1"_s, .port = 1};
        cluster.open(other, m_home->filePath(u"other.deployment.json"_s));
        QTest::qWait(200);               // a plan of the other one would have been made by now
        QVERIFY(keeper.isRunning() && forgotten.isEmpty());
        QCOMPARE(keeper.run()->plan().deployment.name, m_lab->deployment().name);
        QTRY_VERIFY_WITH_TIMEOUT(isDone(keeper, u"start@node1"_s), longTime);
        keeper.run()->stop();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QTRY_COMPARE(forgotten.size(), 1);
        QTRY_VERIFY(!keeper.run() && keeper.planError().has_value());
        QVERIFY(!keeper.hasRun() && keeper.stoppedMs() == 0 && !keeper.hasLog(u"container@node1"_s));
        for (const QString &name : {u"node1"_s, u"node2"_s}) { // of what the other one's nodes did it knows nothing
            QCOMPARE(cluster.health(name).level, HealthLevel::Unknown);
            QVERIFY(!cluster.health(name).isAsking);
        }

        // What it made is found again where it is opened again, and needs no node's answer to be taken back.
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && keeper.run()->canUndo(), longTime);
        QVERIFY(!keeper.madeOn(u"node1"_s).isEmpty() && keeper.stateAtMs() > 0);
        keeper.undo();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);
        QVERIFY2(finished[1][0].toBool(), qPrintable(finished[1][1].value<Error>().message));
    }

    // An error before the first step is the run's, one of a step is that step's.
    void whatKeepsItFromBeginningIsToldApart()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished);
        QVERIFY(m_lab->fault(0, u"chip-missing"_s)); // not that hccn_tool is silent about it
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY2(finished[0][1].value<Error>().message.contains(u"Device 5 (/dev/davinci5) is not there any more."_s),
                 qPrintable(finished[0][1].value<Error>().message));
        QVERIFY(m_lab->clear(0) && m_lab->fault(0, u"no-docker"_s));
        finished.clear();
        QVERIFY(keeper.start(false));
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY(keeper.error() && !keeper.isErrorOfNoStep());
        keeper.undo();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);

        QVERIFY(QDir(m_home->path()).mkpath(u"run.json"_s)); // a folder where its record is to be written
        keeper.setStateFile(m_home->filePath(u"run.json"_s));
        QVERIFY(!keeper.start(false));
        QVERIFY(keeper.refusal() && !keeper.refusal()->error.message.isEmpty());
        QCOMPARE(finished.size(), 2);
        QVERIFY(keeper.isUndo() && !keeper.error()); // of the undo before
    }

    // What could not begin changes nothing of what is known of the last run, and is forgotten with its reason.
    void aRefusalLeavesTheLastRunAsItWas()
    {
        Cluster cluster(m_lab->connections());
        RunKeeper keeper(cluster);
        keeper.setLookInterval(100);
        cluster.open(m_lab->deployment(), m_lab->deploymentFile());
        cluster.inspect();
        QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), longTime);
        QSignalSpy finished(&keeper, &RunKeeper::finished), begun(&keeper, &RunKeeper::begun),
            refusals(&keeper, &RunKeeper::refusalChanged);
        const auto taken = [&] { return MachineLock::take(m_lab->deployment().nodes[0], MachineLock::Work::Install); };
        {
            const Result<MachineLock> installer = taken();
            QVERIFY(installer);
            QVERIFY(!keeper.start(false));
            QVERIFY(keeper.refusal() && !keeper.hasRun() && keeper.endedMs() == 0 && !keeper.error());
        }
        QVERIFY(keeper.start(false));
        QVERIFY(!keeper.refusal());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, longTime);
        QVERIFY2(finished[0][0].toBool(), qPrintable(finished[0][1].value<Error>().message));
        cluster.markChanged(u"node1"_s, ChangedBy::Driver);
        const qint64 ended = keeper.endedMs();
        begun.clear();
        refusals.clear();
        for (const bool isUndo : {false, true}) {
            const Result<MachineLock> installer = taken();
            QVERIFY(installer);
            if (isUndo)
                keeper.undo();
            else
                QVERIFY(!keeper.start(false));
            QVERIFY(!keeper.isRunning() && keeper.refusal());
            QCOMPARE(keeper.refusal()->isUndo, isUndo);
            QVERIFY(keeper.refusal()->atMs >= ended);
            QVERIFY(inLanguage(keeper.refusal()->error.message, u"en"_s).contains(u"being installed on node1"_s));
            QVERIFY(!keeper.isUndo() && !keeper.error() && keeper.endedMs() == ended);
            QVERIFY(keeper.log(u"wait-ready@node1"_s).contains("Daemon start success"));
            QVERIFY(keeper.wasAtWork(u"container@node2"_s));
            QCOMPARE(keeper.outdatedNodes(), QSet<QString>{u"node1"_s});
            QVERIFY(isDone(keeper, u"container@node1"_s));
            QTest::qWait(500);           // it holds as long as its reason does
            QVERIFY(keeper.refusal().has_value());
        }
        QTRY_VERIFY(!keeper.refusal());
        QVERIFY(refusals.size() >= 3 && begun.isEmpty());
        QCOMPARE(finished.size(), 1);
        keeper.undo();
        QVERIFY(keeper.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, longTime);
    }
};

QTEST_GUILESS_MAIN(TestRunKeeper)
#include "tst_runkeeper.moc"
