// The Monitor page: what its cards, strip, charts and table say about what was sampled, and how quick it stays.
#include "core/metrics/decimate.h"
#include "tests/support/rests.h"
#include "tests/support/scriptedshell.h"
#include "ui/common/emptystate.h"
#include "ui/common/format.h"
#include "ui/common/segmentedcontrol.h"
#include "ui/common/style.h"
#include "ui/frame/nodedots.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/chartexport.h"
#include "ui/monitor/chartlines.h"
#include "ui/monitor/figurecard.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/heatmap.h"
#include "ui/monitor/lastvaluesmodel.h"
#include "ui/monitor/latency.h"
#include "ui/monitor/legend.h"
#include "ui/monitor/monitorpage.h"
#include "ui/nodes/nodemodel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <ctime>

using namespace Qt::StringLiterals;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr qint64 start = 1'795'000'000'000;

QList<Sample> reading(const QString &node, int chips, qint64 timeMs, double load = 60)
{
    QList<Sample> samples;
    for (int i = 0; i < chips; ++i) {
        const QString device = u"%1/0"_s.arg(i);
        const double wave = load + 20 * std::sin(double(timeMs) / 40'000 + i * 0.4);
        const auto add = [&](const QString &metric, double value) {
            samples << Sample{timeMs, {node, device, metric}, value};
        };
        add(u"npu.health"_s, node == u"node2" && i == 5 ? 1 : 0);
        add(u"npu.aicore"_s, std::clamp(wave, 0.0, 100.0));
        add(u"npu.hbm.used"_s, 50'000 + 100 * i);
        add(u"npu.hbm.total"_s, 65'536);
        add(u"npu.temperature"_s, 40 + i % 5 + wave / 20);
        add(u"npu.power"_s, i == 1 ? missing : 150 + wave);
        add(u"npu.processes"_s, 1);
    }
    return samples;
}

QList<Sample> serving(const QString &node, qint64 timeMs)
{
    const double wave = std::sin(double(timeMs) / 30'000);
    const auto one = [&](const QString &metric, double value) {
        return Sample{timeMs, {node, u"endpoint"_s, metric}, value};
    };
    return {one(u"serving.ttft.p50"_s, 600 + 90 * wave),
            one(u"serving.ttft.p99"_s, 2300 + 300 * wave),
            one(u"serving.tpot.p50"_s, 45 + 4 * wave),
            one(u"serving.tpot.p99"_s, 70 + 9 * wave),
            one(u"serving.tokens"_s, 900 + 200 * wave),
            one(u"serving.prompt_tokens"_s, 300 + 80 * wave),
            one(u"serving.running"_s, 12),
            one(u"serving.waiting"_s, 3)};
}

// A page over two nodes whose samples come from the test; its clock is the test's.
struct Fixture
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor{cluster};
    RunKeeper run{cluster};
    AlertKeeper alerts{cluster, monitor, run};
    MonitorPage page{cluster, monitor, alerts};
    qint64 now = start;

    explicit Fixture(int chips = 8, int seconds = 300, int nodes = 2)
    {
        QStringList names;
        for (int i = 1; i <= nodes; ++i)
            names << u"node%1"_s.arg(i);
        page.monitor().setClock([this] { return now; });
        page.monitor().watch(names);
        for (int second = 0; second <= seconds; ++second) {
            now = start + second * 1000;
            for (const QString &name : names) {
                if (!(name == u"node2" && second > 180 && second < 200)) // a gap
                    page.monitor().take(name, reading(name, chips, now, name == u"node2" ? 50 : 70));
            }
            page.monitor().take(names.first(), serving(names.first(), now));
        }
    }

    template<typename T>
    T *find(const char *name) { return page.findChild<T *>(QLatin1String(name)); }

    void show(const QSize &size = {1112, 752}, bool hasLines = true)
    {
        page.resize(size);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        if (hasLines)
            QTRY_VERIFY(find<ChartCard>("utilization")->chart()->drawnRuns() > 0);
    }
};

} // namespace

class TestMonitorPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { style::apply(*qApp, Theme::Light); }
    void withoutNodesItSaysWhatToDo();
    void cardsSayWhatMatters();
    void figuresAndChartsAreOfOneMoment();
    void aStaleNodeIsShownAsStale();
    void nothingReportedIsADash();
    void aTimeAboveTheLastBucketIsNotItsBound();
    void anEstimateSaysItsBucket();
    void anEndLabelIsOfNow();
    void beforeTheFirstSampleNothingIsStale();
    void itSaysWhyTheEndpointIsSilent();
    void eachTroubleOfANodeHasItsSign();
    void theAgeOfATroubleIsOneEverywhere();
    void cardsSayTheirWordsWhole();
    void figuresStandInOneLine();
    void theStripIsUsableByKeyboard();
    void chipsOfAStaleNodeSaySo();
    void itSaysWhereTheFiguresComeFrom();
    void whatWasNotKnownIsNotKnownInAReplay();
    void hostsHaveChartsOfTheirOwn();
    void aPrometheusServerStandsInTheDeployment();
    void gapsAreGaps();
    void latenciesStopWhereNothingWasSampled();
    void latenciesStopWhereNothingRan();
    void whatIsAskedSeldomIsALineToo();
    void cardsThatAreAskedInTurnMakeOneLine();
    void tokensSayHowTheyAreCounted();
    void percentagesStayFromZeroToHundred();
    void everyChipGetsALineOnChoice();
    void aChipWithoutValuesHasNoEndLabel();
    void whatEndsALineOfWeeksIsOfNow();
    void everyChipIsNamedAndCounted_data();
    void everyChipIsNamedAndCounted();
    void aLegendThatIsTooLongGoesOn();
    void linesThatLieOnEachOtherAreBothSeen();
    void anEndLabelIsWhole();
    void aTipIsOfWhatWasSampled();
    void anEndLabelIsOfTheEndOfAPastTime();
    void aLineIsWholeWhereItIsAlone();
    void labelsStayOffTheAxis();
    void noGridGoesThroughTheWords();
    void axesMakeSense();
    void theCursorIsShared();
    void theCursorMovesByKeyboard();
    void rangeAndLive();
    void aPartOfThePastIsLookedAt();
    void aViewStaysWithinWhatThereIs();
    void whatIsSeenIsExported();
    void namesStayOneCellOfCsv();
    void aPictureSaysWhyAChartIsEmpty();
    void theTableHasARowPerChip();
    void lostChipsKeepTheirPlace();
    void hiddenPagesDrawNothing();
    void theWindowStaysQuick_data();
    void theWindowStaysQuick();
    void ticksAreRound();
    void screenshots_data();
    void screenshots();
};

// Real sampling of a machine where nobody listens, neither for SSH nor for the service.
void TestMonitorPage::itSaysWhyTheEndpointIsSilent()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts);
    page.resize(1112, 752);
    page.show();
    const auto card = [&] { return page.findChild<FigureCard *>(u"ttftCard"_s)->line(); };
    Deployment deployment;
    deployment.name = u"ds"_s;
    deployment.nodes.resize(1);
    deployment.nodes[0].name = u"node1"_s;
    deployment.nodes[0].host = u"127.0.9.1"_s;
    deployment.nodes[0].port = 1;
    cluster.open(deployment, u"/a.deployment.json"_s);
    QTRY_COMPARE(card(), u"no endpoint: no recipe is chosen"_s);
    deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
    deployment.settings = {{"metricsPort", 1}};
    cluster.open(deployment, u"/b.deployment.json"_s);
    QTRY_COMPARE_WITH_TIMEOUT(card(), u"the endpoint does not answer, and neither does node1"_s, 30'000);
    const auto *health = page.findChild<QLabel *>(u"monitorHealth"_s);
    QTRY_VERIFY2(health->text().contains(u"node1: "), qPrintable(health->text()));
    QVERIFY2(health->text().count(u"node1"_s) == 1, qPrintable(health->text())); // its name is not told twice
    QVERIFY(!page.findChild<HeatMap *>()->isVisible()); // no chip, no empty box
    page.monitor().stop();
    QTRY_COMPARE(card(), u"the endpoint has not been asked yet"_s);
}

void TestMonitorPage::eachTroubleOfANodeHasItsSign()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts); // not shown: then nobody asks the node
    Deployment deployment;
    deployment.nodes.resize(1);
    deployment.nodes[0].name = u"node1"_s;
    cluster.open(deployment, u"/a.deployment.json"_s);
    QList<HealthNote> notes;
    const qint64 nowMs = cluster.now();
    for (const auto &[level, words] : {std::pair(HealthLevel::Failed, u"Drivers differ"_s),
                                       {HealthLevel::Failed, u"Clocks differ"_s},
                                       {HealthLevel::Warning, u"MTU differs"_s}}) {
        HealthNote note{HealthSource::Checks, HealthTopic::Checks, level, nowMs, words};
        note.check = words;
        note.isBetween = true;
        notes << note;
    }
    cluster.tell(u"node1"_s, notes);
    const auto *health = page.findChild<QLabel *>(u"monitorHealth"_s);
    const auto lines = [health] { return health->text().split(u'\n'); };
    QTRY_COMPARE(lines().size(), 3);
    QVERIFY2(lines()[0].startsWith(u"✕ node1: "_s), qPrintable(lines()[0]));
    QCOMPARE(lines().mid(1), (QStringList{u"✕ node1: Clocks differ"_s, u"! node1: MTU differs"_s}));
}

// npu-smi has hung for 40 s on a node that answers all the while: the dot, the table and the page say one age of that.
void TestMonitorPage::theAgeOfATroubleIsOneEverywhere()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts); // not shown: then nobody asks the node
    NodeDots dots(cluster);
    const NodeModel table(cluster);
    qint64 now = start;
    cluster.setClock([&now] { return now; });
    monitor.setClock([&now] { return now; });
    Deployment deployment;
    deployment.nodes.resize(1);
    deployment.nodes[0].name = u"node1"_s;
    cluster.open(deployment, u"/a.deployment.json"_s);
    const auto *dot = dots.findChild<NodeDot *>(u"dot-node1"_s);
    const auto *health = page.findChild<QLabel *>(u"monitorHealth"_s);
    QVERIFY(dot && health);
    monitor.take(u"node1"_s, reading(u"node1"_s, 8, now));
    QTRY_COMPARE(dot->toolTip(), u"node1: reachable, asked just now"_s);
    now += 45'000;
    monitor.noteFailure(u"node1"_s, {ErrorKind::Timeout,
                                     u"npu-smi does not answer."_s,
                                     {},
                                     {{u"part"_s, u"npu-smi"_s}, {u"askedMs"_s, QString::number(now - 40'000)}}});
    const QString said = u"faulty, asked 40 s ago"_s;
    QTRY_VERIFY2(dot->accessibleName().endsWith(said), qPrintable(dot->accessibleName()));
    QVERIFY2(dot->toolTip().startsWith(u"node1: "_s + said) && !dot->toolTip().contains(u"just now"_s),
             qPrintable(dot->toolTip()));
    QCOMPARE(table.data(table.index(0, NodeModel::State), Qt::AccessibleTextRole).toString(), said);
    QTRY_VERIFY2(health->text().endsWith(u"asked 40 s ago"_s), qPrintable(health->text()));
}

void TestMonitorPage::withoutNodesItSaysWhatToDo()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts);
    page.show();
    QCOMPARE(page.findChild<QStackedWidget *>()->currentIndex(), 0);
    QSignalSpy open(&page, &MonitorPage::nodesRequested);
    page.findChild<EmptyState *>()->findChild<QPushButton *>()->click();
    QCOMPARE(open.size(), 1);
}

void TestMonitorPage::cardsSayWhatMatters()
{
    Fixture f;
    f.show();
    QCOMPARE(f.find<FigureCard>("okCard")->figure(), u"15 of 16"_s);
    QVERIFY2(f.find<FigureCard>("okCard")->line().contains(u"node2 5/0: Warning"),
             qPrintable(f.find<FigureCard>("okCard")->line()));
    QVERIFY(f.find<FigureCard>("utilizationCard")->figure().endsWith(u"%"));
    QVERIFY(f.find<FigureCard>("utilizationCard")->line().contains(u"16"));
    QVERIFY2(f.find<FigureCard>("memoryCard")->figure().contains(u"of 1,024 GiB"),
             qPrintable(f.find<FigureCard>("memoryCard")->figure()));
    QVERIFY(f.find<FigureCard>("ttftCard")->figure().endsWith(u"ms"));
    QVERIFY(f.find<FigureCard>("ttftCard")->line().contains(u"p99"));
}

void TestMonitorPage::figuresAndChartsAreOfOneMoment()
{
    Fixture f(1, 10, 1);
    f.show();
    const auto *card = f.find<FigureCard>("utilizationCard");
    const auto *chart = f.find<ChartCard>("utilization")->chart();
    const auto areEqual
        = [&] { return card->figure() == format::value(chart->lines().first().values.last().value, u"%"_s, 0); };
    QTRY_VERIFY(areEqual());
    QStringList seen{card->figure()};
    for (int i = 0; i < 30; ++i) {
        f.now += 1000;
        f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 1, f.now, 10 + 2 * i));
        QTest::qWait(100);
        QVERIFY2(QTest::qWaitFor(areEqual, 400), qPrintable(card->figure())); // charts are drawn each 700 ms
        seen << card->figure();
    }
    QVERIFY(QSet<QString>(seen.cbegin(), seen.cend()).size() > 2);
}

void TestMonitorPage::aStaleNodeIsShownAsStale()
{
    Fixture f;
    f.show();
    for (int second = 1; second <= 12; ++second) {
        f.now += 1000;
        f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now));
    }
    f.page.monitor().noteFailure(u"node2"_s, {ErrorKind::Timeout, u"node2: npu-smi did not answer in 10 s."_s, {}, {}});
    QTRY_COMPARE(f.find<FigureCard>("okCard")->figure(), u"8 of 16"_s);
    QCOMPARE(f.find<FigureCard>("okCard")->line(), u"No data from node2"_s); // why stands above the cards, whole
    QVERIFY(f.find<FigureCard>("utilizationCard")->line().contains(u"8 of 16"));
    QTRY_VERIFY(f.find<ChartCard>("utilization")->chart()->lines()[1].isStale);
    QVERIFY(!f.find<ChartCard>("utilization")->chart()->lines()[0].isStale);
}

void TestMonitorPage::nothingReportedIsADash()
{
    Fixture f(8, 0);
    f.page.monitor().watch({u"node1"_s});
    f.show({1112, 752}, false);
    QCOMPARE(f.find<FigureCard>("utilizationCard")->figure(), u"–"_s);
    QCOMPARE(f.find<FigureCard>("memoryCard")->figure(), u"–"_s);
    QCOMPARE(f.find<FigureCard>("okCard")->figure(), u"–"_s);
}

namespace {

// What the endpoint counted, as MindIE writes it: requests whose first token came within 1 s, 2.5 s, 10 s, and at all.
EndpointReading counted(qint64 timeMs, int within1, int within2, int within10, int all)
{
    QByteArray text = "# TYPE time_to_first_token_seconds histogram\n";
    for (const auto &[bound, count] : {std::pair("1", within1), {"2.5", within2}, {"10", within10}, {"+Inf", all}})
        text += "time_to_first_token_seconds_bucket{le=\"" + QByteArray(bound) + "\"} " + QByteArray::number(count)
            + '\n';
    text += "time_to_first_token_seconds_count " + QByteArray::number(all) + "\nnum_requests_running 0\n";
    return {timeMs, *parseMetrics(text)};
}

// The endpoint is read at f.now and a second later: only what is new counts.
void read(Fixture &f, const EndpointReading &before, EndpointReading after)
{
    f.page.monitor().take(u"node1"_s, servingSamples(before, nullptr, u"node1"_s));
    f.now += 1000;
    after.timeMs = f.now;
    f.page.monitor().take(u"node1"_s, servingSamples(after, &before, u"node1"_s));
}

QStringList endLabels(const TimeChart &chart)
{
    QStringList texts;
    for (const EndLabel &label : chart.lastValues())
        texts << label.text;
    return texts;
}

} // namespace

void TestMonitorPage::aTimeAboveTheLastBucketIsNotItsBound()
{
    Fixture f(8, 0);
    f.now += 61'000;                     // what the fixture said of the endpoint is old
    f.show({1112, 752}, false);
    read(f, counted(f.now, 2, 4, 6, 6), counted(f.now, 2, 4, 6, 7)); // one request, of 23 s
    auto *card = f.find<FigureCard>("ttftCard");
    QTRY_COMPARE(card->figure(), u">\u00a010,000\u00a0ms"_s);
    QVERIFY2(card->line().contains(u"p99 >\u00a010,000\u00a0ms"), qPrintable(card->line()));
    auto *chart = f.find<ChartCard>("ttft")->chart();
    QTRY_COMPARE(endLabels(*chart), QStringList{u">10,000 ×2"_s});
    const QStringList tip = chart->tipAt(f.now);
    QVERIFY2(tip.contains(u"p50  >\u00a010,000\u00a0ms"_s), qPrintable(tip.join(u'|')));
    QVERIFY2(chart->wordsAt(f.now).contains(u">\u00a010,000"), qPrintable(chart->wordsAt(f.now)));
}

void TestMonitorPage::anEstimateSaysItsBucket()
{
    Fixture f(8, 0);
    f.now += 61'000;
    f.show({1112, 752}, false);
    read(f, counted(f.now, 2, 4, 6, 6), counted(f.now, 2, 5, 7, 7));
    auto *card = f.find<FigureCard>("ttftCard");
    // half way into a bucket of 1.5 s: 1,750 would be more than is known
    QTRY_COMPARE(card->figure(), u"≈\u00a01,800\u00a0ms"_s);
    QVERIFY2(card->line().contains(u"p99 ≤\u00a02,500\u00a0ms"), qPrintable(card->line()));
    QVERIFY2(card->toolTip().contains(u"1,000–2,500\u00a0ms"), qPrintable(card->toolTip()));
    auto *chart = f.find<ChartCard>("ttft");
    QTRY_VERIFY(chart->chart()->tipAt(f.now).contains(u"p50  1,800\u00a0ms (1,000–2,500\u00a0ms)"_s));
    auto *note = chart->findChild<QLabel *>(u"note"_s);
    QVERIFY(note->isVisible());
    QVERIFY2(note->toolTip().contains(u"buckets"), qPrintable(note->toolTip()));
    QVERIFY(!f.find<ChartCard>("requests")->findChild<QLabel *>(u"note"_s)->isVisible());
}

void TestMonitorPage::anEndLabelIsOfNow()
{
    Fixture f(8, 0);
    f.now += 61'000;
    f.show({1112, 752}, false);
    read(f, counted(f.now, 2, 4, 6, 6), counted(f.now, 2, 5, 7, 7));
    auto *chart = f.find<ChartCard>("ttft")->chart();
    QTRY_COMPARE(endLabels(*chart), (QStringList{u"2,500"_s, u"1,800"_s}));
    const EndpointReading last = counted(f.now, 2, 5, 7, 7);
    f.now += 120'000;                    // the endpoint goes on, nobody asks it anything
    f.page.monitor().take(u"node1"_s, servingSamples(counted(f.now, 2, 5, 7, 7), &last, u"node1"_s));
    QTRY_VERIFY(f.find<FigureCard>("ttftCard")->line().contains(u"no first token"));
    QTRY_COMPARE(endLabels(*chart), QStringList());
    QVERIFY(!chart->lines().first().values.isEmpty()); // the line itself stays
}

void TestMonitorPage::beforeTheFirstSampleNothingIsStale()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts);
    page.monitor().watch({u"node1"_s, u"node2"_s});
    page.resize(960, 600);
    page.show();
    QTRY_VERIFY(!page.findChild<ChartCard *>(u"utilization"_s)->chart()->lines().isEmpty());
    for (Legend *legend : page.findChildren<Legend *>())
        QVERIFY2(!legend->names().join(u' ').contains(u"stale"), qPrintable(legend->names().join(u' ')));
    for (const char *card : {"okCard", "utilizationCard", "memoryCard"})
        QVERIFY2(page.findChild<FigureCard *>(QLatin1String(card))->line().contains(u"Waiting"), card);
}

void TestMonitorPage::cardsSayTheirWordsWhole()
{
    Fixture f;
    f.now += 120'000;                    // all is old: the longest words
    f.show({792, 560}, false);
    for (const char *name : {"okCard", "utilizationCard", "memoryCard", "ttftCard"}) {
        auto *line = f.find<FigureCard>(name)->findChild<QLabel *>(u"line"_s);
        QTRY_VERIFY2(line->height() >= line->heightForWidth(line->width()), name);
        QVERIFY2(!line->text().contains(u'…'), qPrintable(line->text()));
        QCOMPARE(line->text(), f.find<FigureCard>(name)->line());
    }
}

void TestMonitorPage::figuresStandInOneLine()
{
    Fixture f;
    f.show({792, 560});                  // of a window of 960 x 600
    auto *card = f.find<FigureCard>("memoryCard");
    auto *figure = card->findChild<QLabel *>(u"figure"_s);
    for (const QString &words : {u"942 / 1,024 GiB"_s, u"942 of 1,024 GiB"_s, u"12,942 / 16,384 GiB"_s}) {
        card->setFigure(words, {});
        QTRY_VERIFY2(figure->fontMetrics().horizontalAdvance(words) <= figure->contentsRect().width()
                         && figure->heightForWidth(figure->width()) < 2 * figure->fontMetrics().height(),
                     qPrintable(words));
    }
    card->setFigure(u"942"_s, {});       // as large as the others again
    QTRY_COMPARE(figure->font().pixelSize(),
                 f.find<FigureCard>("okCard")->findChild<QLabel *>(u"figure"_s)->font().pixelSize());
}

void TestMonitorPage::theStripIsUsableByKeyboard()
{
    Fixture f;
    f.show();
    auto *strip = f.find<HeatMap>("heatMap");
    QCOMPARE(strip->chips().size(), 16);
    QVERIFY(strip->focusPolicy() & Qt::TabFocus);
    QSignalSpy chosen(strip, &HeatMap::activated);
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Right);
    QTest::keyClick(strip, Qt::Key_Down);
    QCOMPARE(strip->current(), 9);
    QVERIFY(strip->accessibleDescription().contains(u"node2, NPU 1/0"));
    QTest::keyClick(strip, Qt::Key_End);
    QCOMPARE(strip->current(), 15);
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(strip->current(), 15);
    QTest::keyClick(strip, Qt::Key_Home);
    QTest::keyClick(strip, Qt::Key_Return);
    QCOMPARE(chosen.last().first().toInt(), 0);
    QCOMPARE(f.find<QTableView>("lastValues")->currentIndex().row(), 0);
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellRect(13).center());
    QCOMPARE(strip->current(), 13);
    QVERIFY(strip->describe(13).contains(u"Warning"));
    QVERIFY2(strip->describe(13).contains(u"Memory 49.3\u00a0GiB of 64\u00a0GiB"), qPrintable(strip->describe(13)));
    for (int i = 0; i < 16; ++i)
        QVERIFY(strip->rect().contains(strip->cellRect(i)));
}

void TestMonitorPage::chipsOfAStaleNodeSaySo()
{
    Fixture f;
    f.now += 60'000;
    f.show();
    QVERIFY2(f.find<HeatMap>("heatMap")->describe(0).contains(u"no data since"),
             qPrintable(f.find<HeatMap>("heatMap")->describe(0)));
}

void TestMonitorPage::itSaysWhereTheFiguresComeFrom()
{
    Fixture f(2, 5);
    f.show();
    auto *words = f.page.findChild<QLabel *>(u"sources"_s);
    QVERIFY(words && !words->isVisible()); // nothing was asked yet
    const QStringList load{u"npu.aicore"_s};
    f.monitor.takeUses(u"node1"_s, {{u"npu-exporter"_s, load, 12, 0.012, u"Found at 127.0.0.1:8082."_s},
                                    {u"npu-smi"_s, {u"npu.processes"_s}, 150, 0.0025, {}}});
    f.monitor.takeUses(u"node2"_s, {{u"npu-smi"_s, load, 160, 0.16, {}}});
    f.now += 1000;
    f.monitor.take(u"node1"_s, reading(u"node1"_s, 2, f.now));
    QTRY_VERIFY(words->isVisible());
    QCOMPARE(words->text().replace(QChar::Nbsp, u' '),
             u"Chips from npu-exporter: node1 (12 ms, 1.2 % of the time) · "
             "from npu-smi: node2 (160 ms, 16.0 % of the time)"_s);
    QVERIFY2(words->toolTip().contains(u"Found at 127.0.0.1:8082."_s)
                 && words->toolTip().contains(u"npu-smi 150 ms (0.25 % of the time): Processes on the NPU"_s),
             qPrintable(words->toolTip()));
}

// npu-smi of node2 hung: each second it was noted that its chips have no values.
void TestMonitorPage::whatWasNotKnownIsNotKnownInAReplay()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    qint64 now = start + 60'000;
    monitor.setClock([&now] { return now; });
    monitor.beginReplay({u"node1"_s, u"node2"_s}, u"a.ascrec"_s);
    MetricHistory past;
    for (int second = 0; second <= 60; ++second) {
        const qint64 at = start + second * 1000;
        past.append(reading(u"node1"_s, 8, at));
        QList<Sample> silent = reading(u"node2"_s, 8, at);
        if (second > 30) {
            for (Sample &sample : silent)
                sample.value = missing;
        }
        past.append(silent);
    }
    monitor.showPast(std::move(past));
    const Figures figures = figuresOf(monitor, chipsNow(monitor));
    QCOMPARE(figures.staleNodes, QStringList{u"node2"_s});
    QCOMPARE(figures.chips, 16);
    QCOMPARE(figures.reported, 8);
    QVERIFY(hasAged(monitor, monitor.nodes()[1]) && !hasAged(monitor, monitor.nodes()[0]));
}

void TestMonitorPage::hostsHaveChartsOfTheirOwn()
{
    Fixture f(2, 5);
    f.show({1112, 5000}); // what is not in sight is not drawn
    const auto host = [&](const QString &node, const QString &metric, double value) {
        return Sample{f.now, {node, u"host"_s, metric}, value};
    };
    for (int second = 0; second < 30; ++second) {
        f.now += 1000;
        for (const QString &node : {u"node1"_s, u"node2"_s}) {
            const double more = node == u"node2" ? 20 : 0;
            QList<Sample> samples{host(node, u"host.cpu"_s, 30 + more),
                                  host(node, u"host.memory.used"_s, 250 + more),
                                  host(node, u"host.memory.total"_s, 1000),
                                  host(node, u"host.network.in"_s, 940 + more),
                                  host(node, u"host.disk.written"_s, 12.5)};
            if (second == 0)
                samples << host(node, u"host.clock"_s, 0.25);
            if (node == u"node1" || second < 10) // the chips of node2 are silent, its host is not
                samples += reading(node, 2, f.now);
            f.page.monitor().take(node, samples);
        }
    }
    const auto lastOf = [&](const char *chart, int line) {
        const QList<ChartLine> lines = f.find<ChartCard>(chart)->chart()->lines();
        double last = missing;
        for (const TimedValue &value : lines.size() == 2 ? lines[line].values : QList<TimedValue>())
            last = std::isnan(value.value) ? last : value.value;
        return last;
    };
    QTRY_COMPARE(lastOf("cpu", 1), 50.0);
    QCOMPARE(lastOf("cpu", 0), 30.0);
    QTRY_COMPARE(lastOf("hostMemory", 1), 27.0); // % of all of it
    QTRY_COMPARE(lastOf("hostReceived", 0), 940.0);
    QTRY_COMPARE(lastOf("diskWritten", 0), 12.5);
    QTRY_COMPARE(lastOf("clock", 1), 0.25);
    QVERIFY(f.find<ChartCard>("hostSent")->chart()->lines().first().values.isEmpty());
    QVERIFY(f.find<ChartCard>("cpu")->note().isEmpty() && !f.find<ChartCard>("utilization")->note().isEmpty());
    QVERIFY(!f.find<ChartCard>("cpu")->chart()->lines()[1].isStale);
    QTRY_VERIFY(f.find<ChartCard>("utilization")->chart()->lines()[1].isStale);
    for (QPushButton *button : f.page.findChildren<QPushButton *>()) {
        if (button->text() == u"Every chip") // of a host there is one line all the same
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_COMPARE(f.find<ChartCard>("utilization")->chart()->lines().size(), 4);
    QTRY_COMPARE(lastOf("cpu", 1), 50.0);
}

void TestMonitorPage::aPrometheusServerStandsInTheDeployment()
{
    Fixture f(2, 5);
    f.show();
    auto *url = f.page.findChild<QLineEdit *>(u"prometheusUrl"_s);
    auto *use = f.page.findChild<QPushButton *>(u"prometheusUse"_s);
    auto *wrong = f.page.findChild<QLabel *>(u"prometheusWrong"_s);
    QVERIFY(url && use && wrong && !url->isVisible());
    QMenu *menu = f.page.findChild<QPushButton *>(u"chartsLook"_s)->menu();
    const auto openRow = [&] {
        emit menu->aboutToShow();
        for (QAction *action : menu->actions()) {
            if (action->text() == u"Prometheus server…")
                action->trigger();
        }
    };
    openRow();
    QVERIFY(url->isVisible() && url->text().isEmpty());
    QTest::keyClick(url, Qt::Key_Escape);
    QVERIFY(!url->isVisible());
    openRow();
    url->setText(u"prom:9090"_s);
    use->click();
    QVERIFY2(wrong->isVisible() && wrong->text().contains(u"http://HOST:9090"_s), qPrintable(wrong->text()));
    url->setText(u"http://127.0.0.1:1/"_s);
    use->click();
    QVERIFY(!url->isVisible());
    QCOMPARE(prometheusOf(f.cluster.deployment()), u"http://127.0.0.1:1"_s);
    openRow();
    QCOMPARE(url->text(), u"http://127.0.0.1:1"_s);
    url->clear();
    use->click();
    QVERIFY(prometheusOf(f.cluster.deployment()).isEmpty());
}

void TestMonitorPage::gapsAreGaps()
{
    Fixture f;
    f.show();
    QCOMPARE(f.find<ChartCard>("utilization")->chart()->drawnRuns(), 3); // node1 whole, node2 in two
    f.now += 1000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now, missing));
    f.now += 1000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now));
    QTRY_COMPARE(f.find<ChartCard>("utilization")->chart()->drawnRuns(), 4);
}

// That no request ended for some seconds is no gap; that nobody was there to hear of one is, however short.
void TestMonitorPage::latenciesStopWhereNothingWasSampled()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    qint64 now = start;
    monitor.setClock([&now] { return now; });
    monitor.watch({u"node1"_s});
    for (int second = 0; second <= 90; ++second, now += 1000) {
        if (second > 50 && second < 70)
            continue;                    // the program was closed
        QList<Sample> samples = serving(u"node1"_s, now);
        if (second > 20 && second < 40)  // it was asked, and no request ended
            samples.removeIf([](const Sample &one) { return one.key.metric.section(u'.', -1).startsWith(u'p'); });
        monitor.take(u"node1"_s, samples);
    }
    const auto kind = std::find_if(chartKinds().cbegin(), chartKinds().cend(),
                                   [](const ChartKind &one) { return one.metrics.contains(u"serving.ttft.p50"_s); });
    QVERIFY(kind != chartKinds().cend());
    const QList<ChartLine> lines = linesOf(monitor, *kind, {start, start + 90'000, 400, false, 0});
    QCOMPARE(lines.size(), 2);
    for (const ChartLine &line : lines) {
        const QList<QList<TimedValue>> runs = runsOf(line.values);
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0].last().timeMs, start + 50'000);
        QCOMPARE(runs[1].first().timeMs, start + 70'000);
    }
}

// Where no request ran there was nothing to measure, however short the pause; where nobody says whether one ran, some
// seconds are no gap, as of everything else.
void TestMonitorPage::latenciesStopWhereNothingRan()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    qint64 now = start;
    monitor.setClock([&now] { return now; });
    monitor.watch({u"node1"_s});
    const auto isPause = [](int second) {
        return (second > 20 && second < 28) || second == 40 || (second > 60 && second < 64);
    };
    for (int second = 0; second <= 90; ++second, now += 1000) {
        QList<Sample> samples = serving(u"node1"_s, now);
        for (const char *metric : {"serving.e2e.p50", "serving.e2e.p99"})
            samples << Sample{now, {u"node1"_s, u"endpoint"_s, QLatin1String(metric)}, 9000};
        if (isPause(second)) {
            samples.removeIf([](const Sample &one) { return one.key.metric.section(u'.', -1).startsWith(u'p'); });
            for (Sample &one : samples) {
                if (one.key.metric == u"serving.running")
                    one.value = 0;
            }
        }
        monitor.take(u"node1"_s, samples);
    }
    int charts = 0;
    for (const ChartKind &kind : chartKinds()) {
        if (!isLatency(kind.metrics.first()))
            continue;
        ++charts;
        for (const ChartLine &line : linesOf(monitor, kind, {start, start + 90'000, 400, false, 0})) {
            const QList<QList<TimedValue>> runs = runsOf(line.values);
            QCOMPARE(runs.size(), 3);    // that one second was between two requests
            QCOMPARE(runs[0].last().timeMs, start + 20'000);
            QCOMPARE(runs[1].first().timeMs, start + 28'000);
            QCOMPARE(runs[1].last().timeMs, start + 60'000);
            QCOMPARE(runs[2].first().timeMs, start + 64'000);
        }
    }
    QCOMPARE(charts, 3);

    ClusterMonitor unsaid(cluster);
    unsaid.setClock([&now] { return now; });
    unsaid.watch({u"node1"_s});
    for (int second = 0; second <= 90; ++second) {
        if ((second > 20 && second < 24) || (second > 40 && second < 56))
            continue;
        QList<Sample> samples = serving(u"node1"_s, start + second * 1000);
        samples.removeIf([](const Sample &one) { return one.key.metric == u"serving.running"; });
        unsaid.take(u"node1"_s, samples);
    }
    const auto ttft = std::find_if(chartKinds().cbegin(), chartKinds().cend(),
                                   [](const ChartKind &one) { return one.metrics.contains(u"serving.ttft.p50"_s); });
    const QList<ChartLine> lines = linesOf(unsaid, *ttft, {start, start + 90'000, 400, false, 0});
    QCOMPARE(lines.size(), 2);
    for (const ChartLine &line : lines)
        QCOMPARE(runsOf(line.values).size(), 2);
}

// Of the endpoint as of the nodes: a value each ten seconds is no row of dots.
void TestMonitorPage::whatIsAskedSeldomIsALineToo()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    monitor.setInterval(std::chrono::seconds(10));
    qint64 now = 1'795'000'000'000;
    monitor.setClock([&now] { return now; });
    monitor.watch({u"node1"_s});
    RunKeeper run(cluster);
    AlertKeeper alerts(cluster, monitor, run);
    MonitorPage page(cluster, monitor, alerts);
    for (int i = 0; i < 20; ++i, now += 10'000) {
        QList<Sample> samples = reading(u"node1"_s, 2, now);
        for (const char *metric : {"serving.running", "serving.waiting", "serving.tokens"})
            samples << Sample{now, {u"node1"_s, u"endpoint"_s, QLatin1String(metric)}, 3};
        monitor.take(u"node1"_s, samples);
    }
    now -= 10'000;
    page.resize(1112, 2000);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QTRY_COMPARE(page.findChild<ChartCard *>(u"utilization"_s)->chart()->drawnRuns(), 1);
    QTRY_COMPARE(page.findChild<ChartCard *>(u"requests"_s)->chart()->drawnRuns(), 2); // running and waiting
    QCOMPARE(page.findChild<ChartCard *>(u"tokens"_s)->chart()->drawnRuns(), 1);
}

// Each card's bandwidth has a time of its own: the rest of the reading is not out of date by it, and the node's line is
// the mean of all.
void TestMonitorPage::cardsThatAreAskedInTurnMakeOneLine()
{
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor(cluster);
    qint64 now = start;
    monitor.setClock([&now] { return now; });
    monitor.watch({u"node1"_s});
    const QString bandwidth = u"npu.hbm.bandwidth"_s;
    for (int i = 0; i < 20; ++i, now += 1000) {
        QList<Sample> samples = reading(u"node1"_s, 2, now);
        samples.removeIf([&](const Sample &one) { return one.key.metric == bandwidth; });
        samples << Sample{now + 300, {u"node1"_s, u"%1/0"_s.arg(i % 2), bandwidth}, i % 2 ? 60.0 : 20.0};
        monitor.take(u"node1"_s, samples);
    }
    now -= 1000;
    const QList<ChipNow> chips = chipsNow(monitor);
    QCOMPARE(chips.size(), 2);
    for (const ChipNow &chip : chips)
        QVERIFY(!chip.isStale && !std::isnan(chip.utilization));
    const QList<TimedValue> mean
        = nodeMean(monitor.history(), monitor.nodes().first(), bandwidth, {}, start, now + 1000, 0);
    QCOMPARE(mean.size(), 20);
    QCOMPARE(mean.first().value, 20.0);  // of the other nothing was known yet
    for (const TimedValue &value : mean.mid(1))
        QCOMPARE(value.value, 40.0);
}

void TestMonitorPage::tokensSayHowTheyAreCounted()
{
    Fixture f;
    f.show();
    const auto labels = f.find<ChartCard>("tokens")->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(), [](const QLabel *label) {
        return !label->isHidden() && label->toolTip().startsWith(u"MindIE counts the tokens of an answer when it has")
            && label->accessibleDescription() == label->toolTip();
    }));
}

void TestMonitorPage::percentagesStayFromZeroToHundred()
{
    Fixture f;
    f.show();
    for (const char *chart : {"utilization", "memory"}) {
        QCOMPARE(f.find<ChartCard>(chart)->chart()->scale().low, 0.0);
        QCOMPARE(f.find<ChartCard>(chart)->chart()->scale().high, 100.0);
    }
}

void TestMonitorPage::everyChipGetsALineOnChoice()
{
    Fixture f;
    f.show();
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QCOMPARE(chart->lines().size(), 2);
    for (QPushButton *button : f.page.findChildren<QPushButton *>()) {
        if (button->text() == u"Every chip")
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_COMPARE(chart->lines().size(), 16);
    QVERIFY(chart->lines()[0].pen != chart->lines()[1].pen); // told apart without colour, too
    QCOMPARE(chart->lines()[13].name, u"node2 5/0"_s);
}

namespace {

void press(MonitorPage &page, const QString &words)
{
    for (QPushButton *button : page.findChildren<QPushButton *>()) {
        if (button->text() == words)
            QTest::mouseClick(button, Qt::LeftButton);
    }
}

} // namespace

void TestMonitorPage::everyChipIsNamedAndCounted_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("chips");
    QTest::newRow("2 x 8") << 2 << 8;
    QTest::newRow("4 x 16") << 4 << 16;
    QTest::newRow("8 x 16") << 8 << 16;
}

void TestMonitorPage::everyChipIsNamedAndCounted()
{
    QFETCH(int, nodes);
    QFETCH(int, chips);
    Fixture f(chips, 60, nodes);
    f.show({792, 900});
    press(f.page, u"Every chip"_s);
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QTRY_COMPARE(chart->lines().size(), nodes * chips);

    auto *legend = f.find<Legend>("chipLegend");
    QTRY_VERIFY(legend->isVisible());
    QCOMPARE(legend->names().size(), nodes * chips);
    for (const ChartLine &line : chart->lines())
        QVERIFY2(!line.name.isEmpty() && legend->names().contains(QString(line.name).replace(u' ', u": "_s)),
                 qPrintable(line.name));
    QTRY_VERIFY(legend->height() >= legend->heightForWidth(legend->width())); // nothing is cut off
    QVERIFY(!legend->accessibleDescription().isEmpty());

    QTRY_COMPARE([&] {
        qsizetype labelled = 0;
        for (const EndLabel &label : chart->lastValues())
            labelled += label.lines.size();
        return labelled;
    }(), nodes * chips);

    // laid out
    QTRY_VERIFY2(chart->tipAt(f.now - 10'000).size() > 16,
                 qPrintable(u"a chart %1 high and %2 wide"_s.arg(chart->height()).arg(chart->width())));
    QStringList tip = chart->tipAt(f.now - 10'000);
    tip.removeFirst();                   // the time
    int more = 0;
    if (tip.last().endsWith(u" more"))
        more = tip.takeLast().section(u' ', 0, 0).toInt();
    QCOMPARE(tip.size() + more, nodes * chips);
    QCOMPARE(chart->wordsAt(f.now - 10'000).count(u"%"_s), nodes * chips);
    QVERIFY(f.page.width() <= 792);
}

void TestMonitorPage::aChipWithoutValuesHasNoEndLabel()
{
    Fixture f;
    f.show();
    press(f.page, u"Every chip"_s);
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QTRY_COMPARE(chart->lines().size(), 16);
    const auto labelled = [&] {
        QList<int> lines;
        for (const EndLabel &label : chart->lastValues())
            lines += label.lines;
        return lines;
    };
    QTRY_COMPARE(labelled().size(), 16);
    auto *legend = f.find<Legend>("chipLegend");
    QVERIFY(legend->names().contains(u"node1: 7/0"_s));
    for (int second = 1; second <= 12; ++second) {
        f.now += 1000;
        f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 7, f.now)); // the eighth has vanished
        f.page.monitor().take(u"node2"_s, reading(u"node2"_s, 8, f.now));
    }
    QTRY_COMPARE(labelled().size(), 15);
    QVERIFY(!labelled().contains(7) && chart->lines()[7].isStale && !chart->lines()[6].isStale);
    QTRY_VERIFY2(legend->names().contains(u"node1: 7/0 (stale)"_s), qPrintable(legend->names().join(u'|')));
    QVERIFY(legend->names().contains(u"node1: 6/0"_s));
    QVERIFY(!chart->lines()[7].values.isEmpty()); // the line itself stays
}

// The lines themselves are drawn anew each ten seconds only.
void TestMonitorPage::whatEndsALineOfWeeksIsOfNow()
{
    Fixture f(1, 10, 1);
    f.show();
    press(f.page, u"30 d"_s);
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QTRY_VERIFY(chart->scale().toMs - chart->scale().fromMs > 29 * 24 * 3600'000LL && !chart->lines().isEmpty());
    for (const double value : {97.0, 13.0}) {
        f.now += 1000;
        f.page.monitor().take(u"node1"_s, {Sample{f.now, {u"node1"_s, u"0/0"_s, u"npu.aicore"_s}, value}});
        QTRY_COMPARE_WITH_TIMEOUT(endLabels(*chart), QStringList{format::number(value)}, 4000);
    }
}

void TestMonitorPage::aLegendThatIsTooLongGoesOn()
{
    Fixture f(1, 10, 16);
    f.show({1112, 2200});
    auto *card = f.find<ChartCard>("utilization");
    QTRY_COMPARE(card->chart()->lines().size(), 16);
    Legend *shown = nullptr;
    for (Legend *legend : card->findChildren<Legend *>()) {
        if (legend->isVisible())
            shown = legend;
    }
    QVERIFY(shown);
    QCOMPARE(shown->names().size(), 16);
    QTRY_VERIFY(shown->height() >= shown->heightForWidth(shown->width()));
}

void TestMonitorPage::linesThatLieOnEachOtherAreBothSeen()
{
    Fixture f(8, 0);
    for (int second = 1; second <= 60; ++second) {
        f.now += 1000;
        for (const QString &node : {u"node1"_s, u"node2"_s})
            f.page.monitor().take(node, reading(node, 8, f.now));
    }
    f.show();
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QTRY_COMPARE(chart->drawnPen(0), Qt::SolidLine);
    QCOMPARE(chart->drawnPen(1), Qt::CustomDashLine);
    QCOMPARE(chart->lastValues().size(), 1);
    QVERIFY2(chart->lastValues().first().text.endsWith(u" ×2"), qPrintable(chart->lastValues().first().text));
}

// Its dots and how many lines it stands for are part of it; the plots stay exactly above each other.
void TestMonitorPage::anEndLabelIsWhole()
{
    Fixture f;
    for (int second = 1; second <= 5; ++second) {
        f.now += 1000;
        for (const QString &node : {u"node1"_s, u"node2"_s})
            f.page.monitor().take(node, {Sample{f.now, {node, u"host"_s, u"host.disk.read"_s}, 0.008}});
    }
    f.show({1112, 5000});                // what is not in sight is not drawn
    const auto *chart = f.find<ChartCard>("diskRead")->chart();
    QTRY_COMPARE(endLabels(*chart), QStringList{u"0.008 ×2"_s});
    const double words = QFontMetricsF(style::font(11)).horizontalAdvance(u"0.008 ×2"_s);
    QVERIFY(chart->endRoomWanted() >= 7 + 2 * 7 + words); // where the words begin
    QTRY_VERIFY2(chart->width() - chart->scale().plot.right() >= chart->endRoomWanted(),
                 qPrintable(QString::number(chart->width() - chart->scale().plot.right())));
    QCOMPARE(f.find<ChartCard>("utilization")->chart()->endRoom(), chart->endRoom());
}

// In a range of weeks one hundredth is hours: of these nothing is known before the first value and after the last.
void TestMonitorPage::aTipIsOfWhatWasSampled()
{
    constexpr qint64 hour = 3600'000;
    ChartLine line{u"node1"_s, QColor(220, 0, 0)};
    for (qint64 at = start; at <= start + 2 * hour; at += 600'000)
        line.values << TimedValue{at, 24};
    line.nearMs = 300'000;
    TimeChart chart;
    chart.resize(700, 200);
    chart.setUnit(u"%"_s);
    for (const qint64 days : {1, 7, 30}) {
        chart.setLines({line}, start + 5 * hour - days * 24 * hour, start + 5 * hour);
        const auto words = [&](qint64 timeMs) { return chart.wordsAt(timeMs); };
        QCOMPARE(words(start - 7 * hour / 2), u"node1 "_s + format::none());
        QCOMPARE(words(start + 7 * hour / 2), u"node1 "_s + format::none());
        QCOMPARE(words(start), u"node1 "_s + format::value(24, u"%"_s, -1));
        QCOMPARE(words(start + hour + 200'000), words(start)); // between two
    }
}

// In a past minute some lines ended half a minute before its end.
void TestMonitorPage::anEndLabelIsOfTheEndOfAPastTime()
{
    ChartLine whole{u"node1"_s, QColor(220, 0, 0)}, silent{u"node2"_s, QColor(0, 0, 220)};
    for (int i = 0; i <= 62; ++i) {
        whole.values << TimedValue{start + i * 1000, 46};
        if (i < 31)
            silent.values << TimedValue{start + i * 1000, 34};
    }
    whole.nearMs = silent.nearMs = 1000;
    TimeChart chart;
    chart.resize(700, 200);
    chart.setLines({whole, silent}, start, start + 62'000);
    QCOMPARE(endLabels(chart), QStringList{u"46"_s});
    // of means the last one stands up to a step before the end
    ChartLine means{u"node1"_s, QColor(220, 0, 0)};
    for (int i = 0; i < 20; ++i)
        means.values << TimedValue{start + i * 600'000, 46};
    means.nearMs = 300'000;
    chart.setLines({means}, start, start + 19 * 600'000 + 590'000);
    QCOMPARE(endLabels(chart), QStringList{u"46"_s});
}

// One node is silent for a while, the other's values are nearly those of the first: it goes on as a whole line there.
void TestMonitorPage::aLineIsWholeWhereItIsAlone()
{
    ChartLine first{u"node1"_s, QColor(220, 0, 0)}, second{u"node2"_s, QColor(0, 0, 220)};
    for (int i = 0; i <= 300; ++i) {
        const qint64 at = start + i * 1000;
        const bool isSilent = i >= 100 && i < 200;
        if (!isSilent || i % 30 == 0)
            first.values << TimedValue{at, isSilent ? missing : 50};
        second.values << TimedValue{at, 50 + 0.1 * (i % 3)};
    }
    TimeChart chart;
    chart.resize(700, 200);
    chart.setAxis({0, 100});
    chart.setLines({first, second}, start, start + 300'000);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    const QImage picture = chart.grab().toImage().scaled(chart.size());
    const ChartScale scale = chart.scale();
    // How many columns between these seconds show a line of this colour.
    const auto shown = [&](int fromSecond, int toSecond, bool isRed) {
        int columns = 0, found = 0;
        const int row = int(std::round(scale.y(50)));
        for (int x = int(scale.x(start + fromSecond * 1000)); x <= int(scale.x(start + toSecond * 1000)); ++x) {
            ++columns;
            bool isThere = false;
            for (int y = row - 2; y <= row + 2; ++y) {
                const QColor color = picture.pixelColor(x, y);
                isThere = isThere
                    || (isRed ? color.red() - color.blue() > 60 : color.blue() - color.red() > 60);
            }
            found += isThere;
        }
        return 100 * found / columns;
    };
    for (const auto &[from, to] : {std::pair(5, 95), std::pair(205, 295)}) { // both are seen
        QVERIFY2(shown(from, to, true) > 25, qPrintable(QString::number(shown(from, to, true))));
        QVERIFY2(shown(from, to, false) > 25, qPrintable(QString::number(shown(from, to, false))));
    }
    QCOMPARE(shown(105, 195, false), 100);
    QCOMPARE(shown(105, 195, true), 0);
}

void TestMonitorPage::labelsStayOffTheAxis()
{
    Fixture f(8, 60, 4);
    f.now += 1000;
    for (int node = 1; node <= 4; ++node)
        // nearly 0, all of them
        f.page.monitor().take(u"node%1"_s.arg(node), reading(u"node%1"_s.arg(node), 8, f.now, -20 + node));
    f.show({1112, 2200});
    for (const char *id : {"utilization", "memory", "temperature", "power", "requests", "ttft"}) {
        TimeChart *chart = f.find<ChartCard>(id)->chart();
        QTRY_VERIFY(!chart->lines().isEmpty());
        const QList<EndLabel> labels = chart->lastValues();
        for (qsizetype i = 0; i < labels.size(); ++i) {
            QVERIFY(labels[i].y >= chart->scale().plot.top() && labels[i].y <= chart->scale().plot.bottom() - 3);
            QVERIFY(i == 0 || labels[i].y - labels[i - 1].y >= 13 - 1e-6);
        }
    }
}

void TestMonitorPage::noGridGoesThroughTheWords()
{
    Fixture f(8, -1);                    // nothing was sampled
    f.show({1112, 1400}, false);
    for (const char *id : {"ttft", "utilization"}) {
        TimeChart *chart = f.find<ChartCard>(id)->chart();
        QTRY_VERIFY(chart->findChild<QLabel *>()->isVisible());
        const QImage picture = f.find<ChartCard>(id)->grab().toImage();
        const QPoint plot = chart->mapTo(f.find<ChartCard>(id), chart->scale().plot.topLeft().toPoint());
        const QRgb ground = picture.pixel(plot.x() + 3, plot.y() + 1);
        for (int y = plot.y(); y < plot.y() + int(chart->scale().plot.height()) - 1; ++y)
            QCOMPARE(picture.pixel(plot.x() + 3, y), ground);
    }
}

void TestMonitorPage::axesMakeSense()
{
    Fixture f(1, 0, 1);
    for (int second = 1; second <= 30; ++second) {
        f.now += 1000;
        f.page.monitor().take(u"node1"_s,
                              {{f.now, {u"node1"_s, u"0/0"_s, u"npu.aicore"_s}, 0},
                               {f.now, {u"node1"_s, u"0/0"_s, u"npu.temperature"_s}, 46 + 0.005 * second},
                               {f.now, {u"node1"_s, u"endpoint"_s, u"serving.running"_s}, double(second % 2)}});
    }
    f.show({1112, 2200});
    auto *requests = f.find<ChartCard>("requests")->chart(), *temperature = f.find<ChartCard>("temperature")->chart();
    QTRY_VERIFY(requests->drawnRuns() > 0 && temperature->drawnRuns() > 0);
    for (const double tick : requests->axis().ticks)
        QCOMPARE(tick, std::floor(tick));
    QCOMPARE(requests->axis().decimals, 0);
    QVERIFY(temperature->axis().high - temperature->axis().low >= 10);
}

void TestMonitorPage::theCursorIsShared()
{
    Fixture f;
    f.show();
    auto *one = f.find<ChartCard>("utilization")->chart(), *other = f.find<ChartCard>("memory")->chart();
    const ChartScale scale = one->scale();
    QMouseEvent move(QEvent::MouseMove, scale.plot.center(), one->viewport()->mapToGlobal(scale.plot.center()),
                     Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(one->viewport(), &move);
    QVERIFY(one->cursorTime());
    QCOMPARE(other->cursorTime(), one->cursorTime());
    QVERIFY(std::abs(*one->cursorTime() - (scale.fromMs + scale.toMs) / 2) < 2000);
    QVERIFY2(one->wordsAt(*one->cursorTime()).contains(u"node1 "), qPrintable(one->wordsAt(*one->cursorTime())));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(one, &leave);
    QVERIFY(!other->cursorTime());
}

void TestMonitorPage::theCursorMovesByKeyboard()
{
    Fixture f;
    f.show();
    auto *chart = f.find<ChartCard>("utilization")->chart();
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Left);
    QVERIFY(chart->cursorTime());
    const qint64 at = *chart->cursorTime();
    QTest::keyClick(chart, Qt::Key_Left);
    QVERIFY(*chart->cursorTime() < at);
    QTest::keyClick(chart, Qt::Key_Escape);
    QVERIFY(!chart->cursorTime());
    QVERIFY(!chart->accessibleName().isEmpty());
}

void TestMonitorPage::rangeAndLive()
{
    Fixture f;
    f.show();
    auto *chart = f.find<ChartCard>("utilization")->chart();
    QCOMPARE(chart->scale().toMs - chart->scale().fromMs, 300'000);
    QCOMPARE(chart->scale().toMs, f.now);
    for (QPushButton *button : f.page.findChildren<QPushButton *>()) {
        if (button->text() == u"1 min")
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QTRY_COMPARE(chart->scale().toMs - chart->scale().fromMs, 60'000);
    auto *live = f.find<QPushButton>("live");
    live->click();
    QVERIFY(!f.page.isLive());
    const qint64 frozen = f.now;
    f.now += 5000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now));
    QTest::qWait(150);
    QCOMPARE(chart->scale().toMs, frozen);
    live->click();
    QTRY_COMPARE(chart->scale().toMs, f.now);
}

void TestMonitorPage::aPartOfThePastIsLookedAt()
{
    Fixture f;
    f.show();
    auto *utilization = f.find<ChartCard>("utilization")->chart(), *memory = f.find<ChartCard>("memory")->chart();
    auto *row = f.find<QWidget>("viewRow");
    auto *live = f.find<QPushButton>("live");
    QVERIFY(!row->isVisible());
    const auto range = [](const TimeChart *chart) { return chart->scale().toMs - chart->scale().fromMs; };
    const auto at = [&](double part) {
        const QRectF plot = utilization->scale().plot;
        return QPoint(int(plot.left() + plot.width() * part), int(plot.center().y()));
    };
    // A click is no choice; dragging is, on every chart.
    QTest::mouseClick(utilization->viewport(), Qt::LeftButton, {}, at(0.3));
    QVERIFY(f.page.isLive());
    const qint64 was = utilization->scale().fromMs;
    // Escape gives a choice up that has begun.
    QTest::mousePress(utilization->viewport(), Qt::LeftButton, {}, at(0.75));
    QTest::mouseMove(utilization->viewport(), at(0.25));
    QTest::keyClick(utilization, Qt::Key_Escape);
    QTest::mouseRelease(utilization->viewport(), Qt::LeftButton, {}, at(0.25));
    QVERIFY(f.page.isLive());
    QTest::mousePress(utilization->viewport(), Qt::LeftButton, {}, at(0.75));
    QTest::mouseMove(utilization->viewport(), at(0.5));
    QTest::mouseMove(utilization->viewport(), at(0.25)); // to the left, too
    QTest::mouseRelease(utilization->viewport(), Qt::LeftButton, {}, at(0.25));
    QVERIFY(!f.page.isLive() && !live->isChecked());
    QTRY_VERIFY(std::abs(range(memory) - 150'000) < 2500);
    QTRY_VERIFY(std::abs(utilization->scale().fromMs - was - 75'000) < 2500);
    QTRY_COMPARE(memory->scale().fromMs, utilization->scale().fromMs);
    QVERIFY(row->isVisible());
    const qint64 shownFrom = utilization->scale().fromMs, shownTo = utilization->scale().toMs;
    QVERIFY2(f.find<QLabel>("viewWords")->text().contains(format::timeAt(shownTo, shownFrom)),
             qPrintable(f.find<QLabel>("viewWords")->text()));
    QVERIFY(f.find<QLabel>("viewWords")->text().endsWith(u"figures and chips: now"_s)); // which stand right below
    QCOMPARE(f.find<SegmentedControl>("range")->current(), QString()); // none of those
    // It stays while the time goes on.
    const ChartScale frozen = utilization->scale();
    f.now += 5000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now));
    QTest::qWait(150);
    QCOMPARE(utilization->scale().fromMs, frozen.fromMs);
    // By keys and buttons.
    utilization->setFocus();
    QTest::keyClick(utilization, Qt::Key_PageUp);
    QTRY_COMPARE(utilization->scale().toMs, frozen.toMs - (frozen.toMs - frozen.fromMs) / 2);
    f.find<QPushButton>("later")->click();
    QTRY_COMPARE(utilization->scale().toMs, frozen.toMs);
    QTest::keyClick(utilization, Qt::Key_Minus);
    QTRY_VERIFY(range(utilization) > 250'000);
    f.find<QPushButton>("nearer")->click();
    QTRY_VERIFY(range(utilization) < 160'000);
    // By the wheel, but not by the wheel alone, which scrolls the page.
    const auto turn = [&](Qt::KeyboardModifiers with, int by) {
        QWheelEvent event(at(0.5), utilization->viewport()->mapToGlobal(at(0.5)), {}, {0, by}, {}, with,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(utilization->viewport(), &event);
    };
    const TimeView before = f.page.view();
    turn({}, 120);
    QCOMPARE(f.page.view(), before);
    turn(Qt::ControlModifier, 120);
    QVERIFY(f.page.view().rangeMs < before.rangeMs);
    const qint64 to = f.page.view().toMs(f.now);
    turn(Qt::ShiftModifier, 120);
    QVERIFY(f.page.view().toMs(f.now) < to);
    QTest::mouseDClick(utilization->viewport(), Qt::LeftButton, {}, at(0.5));
    QVERIFY(f.page.view().rangeMs > before.rangeMs);
    // A range around the same moment, and back to now.
    const qint64 middle = f.page.view().toMs(f.now) - f.page.view().rangeMs / 2;
    for (QPushButton *button : f.page.findChildren<QPushButton *>()) {
        if (button->text() == u"1 min")
            QTest::mouseClick(button, Qt::LeftButton);
    }
    QCOMPARE(f.page.view(), (TimeView{60'000, middle + 30'000}));
    live->click();
    QVERIFY(f.page.isLive() && !row->isVisible());
    QTRY_COMPARE(utilization->scale().toMs, f.now);
    QCOMPARE(range(utilization), 60'000);
}

void TestMonitorPage::aViewStaysWithinWhatThereIs()
{
    constexpr qint64 now = 1'764'240'000'000, hour = 3600'000;
    const TimeView live;
    QVERIFY(live.isLive());
    QCOMPARE(live.shown(now - 2 * hour, now - hour, now), (TimeView{hour, now - hour}));
    QCOMPARE(live.shown(now - hour, now - 2 * hour, now), (TimeView{hour, now - hour})); // in any order
    QCOMPARE(live.shown(now - 5, now - 5, now), (TimeView{TimeView::shortestMs, now}));
    QCOMPARE(live.panned(1, now), (TimeView{300'000, now}));             // nothing is to come
    QCOMPARE(live.panned(-1e6, now).fromMs(now), now - TimeView::longestMs);
    QCOMPARE(live.zoomed(now, 1e9, now), (TimeView{TimeView::longestMs, now}));
    const TimeView part{hour, now - hour};
    QCOMPARE(part.zoomed(now - 90 * 60'000, 0.5, now), (TimeView{hour / 2, now - hour - hour / 4}));
    QCOMPARE(part.zoomed(now - 2 * hour, 0.5, now).fromMs(now), now - 2 * hour); // what is there stays there
    QCOMPARE(part.withRange(hour / 2, now), (TimeView{hour / 2, now - hour - hour / 4}));
    QCOMPARE(live.withRange(hour, now), (TimeView{hour, {}}));
}

// Every chart of the page, those that are scrolled away, too: the same points, the same time.
void TestMonitorPage::whatIsSeenIsExported()
{
    Fixture f;
    f.show();
    QTRY_VERIFY(!f.find<ChartCard>("power")->isHidden()); // the last one is there
    f.find<QPushButton>("live")->click(); // stands still
    QTemporaryDir dir;
    QSignalSpy exported(&f.page, &MonitorPage::exported), failed(&f.page, &MonitorPage::exportFailed);
    const auto written = [&](const QString &name) {
        exported.clear();
        f.page.exportTo(dir.filePath(name));
        if (!QTest::qWaitFor([&] { return !exported.isEmpty() || !failed.isEmpty(); }, 10'000) || !failed.isEmpty())
            return QByteArray();
        QFile file(dir.filePath(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QList<QByteArray> rows = written(u"a.csv"_s).split('\n');
    QCOMPARE(rows.first(), QByteArray("time,chart,line,unit,value,low,high,note,simulated\r"));
    const TimeChart *power = f.find<ChartCard>("power")->chart(), *utilization
        = f.find<ChartCard>("utilization")->chart();
    qsizetype points = 0;
    for (const char *chart : {"utilization", "memory", "ttft", "tpot", "tokens", "requests", "temperature", "power"}) {
        for (const ChartLine &line : f.find<ChartCard>(chart)->chart()->lines())
            points += line.values.size();
    }
    QVERIFY(points > 1000);
    QCOMPARE(rows.size(), 1 + points + 1);
    const TimedValue first = utilization->lines().first().values.first();
    QCOMPARE(rows[1], (isoTime(first.timeMs) + u",NPU utilization,node1,%,"_s).toUtf8()
                 + QByteArray::number(first.value, 'g', 12) + ",,,mean of a node's chips,\r");
    QVERIFY(std::any_of(rows.cbegin(), rows.cend(), [](const QByteArray &row) { // the gap of node2
        return row.contains(",node2,") && row.endsWith(",%,,,,mean of a node's chips,\r");
    }));

    const Result<Json> json = parseJson(written(u"a.json"_s), u"it"_s);
    QVERIFY(json);
    QCOMPARE((*json)["charts"].size(), size_t(20));
    QCOMPARE(stringAt(*json, "from"), isoTime(power->scale().fromMs));
    QCOMPARE(stringAt(*json, "to"), isoTime(power->scale().toMs));
    QVERIFY(!json->contains("simulated"));
    const Json &line = (*json)["charts"][12]["lines"][0];
    QCOMPARE(stringAt((*json)["charts"][12], "title"), u"Power"_s);
    QCOMPARE(line["values"].size(), size_t(power->lines().first().values.size()));

    QVERIFY(QTest::qWaitFor(rests));     // what was saved stands above the charts now
    const QByteArray text = written(u"a.svg"_s);
    QSvgRenderer svg(text);
    QVERIFY(svg.isValid() && svg.defaultSize().width() > 900);
    QVERIFY(text.contains("NPU utilization") && text.contains("<polyline"));
    QVERIFY(!text.contains("how it is counted")); // nobody can point at it there
    QImage drawn(svg.defaultSize(), QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    svg.render(&painter);
    painter.end();
    QImage picture;
    QVERIFY(picture.loadFromData(written(u"a.png"_s)));
    QCOMPARE(picture.size(), svg.viewBox().size() * 2);
    for (const QImage &image : {drawn, picture}) { // lines in the nodes' colours
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2)
                colours << image.pixel(x, y);
        }
        QVERIFY2(colours.contains(style::seriesColor(0).rgb()) && colours.contains(style::seriesColor(1).rgb()),
                 qPrintable(QString::number(colours.size())));
    }
    if (const QString folder = qEnvironmentVariable("ASC_GRAB_DIR"); !folder.isEmpty()) {
        picture.save(folder + u"/export.png"_s);
        drawn.save(folder + u"/export-svg.png"_s);
    }

    f.page.exportTo(dir.filePath(u"a.pdf"_s));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.first().first().value<Error>().message.contains(u"a.pdf"_s));
    f.page.exportTo(u"/proc/nothing/a.csv"_s);
    QTRY_COMPARE(failed.size(), 2);
    QVERIFY(f.find<QLabel>("exportNote")->text().startsWith(u"Not saved. "_s));
    f.page.exportTo(dir.filePath(u"b.csv"_s));
    QTRY_VERIFY(f.find<QLabel>("exportNote")->text().startsWith(u"Saved: "_s));
}

void TestMonitorPage::namesStayOneCellOfCsv()
{
    SeenCharts seen;
    seen.charts << SeenChart{u"Time, to \"first\" token"_s, u"ms"_s,
                             {ChartLine{.name = u"a\nb"_s, .values = {{start, 5}}, .buckets = {{start, 2, 8}}},
                              ChartLine{.name = u"p99"_s,
                                        .values = {{start, 10}},
                                        .buckets = {{start, 10, std::numeric_limits<double>::infinity()}}}}};
    QCOMPARE(csvOf(seen).split('\r').value(1), "\n" + isoTime(start).toUtf8()
                 + ",\"Time, to \"\"first\"\" token\",\"a\nb\",ms,5,2,8,,");
    QVERIFY(csvOf(seen).endsWith(",p99,ms,10,10,,,\r\n"));
}

// As the window does: a picture has no tool tips, and nothing to click.
void TestMonitorPage::aPictureSaysWhyAChartIsEmpty()
{
    ChartCard card;
    card.resize(600, 300);
    card.setTitle(u"Tokens"_s, u"1/s"_s);
    card.setExplanation(u"how it is counted"_s, u"In this way."_s);
    card.setEmptyWords(u"No data"_s);
    const auto picture = [&](const QList<ChartLine> &lines) {
        card.setLines(lines, start, start + 60'000);
        SeenCharts seen{{}, false, start, start + 60'000, {}, {}};
        seen.charts << SeenChart{u"Tokens"_s, u"1/s"_s, card.chart()->lines(), card.chart(), card.note(),
                                 card.emptyWords()};
        return svgOf(seen);
    };
    const QByteArray empty = picture({});
    QVERIFY(empty.contains("Tokens") && empty.contains("No data") && !empty.contains("how it is counted"));
    // nor does it say which day it was, but in its head
    const qint64 today = QDateTime::currentMSecsSinceEpoch() / 60'000 * 60'000;
    const QDateTime from = QDateTime::fromMSecsSinceEpoch(today);
    const SeenCharts seen{u"the cluster"_s, false, today, today + 1, {}, {}};
    const QByteArray now = svgOf(seen);
    const QString head = u"the cluster · "_s + from.toString(u"yyyy-MM-dd HH:mm:ss"_s) + u" to "_s
        + from.toString(u"HH:mm:ss"_s);
    QVERIFY2(now.contains(head.toUtf8()), now.constData());
    QVERIFY(pictureSize(seen).width() > QFontMetrics(style::font(style::sectionSize, true)).horizontalAdvance(head));
    QVERIFY(!picture({ChartLine{.name = u"a"_s, .values = {{start, 5}, {start + 1000, 6}}}}).contains("No data"));
    // No mark crosses it.
    const auto red = [](const QList<ChartLine> &lines) {
        TimeChart chart;
        chart.resize(420, 190);
        chart.setLines(lines, start, start + 60'000);
        chart.setMarks({ChartMark{start + 30'000, Qt::red, u"a run"_s}});
        const QImage image = chart.grab().toImage();
        const QRectF plot = chart.scale().plot;
        const int x = qRound(chart.scale().x(start + 30'000));
        int count = 0;
        for (int y = int(plot.top()) + 6; y < int(plot.bottom()); ++y) {
            const QColor pixel = image.pixelColor(x, y);
            count += pixel.red() > 180 && pixel.green() < 120;
        }
        return count;
    };
    QVERIFY(red({ChartLine{.name = u"a"_s, .values = {{start, 5}, {start + 1000, 6}}}}) > 10);
    QCOMPARE(red({}), 0);
}

void TestMonitorPage::theTableHasARowPerChip()
{
    Fixture f;
    f.show();
    auto *table = f.find<QTableView>("lastValues");
    QCOMPARE(table->model()->rowCount(), 16);
    const auto text = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
    QCOMPARE(text(0, LastValuesModel::Node), u"node1"_s);
    QCOMPARE(text(1, LastValuesModel::Power), u"–"_s); // the tool did not say
    QVERIFY(text(13, LastValuesModel::Health).contains(u"Warning"));
    QCOMPARE(text(0, LastValuesModel::Memory), u"48.8 of 64\u00a0GiB"_s); // as on the card and on the Nodes page
    table->sortByColumn(LastValuesModel::Memory, Qt::DescendingOrder);
    QCOMPARE(text(0, LastValuesModel::Npu), u"7/0"_s);

    LastValuesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setChips(chipsNow(f.page.monitor()));
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset), changed(&model, &QAbstractItemModel::dataChanged);
    model.setChips(chipsNow(f.page.monitor()));
    QCOMPARE(reset.size(), 0); // a selected row stays selected
    QCOMPARE(changed.size(), 1);
    model.setChips({});
    QCOMPARE(model.rowCount(), 0);
}

void TestMonitorPage::lostChipsKeepTheirPlace()
{
    Fixture f;
    f.show();
    f.now += 1000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 7, f.now));
    QTRY_COMPARE(f.find<FigureCard>("okCard")->figure(), u"14 of 16"_s);
    QVERIFY(f.find<HeatMap>("heatMap")->chips()[7].isStale);
    QCOMPARE(f.find<FigureCard>("okCard")->line(), u"node2 5/0: Warning · No data from node1 7/0"_s);
    f.now += 1000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 3, f.now)); // five: the strip shows which
    f.page.monitor().take(u"node2"_s, reading(u"node2"_s, 8, f.now));
    QTRY_COMPARE(f.find<FigureCard>("okCard")->line(), u"node2 5/0: Warning · 11 of 16 chips report"_s);
}

void TestMonitorPage::hiddenPagesDrawNothing()
{
    Fixture f;
    f.show();
    auto *chart = f.find<ChartCard>("utilization")->chart();
    f.page.hide();
    const qint64 drawn = chart->scale().toMs;
    f.now += 3000;
    f.page.monitor().take(u"node1"_s, reading(u"node1"_s, 8, f.now));
    QTest::qWait(100);
    QCOMPARE(chart->scale().toMs, drawn);
    f.page.show();
    QTRY_COMPARE(chart->scale().toMs, f.now);
}

void TestMonitorPage::theWindowStaysQuick_data()
{
    QTest::addColumn<int>("nodes");      // of 16 chips
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("everyChip");
    QTest::newRow("a line per chip in every chart, half an hour of seconds") << 2 << 1800 << true;
    QTest::newRow("a fleet of 2048 chips, a line per node, minutes") << 128 << 120 << false;
}

// No turn of the event loop over 100 ms.
void TestMonitorPage::theWindowStaysQuick()
{
    QFETCH(int, nodes);
    QFETCH(int, seconds);
    QFETCH(bool, everyChip);
    Fixture f(16, seconds, nodes);
    f.show({1112, 2200}, everyChip);
    for (QPushButton *button : f.page.findChildren<QPushButton *>()) {
        if ((everyChip && button->text() == u"Every chip") || button->text() == u"30 min")
            QTest::mouseClick(button, Qt::LeftButton);
    }
    if (everyChip)                       // a fleet's charts stand below the window's end
        QTRY_COMPARE(f.find<ChartCard>("utilization")->chart()->lines().size(), 32);
    else
        QTRY_COMPARE(f.find<HeatMap>("heatMap")->chips().size(), 16 * nodes);
    // The thread's own time, not the clock's: other programs of the machine do not count.
    const auto worked = [] {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return qint64(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
    };
    qint64 longest = 0, before = worked();
    QTimer watchdog;
    watchdog.setInterval(0);
    connect(&watchdog, &QTimer::timeout, this, [&] {
        const qint64 now = worked();
        longest = std::max(longest, now - before);
        before = now;
    });
    watchdog.start();
    for (int second = 1; second <= 4; ++second) {
        f.now += 1000;
        for (int node = 1; node <= nodes; ++node) {
            f.page.monitor().take(u"node%1"_s.arg(node), reading(u"node%1"_s.arg(node), 16, f.now));
            if (node % 8 == 0)           // each node has a thread of its own: they come one after the other
                QCoreApplication::processEvents();
        }
        QTest::qWait(600);
        if (!everyChip && second == 2)
            f.page.findChild<QScrollArea *>()->ensureWidgetVisible(f.find<ChartCard>("utilization"));
    }
    if (!everyChip)
        QTRY_COMPARE(f.find<ChartCard>("utilization")->chart()->lines().size(), nodes);
    qInfo("longest turn of the event loop: %lld ms", longest);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QVERIFY(longest < 2000); // instrumented: only that it is no hang
#else
    QVERIFY2(longest < 100, qPrintable(u"%1 ms"_s.arg(longest)));
#endif
}

void TestMonitorPage::ticksAreRound()
{
    QCOMPARE(niceTicks(0, 100, 5), (QList<double>{0, 25, 50, 75, 100}));
    QCOMPARE(niceTicks(0, 3900, 5), (QList<double>{0, 1000, 2000, 3000}));
    QVERIFY(niceTicks(1, 1, 5).isEmpty());
    QVERIFY(niceTicks(0, missing, 5).isEmpty());
    QCOMPARE(timeTicks(59'000, 301'000, 5, 0), (QList<qint64>{60'000, 120'000, 180'000, 240'000, 300'000}));
    QCOMPARE(timeTicks(0, 6 * 3600'000, 6, 1800'000).first(), 1800'000); // whole hours of a zone half an hour off
    QVERIFY(timeTicks(5, 5, 3, 0).isEmpty());
}

void TestMonitorPage::screenshots_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QSize>("chips");    // nodes by chips; none: a line per node
    QTest::newRow("light") << false << QSize(1112, 752) << QSize();
    QTest::newRow("dark") << true << QSize(1112, 752) << QSize();
    QTest::newRow("small") << true << QSize(792, 552) << QSize();
    QTest::newRow("tall") << false << QSize(1112, 1500) << QSize();
    QTest::newRow("chips-light") << false << QSize(1112, 1500) << QSize(2, 8);
    QTest::newRow("chips-dark") << true << QSize(1112, 1500) << QSize(4, 16);
    QTest::newRow("chips-small") << false << QSize(792, 1500) << QSize(4, 16);
}

// The page paints in both themes and all sizes; with ASC_SCREENSHOTS=DIR the pictures are kept.
void TestMonitorPage::screenshots()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QSize, chips);
    style::apply(*qApp, dark ? Theme::Dark : Theme::Light);
    Fixture f(chips.isValid() ? chips.height() : 8, 300, chips.isValid() ? chips.width() : 2);
    f.show(size);
    if (chips.isValid()) {
        press(f.page, u"Every chip"_s);
        QTRY_COMPARE(f.find<ChartCard>("memory")->chart()->lines().size(), chips.width() * chips.height());
        f.find<ChartCard>("utilization")->chart()->setFocus();
        QTest::keyClick(f.find<ChartCard>("utilization")->chart(), Qt::Key_Left);
    }
    QTRY_VERIFY(f.find<ChartCard>("memory")->chart()->drawnRuns() > 0);
    QVERIFY(QTest::qWaitFor(rests));
    const QImage image = f.page.grab().toImage();
    QCOMPARE(image.pixelColor(2, size.height() - 3).lightness() < 128, dark);
    if (const QString folder = qEnvironmentVariable("ASC_SCREENSHOTS"); !folder.isEmpty())
        QVERIFY(image.save(folder + u"/monitor-"_s + QString::fromLatin1(QTest::currentDataTag()) + u".png"_s));
    style::apply(*qApp, Theme::Light);
}

QTEST_MAIN(TestMonitorPage)
#include "tst_monitorpage.moc"
