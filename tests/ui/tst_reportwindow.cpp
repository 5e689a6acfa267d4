// A report asked for in the window's menu: the file, what the window says of it, and Stop.
#include "app/console/application.h"
#include "tests/lab/lab.h"
#include "ui/frame/mainwindow.h"
#include "ui/frame/reportbar.h"

#include <QAction>
#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestReportWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;

    static constexpr int longTime = 120'000;

    // As a person does: the menu's entry, the choice, the name, Save.
    void ask(MainWindow &window, const QString &file, bool hides)
    {
        QAction *entry = nullptr;
        for (QAction *one : window.findChild<QMenu *>(u"fileMenu"_s)->actions()) {
            if (one->text() == u"Save a report…"_s)
                entry = one;
        }
        QVERIFY(entry);
        entry->trigger();
        QTRY_VERIFY(window.findChild<QFileDialog *>());
        auto *dialog = window.findChild<QFileDialog *>();
        QVERIFY(dialog->isVisible());
        auto *choice = dialog->findChild<QCheckBox *>(u"reportHides"_s);
        QVERIFY(choice && choice->isVisible());
        if (hides)
            choice->click();
        dialog->selectFile(file);
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_VERIFY(!window.findChild<QFileDialog *>());
    }

private slots:
    void initTestCase()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        if (!lab)
            QFAIL(qPrintable(lab.error().message + u'\n' + lab.error().detail));
        m_lab = *std::move(lab);
    }

    void itIsSavedAndSaysWhatIsMissing()
    {
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        Application application(options);
        MainWindow &window = application.window();
        window.show();
        window.openFile(m_lab->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        const QString file = m_home.filePath(u"report.tar.gz"_s);
        ask(window, file, true);
        QTRY_VERIFY(!application.tasks().all().isEmpty()); // with its Stop, in the strip
        auto *bar = window.findChild<ReportBar *>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), longTime);
        QVERIFY(application.tasks().all().isEmpty());
        for (const Node &node : application.cluster().deployment().nodes) // who was asked for it was asked
            QVERIFY(application.cluster().facts(node.name));
        const QString words = bar->findChild<QLabel *>(u"reportText"_s)->text();
        QVERIFY2(words.contains(file) && words.contains(u"simulated nodes"_s) && words.contains(u"README.txt"_s),
                 qPrintable(words));
        QProcess tar;
        tar.start(u"tar"_s, {u"-xzOf"_s, file, u"--wildcards"_s, u"*/README.txt"_s});
        QVERIFY(tar.waitForFinished());
        const QByteArray readme = tar.readAllStandardOutput();
        // nothing was deployed: there is no container whose log could be read, and the file says so
        QVERIFY2(readme.contains("logs/service.log: the command ended"), readme.constData());
        QVERIFY2(readme.contains("checks.json: the checks were not run"), readme.constData());
        QVERIFY2(readme.contains("address-1"), readme.constData());
        QVERIFY2(!readme.contains("10.20."), readme.constData());
        QTest::mouseClick(bar->findChild<QPushButton *>(u"reportClose"_s), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
    }

    void stoppedItLeavesNothing()
    {
        QVERIFY(m_lab->fault(0, u"npu-smi-hangs"_s));
        Application::Options options;
        options.language = u"en"_s;
        Application application(options);
        MainWindow &window = application.window();
        window.show();
        window.openFile(m_lab->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        const QString file = m_home.filePath(u"stopped.tar.gz"_s);
        ask(window, file, false);
        QTRY_VERIFY(!application.tasks().all().isEmpty());
        application.tasks().all().first().stop();
        QVERIFY(application.tasks().all().isEmpty());
        QTest::qWait(500);
        QVERIFY(!window.findChild<ReportBar *>()->isVisible());
        QVERIFY(!QFile::exists(file));
        QVERIFY(m_lab->clear(0));
    }
};

QTEST_MAIN(TestReportWindow)
#include "tst_reportwindow.moc"
