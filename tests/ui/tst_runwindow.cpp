// The run as a user's hand meets it in the real window: double clicks, closing in mid-run, another name.
// ASC_GRAB_DIR=DIR: pictures.
#include "app/console/application.h"
#include "tests/lab/lab.h"
#include "ui/deploy/deploypage.h"
#include "ui/deploy/runpage.h"
#include "ui/deploy/steplist.h"
#include "ui/deploy/stepper.h"
#include "ui/frame/mainwindow.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

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
            if (model->index(row, 0).data().toString() == title && model->index(row, 0).data(StepListModel::NodeRole).toString() == node)
                return StepState(model->index(row, 0).data(StepListModel::StateRole).toInt());
        }
        return StepState::Undone;
    }
    void open(const QString &file)
    {
        QVERIFY(QTest::qWaitForWindowExposed(&window()));
        window().openFile(file);
        QTRY_COMPARE(application->cluster().deployment().nodes.size(), 2);
        auto *deploy = window().findChild<DeployPage *>();
        window().showPage(u"deploy"_s);
        if (application->cluster().state(u"node1"_s) == NodeState::Unknown)
            QTest::mouseClick(deploy->findChild<QPushButton *>(u"askNodes"_s), Qt::LeftButton);
        const auto reachable = [&](const QString &node) { return application->cluster().state(node) == NodeState::Reachable; };
        QTRY_VERIFY_WITH_TIMEOUT(reachable(u"node1"_s) && reachable(u"node2"_s), longTime);
        QTest::mouseClick(deploy->findChild<Stepper *>()->button(DeployPage::Run), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(runButton("start")->isVisible(), longTime);
    }
    void grab(const QString &name)
    {
        if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty()) {
            QDir().mkpath(folder);
            for (const QString &theme : {u"dark"_s, u"light"_s}) {
                application->showTheme(theme);
                QTest::qWait(50);
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
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Ask whether the facts still hold"_s, u"node1"_s), StepState::Done, longTime);
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node1"_s), StepState::Done, longTime);
        clickTwice(console.window(), console.runButton("stop"));
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        QVERIFY(!QTest::qWaitFor([&] { return console.run().isRunning(); }, 300)); // nor begun again by the second click
        clickTwice(console.window(), console.runButton("resume"));
        QTRY_VERIFY(console.run().isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(console.state(u"Make the folder"_s, u"node2"_s), StepState::AlreadyHeld, longTime);
        QTest::mouseClick(console.runButton("stop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning(), longTime);
        clickTwice(console.window(), console.runButton("undo"));
        QTRY_VERIFY(console.runButton("undoNow")->isVisible()); // asked once, not asked and put away
        clickTwice(console.window(), console.runButton("undoNow"));
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning() && !console.runButton("undo")->isEnabled(), longTime);
        QCOMPARE(console.state(u"Make the folder"_s, u"node1"_s), StepState::Undone);
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

        QVERIFY(!console.window().close());
        QTest::mouseClick(console.button("closeAfter"), Qt::LeftButton);
        QVERIFY(bar->isVisible() && console.run().isRunning()); // it says that it will close
        QTest::mouseClick(console.button("closeCancel"), Qt::LeftButton);

        QVERIFY(!console.window().close());
        QTest::mouseClick(console.button("closeStop"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.window().isVisible(), longTime);
        QVERIFY(!console.run().isRunning());
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
        QTest::mouseClick(console.runButton("undoNow"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!console.run().isRunning() && !console.runButton("undo")->isEnabled(), longTime);
        QVERIFY(!QDir(folder).exists());
        QTRY_VERIFY(console.runButton("start")->isEnabled());
    }
};

QTEST_MAIN(TestRunWindow)
#include "tst_runwindow.moc"
