// The window around the pages: files, unsaved changes, questions, banner, theme, keyboard.
#include "ui/common/errorbar.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/nodedots.h"
#include "ui/frame/questionpanel.h"
#include "ui/frame/rail.h"
#include "ui/frame/unsavedbar.h"

#include <QAccessible>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include <memory>

using namespace Qt::StringLiterals;

namespace {

const QByteArray twoNodes = R"({"name": "two", "recipe": "r", "fromTheFuture": 1,
  "nodes": [{"name": "node1", "host": "10.20.0.1"}, {"name": "node2", "host": "10.20.0.2"}], "settings": {}})";

void write(const QString &path, const QByteArray &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void theWindowFitsWithItsFrame()
    {
        const QSize screen(1280, 800), room = MainWindow::roomOn(screen);
        QVERIFY(room.height() + 28 <= screen.height()); // a title bar
        QVERIFY(room.width() + 8 <= screen.width());
        QVERIFY(room.width() >= 1200 && room.height() >= 740); // and no more is given away
    }

private:
    struct Fixture
    {
        Fixture()
        {
            connections.secrets = std::make_shared<Secrets>();
            connections.knownHostsFile = dir.filePath(u"ssh/known_hosts"_s);
            cluster = std::make_unique<Cluster>(connections);
            window = std::make_unique<MainWindow>(*cluster, settings, tasks);
            for (const QString &id : {u"nodes"_s, u"deploy"_s, u"settings"_s})
                window->addPage(
                    {id, u"server"_s, [id] { return id; }, [] { return new QLineEdit; }, id == "settings"_L1});
            window->show();
        }
        template<typename T>
        T *find(const QString &name) { return window->findChild<T *>(name); }
        void press(const QString &name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }

        QTemporaryDir dir;
        ConnectionSettings connections;
        SettingsStore settings;
        Tasks tasks;
        std::unique_ptr<Cluster> cluster;
        std::unique_ptr<MainWindow> window;
    };

private slots:
    void opensAFileAndRemembersIt()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        QCOMPARE(f.cluster->path(), path);
        QCOMPARE(f.settings.value().recentFiles, QStringList(path));
        QVERIFY(f.window->windowTitle().contains("two"_L1));
        QCOMPARE(f.window->findChildren<NodeDot *>().size(), 2);
        QCOMPARE(f.find<QMenu>(u"fileMenu"_s)->actions().at(2)->menu()->actions().size(), 1);
    }

    void invalidFileSaysWhatAndWhere_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("not JSON") << QByteArray("{\"name\": \n  oops}");
        QTest::newRow("not a deployment") << QByteArray("[1, 2]");
        QTest::newRow("nodes is no list") << QByteArray("{\"nodes\": 7}");
        QTest::newRow("binary") << QByteArray("\0\xff\xfe\x01", 4);
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("MindIE's configuration") << QByteArray("{\"ServerConfig\": {}, \"BackendConfig\": {}}");
    }
    void invalidFileSaysWhatAndWhere()
    {
        QFETCH(QByteArray, content);
        Fixture f;
        const QString path = f.dir.filePath(u"bad.deployment.json"_s);
        write(path, content);
        f.window->openFile(path);
        auto *bar = f.find<ErrorBar>(u"windowError"_s);
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(bar->findChild<QLabel *>(u"errorMessage"_s)->text().contains("bad.deployment.json"_L1));
        QVERIFY(f.cluster->deployment().nodes.isEmpty());
        QVERIFY(f.settings.value().recentFiles.isEmpty());
    }

    // Opened, it would be an empty deployment, and Ctrl+S would write nodes and settings into it.
    void aRankTableIsRefusedAndNotChangedBySaving()
    {
        Fixture f;
        const QString own = f.dir.filePath(u"two.deployment.json"_s), table = f.dir.filePath(u"hccl.json"_s);
        const QByteArray content = R"({"version":"1.0","server_count":"1","server_list":[],"status":"completed"})";
        write(own, twoNodes);
        write(table, content);
        f.window->openFile(own);
        QTRY_COMPARE(f.cluster->path(), own);
        f.window->openFile(table);
        auto *bar = f.find<ErrorBar>(u"windowError"_s);
        QTRY_VERIFY(bar->isVisible());
        const QString said = bar->findChild<QLabel *>(u"errorMessage"_s)->text();
        QVERIFY2(said.contains("hccl.json"_L1) && said.contains("rank table"_L1), qPrintable(said));
        QCOMPARE(f.cluster->path(), own);
        QCOMPARE(f.settings.value().recentFiles, QStringList(own));
        Deployment edited = f.cluster->deployment();
        edited.name = u"other"_s;
        f.cluster->edit(edited);
        QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!f.cluster->isModified());
        QFile file(table);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), content);
    }

    void missingFileIsAnErrorInPlace()
    {
        Fixture f;
        f.window->openFile(f.dir.filePath(u"none.deployment.json"_s));
        QTRY_VERIFY(f.find<ErrorBar>(u"windowError"_s)->isVisible());
    }

    void aFileThatIsNoJsonIsSaidInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("a comma too many")
            << QByteArray("{\n  \"name\": \"x\",\n}\n")
            << u"is not valid JSON: line 3, column 1: \"}\" cannot stand there. Correct the file there in a text "
                "editor."_s;
        QTest::newRow("a number too large")
            << QByteArray("{\"settings\": {\"port\": 1e400}}")
            << u"holds a number that is too large: line 1, column 27: \"1e400\". Correct the file there in a text "
                "editor."_s;
        QTest::newRow("empty") << QByteArray()
                               << u"is empty. Open another file, or begin a new deployment."_s;
    }

    void aFileThatIsNoJsonIsSaidInOneSentence()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, words);
        Fixture f;
        const QString path = f.dir.filePath(u"broken.deployment.json"_s);
        write(path, text);
        f.window->openFile(path);
        auto *bar = f.find<ErrorBar>(u"windowError"_s);
        QTRY_VERIFY(bar->isVisible());
        QString said;
        for (const QLabel *label : bar->findChildren<QLabel *>())
            said += label->text();
        QVERIFY2(said.contains(path + u": The deployment file "_s + words), qPrintable(said));
        QVERIFY2(!said.contains(u"exception"_s), qPrintable(said));
    }

    void savesWithUnknownKeys()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        Deployment changed = f.cluster->deployment();
        changed.name = u"renamed"_s;
        f.cluster->edit(changed);
        QVERIFY(f.find<QLabel>(u"modifiedMark"_s)->isVisible());
        QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!f.cluster->isModified());
        QVERIFY(f.find<QLabel>(u"modifiedMark"_s)->isHidden());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("renamed") && text.contains("fromTheFuture"));
    }

    // Nor is it put into other words, or made a deployment where it was somebody's empty object.
    void whatWasNotChangedIsNotWritten()
    {
        for (const QByteArray &text : {QByteArray("{}\n"), QByteArray(R"({"name": "only", "nodes": []})")}) {
            Fixture f;
            const QString path = f.dir.filePath(u"some.deployment.json"_s);
            write(path, text);
            f.window->openFile(path);
            QTRY_COMPARE(f.cluster->path(), path);
            QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
            QTest::qWait(300);
            const auto written = [&path] {
                QFile file(path);
                return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            };
            QCOMPARE(written(), text);
            QVERIFY(!f.cluster->isModified());
            Deployment changed = f.cluster->deployment();
            changed.name = u"now it is one"_s;
            f.cluster->edit(changed);
            QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
            QTRY_VERIFY(!f.cluster->isModified());
            QVERIFY(written().contains("now it is one"));
        }
    }

    // What another program wrote is not lost by a key that is pressed by habit.
    void aFileThatAnotherProgramChangedIsAskedAbout()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        const auto contents = [&] {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const auto saveByKey = [&] { QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier); };
        saveByKey();                     // its own writing is no change by another
        QTest::qWait(300);
        auto *bar = f.find<QWidget>(u"changedBar"_s);
        QVERIFY(bar->isHidden());
        Deployment changed = f.cluster->deployment();
        changed.name = u"mine"_s;
        f.cluster->edit(changed);
        const QByteArray theirs = QByteArray(twoNodes).replace("\"two\"", "\"theirs\"");
        QVERIFY(theirs.contains("theirs"));
        write(path, theirs);
        saveByKey();
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(bar->findChild<QLabel *>()->text().contains(u"two.deployment.json"_s));
        QCOMPARE(contents(), theirs);
        f.press(u"changedCancel"_s);
        QVERIFY(bar->isHidden() && f.cluster->isModified());
        QCOMPARE(contents(), theirs);

        saveByKey();
        QTRY_VERIFY(bar->isVisible());
        f.press(u"changedOver"_s);
        QTRY_VERIFY(contents().contains("mine") && !f.cluster->isModified());

        write(path, theirs);
        saveByKey();                     // nothing was changed here: what is there is still not lost
        QTRY_VERIFY(bar->isVisible());
        QCOMPARE(contents(), theirs);
        f.press(u"changedOpen"_s);
        QTRY_COMPARE(f.cluster->deployment().name, u"theirs"_s);
        QVERIFY(bar->isHidden() && !f.cluster->isModified());
        saveByKey();
        QTest::qWait(300);
        QVERIFY(bar->isHidden());

        changed.name = u"mine again"_s;  // the bar has said what is given up: it is not asked a second time
        f.cluster->edit(changed);
        write(path, QByteArray(theirs).replace("theirs", "others"));
        saveByKey();
        QTRY_VERIFY(bar->isVisible());
        f.press(u"changedOpen"_s);
        QTRY_COMPARE(f.cluster->deployment().name, u"others"_s);
        QVERIFY(bar->isHidden() && f.find<UnsavedBar>(u"unsavedBar"_s)->isHidden() && !f.cluster->isModified());
        write(path, theirs);
        saveByKey();
        QTRY_VERIFY(bar->isVisible());
        f.press(u"changedOpen"_s);
        QTRY_COMPARE(f.cluster->deployment().name, u"theirs"_s);

        QVERIFY(QFile::remove(path));    // gone: saving brings it back
        saveByKey();
        QTRY_VERIFY(contents().contains("theirs"));
        QVERIFY(bar->isHidden());
    }

    void unsavedChangesAreAskedBeforeClosing()
    {
        Fixture f;
        Deployment deployment;
        deployment.name = u"new"_s;
        f.cluster->edit(deployment);
        QVERIFY(!f.window->close()); // asks, and does not block
        auto *bar = f.find<UnsavedBar>(u"unsavedBar"_s);
        QVERIFY(bar->isVisible());
        // what the answers decide
        QVERIFY2(bar->findChild<QLabel *>()->text().startsWith(u"Quit?"),
                 qPrintable(bar->findChild<QLabel *>()->text()));
        QCOMPARE(f.find<QPushButton>(u"unsavedSave"_s)->text(), u"Save and quit"_s);
        QCOMPARE(f.find<QPushButton>(u"unsavedDiscard"_s)->text(), u"Quit without saving"_s);
        f.press(u"unsavedCancel"_s);
        QVERIFY(f.find<UnsavedBar>(u"unsavedBar"_s)->isHidden());
        QVERIFY(f.window->isVisible());
        f.window->close();
        f.press(u"unsavedDiscard"_s);
        QVERIFY(!f.window->isVisible());
    }

    // What is still being typed when the window is closed or another deployment is to be opened is a change, too.
    void whatIsBeingTypedIsAskedAbout_data()
    {
        QTest::addColumn<QString>("way");
        for (const char *way : {"quit", "close", "new", "open", "recent"})
            QTest::newRow(way) << QString::fromLatin1(way);
    }
    void whatIsBeingTypedIsAskedAbout()
    {
        QFETCH(QString, way);
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        auto *name = qobject_cast<QLineEdit *>(f.window->page(u"nodes"_s));
        connect(name, &QLineEdit::editingFinished, f.cluster.get(), [&f, name] {
            Deployment deployment = f.cluster->deployment();
            deployment.name = name->text();
            f.cluster->edit(deployment);
        });
        name->setText(f.cluster->deployment().name);
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"other"_s);
        QVERIFY(!f.cluster->isModified());
        if (way == "quit"_L1)
            QTest::keyClick(f.window.get(), Qt::Key_Q, Qt::ControlModifier);
        else if (way == "close"_L1)
            f.window->close();
        else if (way == "new"_L1)
            QTest::keyClick(f.window.get(), Qt::Key_N, Qt::ControlModifier);
        else if (way == "open"_L1)
            f.window->openFile(path);
        else
            f.find<QMenu>(u"fileMenu"_s)->actions().at(2)->menu()->actions().first()->trigger();
        QVERIFY(f.window->isVisible());
        QVERIFY(f.find<UnsavedBar>(u"unsavedBar"_s)->isVisible());
        QCOMPARE(f.cluster->deployment().name, u"other"_s);
        const auto contents = [&path] {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!contents().contains("other"));
        f.press(u"unsavedSave"_s);
        QTRY_VERIFY(contents().contains("other"));
        if (way == "quit"_L1 || way == "close"_L1)
            QTRY_VERIFY(!f.window->isVisible());
        else
            QTRY_VERIFY(!f.cluster->isModified());
    }

    // One that has no name yet is asked about as a sentence all the same, in both languages and both ways.
    void theQuestionNamesADeploymentWithoutAName_data()
    {
        QTest::addColumn<bool>("quits");
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("words");
        QTest::newRow("quit") << true << u"en"_s << u"Quit? This deployment has changes that are not saved."_s;
        QTest::newRow("open") << false << u"en"_s << u"This deployment has changes that are not saved."_s;
        QTest::newRow("quit, Chinese") << true << u"zh"_s << u"要退出吗？该部署 有未保存的更改。"_s;
        QTest::newRow("open, Chinese") << false << u"zh"_s << u"该部署 有未保存的更改。"_s;
    }
    void theQuestionNamesADeploymentWithoutAName()
    {
        QFETCH(bool, quits);
        QFETCH(QString, language);
        QFETCH(QString, words);
        std::unique_ptr<QTranslator> chinese;
        if (language == u"zh") {
            chinese = std::make_unique<QTranslator>();
            QVERIFY(chinese->load(u":/translations/ascend-console_zh_CN.qm"_s));
            QCoreApplication::installTranslator(chinese.get());
        }
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        Deployment deployment;
        deployment.nodes = {Node{}};
        deployment.nodes.first().name = u"node1"_s;
        deployment.nodes.first().host = u"10.20.0.1"_s;
        f.cluster->edit(deployment);
        if (quits)
            QVERIFY(!f.window->close());
        else
            f.window->openFile(path);
        auto *bar = f.find<UnsavedBar>(u"unsavedBar"_s);
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->findChild<QLabel *>()->text(), words);
        f.press(u"unsavedCancel"_s);
    }

    void savingAnswersTheQuestionToo()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        Deployment changed = f.cluster->deployment();
        changed.name = u"renamed"_s;
        f.cluster->edit(changed);
        f.window->close();
        f.press(u"unsavedSave"_s);
        QTRY_VERIFY(!f.window->isVisible());
        QVERIFY(!f.cluster->isModified());
    }

    void aDeploymentWithoutANameIsCalledAsItsFileIs_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("called");
        QTest::newRow("a file") << u"lab.deployment.json"_s << u"lab"_s;
        QTest::newRow("of another kind") << u"lab2.JSON"_s << u"lab2"_s;
        QTest::newRow("nothing is left of it") << u".json"_s << u".json"_s;
        QTest::newRow("none") << QString() << u"Unnamed deployment"_s;
    }
    void aDeploymentWithoutANameIsCalledAsItsFileIs()
    {
        QFETCH(QString, file);
        QFETCH(QString, called);
        Fixture f;
        auto *name = f.find<QToolButton>(u"deploymentName"_s);
        QCOMPARE(name->text(), u"No deployment"_s);
        Deployment deployment;
        deployment.nodes << Node();
        deployment.nodes.first().name = u"node1"_s;
        f.cluster->open(deployment, file.isEmpty() ? QString() : f.dir.filePath(file));
        QCOMPARE(name->text(), called);
        QCOMPARE(f.window->windowTitle(), called + u"[*] – ascend-console"_s);
        deployment.recipe = u"r"_s;
        f.cluster->edit(deployment);
        QVERIFY(f.window->isWindowModified());
        QVERIFY(!f.window->close());
        const QString asked = f.find<UnsavedBar>(u"unsavedBar"_s)->findChild<QLabel *>()->text();
        QVERIFY2(asked.contains((file.isEmpty() ? u"This deployment"_s : called) + u" has changes"_s),
                 qPrintable(asked));
        f.press(u"unsavedDiscard"_s);
    }

    void anotherFileWaitsForTheAnswer()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        Deployment deployment;
        deployment.name = u"unsaved"_s;
        f.cluster->edit(deployment);
        f.window->openFile(path);
        QVERIFY(f.find<UnsavedBar>(u"unsavedBar"_s)->isVisible());
        QCOMPARE(f.cluster->deployment().name, u"unsaved"_s);
        QVERIFY(!f.find<UnsavedBar>(u"unsavedBar"_s)->findChild<QLabel *>()->text().contains(u"Quit"));
        QCOMPARE(f.find<QPushButton>(u"unsavedDiscard"_s)->text(), u"Discard"_s);
        f.press(u"unsavedDiscard"_s);
        QTRY_COMPARE(f.cluster->deployment().name, u"two"_s);
    }

    // What the form cannot know and the nodes said stands in the file: the next start says it before it asks anybody.
    void whatWasLearnedToBeSimulatedIsSavedAndSaidAtTheNextStart()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        f.window->openFile(path);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        QVERIFY(!f.find<QWidget>(u"simulatedBanner"_s)->isVisible());
        NodeFacts facts;
        facts.name = f.cluster->deployment().nodes.first().name;
        facts.reachable = facts.simulated = true;
        f.cluster->take(facts);
        QTRY_VERIFY(f.find<QWidget>(u"simulatedBanner"_s)->isVisible());
        Deployment changed = f.cluster->deployment();
        changed.name = u"renamed"_s;
        f.cluster->edit(changed);
        QTest::keyClick(f.window.get(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!f.cluster->isModified());

        Fixture next;
        next.window->openFile(path);
        QTRY_COMPARE(next.cluster->deployment().name, u"renamed"_s);
        QTRY_VERIFY(next.find<QWidget>(u"simulatedBanner"_s)->isVisible());
        QVERIFY2(next.window->windowTitle().contains(u"simulated"), qPrintable(next.window->windowTitle()));
    }

    void droppedFileIsOpened()
    {
        Fixture f;
        const QString path = f.dir.filePath(u"two.deployment.json"_s);
        write(path, twoNodes);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(f.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(f.window.get(), &drop);
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
    }

    void simulatedIsSaidInBannerAndTitle()
    {
        Fixture f;
        QVERIFY(f.find<QFrame>(u"simulatedBanner"_s)->isHidden());
        Deployment deployment;
        deployment.name = u"sim"_s;
        deployment.simulated = true;
        f.cluster->open(deployment, {});
        QVERIFY(f.find<QFrame>(u"simulatedBanner"_s)->isVisible());
        QVERIFY(f.window->windowTitle().contains("simulated"_L1));
        deployment.simulated = false;
        f.cluster->open(deployment, {});
        QVERIFY(f.find<QFrame>(u"simulatedBanner"_s)->isHidden());
        QVERIFY(!f.window->windowTitle().contains("simulated"_L1));
    }

    void pagesAreReachedByKeyboard()
    {
        Fixture f;
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        QCOMPARE(f.window->currentPage(), u"nodes"_s);
        QTest::keyClick(f.window.get(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(f.window->currentPage(), u"deploy"_s);
        QTest::keyClick(f.window.get(), Qt::Key_Comma, Qt::ControlModifier);
        QCOMPARE(f.window->currentPage(), u"settings"_s);
        QTest::keyClick(f.window.get(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(f.window->currentPage(), u"nodes"_s);
        // Tab comes round to where it began and meets the rail on its way.
        QWidget *first = f.window->focusWidget();
        bool metRail = false;
        QWidget *now = nullptr;
        for (int i = 0; i < 100 && now != first; ++i) {
            QTest::keyClick(f.window.get(), Qt::Key_Tab);
            now = f.window->focusWidget();
            metRail |= now && now->objectName().startsWith("rail-"_L1);
        }
        QCOMPARE(now, first);
        QVERIFY(metRail);
    }

    // AT-SPI's action "Toggle" checks the button without a click; one page is current all the same.
    void aScreenReaderChangesPagesLikeTheMouse()
    {
        Fixture f;
        auto *rail = f.find<Rail>(u"rail"_s);
        const auto checked = [rail] {
            QStringList names;
            for (const QToolButton *button : rail->findChildren<QToolButton *>())
                if (button->isChecked())
                    names << button->objectName();
            return names;
        };
        for (const QString &page : {u"deploy"_s, u"settings"_s, u"settings"_s, u"nodes"_s}) {
            QAccessibleInterface *interface = QAccessible::queryAccessibleInterface(
                f.find<QToolButton>(u"rail-"_s + page));
            QVERIFY(interface && interface->actionInterface());
            interface->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
            QCOMPARE(f.window->currentPage(), page);
            QCOMPARE(checked(), QStringList{u"rail-"_s + page});
        }
        QTest::mouseClick(f.find<QToolButton>(u"rail-deploy"_s), Qt::LeftButton);
        QCOMPARE(f.window->currentPage(), u"deploy"_s);
        QTest::mouseClick(f.find<QToolButton>(u"rail-deploy"_s), Qt::LeftButton);
        QCOMPARE(checked(), QStringList{u"rail-deploy"_s});
    }

    void railFoldsAndIsRemembered()
    {
        Fixture f;
        auto *rail = f.find<Rail>(u"rail"_s);
        QTest::mouseClick(f.find<QToolButton>(u"railFold"_s), Qt::LeftButton);
        QVERIFY(rail->isFolded());
        f.window->showPage(u"deploy"_s);
        f.window->close();
        MainWindow again(*f.cluster, f.settings, f.tasks);
        for (const QString &id : {u"nodes"_s, u"deploy"_s})
            again.addPage({id, u"server"_s, [id] { return id; }, [] { return new QWidget; }});
        again.restoreLayout();
        QVERIFY(again.findChild<Rail *>()->isFolded());
        QCOMPARE(again.currentPage(), u"deploy"_s);
    }

    void unknownHostKeyIsAcceptedIntoKnownHosts()
    {
        Fixture f;
        write(f.dir.filePath(u"d.json"_s), twoNodes);
        f.window->openFile(f.dir.filePath(u"d.json"_s));
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        const Error question{ErrorKind::HostKey,
                             u"unknown"_s,
                             {},
                             {{u"state"_s, u"unknown"_s},
                              {u"host"_s, u"10.20.0.1"_s},
                              {u"port"_s, u"22"_s},
                              {u"type"_s, u"ssh-ed25519"_s},
                              {u"fingerprint"_s, u"SHA256:abc"_s},
                              {u"line"_s, u"10.20.0.1 ssh-ed25519 AAAA"_s},
                              {u"file"_s, f.connections.knownHostsFile}}};
        emit f.cluster->questionRaised(u"node1"_s, question);
        emit f.cluster->questionRaised(u"node1"_s, question); // asked once
        auto *panel = f.find<QuestionPanel>(u"questionPanel"_s);
        QVERIFY(panel->isVisible());
        QCOMPARE(panel->waiting(), 1);
        QVERIFY(f.find<QLabel>(u"questionFingerprint"_s)->text().contains("SHA256:abc"_L1));
        f.press(u"questionAccept"_s);
        QTRY_VERIFY(panel->isHidden());
        QFile known(f.connections.knownHostsFile);
        QVERIFY(known.open(QIODevice::ReadOnly));
        QVERIFY(known.readAll().contains("10.20.0.1 ssh-ed25519 AAAA\n"));
    }

    // Whatever answered the one before, and wherever its key is kept: the next one is not accepted by one more press.
    void eachKeyIsAskedAboutFromTheSafeButton_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<bool>("isKept");
        for (const char *how : {"click", "double click", "key"}) {
            QTest::newRow(how) << QString::fromLatin1(how) << true;
            QTest::addRow("%s, not kept", how) << QString::fromLatin1(how) << false;
        }
    }
    void eachKeyIsAskedAboutFromTheSafeButton()
    {
        QFETCH(QString, how);
        QFETCH(bool, isKept);
        Fixture f;
        write(f.dir.filePath(u"d.json"_s), twoNodes);
        f.window->openFile(f.dir.filePath(u"d.json"_s));
        QTRY_COMPARE(f.cluster->deployment().nodes.size(), 2);
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        f.find<QToolButton>(u"rail-nodes"_s)->setFocus(); // nobody types
        for (const int number : {1, 2}) {
            const QString host = u"10.20.0.%1"_s.arg(number);
            emit f.cluster->questionRaised(u"node%1"_s.arg(number),
                                           {ErrorKind::HostKey,
                                            u"unknown"_s,
                                            {},
                                            {{u"state"_s, u"unknown"_s},
                                             {u"host"_s, host},
                                             {u"port"_s, u"22"_s},
                                             {u"type"_s, u"ssh-ed25519"_s},
                                             {u"fingerprint"_s, u"SHA256:abc"_s},
                                             {u"line"_s, host + u" ssh-ed25519 AAAA"_s},
                                             {u"file"_s, isKept ? f.connections.knownHostsFile : QString()}}});
        }
        auto *panel = f.find<QuestionPanel>(u"questionPanel"_s);
        auto *accept = f.find<QPushButton>(u"questionAccept"_s), *decline = f.find<QPushButton>(u"questionDecline"_s);
        QCOMPARE(panel->waiting(), 2);
        QCOMPARE(f.window->focusWidget(), decline);
        if (how == "key"_L1) {
            accept->setFocus(Qt::BacktabFocusReason);
            QTest::keyClick(accept, Qt::Key_Space);
        } else if (how == "click"_L1) {
            QTest::mouseClick(accept, Qt::LeftButton);
        } else {                         // where the pointer is: the second click meets what has come there
            QTest::mouseDClick(f.window->windowHandle(), Qt::LeftButton, {},
                               accept->mapTo(f.window.get(), accept->rect().center()));
        }
        QTRY_COMPARE(panel->waiting(), 1);
        QCOMPARE(f.window->focusWidget(), decline);
        f.press(u"questionDecline"_s);
    }

    void changedHostKeyCannotBeAccepted()
    {
        Fixture f;
        f.window->openFile(QString());
        emit f.cluster->questionRaised(u"node1"_s,
                                       {ErrorKind::HostKey,
                                        u"changed"_s,
                                        {},
                                        {{u"state"_s, u"changed"_s},
                                         {u"host"_s, u"10.20.0.1"_s},
                                         {u"port"_s, u"22"_s},
                                         {u"type"_s, u"ssh-ed25519"_s},
                                         {u"fingerprint"_s, u"SHA256:new"_s},
                                         {u"knownFingerprint"_s, u"SHA256:old"_s}}});
        QVERIFY(f.find<QuestionPanel>(u"questionPanel"_s)->isVisible());
        QVERIFY(f.find<QPushButton>(u"questionAccept"_s)->isHidden());
        const QString fingerprints = f.find<QLabel>(u"questionFingerprint"_s)->text();
        QVERIFY(fingerprints.contains("SHA256:new"_L1) && fingerprints.contains("SHA256:old"_L1));
        f.press(u"questionDecline"_s);
        QVERIFY(f.find<QuestionPanel>(u"questionPanel"_s)->isHidden());
        QVERIFY(!QFile::exists(f.connections.knownHostsFile));
    }

    void hostKnownByAKeyOfAnotherTypeIsAskedAboutLoudly()
    {
        Fixture f;
        f.window->openFile(QString());
        emit f.cluster->questionRaised(u"node1"_s,
                                       {ErrorKind::HostKey,
                                        u"of another type"_s,
                                        {},
                                        {{u"state"_s, u"unknown"_s},
                                         {u"host"_s, u"10.20.0.1"_s},
                                         {u"port"_s, u"22"_s},
                                         {u"type"_s, u"ssh-ed25519"_s},
                                         {u"fingerprint"_s, u"SHA256:new"_s},
                                         {u"line"_s, u"10.20.0.1 ssh-ed25519 AAAA"_s},
                                         {u"file"_s, f.connections.knownHostsFile},
                                         {u"knownType"_s, u"ssh-rsa"_s},
                                         {u"knownFingerprint"_s, u"SHA256:old"_s},
                                         {u"contradicted"_s, u"yes"_s}}});
        auto *panel = f.find<QuestionPanel>(u"questionPanel"_s);
        QVERIFY(panel->isVisible());
        const QString fingerprints = f.find<QLabel>(u"questionFingerprint"_s)->text();
        QVERIFY2(fingerprints.contains("SHA256:new (ssh-ed25519)"_L1)
                     && fingerprints.contains("SHA256:old (ssh-rsa)"_L1),
                 qPrintable(fingerprints));
        QString words;
        for (const QLabel *label : panel->findChildren<QLabel *>())
            words += label->text() + u'\n';
        QVERIFY2(words.contains("is known by a key of another type, ssh-rsa"_L1)
                     && !words.contains("is not known yet"_L1) && !words.contains("has changed"_L1),
                 qPrintable(words));
        f.press(u"questionAccept"_s);
        QTRY_VERIFY(panel->isHidden());
        QVERIFY(QFile::exists(f.connections.knownHostsFile));
    }

    void passwordGoesToSecretsOnly()
    {
        Fixture f;
        emit f.cluster->questionRaised(u"node1"_s, {ErrorKind::Authentication, u"needs a password"_s, {},
            {{u"need"_s, u"password"_s}, {u"key"_s, u"password:root@10.20.0.1:22"_s}, {u"prompt"_s, u"Password:"_s}}});
        auto *secret = f.find<QLineEdit>(u"questionSecret"_s);
        QVERIFY(secret->isVisible());
        QCOMPARE(secret->echoMode(), QLineEdit::Password);
        QTest::keyClicks(secret, u"hunter2"_s);
        QTest::keyClick(secret, Qt::Key_Return);
        QCOMPARE(f.connections.secrets->find(u"password:root@10.20.0.1:22"_s).value_or(QString()), u"hunter2"_s);
        QVERIFY(secret->text().isEmpty());
        QVERIFY(f.find<QuestionPanel>(u"questionPanel"_s)->isHidden());
    }

    void whatRunsIsShownWithStop()
    {
        Fixture f;
        bool stopped = false;
        QVERIFY(f.find<QPushButton>(u"stopRunning"_s)->isHidden());
        f.tasks.show({u"checks"_s, [] { return u"Checks: 34 of 60"_s; }, 0.5, [&] { stopped = true; }});
        QVERIFY(f.find<QPushButton>(u"stopRunning"_s)->isVisible());
        f.press(u"stopRunning"_s);
        QVERIFY(stopped);
        f.tasks.end(u"checks"_s);
        QVERIFY(f.find<QPushButton>(u"stopRunning"_s)->isHidden());
    }

    void smallestSizeIsUsable()
    {
        Fixture f;
        f.window->resize(960, 600);
        QCOMPARE(f.window->size(), QSize(960, 600)); // nothing forces it larger
        f.window->resize(640, 400);
        QCOMPARE(f.window->size(), QSize(960, 560));
    }

    // The window is never larger than the screen; what it has no room for is reached by scrolling, not cut.
    void onASmallScreenItScrolls()
    {
        Fixture f;
        f.window->setMinimumSize(640, 400); // of such a screen
        f.window->resize(640, 400);
        f.window->show();
        QCOMPARE(f.window->size(), QSize(640, 400));
        auto *scroll = f.find<QScrollArea>(u"windowScroll"_s);
        QVERIFY(scroll);
        QTRY_VERIFY(scroll->horizontalScrollBar()->maximum() >= 300 && scroll->verticalScrollBar()->maximum() >= 150);
        QVERIFY(scroll->widget()->width() >= 960 && scroll->widget()->height() >= 560);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
