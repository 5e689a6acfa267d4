// Which chip differs from its siblings, by how much and since when; and where nobody is to be accused.
#include "core/monitor/stragglers.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 from = 1'700'000'000'000, minute = 60'000;
const QString utilization = u"npu.aicore"_s;

QList<SiblingChip> chips(int count)
{
    QList<SiblingChip> all;
    for (int i = 0; i < count; ++i)
        all << SiblingChip{u"node%1"_s.arg(i / 8 + 1), u"%1/0"_s.arg(i % 8)};
    return all;
}

// Each second of ten minutes, by chip and second.
template<typename Value>
MetricHistory history(const QList<SiblingChip> &all, const QString &metric, Value value)
{
    MetricHistory history;
    for (int second = 0; second < 600; ++second) {
        for (int i = 0; i < all.size(); ++i) {
            history.append(Sample{from + second * 1000, {all[i].node, all[i].device, u"npu.hbm.used"_s}, 50'000});
            history.append(Sample{from + second * 1000, {all[i].node, all[i].device, metric}, value(i, second)});
        }
    }
    return history;
}

double scattered(int chip, int second)
{
    return 76 + (chip * 7 + second * 3) % 9; // 76 to 84
}

} // namespace

class TestStragglers : public QObject
{
    Q_OBJECT

private slots:
    void aSlowCardIsFound()
    {
        const QList<SiblingChip> all = chips(16);
        const MetricHistory seen = history(all, utilization, [](int chip, int second) {
            return chip == 11 && second >= 300 ? 35.0 : scattered(chip, second);
        });
        const QList<Straggler> found = stragglersOf(seen, all, utilization, from, from + 10 * minute);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().node, u"node2"_s);
        QCOMPARE(found.first().device, u"3/0"_s);
        QCOMPARE(found.first().value, 35.0);
        QVERIFY(found.first().siblings > 76 && found.first().siblings < 84);
        QCOMPARE(found.first().sinceMs, from + 5 * minute);
    }

    void oneThatIsBusierIsFound()
    {
        const QList<SiblingChip> all = chips(8);
        const MetricHistory seen
            = history(all, utilization, [](int chip, int) { return chip == 2 ? 99.0 : 40.0 + chip; });
        const QList<Straggler> found = stragglersOf(seen, all, utilization, from, from + 10 * minute);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().device, u"2/0"_s);
        QCOMPARE(found.first().sinceMs, from);
    }

    void nobodyIsAccused_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("kind");
        QTest::newRow("all alike") << 16 << 0;
        QTest::newRow("over again") << 16 << 1;
        QTest::newRow("not for a minute yet") << 16 << 2;
        QTest::newRow("three chips") << 3 << 3;
        QTest::newRow("all scatter") << 16 << 4;
        QTest::newRow("nothing told lately") << 16 << 5;
        QTest::newRow("a small difference") << 16 << 6;
    }
    void nobodyIsAccused()
    {
        QFETCH(int, count);
        QFETCH(int, kind);
        const QList<SiblingChip> all = chips(count);
        const double none = std::numeric_limits<double>::quiet_NaN();
        const MetricHistory seen = history(all, utilization, [&](int chip, int second) {
            const bool isIt = chip == 1;
            switch (kind) {
            case 1: return isIt && second < 400 ? 10.0 : 80.0;
            case 2: return isIt && second >= 560 ? 10.0 : 80.0;
            case 3: return isIt ? 10.0 : 80.0;
            case 4: return double((chip * 37 + (second / 10) * 53) % 100);
            case 5: return isIt && second >= 300 ? none : scattered(chip, second);
            case 6: return isIt ? 70.0 : 80.0;
            default: return scattered(chip, second);
            }
        });
        QCOMPARE(stragglersOf(seen, all, utilization, from, from + 10 * minute), QList<Straggler>());
    }

    // Half of the cards serve, the others have nothing to do: two groups, and the median is of those that serve.
    void idleCardsAreNoSiblings()
    {
        const QList<SiblingChip> all = chips(8);
        MetricHistory seen;
        for (int second = 0; second < 600; ++second) {
            for (int i = 0; i < 8; ++i) {
                const bool serves = i < 5;
                seen.append(
                    Sample{from + second * 1000, {all[i].node, all[i].device, u"npu.hbm.used"_s}, serves ? 60e3 : 3e3});
                seen.append(
                    Sample{from + second * 1000, {all[i].node, all[i].device, utilization}, serves ? 80.0 : 0.0});
            }
        }
        QVERIFY(stragglersOf(seen, all, utilization, from, from + 10 * minute).isEmpty());
    }

    void heatIsComparedToo()
    {
        QCOMPARE(stragglerMetrics(), (QStringList{utilization, u"npu.temperature"_s, u"npu.power"_s}));
        const QList<SiblingChip> all = chips(8);
        const MetricHistory seen
            = history(all, u"npu.temperature"_s, [](int chip, int) { return chip == 7 ? 71.0 : 52.0 + chip % 3; });
        const QList<Straggler> found = stragglersOf(seen, all, u"npu.temperature"_s, from, from + 10 * minute);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().value, 71.0);
        QVERIFY(stragglersOf(seen, all, u"npu.hbm.used"_s, from, from + 10 * minute).isEmpty());
    }

    void nothingIsKnownOfNothing()
    {
        QVERIFY(stragglersOf({}, chips(16), utilization, from, from + 10 * minute).isEmpty());
        QVERIFY(stragglersOf({}, {}, utilization, from, from).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestStragglers)
#include "tst_stragglers.moc"
