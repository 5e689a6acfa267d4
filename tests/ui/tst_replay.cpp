// A recording as two people meet it: one saves it from the Monitor of a cluster that is watched, the other opens it in
// a window without that cluster, moves through it and plays it. ASC_GRAB_DIR=DIR: pictures.
#include "tests/lab/labwindow.h"
#include "tests/support/watchdog.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/monitorpage.h"
#include "ui/monitor/pastalerts.h"
#include "ui/monitor/replaybar.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

class ReplayTest : public QObject, LabWindow {
    Q_OBJECT

    static constexpr int longTime = 60'000;
    QTemporaryDir m_box;
    QString m_file;

private slots:
    void initTestCase() { m_file = m_box.filePath(u"an hour.ascrec"_s); }
    void cleanupTestCase() { closeWindow(); }

    void itIsSavedFromTheMonitor()
    {
        openWindow();
        if (QTest::currentTestFailed())
            return;
        window().showPage(u"monitor"_s);
        auto *page = window().findChild<MonitorPage *>();
        QTRY_VERIFY_WITH_TIMEOUT(page && page->findChild<FigureCard *>(u"okCard"_s)->figure() == u"16 of 16"_s,
                                 longTime);
        QTest::qWait(6000);              // some seconds of it
        auto *look = page->findChild<QPushButton *>(u"chartsLook"_s);
        QVERIFY(look && look->menu());
        emit look->menu()->aboutToShow();
        QAction *record = nullptr;
        for (QAction *action : look->menu()->actions()) {
            if (action->objectName() == u"recordRedacted"_s)
                record = action;
        }
        QVERIFY(record && record->isEnabled());
        QSignalSpy saved(page, &MonitorPage::exported), failed(page, &MonitorPage::exportFailed);
        page->record(m_file, false);
        QTRY_VERIFY_WITH_TIMEOUT(saved.size() == 1 || !failed.isEmpty(), longTime);
        QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : qPrintable(failed[0][0].value<Error>().message));
        closeWindow();                   // the cluster is gone
    }

    void itIsPlayedWithoutTheCluster()
    {
        const auto content = [this] {
            QFile file(m_file);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QByteArray before = content();
        QVERIFY(!before.isEmpty());
        Application::Options options;
        options.theme = u"light"_s;
        options.language = u"en"_s;
        options.recording = m_file;
        Application application(options);
        MainWindow &window = application.window();
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(window.pages().size(), 2); // the Monitor and the settings
        Watchdog watchdog;
        Replay *replay = application.replay();
        QTRY_VERIFY_WITH_TIMEOUT(replay->about() && replay->atMs() == replay->about()->toMs, longTime);
        const auto words = [&] { return window.findChild<QLabel *>(u"replayWords"_s)->text(); };
        QVERIFY2(words().contains(u"No node is asked."_s) && words().contains(u"of a simulated cluster"_s),
                 qPrintable(words()));
        QCOMPARE(window.windowTitle(), u"an hour.ascrec – ascend-console (simulated)"_s);
        auto *page = window.findChild<MonitorPage *>();
        const auto card = [&] { return page->findChild<FigureCard *>(u"okCard"_s); };
        QTRY_COMPARE_WITH_TIMEOUT(card()->figure(), u"16 of 16"_s, longTime);
        QVERIFY(!page->monitor().isRunning());
        // Nobody says "no alert so far" of a time that others watched.
        QTRY_VERIFY(std::ranges::any_of(page->findChild<PastAlerts *>()->findChildren<QLabel *>(), [](QLabel *label) {
            return label->text() == u"The recording holds no alerts"_s || label->text() == u"Alerts so far"_s;
        }));
        QTest::qWait(1500);              // its charts come one after the other
        for (const QString &theme : {u"light"_s, u"dark"_s}) {
            for (const QString &language : {u"en"_s, u"zh"_s}) {
                application.showTheme(theme);
                application.showLanguage(language);
                grab(window, u"replay-%1-%2"_s.arg(theme, language));
            }
        }
        application.showTheme(u"light"_s);
        application.showLanguage(u"en"_s);

        auto *slider = window.findChild<QSlider *>(u"replayAt"_s);
        slider->setFocus();
        watchdog.restart();
        QTest::keyClick(slider, Qt::Key_Home);
        QTRY_COMPARE(replay->atMs(), replay->about()->fromMs);
        QTest::keyClick(slider, Qt::Key_PageUp); // up is later
        QTRY_VERIFY(replay->atMs() > replay->about()->fromMs);
        QVERIFY(page->monitor().now() == replay->atMs());
        for (const MetricKey &key : page->monitor().history().keys())
            QVERIFY(page->monitor().history().last(key)->timeMs <= replay->atMs()); // nothing of what comes

        auto *play = window.findChild<QPushButton *>(u"replayPlay"_s);
        QTest::mouseClick(play, Qt::LeftButton);
        QVERIFY(replay->isPlaying());
        QTRY_COMPARE_WITH_TIMEOUT(replay->atMs(), replay->about()->toMs, longTime);
        QTRY_VERIFY(!replay->isPlaying());
        QCOMPARE(play->text(), u"Play"_s);
        QTRY_COMPARE(card()->figure(), u"16 of 16"_s);
        QCOMPARE(content(), before);         // and so it stays for the next one
        QCOMPARE(QDir(m_box.path()).entryList(QDir::Files).size(), 1);
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs || !qEnvironmentVariableIsEmpty("ASC_GRAB_DIR"),
                 qPrintable(watchdog.report()));
    }

    void whatIsNoRecordingIsSaid()
    {
        Application::Options options;
        options.language = u"en"_s;
        options.recording = m_box.filePath(u"other.ascrec"_s);
        QFile file(options.recording);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("something else") > 0);
        file.close();
        Application application(options);
        application.window().show();
        auto *words = application.window().findChild<QLabel *>(u"replayWords"_s);
        QTRY_VERIFY2(words->text().endsWith(u"is not a recording of this program."_s), qPrintable(words->text()));
        QVERIFY(!application.window().findChild<QSlider *>(u"replayAt"_s)->isVisible());
    }
};

QTEST_MAIN(ReplayTest)
#include "tst_replay.moc"
