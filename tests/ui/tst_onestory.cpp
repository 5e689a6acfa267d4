// Every page tells the same story of a node at the same moment: the dots in the strip, the node list, the nodes step
// and the monitor, whoever asked the node last. And what is simulated says so from the first answer on. On a real sshd
// per node.
#include "app/console/application.h"
#include "app/sim/nodeview.h"
#include "tests/lab/lab.h"
#include "tests/support/rests.h"
#include "tests/support/ascendctl.h"
#include "ui/common/badge.h"
#include "ui/common/emptystate.h"
#include "ui/common/nodelook.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/nodesstep.h"
#include "ui/deploy/stepper.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/nodedots.h"
#include "ui/monitor/heatmap.h"
#include "ui/monitor/monitorpage.h"
#include "ui/nodes/factspanel.h"
#include "ui/nodes/nodespage.h"

#include <QAction>
#include <QDir>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 120'000; // a loaded machine

Application::Options english()
{
    Application::Options options;
    options.theme = u"light"_s;
    options.language = u"en"_s;
    return options;
}

void press(QWidget &within, const QString &name)
{
    auto *button = within.findChild<QAbstractButton *>(name);
    QVERIFY2(button, qPrintable(name));
    QTRY_VERIFY2(button->isVisible() && button->isEnabled(), qPrintable(name));
    QTest::mouseClick(button, Qt::LeftButton);
}

// What each page says of a node's state, without its age.
struct Story
{
    QString dot, list, step, monitor;
    bool isOne() const { return dot == list && dot == step && (monitor.isEmpty() || dot == monitor); }
    QString text() const { return u"dot: %1; list: %2; step: %3; monitor: %4"_s.arg(dot, list, step, monitor); }
};

Story storyOf(MainWindow &window, const QString &node)
{
    Story story;
    if (auto *dot = window.findChild<NodeDot *>(u"dot-"_s + node))
        story.dot = dot->accessibleName().section(u": "_s, 1).section(u',', 0, 0);
    const NodeModel &model = window.findChild<NodesPage *>()->model();
    const int row = model.rowOf(node);
    story.list = model.data(model.index(row, NodeModel::State), Qt::AccessibleTextRole).toString().section(u',', 0, 0);
    const auto badges = window.findChild<NodesStep *>()->findChildren<Badge *>();
    if (row < badges.size())
        story.step = badges[row]->accessibleName().section(u',', 0, 0);
    story.monitor = window.findChild<HeatMap *>()->marks().value(node).look.word.toLower();
    return story;
}

} // namespace

class TestOneStory : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Lab> m_lab;
    QString m_file;                      // the lab's deployment, without "simulated"

    void show(Application &console)
    {
        console.window().resize(1280, 800);
        console.window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&console.window()));
        console.window().openFile(m_file);
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
    }

    void runAllChecks(Application &console)
    {
        console.window().showPage(u"deploy"_s);
        console.window().findChild<DeployPage *>()->showStep(DeployPage::Checks);
        auto *checks = console.window().findChild<ChecksPage *>();
        press(*checks, u"runAllAgain"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!console.checks().isRunning() && checks->look(), longTime);
    }

    void grab(Application &console, const QString &name)
    {
        const QString folder = qEnvironmentVariable("ASC_GRAB_DIR");
        if (folder.isEmpty())
            return;
        QDir().mkpath(folder);
        QVERIFY(QTest::qWaitFor(rests));
        console.window().grab().save(u"%1/%2.png"_s.arg(folder, name));
    }

private slots:
    void initTestCase()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home->filePath(u"state"_s).toUtf8());
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        m_lab = *std::move(lab);
        QDir(m_home->path()).mkdir(u".ssh"_s);
        QFile::copy(m_lab->folder() + u"/known_hosts"_s, m_home->filePath(u".ssh/known_hosts"_s));
        Result<Deployment> deployment = loadDeployment(m_lab->deploymentFile());
        QVERIFY(deployment);
        deployment->simulated = false;
        deployment->other.erase("simulated");
        m_file = m_lab->folder() + u"/unmarked.deployment.json"_s;
        QVERIFY(saveDeployment(*deployment, m_file));
        QVERIFY(!loadDeployment(m_file)->simulated);
    }
    void cleanupTestCase() { m_lab.reset(); }

    void whatIsSimulatedSaysSoFromTheFirstAnswerOn_data()
    {
        QTest::addColumn<QString>("first");
        QTest::newRow("checks") << u"checks"_s;
        QTest::newRow("monitor") << u"monitor"_s;
    }
    void whatIsSimulatedSaysSoFromTheFirstAnswerOn()
    {
        QFETCH(QString, first);
        Application console(english());
        show(console);
        auto *banner = console.window().findChild<QFrame *>(u"simulatedBanner"_s);
        QVERIFY(!banner->isVisible() && !console.cluster().isSimulated());
        if (first == u"checks") {
            console.window().showPage(u"deploy"_s);
            console.window().findChild<DeployPage *>()->showStep(DeployPage::Checks);
            auto *checks = console.window().findChild<ChecksPage *>();
            QTest::mouseClick(checks->findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
            QVERIFY(console.checks().isRunning());
        } else {
            console.window().showPage(u"monitor"_s);
        }
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), longTime);
        QVERIFY(console.window().windowTitle().contains(u"(simulated)"));
        QVERIFY(!console.cluster().facts(u"node1"_s)); // nobody has asked for facts yet
    }

    // It is a change of the deployment: saved with it, and said at the next start before any node is asked.
    void whatTheNodesToldIsThereAtTheNextStart()
    {
        const QString file = m_lab->folder() + u"/learned.deployment.json"_s;
        QVERIFY(QFile::copy(m_file, file));
        {
            Application console(english());
            MainWindow &window = console.window();
            window.resize(1280, 800);
            window.show();
            window.openFile(file);
            QTRY_COMPARE(console.cluster().path(), file);
            QVERIFY(!window.isWindowModified());
            window.showPage(u"nodes"_s);
            press(window, u"inspectAll"_s);
            QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QFrame *>(u"simulatedBanner"_s)->isVisible(), longTime);
            QVERIFY(window.isWindowModified());
            QTRY_VERIFY_WITH_TIMEOUT(console.cluster().state(u"node1"_s) == NodeState::Reachable
                                         && console.cluster().state(u"node2"_s) == NodeState::Reachable,
                                     longTime);
            QVERIFY(!window.close());
            const QString asked = window.findChild<QLabel *>(u"unsavedText"_s)->text();
            QVERIFY2(asked.contains(u"they are simulated, and the file does not say so"), qPrintable(asked));
            grab(console, u"learned-unsaved"_s);
            press(window, u"unsavedSave"_s);
            QTRY_VERIFY(!window.isVisible());
        }
        QVERIFY(loadDeployment(file)->simulated);
        Application console(english());
        MainWindow &window = console.window();
        window.resize(1280, 800);
        window.show();
        window.openFile(file);
        QTRY_COMPARE(console.cluster().path(), file);
        QVERIFY(window.findChild<QFrame *>(u"simulatedBanner"_s)->isVisible()
                && window.windowTitle().contains(u"(simulated)"));
        QVERIFY(!console.cluster().facts(u"node1"_s) && !console.cluster().isModified());
        // Learned once more it is no news, and an edit that is saved is the only one.
        press(window, u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(console.cluster().state(u"node1"_s) == NodeState::Reachable
                                     && console.cluster().state(u"node2"_s) == NodeState::Reachable,
                                 longTime);
        QVERIFY(!console.cluster().isModified());
        QVERIFY(window.close());
    }

    void theCommandLineSaysSoToo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("check") << QStringList{u"check"_s, u"--only"_s, u"connection.reachable"_s, u"--json"_s};
        QTest::newRow("monitor") << QStringList{u"monitor"_s, u"--once"_s};
        QTest::newRow("deploy") << QStringList{u"deploy"_s, u"--dry-run"_s, u"--json"_s};
        QTest::newRow("verify") << QStringList{u"verify"_s, u"--json"_s};
    }
    void theCommandLineSaysSoToo()
    {
        QFETCH(QStringList, arguments);
        const Ran ran = ascendctl(QStringList{arguments.first(), m_file} + arguments.mid(1));
        QVERIFY2(!ran.out.isEmpty(), ran.err.constData());
        for (const QByteArray &line :
             arguments.first() == u"monitor" ? ran.out.trimmed().split('\n') : QByteArrayList{ran.out}) {
            const Result<Json> json = parseJson(line, u"answer"_s);
            QVERIFY2(json, line.constData());
            QVERIFY2(boolAt(*json, "simulated").value_or(false), line.left(300).constData());
        }
    }

    void checkedButNeverInspectedIsNotUnknown()
    {
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        QTRY_COMPARE(storyOf(window, u"node1"_s).dot, u"not asked yet"_s);
        QVERIFY2(storyOf(window, u"node1"_s).isOne(), qPrintable(storyOf(window, u"node1"_s).text()));
        window.showPage(u"deploy"_s);
        window.findChild<DeployPage *>()->showStep(DeployPage::Checks);
        auto *checks = window.findChild<ChecksPage *>();
        QTest::mouseClick(checks->findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.checks().isRunning() && checks->look(), longTime);
        QVERIFY(console.checks().isPassed());
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            const Story story = storyOf(window, node);
            QVERIFY2(story.isOne() && story.dot == u"reachable", qPrintable(story.text()));
        }
        QVERIFY(window.findChild<NodeDot *>(u"dot-node1"_s)->accessibleName().contains(u"asked"));
        window.showPage(u"nodes"_s);
        QVERIFY(window.findChild<QTableView *>(u"chipTable"_s)->isVisible()); // the checks asked for all facts
        grab(console, u"checked"_s);
        // Green of an old moment is not green.
        const qint64 later = console.cluster().now() + staleAfterMs + 60'000;
        console.cluster().setClock([later] { return later; });
        QTRY_COMPARE(storyOf(window, u"node1"_s).dot, u"was reachable"_s);
        QVERIFY(storyOf(window, u"node1"_s).isOne());
        QCOMPARE(reachableWords(console.cluster()), u"2 of 2 reachable when last asked"_s);
        QVERIFY2(window.findChild<NodeDot *>(u"dot-node1"_s)->accessibleName().contains(u"min ago"),
                 qPrintable(window.findChild<NodeDot *>(u"dot-node1"_s)->accessibleName()));
        grab(console, u"stale"_s);
    }

    void aHungNpuSmiIsSaidAsSuch()
    {
        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        window.showPage(u"nodes"_s);
        press(window, u"inspectAll"_s);
        QTRY_VERIFY_WITH_TIMEOUT(console.cluster().state(u"node1"_s) == NodeState::Reachable
                                     && console.cluster().state(u"node2"_s) == NodeState::Reachable,
                                 longTime);
        QVERIFY(m_lab->clear(0));
        Story story;
        QTRY_VERIFY2((story = storyOf(window, u"node1"_s)).isOne() && story.dot == u"faulty", qPrintable(story.text()));
        QTRY_COMPARE(storyOf(window, u"node2"_s).dot, u"reachable"_s);
        QVERIFY(window.findChild<NodeDot *>(u"dot-node1"_s)->toolTip().contains(u"npu-smi did not answer in 10 s"));
        QVERIFY(window.findChild<FactsPanel *>()
                    ->findChild<QLabel *>(u"nodeHealth"_s)
                    ->text()
                    .contains(u"npu-smi did not answer in 10 s"));
        QString said;
        for (const QLabel *label : window.findChild<NodesPage *>()->findChildren<QLabel *>())
            said += label->isVisible() ? label->text() + u'\n' : QString();
        QVERIFY2(!said.contains(u"told of no chips") && said.contains(u"chips of node1 are not known"),
                 qPrintable(said));
        grab(console, u"hung"_s);
    }

    // From the moment on that there is no data, it is not fine: also while npu-smi's ten seconds are still running.
    void aHungNpuSmiIsNotFineWhileItIsAwaited()
    {
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        window.showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"reachable"_s, longTime);
        const auto saysNoData = [&] {
            const auto labels = window.findChild<MonitorPage *>()->findChildren<QLabel *>();
            return std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
                return label->isVisible() && label->text().contains(u"No data from node1");
            });
        };
        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        int contradictions = 0;
        bool wasAwaited = false;
        const auto isFailed = [&] {
            const Story story = storyOf(window, u"node1"_s);
            contradictions += saysNoData() && story.dot == u"reachable";
            wasAwaited = wasAwaited
                || (story.dot == u"warning"
                    && window.findChild<NodeDot *>(u"dot-node1"_s)
                           ->toolTip()
                           .contains(u"npu-smi has not answered for"));
            return story.dot == u"faulty";
        };
        QTRY_VERIFY_WITH_TIMEOUT(isFailed(), longTime);
        QVERIFY(m_lab->clear(0));
        QCOMPARE(contradictions, 0);
        QVERIFY(wasAwaited);
    }

    // What differs between the nodes is no green dot beside a failed check.
    void whatTheChecksWarnOfIsToldEverywhere()
    {
        QVERIFY(m_lab->fault(1, u"tls-differs"_s));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        window.showPage(u"deploy"_s);
        window.findChild<DeployPage *>()->showStep(DeployPage::Checks);
        press(*window.findChild<ChecksPage *>(), u"runAllAgain"_s);
        QTRY_VERIFY_WITH_TIMEOUT(console.checks().hasRun() && !console.checks().isRunning(), longTime);
        QVERIFY(m_lab->clear(1));
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            QTRY_COMPARE(storyOf(window, node).dot, u"faulty"_s);
            QTRY_VERIFY2(storyOf(window, node).isOne(), qPrintable(storyOf(window, node).text()));
            const QString said = window.findChild<NodeDot *>(u"dot-"_s + node)->toolTip();
            QVERIFY2(said.contains(u"the TLS switch differs between the nodes"_s, Qt::CaseInsensitive),
                     qPrintable(said));
        }
        QCOMPARE(window.findChild<Stepper *>()->look(DeployPage::Nodes)->symbol, u"✕"_s);
        grab(console, u"warned"_s);
    }

    // Somebody has decided to live with it: no page warns of it, until that is taken back.
    void anAcceptedWarningIsToldNoMore()
    {
        QVERIFY(m_lab->fault(1, u"governor-powersave"_s));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        runAllChecks(console);
        auto *checks = window.findChild<ChecksPage *>();
        QVERIFY(m_lab->clear(1));
        QTRY_COMPARE(storyOf(window, u"node2"_s).dot, u"warning"_s);
        checks->findChild<QTableView *>(u"checksTable"_s)
            ->setCurrentIndex(checks->model().indexOf(u"host.governor"_s, u"node2"_s));
        auto *accept = checks->findChild<QAction *>(u"acceptWarning"_s);
        QVERIFY(accept->isVisible());
        QCOMPARE(accept->text(), u"Accept this warning"_s);
        accept->trigger();
        QTRY_COMPARE(storyOf(window, u"node2"_s).dot, u"reachable"_s);
        QTRY_VERIFY2(storyOf(window, u"node2"_s).isOne(), qPrintable(storyOf(window, u"node2"_s).text()));
        QCOMPARE(checks->look()->symbol, lookOf(Verdict::Pass).symbol);
        const QString summary = checks->findChild<QLabel *>(u"checksSummary"_s)->text();
        QVERIFY2(summary.contains(u"1 accepted"_s) && !summary.contains(u"warning"_s), qPrintable(summary));
        grab(console, u"accepted"_s);
        accept->trigger();
        QTRY_COMPARE(storyOf(window, u"node2"_s).dot, u"warning"_s);
    }

    // The fault is over, every dot is green: then the checks do not stand there as if they were of now.
    void checksOfAFaultThatIsOverSaySo_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("a chip's alarm") << u"chip-alarm"_s;
        QTest::newRow("a node away") << u"connection-lost"_s;
    }
    void checksOfAFaultThatIsOverSaySo()
    {
        QFETCH(QString, fault);
        QVERIFY(m_lab->fault(1, fault));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        runAllChecks(console);
        auto *checks = window.findChild<ChecksPage *>();
        const auto *notice = checks->findChild<QLabel *>(u"checksNoticeText"_s);
        QVERIFY(!notice->isVisible() && !console.checks().isPassed());
        QVERIFY(m_lab->clear(1));
        window.showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node2"_s).dot, u"reachable"_s, longTime);
        window.showPage(u"deploy"_s);
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(QRegularExpression(u"^These answers are from [0-9:]+\\. Since [0-9:]+ what is known of "
                                    "(node1, )?node2 is otherwise"_s)
                     .match(notice->text())
                     .hasMatch(),
                 qPrintable(notice->text()));
        QVERIFY2(checks->look()->word.contains(u"something has changed since"_s), qPrintable(checks->look()->word));
        const auto *remedy = checks->findChild<QTextEdit *>(u"findingRemedy"_s);
        QVERIFY2(remedy->toPlainText().isEmpty() || remedy->toPlainText().contains(u"may not hold any more"_s),
                 qPrintable(remedy->toPlainText()));
        grab(console, u"over-"_s + fault);
    }

    // Asking again is told the same: that is no reason to run the checks once more. Another answer is.
    void askingAgainDoesNotOutdateTheChecks()
    {
        QVERIFY(m_lab->fault(0, u"firmware-mismatch"_s));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        runAllChecks(console);
        const auto said = [&] { return window.findChild<NodeDot *>(u"dot-node1"_s)->toolTip(); };
        QTRY_VERIFY2(storyOf(window, u"node1"_s).dot == u"faulty", qPrintable(said()));
        const auto ask = [&] {
            QSignalSpy facts(&console.cluster(), &Cluster::factsChanged);
            window.showPage(u"nodes"_s);
            press(window, u"inspectAll"_s);
            QTRY_COMPARE_WITH_TIMEOUT(facts.size(), 2, longTime);
        };
        ask();
        QTRY_VERIFY2(storyOf(window, u"node1"_s).isOne() && storyOf(window, u"node1"_s).dot == u"faulty",
                     qPrintable(said()));
        QVERIFY2(!said().contains(u"run the checks again"), qPrintable(said()));
        QVERIFY(m_lab->clear(0));
        ask();
        QTRY_VERIFY2(storyOf(window, u"node1"_s).dot == u"warning" && said().contains(u"run the checks again"),
                     qPrintable(said()));
    }

    // No page goes on blaming a node for what another recipe's settings were, while the checks themselves say "then".
    void whatOtherSettingsWereFoundWrongForIsOfThePastEverywhere()
    {
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        Deployment deployment = console.cluster().deployment();
        const Json right = deployment.settings;
        deployment.settings["weights"] = "/work/weights/none";
        console.cluster().edit(deployment);
        runAllChecks(console);
        auto *checks = window.findChild<ChecksPage *>();
        auto *stepper = window.findChild<Stepper *>();
        const auto said = [&] { return window.findChild<NodeDot *>(u"dot-node1"_s)->toolTip(); };
        QTRY_VERIFY2(storyOf(window, u"node1"_s).dot == u"not ready", qPrintable(said()));
        QCOMPARE(stepper->look(DeployPage::Nodes)->symbol, lookOf(Verdict::Fail).symbol);

        deployment.settings = right;
        console.cluster().edit(deployment);
        QCOMPARE(checks->look()->tone, style::Tone::Unknown);
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            QCOMPARE(storyOf(window, node).dot, u"warning"_s);
            QTRY_VERIFY2(storyOf(window, node).isOne(), qPrintable(storyOf(window, node).text()));
        }
        QVERIFY2(said().contains(u"The recipe, its settings or the name have changed since; run the checks again."),
                 qPrintable(said()));
        QVERIFY(stepper->look(DeployPage::Nodes)->symbol != lookOf(Verdict::Fail).symbol);
        grab(console, u"other-settings"_s);

        // What else was at work there is called by its name, in the deployment's order of nodes.
        const auto *notice = checks->findChild<QLabel *>(u"checksNoticeText"_s);
        for (const QString &node : {u"node2"_s, u"node1"_s})
            console.cluster().markChanged(node, ChangedBy::Driver);
        QVERIFY2(notice->text().contains(u"at work on node1, node2: an installation of driver and firmware."),
                 qPrintable(notice->text()));
        console.showLanguage(u"zh"_s);
        QTRY_VERIFY2(notice->text().contains(u"node1, node2") && notice->text().contains(u"驱动与固件的安装"),
                 qPrintable(notice->text()));
        grab(console, u"driver-at-work-zh"_s);
        console.showLanguage(u"en"_s);
    }

    void aLaterAlarmMakesTheChecksThePast()
    {
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        runAllChecks(console);
        auto *checks = window.findChild<ChecksPage *>();
        auto *stepper = window.findChild<Stepper *>();
        QVERIFY(console.checks().isPassed());
        window.showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).monitor, u"reachable"_s, longTime);
        QVERIFY(console.checks().isPassed());
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s));
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"faulty"_s, longTime);
        QTRY_VERIFY(!console.checks().isPassed());
        QCOMPARE(stepper->look(DeployPage::Checks)->tone, style::Tone::Unknown);
        QVERIFY(stepper->look(DeployPage::Checks)->word.startsWith(u"Checked at "));
        window.showPage(u"deploy"_s);
        const QString said = window.findChild<QLabel *>(u"checksNoticeText"_s)->text();
        QVERIFY2(said.contains(u"node1") && said.contains(u"chip 3: Alarm"), qPrintable(said));
        grab(console, u"checks-overtaken"_s);
        // And the filter does not say below it that there is no problem.
        checks->findChild<SegmentedControl *>(u"checksFilter"_s)->findChild<QPushButton *>(u"problems"_s)->click();
        QString words;
        for (const QLabel *label : checks->findChildren<QLabel *>())
            words += label->isVisible() ? label->text() + u'\n' : QString();
        QVERIFY2(words.contains(u"No check had found a problem. What has happened since stands above."_s)
                     && !words.contains(u"No check has found a problem"_s),
                 qPrintable(words));
        QVERIFY(m_lab->clear(0));
    }

    // What stands of a chip on the Nodes page follows it away and back.
    void aChipThatWasAwayIsBackEverywhere()
    {
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        window.showPage(u"nodes"_s);
        press(window, u"inspectAll"_s);
        const auto chips = [&] {
            const std::optional<NodeFacts> facts = console.cluster().facts(u"node1"_s);
            return facts && facts->npuSmi ? int(facts->npuSmi->chips.size()) : -1;
        };
        QTRY_COMPARE_WITH_TIMEOUT(chips(), 8, longTime);
        window.showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"reachable"_s, longTime);
        for (int round = 0; round < 2; ++round) {
            QVERIFY(m_lab->fault(0, u"chip-missing"_s, {u"5"_s}));
            QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"faulty"_s, longTime);
            QTRY_COMPARE_WITH_TIMEOUT(chips(), 7, longTime);
            QVERIFY(m_lab->clear(0));
            QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"reachable"_s, longTime);
            QTRY_COMPARE_WITH_TIMEOUT(chips(), 8, 20'000);
        }
    }

    void aChipInAlarmAndADeadNodeWhileWatched()
    {
        QVERIFY(m_lab->fault(0, u"chip-alarm"_s));
        Application console(english());
        show(console);
        MainWindow &window = console.window();
        window.showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"faulty"_s, longTime);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node2"_s).dot, u"reachable"_s, longTime);
        QTRY_VERIFY2(storyOf(window, u"node1"_s).isOne(), qPrintable(storyOf(window, u"node1"_s).text()));
        QVERIFY(window.findChild<NodeDot *>(u"dot-node1"_s)->toolTip().contains(u"chip 3: Alarm"));
        QVERIFY(window.findChild<QLabel *>(u"monitorHealth"_s)->text().contains(u"chip 3: Alarm"));
        QVERIFY(m_lab->clear(0));
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node1"_s).dot, u"reachable"_s, longTime);
        QVERIFY(sim::endProcesses(QDir::cleanPath(m_lab->nodeFolder(1)).toStdString()) > 0);
        QTRY_COMPARE_WITH_TIMEOUT(storyOf(window, u"node2"_s).dot, u"not reachable"_s, longTime);
        QTRY_VERIFY2(storyOf(window, u"node2"_s).isOne(), qPrintable(storyOf(window, u"node2"_s).text()));
        QVERIFY(window.findChild<NodeDot *>(u"dot-node2"_s)->toolTip().contains(u"Not reached since"));
        QVERIFY(storyOf(window, u"node1"_s).isOne());
        grab(console, u"lost"_s);
    }
};

QTEST_MAIN(TestOneStory)
#include "tst_onestory.moc"
