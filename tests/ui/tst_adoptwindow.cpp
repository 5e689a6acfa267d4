// "Adopt what runs…" in the window: what runs on the simulated nodes is read and shown before anything of the
// deployment is changed, taken over by a button, and given back by Ctrl+Z.
#include "app/console/application.h"
#include "core/engines/recipebook.h"
#include "tests/lab/lab.h"
#include "tests/support/ascendctl.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/textlook.h"
#include "ui/nodes/adoptpane.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestAdoptWindow : public QObject {
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;

    static constexpr int longTime = 120'000;

    static QString found(const QWidget *pane)
    {
        QStringList lines{pane->findChild<QLabel *>(u"adoptState"_s)->text()};
        const auto *list = pane->findChild<QListWidget *>(u"adoptFound"_s);
        for (int i = 0; i < list->count(); ++i)
            lines << list->item(i)->text();
        return lines.join(u'\n');
    }

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
        Lab::Options options;
        options.ssh = false;
        Result<std::unique_ptr<Lab>> lab = Lab::up(options);
        if (!lab)
            QFAIL(qPrintable(lab.error().message + u'\n' + lab.error().detail));
        m_lab = *std::move(lab);
    }

    void isShownBeforeAnythingChanges()
    {
        Deployment deployment = m_lab->deployment();
        deployment.settings["servedModelName"] = "by-hand";
        deployment.settings["port"] = 2025;
        const QString deployed = m_home.filePath(u"deployed.deployment.json"_s);
        QVERIFY(saveDeployment(deployment, deployed));
        const Ran run = ascendctl({u"deploy"_s, deployed});
        QVERIFY2(run.code == 0, (run.out + run.err).constData());

        // The window knows the nodes only.
        Deployment bare = m_lab->deployment();
        bare.name = u"bare"_s;
        bare.recipe.clear();
        bare.settings = Json::object();
        const QString file = m_home.filePath(u"bare.deployment.json"_s);
        QVERIFY(saveDeployment(bare, file));
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        Application application(options);
        MainWindow &window = application.window();
        window.resize(960, 600);
        window.show();
        window.openFile(file);
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        window.showPage(u"nodes"_s);
        auto *open = window.findChild<QPushButton *>(u"adoptOpen"_s);
        QVERIFY(open && open->isVisible() && open->isEnabled() && !open->accessibleName().isEmpty());
        open->click();
        auto *pane = window.findChild<AdoptPane *>();
        QVERIFY(pane && pane->isVisible());
        auto *take = pane->findChild<QPushButton *>(u"adoptTake"_s);
        QVERIFY(!take->isEnabled());
        QTRY_VERIFY2_WITH_TIMEOUT(take->isEnabled(), qPrintable(found(pane)), longTime);
        QVERIFY2(found(pane).contains(deployment.recipe), qPrintable(found(pane)));
        QVERIFY2(found(pane).contains(u"by-hand"_s), qPrintable(found(pane)));
        QCOMPARE(application.cluster().deployment().recipe, QString());
        QVERIFY(!application.cluster().isEdited());
        const auto freeForWeights = [&] {
            return application.cluster().facts(u"node1"_s).value_or(NodeFacts()).weightsDiskFreeBytes;
        };
        QVERIFY(!freeForWeights());      // nobody has said where they are to be

        take->click();
        QTRY_VERIFY_WITH_TIMEOUT(freeForWeights().has_value(), longTime);
        // Read once more: what is known then is not less.
        application.session().adopt.start();
        QTRY_VERIFY_WITH_TIMEOUT(application.session().adopt.isRunning(), longTime);
        QTRY_VERIFY_WITH_TIMEOUT(!application.session().adopt.isRunning(), longTime);
        QVERIFY(freeForWeights());
        QVERIFY(!pane->isVisible());
        QCOMPARE(application.cluster().deployment().recipe, deployment.recipe);
        QCOMPARE(stringAt(application.cluster().deployment().settings, "servedModelName"), u"by-hand"_s);
        QCOMPARE(integerAt(application.cluster().deployment().settings, "port"), std::optional<qint64>(2025));
        QCOMPARE(application.cluster().deployment().name, u"bare"_s);
        QVERIFY(application.cluster().isEdited());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(application.cluster().deployment().recipe, QString());
        QVERIFY(!application.cluster().isEdited());
        window.documents(); // nothing is left to be asked about: it closes
    }

    void theMenuShowsThePaneForTexts()
    {
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        Application application(options);
        MainWindow &window = application.window();
        window.resize(960, 600);
        window.show();
        auto *entry = window.findChild<QAction *>(u"lookAtText"_s);
        QVERIFY(entry && window.findChild<QMenu *>(u"fileMenu"_s)->actions().contains(entry));
        QCOMPARE(entry->text(), u"Look at a text…"_s);
        entry->trigger();
        auto *pane = window.findChild<TextLook *>();
        QVERIFY(pane && pane->isVisible());
        QFile example(QStringLiteral(ASC_FIXTURES_DIR "/launch/docker-run.sh"));
        QVERIFY(example.open(QIODevice::ReadOnly));
        pane->setText(QString::fromUtf8(example.readAll()));
        const auto *list = pane->findChild<QListWidget *>(u"textLookFindings"_s);
        QTRY_VERIFY(list->count() > 3);
        const QString folder = qEnvironmentVariable("ASC_SCREENSHOTS"); // to be looked at
        for (const QString &theme : {u"light"_s, u"dark"_s}) {
            for (const QString &language : {u"en"_s, u"zh"_s}) {
                application.showTheme(theme);
                application.showLanguage(language);
                QTest::qWait(700);
                if (!folder.isEmpty())
                    QVERIFY(window.grab().save(folder + u"/look-%1-%2.png"_s.arg(theme, language)));
            }
        }
        pane->findChild<QPushButton *>(u"textLookClose"_s)->click();
        QVERIFY(!pane->isVisible());
        QCOMPARE(window.currentPage(), u"nodes"_s);
    }
};

QTEST_MAIN(TestAdoptWindow)
#include "tst_adoptwindow.moc"
