// What the monitor's history costs, as JSON: bytes of a sample on disk, memory of a fleet, a month of 256 chips read
// for a chart. The peer is a row of SQLite for each value, as a program without a store of its own would keep it.
//   asc-bench-history disk FOLDER      and FOLDER/samples.txt (OpenMetrics) for promtool
//   asc-bench-history memory
//   asc-bench-history window FOLDER
#include "core/metrics/decimate.h"
#include "core/store/samplearchive.h"
#include "tests/bench/residentkb.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'764'201'600'000; // a day begins (UTC)
constexpr const char *metrics[] = {"npu.aicore", "npu.hbm.used", "npu.hbm.total", "npu.temperature",
                                   "npu.power",  "npu.health",   "npu.aicpu",     "npu.hbm.bandwidth"};

MetricKey keyOf(int series)
{
    return {u"node%1"_s.arg(series / 128), u"%1/0"_s.arg(series / 8 % 16), QLatin1String(metrics[series % 8])};
}

// As a chip under load tells them: whole numbers, power with one digit; what seldom changes does not.
double valueOf(int series, int second, double noise)
{
    switch (series % 8) {
    case 0: return std::round(std::clamp(75 + 15 * std::sin(second / 90.0 + series) + noise * 6, 0.0, 100.0));
    case 1: return 58'000 + series % 500 + double(second / 300);
    case 2: return 65'536;
    case 3: return std::round(52 + 3 * std::sin(second / 600.0) + noise * 0.4);
    case 4: return std::round((310 + 40 * std::sin(second / 90.0 + series) + noise * 9) * 10) / 10;
    case 5: return 0;
    case 6: return std::round(std::clamp(4 + noise * 2, 0.0, 100.0));
    default: return std::round(std::clamp(35 + 10 * std::sin(second / 90.0 + series) + noise * 4, 0.0, 100.0));
    }
}

qint64 sizeOf(const QString &path) { return QFileInfo(path).size() + QFileInfo(path + u"-wal"_s).size(); }

struct Rows                              // a row for each value
{
    explicit Rows(const QString &path) : file(*Database::open(path))
    {
        (void)file.execute("CREATE TABLE samples(time INTEGER, series INTEGER, value REAL, PRIMARY KEY(series, time)) "
                           "WITHOUT ROWID");
        insert = *file.prepare("INSERT INTO samples VALUES(?, ?, ?)");
    }
    void put(qint64 time, int series, double value)
    {
        insert.bind(1, time);
        insert.bind(2, qint64(series));
        insert.bind(3, value);
        (void)insert.run();
    }
    Database file;
    Statement insert;
};

int disk(const QString &folder)
{
    constexpr int series = 16 * 8, seconds = 4 * 3600 + 31;
    std::mt19937 random(3);
    std::normal_distribution<double> noise;
    std::ofstream text((folder + u"/samples.txt"_s).toStdString());
    const QString ours = folder + u"/ours.db"_s, peers = folder + u"/rows.db"_s;
    qint64 count = 0, ourNs = 0, rowNs = 0;
    {
        Result<SampleArchive> archive = SampleArchive::open(ours);
        Rows rows(peers);
        (void)rows.file.execute("BEGIN");
        QList<QList<TimedValue>> all(series);
        for (int second = 0; second < seconds; ++second) {
            const qint64 time = begin + second * 1000LL + std::lround(std::abs(noise(random)) * 4);
            QList<Sample> tick;
            for (int i = 0; i < series; ++i, ++count) {
                const double value = valueOf(i, second, noise(random));
                tick << Sample{time, keyOf(i), value};
                all[i] << TimedValue{time, value};
            }
            QElapsedTimer timer;
            timer.start();
            for (int i = 0; i < series; ++i)
                rows.put(time, i, tick[i].value);
            rowNs += timer.nsecsElapsed();
            timer.restart();
            if (!archive || !archive->append(tick))
                return 1;
            ourNs += timer.nsecsElapsed();
        }
        QElapsedTimer timer;
        timer.start();
        (void)archive->flush();
        ourNs += timer.nsecsElapsed();
        timer.restart();
        (void)rows.file.execute("COMMIT");
        rowNs += timer.nsecsElapsed();
        for (int i = 0; i < series; ++i) {
            for (const TimedValue &value : std::as_const(all[i]))
                text << "m{s=\"" << i << "\"} " << value.value << ' ' << value.timeMs / 1000 << '.'
                     << QByteArray::number(1000 + value.timeMs % 1000).mid(1).toStdString() << '\n';
        }
        text << "# EOF\n";
    }
    for (const QString &path : {ours, peers})
        (void)Database::open(path)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
    const auto perSecond = [count](qint64 ns) { return double(count) * 1e9 / double(ns); };
    const auto bytes = [count](const QString &path) { return double(sizeOf(path)) / double(count); };
    std::printf("{\"samples\": %lld, \"ours\": %.3f, \"rows\": %.3f, ", static_cast<long long>(count), bytes(ours),
                bytes(peers));
    std::printf("\"ourPerSecond\": %.0f, \"rowsPerSecond\": %.0f}\n", perSecond(ourNs), perSecond(rowNs));
    return 0;
}

// Each span of a fleet's history full.
int memory()
{
    constexpr int series = 2048 * 8;
    std::mt19937 random(3);
    std::normal_distribution<double> noise;
    const qint64 before = residentKb();
    MetricHistory history;
    QList<MetricKey> keys;
    for (int i = 0; i < series; ++i) {
        keys << MetricKey{u"node%1"_s.arg(i / 128), u"%1/0"_s.arg(i / 8 % 16), QLatin1String(metrics[i % 8])};
        history.append(Sample{begin - 40LL * 86'400'000, keys.last(), 0});
    }
    const auto kept = [&](size_t step, qint64 fromMs, qint64 toMs) {
        const qint64 ms = MetricHistory::steps[step];
        for (int i = 0; i < series; ++i) {
            QList<Rollup> rollups;
            for (qint64 at = fromMs / ms * ms; at < toMs; at += ms) {
                const double value = valueOf(i, int((at - fromMs) / 1000), noise(random));
                rollups << Rollup{at, value, value, value, 1};
            }
            history.appendKept(keys[i], step, rollups);
        }
    };
    constexpr qint64 hour = 3'600'000;
    kept(2, begin - 96 * hour, begin - 22 * hour);
    kept(1, begin - 22 * hour, begin - 2 * hour);
    kept(0, begin - 2 * hour, begin - hour / 2);
    for (int second = -1800; second < 0; ++second) {
        for (int i = 0; i < series; ++i)
            history.append(Sample{begin + second * 1000LL, keys[i], valueOf(i, second + 1800, noise(random))});
    }
    std::printf("{\"mb\": %.0f, \"counted\": %.0f}\n", double(residentKb() - before) / 1024,
                double(history.bytes()) / 1024 / 1024);
    return 0;
}

// 30 days of one metric of 256 chips out of 2048 series, as a chart of 1000 columns takes them.
int window(const QString &folder)
{
    constexpr int series = 256 * 8, steps = 31 * 144;
    std::mt19937 random(3);
    std::normal_distribution<double> noise;
    MetricHistory history;
    Rows rows(folder + u"/window.db"_s);
    (void)rows.file.execute("BEGIN");
    for (int i = 0; i < series; ++i) {
        QList<Rollup> rollups;
        for (int step = 0; step < steps; ++step) {
            const double value = valueOf(i, step * 600, noise(random));
            const double mean = value + std::round(noise(random) * 10) / 10;
            rollups << Rollup{begin + step * 600'000LL, value - 5, value + 5, mean, 600};
            if (i % 8 == 0)
                rows.put(begin + step * 600'000LL, i, mean);
        }
        history.appendKept(keyOf(i), 2, rollups);
    }
    (void)rows.file.execute("COMMIT");
    const qint64 toMs = begin + steps * 600'000LL, fromMs = toMs - 30LL * 86'400'000;
    Statement select = *rows.file.prepare("SELECT time, value FROM samples WHERE series = ? AND time BETWEEN ? AND ?");
    QByteArray ours, peer;
    qsizetype drawn = 0;
    for (int round = 0; round < 5; ++round) {
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < series; i += 8)
            drawn += decimate(history.window(keyOf(i), fromMs, toMs), fromMs, toMs, 1000, 1'800'000).size();
        ours += (round ? ", " : "") + QByteArray::number(double(timer.nsecsElapsed()) / 1e6, 'f', 1);
        timer.restart();
        for (int i = 0; i < series; i += 8) {
            select.reset();
            select.bind(1, qint64(i));
            select.bind(2, fromMs);
            select.bind(3, toMs);
            QList<TimedValue> values;
            for (Result<bool> row = select.step(); row && *row; row = select.step())
                values << TimedValue{select.integer(0), select.real(1)};
            drawn += decimate(values, fromMs, toMs, 1000, 1'800'000).size();
        }
        peer += (round ? ", " : "") + QByteArray::number(double(timer.nsecsElapsed()) / 1e6, 'f', 1);
    }
    std::printf("{\"ours\": [%s], \"rows\": [%s], \"drawn\": %lld}\n", ours.constData(), peer.constData(),
                static_cast<long long>(drawn));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QByteArray what = argc > 1 ? argv[1] : "";
    const QString folder = argc > 2 ? QString::fromLocal8Bit(argv[2]) : u"."_s;
    return what == "disk" ? disk(folder) : what == "memory" ? memory() : what == "window" ? window(folder) : 2;
}
