// The figures without the program's window: the small window that stays above the others, and what the icon in the
// tray says; and that a run of the deployment is a mark in the charts. ASC_GRAB_DIR=DIR: pictures.
#include "core/base/json.h"
#include "tests/lab/labwindow.h"
#include "ui/common/elidedlabel.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/compactview.h"
#include "ui/monitor/monitorpage.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

using namespace Qt::StringLiterals;

class SmallWindowTest : public QObject, LabWindow
{
    Q_OBJECT

    static constexpr int longTime = 60'000;

    CompactView &small() { return m_application->compact(); }
    QString row(const QString &name)
    {
        for (const QString &line : small().words().split(u'\n')) {
            if (line.startsWith(name + u": "_s))
                return line.mid(name.size() + 2);
        }
        return u"no such row"_s;
    }

private slots:
    void initTestCase()
    {
        putAlertRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": 1, "clearSeconds": 2}]})");
        openWindow();
    }
    void cleanupTestCase() { closeWindow(); }

    void itIsOpenedFromTheMonitorAndTellsTheFigures()
    {
        window().showPage(u"monitor"_s);
        QMenu *menu = nullptr;
        QTRY_VERIFY((menu = window().page(u"monitor"_s)->findChild<QPushButton *>(u"chartsLook"_s)->menu()));
        emit menu->aboutToShow();
        QVERIFY(!window().findChild<CompactView *>());
        menu->findChild<QAction *>(u"compact"_s)->trigger();
        QTRY_VERIFY(small().isVisible());
        QVERIFY(small().windowFlags().testFlag(Qt::WindowStaysOnTopHint));
        QVERIFY(!small().testAttribute(Qt::WA_QuitOnClose)); // closing the program's window ends the program
        QTRY_COMPARE_WITH_TIMEOUT(row(u"Chips"_s), u"16 of 16 OK"_s, longTime);
        QTRY_VERIFY2_WITH_TIMEOUT(row(u"Nodes"_s).startsWith(u"2 of 2"_s), qPrintable(row(u"Nodes"_s)), longTime);
        QVERIFY2(row(u"NPU utilization"_s).endsWith(u'%'), qPrintable(small().words()));
        QVERIFY2(row(u"HBM used"_s).endsWith(u'%'), qPrintable(small().words()));
        QCOMPARE(row(u"Alerts"_s), u"none"_s);
        QVERIFY(small().findChild<QLabel *>(u"compactName"_s)); // whose figures, and that they are simulated
        QCOMPARE(small().findChild<ElidedLabel *>(u"compactName"_s)->wholeText(),
                 m_application->cluster().deployment().name);
        grab(u"small-ok"_s);
        for (const QString &theme : {u"dark"_s, u"light"_s}) {
            m_application->showTheme(theme);
            grab(small(), u"small-"_s + theme);
        }
    }

    // The whole program has other keys for the arrows: those of the charts are none of them.
    void theKeysOfAChartAreItsOwn()
    {
        auto *page = static_cast<MonitorPage *>(window().page(u"monitor"_s));
        QSignalSpy arranged(page, &MonitorPage::chartsArranged);
        auto *card = page->findChild<ChartCard *>(u"utilization"_s);
        QTRY_VERIFY(card && card->isVisible());
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        card->chart()->setFocus();
        QTest::keyClick(window().windowHandle(), Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(arranged.size(), 1);
        QCOMPARE(window().currentPage(), u"monitor"_s);
        QTRY_COMPARE(m_application->settings().value().chartOrder.value(1), u"utilization"_s);
        QTest::keyClick(window().windowHandle(), Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(arranged.size(), 2);
        QCOMPARE(window().currentPage(), u"monitor"_s);
    }

    void whatIsWrongIsNamed()
    {
        TrayIcon tray(m_application->cluster(), m_application->session().alerts);
        QTRY_COMPARE_WITH_TIMEOUT(tray.tone(), style::Tone::Ok, longTime);
        QVERIFY(tray.words().contains(u"simulated"_s) && tray.words().contains(u"2 of 2"_s));
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s, {u"3"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(row(u"Alerts"_s).contains(u"node2 NPU 3/0"_s), longTime);
        QTRY_COMPARE_WITH_TIMEOUT(row(u"Chips"_s), u"15 of 16 OK"_s, longTime);
        QTRY_VERIFY2_WITH_TIMEOUT(row(u"Nodes"_s).contains(u"node2: "_s), qPrintable(small().words()), longTime);
        QVERIFY(tray.tone() == style::Tone::Danger || tray.tone() == style::Tone::Warning);
        QVERIFY2(tray.words().contains(u"node2 NPU 3/0"_s), qPrintable(tray.words()));
        grab(small(), u"small-fault"_s);
        m_application->showLanguage(u"zh"_s);
        QTRY_VERIFY2(!small().words().contains(u"Chips"_s) && !small().words().contains(u"running"_s),
                     qPrintable(small().words()));
        grab(small(), u"small-fault-zh"_s);
        m_application->showLanguage(u"en"_s);
        QVERIFY(m_lab->clear(1));
        QTRY_COMPARE_WITH_TIMEOUT(row(u"Alerts"_s), u"none"_s, longTime);
        QTRY_COMPARE_WITH_TIMEOUT(tray.tone(), style::Tone::Ok, longTime);
    }

    void theDotIsOfTheColourOfTheWorst()
    {
        QSet<QRgb> dots;
        for (const style::Tone tone :
             {style::Tone::Unknown, style::Tone::Ok, style::Tone::Warning, style::Tone::Danger})
            dots << TrayIcon::picture(tone, 64).toImage().pixel(50, 50);
        QCOMPARE(dots.size(), 4);
    }

    void itsPlaceIsKeptAndTheKeysLeadBack()
    {
        QSignalSpy wanted(&small(), &CompactView::windowWanted);
        QTest::keyClick(&small(), Qt::Key_Return);
        QTest::mouseDClick(&small(), Qt::LeftButton);
        QCOMPARE(wanted.size(), 2);
        small().resize(400, 300);
        const auto kept = [&] { return m_application->settings().value().window; };
        QTRY_VERIFY(boolAt(kept(), "compactShown").value_or(false));
        const QString geometry = stringAt(kept(), "compactGeometry");
        QVERIFY(!geometry.isEmpty());
        QTest::keyClick(&small(), Qt::Key_Escape);
        QVERIFY(!small().isVisible());
        QTRY_VERIFY(!boolAt(kept(), "compactShown").value_or(true));
        window().showPage(u"nodes"_s);
        window().close();                // the layout of the window leaves what is not its own
        QVERIFY(!stringAt(kept(), "compactGeometry").isEmpty());
        window().show();
    }

    // Nobody noted it: the run is a mark by itself, and is there again when the file is opened anew.
    void aRunIsAMark()
    {
        EventKeeper &events = m_application->session().events;
        events.note(m_application->cluster().now(), u"a cable"_s);
        m_application->cluster().inspect();
        QTRY_VERIFY_WITH_TIMEOUT(m_application->run().run(), longTime);
        QVERIFY(m_application->run().start(false));
        QTRY_COMPARE(events.all().first().kind, MonitorEvent::Kind::Run);
        QCOMPARE(events.all().first().outcome, MonitorEvent::Outcome::Begun);
        m_application->run().run()->stop();
        QTRY_VERIFY_WITH_TIMEOUT(events.all().first().outcome == MonitorEvent::Outcome::Stopped, longTime);
        QVERIFY(!events.trouble());
        const QString file = m_application->session().monitor.archiveFile();
        QTRY_COMPARE(loggedEvents(file, 10)->size(), 3);
        const QList<MonitorEvent> before = events.all();
        // another deployment has none of them, and theirs stay theirs
        const QString other = m_home.filePath(u"other.deployment.json"_s);
        Deployment deployment = m_application->cluster().deployment();
        deployment.name = u"another"_s;
        QVERIFY(saveDeployment(deployment, other));
        window().openFile(other);
        QTRY_COMPARE(m_application->cluster().deployment().name, u"another"_s);
        QTRY_VERIFY(m_application->session().monitor.archiveFile() != file);
        QTest::qWait(2500);
        QVERIFY(events.all().isEmpty());
        QVERIFY(loggedEvents(m_application->session().monitor.archiveFile(), 10)->isEmpty());
        window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(events.all(), before);
    }

    // As at the next start: it stands there before a deployment is opened.
    void whatIsOpenedUnderItIsWatched()
    {
        small().show();
        Deployment empty;
        empty.name = u"empty"_s;
        m_application->cluster().open(empty, {});
        QTRY_COMPARE(row(u"Alerts"_s), u"–"_s); // nobody watches
        window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(m_application->cluster().deployment().nodes.size(), 2);
        QTRY_VERIFY(m_application->session().monitor.isRunning());
        QTRY_COMPARE_WITH_TIMEOUT(row(u"Alerts"_s), u"none"_s, longTime);
        Deployment unnamed = m_application->cluster().deployment();
        unnamed.name.clear();
        m_application->cluster().edit(unnamed);
        const QString file = m_application->cluster().path().section(u'/', -1).section(u'.', 0, 0);
        const auto *name = small().findChild<ElidedLabel *>(u"compactName"_s);
        QTRY_VERIFY2(name->wholeText().startsWith(file), qPrintable(name->wholeText()));
        const TrayIcon tray(m_application->cluster(), m_application->session().alerts);
        QVERIFY2(tray.words().startsWith(file), qPrintable(tray.words()));
        small().close();
    }
};

QTEST_MAIN(SmallWindowTest)
#include "tst_smallwindow.moc"
