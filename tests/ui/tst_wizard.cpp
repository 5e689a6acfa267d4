// The main job as a user does it: through the whole wizard against real sshd, up to a chat answer from
// the deployed endpoint, and back. The GUI thread must never stall.
// ASC_GRAB_DIR=DIR: pictures of each step in both themes.
#include "app/console/application.h"
#include "core/runs/runstate.h"
#include "tests/lab/lab.h"
#include "tests/support/hands.h"
#include "tests/support/watchdog.h"
#include "ui/chat/chatpage.h"
#include "ui/common/emptystate.h"
#include "ui/deploy/artifactspage.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/recipepage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"
#include "ui/monitor/chartnotes.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 240'000; // a loaded machine

} // namespace

class TestWizard : public QObject
{
    Q_OBJECT

private slots:
    void fromNodesToAChatAnswerAndBack()
    {
        const EmptyHome home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message + u'\n' + lab.error().detail));

        ShownConsole shown;
        QVERIFY(shown.isExposed);
        Application &console = shown.console;
        MainWindow &window = shown.window();
        auto *deploy = window.findChild<DeployPage *>();
        auto *stepper = deploy->findChild<Stepper *>();
        auto *chat = window.findChild<ChatPage *>();
        QVERIFY(deploy && stepper && chat);
        const auto step = [&](DeployPage::Step which) { go(deploy, which); };
        window.showPage(u"deploy"_s);
        QVERIFY(QTest::qWaitFor(rests));
        Watchdog watchdog;
        const bool watched = !takesPictures(); // taking pictures stalls

        watchdog.say(u"opening and asking the nodes"_s);
        window.openFile((*lab)->deploymentFile());
        QTRY_COMPARE(console.cluster().deployment().nodes.size(), 2);
        if (console.cluster().state(u"node1"_s) == NodeState::Unknown)
            press(deploy, u"askNodes"_s);
        const auto reachable
            = [&](const QString &node) { return console.cluster().state(node) == NodeState::Reachable; };
        QTRY_VERIFY_WITH_TIMEOUT(
            ([&] {
                acceptHostKey(window);
                return reachable(u"node1"_s) && reachable(u"node2"_s);
            }()), longTime);
        grab(console, u"deploy-1-nodes"_s);

        watchdog.say(u"the checks"_s);
        step(DeployPage::Checks);
        auto *checks = deploy->findChild<ChecksPage *>();
        if (!console.checks().isRunning() && !checks->look())
            QTest::mouseClick(checks->findChild<QPushButton *>(u"emptyStateButton"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.checks().isRunning() && checks->look(), longTime);
        grab(console, u"deploy-2-checks"_s);
        QVERIFY(console.checks().isPassed());

        watchdog.say(u"recipe and artifacts"_s);
        step(DeployPage::RecipeStep);
        QTRY_VERIFY(deploy->findChild<RecipePage *>()->isReady());
        grab(console, u"deploy-3-recipe"_s);
        step(DeployPage::Artifacts);
        QTRY_VERIFY(deploy->findChild<ArtifactsPage *>()->isReady());
        QTRY_VERIFY(!deploy->findChild<ArtifactsPage *>()->artifacts().files.isEmpty());
        grab(console, u"deploy-4-artifacts"_s);

        watchdog.say(u"the run"_s);
        step(DeployPage::Run);
        RunPage &run = deploy->runPage();
        grab(console, u"deploy-5-before"_s);
        press(&run, u"start"_s);
        QTRY_VERIFY(run.isRunning());
        if (!watched) {
            auto *log = run.findChild<QPlainTextEdit *>(u"log"_s);
            QTRY_VERIFY_WITH_TIMEOUT(log->toPlainText().contains("mindie"_L1), longTime);
            grab(console, u"deploy-5-running"_s);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
        QVERIFY2(run.look().value_or(Look{}).word == lookOf(StepState::Done).word,
                 qPrintable(run.findChild<QLabel *>(u"failureText"_s)->text()));
        grab(console, u"deploy-5-done"_s);

        watchdog.say(u"verify"_s);
        step(DeployPage::Verify);
        VerifyPage &verify = deploy->verifyPage();
        QTRY_VERIFY_WITH_TIMEOUT(!verify.isRunning(), longTime);
        QCOMPARE(verify.report().findings.size(), 5);
        QVERIFY(verify.report().passed());
        const QList<MonitorEvent> &marks = console.session().events.all(); // beside the Monitor's lines
        QVERIFY(!marks.isEmpty() && marks.first().kind == MonitorEvent::Kind::Verify
                && marks.first().outcome == MonitorEvent::Outcome::Done);
        QCOMPARE(eventWords(marks.first()), u"Verified"_s);
        // it was taken up, unasked
        QVERIFY(!chat->backends().isChosen() && chat->backends().state() != ChatBackends::State::NotLoaded);
        grab(console, u"deploy-6-verify"_s);

        watchdog.say(u"the checks on a cluster that serves"_s);
        step(DeployPage::Checks);
        press(checks, u"runAllAgain"_s);
        QTRY_VERIFY(console.checks().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.checks().isRunning(), longTime);
        grab(console, u"deploy-6-checks"_s);
        QVERIFY(console.checks().isPassed()); // what serves is this deployment's own
        const FindingModel &said = checks->model();
        const QString container = stringAt((*lab)->deployment().settings, "containerName", u"deepseekLocal"_s);
        for (const QString &check : {u"host.ports"_s, u"npu.idle"_s, u"container.name"_s}) {
            const Finding *finding = said.finding(said.indexOf(check, u"node1"_s));
            QVERIFY(finding && finding->summary.contains(container) && finding->remedy.isEmpty());
        }
        watchdog.say(u"a setting is changed afterwards"_s);
        step(DeployPage::Run);
        QVERIFY2(run.findChild<QLabel *>(u"runSubtitle"_s)->text().contains(u"ends on all nodes and starts anew"_s),
                 qPrintable(run.findChild<QLabel *>(u"runSubtitle"_s)->text()));
        const Deployment right = console.cluster().deployment();
        Deployment changed = right;
        changed.settings["maxBatchSize"] = 100;
        console.cluster().edit(changed);
        QTRY_COMPARE(run.look().value_or(Look{}).word, u"What was run is not what the settings say now"_s);
        QVERIFY2(run.findChild<QLabel *>(u"runSubtitle"_s)->text().contains(u"\"Run again\" puts that on them"_s),
                 qPrintable(run.findChild<QLabel *>(u"runSubtitle"_s)->text()));
        grab(console, u"deploy-6-changed"_s);
        console.cluster().edit(right);
        QTRY_COMPARE(run.look().value_or(Look{}).word, lookOf(StepState::Done).word);
        step(DeployPage::Verify);

        watchdog.say(u"chat"_s);
        press(&verify, u"openChat"_s);
        QCOMPARE(window.currentPage(), u"chat"_s);
        QTRY_COMPARE_WITH_TIMEOUT(chat->backends().state(), ChatBackends::State::Ready, longTime);
        QCOMPARE(chat->backends().currentBackend()->kind, ChatBackend::Kind::Endpoint);
        auto *composer = chat->findChild<QPlainTextEdit *>(u"composerText"_s);
        QVERIFY(composer);
        QTest::keyClicks(composer, u"Tell me a story."_s);
        QTest::keyClick(composer, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(chat->model().rowCount() >= 2 && !chat->isBusy(), longTime);
        grab(console, u"deploy-7-chat"_s);

        watchdog.say(u"what a window that begins now says of the run"_s);
        {
            Tasks tasks;
            RunKeeper keeper(console.cluster());
            RunAhead ahead(console.cluster(), keeper);
            RunPage later(console.cluster(), keeper, ahead, tasks);
            const QString said = later.findChild<QLabel *>(u"runSubtitle"_s)->text();
            QVERIFY2(said.startsWith(u"An earlier run came to its end at "_s), qPrintable(said));
        }
        { // and after `ascendctl stop`: on purpose is no run that did not come to its end
            const Deployment &deployment = console.cluster().deployment();
            const QString kept = findStateFile(deployment, fileIdentity(deployment, console.cluster().path()));
            QFile file(kept);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray before = file.readAll();
            file.close();
            RunState state(kept);
            QVERIFY(state.load());
            state.begin(deployment, state.ids().filter(QRegularExpression(u"^start@"_s)), RunWork::StopService,
                        console.cluster().path());
            QVERIFY(state.flush());
            Tasks tasks;
            RunKeeper keeper(console.cluster());
            RunAhead ahead(console.cluster(), keeper);
            RunPage later(console.cluster(), keeper, ahead, tasks);
            const QString said = later.findChild<QLabel *>(u"runSubtitle"_s)->text();
            QVERIFY2(said.startsWith(u"The service was stopped at "_s), qPrintable(said));
            QCOMPARE(later.look()->word, lookOf(StepState::Stopped).word);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(before) == before.size());
        }
        watchdog.restart(); // writing the record and making a page were the test's own, not the window's

        watchdog.say(u"undo"_s);
        window.showPage(u"deploy"_s);
        step(DeployPage::Run);
        press(&run, u"undo"_s);
        press(&run, u"undoNow"_s);
        QTRY_VERIFY(run.isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
        grab(console, u"deploy-8-undone"_s);
        QCOMPARE(verify.since(), VerifyPage::Since::Undone);
        QVERIFY(stepper->look(DeployPage::Verify) && stepper->look(DeployPage::Verify)->tone == style::Tone::Unknown);
        step(DeployPage::Verify);
        QVERIFY(verify.findChild<QWidget *>(u"verifyNotice"_s)->isVisible());
        grab(console, u"deploy-9-verify-past"_s);
        for (int node = 0; node < 2; ++node)
            QVERIFY(!QDir((*lab)->nodeFolder(node) + u"/work/deepseek/"_s + (*lab)->deployment().name).exists());

        if (watched)
            QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
        qInfo("%s", qPrintable(watchdog.report()));
    }
};

QTEST_MAIN(TestWizard)
#include "tst_wizard.moc"
