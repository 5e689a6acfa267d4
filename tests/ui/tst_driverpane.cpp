// Driver and firmware onto simulated nodes behind real sshd, from an empty home, by a hand on the window's own page.
// ASC_GRAB_DIR=DIR: pictures.
#include "app/sim/installers.h"
#include "app/sim/statefile.h"
#include "tests/lab/lab.h"
#include "tests/support/hands.h"
#include "ui/common/badge.h"
#include "ui/common/errorbar.h"
#include "ui/common/style.h"
#include "ui/nodes/driverpane.h"
#include "ui/nodes/nodespage.h"

#include <QCheckBox>
#include <QFile>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

class TstDriverPane : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void byHand();
    void whatIsWrongIsSaidBeforeAnythingIsDone();
    void aServiceThatStartsIsNamedAndAskedFor();
    void whatWasShownIsStoppedAndSaidToBeDown();
    void aWarningIsNotNothing();
    void itGoesOnBehindAClosedPaneAndCanBeStopped();
    void underARunOfAnotherProgramNothingBegins();
    void aSmallWindowShowsItAll();

private:
    QString package(const QString &name) const { return m_lab->folder() + u"/packages/"_s + name; }
    void open(ShownConsole &shown, const QString &driver = {});

    EmptyHome m_home;
    std::unique_ptr<Lab> m_lab;
};

namespace {

const QString newDriver = u"Ascend-hdk-910b-npu-driver_25.5.0_linux-aarch64.run"_s,
              newFirmware = u"Ascend-hdk-910b-npu-firmware_7.8.0.5.216.run"_s;

QString textOf(const MainWindow &window, const QString &name)
{
    const auto *label = window.findChild<QLabel *>(name);
    return label ? label->text() : u"?"_s;
}

} // namespace

void TstDriverPane::initTestCase()
{
    if (!QFile::exists(u"/usr/sbin/sshd"_s))
        QSKIP("sshd is not installed");
    Result<std::unique_ptr<Lab>> lab = Lab::up({});
    if (!lab)
        QFAIL(qPrintable(lab.error().message + QLatin1Char('\n') + lab.error().detail));
    m_lab = *std::move(lab);
}

void TstDriverPane::init()
{
    for (int node = 0; node < 2; ++node) {
        QVERIFY(m_lab->clear(node));
        QVERIFY(QDir(m_lab->nodeFolder(node) + u"/opt/ascend-console"_s).removeRecursively());
        QVERIFY(sim::updateState(m_lab->nodeFolder(node) + u"/.sim"_s, [](sim::NodeState &state) -> Result<void> {
            state.driverVersion = state.toolVersion = u"25.2.0"_s;
            state.firmwareVersion = u"7.7.0.6.236"_s;
            state.other["installed"] = Json::object();
            return {};
        }));
        QVERIFY(m_lab->clear(node));
    }
}

// The deployment is opened, the pane, the packages are typed, and it is checked.
void TstDriverPane::open(ShownConsole &shown, const QString &driver)
{
    QVERIFY(shown.isExposed);
    MainWindow &window = shown.window();
    window.openFile(m_lab->deploymentFile());
    QTRY_COMPARE(shown.console.cluster().deployment().nodes.size(), 2);
    window.showPage(u"nodes"_s);
    press(&window, u"driverOpen"_s);
    auto *pane = window.findChild<DriverPane *>();
    QTRY_VERIFY(pane->isVisible());
    QVERIFY(!window.findChild<QPushButton *>(u"driverCheck"_s)->isEnabled());
    QVERIFY(!window.findChild<QPushButton *>(u"driverStart"_s)->isEnabled());
    type(&window, u"driverFile"_s, driver.isEmpty() ? package(newDriver) : driver);
    type(&window, u"firmwareFile"_s, package(newFirmware));
    QVERIFY(window.findChild<QPushButton *>(u"driverCheck"_s)->isEnabled());
    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.console.session().driver.isBusy(), 60'000);
}

// Whoever hears a signal says its words in the language of the moment, and nobody is shown all languages at once.
static QString inAllLanguages(const QWidget *within)
{
    for (const QLabel *label : within->findChildren<QLabel *>()) {
        const QString all = label->text() + label->toolTip() + label->accessibleName();
        if (std::any_of(all.cbegin(), all.cend(), [](QChar c) { return c >= QChar(0xfdd0) && c <= QChar(0xfdef); }))
            return label->text();
    }
    return {};
}

void TstDriverPane::byHand()
{
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    auto *start = window.findChild<QPushButton *>(u"driverStart"_s);
    QTRY_VERIFY2(start->isEnabled(), qPrintable(textOf(window, u"driverSummary"_s)));
    QCOMPARE(start->text(), u"Install on 2 nodes"_s);
    for (const auto &[field, name] :
         {std::pair(u"driverFile"_s, newDriver), std::pair(u"firmwareFile"_s, newFirmware)}) {
        const auto *edit = window.findChild<QLineEdit *>(field);
        QVERIFY2(edit->width() >= edit->fontMetrics().horizontalAdvance(name) + 6 * style::grid, qPrintable(name));
    }
    QVERIFY(!QFile::exists(m_lab->nodeFolder(0) + u"/opt/ascend-console"_s)); // only asked
    grab(shown.console, u"1-plan"_s);
    // What the deployment's own check will say of this driver is said before.
    const QString pair = textOf(window, u"driverPairNotes"_s);
    QVERIFY2(pair.contains(u"driver.cann"_s) && pair.contains(u"known to run with 25.2.0"_s), qPrintable(pair));
    QVERIFY2(textOf(window, u"driverSummary"_s).contains(u"read the warnings below"_s),
             qPrintable(textOf(window, u"driverSummary"_s)));
    QCOMPARE(inAllLanguages(&window), QString());
    // What was checked is what is installed.
    auto *nodes = window.findChild<QListWidget *>(u"driverNodes"_s);
    nodes->item(1)->setCheckState(Qt::Unchecked);
    QVERIFY(!start->isEnabled());
    nodes->item(1)->setCheckState(Qt::Checked);
    QVERIFY(start->isEnabled());
    QSignalSpy touched(&shown.console.cluster(), &Cluster::nodeChanged);
    press(&window, u"driverStart"_s);
    QCOMPARE(inAllLanguages(&window), QString());
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QWidget *>(u"restartBar"_s)->isVisible(), 60'000);
    QCOMPARE(inAllLanguages(&window), QString());
    QVERIFY(!touched.isEmpty() && touched[0][0].toString() == u"node1"_s);
    QCOMPARE(touched[0][1].value<ChangedBy>(), ChangedBy::Driver);
    QVERIFY(textOf(window, u"restartText"_s).contains(u"node1 must be restarted"_s));
    QVERIFY(window.findChild<QPushButton *>(u"restartNo"_s)->hasFocus());
    QCOMPARE(m_lab->state(0).driverVersion, u"25.2.0"_s);
    QCOMPARE(sim::installedDriver(m_lab->state(1)), u"25.2.0"_s); // node2 has not begun
    grab(shown.console, u"2-restart"_s);
    press(&window, u"restartYes"_s);
    const auto asksFor = [&](const QString &node) { return textOf(window, u"restartText"_s).startsWith(node); };
    QTRY_VERIFY_WITH_TIMEOUT(asksFor(u"node2"_s) && window.findChild<QWidget *>(u"restartBar"_s)->isVisible(), 90'000);
    QCOMPARE(m_lab->state(0).driverVersion, u"25.5.0"_s);
    QVERIFY(textOf(window, u"installState-node1"_s).contains(u"Done"_s));
    press(&window, u"restartNo"_s);
    QTRY_COMPARE(shown.console.session().driver.state(), DriverInstall::State::Ended);
    QVERIFY(textOf(window, u"installState-node2"_s).contains(u"Restart needed"_s));
    QVERIFY(textOf(window, u"driverSummary"_s).contains(u"takes effect after a restart"_s));
    QVERIFY(window.findChild<QPlainTextEdit *>(u"driverLog"_s)->toPlainText().contains(u"installed successfully"_s));
    // Begun again it asks for the restart only.
    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 60'000);
    QVERIFY(textOf(window, u"installState-node1"_s).contains(u"Up to date"_s, Qt::CaseInsensitive));
    press(&window, u"driverStart"_s);
    QTRY_VERIFY_WITH_TIMEOUT(asksFor(u"node2"_s) && window.findChild<QWidget *>(u"restartBar"_s)->isVisible(), 60'000);
    press(&window, u"restartYes"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.console.session().driver.state(), DriverInstall::State::Ended, 90'000);
    QCOMPARE(m_lab->state(1).driverVersion, u"25.5.0"_s);
    QVERIFY2(textOf(window, u"driverSummary"_s).startsWith(u"Done"_s), qPrintable(textOf(window, u"driverSummary"_s)));
    grab(shown.console, u"3-done"_s);
    press(&window, u"driverBack"_s);
    QVERIFY(window.findChild<QWidget *>(u"nodesTable"_s)->isVisible());
}

void TstDriverPane::whatIsWrongIsSaidBeforeAnythingIsDone()
{
    QVERIFY(m_lab->fault(0, u"no-hwhiaiuser"_s));
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    QVERIFY(!window.findChild<QPushButton *>(u"driverStart"_s)->isEnabled());
    QVERIFY(textOf(window, u"installNotes-node1"_s).contains(u"HwHiAiUser"_s));
    QVERIFY(textOf(window, u"installState-node1"_s).contains(u"Cannot be installed"_s));
    grab(shown.console, u"4-refused"_s);
    window.findChild<QCheckBox *>(u"driverSums"_s)->setChecked(true);
    type(&window, u"driverSum"_s, QString(64, u'0'));
    press(&window, u"driverCheck"_s);
    auto *error = window.findChild<ErrorBar *>(u"driverError"_s);
    QTRY_VERIFY_WITH_TIMEOUT(error->hasError() && error->isVisible(), 30'000);
    QVERIFY(m_lab->clear(0));
    window.findChild<QLineEdit *>(u"driverSum"_s)->clear();
    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QPushButton *>(u"driverStart"_s)->isEnabled(), 60'000);
    QVERIFY(!error->hasError());
}

// A service that waits for its other nodes is in no list of npu-smi, and would be ended all the same.
void TstDriverPane::aServiceThatStartsIsNamedAndAskedFor()
{
    QVERIFY(m_lab->fault(0, u"link-down"_s));
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    Cluster &cluster = shown.console.cluster();
    RunKeeper &keeper = shown.console.session().run;
    cluster.inspect();
    for (const QString &node : {u"node1"_s, u"node2"_s})
        QTRY_COMPARE_WITH_TIMEOUT(cluster.state(node), NodeState::Reachable, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), 30'000);
    QVERIFY(keeper.start(false));
    const auto waits = [&] {
        const QList<DeployStep> &steps = keeper.run()->plan().steps;
        for (int i = 0; i < steps.size(); ++i) {
            if (steps[i].id.startsWith(u"wait-ready"_s) && keeper.run()->state(i) == StepState::Running)
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), 120'000);
    keeper.run()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60'000);
    for (int node = 0; node < 2; ++node)
        QVERIFY(m_lab->state(node).processes.isEmpty()); // as npu-smi tells them

    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.console.session().driver.isBusy(), 60'000);
    auto *start = window.findChild<QPushButton *>(u"driverStart"_s);
    auto *agrees = window.findChild<QCheckBox *>(u"driverStopServices"_s);
    QVERIFY2(!start->isEnabled(), qPrintable(textOf(window, u"driverSummary"_s)));
    for (const QString &node : {u"node1"_s, u"node2"_s}) {
        const QString notes = textOf(window, u"installNotes-"_s + node);
        QVERIFY2(notes.contains(u"deepseekLocal (mindieservice_d)"_s), qPrintable(notes));
    }
    grab(shown.console, u"9-service-starts"_s);
    QVERIFY(agrees->isVisible());
    QCOMPARE(agrees->accessibleDescription(), u"deepseekLocal on node1; deepseekLocal on node2"_s);
    // What is agreed to is read whole in a small window, too.
    const auto *names = window.findChild<QLabel *>(u"driverStopped"_s);
    QCOMPARE(names->text(), u"deepseekLocal on node1\ndeepseekLocal on node2"_s);
    const QSize before = window.size();
    window.resize(960, 600);
    QTRY_COMPARE(window.size(), QSize(960, 600));
    QTRY_VERIFY(agrees->width() >= agrees->sizeHint().width());
    const auto *summary = window.findChild<QLabel *>(u"driverSummary"_s);
    for (const QLabel *label : {names, summary})
        QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    const QRect back(window.findChild<QWidget *>(u"driverBack"_s)->mapTo(&window, QPoint()), start->size());
    QVERIFY2(start->mapTo(&window, start->rect().topRight()).x() < 960 && back.right() < 960, "the page scrolls");
    QVERIFY(names->width() >= names->fontMetrics().horizontalAdvance(u"deepseekLocal on node1"_s));
    grab(shown.console, u"9-agreement-in-a-small-window"_s);
    window.resize(before);
    agrees->click();
    QTRY_VERIFY2(start->isEnabled(), qPrintable(textOf(window, u"driverSummary"_s)));
    keeper.undo();
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 120'000);
}

void TstDriverPane::whatWasShownIsStoppedAndSaidToBeDown()
{
    QVERIFY(m_lab->fault(0, u"link-down"_s)); // its service waits until it is stopped
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    Cluster &cluster = shown.console.cluster();
    RunKeeper &keeper = shown.console.session().run;
    cluster.inspect();
    for (const QString &node : {u"node1"_s, u"node2"_s})
        QTRY_COMPARE_WITH_TIMEOUT(cluster.state(node), NodeState::Reachable, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(keeper.run() && !keeper.isFromState(), 30'000);
    QVERIFY(keeper.start(false));
    const auto waits = [&] {
        const QList<DeployStep> &steps = keeper.run()->plan().steps;
        for (int i = 0; i < steps.size(); ++i) {
            if (steps[i].id.startsWith(u"wait-ready"_s) && keeper.run()->state(i) == StepState::Running)
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(waits(), 120'000);
    keeper.run()->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 60'000);
    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.console.session().driver.isBusy(), 60'000);
    auto *start = window.findChild<QPushButton *>(u"driverStart"_s);
    auto *agrees = window.findChild<QCheckBox *>(u"driverStopServices"_s);
    const QString notes = textOf(window, u"installNotes-node1"_s);
    QVERIFY2(!notes.contains(u"--stop-services"_s)
                 && notes.contains(u"Tick above that what uses the NPUs is stopped"_s),
             qPrintable(notes));
    QVERIFY2(agrees->text().startsWith(u"Stop what uses the NPUs"_s), qPrintable(agrees->text()));
    agrees->click();
    QTRY_VERIFY2(start->isEnabled(), qPrintable(textOf(window, u"driverSummary"_s)));
    press(&window, u"driverStart"_s);
    auto *bar = window.findChild<QWidget *>(u"restartBar"_s);
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), 90'000);
    // It was stopped already: the restart ends nothing.
    const QString question = textOf(window, u"restartText"_s);
    QVERIFY2(question.contains(u"No container runs there"_s) && !question.contains(u"deepseekLocal"_s),
             qPrintable(question));
    // Node2's service ends meanwhile, with that of node1; its container stays.
    const Result<std::unique_ptr<Shell>> shell = m_lab->shell(1);
    QVERIFY(shell);
    for (const QString &verb : {u"stop"_s, u"start"_s}) {
        const Result<CommandOutput> done = (*shell)->run({.argv = {u"docker"_s, verb, u"deepseekLocal"_s}}, {});
        QVERIFY2(done && done->exitCode == 0, done ? done->err.constData() : qPrintable(done.error().message));
    }
    const auto isRunning = [this] { return m_lab->state(1).other["containers"][0]["running"].get<bool>(); };
    QVERIFY(isRunning());
    press(&window, u"restartYes"_s);
    const auto asksFor = [&](const QString &node) { return textOf(window, u"restartText"_s).startsWith(node); };
    QTRY_VERIFY_WITH_TIMEOUT(asksFor(u"node2"_s) && bar->isVisible(), 120'000);
    QVERIFY(!isRunning());               // as it was shown
    const QString stage = textOf(window, u"stage-services-node2"_s);
    QVERIFY2(stage.contains(u"Done"_s), qPrintable(stage));
    grab(shown.console, u"11-stopped-as-shown"_s);
    press(&window, u"restartYes"_s);
    QTRY_COMPARE_WITH_TIMEOUT(shown.console.session().driver.state(), DriverInstall::State::Ended, 120'000);
    const QString summary = textOf(window, u"driverSummary"_s);
    QVERIFY2(summary.startsWith(u"Done"_s)
                 && summary.contains(u"does not run now: deepseekLocal on node1; deepseekLocal on node2"_s)
                 && summary.contains(u"\"Run again\""_s),
             qPrintable(summary));
    grab(shown.console, u"12-done-and-down"_s);
    press(&window, u"driverCheck"_s);    // asked again it is down still
    QTRY_VERIFY_WITH_TIMEOUT(!shown.console.session().driver.isBusy(), 60'000);
    QVERIFY(textOf(window, u"driverSummary"_s).contains(u"does not run now"_s));
    emit keeper.succeeded();             // as after a run that brought it up
    QVERIFY(!textOf(window, u"driverSummary"_s).contains(u"does not run now"_s));
    keeper.undo();
    QTRY_VERIFY_WITH_TIMEOUT(!keeper.isRunning(), 120'000);
}

void TstDriverPane::aWarningIsNotNothing()
{
    for (int node = 0; node < 2; ++node) {
        QVERIFY(sim::updateState(m_lab->nodeFolder(node) + u"/.sim"_s, [](sim::NodeState &state) -> Result<void> {
            state.driverVersion = state.toolVersion = u"26.0.0"_s;
            return {};
        }));
        QVERIFY(m_lab->clear(node));
    }
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    QTRY_VERIFY(window.findChild<QPushButton *>(u"driverStart"_s)->isEnabled());
    QVERIFY(textOf(window, u"installNotes-node1"_s).contains(u"is older than"_s));
    const QString summary = textOf(window, u"driverSummary"_s);
    QVERIFY2(!summary.contains(u"Nothing speaks against it"_s) && summary.contains(u"warnings"_s),
             qPrintable(summary));
    // The boxes of the list are seen in the dark, too.
    shown.console.showTheme(u"dark"_s);
    auto *nodes = window.findChild<QListWidget *>(u"driverNodes"_s);
    nodes->item(1)->setCheckState(Qt::Unchecked);
    nodes->setCurrentItem(nullptr);
    QVERIFY(QTest::qWaitFor(rests));
    const QImage row = nodes->viewport()->grab(nodes->visualItemRect(nodes->item(1))).toImage();
    int lightest = 0;
    for (int x = 0; x < 30; ++x)
        lightest = std::max(lightest, qGray(row.pixel(x, row.height() / 2)));
    QVERIFY2(lightest - qGray(style::colors().surface.rgb()) > 40, qPrintable(QString::number(lightest)));
    grab(shown.console, u"10-dark"_s);
    shown.console.showTheme(u"light"_s);
}

void TstDriverPane::itGoesOnBehindAClosedPaneAndCanBeStopped()
{
    QVERIFY(m_lab->fault(0, u"installer-slow"_s, {u"4"_s}));
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    DriverInstall &install = shown.console.session().driver;
    QTRY_VERIFY(window.findChild<QPushButton *>(u"driverStart"_s)->isEnabled());
    press(&window, u"driverStart"_s);
    const auto stage = [&](InstallStage which) { return install.nodes()[0].stages[which].state; };
    QTRY_COMPARE_WITH_TIMEOUT(stage(InstallStage::Firmware), StepState::Running, 60'000);
    press(&window, u"driverBack"_s);
    QTRY_COMPARE_WITH_TIMEOUT(stage(InstallStage::Firmware), StepState::Done, 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(stage(InstallStage::Driver), StepState::Running, 30'000);
    window.close();                      // asks first
    QVERIFY(window.isVisible());
    press(&window, u"closeCancel"_s);
    press(&window, u"driverOpen"_s);
    grab(shown.console, u"5-running"_s);
    press(&window, u"driverStop"_s);
    QTRY_COMPARE_WITH_TIMEOUT(install.state(), DriverInstall::State::Ended, 10'000);
    QVERIFY(textOf(window, u"driverSummary"_s).startsWith(u"Stopped"_s));
    QTRY_COMPARE_WITH_TIMEOUT(sim::installedDriver(m_lab->state(0)), u"25.5.0"_s, 15'000); // on the node it went on
    QCOMPARE(sim::installedDriver(m_lab->state(1)), u"25.2.0"_s);
}

// Here as with the command: the run has the node.
void TstDriverPane::underARunOfAnotherProgramNothingBegins()
{
    ShownConsole shown;
    open(shown);
    MainWindow &window = shown.window();
    auto *start = window.findChild<QPushButton *>(u"driverStart"_s);
    QTRY_VERIFY2(start->isEnabled(), qPrintable(textOf(window, u"driverSummary"_s)));
    {
        QTemporaryDir box;
        const Result<RunLocks> run = RunLocks::take(box.filePath(u"run.json"_s), m_lab->deployment().nodes);
        QVERIFY(run);
        press(&window, u"driverStart"_s); // it was let go when it was checked
        auto *error = window.findChild<ErrorBar *>(u"driverError"_s);
        QTRY_VERIFY(error->hasError() && error->isVisible());
        QVERIFY(shown.console.session().driver.error()->message.contains(
            u"A run of a deployment is under way on node1 (process "_s));
        press(&window, u"driverCheck"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.console.session().driver.isBusy(), 60'000);
        QVERIFY(!start->isEnabled());
        QVERIFY2(textOf(window, u"driverSummary"_s).contains(u"A run of a deployment is under way"_s),
                 qPrintable(textOf(window, u"driverSummary"_s)));
        QVERIFY(!QFile::exists(m_lab->nodeFolder(0) + u"/opt/ascend-console"_s));
    }
    press(&window, u"driverCheck"_s);
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 60'000);
}

void TstDriverPane::aSmallWindowShowsItAll()
{
    ShownConsole shown({960, 600});
    grab(shown.console, u"6-nodes-small"_s);
    open(shown);
    MainWindow &window = shown.window();
    QCOMPARE(window.size(), QSize(960, 600));
    for (const char *name : {"driverStart", "driverCheck", "driverBack", "driverBrowse", "firmwareBrowse"}) {
        auto *button = window.findChild<QPushButton *>(QLatin1String(name));
        QVERIFY2(button->isVisible() && button->width() >= button->minimumSizeHint().width(), name);
        QVERIFY2(window.rect().contains(QRect(button->mapTo(&window, QPoint()), button->size())), name);
    }
    grab(shown.console, u"7-plan-small"_s);
    QVERIFY(window.findChild<QListWidget *>(u"driverNodes"_s)->isVisible());
    press(&window, u"driverBack"_s);
    grab(shown.console, u"8-nodes-small"_s);
}

QTEST_MAIN(TstDriverPane)
#include "tst_driverpane.moc"
