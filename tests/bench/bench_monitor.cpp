// What the Monitor page costs the window, as JSON: milliseconds that an event took in which something was painted (a
// frame), the longest of all events, the share of a processor, and memory. Samples come every second, as the nodes'
// would, after an hour of them; meanwhile the cursor moves over a chart. Asking the nodes is not in it.
//   asc-bench-monitor NODES CHIPS SECONDS
#include "tests/bench/residentkb.h"
#include "ui/common/style.h"
#include "ui/monitor/chartcard.h"
#include "ui/monitor/monitorpage.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sys/resource.h>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 begin = 1'795'000'000'000;

// As a node's chips tell them.
QList<Sample> reading(const QString &node, int number, int chips, qint64 timeMs)
{
    QList<Sample> samples;
    for (int i = 0; i < chips; ++i) {
        const QString device = u"%1/0"_s.arg(i);
        const double wave = 60 + 30 * std::sin(double(timeMs) / 40'000 + i * 0.4 + number);
        const auto add = [&](QLatin1StringView metric, double value) {
            samples << Sample{timeMs, {node, device, metric}, value};
        };
        add("npu.health"_L1, 0);
        add("npu.aicore"_L1, std::round(std::clamp(wave, 0.0, 100.0)));
        add("npu.hbm.used"_L1, 50'000 + 100 * i);
        add("npu.hbm.total"_L1, 65'536);
        add("npu.hbm.bandwidth"_L1, std::round(wave / 2));
        add("npu.temperature"_L1, std::round(40 + i % 5 + wave / 20));
        add("npu.power"_L1, std::round((150 + wave) * 10) / 10);
        add("npu.processes"_L1, 1);
    }
    return samples;
}

double processorSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// How long each event took in which something was painted.
class TimedApplication : public QApplication
{
public:
    using QApplication::QApplication;
    bool notify(QObject *receiver, QEvent *event) override
    {
        m_hasPainted = m_hasPainted || event->type() == QEvent::Paint;
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        m_hasPainted = false;
        ++m_depth;
        QElapsedTimer timer;
        timer.start();
        const bool result = QApplication::notify(receiver, event);
        const double took = double(timer.nsecsElapsed()) / 1e6;
        --m_depth;
        if (isCounting && m_hasPainted)
            frames.push_back(took);
        if (isCounting)
            longest = std::max(longest, took);
        return result;
    }
    bool isCounting = false;
    std::vector<double> frames;          // ms
    double longest = 0;                  // of all events

private:
    int m_depth = 0;
    bool m_hasPainted = false;
};

} // namespace

int main(int argc, char **argv)
{
    TimedApplication application(argc, argv);
    style::apply(application, Theme::Light);
    const int nodes = argc > 1 ? atoi(argv[1]) : 16, chips = argc > 2 ? atoi(argv[2]) : 8,
              seconds = argc > 3 ? atoi(argv[3]) : 60;
    Cluster cluster{ConnectionSettings{}};
    ClusterMonitor monitor{cluster};
    RunKeeper run{cluster};
    AlertKeeper alerts{cluster, monitor, run};
    MonitorPage page{cluster, monitor, alerts};
    qint64 now = begin;
    monitor.setClock([&now] { return now; });
    QStringList names;
    for (int i = 1; i <= nodes; ++i)
        names << u"node%1"_s.arg(i);
    monitor.watch(names);
    const auto tick = [&](int number) { monitor.take(names[number], reading(names[number], number, chips, now)); };
    constexpr int hour = 3600;
    for (int second = 0; second < hour; ++second, now += 1000) {
        for (int i = 0; i < nodes; ++i)
            tick(i);
    }
    page.resize(1440, 900);
    page.show();

    QElapsedTimer wall;
    double spent = 0;
    int next = 0, turns = 0;
    // nodes answer one after the other, not at one moment
    QTimer answers, cursor;
    QObject::connect(&answers, &QTimer::timeout, &page, [&] {
        tick(next);
        next = (next + 1) % nodes;
        if (next == 0)
            now += 1000;
    });
    QObject::connect(&cursor, &QTimer::timeout, &page, [&] {
        if (auto *const chart = page.findChild<ChartCard *>(u"utilization"_s))
            emit chart->chart()->cursorMoved(now - 1000 * (60 + ++turns % 3000));
    });
    answers.setInterval(std::max(1, 1000 / nodes));
    answers.start();
    cursor.start(100);
    // the page is built up first
    QTimer::singleShot(5000, &page, [&] {
        application.isCounting = true;
        wall.start();
        spent = processorSeconds();
    });
    QTimer::singleShot(5000 + 1000 * seconds, &page, [&] { QApplication::quit(); });
    QApplication::exec();
    std::vector<double> ms = application.frames;
    std::sort(ms.begin(), ms.end());
    if (ms.empty())
        return 1;
    const auto at = [&ms](double share) { return ms[std::min(ms.size() - 1, size_t(double(ms.size()) * share))]; };
    const double share = (processorSeconds() - spent) / (double(wall.elapsed()) / 1000);
    std::printf("{\"frames\": %zu, \"p50\": %.2f, \"p99\": %.2f, \"longest\": %.2f, \"cpu\": %.3f, \"mb\": %lld}\n",
                ms.size(), at(0.5), at(0.99), application.longest, share,
                static_cast<long long>(residentKb() / 1024));
    return 0;
}
