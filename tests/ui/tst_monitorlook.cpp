// How the charts of the Monitor are looked at: lines switched off in their legend, one of them brought out, the same of
// an earlier time beside them, charts that are not wanted, the bounds of the rules, and who differs from his siblings.
#include "tests/support/watchdog.h"
#include "ui/common/style.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/chartkinds.h"
#include "ui/monitor/legend.h"
#include "ui/monitor/monitorpage.h"
#include "ui/monitor/stragglernote.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 start = 1'795'000'000'000, hour = 3'600'000;

struct Look
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor{cluster};
    RunKeeper run{cluster};
    AlertKeeper alerts{cluster, monitor, run};
    DriverInstall driver{ConnectionSettings{}};
    EventKeeper events{cluster, monitor, run, driver};
    MonitorPage page{cluster, monitor, alerts};
    qint64 now = start;

    // An hour ago two minutes, and the last five; node2's third chip is slow in the last three.
    Look()
    {
        monitor.setClock([this] { return now; });
        page.setEvents(events);
        monitor.watch({u"node1"_s, u"node2"_s});
        put(start - hour - 120'000, start - hour, 30);
        put(start - 300'000, start, 80);
        now = start;
        page.resize(1112, 2600); // all charts are in sight
        page.show();
    }
    void put(qint64 fromMs, qint64 toMs, double load)
    {
        for (now = fromMs; now <= toMs; now += 1000) {
            for (const QString &node : {u"node1"_s, u"node2"_s}) {
                QList<Sample> samples;
                for (int chip = 0; chip < 4; ++chip) {
                    const bool isSlow = node == u"node2" && chip == 2 && now > start - 180'000;
                    const auto add = [&](const QString &metric, double value) {
                        samples << Sample{now, {node, u"%1/0"_s.arg(chip), metric}, value};
                    };
                    add(u"npu.health"_s, 0);
                    add(u"npu.aicore"_s, isSlow ? 20 : load + chip);
                    add(u"npu.hbm.used"_s, 50'000);
                    add(u"npu.hbm.total"_s, 65'536);
                    add(u"npu.temperature"_s, 45 + chip);
                    add(u"npu.power"_s, 200 + chip);
                    if (now % 15'000 == 0)
                        add(u"npu.hbm.bandwidth"_s, 40 + chip);
                }
                monitor.take(node, samples);
            }
            monitor.take(u"node1"_s, {Sample{now, {u"node1"_s, u"endpoint"_s, u"serving.running"_s}, load / 10},
                                      Sample{now, {u"node1"_s, u"endpoint"_s, u"serving.waiting"_s}, 1}});
        }
    }
    ChartCard *card(const char *id) { return page.findChild<ChartCard *>(QLatin1String(id)); }
    static QStringList names(const QList<ChartLine> &lines)
    {
        QStringList names;
        for (const ChartLine &line : lines)
            names << line.name;
        return names;
    }
    QStringList lines(const char *id) { return names(card(id)->chart()->lines()); }
    static Legend *legendOf(ChartCard *card)
    {
        for (Legend *legend : card->findChildren<Legend *>()) {
            if (legend->isVisible())
                return legend;
        }
        return nullptr;
    }
    QAction *action(const QString &words)
    {
        QMenu *menu = page.findChild<QPushButton *>(u"chartsLook"_s)->menu();
        emit menu->aboutToShow();
        QList<QAction *> actions = menu->actions();
        for (const QAction *one : menu->actions())
            actions << (one->menu() ? one->menu()->actions() : QList<QAction *>());
        for (QAction *one : std::as_const(actions)) {
            if (one->text() == words)
                return one;
        }
        return nullptr;
    }
    // What stands above each other and beside, row by row.
    QStringList seen()
    {
        QList<ChartCard *> cards = page.findChildren<ChartCard *>();
        cards.removeIf([](const ChartCard *card) { return !card->isVisible(); });
        std::sort(cards.begin(), cards.end(), [](const ChartCard *a, const ChartCard *b) {
            return std::pair(a->y(), a->x()) < std::pair(b->y(), b->x());
        });
        QStringList ids;
        for (const ChartCard *card : std::as_const(cards))
            ids << card->objectName();
        return ids;
    }
    QMenu *menuAt(const char *id)
    {
        TimeChart *chart = card(id)->chart();
        const QPoint at = chart->scale().plot.center().toPoint();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, chart->mapToGlobal(at));
        QApplication::sendEvent(chart->viewport(), &event);
        return page.findChild<QMenu *>(u"chartMenu"_s);
    }
    void awaitLines()
    {
        QTRY_COMPARE(lines("utilization"), (QStringList{u"node1"_s, u"node2"_s}));
        QTRY_COMPARE(lines("power"), (QStringList{u"node1"_s, u"node2"_s}));
    }
};

} // namespace

class TestMonitorLook : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { style::apply(*qApp, Theme::Light); }

    void aLineIsSwitchedOffByMouse()
    {
        Look look;
        look.awaitLines();
        QPointer<Legend> legend = look.legendOf(look.card("utilization"));
        QVERIFY(legend);
        QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(u"node1"_s).center());
        // in all charts of nodes, and it stays in their legends
        QCOMPARE(look.lines("utilization"), QStringList{u"node2"_s});
        QCOMPARE(look.lines("power"), QStringList{u"node2"_s});
        QCOMPARE(legend->names(), (QStringList{u"node1 (hidden)"_s, u"node2"_s}));
        QCOMPARE(look.lines("requests").size(), 2); // of the endpoint, another matter
        QTest::qWait(1500); // the next second brings it not back
        QCOMPARE(look.lines("utilization"), QStringList{u"node2"_s});
        QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(u"node1"_s).center());
        QCOMPARE(look.lines("utilization").size(), 2);
        QCOMPARE(legend->names(), (QStringList{u"node1"_s, u"node2"_s}));
    }

    void aLineOfTheEndpointIsSwitchedOffInItsChart()
    {
        Look look;
        look.awaitLines();
        QTRY_COMPARE(look.lines("requests").size(), 2);
        Legend *legend = look.legendOf(look.card("requests"));
        const QString first = look.lines("requests").first();
        QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(first).center());
        QCOMPARE(look.lines("requests").size(), 1);
        QCOMPARE(look.lines("utilization").size(), 2);
    }

    // A note is written at the moment that was pointed at, stands in all charts, and goes away again.
    void aNoteIsAMarkInAllCharts()
    {
        Look look;
        look.awaitLines();
        auto *row = look.page.findChild<QWidget *>(u"noteRow"_s);
        QVERIFY(row && !row->isVisible());
        QPointer<QMenu> menu = look.menuAt("utilization");
        QVERIFY(menu);
        menu->findChild<QAction *>(u"addNote"_s)->trigger();
        menu->close();
        QVERIFY(row->isVisible());
        auto *text = row->findChild<QLineEdit *>(u"noteText"_s);
        auto *add = row->findChild<QPushButton *>(u"noteAdd"_s);
        QVERIFY(!add->isEnabled());      // nothing is no note
        QTest::keyClicks(text, u"  cable of node2 changed "_s);
        QVERIFY(add->isEnabled());
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(!row->isVisible());
        QCOMPARE(look.events.all().size(), 1);
        const MonitorEvent note = look.events.all().first();
        QCOMPARE(note.words, u"cable of node2 changed"_s);
        QVERIFY2(qAbs(note.timeMs - (start - 150'000)) < 3000, qPrintable(QString::number(note.timeMs - start)));
        for (const char *id : {"utilization", "power", "requests"}) {
            const QList<ChartMark> marks = look.card(id)->chart()->marks();
            QCOMPARE(marks.size(), 1);
            QCOMPARE(marks.first().words, note.words);
        }
        QVERIFY(look.card("power")->chart()->tipAt(note.timeMs).join(u'\n').contains(note.words));
        QTRY_VERIFY(!menu);
        menu = look.menuAt("power");
        auto *remove = menu->findChild<QMenu *>(u"removeNote"_s);
        QVERIFY(remove && remove->actions().size() == 1);
        remove->actions().first()->trigger();
        QVERIFY(look.events.all().isEmpty() && look.card("power")->chart()->marks().isEmpty());
        menu->close();
    }

    void byKeyboardANoteIsTakenBack()
    {
        Look look;
        look.awaitLines();
        QAction *add = nullptr;
        QMenu *menu = look.page.findChild<QPushButton *>(u"chartsLook"_s)->menu();
        emit menu->aboutToShow();
        add = menu->findChild<QAction *>(u"addNote"_s);
        QVERIFY(add);
        add->trigger();
        auto *text = look.page.findChild<QLineEdit *>(u"noteText"_s);
        QVERIFY(text->isVisible() && !text->accessibleName().isEmpty());
        QTest::keyClicks(text, u"not this"_s);
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!text->isVisible() && look.events.all().isEmpty());
    }

    void chartsAreArranged()
    {
        Look look;
        look.awaitLines();
        QSignalSpy arranged(&look.page, &MonitorPage::chartsArranged);
        QTRY_COMPARE(look.seen().size(), chartKinds().size());
        const QStringList usual = look.seen();
        QCOMPARE(usual.first(), chartKinds().first().id);
        // by the keyboard: one place on, then back
        TimeChart *first = look.card(usual[0].toLatin1().constData())->chart();
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(look.seen().mid(0, 3), (QStringList{usual[1], usual[0], usual[2]}));
        QCOMPARE(arranged.size(), 1);
        QCOMPARE(arranged.first().first().toStringList().mid(0, 2), (QStringList{usual[1], usual[0]}));
        QTest::keyClick(first, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(look.seen(), usual);
        QTest::keyClick(first, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier); // it is the first
        QCOMPARE(arranged.size(), 2);
        // by the mouse: the fourth chart's head, over the first
        ChartCard *fourth = look.card(usual[3].toLatin1().constData());
        ChartCard *target = look.card(usual[0].toLatin1().constData());
        // as the mouse finds it: by its title, by the free place in its head, not by its plot
        const auto drag = [&](const QPoint &from, const QPoint &to) {
            QWindow *all = look.page.windowHandle();
            QTest::mousePress(all, Qt::LeftButton, {}, from);
            QTest::mouseMove(all, from + QPoint(20, 6));
            QTest::mouseMove(all, to);
            QTest::mouseRelease(all, Qt::LeftButton, {}, to);
        };
        const QStringList moved{usual[3], usual[0], usual[1], usual[2]};
        for (const QPoint &grip : {QPoint(20, 18), QPoint(fourth->width() / 2, 18)}) {
            drag(fourth->mapTo(&look.page, grip), target->mapTo(&look.page, target->rect().center()));
            QTRY_COMPARE(look.seen().mid(0, 4), moved);
            look.action(u"In the usual order"_s)->trigger();
            QTRY_COMPARE(look.seen(), usual);
        }
        drag(fourth->mapTo(&look.page, QPoint(fourth->width() / 2, fourth->height() / 2)),
             target->mapTo(&look.page, target->rect().center()));
        QTest::qWait(100);
        QCOMPARE(look.seen(), usual);    // over a plot, a time is chosen
        drag(fourth->mapTo(&look.page, QPoint(20, 18)), target->mapTo(&look.page, target->rect().center()));
        QTRY_COMPARE(look.seen().mid(0, 4), moved);
        QVERIFY(look.lines(usual[3].toLatin1().constData()).size() > 0); // it shows what it showed
        QAction *back = look.action(u"In the usual order"_s);
        QVERIFY(back);
        back->trigger();
        QTRY_COMPARE(look.seen(), usual);
        QVERIFY(arranged.last().first().toStringList().isEmpty());
        QVERIFY(!look.action(u"In the usual order"_s));
    }

    void aSavedOrderNamesWhatItNames()
    {
        Look look;
        look.awaitLines();
        QTRY_COMPARE(look.seen().size(), chartKinds().size());
        const QStringList usual = look.seen();
        look.page.setChartOrder({u"of a newer program"_s, usual[4], usual[2]});
        QTRY_COMPARE(look.seen().mid(0, 4), (QStringList{usual[4], usual[2], usual[0], usual[1]}));
    }

    void byKeyboardToo()
    {
        Look look;
        look.awaitLines();
        Legend *legend = look.legendOf(look.card("utilization"));
        QVERIFY(legend->focusPolicy() & Qt::TabFocus);
        legend->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(legend->hasFocus());
        QCOMPARE(legend->accessibleName(), u"Legend, at node1"_s);
        QTest::keyClick(legend, Qt::Key_Right);
        QCOMPARE(legend->accessibleName(), u"Legend, at node2"_s);
        QTest::keyClick(legend, Qt::Key_Space);
        QCOMPARE(look.lines("temperature"), QStringList{u"node1"_s});
        QVERIFY(legend->accessibleDescription().contains(u"node2 (hidden)"_s));
        QTest::keyClick(legend, Qt::Key_Space);
        QCOMPARE(look.lines("temperature").size(), 2);
    }

    // The chips' legend is one for all charts.
    void aChipIsSwitchedOff()
    {
        Look look;
        look.awaitLines();
        for (QPushButton *button : look.page.findChildren<QPushButton *>()) {
            if (button->text() == u"Every chip")
                button->click();
        }
        QTRY_COMPARE(look.lines("utilization").size(), 8);
        auto *legend = look.page.findChild<Legend *>(u"chipLegend"_s);
        QTRY_VERIFY(legend->isVisible());
        QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(u"node2 1/0"_s).center());
        QCOMPARE(look.lines("utilization").size(), 7);
        QVERIFY(!look.lines("utilization").contains(u"node2 1/0"_s));
        QVERIFY(legend->names().contains(u"node2: 1/0 (hidden)"_s));
        QVERIFY(look.lines("requests").size() == 2);
    }

    // In each chip chart's own legend a node stands for its chips.
    void aNodesChipsAreSwitchedOffTogether()
    {
        Look look;
        look.awaitLines();
        for (QPushButton *button : look.page.findChildren<QPushButton *>()) {
            if (button->text() == u"Every chip")
                button->click();
        }
        QTRY_COMPARE(look.lines("utilization").size(), 8);
        Legend *legend = look.legendOf(look.card("utilization"));
        QVERIFY(legend && (legend->focusPolicy() & Qt::TabFocus));
        QCOMPARE(legend->names(), (QStringList{u"node1, 4 chips"_s, u"node2, 4 chips"_s}));
        const auto press = [&] {
            legend = look.legendOf(look.card("utilization"));
            QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(u"node1"_s).center());
            legend = look.legendOf(look.card("utilization"));
        };
        press();
        QCOMPARE(look.lines("utilization"),
                 (QStringList{u"node2 0/0"_s, u"node2 1/0"_s, u"node2 2/0"_s, u"node2 3/0"_s}));
        QCOMPARE(legend->names(), (QStringList{u"node1, 4 chips (hidden)"_s, u"node2, 4 chips"_s}));
        auto *chips = look.page.findChild<Legend *>(u"chipLegend"_s);
        QVERIFY(chips->names().contains(u"node1: 3/0 (hidden)"_s));
        QTest::mouseClick(chips, Qt::LeftButton, {}, chips->rectOf(u"node1 3/0"_s).center());
        legend = look.legendOf(look.card("utilization"));
        QCOMPARE(legend->names(), (QStringList{u"node1, 4 chips, 3 hidden"_s, u"node2, 4 chips"_s}));
        press();                         // the rest of them, too
        QCOMPARE(look.lines("utilization").size(), 4);
        press();
        QCOMPARE(look.lines("utilization").size(), 8);
        QCOMPARE(legend->names(), (QStringList{u"node1, 4 chips"_s, u"node2, 4 chips"_s}));
    }

    void allSwitchedOffIsNoMissingData()
    {
        Look look;
        look.awaitLines();
        Legend *legend = look.legendOf(look.card("power"));
        for (const QString &node : {u"node1"_s, u"node2"_s})
            QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(node).center());
        QVERIFY(look.lines("power").isEmpty());
        for (const QLabel *label : look.card("power")->findChildren<QLabel *>())
            QVERIFY(!label->isVisible() || label->text() != u"No data in this time.");
    }

    void theLineUnderTheMouseIsBroughtOut()
    {
        Look look;
        look.awaitLines();
        Legend *legend = look.legendOf(look.card("utilization"));
        const QImage plain = look.card("temperature")->grab().toImage();
        QTest::mouseMove(legend, legend->rectOf(u"node1"_s).center());
        QTRY_VERIFY(look.card("temperature")->grab().toImage() != plain);
        QTest::mouseMove(legend, {1, 1});
        QTest::mouseMove(&look.page, {2, 2});
    }

    void theSameOfAnHourBefore()
    {
        Look look;
        look.awaitLines();
        QVERIFY(look.action(u"Nothing"_s)->isChecked());
        look.action(u"1 h earlier"_s)->trigger();
        QTRY_COMPARE(look.lines("utilization"), (QStringList{u"node1"_s, u"node2"_s, u"node1, 1 h earlier"_s,
                                                             u"node2, 1 h earlier"_s}));
        const ChartLine then = look.card("utilization")->chart()->lines()[2];
        QCOMPARE(then.pen, Qt::DotLine);
        double sum = 0;
        int count = 0;
        for (const TimedValue &value : then.values) {
            if (std::isnan(value.value))
                continue;
            QVERIFY(value.timeMs > start - 125'000 && value.timeMs <= start + 5000); // moved here
            sum += value.value;
            ++count;
        }
        QVERIFY2(count > 20 && std::abs(sum / count - 31.5) < 0.01, qPrintable(QString::number(sum / count)));
        // of the endpoint as well
        QTRY_COMPARE(look.lines("requests").size(), 4);
        QVERIFY(look.action(u"1 h earlier"_s)->isChecked());
        look.action(u"Nothing"_s)->trigger();
        QTRY_COMPARE(look.lines("utilization").size(), 2);
    }

    void chartsThatAreNotWantedAreNotShown()
    {
        Look look;
        look.awaitLines();
        QSignalSpy hidden(&look.page, &MonitorPage::chartsHidden);
        QAction *tokens = look.action(u"Tokens per second"_s);
        QVERIFY(tokens && tokens->isChecked());
        tokens->trigger();
        QVERIFY(!look.card("tokens")->isVisible());
        QCOMPARE(hidden.size(), 1);
        QCOMPARE(hidden.first().first().toStringList(), QStringList{u"tokens"_s});
        // no hole where it was
        QTRY_COMPARE(look.card("requests")->geometry().left(), look.card("utilization")->geometry().left());
        // nor beside the last one, which is alone in its row now
        const auto right = [&](const char *id) { return look.card(id)->geometry().right(); };
        QCOMPARE(chartKinds().size() % 2, 0);
        QTRY_VERIFY(look.card("clock")->isVisible());
        QTRY_COMPARE(right("clock"), right("memory"));
        QTRY_COMPARE(look.card("clock")->geometry().left(), look.card("utilization")->geometry().left());
        look.action(u"Tokens per second"_s)->trigger();
        QVERIFY(look.card("tokens")->isVisible());
        QTRY_VERIFY(look.card("clock")->geometry().left() > right("utilization"));
        QCOMPARE(right("clock"), right("memory"));
        // as it was left the last time
        Look again;
        again.page.setHiddenCharts({u"ttft"_s, u"tpot"_s, u"of a later version"_s});
        again.awaitLines();
        QVERIFY(!again.card("ttft")->isVisible() && again.card("memory")->isVisible());
        QVERIFY(!again.action(u"Time to first token"_s)->isChecked());
    }

    // What comes seldom is a line too, and the tooltip knows it between two values.
    void bandwidthIsALine()
    {
        Look look;
        look.awaitLines();
        QTRY_COMPARE(look.lines("bandwidth").size(), 2);
        const TimeChart *chart = look.card("bandwidth")->chart();
        QCOMPARE(chart->drawnRuns(), 2);
        QVERIFY2(chart->wordsAt(start - 67'000).contains(u"node1 42"_s), qPrintable(chart->wordsAt(start - 67'000)));
    }

    void whoDiffersIsTold()
    {
        Look look;
        look.awaitLines();
        auto *note = look.page.findChild<StragglerNote *>();
        QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), 10'000);
        const QString words
            = note->findChild<QLabel *>(u"stragglers"_s)->text().replace(QChar::Nbsp, u' '); // in "20 %"
        QVERIFY2(words.startsWith(u"node2 2/0 differs from its siblings since "_s)
                     && words.endsWith(u"NPU utilization 20 %, they have 81 %"_s),
                 qPrintable(words));
        QCOMPARE(words.count(u'\n'), 0);
        look.put(start + 1000, start + 60'000, 80);
        QVERIFY(note->isVisible());
    }

    void theWindowStaysQuick()
    {
        Look look;
        look.awaitLines();
        Watchdog watchdog;
        watchdog.say(u"switching and comparing"_s);
        Legend *legend = look.legendOf(look.card("utilization"));
        for (int i = 0; i < 6; ++i) {
            QTest::mouseMove(legend, legend->rectOf(i % 2 ? u"node1"_s : u"node2"_s).center());
            QTest::mouseClick(legend, Qt::LeftButton, {}, legend->rectOf(u"node1"_s).center());
            QTest::qWait(20);
        }
        look.action(u"1 h earlier"_s)->trigger();
        QTest::qWait(500);
        QVERIFY2(watchdog.longestStallMs() < Watchdog::limitMs, qPrintable(watchdog.report()));
    }
};

QTEST_MAIN(TestMonitorLook)
#include "tst_monitorlook.moc"
