// The checks of what is open, without any page: asked, passed, and of the past when a setting, a run or the node itself
// has changed since.
#include "core/monitor/clustermonitor.h"
#include "core/session/checkkeeper.h"
#include "tests/lab/lab.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using Since = CheckKeeper::Since;

static constexpr int longTime = 180'000;

class TestCheckKeeper : public QObject
{
    Q_OBJECT

    std::unique_ptr<Lab> m_lab;
    std::unique_ptr<Cluster> m_cluster;
    std::unique_ptr<CheckKeeper> m_keeper;

    bool ask()
    {
        m_keeper->runAll();
        return m_keeper->isRunning() && QTest::qWaitFor([this] { return !m_keeper->isRunning(); }, longTime);
    }
    void setSetting(const char *key, const Json &value)
    {
        Deployment changed = m_lab->deployment();
        changed.settings[key] = value;
        m_cluster->edit(changed);
    }
    void lose(const QString &node)
    {
        m_cluster->tell(node, notesOf(Error{ErrorKind::Connection, u"The link was lost."_s, {}, {}},
                                      HealthSource::Monitor, m_cluster->now()));
    }

private slots:
    void initTestCase()
    {
        Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
    }
    void init()
    {
        m_cluster = std::make_unique<Cluster>(m_lab->connections());
        m_keeper = std::make_unique<CheckKeeper>(*m_cluster);
        m_cluster->open(m_lab->deployment(), m_lab->deploymentFile());
    }
    void cleanup()
    {
        m_keeper.reset();
        m_cluster.reset();
        for (int node = 0; node < 2; ++node)
            QVERIFY(m_lab->clear(node));
    }
    void cleanupTestCase() { m_lab.reset(); }

    void asksWithoutAPage()
    {
        QVERIFY(!m_keeper->hasRun() && !m_keeper->isPassed());
        QSignalSpy begun(m_keeper.get(), &CheckKeeper::begun), ended(m_keeper.get(), &CheckKeeper::ended);
        QSignalSpy said(m_keeper.get(), &CheckKeeper::findingReady);
        QVERIFY(ask());
        QCOMPARE(begun.size(), 1);
        QCOMPARE(ended.size(), 1);
        QCOMPARE(said.size(), m_keeper->expected());
        QCOMPARE(countsOf(m_keeper->report()).all(), m_keeper->expected());
        QVERIFY(m_keeper->isPassed() && m_keeper->endedMs() > 0 && m_keeper->past().since == Since::Nothing);
        QVERIFY(m_cluster->facts(u"node1"_s)); // the cluster has heard what was asked
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Ok);

        // One of them again: the others stand, and are as old as they were.
        const qint64 before = m_keeper->endedMs();
        m_keeper->runAgain(u"driver.present"_s, u"node2"_s);
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, longTime);
        QCOMPARE(begun[1][0].toString(), u"driver.present"_s);
        QCOMPARE(said.size(), m_keeper->expected() + 1);
        QCOMPARE(m_keeper->endedMs(), before);
        QVERIFY(m_keeper->isPassed());
    }

    void whatHappensAfterwardsMakesThemThePast()
    {
        QVERIFY(ask());
        setSetting("hcclBuffSize", 400); // asked of no node, and judged all the same
        QVERIFY(m_keeper->past().since == Since::Settings && !m_keeper->isPassed());
        m_cluster->edit(m_lab->deployment());
        QVERIFY(m_keeper->past().since == Since::Nothing && m_keeper->isPassed());

        m_cluster->tell(u"node2"_s, notesOf(Error{ErrorKind::Timeout, u"It has not answered for 5 s."_s, {},
                                                  {{u"awaited"_s, u"yes"_s}}},
                                            HealthSource::Monitor, m_cluster->now()));
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Warning);
        QVERIFY(m_keeper->past().since == Since::Nothing); // it may only be late
        lose(u"node2"_s);
        QVERIFY(m_keeper->past().since == Since::Worse && m_keeper->past().nodes == QStringList{u"node2"_s});
        lose(u"node1"_s);                // of two that became worse the later one is told
        QCOMPARE(m_keeper->past().nodes, QStringList{u"node1"_s});
        m_cluster->tell(u"node1"_s, notesOf(Error{ErrorKind::HostKey, u"It shows another host key."_s, {},
                                                  {{u"state"_s, u"changed"_s}}},
                                            HealthSource::Monitor, m_cluster->now()));
        const NodeHealth told = m_keeper->past().health; // what is the matter now, not what was first
        QVERIFY2(told.level == m_cluster->health(u"node1"_s).level && told.level != HealthLevel::Lost,
                 qPrintable(told.why));
        setSetting("hcclBuffSize", 400); // weighs less: it can be put back
        QVERIFY(m_keeper->past().since == Since::Worse);
        m_cluster->edit(m_lab->deployment());
        QVERIFY(m_keeper->past().since == Since::Worse && !m_keeper->isPassed());

        // One answer of now among old ones would mislead: all are asked.
        QSignalSpy begun(m_keeper.get(), &CheckKeeper::begun);
        m_keeper->runAgain(u"driver.present"_s, u"node2"_s);
        QCOMPARE(begun.size(), 1);
        QVERIFY(begun[0][0].toString().isEmpty());
        m_cluster->markChanged(u"node2"_s, ChangedBy::Run); // while they are asked
        QVERIFY(m_keeper->past().since == Since::Changed && m_keeper->isRunning());
        m_cluster->markChanged(u"node1"_s, ChangedBy::Driver);
        m_cluster->markChanged(u"node1"_s, ChangedBy::Run);
        QCOMPARE(m_keeper->past().nodes, (QStringList{u"node1"_s, u"node2"_s})); // as the deployment has them
        QCOMPARE(m_keeper->past().by, (QList{ChangedBy::Run, ChangedBy::Driver}));
        QTRY_VERIFY_WITH_TIMEOUT(!m_keeper->isRunning(), longTime);
        QVERIFY(!m_keeper->isPassed() && countsOf(m_keeper->report()).failed == 0);
    }

    // It asks the same as the checks did, later.
    void whatARunIsStoppedByMakesThemThePast()
    {
        QVERIFY(ask());
        const Error busy{ErrorKind::CommandFailed, u"node2: What the service needs is in use."_s, {}, {}};
        const auto refute = [&] {
            m_cluster->tell(u"node2"_s, {refutedNote(u"preflight"_s, busy, m_cluster->now())});
        };
        refute();
        QVERIFY(m_keeper->past().since == Since::Worse && m_keeper->past().nodes == QStringList{u"node2"_s});
        QCOMPARE(m_keeper->past().health.why, u"What the service needs is in use."_s);
        QVERIFY(ask());                  // and they are asked anew
        QVERIFY(m_keeper->past().since == Since::Nothing && m_keeper->isPassed());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Ok);

        setSetting("weights", "/work/weights/none"); // also where they had found something else
        QVERIFY(ask());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Failed);
        refute();
        QCOMPARE(m_keeper->past().since, Since::Worse);
    }

    void whatTheyWarnOfReachesTheNodes_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<bool>("isOfBoth");
        QTest::addColumn<QString>("said");
        QTest::newRow("of a node") << u"driver-old"_s << true << QString();
        QTest::newRow("the TLS switch") << u"tls-differs"_s << true << u"TLS switch"_s;
        QTest::newRow("the clock") << u"clock-skew"_s << false << QString();
    }
    void whatTheyWarnOfReachesTheNodes()
    {
        QFETCH(QString, fault);
        QFETCH(bool, isOfBoth);
        QFETCH(QString, said);
        QVERIFY(m_lab->fault(1, fault));
        QVERIFY(ask());
        const NodeHealth first = m_cluster->health(u"node1"_s), second = m_cluster->health(u"node2"_s);
        QVERIFY2(second.level == HealthLevel::Failed && second.why.contains(said), qPrintable(second.why));
        QVERIFY2(first.level == (isOfBoth ? HealthLevel::Failed : HealthLevel::Ok), qPrintable(first.why));
        QCOMPARE(m_keeper->past().since, Since::Nothing);
        QVERIFY(m_lab->clear(1));
        m_cluster->inspect(u"node2"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_cluster->state(u"node2"_s) != NodeState::Connecting, longTime);
        QCOMPARE(m_keeper->past().since, Since::Otherwise); // and of whom it had differed from
        QCOMPARE(m_keeper->past().nodes, isOfBoth ? (QStringList{u"node1"_s, u"node2"_s}) : QStringList{u"node2"_s});
        QVERIFY(ask());
        QCOMPARE(m_cluster->health(u"node1"_s).level, HealthLevel::Ok);
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Ok);
    }

    // Somebody has decided to live with it: kept with the deployment, also when they are asked again.
    void anAcceptedWarningCountsNoMore()
    {
        QVERIFY(m_lab->fault(1, u"governor-powersave"_s));
        QVERIFY(ask());
        const auto health = [this] { return m_cluster->health(u"node2"_s); };
        QCOMPARE(health().level, HealthLevel::Warning);
        const QList<Finding> said = m_keeper->report().nodes.last().findings;
        const auto governor = std::find_if(said.cbegin(), said.cend(),
                                           [](const Finding &one) { return one.check == "host.governor"_L1; });
        QVERIFY(governor != said.cend());
        m_keeper->accept(u"node2"_s, *governor, true);
        QVERIFY2(health().level == HealthLevel::Ok, qPrintable(health().why));
        QCOMPARE(m_keeper->past().since, Since::Nothing);
        QCOMPARE(countsOf(m_keeper->report()).warnings, 1);
        QCOMPARE(countsOf(m_keeper->counted()).warnings, 0);
        const Result<Deployment> saved = parseDeployment(toText(m_cluster->deployment()));
        QVERIFY(saved && m_cluster->isEdited());
        QCOMPARE(acceptancesIn(saved->other), QList{acceptanceOf(u"node2"_s, *governor)});
        QVERIFY(ask());
        QCOMPARE(health().level, HealthLevel::Ok);
        m_keeper->accept(u"node2"_s, *governor, false);
        QCOMPARE(health().level, HealthLevel::Warning);
        QCOMPARE(m_keeper->past().since, Since::Nothing); // it has not become worse
        QVERIFY(!m_cluster->deployment().other.contains("accepted"));
    }

    // Its next reading would be an hour away, as after a long pause.
    void whatIsAnsweredToThemEndsTheMonitorsPause()
    {
        ClusterMonitor monitor(*m_cluster);
        monitor.setInterval(std::chrono::hours(1));
        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        monitor.start();
        const auto hasFailed = [&](int node) { return monitor.nodes().value(node).error.has_value(); };
        QTRY_VERIFY_WITH_TIMEOUT(hasFailed(0), longTime);
        QVERIFY(!hasFailed(1) && m_lab->clear(0));
        QVERIFY(ask());
        QTRY_VERIFY_WITH_TIMEOUT(!hasFailed(0), longTime);
    }

    // The other way round: the fault is over, and only these answers go on telling it.
    void whatIsWellAgainMakesThemThePast()
    {
        const auto inspect = [this] {
            m_cluster->inspect(u"node2"_s);
            return QTest::qWaitFor([this] { return m_cluster->state(u"node2"_s) != NodeState::Connecting; }, longTime);
        };
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QVERIFY(ask());
        QVERIFY(countsOf(m_keeper->report()).failed > 0 && m_keeper->past().since == Since::Nothing);
        QVERIFY(inspect());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Failed);
        QVERIFY(m_keeper->past().since == Since::Nothing);
        QVERIFY(m_lab->clear(1));
        QVERIFY(inspect());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Ok);
        QCOMPARE(m_keeper->past().since, Since::Otherwise);
        QCOMPARE(m_keeper->past().nodes, QStringList{u"node2"_s});
        QVERIFY(m_keeper->past().atMs >= m_keeper->endedMs() && !m_keeper->isPassed());
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s)); // as it was when they were asked
        QVERIFY(inspect());
        QCOMPARE(m_keeper->past().since, Since::Nothing);
        QVERIFY(m_lab->clear(1));
        QVERIFY(inspect());
        QCOMPARE(m_keeper->past().since, Since::Otherwise);
        setSetting("hcclBuffSize", 400); // weighs less
        QCOMPARE(m_keeper->past().since, Since::Otherwise);
        m_cluster->edit(m_lab->deployment());
        lose(u"node1"_s);                // weighs more
        QCOMPARE(m_keeper->past().since, Since::Worse);
        QVERIFY(ask());
        QVERIFY(m_keeper->isPassed() && m_keeper->past().since == Since::Nothing);
    }

    // What failed is nothing that a chip says: the node's own page tells of it as of the past, and so do the answers.
    void whatOtherFactsAreKnownOfMakesThemThePast()
    {
        const auto inspect = [this] {
            m_cluster->inspect(u"node2"_s);
            return QTest::qWaitFor([this] { return m_cluster->state(u"node2"_s) != NodeState::Connecting; }, longTime);
        };
        QVERIFY(m_lab->fault(1, u"no-docker"_s));
        QVERIFY(ask());
        QVERIFY(inspect());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Failed);
        QCOMPARE(m_keeper->past().since, Since::Nothing);
        QVERIFY(inspect());              // again, and nothing is otherwise
        QCOMPARE(m_keeper->past().since, Since::Nothing);
        QVERIFY(m_lab->clear(1));
        QVERIFY(inspect());
        QCOMPARE(m_cluster->health(u"node2"_s).level, HealthLevel::Warning);
        QCOMPARE(m_keeper->past().since, Since::Otherwise);
        QCOMPARE(m_keeper->past().nodes, QStringList{u"node2"_s});
        QVERIFY(ask());
        QVERIFY(m_keeper->isPassed());
    }

    // Other pages go by the node's health: it does not go on telling what another recipe's weights were.
    void whatOtherSettingsWereFoundWrongForIsNoFailureOfNow()
    {
        setSetting("weights", "/work/weights/none");
        QVERIFY(ask());
        const auto health = [this] { return m_cluster->health(u"node1"_s); };
        QVERIFY2(health().level == HealthLevel::Failed && health().why.contains(u"/work/weights/none"),
                 qPrintable(health().why));
        m_cluster->edit(m_lab->deployment());
        QVERIFY(m_keeper->past().since == Since::Settings);
        QCOMPARE(health().level, HealthLevel::Warning);
        QVERIFY2(health().why.contains(u"The recipe, its settings or the name have changed since"),
                 qPrintable(health().why));
        setSetting("weights", "/work/weights/none"); // as they were asked for
        QVERIFY(m_keeper->past().since == Since::Nothing);
        QVERIFY(health().level == HealthLevel::Failed && !health().why.contains(u"have changed since"));

        // The checks are forgotten with a node; what they told of the other is not, and can still become the past.
        Deployment one = m_cluster->deployment();
        one.nodes.removeLast();
        m_cluster->edit(one);
        QVERIFY(!m_keeper->hasRun());
        QCOMPARE(health().level, HealthLevel::Failed);
        one.settings = m_lab->deployment().settings;
        m_cluster->edit(one);
        QCOMPARE(health().level, HealthLevel::Warning);

        // Changed while they are asked: what they say at the end is of the past at once, and true again when put back.
        m_cluster->edit(m_lab->deployment());
        setSetting("weights", "/work/weights/none");
        m_keeper->runAll();
        m_cluster->edit(m_lab->deployment());
        QTRY_VERIFY_WITH_TIMEOUT(!m_keeper->isRunning(), longTime);
        QCOMPARE(health().level, HealthLevel::Warning);
        setSetting("weights", "/work/weights/none");
        QCOMPARE(health().level, HealthLevel::Failed);
        QVERIFY(m_keeper->past().since == Since::Nothing); // it has not become worse
    }

    void anotherDeploymentForgetsThem()
    {
        QVERIFY(ask());
        QSignalSpy forgotten(m_keeper.get(), &CheckKeeper::forgotten);
        Deployment other = m_lab->deployment();
        other.name = u"other"_s;         // on the same nodes, and all the same another one
        m_cluster->open(other, {});
        QVERIFY(forgotten.size() > 0 && !m_keeper->hasRun() && !m_keeper->isPassed());
        QVERIFY(m_keeper->report().nodes.isEmpty() && m_keeper->endedMs() == 0);

        m_keeper->runAll();
        QVERIFY(m_keeper->isRunning());
        other.nodes.removeLast();
        m_cluster->edit(other);          // in the middle of them
        QVERIFY(!m_keeper->isRunning() && !m_keeper->hasRun());
        QVERIFY(ask());
        QCOMPARE(m_keeper->report().nodes.size(), 1);
    }

    void aFailureOfTheSettingsIsBlamedOnThem()
    {
        setSetting("hcclBuffSize", 65536);
        QVERIFY(ask());
        QVERIFY(!m_keeper->isPassed() && !m_keeper->blamed().isEmpty());
        m_cluster->edit(m_lab->deployment());
        QVERIFY(m_keeper->blamed().isEmpty());
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s));
        QVERIFY(ask());
        QVERIFY(!m_keeper->isPassed() && m_keeper->blamed().isEmpty());
    }

    void stoppedTheyHaveNotPassed()
    {
        m_keeper->runAll();
        m_keeper->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!m_keeper->isRunning(), longTime);
        QVERIFY(m_keeper->hasRun() && !m_keeper->isPassed());
        QVERIFY(countsOf(m_keeper->report()).all() < m_keeper->expected());
    }
};

QTEST_GUILESS_MAIN(TestCheckKeeper)
#include "tst_checkkeeper.moc"
