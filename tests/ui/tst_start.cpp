// How a session begins and where its files are: the last deployment opens again, recent ones are listed, dialogs
// open where deployments are. Each test has an empty HOME.
#include "app/console/application.h"
#include "ui/common/errorbar.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/recentlist.h"
#include "ui/monitor/monitorpage.h"
#include "ui/nodes/nodespage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace {

const QByteArray twoNodes = R"({"name": "two", "recipe": "r",
  "nodes": [{"name": "node1", "host": "127.0.0.1", "transport": "local"}, {"name": "node2", "host": "127.0.0.1", "transport": "local"}], "settings": {}})";

void write(const QString &path, const QByteArray &content)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

} // namespace

class TestStart : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    QString in(const QString &path) const { return m_home->filePath(path); }

    // The program as main() starts it.
    std::unique_ptr<Application> start() const
    {
        Application::Options options;
        options.settingsFile = in(u".config/ascend-console/settings.json"_s);
        options.language = u"en"_s;
        options.theme = u"light"_s;
        options.makesPagesLater = true;
        auto application = std::make_unique<Application>(options);
        application->window().show();
        application->reopenLast();
        return application;
    }
    static void end(Application &application) // as a user does: the window writes its settings
    {
        QVERIFY(application.window().close());
    }
    static bool isAsked(Application &application)
    {
        for (const Node &node : application.cluster().deployment().nodes) {
            if (application.cluster().state(node.name) != NodeState::Unknown || application.cluster().facts(node.name))
                return true;
        }
        return static_cast<MonitorPage *>(application.window().page(u"monitor"_s))->monitor().isRunning();
    }

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("HOME", m_home->path().toUtf8());
        qputenv("XDG_CONFIG_HOME", in(u".config"_s).toUtf8());
    }

    void theLastDeploymentOpensAgain()
    {
        const QString path = in(u"clusters/two.deployment.json"_s);
        write(path, twoNodes);
        {
            const auto application = start();
            QVERIFY(application->cluster().path().isEmpty()); // the first time there is none
            QVERIFY(!application->window().findChild<QWidget *>(u"watchBar"_s)->isVisible());
            application->window().openFile(path);
            QTRY_COMPARE(application->cluster().path(), path);
            application->window().showPage(u"monitor"_s); // was open when the window was closed
            end(*application);
        }
        const auto application = start();
        QTRY_COMPARE(application->cluster().path(), path);
        QCOMPARE(application->cluster().deployment().nodes.size(), 2);
        QVERIFY(QTest::qWaitForWindowActive(&application->window()));
        // the first key renames nothing
        QTRY_VERIFY(application->window().focusWidget()
                    && !qobject_cast<QLineEdit *>(application->window().focusWidget()));
        QVERIFY(!isAsked(*application)); // nobody is contacted that the user did not ask for
        QVERIFY(application->window().currentPage() != u"monitor");
        auto *bar = application->window().findChild<QWidget *>(u"watchBar"_s); // and that nobody watches is said
        QVERIFY(bar->isVisible());
        QTest::mouseClick(bar->findChild<QPushButton *>(u"watchGoOn"_s), Qt::LeftButton);
        QCOMPARE(application->window().currentPage(), u"monitor"_s);
        QVERIFY(!bar->isVisible());
        QTRY_VERIFY(isAsked(*application));
    }

    // Said until somebody has answered, however often the program is started meanwhile.
    void thatNobodyWatchesIsSaidAgain()
    {
        const QString path = in(u"two.deployment.json"_s);
        write(path, twoNodes);
        {
            const auto application = start();
            application->window().openFile(path);
            QTRY_COMPARE(application->cluster().path(), path);
            application->window().showPage(u"monitor"_s);
            end(*application);
        }
        for (const QString &page : {QString(), u"deploy"_s, QString()}) {
            const auto application = start();
            QTRY_COMPARE(application->cluster().path(), path);
            QVERIFY(application->window().findChild<QWidget *>(u"watchBar"_s)->isVisible());
            if (!page.isEmpty())
                application->window().showPage(page);
            end(*application);
        }
        {
            const auto application = start();
            QTRY_COMPARE(application->cluster().path(), path);
            QCOMPARE(application->window().currentPage(), u"deploy"_s); // where the user was
            auto *bar = application->window().findChild<QWidget *>(u"watchBar"_s);
            QTest::mouseClick(bar->findChild<QPushButton *>(u"watchLater"_s), Qt::LeftButton);
            end(*application);
        }
        const auto application = start();
        QTRY_COMPARE(application->cluster().path(), path);
        QVERIFY(!application->window().findChild<QWidget *>(u"watchBar"_s)->isVisible());
    }

    // A slip of the editor: nothing of the file is lost, and the window says where it is.
    void damagedSettingsAreKeptAsideAndSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("slip") << QByteArray(R"({"theme":"dark","recentFiles":["/a/b.deployment.json"], BROKEN)");
        QTest::newRow("deep") << R"({"zz":)" + QByteArray(100'000, '[') + QByteArray(100'000, ']') + '}';
    }
    void damagedSettingsAreKeptAsideAndSaid()
    {
        QFETCH(QByteArray, text);
        write(in(u".config/ascend-console/settings.json"_s), text);
        {
            const auto application = start();
            auto *bar = application->window().findChild<ErrorBar *>(u"windowError"_s);
            QTRY_VERIFY(bar->isVisible());
            bool isSaid = false;
            for (const QLabel *label : bar->findChildren<QLabel *>())
                isSaid = isSaid || label->text().contains(in(u".config/ascend-console/settings.json.damaged"_s));
            QVERIFY(isSaid);
            end(*application);
        }
        QFile kept(in(u".config/ascend-console/settings.json.damaged"_s));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), text);
        const auto application = start();
        QVERIFY(!application->window().findChild<ErrorBar *>(u"windowError"_s)->hasError());
    }

    void aMissingOneIsToldAndTheNextCanBeChosen()
    {
        const QString gone = in(u"gone/two.deployment.json"_s), there = in(u"there/two.deployment.json"_s);
        write(gone, twoNodes);
        write(there, twoNodes);
        {
            const auto application = start();
            for (const QString &path : {there, gone}) {
                application->window().openFile(path);
                QTRY_COMPARE(application->cluster().path(), path);
            }
            end(*application);
        }
        QVERIFY(QFile::remove(gone));
        const auto application = start();
        auto *error = application->window().findChild<ErrorBar *>(u"windowError"_s);
        QTRY_VERIFY(error->isVisible());
        QVERIFY(error->findChild<QLabel *>(u"errorMessage"_s)->text().contains(gone));
        QVERIFY(application->cluster().path().isEmpty());
        QPushButton *second = nullptr; // the start page lists both, each with its folder
        QStringList names;
        for (QPushButton *button : application->window().findChildren<QPushButton *>(u"openRecent"_s)) {
            QVERIFY(button->isVisible());
            names << button->accessibleName();
            second = button;
        }
        QCOMPARE(names,
                 (QStringList{u"Open two.deployment.json in ~/gone"_s, u"Open two.deployment.json in ~/there"_s}));
        QTest::mouseClick(second, Qt::LeftButton);
        QTRY_COMPARE(application->cluster().path(), there);
        QTRY_VERIFY(error->isHidden());
    }

    void theStartPageSaysWhen()
    {
        const QString path = in(u"two.deployment.json"_s);
        write(path, twoNodes);
        {
            const auto application = start();
            application->window().openFile(path);
            QTRY_COMPARE(application->cluster().path(), path);
            Settings settings = application->settings().value();
            settings.reopensLast = false;
            settings.openedMs[path] = QDateTime(QDate(2026, 11, 20), QTime(9, 30)).toMSecsSinceEpoch();
            application->settings().change(settings);
            end(*application);
        }
        const auto application = start();
        auto *list = application->window().findChild<RecentList *>(u"recentList"_s);
        QVERIFY(list->isVisible());
        QStringList words;
        for (const QLabel *label : list->findChildren<QLabel *>())
            words << label->text();
        QVERIFY2(words.contains(u"2026-11-20 09:30:00"_s), qPrintable(words.join(u'|')));
        QVERIFY(words.contains(u"~"_s));
    }

    void aUserMayBeginWithNothing()
    {
        const QString path = in(u"two.deployment.json"_s);
        write(path, twoNodes);
        {
            const auto application = start();
            application->window().openFile(path);
            QTRY_COMPARE(application->cluster().path(), path);
            application->window().showPage(u"settings"_s);
            auto *reopen = application->window().findChild<QCheckBox *>(u"reopenLast"_s);
            QVERIFY(reopen->isChecked());
            QTest::mouseClick(reopen, Qt::LeftButton, {}, {8, reopen->height() / 2});
            QVERIFY(!reopen->isChecked());
            application->window().showPage(u"nodes"_s);
            end(*application);
        }
        const auto application = start();
        auto *list = application->window().findChild<RecentList *>(u"recentList"_s);
        QTRY_VERIFY(list->isVisible());
        QVERIFY(application->cluster().path().isEmpty());
    }

    void filesOfOneNameShowTheirFolders()
    {
        const QStringList paths{in(u"a/two.deployment.json"_s), in(u"b/two.deployment.json"_s)};
        const auto application = start();
        for (const QString &path : paths) {
            write(path, twoNodes);
            application->window().openFile(path);
            QTRY_COMPARE(application->cluster().path(), path);
        }
        QStringList shown;
        for (const QAction *action : application->window().findChild<QMenu *>(u"fileMenu"_s)->actions()) {
            for (const QAction *recent : action->menu() ? action->menu()->actions() : QList<QAction *>())
                shown << recent->text();
        }
        QCOMPARE(shown, (QStringList{u"two.deployment.json – ~/b"_s, u"two.deployment.json – ~/a"_s}));
    }

    void theFileMenuReadsLeftToRight()
    {
        const auto application = start();
        auto *name = application->window().findChild<QToolButton *>(u"deploymentName"_s);
        auto *menu = application->window().findChild<QMenu *>(u"fileMenu"_s);
        Qt::LayoutDirection direction = Qt::RightToLeft;
        QPoint left;
        QTimer::singleShot(0, menu, [&] { // the menu keeps the click until it is closed
            direction = menu->layoutDirection();
            left = menu->geometry().topLeft();
            menu->close();
        });
        QTest::mouseClick(name, Qt::LeftButton);
        QTRY_COMPARE(direction, Qt::LeftToRight);
        QCOMPARE(left.x(), name->mapToGlobal(QPoint(0, 0)).x()); // under the name's beginning
    }

    void dialogsOpenWhereDeploymentsAreNeverWhereKeysAre()
    {
        write(in(u".ssh/id_ed25519"_s), "key");
        write(in(u"Documents/x.txt"_s), "x");
        const auto application = start();
        MainWindow &window = application->window();
        const auto dialog = [&] { return window.findChild<QFileDialog *>(); };
        const auto choose = [&](const QString &path, QDialogButtonBox::StandardButton button) {
            dialog()->findChild<QLineEdit *>(u"fileNameEdit"_s)->setText(path);
            QTest::mouseClick(dialog()->findChild<QDialogButtonBox *>(u"buttonBox"_s)->button(button), Qt::LeftButton);
            QTRY_VERIFY(!dialog());
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window));
        };
        // A key is chosen for a new node.
        window.findChild<NodesPage *>()->addNode();
        window.findChild<QComboBox *>(u"nodeAuth"_s)->setCurrentIndex(int(AuthMethod::Key));
        window.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.0.1"_s);
        QWidget *row = window.findChild<QLineEdit *>(u"nodeIdentity"_s)->parentWidget();
        QTest::mouseClick(row->findChild<QPushButton *>(), Qt::LeftButton);
        QTRY_VERIFY(dialog());
        QCOMPARE(dialog()->directory().path(), in(u".ssh"_s));
        choose(in(u".ssh/id_ed25519"_s), QDialogButtonBox::Open);
        QCOMPARE(window.findChild<QLineEdit *>(u"nodeIdentity"_s)->text(), u"~/.ssh/id_ed25519"_s);
        QTest::mouseClick(window.findChild<QPushButton *>(u"nodeSave"_s), Qt::LeftButton);
        QCOMPARE(application->cluster().deployment().nodes.size(), 1);
        // Then the deployment is saved for the first time.
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(dialog());
        QCOMPARE(dialog()->directory().path(), in(u"Documents"_s));
        choose(in(u"clusters/mine.deployment.json"_s), QDialogButtonBox::Cancel);
        QDir().mkpath(in(u"clusters"_s));
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(dialog());
        choose(in(u"clusters/mine.deployment.json"_s), QDialogButtonBox::Save);
        QTRY_COMPARE(application->cluster().path(), in(u"clusters/mine.deployment.json"_s));
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(dialog());
        QCOMPARE(dialog()->directory().path(), in(u"clusters"_s));
        choose({}, QDialogButtonBox::Cancel);
        window.showPage(u"settings"_s);
        QApplication::processEvents();
        QTest::mouseClick(window.findChild<QPushButton *>(u"addFolder"_s), Qt::LeftButton);
        QTRY_VERIFY(dialog());
        QVERIFY(!dialog()->directory().path().endsWith(u".ssh"));
        choose({}, QDialogButtonBox::Cancel);
    }

    // Without a name the file would be ".deployment.json", which no dialog shows; and what is being typed is meant.
    void saveProposesAFileThatCanBeSeen()
    {
        const auto application = start();
        MainWindow &window = application->window();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto proposed = [&] {
            QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, Qt::Key_S, Qt::ControlModifier);
            auto *dialog = window.findChild<QFileDialog *>();
            const QString name = dialog ? dialog->findChild<QLineEdit *>(u"fileNameEdit"_s)->text() : u"no dialog"_s;
            if (dialog)
                QTest::mouseClick(
                    dialog->findChild<QDialogButtonBox *>(u"buttonBox"_s)->button(QDialogButtonBox::Cancel),
                    Qt::LeftButton);
            (void)QTest::qWaitFor([&] { return !window.findChild<QFileDialog *>(); });
            window.activateWindow();
            (void)QTest::qWaitForWindowActive(&window);
            return name;
        };
        QVERIFY(application->cluster().deployment().name.isEmpty());
        QCOMPARE(proposed(), u"new.deployment.json"_s);
        QTest::mouseClick(window.findChild<QPushButton *>(u"addNode"_s), Qt::LeftButton);
        window.findChild<QLineEdit *>(u"nodeHost"_s)->setText(u"127.0.9.1"_s);
        QTest::mouseClick(window.findChild<QPushButton *>(u"nodeSave"_s), Qt::LeftButton);
        auto *name = window.findChild<QLineEdit *>(u"deploymentNameEdit"_s);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, u"ds-two"_s); // and no Enter
        QCOMPARE(proposed(), u"ds-two.deployment.json"_s);
        name->setFocus();
        name->selectAll();
        QTest::keyClick(name, Qt::Key_Delete);
        QCOMPARE(proposed(), u"new.deployment.json"_s);
    }
};

QTEST_MAIN(TestStart)
#include "tst_start.moc"
