// Packed samples and roll-ups: nothing is lost on the way, bytes that are none are told apart, and they are few.
#include "core/metrics/packedring.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <functional>
#include <random>

using namespace Qt::StringLiterals;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

bool isSame(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || std::bit_cast<quint64>(a) == std::bit_cast<quint64>(b);
}

QString differenceOf(const QList<TimedValue> &is, const QList<TimedValue> &shouldBe)
{
    if (is.size() != shouldBe.size())
        return u"%1 values, not %2"_s.arg(is.size()).arg(shouldBe.size());
    for (qsizetype i = 0; i < is.size(); ++i) {
        if (is[i].timeMs != shouldBe[i].timeMs || !isSame(is[i].value, shouldBe[i].value))
            return u"value %1 is %2 at %3, not %4 at %5"_s.arg(i).arg(is[i].value).arg(is[i].timeMs)
                .arg(shouldBe[i].value).arg(shouldBe[i].timeMs);
    }
    return {};
}

// As a tool tells them: a second apart, by a few milliseconds more or less.
QList<TimedValue> series(int size, const std::function<double(int, double)> &value)
{
    std::mt19937 random(7);
    std::normal_distribution<double> noise;
    QList<TimedValue> values;
    qint64 timeMs = 1'764'240'000'123;
    for (int i = 0; i < size; ++i) {
        timeMs += 1000 + std::lround(noise(random) * 4);
        values.append({timeMs, value(i, noise(random))});
    }
    return values;
}

} // namespace

class TestPacked : public QObject
{
    Q_OBJECT

private slots:
    void samplesComeBackAsTheyWere_data()
    {
        using Value = std::function<double(int, double)>;
        QTest::addColumn<QList<TimedValue>>("values");
        QTest::addColumn<double>("mostBytes"); // of a sample
        const auto row = [](const char *name, double mostBytes, const Value &value) {
            QTest::newRow(name) << series(600, value) << mostBytes;
        };
        // what a chip's metrics are like (captures of npu-smi): whole numbers, one digit at most
        row("idle: 0 %", 1.1, [](int, double) { return 0.0; });
        row("utilization, %", 2, [](int i, double n) {
            return std::round(std::clamp(80 + 10 * std::sin(i / 20.0) + n * 5, 0.0, 100.0));
        });
        row("temperature, °C", 1.6, [](int, double n) { return std::round(55 + n); });
        row("power, W", 2.6, [](int, double n) { return std::round((310 + n * 8) * 10) / 10; });
        row("HBM used, MB", 1.2, [](int i, double) { return 61'234.0 + i / 100; });
        row("gaps now and then", 1.6, [](int i, double) { return i % 40 < 3 ? missing : 42.0; });
        row("nothing but gaps", 1.2, [](int, double) { return missing; });
        // and what no tool tells, but must not be changed either
        row("any number", 12, [](int, double n) { return n; });
        row("negative", 3, [](int, double n) { return std::round(n * 10); });
        row("-0", 12, [](int i, double) { return i % 3 == 0 ? -0.0 : i % 3 == 1 ? 0.0 : 5.0; });
        row("digits grow", 5, [](int i, double n) { return std::round(n * 1000) / std::pow(10, i / 100); });
        row("very large, very small, none", 12, [](int i, double n) {
            constexpr double infinite = std::numeric_limits<double>::infinity();
            const double odd[] = {1e300, -1e300, 5e-324, infinite, -infinite, missing, 9e15, 8.9e15, -9.1e15, n, 0.1};
            return odd[i * 7 % std::size(odd)];
        });
        QList<TimedValue> times;         // in any order, far apart
        for (const qint64 timeMs : {qint64(0), std::numeric_limits<qint64>::max() / 2, qint64(-5), qint64(5),
                                    qint64(1'000'000), qint64(999'999), qint64(1'000'000'000'000)})
            times.append({timeMs, double(times.size())});
        QTest::newRow("times in no order") << times << 12.0;
        QTest::newRow("none") << QList<TimedValue>() << 0.0;
    }

    void samplesComeBackAsTheyWere()
    {
        QFETCH(QList<TimedValue>, values);
        QFETCH(double, mostBytes);
        PackedSamples packed;
        for (const TimedValue &value : values)
            packed.append(value.timeMs, value.value);
        const auto back = unpackSamples(packed.bytes(), packed.size());
        QVERIFY(back);
        QCOMPARE(differenceOf(*back, values), QString());
        const double bytes = double(packed.bytes().size()) / double(std::max<qsizetype>(values.size(), 1));
        QVERIFY2(bytes <= mostBytes, qPrintable(QString::number(bytes)));
        if (!values.isEmpty()) {         // one byte less does not tell them all
            QVERIFY(!unpackSamples(QByteArrayView(packed.bytes()).chopped(1), packed.size()));
            QVERIFY(!unpackSamples(packed.bytes(), packed.size() + 100'000));
        }
    }

    void rollupsComeBack()
    {
        QList<Rollup> rollups;
        for (int i = 0; i < 300; ++i) {
            Rollup rollup{.startMs = 1'764'240'000'000 + (i + i / 100) * 10'000LL};
            for (int second = 0; second < 10 && i % 50 != 7; ++second) { // and some with nothing but gaps
                const double value = i % 5 == 0 ? 3 : (i * 7 + second * 3) % 90 / 10.0;
                addTo(rollup, {rollup.startMs, value, value, value, 1});
            }
            rollups.append(rollup);
        }
        const QByteArray bytes = packRollups(rollups, 10'000);
        QVERIFY2(bytes.size() < 300 * 8, qPrintable(QString::number(bytes.size())));
        const auto back = unpackRollups(bytes, rollups.size(), 10'000);
        QVERIFY(back && back->size() == rollups.size());
        for (qsizetype i = 0; i < rollups.size(); ++i) {
            QCOMPARE((*back)[i].startMs, rollups[i].startMs);
            QCOMPARE((*back)[i].count, rollups[i].count);
            QVERIFY(isSame((*back)[i].least, rollups[i].least) && isSame((*back)[i].most, rollups[i].most));
            // a digit more than the values have: half of the next one is lost at most
            QVERIFY(isSame((*back)[i].mean, rollups[i].mean)
                    || std::abs((*back)[i].mean - rollups[i].mean) <= 0.005 + 1e-9);
        }
        QVERIFY(!unpackRollups(QByteArrayView(bytes).chopped(1), rollups.size(), 10'000));
    }

    void partsOfARollupAreTheWhole()
    {
        Rollup whole{.startMs = 60'000};
        addTo(whole, {60'000, 1, 3, 2, 2});
        addTo(whole, {70'000});          // gaps
        addTo(whole, {80'000, 0, 8, 5, 4});
        QCOMPARE(whole, (Rollup{60'000, 0, 8, 4, 6}));
        QCOMPARE(roundedMean({0, 1, 2, 4.0 / 3, 3}), 1.3);
        QCOMPARE(roundedMean({0, 0.5, 2, 4.0 / 3, 3}), 1.33);
    }

    void anyBytesAreRead()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 3000; ++round) {
            QByteArray bytes(int(random() % 200), '\0');
            for (char &byte : bytes)
                byte = char(random());
            (void)unpackSamples(bytes, qsizetype(random() % 900));
            (void)unpackRollups(bytes, qsizetype(random() % 900), 600'000);
        }
        QVERIFY(!unpackSamples({}, 1));
        QVERIFY(!unpackSamples("abc", -1));
    }

    void aRingForgetsAndIsCut()
    {
        const QList<TimedValue> values = series(2000, [](int i, double) { return double(i % 90); });
        PackedRing ring;
        for (const TimedValue &value : values)
            ring.append(value.timeMs, value.value);
        const auto read = [&ring](qint64 fromMs, qint64 toMs) {
            QList<TimedValue> part;
            ring.readInto(part, fromMs, toMs);
            return part;
        };
        const qint64 last = values.last().timeMs;
        QCOMPARE(differenceOf(read(0, last), values), QString());
        QCOMPARE(differenceOf(read(values[500].timeMs, values[700].timeMs), values.mid(500, 201)), QString());
        ring.forgetBefore(values[1000].timeMs);
        QList<TimedValue> kept = read(0, last);
        QVERIFY(kept.size() >= 1000 && kept.size() < 1300);
        QCOMPARE(differenceOf(kept, values.last(kept.size())), QString());
        // In the open block, at a block's end, in a closed one, and all.
        for (const qsizetype to : {1990, 1801, 1800, 1799, 1500, 1333}) {
            ring.cutFrom(values[to].timeMs);
            kept = read(0, last);
            QVERIFY(!kept.isEmpty());
            QCOMPARE(kept.last(), values[to - 1]);
            QCOMPARE(ring.last(), values[to - 1]);
            QCOMPARE(differenceOf(kept, values.first(to).last(kept.size())), QString());
        }
        ring.append(last + 1, 5);        // and goes on
        QCOMPARE(read(last, last + 1), (QList<TimedValue>{{last + 1, 5}}));
        ring.cutFrom(0);
        QVERIFY(ring.isEmpty() && read(0, last).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestPacked)
#include "tst_packed.moc"
