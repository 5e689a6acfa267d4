// The Diagnosis page as a person uses it: logs opened, the answer read, a check pressed, codes looked up, nodes asked.
#include "app/console/application.h"
#include "tests/lab/lab.h"
#include "tests/support/hands.h"
#include "ui/common/datatable.h"
#include "ui/common/errorbar.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/wrappedtext.h"
#include "ui/deploy/checkspage.h"
#include "ui/deploy/deploypage.h"
#include "ui/diagnosis/diagnosispage.h"
#include "ui/frame/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class TestDiagnosisPage : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    std::unique_ptr<Lab> m_lab;

    static constexpr int longTime = 120'000;

    QString write(const QString &name, const QByteArray &content) const
    {
        const QString path = m_home.filePath(name);
        QDir().mkpath(QFileInfo(path).absolutePath());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s", qPrintable(path));
        return path;
    }
    static Application::Options options()
    {
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        return options;
    }
    static DiagnosisPage &page(Application &application)
    {
        application.window().show();
        application.window().showPage(u"diagnosis"_s);
        return *static_cast<DiagnosisPage *>(application.window().page(u"diagnosis"_s));
    }
    static QString text(const QWidget &within, const char *name)
    {
        if (const auto *words = within.findChild<WrappedText *>(QLatin1String(name)))
            return words->isVisible() ? words->toPlainText() : QString();
        const auto *label = within.findChild<QLabel *>(QLatin1String(name));
        return label && label->isVisible() ? label->text() : QString();
    }
    static void choose(QWidget &within, const QString &words)
    {
        for (QAbstractButton *button : within.findChild<SegmentedControl *>(u"diagnosisViews"_s)
                                           ->findChildren<QAbstractButton *>()) {
            if (button->text() == words)
                return QTest::mouseClick(button, Qt::LeftButton);
        }
        QFAIL(qPrintable(words));
    }

private slots:
    void initTestCase()
    {
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_STATE_HOME", m_home.filePath(u"state"_s).toUtf8());
    }

    void theFirstCauseIsNamedNotTheLoudestConsequence()
    {
        const QByteArray timeOut = "[ERROR] HCCL(1,python3):2026-03-18-10:43:52.113.403 EI0006: Getting socket times "
                                   "out \x1b[31m<b>rank 15</b>\n";
        write(u"logs/node1/plog.log"_s, timeOut + timeOut);
        write(u"logs/node2/dmesg.log"_s, "[EVENT] 2026-03-18-10:33:52.113.403 Event id=0x80e01801, node type=HBM\n"
                                         "[ERROR] HCCL(1,python3):2026-03-18-10:44:52.113.403 notify wait timeout\n");
        Application application(options());
        DiagnosisPage &shown = page(application);
        QVERIFY(shown.findChild<QWidget *>(u"diagnosisEmpty"_s)->isVisible());
        QVERIFY(!shown.findChild<QPushButton *>(u"askForLogs"_s)->isEnabled()); // no nodes
        shown.openLogs({m_home.filePath(u"logs"_s)});
        QTRY_VERIFY(!text(shown, "diagnosisVerdict").isEmpty());
        QVERIFY2(text(shown, "diagnosisVerdict").startsWith(u"What failed first, on node2:"_s),
                 qPrintable(text(shown, "diagnosisVerdict")));
        QVERIFY(text(shown, "diagnosisAbout").startsWith(u"2 files"_s));
        const auto *table = shown.findChild<DataTable *>(u"diagnosisTable"_s);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(table->model()->index(0, SightingModel::Part).data().toString(), u"First cause"_s);
        QCOMPARE(table->model()->index(1, SightingModel::Part).data().toString(), u"Consequence"_s);
        QCOMPARE(table->model()->index(1, SightingModel::NodeName).data().toString(), u"node1"_s);
        QCOMPARE(table->model()->index(1, SightingModel::Count).data().toString(), u"2"_s);
        QVERIFY(text(shown, "diagnosisFaultWhere").contains(u"2026-03-18 10:33:52.113"_s));
        QVERIFY(!text(shown, "diagnosisFaultCause").isEmpty() && !text(shown, "diagnosisFaultRemedy").isEmpty());
        // what a node printed is shown as text, whatever it holds
        const QRect second = table->visualRect(table->model()->index(1, 1));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, second.center());
        const QString line = shown.findChild<QPlainTextEdit *>(u"diagnosisFaultLine"_s)->toPlainText();
        QVERIFY2(line.contains(u"<b>rank 15</b>"_s) && !line.contains(u'\x1b'), qPrintable(line));

        // in a small window node, time and count are there without scrolling, and the fault has room
        application.window().resize(960, 600);
        QTRY_COMPARE(application.window().width(), 960);
        grab(application, u"diagnosis-960"_s);
        const auto *area = application.window().findChild<QAbstractScrollArea *>(u"pagesScroll"_s);
        QTRY_COMPARE(area->horizontalScrollBar()->maximum(), 0);
        QTRY_VERIFY(table->columnViewportPosition(SightingModel::Count)
                        + table->columnWidth(SightingModel::Count) <= table->viewport()->width());
        QVERIFY2(table->columnWidth(SightingModel::Fault) > 150,
                 qPrintable(QString::number(table->columnWidth(SightingModel::Fault))));
        QVERIFY(table->height() > 100);
        application.window().resize(1280, 800);

        choose(shown, u"Logs read"_s);
        const auto *sources = shown.findChild<DataTable *>(u"diagnosisSources"_s);
        QVERIFY(sources->isVisible());
        QCOMPARE(sources->model()->rowCount(), 2);
        choose(shown, u"What failed"_s);
        application.showLanguage(u"zh"_s);
        QTRY_VERIFY2(text(shown, "diagnosisVerdict").startsWith(u"最先出现的故障在 node2："_s),
                     qPrintable(text(shown, "diagnosisVerdict")));
        QCOMPARE(table->model()->index(0, SightingModel::Part).data().toString(), u"首要原因"_s);
    }

    void whatMayBeSomethingElseIsProbable()
    {
        const QString log = write(u"bus.log"_s, "2026-03-18 10:33:52,100 - ERROR - Bus error\n");
        Application application(options());
        DiagnosisPage &shown = page(application);
        shown.openLogs({log});
        QTRY_VERIFY2(text(shown, "diagnosisVerdict").startsWith(u"What most likely failed first, on bus:"_s),
                     qPrintable(text(shown, "diagnosisVerdict")));
        const auto *table = shown.findChild<DataTable *>(u"diagnosisTable"_s);
        QCOMPARE(table->model()->index(0, SightingModel::Part).data().toString(), u"Probable cause"_s);
        QVERIFY2(text(shown, "diagnosisFaultCause").endsWith(u"end in the same words."_s),
                 qPrintable(text(shown, "diagnosisFaultCause")));
    }

    void whatCannotBeReadIsSaidAndTheAnswerBeforeStays()
    {
        const QString well = write(u"well.log"_s, "2026-03-18 10:32:00,100 - INFO - ready\n");
        Application application(options());
        DiagnosisPage &shown = page(application);
        shown.openLogs({well});
        QTRY_VERIFY(text(shown, "diagnosisVerdict").startsWith(u"Nothing found"_s));
        shown.openLogs({m_home.filePath(u"not there.log"_s)});
        auto *error = shown.findChild<ErrorBar *>(u"diagnosisError"_s);
        QTRY_VERIFY(error->isVisible());
        QVERIFY(text(shown, "diagnosisVerdict").startsWith(u"Nothing found"_s));
        // dropped, as from a file browser; a deployment is the window's
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(well)});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&shown, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&shown, &drop);
        QTRY_VERIFY(!error->isVisible());
    }

    void codesWordsAndWholeLinesAreLookedUp_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("first");
        QTest::newRow("a code") << u"[EI0006]"_s << u"EI0006"_s;
        QTest::newRow("a number") << u"ret is -8020"_s << u"-8020"_s;
        QTest::newRow("a line") << u"RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB"_s << u"memory.npu"_s;
        QTest::newRow("words") << u"ranktable format json"_s << u"mindie.rank-table-json"_s;
        QTest::newRow("nothing") << u"qwertyuiop"_s << QString();
    }
    void codesWordsAndWholeLinesAreLookedUp()
    {
        QFETCH(QString, written);
        QFETCH(QString, first);
        Application application(options());
        DiagnosisPage &shown = page(application);
        choose(shown, u"Codes and faults"_s);
        const auto *rows = shown.findChild<DataTable *>(u"faultRows"_s);
        QVERIFY(rows->isVisible());
        const int all = rows->model()->rowCount();
        QVERIFY(all > 250);
        QTest::keyClicks(shown.findChild<QLineEdit *>(u"faultSearch"_s), written);
        QCOMPARE(rows->model()->index(0, 0).data().toString(), first);
        QVERIFY(rows->model()->rowCount() < all);
        QCOMPARE(text(shown, "faultEntryTitle"), first);
        QVERIFY(first.isEmpty() != !text(shown, "faultEntryRemedy").isEmpty());
    }

    void nodesAreAskedAndACheckIsOneClickAway()
    {
        if (!QFile::exists(u"/usr/sbin/sshd"_s))
            QSKIP("sshd is not installed");
        Result<std::unique_ptr<Lab>> lab = Lab::up({});
        if (!lab)
            QFAIL(qPrintable(lab.error().message + u'\n' + lab.error().detail));
        m_lab = *std::move(lab);
        Application application(options());
        application.window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(application.cluster().deployment().nodes.size(), 2);
        DiagnosisPage &shown = page(application);
        QTest::mouseClick(shown.findChild<QPushButton *>(u"askForLogs"_s), Qt::LeftButton);
        QVERIFY(shown.findChild<QPushButton *>(u"stopDiagnosis"_s)->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!text(shown, "diagnosisVerdict").isEmpty(), longTime);
        QVERIFY(application.tasks().all().isEmpty());
        // A container that is not there, as here, where nothing was deployed, is what is wrong, of each node: no log
        // that could not be read. Somebody may have removed it.
        QVERIFY2(text(shown, "diagnosisVerdict").contains(u"The container is not on this node"_s),
                 qPrintable(text(shown, "diagnosisVerdict")));
        QVERIFY2(!text(shown, "diagnosisNotes").contains(u"Error response"_s),
                 qPrintable(text(shown, "diagnosisNotes")));
        const auto *found = shown.findChild<QAbstractItemView *>(u"diagnosisTable"_s)->model();
        QSet<QString> nodes;
        for (int row = 0; row < found->rowCount(); ++row) {
            for (int column = 0; column < found->columnCount(); ++column)
                nodes << found->index(row, column).data().toString();
        }
        QVERIFY(nodes.contains(u"node1"_s) && nodes.contains(u"node2"_s));
        choose(shown, u"Codes and faults"_s);
        QTest::keyClicks(shown.findChild<QLineEdit *>(u"faultSearch"_s), u"EI0016"_s);
        auto *run = shown.findChild<QPushButton *>(u"faultEntryRunCheck"_s);
        QTRY_VERIFY(run->isVisible() && run->isEnabled());
        QTest::mouseClick(run, Qt::LeftButton);
        QCOMPARE(application.window().currentPage(), u"deploy"_s);
        QCOMPARE(application.deploy().step(), DeployPage::Checks);
        QTRY_VERIFY_WITH_TIMEOUT(application.checks().hasRun() && !application.checks().isRunning(), longTime);
        // and its answer is what is shown
        const auto *table = application.deploy().checksPage().findChild<DataTable *>(u"checksTable"_s);
        const CheckInfo *shownCheck = application.deploy().checksPage().model().check(table->currentIndex().row());
        QVERIFY(shownCheck);
        QCOMPARE(shownCheck->id, u"network.tls-equal"_s);
    }
};

QTEST_MAIN(TestDiagnosisPage)
#include "tst_diagnosispage.moc"
