// The run as a user's hand meets it in the real window: double clicks, closing in mid-run, another name.
// ASC_GRAB_DIR=DIR: pictures.
#include "app/console/application.h"
#include "core/base/languages.h"
#include "core/deploy/runlock.h"
#include "core/runs/runstate.h"
#include "tests/lab/lab.h"
#include "tests/support/anotherrun.h"
#include "tests/support/rests.h"
#include "ui/chat/absence.h"
#include "ui/chat/chatpage.h"
#include "ui/common/badge.h"
#include "ui/common/errorbar.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/logview.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"
#include "ui/deploy/stepper.h"
#include "ui/deploy/verifypage.h"
#include "ui/frame/mainwindow.h"
#include "ui/monitor/monitorpage.h"
#include "ui/nodes/nodespage.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace {

constexpr int longTime = 240'000; // a loaded machine

// Where the pointer is, not to which widget: the second click meets what has come there.
void clickTwice(MainWindow &window, QWidget *button)
{
    QTRY_VERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseDClick(window.windowHandle(), Qt::LeftButton, {}, button->mapTo(&window, button->rect().center()));
}

class Console
{
public:
    explicit Console(const QString &home)
    {
        qputenv("HOME", home.toUtf8());
        qputenv("XDG_STATE_HOME", (home + u"/state"_s).toUtf8());
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        application = std::make_unique<Application>(options);
        window().resize(1280, 800);
        window().show();
    }
    MainWindow &window() { return application->window(); }
    RunPage &run() { return window().findChild<DeployPage *>()->runPage(); }
    QPushButton *button(const char *name) { return window().findChild<QPushButton *>(QLatin1String(name)); }
    QPushButton *runButton(const char *name) { return run().findChild<QPushButton *>(QLatin1String(name)); }
    StepState state(const QString &title, const QString &node)
    {
        const QAbstractItemModel *model = run().findChild<QListView *>(u"steps"_s)->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->index(row, 0).data().toString() == title
                && model->index(row, 0).data(StepListModel::NodeRole).toString() == node)
                return StepState(model->index(row, 0).data(StepListModel::StateRole).toInt());
        }
        return StepState::Undone;
    }
    QList<QModelIndex> rows()
    {
        QList<QModelIndex> rows;
        const QAbstractItemModel *model = run().findChild<QListView *>(u"steps"_s)->model();
        for (int row = 0; row < model->rowCount(); ++row)
            rows << model->index(row, 0);
        return rows;
    }
    QMap<QString, QString> details() // what was said at the end of each step that holds
    {
        QMap<QString, QString> said;
        for (const QModelIndex &row : rows()) {
            const auto state = StepState(row.data(StepListModel::StateRole).toInt());
            if (state == StepState::Done || state == StepState::UpToDate)
                said.insert(row.data().toString() + u'@' + row.data(StepListModel::NodeRole).toString(),
                            row.data(StepListModel::MessageRole).toString());
        }
        return said;
    }
    void choose(const QString &title, const QString &node)
    {
        auto *steps = run().findChild<QListView *>(u"steps"_s);
        for (int row = 0; row < steps->model()->rowCount(); ++row) {
            const QModelIndex index = steps->model()->index(row, 0);
            if (index.data().toString() == title && index.data(StepListModel::NodeRole).toString() == node)
                steps->setCurrentIndex(index);
        }
    }
    QPlainTextEdit *commands() { return run().findChild<QPlainTextEdit *>(u"commands"_s); }
    LogView *log() { return run().findChild<LogView *>(u"log"_s); }
    void open(const QString &file)
    {
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
        window().openFile(file);
        QTRY_COMPARE(application->cluster().deployment().nodes.size(), 2);
        auto *deploy = window().findChild<DeployPage *>();
        window().showPage(u"deploy"_s);
        if (application->cluster().state(u"node1"_s) == NodeState::Unknown)
            QTest::mouseClick(deploy->findChild<QPushButton *>(u"askNodes"_s), Qt::LeftButton);
        const auto reachable
            = [&](const QString &node) { return application->cluster().state(node) == NodeState::Reachable; };
        QTRY_VERIFY_WITH_TIMEOUT(reachable(u"node1"_s) && reachable(u"node2"_s), longTime);
        QTest::mouseClick(deploy->findChild<Stepper *>()->button(DeployPage::Run), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(runButton("start")->isVisible(), longTime);
    }
    void openWithoutAsking(const QString &file, int nodes)
    {
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
        window().openFile(file);
        QTRY_COMPARE(application->cluster().deployment().nodes.size(), nodes);
        window().showPage(u"deploy"_s);
    }
    void goTo(DeployPage::Step step)
    {
        window().showPage(u"deploy"_s);
        QTest::mouseClick(window().findChild<Stepper *>()->button(step), Qt::LeftButton);
    }
    void runUntilTheContainerIsThere()
    {
        QTest::mouseClick(runButton("start"), Qt::LeftButton);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_COMPARE_WITH_TIMEOUT(state(u"Start the container"_s, node), StepState::Done, longTime);
        QTest::mouseClick(runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!run().isRunning(), longTime);
    }
    void undoAll()
    {
        QTest::mouseClick(runButton("undo"), Qt::LeftButton);
        QTest::mouseClick(runButton("undoNow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!run().isRunning() && !runButton("undo")->isEnabled(), longTime);
    }
    QString words(const char *label) { return window().findChild<QLabel *>(QLatin1String(label))->text(); }
    QStringList containersOf(const QString &node)
    {
        return application->cluster().facts(node).value_or(NodeFacts()).container.containers;
    }
    QString focus() // the control that has it, by its name
    {
        const QWidget *widget = window().focusWidget();
        return widget && widget->isVisible() ? widget->objectName() : u"nothing that shows"_s;
    }

    void grab(const QString &name)
    {
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty()) {
            QDir().mkpath(folder);
            for (const QString &theme : {u"dark"_s, u"light"_s}) {
                application->showTheme(theme);
                QVERIFY(QTest::qWaitFor(rests));
                window().grab().save(u"%1/%2-%3.png"_s.arg(folder, name, theme));
            }
        }
    }

    std::unique_ptr<Application> application;
};

#define NEEDS_CONSOLE \
    const QTemporaryDir home; \
    const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false}); \
    QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message + u'\n' + lab.error().detail)); \
    Console console(home.path()); \
    console.open((*lab)->deploymentFile()); \
    if (QTest::currentTestFailed()) \
        return

} // namespace

class TestRunWindow : public QObject
{
    Q_OBJECT

private slots:
    void doubleClickOnRunRunsAndOnStopStops()
    {
        NEEDS_CONSOLE;
        clickTwice(console.window(), console.runButton("start"));
        QTRY_VERIFY(console.run().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Ask whether the facts still hold"_s, u"node1"_s), StepState::Done,
                                  longTime);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node1"_s), StepState::Done, longTime);
        clickTwice(console.window(), console.runButton("stop"));
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QVERIFY(
            !QTest::qWaitFor([&] { return console.run().isRunning(); }, 300)); // nor begun again by the second click
        clickTwice(console.window(), console.runButton("resume"));
        QTRY_VERIFY(console.run().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node2"_s), StepState::UpToDate, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        clickTwice(console.window(), console.runButton("undo"));
        QTRY_VERIFY(console.runButton("undoNow")->isVisible()); // asked once, not asked and put away
        clickTwice(console.window(), console.runButton("undoNow"));
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning() && !console.runButton("undo")->isEnabled(), longTime);
        QCOMPARE(console.state(u"Make the folder"_s, u"node1"_s), StepState::Undone);
    }

    // One node has its image, the other pulls it: what is shown is the pull, not the step that has ended.
    void whatStillRunsIsShown()
    {
        NEEDS_CONSOLE;
        QVERIFY((*lab)->fault(1, u"registry-slow"_s, {u"12"_s}));
        const QString image = u"See that the image is there"_s;
        const auto *steps = console.run().findChild<QListView *>(u"steps"_s);
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(image, u"node1"_s), StepState::UpToDate, longTime);
        QCOMPARE(console.state(image, u"node2"_s), StepState::Running);
        QTRY_COMPARE(steps->currentIndex().data(StepListModel::NodeRole).toString(), u"node2"_s);
        QCOMPARE(steps->currentIndex().data().toString(), image);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
    }

    // The key that began it does not stop it when it is pressed again.
    void enterTwiceRunsAndStopsNothing()
    {
        NEEDS_CONSOLE;
        console.goTo(DeployPage::Run);
        console.runButton("start")->setFocus(Qt::TabFocusReason);
        QTest::keyClick(console.window().focusWidget(), Qt::Key_Space);
        QTRY_VERIFY(console.run().isRunning());
        QVERIFY2(console.window().focusWidget() && console.window().focusWidget() != console.runButton("stop"),
                 qPrintable(console.focus()));
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter})
            QTest::keyClick(console.window().focusWidget(), key);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node1"_s), StepState::Done, longTime);
        QVERIFY(console.run().isRunning());
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
    }

    // The key of the main job: it shows the step, and then runs it.
    void itsKeyShowsTheStepAndThenRuns()
    {
        NEEDS_CONSOLE;
        console.goTo(DeployPage::Nodes);
        QTest::keyClick(&console.window(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(console.application->deploy().step(), DeployPage::Run);
        QVERIFY(!console.run().isRunning());
        QTest::keyClick(&console.window(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(console.run().isRunning());
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
    }

    void closingInMidRunAsks()
    {
        NEEDS_CONSOLE;
        auto *bar = console.window().findChild<QWidget *>(u"closeBar"_s);
        QVERIFY(bar);
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QVERIFY(!console.window().close());
        QVERIFY(console.window().isVisible() && bar->isVisible());
        console.grab(u"close-asked"_s);
        QVERIFY(console.run().isRunning());
        QTest::mouseClick(console.button("closeCancel"), Qt::LeftButton);
        QVERIFY(!bar->isVisible() && console.run().isRunning());

        // Its steps, its end and its Stop would stand under another deployment's name.
        Deployment other;
        other.name = u"other"_s;
        const QString file = home.filePath(u"other.deployment.json"_s);
        QVERIFY(saveDeployment(other, file));
        console.window().openFile(file);
        auto *refused = console.window().findChild<QWidget *>(u"windowError"_s);
        QVERIFY(refused->isVisible() && refused->accessibleName().contains(u"is under way"_s));
        QTest::qWait(50);
        QVERIFY(console.application->cluster().deployment().name != u"other");

        QVERIFY(!console.window().close());
        QTest::mouseClick(console.button("closeAfter"), Qt::LeftButton);
        QVERIFY(bar->isVisible() && console.run().isRunning()); // it says that it will close
        QTest::mouseClick(console.button("closeCancel"), Qt::LeftButton);

        QVERIFY(!console.window().close());
        QTest::mouseClick(console.button("closeStop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.window().isVisible(), longTime);
        QVERIFY(!console.run().isRunning());
        QVERIFY(refused->isHidden());    // another one can be opened now
    }

    void theWindowClosesWhenTheRunHasEnded()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QVERIFY(!console.window().close());
        QTest::mouseClick(console.button("closeAfter"), Qt::LeftButton);
        QVERIFY(console.window().isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!console.window().isVisible(), longTime);
        QCOMPARE(console.run().look().value_or(Look{}).word, lookOf(StepState::Done).word); // to its end, not cut off
    }

    void aRunMakesTheChecksThePast()
    {
        NEEDS_CONSOLE;
        console.goTo(DeployPage::Checks);
        CheckKeeper &checks = console.application->checks();
        auto *stepper = console.window().findChild<Stepper *>();
        QTest::mouseClick(console.button("runAllAgain"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning() && checks.hasRun(), longTime);
        QVERIFY(checks.isPassed());
        QCOMPARE(checks.past().since, CheckKeeper::Since::Nothing);
        QVERIFY(stepper->look(DeployPage::Checks)->tone != style::Tone::Unknown);

        console.goTo(DeployPage::Run);
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node1"_s), StepState::Done,
                                  longTime); // the first thing that it changes
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QVERIFY(!checks.isPassed());
        QCOMPARE(stepper->look(DeployPage::Checks)->tone, style::Tone::Unknown);
        QVERIFY2(stepper->look(DeployPage::Checks)->word.contains(u"Checked at "),
                 qPrintable(stepper->look(DeployPage::Checks)->word));
        console.goTo(DeployPage::Checks);
        QVERIFY(console.window().findChild<QWidget *>(u"checksNotice"_s)->isVisible());
        QVERIFY2(console.words("checksNoticeText").contains(u"something else was at work on node")
                     && console.words("checksNoticeText").contains(u": a run of the deployment."),
                 qPrintable(console.words("checksNoticeText")));
        console.grab(u"checks-past"_s);

        // Asked again they are of now.
        QTest::mouseClick(console.button("runAllAgain"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning() && checks.isPassed(), longTime);
        QVERIFY(!console.window().findChild<QWidget *>(u"checksNotice"_s)->isVisible());
    }

    // Nobody presses Ask.
    void factsAreAskedAgainAfterARunAndAfterUndo()
    {
        NEEDS_CONSOLE;
        QVERIFY(console.containersOf(u"node1"_s).isEmpty());
        console.runUntilTheContainerIsThere();
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_VERIFY_WITH_TIMEOUT(!console.containersOf(node).isEmpty()
                                         && console.application->cluster().lastChange(node).atMs == 0,
                                     longTime);
        console.undoAll();
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_VERIFY_WITH_TIMEOUT(console.containersOf(node).isEmpty()
                                         && console.application->cluster().lastChange(node).atMs == 0,
                                     longTime);
    }

    void factsThatCouldNotBeAskedAgainSayThatTheyAreOld()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Start the container"_s, u"node1"_s), StepState::Done, longTime);
        QVERIFY((*lab)->fault(0, u"npu-smi-hangs"_s));
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QTRY_COMPARE_WITH_TIMEOUT(console.application->cluster().state(u"node2"_s), NodeState::Reachable, longTime);
        QCOMPARE(console.application->cluster().state(u"node1"_s), NodeState::Connecting);
        QTRY_VERIFY(console.button("stopRunning")->isVisible());
        QTest::mouseClick(console.button("stopRunning"), Qt::LeftButton); // the strip's: asking can be stopped
        QTRY_VERIFY(console.application->cluster().state(u"node1"_s) != NodeState::Connecting);
        console.window().showPage(u"nodes"_s);
        console.window().findChild<NodesPage *>()->choose(u"node1"_s);
        auto *past = console.window().findChild<QLabel *>(u"factsOfThePast"_s);
        QTRY_VERIFY(past->isVisible());
        QVERIFY2(past->text().contains(u"These facts are from before "), qPrintable(past->text()));
        console.grab(u"facts-past"_s);
        QVERIFY((*lab)->clear(0));
        QTest::mouseClick(console.button("askAgain"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!past->isVisible(), longTime);
        QVERIFY(!console.containersOf(u"node1"_s).isEmpty());
    }

    void focusGoesToWhatTakesThePlaceOfThePressedButton()
    {
        NEEDS_CONSOLE;
        const auto press = [&](const char *name) {
            console.runButton(name)->setFocus();
            QTest::keyClick(console.runButton(name), Qt::Key_Space);
        };
        press("start");
        QTRY_VERIFY(console.run().isRunning());
        QCOMPARE(console.focus(), u"steps"_s); // not Stop: the same key once more would end it
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node1"_s), StepState::Done, longTime);
        press("stop");
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QCOMPARE(console.focus(), u"steps"_s); // the result
        QVERIFY2(console.words("runSubtitle").startsWith(u"You stopped the run at "),
                 qPrintable(console.words("runSubtitle")));
        press("resume");
        QTRY_VERIFY(console.run().isRunning());
        QCOMPARE(console.focus(), u"steps"_s);
        press("stop");
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        press("undo");
        press("undoNow");
        QTRY_VERIFY(console.run().isRunning() || !console.runButton("undo")->isEnabled());
        QCOMPARE(console.focus(), u"steps"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning() && !console.runButton("undo")->isEnabled(), longTime);
        QCOMPARE(console.focus(), u"steps"_s);
        QVERIFY2(console.words("runSubtitle").startsWith(u"Undone at "), qPrintable(console.words("runSubtitle")));
    }

    void anUnfinishedRunIsToldAtOnceAndCanBeUndone()
    {
        const QTemporaryDir home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        const QString file = (*lab)->deploymentFile();
        QMap<QString, QString> was;
        {
            Console console(home.path());
            console.open(file);
            console.runUntilTheContainerIsThere();
            const QMap<QString, QString> details = console.details();
            QVERIFY2(details.value(u"See that the folder is safe@node1"_s).contains(u"is to be made"),
                     qPrintable(details.value(u"See that the folder is safe@node1"_s)));
            for (const QModelIndex &row : console.rows()) { // whole, what a narrow list cuts
                const QString whole = row.data(Qt::ToolTipRole).toString();
                for (const int role : {int(Qt::DisplayRole), int(StepListModel::NodeRole), int(StepListModel::LookRole),
                                       int(StepListModel::MessageRole)})
                    QVERIFY2(whole.contains(row.data(role).toString()), qPrintable(whole));
            }
            const Cluster &asked = console.application->cluster();
            for (const QString &node : {u"node1"_s, u"node2"_s}) // the facts come anew, and with them the plan
                QTRY_VERIFY_WITH_TIMEOUT(asked.lastChange(node).atMs == 0 && !console.containersOf(node).isEmpty(),
                                         longTime);
            QTRY_COMPARE(console.details(), details);
            was = details;
            // Logs are of their steps, whatever else of the deployment gets another name.
            console.choose(u"Start the container"_s, u"node1"_s);
            const QString log = console.log()->toPlainText();
            QVERIFY(!log.isEmpty());
            QVERIFY(console.log()->placeholderText().isEmpty());
            Cluster &cluster = console.application->cluster();
            const Deployment before = cluster.deployment();
            Deployment renamed = before;
            renamed.nodes[1].name = u"worker-b"_s;
            cluster.edit(renamed);
            QTRY_COMPARE(console.state(u"Start the container"_s, u"worker-b"_s), StepState::Done);
            console.choose(u"Start the container"_s, u"worker-b"_s);
            QVERIFY2(console.log()->placeholderText().startsWith(u"The log of this step was not kept"_s),
                     qPrintable(console.log()->placeholderText()));
            console.choose(u"Start the container"_s, u"node1"_s);
            QCOMPARE(console.log()->toPlainText(), log);
        }
        Console console(home.path()); // the next day
        console.openWithoutAsking(file, 2);
        auto *notice = console.window().findChild<QWidget *>(u"openEnd"_s);
        QTRY_VERIFY(notice->isVisible());
        QVERIFY2(console.words("openEndText").startsWith(u"An earlier run, last at work at "),
                 qPrintable(console.words("openEndText")));
        QCOMPARE(console.window().findChild<Stepper *>()->look(DeployPage::Run)->word, lookOf(StepState::Stopped).word);
        console.grab(u"open-end"_s);
        QTest::mouseClick(console.button("showRun"), Qt::LeftButton);
        QVERIFY(console.run().isVisible());
        QVERIFY(!console.runButton("start")->isVisible() && !console.runButton("resume")->isVisible());
        QVERIFY(console.runButton("askForRun")->isVisible() && console.runButton("undo")->isEnabled());
        QVERIFY(console.words("runSubtitle").contains(u"did not come to its end"));
        QCOMPARE(console.state(u"Start the container"_s, u"node2"_s), StepState::Done);
        QCOMPARE(console.application->cluster().state(u"node1"_s), NodeState::Unknown); // nobody was asked
        QCOMPARE(console.details(), was);
        console.choose(u"Start the container"_s, u"node2"_s);
        QVERIFY(console.log()->toPlainText().isEmpty());
        QVERIFY2(
            console.log()->placeholderText().startsWith(
                u"The log of this step was not kept: it ran before this deployment was opened here. The run was last "
                 "at work at "_s),
            qPrintable(console.log()->placeholderText()));
        console.grab(u"open-end-run"_s);
        // With settings that make no plan, the nodes' answers would make none either.
        Cluster &cluster = console.application->cluster();
        const Deployment right = cluster.deployment();
        Deployment wrong = right;
        wrong.settings["metricsPort"] = 99999;
        cluster.edit(wrong);
        QTRY_COMPARE(console.runButton("askForRun")->text(), u"Go to the settings"_s);
        QTest::mouseClick(console.runButton("askForRun"), Qt::LeftButton);
        QCOMPARE(console.application->deploy().step(), DeployPage::RecipeStep);
        cluster.edit(right);
        console.application->deploy().showStep(DeployPage::Run);
        QTRY_COMPARE(console.runButton("askForRun")->text(), u"Ask the nodes"_s);
        console.runButton("askForRun")->setFocus();
        QTest::keyClick(console.runButton("askForRun"), Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(console.runButton("resume")->isVisible(), longTime);
        QCOMPARE(console.focus(), u"resume"_s);
        console.undoAll();
        QVERIFY(console.window().findChild<QWidget *>(u"openEnd"_s)->isHidden());
    }

    void aFailedUndoSaysWhatFailedAndOffersUndoNotResume()
    {
        const QTemporaryDir home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        const QString file = (*lab)->deploymentFile();
        const QString told
            = u"Undo of \"Start the container\" on node1 failed: The container engine docker does not answer."_s;
        const auto isTold = [&](Console &console) {
            QTRY_VERIFY2(console.words("runSubtitle").startsWith(told), qPrintable(console.words("runSubtitle")));
            QVERIFY2(console.words("runSubtitle").contains(u"Left on node1: container "),
                     qPrintable(console.words("runSubtitle")));
            QVERIFY(!console.words("runSubtitle").contains(u"Left on node2: container "));
            QVERIFY(!console.runButton("resume")->isVisible());
            QCOMPARE(console.runButton("undo")->text(), u"Undo again…"_s);
            QVERIFY(console.runButton("undo")->isEnabled());
        };
        // In the window's language of now, whatever it was when the undo failed.
        const auto isToldInChinese = [](Console &console) {
            console.application->showLanguage(u"zh"_s);
            const auto tr = [](const char *text) { return QCoreApplication::translate("Deploy", text); };
            const QString inChinese = tr("Undo of \"%1\" on %2 failed: %3")
                                          .arg(tr("Start the container"), u"node1"_s,
                                               tr("The container engine %1 does not answer.").arg(u"docker"_s));
            QTRY_VERIFY2(console.words("runSubtitle").startsWith(inChinese), qPrintable(console.words("runSubtitle")));
            console.choose(tr("Start the container"), u"node1"_s);
            QVERIFY2(
                console.words("failureText").contains(tr("The container engine %1 does not answer.").arg(u"docker"_s)),
                qPrintable(console.words("failureText")));
            QCOMPARE(console.words("failureRemedy"),
                     tr("See that it is installed and its service runs: systemctl status docker."));
        };
        // What is known of times is known of deploying, and a step that changed nothing does not wait for its undo.
        const auto saysWhatTheUndoDoes = [](Console &console) {
            bool hasIdle = false;
            for (const QModelIndex &row : console.rows()) {
                const auto state = StepState(row.data(StepListModel::StateRole).toInt());
                const QString time = stepTimeText(state, row.data(StepListModel::TookRole).toLongLong(),
                                                  row.data(StepListModel::ExpectedRole).toInt());
                QVERIFY2(!time.contains(u"about"_s), qPrintable(row.data().toString() + u": "_s + time));
                QVERIFY2(row.data(StepListModel::LookRole).toString() != lookOf(StepState::Pending).word,
                         qPrintable(row.data().toString()));
                hasIdle = hasIdle || row.data(StepListModel::LookRole).toString() == u"Nothing to undo"_s;
            }
            QVERIFY(hasIdle);
        };
        {
            Console console(home.path());
            console.open(file);
            console.runUntilTheContainerIsThere();
            QCOMPARE(console.runButton("undo")->text(), u"Undo…"_s);
            QVERIFY((*lab)->fault(0, u"no-docker"_s));
            QTest::mouseClick(console.runButton("undo"), Qt::LeftButton);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // asks no more, and nothing is undone
            QVERIFY(!console.runButton("undoNow")->isVisible() && !console.run().isRunning());
            QTest::mouseClick(console.runButton("undo"), Qt::LeftButton);
            QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
            isTold(console);
            saysWhatTheUndoDoes(console);
            console.grab(u"undo-failed"_s);
            isToldInChinese(console);
            console.application->showLanguage(u"en"_s);
            isTold(console);
        }
        Console console(home.path()); // the next day
        console.openWithoutAsking(file, 2);
        QTRY_VERIFY2(console.words("openEndText").startsWith(told), qPrintable(console.words("openEndText")));
        QTest::mouseClick(console.button("showRun"), Qt::LeftButton);
        isTold(console);
        saysWhatTheUndoDoes(console);
        console.choose(u"Ask whether the facts still hold"_s, u"node1"_s);
        QVERIFY(console.log()->toPlainText().isEmpty() && console.commands()->toPlainText().isEmpty());
        QCOMPARE(console.log()->placeholderText(), u"No log: there was nothing to undo in this step."_s);
        QCOMPARE(console.commands()->placeholderText(),
                 u"The commands were not kept: they are made anew when the nodes have been asked."_s);
        console.grab(u"undo-failed-next-day"_s);
        isToldInChinese(console);
        console.grab(u"undo-failed-next-day-zh"_s);
        console.application->showLanguage(u"en"_s);
        QVERIFY((*lab)->clear(0));
        QTest::mouseClick(console.runButton("askForRun"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(console.runButton("start")->isVisible(), longTime);
        isTold(console);
        QCOMPARE(console.runButton("start")->text(), u"Run again"_s);
        console.undoAll();
        QVERIFY2(console.words("runSubtitle").startsWith(u"Undone at "), qPrintable(console.words("runSubtitle")));
        QCOMPARE(console.runButton("undo")->text(), u"Undo…"_s);
    }

    // Nobody presses Connect: what Chat says of the endpoint is taken back when the undo begins, and asked anew when it
    // has ended.
    void chatAsksTheEndpointAgainAfterAnUndo()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QCOMPARE(console.run().look().value_or(Look{}).word, lookOf(StepState::Done).word);
        ChatBackends &chat = console.application->chat().backends();
        const auto badge = [&] { return console.window().findChild<Badge *>(u"backendBadge"_s)->text(); };
        console.window().showPage(u"chat"_s);
        chat.choose(chat.list().last().id);
        QCOMPARE(chat.currentBackend()->kind, ChatBackend::Kind::Endpoint);
        QTRY_COMPARE_WITH_TIMEOUT(badge(), u"✓ Ready"_s, longTime);

        bool isTakenBack = false, isSaid = false;
        connect(&chat, &ChatBackends::stateChanged, this, [&] {
            if (console.run().isRunning())
                (chat.state() == ChatBackends::State::Ready ? isSaid : isTakenBack) = true;
        });
        const auto undo = [&] {
            console.goTo(DeployPage::Run);
            QVERIFY(console.runButton("undo")->isVisible() && console.runButton("undo")->isEnabled());
            QTest::mouseClick(console.runButton("undo"), Qt::LeftButton);
            QVERIFY(console.runButton("undoNow")->isVisible());
            QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
            QVERIFY(console.run().isRunning());
            QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        };
        QVERIFY((*lab)->fault(0, u"no-docker"_s)); // it cannot be ended there
        undo();
        QVERIFY(isTakenBack);
        QVERIFY(!isSaid);
        QVERIFY2(
            console.words("runSubtitle").contains(u"The service on node1 may still run: nobody has confirmed its end."),
            qPrintable(console.words("runSubtitle")));
        QVERIFY(!console.words("runSubtitle").contains(u"The service on node2 may"));
        console.grab(u"undo-incomplete"_s);
        QVERIFY((*lab)->clear(0));
        isTakenBack = isSaid = false;
        QTRY_VERIFY_WITH_TIMEOUT(console.runButton("undo")->isEnabled(), longTime);
        undo();
        QVERIFY(!isSaid);
        QVERIFY2(!console.words("runSubtitle").contains(u"may still run"), qPrintable(console.words("runSubtitle")));
        QTRY_COMPARE_WITH_TIMEOUT(badge(), u"✕ Does not answer"_s, longTime);
        console.window().showPage(u"chat"_s);
        const auto said = [&] {
            QString words;
            const auto *bar = console.window().findChild<ChatPage *>()->findChild<ErrorBar *>();
            for (const QLabel *label : bar->findChildren<QLabel *>())
                words += label->text();
            return words;
        };
        QTRY_VERIFY2(said().contains(u"The deployment was undone at "_s), qPrintable(said()));
        console.grab(u"chat-after-undo"_s);

        // A window that begins later knows it from the record; no node was asked, so there is no run in it.
        const Cluster &cluster = console.application->cluster();
        Cluster next((*lab)->connections());
        RunKeeper keeper(next);
        next.open(cluster.deployment(), cluster.path());
        QTRY_VERIFY(keeper.planError());
        const QString absence = inLanguage(absenceOf(keeper), u"en"_s);
        QVERIFY2(absence.startsWith(u"The deployment was undone at "_s), qPrintable(absence));
    }

    // Somebody ends the containers by hand: the Monitor and Verify hear it, and no tick of the run says otherwise.
    // A run that ends while it only asks leaves the service as it was, and what is known of it.
    void aRunThatChangedNothingTakesNothingBack()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        const auto *verify = console.window().findChild<VerifyPage *>();
        QTRY_VERIFY_WITH_TIMEOUT(!verify->isRunning() && verify->report().findings.size() == 5, longTime);
        QVERIFY(verify->report().passed());
        QVERIFY((*lab)->fault(1, u"npu-smi-slow"_s, {u"6"_s}));
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Ask whether the facts still hold"_s, u"node2"_s), StepState::Running,
                                  longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QCOMPARE(console.state(u"Ask whether the facts still hold"_s, u"node2"_s), StepState::Stopped);
        QVERIFY((*lab)->clear(1));
        QVERIFY2(!console.words("runSubtitle").contains(u"was started on"), qPrintable(console.words("runSubtitle")));
        const auto *stepper = console.window().findChild<Stepper *>();
        QCOMPARE(stepper->look(DeployPage::Verify)->word, lookOf(Verdict::Pass).word);
        console.goTo(DeployPage::Verify);
        QVERIFY(console.button("openChat")->isEnabled());
        QVERIFY(!console.window().findChild<QFrame *>(u"verifyNotice"_s)->isVisible());
        // and one that does something takes it back
        QTest::mouseClick(stepper->button(DeployPage::Run), Qt::LeftButton);
        console.undoAll();
        QVERIFY2(stepper->look(DeployPage::Verify)->word.endsWith(u"not any more"_s),
                 qPrintable(stepper->look(DeployPage::Verify)->word));
    }

    void whatWasEndedByHandIsOfThePast()
    {
        NEEDS_CONSOLE;
        const auto stepWords = [&](const QString &title) {
            for (const QModelIndex &row : console.rows()) {
                if (row.data().toString() == title)
                    return row.data(StepListModel::SymbolRole).toString() + u' '
                        + row.data(StepListModel::LookRole).toString();
            }
            return QString();
        };
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QVERIFY2(console.run().look().value_or(Look{}) == lookOf(StepState::Done),
                 qPrintable(console.words("runSubtitle") + u"; "_s + console.words("failureText")));
        QCOMPARE(stepWords(u"Confirm over HTTP"_s), u"✓ Done"_s);
        console.choose(u"Ask the endpoint and run the smoke test"_s, u"node1"_s);
        QVERIFY2(console.log()->toPlainText().contains(u"✓ "_s) && !console.log()->toPlainText().contains(u"(pass)"_s),
                 qPrintable(console.log()->toPlainText()));
        ClusterMonitor &monitor = console.window().findChild<MonitorPage *>()->monitor();
        console.window().showPage(u"monitor"_s);
        QTRY_COMPARE_WITH_TIMEOUT(monitor.endpointNews(), EndpointNews::Answers, longTime);
        QVERIFY(!console.words("runSubtitle").contains(u"was running"));
        auto *verify = console.window().findChild<VerifyPage *>();
        const auto *stepper = console.window().findChild<Stepper *>();
        QTRY_VERIFY_WITH_TIMEOUT(!verify->isRunning() && verify->report().findings.size() == 5, longTime);
        QVERIFY(verify->report().passed());

        // Edited since, it serves on: what was run is asked, and it is not said to have come to no end.
        Cluster &cluster = console.application->cluster();
        const Deployment before = cluster.deployment();
        Deployment edited = before;
        std::swap(edited.nodes[0], edited.nodes[1]);
        edited.settings["port"] = 2025;
        edited.settings["metricsPort"] = 2027;
        cluster.edit(edited);
        QTRY_VERIFY2_WITH_TIMEOUT(
            console.words("runSubtitle").startsWith(u"What was run is not what the settings say now"),
            qPrintable(console.words("runSubtitle")), longTime);
        const auto look = [stepper](DeployPage::Step step) { return stepper->look(step).value_or(Look{}).word; };
        QTRY_COMPARE(look(DeployPage::Run), u"What was run is not what the settings say now"_s); // its end is on node2
        QCOMPARE(verify->since(), VerifyPage::Since::Nothing);
        QVERIFY2(look(DeployPage::Verify).contains(u", as it was run"_s), qPrintable(look(DeployPage::Verify)));
        verify->run();
        QTRY_VERIFY_WITH_TIMEOUT(!verify->isRunning() && verify->report().findings.size() == 5, longTime);
        QVERIFY(verify->report().passed() && verify->isStanding());
        QVERIFY2(console.words("verifyNoticeText").contains(u":2025/v1"_s),
                 qPrintable(console.words("verifyNoticeText")));
        const qint64 editedMs = monitor.now();
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointAnsweredMs() > editedMs + 3 * monitor.interval().count(), longTime);
        QCOMPARE(monitor.endpointNode(), before.nodes.first().name);
        QVERIFY(monitor.endpointNews() == EndpointNews::Answers && !monitor.endpointSilence());
        QVERIFY(!console.application->session().run.run()->canResume());
        const QList<ChatBackend> talkTo = console.window().findChild<ChatPage *>()->backends().list();
        QVERIFY(std::any_of(talkTo.cbegin(), talkTo.cend(), [&](const ChatBackend &one) {
            return one.kind == ChatBackend::Kind::Endpoint && one.id.endsWith(u":1025/v1"_s);
        }));
        cluster.edit(before);
        QTRY_COMPARE(verify->since(), VerifyPage::Since::Nothing);
        QTRY_VERIFY_WITH_TIMEOUT(console.words("runSubtitle").startsWith(u"Done at "), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(console.application->session().run.run()->serves(), longTime);

        for (int node = 0; node < 2; ++node) {
            const Result<std::unique_ptr<Shell>> shell = (*lab)->shell(node);
            QVERIFY(shell);
            const auto container = [&] { return console.containersOf(u"node%1"_s.arg(node + 1)).value(0); };
            QTRY_VERIFY_WITH_TIMEOUT(!container().isEmpty(), longTime); // asked anew after the run
            const Result<CommandOutput> done
                = (*shell)->run({.argv = {u"docker"_s, u"rm"_s, u"-f"_s, container()}}, {});
            QVERIFY2(done && done->exitCode == 0, done ? done->err.constData() : qPrintable(done.error().message));
        }
        QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointSilence(), longTime);
        QCOMPARE(verify->since(), VerifyPage::Since::NoAnswer); // at the same moment
        QCOMPARE(console.run().look().value_or(Look{}).symbol, u"?"_s);
        QVERIFY2(stepper->look(DeployPage::Run)->word.startsWith(u"Answered last at "),
                 qPrintable(stepper->look(DeployPage::Run)->word));
        QVERIFY2(console.words("runSubtitle").startsWith(u"The endpoint answered last at "),
                 qPrintable(console.words("runSubtitle")));
        QCOMPARE(stepWords(u"Confirm over HTTP"_s), u"? Done then"_s);
        QCOMPARE(stepWords(u"Start the container"_s), u"? Was running"_s);
        QCOMPARE(stepWords(u"Copy the artifacts to the node"_s), u"✓ Done"_s); // they lie there still
        console.goTo(DeployPage::Run);
        console.grab(u"ended-by-hand"_s);
        console.application->showLanguage(u"zh"_s);
        console.grab(u"ended-by-hand-zh"_s);
        console.application->showLanguage(u"en"_s);

        QTest::mouseClick(console.runButton("start"), Qt::LeftButton); // and it is of now again
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(console.run().look().value_or(Look{}).symbol == u"✓", longTime);
        QVERIFY(!console.words("runSubtitle").contains(u"was running"));
    }

    // Nothing of the last run is otherwise because something could not begin; and that goes with its reason.
    void aRefusalChangesNothingOfWhatWasShown()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        Cluster &cluster = console.application->cluster();
        const auto looks = [&] {
            QStringList words;
            for (const QModelIndex &row : console.rows())
                words << row.data(StepListModel::LookRole).toString();
            return words;
        };
        const auto rests = [&] {         // asked anew after the run
            return cluster.state(u"node1"_s) == NodeState::Reachable
                && cluster.state(u"node2"_s) == NodeState::Reachable
                && cluster.lastChange(u"node1"_s).atMs == 0 && cluster.lastChange(u"node2"_s).atMs == 0;
        };
        QVERIFY(QTest::qWaitFor(rests, longTime));
        QTest::qWait(500);
        Result<MachineLock> installer
            = MachineLock::take(cluster.deployment().nodes.first(), MachineLock::Work::Install);
        QVERIFY(installer);
        cluster.markChanged(u"node1"_s, ChangedBy::Driver);
        const EndpointSilence silence{cluster.now() - 60'000, cluster.now() + 1}; // until the monitor asks it again
        console.run().setSilence(silence);
        console.choose(u"Follow the log until it is ready"_s, u"node1"_s);
        const QString head = console.words("runSubtitle"), log = console.log()->toPlainText();
        const QStringList rows = looks();
        const QString badge = console.run().look().value_or(Look{}).word;
        QVERIFY2(badge.startsWith(u"Answered last at "), qPrintable(badge));
        QVERIFY(log.contains(u"Daemon start success"_s) && rows.contains(u"Was running"_s));
        for (const bool isUndo : {false, true}) {
            console.run().setSilence(silence);
            QTest::mouseClick(console.runButton(isUndo ? "undo" : "start"), Qt::LeftButton);
            if (isUndo)
                QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
            QVERIFY(!console.run().isRunning());
            const QString now = console.words("runSubtitle");
            QVERIFY2(now.startsWith(isUndo ? u"Undo was refused at "_s : u"The run was refused at "_s)
                         && now.contains(u"Driver and firmware are being installed on node1"_s)
                         && now.endsWith(u'\n' + head),
                     qPrintable(now));
            QCOMPARE(console.run().look().value_or(Look{}).word, badge);
            QCOMPARE(looks(), rows);
            QCOMPARE(console.log()->toPlainText(), log);
            QVERIFY(console.words("failureRemedy").startsWith(u"Wait until they are installed"_s));
            QVERIFY(!console.runButton("undoNow")->isVisible());
            console.grab(isUndo ? u"undo-refused"_s : u"run-refused"_s);
        }
        installer = Error{};             // it has ended
        QTRY_VERIFY_WITH_TIMEOUT(!console.words("runSubtitle").contains(u"was refused at "_s), 10'000);
        QVERIFY(console.run().findChild<QFrame *>(u"failure"_s)->isHidden());
        console.undoAll();
    }

    void theKeyShowsWhatItWouldRunThenRunsIt()
    {
        NEEDS_CONSOLE;
        console.goTo(DeployPage::Checks);
        QTest::keyClick(&console.window(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(console.run().isVisible() && !console.run().isRunning());
        QTest::keyClick(&console.window(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Start the container"_s, u"node1"_s), StepState::Done, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        console.undoAll();
    }

    void anotherProcessIsNamedAndFollowed()
    {
        NEEDS_CONSOLE;
        console.runUntilTheContainerIsThere();
        QTRY_VERIFY_WITH_TIMEOUT(console.runButton("undo")->isEnabled(), longTime);
        const Cluster &cluster = console.application->cluster();
        const QString lock
            = findStateFile(cluster.deployment(), fileIdentity(cluster.deployment(), cluster.path())) + u".lock"_s;
        QProcess other;
        beginAnotherRun(other, lock);
        QVERIFY(other.waitForStarted());
        QTRY_VERIFY2_WITH_TIMEOUT(console.words("runSubtitle").startsWith(u"Another run is under way (process "),
                                  qPrintable(console.words("runSubtitle")), longTime);
        QVERIFY(!console.runButton("undo")->isEnabled() && !console.runButton("resume")->isEnabled());
        QCOMPARE(console.window().findChild<Stepper *>()->look(DeployPage::Run)->word, u"Another run is under way"_s);
        console.grab(u"run-elsewhere"_s);
        other.write("\n");
        QVERIFY(other.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(console.runButton("undo")->isEnabled(), longTime);
        QVERIFY(!console.words("runSubtitle").startsWith(u"Another run"));
    }

    // The program may end at any time: what runs is what the file says, and without it can still be taken back.
    void whatIsRunIsWrittenFirst()
    {
        NEEDS_CONSOLE;
        Cluster &cluster = console.application->cluster();
        const QString file = (*lab)->deploymentFile();
        Deployment edited = cluster.deployment();
        edited.settings["maxBatchSize"] = 100;
        cluster.edit(edited);
        QTRY_VERIFY2(console.words("runSubtitle").endsWith(u"Run saves the changes of the deployment first."),
                     qPrintable(console.words("runSubtitle")));
        QVERIFY(!console.runButton("start")->toolTip().isEmpty());

        QVERIFY(QFile::remove(file) && QDir().mkdir(file)); // it cannot be written
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY2(console.words("runSubtitle").startsWith(u"It was not run, because the deployment could not be "),
                     qPrintable(console.words("runSubtitle")));
        QVERIFY(!console.run().isRunning() && cluster.isEdited());
        QVERIFY(QDir().rmdir(file));

        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QVERIFY(!cluster.isEdited());
        const Result<Deployment> written = loadDeployment(file);
        QVERIFY2(written, written ? "" : qPrintable(written.error().message));
        QCOMPARE(integerAt(written->settings, "maxBatchSize").value_or(0), 100);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Start the container"_s, node), StepState::Done, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);

        edited.recipe.clear();
        cluster.edit(edited);
        QTRY_VERIFY2(console.words("runSubtitle").endsWith(u"to run it, choose a recipe first."),
                     qPrintable(console.words("runSubtitle")));
        QVERIFY(console.runButton("undo")->isVisible() && !console.runButton("start")->isVisible()
                && !console.runButton("askForRun")->isVisible());
        console.grab(u"run-without-recipe"_s);
        QTest::mouseClick(console.runButton("undo"), Qt::LeftButton);
        QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_VERIFY_WITH_TIMEOUT(console.containersOf(node).isEmpty() && !console.run().isRunning(), longTime);
    }

    void removalUndoneKeepsWhatIsKnownOfTheNode()
    {
        NEEDS_CONSOLE;
        console.window().showPage(u"nodes"_s);
        console.window().findChild<NodesPage *>()->choose(u"node2"_s);
        QTest::mouseClick(console.button("removeNode"), Qt::LeftButton);
        QTRY_COMPARE(console.application->cluster().deployment().nodes.size(), 1);
        QTest::keyClick(console.window().focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(console.application->cluster().deployment().nodes.size(), 2);
        QVERIFY(console.application->cluster().facts(u"node2"_s));
        QCOMPARE(console.application->cluster().health(u"node2"_s).level, HealthLevel::Ok);
        QVERIFY(console.window().findChild<QTableView *>(u"chipTable"_s)->isVisible());
    }

    void aNodeThatHoldsSomethingIsNotRemovedUnasked()
    {
        const QTemporaryDir home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        const QString folder = (*lab)->nodeFolder(1) + u"/work/deepseek/"_s + (*lab)->deployment().name;
        const QString byHand = (*lab)->folder() + u"/by-hand.deployment.json"_s;
        {
            Console console(home.path());
            console.open((*lab)->deploymentFile());
            console.runUntilTheContainerIsThere();
            QVERIFY(QDir(folder).exists());
            console.window().showPage(u"nodes"_s);
            console.window().findChild<NodesPage *>()->choose(u"node2"_s);
            auto *bar = console.window().findChild<QWidget *>(u"removalBar"_s);
            QTest::mouseClick(console.button("removeNode"), Qt::LeftButton);
            QCOMPARE(console.application->cluster().deployment().nodes.size(), 2);
            QVERIFY(bar->isVisible());
            QVERIFY2(console.words("removalText").contains(u"node2 holds what a run of this deployment made: ")
                         && console.words("removalText").contains(u"container "),
                     qPrintable(console.words("removalText")));
            console.grab(u"removal"_s);
            QTest::mouseClick(console.button("removalKeep"), Qt::LeftButton);
            QVERIFY(!bar->isVisible());
            QTest::mouseClick(console.button("removeNode"), Qt::LeftButton);
            QTest::mouseClick(console.button("removalUndo"), Qt::LeftButton); // to where it is undone
            QVERIFY(console.run().isVisible() && console.runButton("undoNow")->isVisible());
            console.window().showPage(u"nodes"_s);
            QTest::mouseClick(console.button("removeNode"), Qt::LeftButton);
            QTest::mouseClick(console.button("removalRemove"), Qt::LeftButton);
            QTRY_COMPARE(console.application->cluster().deployment().nodes.size(), 1);
            QVERIFY(!bar->isVisible());
            console.goTo(DeployPage::Run);
            QTRY_VERIFY2(console.words("runSubtitle").contains(u"a node that this deployment has no more, node2 ("),
                         qPrintable(console.words("runSubtitle")));
            QVERIFY(console.runButton("undo")->isEnabled());
            QVERIFY(!console.runButton("start")->isVisible() || !console.runButton("start")->isEnabled());
            console.grab(u"former-node"_s);
            console.window().showPage(u"nodes"_s);
            QTest::keyClick(console.window().focusWidget(), Qt::Key_Z, Qt::ControlModifier);
            QTRY_COMPARE(console.application->cluster().deployment().nodes.size(), 2);
            console.goTo(DeployPage::Run);
            QTRY_VERIFY(console.runButton("resume")->isVisible()
                        && console.runButton("resume")->isEnabled()); // whole again
        }
        Result<Deployment> edited = loadDeployment((*lab)->deploymentFile());
        QVERIFY(edited);
        edited->nodes.removeLast();
        QVERIFY(saveDeployment(*edited, byHand));
        Console console(home.path());
        console.openWithoutAsking(byHand, 1);
        console.goTo(DeployPage::Run);
        QTRY_VERIFY2(console.words("runSubtitle").contains(u"node2 ("), qPrintable(console.words("runSubtitle")));
        console.undoAll();
        QVERIFY(!QDir(folder).exists()); // on the node that the file does not name
        QVERIFY(!console.words("runSubtitle").contains(u"node2"));
    }

    void renamedAndANodeLessItKeepsItsRun_data()
    {
        QTest::addColumn<bool>("simulated");
        QTest::addColumn<bool>("isNamed");   // before the run: nothing asks for a name
        QTest::newRow("as real machines") << false << true;
        QTest::newRow("simulated, as the file says") << true << true;
        QTest::newRow("without a name") << false << false;
    }
    void renamedAndANodeLessItKeepsItsRun()
    {
        QFETCH(bool, simulated);
        QFETCH(bool, isNamed);
        const QTemporaryDir home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = false});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message));
        Result<Deployment> written = loadDeployment((*lab)->deploymentFile());
        QVERIFY(written);
        written->simulated = simulated;
        if (!isNamed)
            written->name.clear();
        const QString file = (*lab)->folder() + u"/real.deployment.json"_s,
                      ranAs = isNamed ? written->name : u"unnamed"_s,
                      folder = (*lab)->nodeFolder(1) + u"/work/deepseek/"_s + ranAs;
        QVERIFY(saveDeployment(*written, file));
        Console console(home.path());
        console.open(file);
        console.runUntilTheContainerIsThere();
        QVERIFY(QDir(folder).exists());
        Deployment swapped = console.application->cluster().deployment();
        swapped.nodes.swapItemsAt(0, 1);
        QSignalSpy planned(&console.application->session().run, &RunKeeper::planned);
        console.application->cluster().edit(swapped);
        QTRY_VERIFY(!planned.isEmpty());
        QVERIFY(console.runButton("undo")->isEnabled());
        swapped.nodes.swapItemsAt(0, 1);
        console.application->cluster().edit(swapped);
        console.window().showPage(u"nodes"_s);
        auto *name = console.window().findChild<QLineEdit *>(u"deploymentNameEdit"_s);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"renamed"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(console.application->cluster().deployment().name, u"renamed"_s);
        console.window().findChild<NodesPage *>()->choose(u"node2"_s);
        QTest::mouseClick(console.button("removeNode"), Qt::LeftButton);
        QTest::mouseClick(console.button("removalRemove"), Qt::LeftButton);
        QTRY_COMPARE(console.application->cluster().deployment().nodes.size(), 1);
        console.goTo(DeployPage::Run);
        QTRY_VERIFY(console.runButton("undo")->isEnabled());
        const QString told = isNamed ? u"older name, \"%1\""_s.arg(ranAs) : u"before the deployment had a name"_s;
        QTRY_VERIFY2(console.words("runSubtitle").contains(told), qPrintable(console.words("runSubtitle")));
        if (isNamed) {                   // without a name it is called as its file is
            const Deployment renamed = console.application->cluster().deployment();
            Deployment cleared = renamed;
            cleared.name.clear();
            console.application->cluster().edit(cleared);
            QTRY_VERIFY2(console.words("runSubtitle").contains(u"run as \"real\""_s),
                         qPrintable(console.words("runSubtitle")));
            console.application->cluster().edit(renamed);
            QTRY_VERIFY2(console.words("runSubtitle").contains(u"run as \"renamed\""_s),
                         qPrintable(console.words("runSubtitle")));
            QTRY_VERIFY(console.runButton("undo")->isEnabled());
        }
        console.grab(u"renamed-and-less"_s);
        console.undoAll();
        QVERIFY(!QDir(folder).exists()); // on the node that the deployment does not name
    }

    // The number of NPUs fits; that the model has no room is for the settings to cure, and their step says so.
    void whatACheckBlamesTheSettingsForMarksTheirStep()
    {
        NEEDS_CONSOLE;
        Cluster &cluster = console.application->cluster();
        const Stepper *stepper = console.window().findChild<Stepper *>();
        const auto mark = [&] { return stepper->look(DeployPage::RecipeStep).value_or(Look{}).symbol; };
        QTRY_COMPARE(mark(), u"✓"_s);
        const Deployment right = cluster.deployment();
        Deployment big = right;
        big.settings["hcclBuffSize"] = 65536;
        cluster.edit(big);
        CheckKeeper &checks = console.application->checks();
        console.goTo(DeployPage::Checks);
        checks.runAll();
        QTRY_VERIFY_WITH_TIMEOUT(!checks.isRunning(), longTime);
        QVERIFY(!checks.isPassed());
        QTRY_COMPARE(mark(), u"!"_s);
        console.goTo(DeployPage::RecipeStep); // and there it stands
        auto *blamed = console.window().findChild<QFrame *>(u"settingsBlamed"_s);
        QVERIFY(blamed && blamed->isVisible());
        const QString words = blamed->findChild<QLabel *>()->accessibleName();
        QVERIFY2(words.startsWith(u"A check says what is to be changed here:"_s), qPrintable(words));
        for (const Finding &finding : allFindings(checks.report())) {
            if (finding.verdict == Verdict::Fail && finding.isOfSettings)
                QVERIFY2(words.contains(finding.summary) && words.contains(finding.remedy), qPrintable(words));
        }
        console.grab(u"settings-blamed"_s);
        console.goTo(DeployPage::Run);   // who runs all the same is told
        auto *failed = console.window().findChild<QFrame *>(u"failedChecks"_s);
        QVERIFY(failed && failed->isVisible());
        const QString said = console.words("failedChecksWords");
        QVERIFY2(said.contains(u" failed at "_s) && said.contains(u"A run does not wait for "_s), qPrintable(said));
        console.grab(u"run-failed-checks"_s);
        QTest::mouseClick(console.button("seeFailedChecks"), Qt::LeftButton);
        QTRY_COMPARE(console.window().findChild<DeployPage *>()->step(), DeployPage::Checks);
        console.goTo(DeployPage::Run);
        cluster.edit(right);             // the answers are of the past then
        QTRY_COMPARE(mark(), u"✓"_s);
        QVERIFY(blamed->isHidden() && failed->isHidden());
    }

    // Stop ends the asking; what was begun on the nodes goes on, and the page says so.
    void aStopWhileTheServiceStartsSaysThatItGoesOn()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Start the container"_s, node), StepState::Done, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        const DeployRun *run = console.application->run().run();
        const bool isBegun = run->mayServe(u"node1"_s) || run->mayServe(u"node2"_s);
        QCOMPARE(console.words("runSubtitle").contains(u"The service that was started on node"), isBegun);
        QTest::mouseClick(console.runButton("resume"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Follow the log until it is ready"_s, u"node1"_s),
                                  StepState::Running, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QVERIFY2(console.words("runSubtitle").contains(u"The service that was started on node1, node2 goes on"),
                 qPrintable(console.words("runSubtitle")));
        console.undoAll();
        // And the list is read from the top.
        const auto *steps = console.run().findChild<QListView *>(u"steps"_s);
        QVERIFY(QTest::qWaitFor(rests));
        QCOMPARE(steps->currentIndex().row(), 0);
        QCOMPARE(steps->verticalScrollBar()->value(), 0);
    }

    // Why it failed stands there with what to look at, in the language of the moment, also in one chosen later.
    void aFailureIsToldInTheLanguageOfTheMoment()
    {
        NEEDS_CONSOLE;
        QVERIFY((*lab)->fault(1, u"weights-incomplete"_s));
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_VERIFY(console.run().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        const QString failure = console.words("failureText"), remedy = console.words("failureRemedy");
        QVERIFY2(failure.contains(u"A file of the weights that their index names is missing"), qPrintable(failure));
        QVERIFY2(remedy.contains(u"To check: ") && remedy.contains(u"Source: "), qPrintable(remedy));
        console.grab(u"weights-file"_s);
        console.application->showLanguage(u"zh"_s);
        QTRY_VERIFY2(console.words("failureText").contains(u"缺少权重索引所列的某个权重文件"),
                     qPrintable(console.words("failureText")));
        QVERIFY2(!console.words("failureText").contains(u"missing")
                     && !console.words("failureText").contains(u"The service"),
                 qPrintable(console.words("failureText")));
        QVERIFY2(!console.words("failureRemedy").contains(u"To check"), qPrintable(console.words("failureRemedy")));
        console.grab(u"weights-file-zh"_s);
        console.application->showLanguage(u"en"_s);
        QTRY_COMPARE(console.words("failureText"), failure);
        QTRY_COMPARE(console.words("failureRemedy"), remedy);
        console.undoAll();
    }

    void aLostLinkHasACauseARemedyAndALog()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        const QTemporaryDir home;
        const Result<std::unique_ptr<Lab>> lab = Lab::up({.ssh = true});
        QVERIFY2(lab, lab ? "" : qPrintable(lab.error().message + u'\n' + lab.error().detail));
        Console console(home.path());
        console.open((*lab)->deploymentFile());
        QVERIFY(!QTest::currentTestFailed());
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node2"_s), StepState::Done, longTime);
        QVERIFY((*lab)->fault(1, u"sshd-killed"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        const QString failure = console.words("failureText"), remedy = console.words("failureRemedy");
        QVERIFY2(failure.contains(u"node2"_s) && failure.contains(u"link"_s), qPrintable(failure));
        QVERIFY2(remedy.contains(u"Resume"_s), qPrintable(remedy));
        QVERIFY(!console.log()->toPlainText().trimmed().isEmpty());
        console.grab(u"lost-link"_s);
        QVERIFY((*lab)->clear(1));
        console.undoAll();
    }

    // One node's service has ended; the other's goes on, and only that one's rows are of now.
    void whereTheServiceEndedItsStepsAreOfThePast()
    {
        NEEDS_CONSOLE;
        QVERIFY((*lab)->fault(0, u"link-down"_s)); // they wait for each other until it ends
        const auto look = [&](const QString &title, const QString &node) {
            for (const QModelIndex &row : console.rows()) {
                if (row.data().toString() == title && row.data(StepListModel::NodeRole).toString() == node)
                    return row.data(StepListModel::SymbolRole).toString() + u' '
                        + row.data(StepListModel::LookRole).toString();
            }
            return QString();
        };
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Follow the log until it is ready"_s, node), StepState::Running,
                                      longTime);
        QCOMPARE(look(u"Start the service"_s, u"node2"_s), u"✓ Done"_s);
        const QString said = console.details().value(u"Start the service@node2"_s); // "running, pid 4711"
        const int pid = said.section(u' ', -1).toInt();
        QVERIFY2(pid > 1, qPrintable(said));
        QCOMPARE(::kill(pid, SIGKILL), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QCOMPARE(console.state(u"Follow the log until it is ready"_s, u"node2"_s), StepState::Failed);
        QCOMPARE(look(u"Start the service"_s, u"node2"_s), u"? Done then"_s);
        QCOMPARE(look(u"End the service that has older files"_s, u"node2"_s), u"? Done then"_s);
        QCOMPARE(look(u"Start the container"_s, u"node2"_s), u"✓ Done"_s); // it runs still
        QCOMPARE(look(u"Start the service"_s, u"node1"_s), u"✓ Done"_s);
        QVERIFY2(console.words("runSubtitle").contains(u"The service that was started on node1 was not ended"),
                 qPrintable(console.words("runSubtitle")));
        console.grab(u"service-ended"_s);
        QSignalSpy planned(&console.application->run(), &RunKeeper::planned);
        console.application->showLanguage(u"zh"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!planned.isEmpty(), longTime);
        console.grab(u"service-ended-zh"_s);
        planned.clear();
        console.application->showLanguage(u"en"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!planned.isEmpty(), longTime);
        QCOMPARE(look(u"Start the service"_s, u"node2"_s), u"? Done then"_s); // planned anew it is known still
        QVERIFY2(console.words("runSubtitle").contains(u"The service that was started on node1 was not ended"),
                 qPrintable(console.words("runSubtitle")));

        // A driver is put under it: whatever ran there is of the past.
        console.application->cluster().markChanged(u"node1"_s, ChangedBy::Driver);
        QCOMPARE(look(u"Start the service"_s, u"node1"_s), u"? Done then"_s);
        QCOMPARE(look(u"Start the container"_s, u"node1"_s), u"? Was running"_s);
        QCOMPARE(look(u"Copy the artifacts to the node"_s, u"node1"_s), u"✓ Done"_s);
        QVERIFY2(!console.words("runSubtitle").contains(u"node1"), qPrintable(console.words("runSubtitle")));
        console.grab(u"driver-installed-since"_s);
        console.undoAll();
    }

    // What runs is not the copy's to take back, also where its original is called otherwise by now.
    void aCopyIsSentToItsOriginal_data()
    {
        QTest::addColumn<bool>("renames");
        QTest::newRow("as it was deployed") << false;
        QTest::newRow("the original renamed") << true;
    }
    void aCopyIsSentToItsOriginal()
    {
        QFETCH(bool, renames);
        NEEDS_CONSOLE;
        console.runUntilTheContainerIsThere();
        const QString file = (*lab)->deploymentFile(), copy = (*lab)->folder() + u"/copy.deployment.json"_s,
                      folder = (*lab)->nodeFolder(0) + u"/work/deepseek/"_s + (*lab)->deployment().name;
        Result<Deployment> written = loadDeployment(file);
        QVERIFY(written);
        written->name = u"copied"_s;
        QVERIFY(saveDeployment(*written, copy));
        written->name = u"renamed"_s;
        if (renames)
            QVERIFY(saveDeployment(*written, file));

        console.window().openFile(copy);
        QTRY_COMPARE(console.application->cluster().deployment().name, u"copied"_s);
        console.goTo(DeployPage::Run);
        const QString same = u"\"copied\" is for the same nodes and recipe. Open that file"_s;
        QTRY_VERIFY2(console.words("runSubtitle").contains(same)
                         && console.words("runSubtitle").contains(file),
                     qPrintable(console.words("runSubtitle")));
        QVERIFY(!console.runButton("undo")->isEnabled() && !console.runButton("start")->isEnabled());
        QVERIFY(!console.run().look());  // no tick for what another one's run did
        QCOMPARE(console.state(u"Start the container"_s, u"node1"_s), StepState::Pending);
        const auto *verify = console.window().findChild<VerifyPage *>();
        QVERIFY(verify && verify->original() == file); // what answers there is not the copy's, either
        console.run().askUndo();         // as the Nodes page does before a node is removed
        QVERIFY(!console.runButton("undoNow")->isVisible());
        console.grab(u"copy"_s);
        QVERIFY(QDir(folder).exists());

        console.window().openFile(file);
        QTRY_COMPARE(console.application->cluster().deployment().name,
                     renames ? u"renamed"_s : (*lab)->deployment().name);
        console.goTo(DeployPage::Run);
        QTRY_VERIFY(console.runButton("undo")->isEnabled());
        console.undoAll();
        QVERIFY(!QDir(folder).exists());
    }

    void renamedDeploymentKeepsItsRun()
    {
        NEEDS_CONSOLE;
        QTest::mouseClick(console.runButton("start"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Start the container"_s, u"node1"_s), StepState::Done, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        const QString folder = (*lab)->nodeFolder(0) + u"/work/deepseek/"_s + (*lab)->deployment().name;
        QVERIFY(QDir(folder).exists());

        console.window().showPage(u"nodes"_s);
        auto *name = console.window().findChild<QLineEdit *>(u"deploymentNameEdit"_s);
        QVERIFY(name);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"renamed"_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(console.application->cluster().deployment().name, u"renamed"_s);
        console.window().showPage(u"deploy"_s);
        QTRY_VERIFY(console.runButton("undo")->isEnabled());
        QTRY_VERIFY(!console.runButton("start")->isEnabled());
        QCOMPARE(console.state(u"Start the container"_s, u"node1"_s), StepState::Done);
        console.grab(u"renamed"_s);
        QTest::mouseClick(console.runButton("undo"), Qt::LeftButton);
        QTRY_VERIFY2(console.words("undoWords").contains(u"under the name \"%1\""_s.arg((*lab)->deployment().name)),
                     qPrintable(console.words("undoWords")));
        QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning() && !console.runButton("undo")->isEnabled(), longTime);
        QVERIFY(!QDir(folder).exists());
        QTRY_VERIFY(console.runButton("start")->isEnabled());
    }
};

QTEST_MAIN(TestRunWindow)
#include "tst_runwindow.moc"
