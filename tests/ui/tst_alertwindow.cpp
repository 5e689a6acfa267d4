// Alerts in the window: the list on the Monitor page and the count beside its name, also while another page is shown;
// acknowledge, silence, the end; a service that is undone is not missed. ASC_GRAB_DIR=DIR: pictures.
#include "core/checks/checkcontext.h"
#include "tests/lab/labwindow.h"
#include "ui/common/format.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/frame/documents.h"
#include "ui/monitor/alertlist.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/monitorpage.h"
#include "ui/monitor/pastalerts.h"

#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace Qt::StringLiterals;

class AlertWindowTest : public QObject, LabWindow
{
    Q_OBJECT

    static constexpr int longTime = 60'000;

    AlertList *list() { return window().findChild<AlertList *>(u"alertList"_s); }
    QStringList texts()
    {
        QStringList all;
        for (const QWidget *row : list()->findChildren<QWidget *>(u"alertRow"_s)) {
            for (const QLabel *label : row->findChildren<QLabel *>()) {
                if (row->isVisible())
                    all << label->text();
            }
        }
        return all;
    }
    QStringList rows()                   // each with all of its words
    {
        QStringList all;
        for (const QWidget *row : list()->findChildren<QWidget *>(u"alertRow"_s)) {
            QStringList words;
            for (const QLabel *label : row->findChildren<QLabel *>())
                words << label->text();
            if (row->isVisible())
                all << words.join(u'\n');
        }
        return all;
    }
    QPushButton *button(const char *name)
    {
        for (auto *one : list()->findChildren<QPushButton *>(QLatin1String(name))) {
            if (one->isVisible())
                return one;
        }
        return nullptr;
    }
    bool isNamed(const QString &name)
    {
        const QList<QToolButton *> buttons = window().findChildren<QToolButton *>();
        return std::any_of(buttons.cbegin(), buttons.cend(),
                           [&](const QToolButton *one) { return one->text().trimmed() == name; });
    }

private slots:
    void initTestCase()
    {
        putAlertRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": 1, "clearSeconds": 2},
            {"id": "mine", "severity": "warning", "metric": "npu.hbm.used", "each": "chip", "above": 30000,
             "forSeconds": 1, "clearSeconds": 1, "title": {"en": "Much HBM", "zh": "HBM 占用多"}},
            {"id": "endpoint-silent", "forSeconds": 3}]})");
        openWindow();
        if (QTest::currentTestFailed())
            return;
        window().showPage(u"monitor"_s);
        QTRY_VERIFY(list());
    }
    void cleanupTestCase() { closeWindow(); }

    void whereAllIsWellNothingIsShown()
    {
        QTest::qWait(3000);
        QVERIFY(!list()->isVisible() && isNamed(u"Monitor"_s));
    }

    void itIsCountedOnEveryPage()
    {
        window().showPage(u"nodes"_s);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (1)"_s), longTime);
        window().showPage(u"monitor"_s);
        QTRY_VERIFY(list()->isVisible() && !texts().isEmpty());
        const QString all = texts().join(u'\n');
        QVERIFY2(all.contains(u"node2 NPU 3/0: A chip is not OK"_s) && all.contains(u"Alarm"_s)
                     && all.contains(u"npu.health"_s),
                 qPrintable(all));
        grab(u"alerts-1"_s);
    }

    void whatIsKnownIsNotCounted()
    {
        m_application->showLanguage(u"en"_s);
        QVERIFY(button("alertKnown"));
        QCOMPARE(button("alertKnown")->accessibleName(), u"Acknowledge: node2 NPU 3/0: A chip is not OK"_s);
        QTest::mouseClick(button("alertKnown"), Qt::LeftButton);
        QTRY_VERIFY(isNamed(u"Monitor"_s));
        QVERIFY(list()->isVisible() && !button("alertKnown"));
        QTRY_VERIFY(texts().join(u'\n').contains(u"acknowledged"_s));
    }

    void itEnds()
    {
        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(!list()->isVisible(), longTime);
        // and comes back as a new one, which is not known yet
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (1)"_s), longTime);
        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor"_s), longTime);
    }

    void thoseThatThereWereAreListed()
    {
        auto *past = window().findChild<PastAlerts *>();
        auto *page = window().findChild<MonitorPage *>();
        auto *table = past->findChild<QTableView *>(u"pastAlertsTable"_s);
        const auto text = [table](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QTRY_COMPARE(table->model()->rowCount(), 2); // the newest first
        for (int row = 0; row < 2; ++row) {
            QCOMPARE(text(row, PastAlertsModel::What), u"✕ node2 NPU 3/0: A chip is not OK"_s);
            QCOMPARE(text(row, PastAlertsModel::Worst), u"Alarm"_s);
            const QString lasted = text(row, PastAlertsModel::Lasted);
            QVERIFY2(lasted.endsWith(u" s"_s), qPrintable(lasted));
        }
        // On the charts, too, with words where the mouse is.
        const TimeChart *chart = page->findChild<ChartCard *>(u"utilization"_s)->chart();
        QCOMPARE(chart->marks().size(), 2);
        table->setCurrentIndex(table->model()->index(1, 0));
        const qint64 told = chart->marks()[1].timeMs;
        QVERIFY(told < chart->marks()[0].timeMs);
        QTest::mouseClick(past->findChild<QPushButton *>(u"showAlert"_s), Qt::LeftButton);
        QVERIFY(!page->isLive());
        QTRY_VERIFY(chart->scale().fromMs < told && chart->scale().toMs > told);
        QTRY_VERIFY(chart->scale().toMs - chart->scale().fromMs <= 120'000);
        QVERIFY(chart->tipAt(told).contains(u"node2 NPU 3/0: A chip is not OK"_s));
        QVERIFY(!chart->tipAt(told - 20'000).contains(u"node2 NPU 3/0: A chip is not OK"_s));
        QCOMPARE(page->findChild<SegmentedControl *>(u"range"_s)->current(), QString()); // it is none of those
        grab(u"alerts-past"_s);
        grab(*past, u"alerts-past-table"_s);
        m_application->showLanguage(u"en"_s);
        // What was sampled around it, in a file.
        QSignalSpy saved(past, &PastAlerts::saved);
        const QTemporaryDir box;
        table->setCurrentIndex(table->model()->index(1, 0));
        past->save(box.filePath(u"a.json"_s));
        QTRY_COMPARE(saved.size(), 1);
        QFile file(box.filePath(u"a.json"_s));
        QVERIFY(file.open(QFile::ReadOnly));
        const Result<Json> json = parseJson(file.readAll(), u"a"_s);
        QVERIFY(json);
        QCOMPARE(stringAt(*json, "alert"), u"chip-not-ok"_s);
        QCOMPARE(boolAt(*json, "simulated"), std::optional(true));
        QSet<double> healths;
        for (const Json &series : member(*json, "around")) {
            QCOMPARE(stringAt(series, "node"), u"node2"_s);
            for (const Json &value : member(series, "values")) {
                if (stringAt(series, "metric") == u"npu.health"_s && value[1].is_number())
                    healths << value[1].get<double>();
            }
        }
        QVERIFY(healths.contains(0) && healths.contains(2)); // it was OK, and was not
        past->save(u"/proc/nothing/a.json"_s);
        QTRY_VERIFY(past->findChild<QLabel *>(u"alertSaved"_s)->text().contains(u"/proc/nothing"_s));
        page->findChild<QPushButton *>(u"live"_s)->click();
        QVERIFY(page->isLive());
    }

    // Another program finds them in the file.
    void theyAreThereAfterARestart()
    {
        const AlertKeeper &alerts = m_application->session().alerts;
        const QList<AlertRecord> were = alerts.past();
        QTRY_VERIFY(loggedAlerts(m_application->session().monitor.archiveFile(), 9)->size() == were.size());
        window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(alerts.past().size(), were.size());
        for (qsizetype i = 0; i < were.size(); ++i) {
            QCOMPARE(alerts.past()[i].alert, were[i].alert); // under the node's name
            QVERIFY(alerts.past()[i].title == were[i].title);
        }
    }

    // The history has another file then; they go along. Each of them is told while they go: whoever holds the list, or
    // has its memory since, changes nothing of that.
    void theyAreThereAfterItIsSavedAsAnother()
    {
        QTest::qWait(1500);              // what was opened last has been read
        const AlertKeeper &alerts = m_application->session().alerts;
        const qsizetype count = alerts.past().size();
        QVERIFY(count >= 2);
        const QString before = m_application->session().monitor.archiveFile();
        AlertRecord foreign = alerts.past().first();
        foreign.alert.rule = u"foreign"_s;
        foreign.alert.node = u"foreign"_s;
        QList<AlertRecord> held = alerts.past(); // as the table under the charts holds it
        QList<QList<AlertRecord>> since;
        const auto listening = connect(&alerts, &AlertKeeper::pastChanged, this, [&] {
            const qsizetype size = held.capacity();
            held = alerts.past();        // the list that was before goes
            QList<AlertRecord> next;
            next.reserve(size);
            next.resize(size, foreign);
            since << next;
        });
        const QTemporaryDir box;
        window().findChild<Documents *>()->save(box.filePath(u"another.deployment.json"_s), {});
        QTRY_VERIFY(m_application->cluster().path().startsWith(box.path()));
        QTRY_VERIFY(alerts.archiveFile() != before);
        QTRY_VERIFY(since.size() >= count);
        QTest::qWait(1500);
        disconnect(listening);
        QCOMPARE(alerts.past().size(), count);
        for (const AlertRecord &record : alerts.past())
            QVERIFY(record.alert.rule != u"foreign"_s);
        window().openFile(m_lab->deploymentFile());
        QTRY_COMPARE(m_application->cluster().path(), m_lab->deploymentFile());
        QTRY_COMPARE(m_application->session().monitor.archiveFile(), before);
        QTRY_COMPARE(alerts.past().size(), count);
    }

    void theWorstStandsFirst()
    {
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (1)"_s), longTime);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (2)"_s), longTime);
        const auto heads = [this] { return texts().filter(QRegularExpression(u"^[✕!] "_s)); };
        QTRY_VERIFY2(heads().size() == 2 && heads()[0].contains(u"A chip is not OK"_s)
                         && heads()[1].contains(u"Much HBM"_s),
                     qPrintable(heads().join(u'\n')));
        QTRY_VERIFY(button("alertKnown"));
        QTest::mouseClick(button("alertKnown"), Qt::LeftButton); // the first: what is known goes below
        QTRY_VERIFY2(heads().size() == 2 && heads()[0].contains(u"Much HBM"_s), qPrintable(heads().join(u'\n')));
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(!list()->isVisible(), longTime);
    }

    // A silence ends without a word: what comes back has a row of its own.
    void noRowSaysWhatIsTrueOfAnother()
    {
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}) && m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (2)"_s), longTime);
        AlertKeeper &alerts = m_application->session().alerts;
        alerts.silence(u"chip-not-ok"_s, QDateTime::currentMSecsSinceEpoch() + 6000);
        QTRY_VERIFY2(rows().size() == 1 && rows()[0].contains(u"Much HBM"_s), qPrintable(rows().join(u"\n\n"_s)));
        QTRY_COMPARE_WITH_TIMEOUT(alerts.active().size(), 2, longTime);
        QTRY_VERIFY2(rows().size() == 2 && rows()[0].contains(u"A chip is not OK"_s)
                         && rows()[0].contains(u"npu.health"_s) && rows()[1].contains(u"Much HBM"_s)
                         && rows()[1].contains(u"30000 MB"_s) && !rows()[1].contains(u"npu.health"_s),
                     qPrintable(rows().join(u"\n\n"_s)));
        // Also where there was no row left to see it by.
        for (const QString &rule : {u"chip-not-ok"_s, u"mine"_s})
            alerts.silence(rule, alerts.now() + 3000);
        QVERIFY(alerts.active().isEmpty() && !list()->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(alerts.active().size(), 2, longTime);
        QTRY_VERIFY(list()->isVisible() && isNamed(u"Monitor (2)"_s));
        QCOMPARE(rows().size(), 2);
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(!list()->isVisible(), longTime);
    }

    void aRemovedNodeTakesItsAlertsAlong()
    {
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}) && m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (2)"_s), longTime);
        const Session &session = m_application->session();
        const auto newest = [&] {        // that the chip's alert has been
            for (const AlertRecord &record : session.alerts.past()) {
                if (record.alert.rule == "chip-not-ok"_L1 && record.alert.node == "node2"_L1)
                    return record.alert;
            }
            return Alert();
        };
        QVERIFY(newest().firedMs > 0 && newest().endedMs == 0);
        const Deployment both = m_application->cluster().deployment();
        Deployment one = both;
        one.nodes.removeLast();
        m_application->cluster().edit(one);
        QTRY_VERIFY(isNamed(u"Monitor (1)"_s));
        QTRY_VERIFY2(rows().size() == 1 && rows()[0].contains(u"Much HBM"_s), qPrintable(rows().join(u"\n\n"_s)));
        // That it was over then nobody has seen.
        QCOMPARE(newest().endedMs, 0);
        const QList<AlertRecord> &past = session.alerts.past();
        PastAlertsModel model;
        model.setRecords(past, session.alerts.active());
        for (int row = 0; row < model.rowCount(); ++row) {
            if (past[row].alert == newest())
                QCOMPARE(model.data(model.index(row, PastAlertsModel::Lasted), Qt::DisplayRole).toString(),
                         u"end not seen"_s);
        }
        // Put back and well, it brings nothing back.
        QVERIFY(m_lab->clear(1));
        m_application->cluster().edit(both);
        QTRY_VERIFY_WITH_TIMEOUT(session.monitor.nodes().size() == 2 && session.monitor.nodes()[1].isHeard
                                     && !session.monitor.isStale(session.monitor.nodes()[1]),
                                 longTime);
        QVERIFY2(isNamed(u"Monitor (1)"_s) && rows().size() == 1, qPrintable(rows().join(u"\n\n"_s)));
        QVERIFY(m_lab->clear(0));
        QTRY_VERIFY_WITH_TIMEOUT(!list()->isVisible(), longTime);
    }

    void silencedNothingOfTheRuleIsShown()
    {
        QVERIFY(m_lab->fault(0, u"hbm-occupied"_s, {u"0"_s}) && m_lab->fault(1, u"hbm-occupied"_s, {u"4"_s}));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (2)"_s), longTime);
        // one row for both, acknowledged at once
        QTRY_VERIFY2(texts().filter(u"node1 NPU 0/0 · node2 NPU 4/0: Much HBM"_s).size() == 1,
                     qPrintable(texts().join(u'\n')));
        QCOMPARE(texts().filter(u"Much HBM"_s).size(), 1);
        QVERIFY(texts().join(u'\n').contains(u" MB"_s));
        grab(u"alerts-2"_s);
        m_application->showLanguage(u"en"_s);
        const QString title = list()->findChild<QLabel *>(u"alertTitle"_s)->text(); // as many as there are rows
        QVERIFY2(rows().size() == 1 && title == u"1 alert at 2 places"_s, qPrintable(title));
        QTRY_VERIFY(button("alertKnown"));
        QTest::mouseClick(button("alertKnown"), Qt::LeftButton);
        QTRY_VERIFY(isNamed(u"Monitor"_s) && !button("alertKnown"));
        QTRY_VERIFY(list()->isVisible() && button("alertSilence"));
        QTest::mouseClick(button("alertSilence"), Qt::LeftButton);
        QTRY_VERIFY(!list()->isVisible() && isNamed(u"Monitor"_s));
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
    }

    // A service that somebody has ended behind the console's back is missed, one that was undone here is not.
    void anEndedServiceIsMissedUnlessItWasUndone()
    {
        m_application->session().alerts.silence(u"mine"_s, 0);
        RunKeeper &run = m_application->run();
        m_application->cluster().inspect();
        QTRY_VERIFY_WITH_TIMEOUT(run.run() && !run.isFromState(), longTime);
        const auto deploy = [&] {
            QVERIFY(run.start(false));
            QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), 3 * longTime);
            if (run.error() && run.error()->message.contains(u"could not load"_s))
                QSKIP("there is no model to serve with");
            QVERIFY2(!run.error(), run.error() ? qPrintable(run.error()->message) : "");
            const ClusterMonitor &monitor = m_application->session().monitor;
            QTRY_VERIFY_WITH_TIMEOUT(monitor.endpointNews() == EndpointNews::Answers, longTime);
        };
        deploy();
        const auto missedFrom = [&] {    // when that was told; empty: it is not missed
            const QList<Alert> alerts = m_application->session().alerts.active();
            const auto missed = std::find_if(alerts.cbegin(), alerts.cend(), [](const Alert &one) {
                return one.rule == "endpoint-silent"_L1;
            });
            return missed == alerts.cend() ? std::nullopt : std::optional(missed->firedMs);
        };
        const auto isMissed = [&] { return missedFrom().has_value(); };
        QTest::qWait(2000);
        QVERIFY(!isMissed());
        for (int node = 0; node < 2; ++node) {
            const Result<std::unique_ptr<Shell>> shell = m_lab->shell(node);
            QVERIFY(shell);
            const QString name = checkSettingsOf(m_application->cluster().deployment()).containerName;
            QVERIFY((*shell)->run({.argv = {u"docker"_s, u"stop"_s, name}}, {}));
        }
        QTRY_VERIFY_WITH_TIMEOUT(isMissed(), longTime);
        // A run that was to bring it back and is stopped leaves it silent, and missed: that is one outage all along.
        const std::optional<qint64> firedMs = missedFrom();
        QVERIFY(m_lab->fault(0, u"registry-slow"_s, {u"30"_s}) && m_lab->fault(1, u"registry-slow"_s, {u"30"_s}));
        QVERIFY(run.start(false));
        QTest::qWait(1500);              // the alerts are looked after once a second
        run.run()->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning(), longTime);
        QVERIFY(run.run()->canResume());
        QTest::qWait(6000);              // longer than a new one takes
        QCOMPARE(missedFrom(), firedMs);
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        deploy();
        QTRY_VERIFY_WITH_TIMEOUT(!isMissed(), longTime);
        run.undo();
        QTRY_VERIFY_WITH_TIMEOUT(!run.isRunning() && run.run() && run.run()->isUndone(), longTime);
        QVERIFY(!QTest::qWaitFor(isMissed, 8000));
    }

    // A new watch saw it from its first look on only; what the one before saw of it is told as well.
    void whatWasThereBeforeTheWatchIsSaid()
    {
        const Session &session = m_application->session();
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(session.alerts.active().isEmpty(), longTime);
        window().showPage(u"monitor"_s);
        const auto row = [this] {
            const QStringList all = rows().filter(u"NPU 3/0: A chip is not OK"_s);
            return all.isEmpty() ? QString() : all.first();
        };
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!row().isEmpty(), longTime);
        QVERIFY2(!row().contains(u"when the watch before ended"_s), qPrintable(row()));
        const QList<Alert> alerts = session.alerts.active();
        const auto alert = std::find_if(alerts.cbegin(), alerts.cend(),
                                        [](const Alert &one) { return one.rule == "chip-not-ok"_L1; });
        QVERIFY(alert != alerts.cend());
        const qint64 sinceMs = alert->sinceMs;
        window().openFile(m_lab->deploymentFile());
        QTRY_VERIFY_WITH_TIMEOUT(row().contains(u"already since %1 when the watch before ended"_s.arg(
                                     format::time(sinceMs))),
                                 longTime);
        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(session.alerts.active().isEmpty(), longTime);
    }

    // At its top what comes is seen; who has scrolled, by the wheel also, reads on, wherever the chosen one is.
    void aLongListKeepsItsPlace()
    {
        const Session &session = m_application->session();
        const AlertKeeper &alerts = session.alerts;
        QVERIFY(m_lab->clear(0) && m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(alerts.active().isEmpty(), longTime);
        QVERIFY(alerts.rule(u"chip-not-ok"_s));
        Alert old;
        old.rule = u"chip-not-ok"_s;
        old.node = session.monitor.machineOfNode(u"node1"_s);
        for (int i = 0; i < 20; ++i) {
            old.device = u"%1/0"_s.arg(i % 8);
            old.firedMs = alerts.now() - 3'600'000 - i * 60'000;
            old.sinceMs = old.firedMs - 1000;
            old.endedMs = old.firedMs + 5000;
            QVERIFY(logAlert(session.monitor.archiveFile(), recordOf(old, *alerts.rule(old.rule))));
        }
        window().showPage(u"monitor"_s);
        window().openFile(m_lab->deploymentFile());
        auto *table = window().findChild<PastAlerts *>()->findChild<QTableView *>(u"pastAlertsTable"_s);
        const Result<QList<AlertRecord>> logged = loggedAlerts(session.monitor.archiveFile(), 1000);
        QVERIFY(logged && logged->size() >= 20);
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible() && table->model()->rowCount() >= logged->size(), longTime);
        QScrollBar *bar = table->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() >= 12);
        const auto row = [table](int row) {
            return table->model()->index(row, PastAlertsModel::Told).data().toString()
                + table->model()->index(row, PastAlertsModel::What).data().toString();
        };
        const int count = table->model()->rowCount();
        table->setCurrentIndex(table->model()->index(2, 0));
        table->scrollToTop();
        const QPoint middle = table->viewport()->rect().center();
        QWheelEvent wheel(middle, table->viewport()->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(table->viewport(), &wheel);
        const int scrolled = bar->value();
        QVERIFY(scrolled > 2 && wheel.isAccepted());
        const QString top = row(scrolled), chosen = row(2);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), count + 1, longTime);
        QCOMPARE(bar->value(), scrolled + 1);
        QCOMPARE(row(bar->value()), top);
        QCOMPARE(row(table->currentIndex().row()), chosen);
        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(alerts.active().isEmpty(), longTime);

        table->setCurrentIndex(table->model()->index(7, 0));
        const QString lower = row(7);
        bar->setValue(0);
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), count + 2, longTime);
        QCOMPARE(bar->value(), 0);
        QCOMPARE(row(table->currentIndex().row()), lower);
        QVERIFY(m_lab->clear(1));
        QTRY_VERIFY_WITH_TIMEOUT(alerts.active().isEmpty(), longTime);
    }

    // Read when a deployment is opened: what is wrong with it is said, and the shipped rules hold.
    void wrongRulesAreSaid()
    {
        putAlertRules(R"({"rules": [{"id": "chip-not-ok", "forSeconds": "1"}]})");
        window().openFile(m_lab->deploymentFile());
        window().showPage(u"monitor"_s);
        QTRY_VERIFY_WITH_TIMEOUT(list()->findChild<QLabel *>(u"alertRulesWrong"_s)->isVisible(), longTime);
        const QString words = list()->findChild<QLabel *>(u"alertRulesWrong"_s)->text();
        QVERIFY2(words.contains(u"/rules/0/forSeconds"_s) && words.contains(u"shipped rules only"_s),
                 qPrintable(words));
        QVERIFY(m_lab->fault(1, u"chip-alarm"_s));
        QTRY_VERIFY_WITH_TIMEOUT(isNamed(u"Monitor (1)"_s), longTime);
    }
};

QTEST_MAIN(AlertWindowTest)
#include "tst_alertwindow.moc"
