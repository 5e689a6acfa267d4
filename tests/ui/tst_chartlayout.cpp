// Axis, end labels, tooltip rows and legend of a chart: where they stand, and that none hides another.
#include "ui/monitor/chartlayout.h"
#include "core/monitor/machines.h"

#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

ChartLine line(const QList<double> &values, qint64 shiftMs = 0)
{
    ChartLine line;
    for (qsizetype i = 0; i < values.size(); ++i)
        line.values << TimedValue{i * 1000 + shiftMs, values[i]};
    return line;
}

} // namespace

class TestChartLayout : public QObject
{
    Q_OBJECT

private slots:
    void axes_data();
    void axes();
    void labelsKeepTheirDistance_data();
    void labelsKeepTheirDistance();
    void linesThatEndTogetherShareALabel();
    void manyLinesAreAllCounted();
    void theTipListsWhatIsNear();
    void linesThatLieOnEachOtherAreFound();
    void aLineIsCutWhereAnotherBeginsToLieUnderIt();
    void boxesFlow();
    void historyFollowsTheMachine();
};

void TestChartLayout::axes_data()
{
    QTest::addColumn<AxisNeeds>("needs");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QList<double>>("ticks");
    const AxisNeeds temperature{{}, {}, 10}, requests{0, {}, 4, true};
    QTest::newRow("percent") << AxisNeeds{0, 100} << 3.0 << 4.0 << QList<double>{0, 25, 50, 75, 100};
    QTest::newRow("46.00 to 46.15 °C") << temperature << 46.0 << 46.15 << QList<double>{40, 45, 50, 55};
    QTest::newRow("30 to 80 °C") << temperature << 30.0 << 80.0 << QList<double>{20, 40, 60, 80, 100};
    QTest::newRow("2 °C, not below zero") << temperature << 2.0 << 2.0 << QList<double>{0, 2.5, 5, 7.5, 10};
    QTest::newRow("no request") << requests << 0.0 << 0.0 << QList<double>{0, 1, 2, 3, 4};
    QTest::newRow("one request") << requests << 0.0 << 1.0 << QList<double>{0, 1, 2, 3, 4};
    QTest::newRow("9 requests") << requests << 0.0 << 9.0 << QList<double>{0, 5, 10};
    QTest::newRow("13 requests") << requests << 0.0 << 13.0 << QList<double>{0, 5, 10, 15};
    QTest::newRow("nothing") << requests << std::numeric_limits<double>::infinity()
                             << -std::numeric_limits<double>::infinity() << QList<double>{0, 1, 2, 3, 4};
    QTest::newRow("2,345 ms") << AxisNeeds{0, {}, 10} << 600.0 << 2345.0 << QList<double>{0, 1000, 2000, 3000};
}

void TestChartLayout::axes()
{
    QFETCH(AxisNeeds, needs);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QList<double>, ticks);
    const Axis axis = axisFor(low, high, needs);
    QCOMPARE(axis.ticks, ticks);
    QVERIFY(axis.low <= axis.ticks.first() && axis.high >= axis.ticks.last());
    QVERIFY(!(low <= high) || (axis.low <= low && axis.high >= high));
    QVERIFY(axis.high - axis.low >= needs.smallestSpan || (needs.low && needs.high));
    if (needs.isWhole)
        QCOMPARE(axis.decimals, 0);
}

void TestChartLayout::labelsKeepTheirDistance_data()
{
    QTest::addColumn<QList<double>>("wanted");
    QTest::newRow("apart") << QList<double>{20, 60};
    QTest::newRow("at the bottom") << QList<double>{158, 159, 160};
    QTest::newRow("at the top") << QList<double>{-5, 0, 1, 2};
    QTest::newRow("in the middle") << QList<double>{80, 81, 90, 91};
    QTest::newRow("outside") << QList<double>{-50, 300};
}

void TestChartLayout::labelsKeepTheirDistance()
{
    QFETCH(QList<double>, wanted);
    const QList<double> placed = spread(wanted, 0, 160, 13);
    QCOMPARE(placed.size(), wanted.size());
    QVERIFY(placed.first() >= 0 && placed.last() <= 160);
    for (qsizetype i = 1; i < placed.size(); ++i)
        QVERIFY(placed[i] - placed[i - 1] >= 13 - 1e-9);
    QCOMPARE(spread({20, 60}, 0, 160, 13), (QList<double>{20, 60})); // nothing moves without need
    QCOMPARE(spread({80, 82}, 0, 160, 13), (QList<double>{74.5, 87.5})); // both give way
}

void TestChartLayout::linesThatEndTogetherShareALabel()
{
    const QList<EndLabel> labels = endLabels({{0, 63.2, 50}, {1, 63.4, 50.4}, {2, 20, 130}}, 5, 160, 13);
    QCOMPARE(labels.size(), 2);
    QCOMPARE(labels[0].text, u"63 ×2"_s);
    QCOMPARE(labels[0].lines, (QList<int>{0, 1}));
    QCOMPARE(labels[1].text, u"20"_s);
    // Two that end near each other, not at the same: each has its own.
    const QList<EndLabel> near = endLabels({{0, 63, 50}, {1, 61, 53}}, 5, 160, 13);
    QCOMPARE(near.size(), 2);
    QVERIFY(near[1].y - near[0].y >= 13 - 1e-9);
    // Each has its dot, for no place says whose it is; far from others it needs none.
    QVERIFY(near[0].hasDots && near[1].hasDots);
    QVERIFY(labels[0].hasDots && !labels[1].hasDots);
    const QList<EndLabel> apart = endLabels({{0, 44, 50}, {1, 37, 64}, {2, 9, 120}}, 5, 160, 13);
    QCOMPARE(apart.size(), 3);
    QVERIFY(apart[0].hasDots && apart[1].hasDots && !apart[2].hasDots);
    QVERIFY(endLabels({}, 5, 160, 13).isEmpty());
    // a little of something is not nothing
    QCOMPARE(endLabels({{0, 0.042, 50}}, 5, 160, 13).value(0).text, u"0.04"_s);
    QCOMPARE(endLabels({{0, 0.0042, 50}}, 5, 160, 13).value(0).text, u"0.004"_s);
    QCOMPARE(endLabels({{0, 0.5, 50}}, 5, 160, 13).value(0).text, u"0.5"_s);
}

void TestChartLayout::manyLinesAreAllCounted()
{
    for (const int count : {5, 16, 64, 128}) {
        QList<LineEnd> ends;
        for (int i = 0; i < count; ++i)
            ends << LineEnd{i, 100 - i * 100.0 / count, i * 160.0 / count};
        const QList<EndLabel> labels = endLabels(ends, 5, 156, 13);
        qsizetype counted = 0;
        for (qsizetype i = 0; i < labels.size(); ++i) {
            counted += labels[i].lines.size();
            QVERIFY(labels[i].y >= 5 && labels[i].y <= 156);
            QVERIFY(i == 0 || labels[i].y - labels[i - 1].y >= 13 - 1e-9);
        }
        QCOMPARE(counted, count);
    }
    QList<LineEnd> idle;
    for (int i = 0; i < 64; ++i)
        idle << LineEnd{i, 0, 160};
    QCOMPARE(endLabels(idle, 5, 156, 13).size(), 1);
    QCOMPARE(endLabels(idle, 5, 156, 13).first().text, u"0 ×64"_s);
}

void TestChartLayout::theTipListsWhatIsNear()
{
    const QList<std::optional<double>> values = {10, 90, std::nullopt, 50, 70};
    QCOMPARE(tipRows(values, {}, 9), (QList<int>{1, 4, 3, 0, 2}));
    QCOMPARE(tipRows(values, {}, 5), (QList<int>{1, 4, 3, 0, 2}));
    QCOMPARE(tipRows(values, {}, 4), (QList<int>{1, 4, 3}));
    QCOMPARE(tipRows(values, 45, 3), (QList<int>{4, 3}));
    QCOMPARE(tipRows(values, 11, 3), (QList<int>{3, 0}));
    QVERIFY(tipRows({}, 11, 3).isEmpty());
    // What reads the same stands in the lines' own order: 65, 65, 65, 6.1, 6.1.
    QCOMPARE(tipRows({64.6, 6.08, 65.3, 6.12, 64.9, 80}, {}, 9), (QList<int>{5, 0, 2, 4, 1, 3}));
    QCOMPARE(tipRows({64.6, 65.3, 64.9, 80}, 60, 3), (QList<int>{0, 1}));
}

void TestChartLayout::linesThatLieOnEachOtherAreFound()
{
    const double missing = std::numeric_limits<double>::quiet_NaN();
    const ChartLine one = line({0, 0, 0, 0}), same = line({0, 0, 0, 0}, 300), other = line({0, 9, 9, 9}),
                    parted = line({5, 5, 0, 0});
    using Ranks = QList<QList<int>>;
    QCOMPARE(overlapRanks({one, same, other, parted, one}, 0.5, 0),
             (Ranks{{0, 0, 0, 0}, {1, 1, 1, 0}, {1, 0, 0, 0}, {0, 0, 2, 2}, {2, 2, 3, 3}}));
    QCOMPARE(overlapRanks({one, line({7, 8, 9, 9}), line({missing, missing}), line({})}, 0.5, 0),
             (Ranks{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0}, {}}));
    // Noise does not part them, but where the other has no value nothing lies under it.
    const ChartLine noisy = line({0, 1, 0, 1, 0, 1, 0, 1}), holed = line({0, 0, 0, missing, missing, 0, 0, 0});
    QCOMPARE(overlapRanks({holed, noisy}, 0.5, 2000).last(), (QList<int>{1, 1, 1, 0, 0, 1, 1, 1}));
    // A peak of one of them is no noise: dashes there would look like lost values.
    QCOMPARE(overlapRanks({line({0, 0, 0, 0, 0, 0}), line({0, 0, 9, 0, 0, 0})}, 0.5, 2000).last(),
             (QList<int>{1, 1, 0, 1, 1, 1}));
}

void TestChartLayout::aLineIsCutWhereAnotherBeginsToLieUnderIt()
{
    const double missing = std::numeric_limits<double>::quiet_NaN();
    struct Seen
    {
        int rank;
        qsizetype values;
        bool beginsRun;
        bool operator==(const Seen &) const = default;
    };
    const auto seen = [](const ChartLine &line, const QList<int> &ranks, qint64 shortestMs = 0) {
        QList<Seen> all;
        for (const LinePiece &piece : piecesOf(line.values, ranks, shortestMs))
            all << Seen{piece.rank, piece.values.size(), piece.beginsRun};
        return all;
    };
    QCOMPARE(seen(line({1, 1, 1, 1, 1, 1}), {1, 1, 0, 0, 1, 1}),
             (QList<Seen>{{1, 2, true}, {0, 4, false}, {1, 2, false}}));
    QCOMPARE(seen(line({1, 1, 1, 1, 1, 1}), {1, 1, 0, 0, 1, 1}, 1001), (QList<Seen>{{0, 6, true}}));
    QCOMPARE(seen(line({1, 1, 1, 1}), {}), (QList<Seen>{{0, 4, true}}));
    QCOMPARE(seen(line({1, 1, missing, missing, 1, missing, 1, 1}), {1, 1, 0, 0, 2, 0, 2, 2}),
             (QList<Seen>{{1, 2, true}, {2, 1, true}, {2, 2, true}}));
    QVERIFY(seen(line({missing}), {0}).isEmpty());
}

void TestChartLayout::boxesFlow()
{
    QCOMPARE(flow({40, 40, 40}, 100, 10), (QList<FlowPlace>{{0, 0}, {50, 0}, {0, 1}}));
    QCOMPARE(flow({400}, 100, 10), (QList<FlowPlace>{{0, 0}})); // too wide for any line: alone in one
    QVERIFY(flow({}, 100, 10).isEmpty());
}

void TestChartLayout::historyFollowsTheMachine()
{
    const NamedMachine one{u"node1"_s, u"a:22"_s}, two{u"node2"_s, u"b:22"_s};
    QVERIFY(movesOf({one, two}, {two, one}).isEmpty());
    QCOMPARE(movesOf({one, two}, {two}), (QHash<QString, QString>{{u"node1"_s, parkedName(u"a:22"_s)}}));
    QCOMPARE(movesOf({two}, {one, two}), (QHash<QString, QString>{{parkedName(u"a:22"_s), u"node1"_s}}));
    QCOMPARE(movesOf({one}, {{u"master"_s, u"a:22"_s}}), (QHash<QString, QString>{{u"node1"_s, u"master"_s}}));
    QCOMPARE(movesOf({one, two}, {{u"node1"_s, u"b:22"_s}, {u"node2"_s, u"a:22"_s}}),
             (QHash<QString, QString>{{u"node1"_s, u"node2"_s}, {u"node2"_s, u"node1"_s}}));
    // Two names for one machine: nobody takes the other's.
    QVERIFY(movesOf({one, {u"again"_s, u"a:22"_s}}, {one, {u"again"_s, u"a:22"_s}}).isEmpty());
}

QTEST_GUILESS_MAIN(TestChartLayout)
#include "tst_chartlayout.moc"
