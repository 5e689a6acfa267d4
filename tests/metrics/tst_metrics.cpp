// Samples out of tools' answers, the rings of the history, and thinning for a plot.
#include "core/metrics/decimate.h"
#include "core/metrics/hoststats.h"
#include "core/metrics/npusamples.h"
#include "core/metrics/servingsamples.h"

#include <QFile>
#include <QTest>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

QByteArray fixture(const QString &name)
{
    QFile file(QStringLiteral(ASC_FIXTURES_DIR "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::optional<double> valueOf(const QList<Sample> &samples, const QString &device, const QString &metric)
{
    for (const Sample &sample : samples) {
        if (sample.key.device == device && sample.key.metric == metric)
            return sample.value;
    }
    return std::nullopt;
}

QList<TimedValue> every(qint64 stepMs, int count, const std::function<double(int)> &value)
{
    QList<TimedValue> values;
    for (int i = 0; i < count; ++i)
        values << TimedValue{i * stepMs, value(i)};
    return values;
}

EndpointReading reading(qint64 timeMs, const QByteArray &text)
{
    return {timeMs, *parseMetrics(text)};
}

} // namespace

class TestMetrics : public QObject
{
    Q_OBJECT

private slots:
    void hostCountsAreOfHardware();
    void chipsBecomeSamples();
    void whatAChipDoesNotHaveMakesNoSample();
    void whatWasNotReportedIsAGap();
    void aLostNpuIdIsLeftOut();
    void cpuShareNeedsTwoReadings();
    void memoryNeedsBothFigures();
    void latenciesAreOfTheRequestsInBetween();
    void aWholeRequestsTimeIsRead();
    void tokensCountWhenTheyComeThoughTheCounterWaits();
    void noNewRequestIsNoLatency();
    void aRestartedEndpointCountsFromZero();
    void oneOfSeveralEnginesThatRestarts_data();
    void oneOfSeveralEnginesThatRestarts();
    void processesWithTheSameLabelsCountEach();
    void bucketsNeedNoTypeBeforeThem();
    void quantilesInterpolate();
    void aboveTheLastBoundIsNoNumber();
    void enginesUseOtherNames_data();
    void enginesUseOtherNames();
    void anOddCacheShareIsFlagged();
    void historyKeepsTheFinestRingThatReachesBack();
    void aPartOfThePastStandsInMoreDetail();
    void coarseRingsAreMeansAndKeepGaps();
    void theStepUnderWayHasItsMean();
    void aMeanOfWhatIsAboveAllBoundsIsAboveThemToo();
    void lateSamplesAreDropped();
    void aClockThatWasSetBackDoesNotStopIt();
    void historyCanBeRenamedAndJoined();
    void thinningKeepsExtremesAndGaps();
    void thinningFindsHoles();
    void thinningNeedsOnlyTheWindow();
    void everyMetricHasATitle();
};

void TestMetrics::chipsBecomeSamples()
{
    const NpuSmiInfo info = *parseNpuSmiInfo(fixture(u"npu-smi/25.2.3/910b3-info.txt"_s));
    const QList<Sample> samples = npuSamples(info, u"node1"_s, 1000);
    QCOMPARE(valueOf(samples, u"7/0"_s, u"npu.hbm.used"_s), 60177.0);
    QCOMPARE(valueOf(samples, u"2/0"_s, u"npu.aicore"_s), 100.0);
    QCOMPARE(valueOf(samples, u"6/0"_s, u"npu.health"_s), 2.0);
    QCOMPARE(valueOf(samples, u"0/0"_s, u"npu.power"_s), 91.5);
    QCOMPARE(valueOf(samples, u"3/0"_s, u"npu.processes"_s), 2.0);
    QCOMPARE(samples.first().key.node, u"node1"_s);
    QCOMPARE(samples.first().timeMs, 1000);
}

void TestMetrics::whatAChipDoesNotHaveMakesNoSample()
{
    const QList<Sample> withHbm = npuSamples(*parseNpuSmiInfo(fixture(u"npu-smi/25.2.3/910b3-info.txt"_s)), u"n"_s, 0);
    QVERIFY(!valueOf(withHbm, u"0/0"_s, u"npu.memory.used"_s)); // "0 / 0": no DDR
    const QList<Sample> withDdr
        = npuSamples(*parseNpuSmiInfo(fixture(u"npu-smi/25.2.0/310p-duo-info.txt"_s)), u"n"_s, 0);
    QVERIFY(!valueOf(withDdr, u"32768/0"_s, u"npu.hbm.used"_s));
    QCOMPARE(valueOf(withDdr, u"32768/0"_s, u"npu.memory.used"_s), 26001.0);
}

void TestMetrics::whatWasNotReportedIsAGap()
{
    const QList<Sample> samples = npuSamples(*parseNpuSmiInfo(fixture(u"npu-smi/25.3.0/a3-info.txt"_s)), u"n"_s, 0);
    QVERIFY(std::isnan(*valueOf(samples, u"0/1"_s, u"npu.power"_s)));
    QCOMPARE(valueOf(samples, u"0/0"_s, u"npu.power"_s), 160.5);
}

void TestMetrics::aLostNpuIdIsLeftOut()
{
    NpuSmiInfo info;
    info.chips << NpuChip{};
    info.chips.first().hbmUsedMb = 5;
    info.chips.first().hbmTotalMb = 6;
    QVERIFY(npuSamples(info, u"n"_s, 0).isEmpty());
}

void TestMetrics::cpuShareNeedsTwoReadings()
{
    const auto before = cpuTimes("cpu  100 0 100 700 100 0 0 0 50 0\ncpu0 1 1 1 1\n");
    const auto now = cpuTimes("cpu  200 0 150 725 125 0 0 0 60 0\n");
    QVERIFY(before && now);
    QCOMPARE(cpuPercent(*before, *now), std::optional(75.0));
    QVERIFY(!cpuPercent(*now, *before));
    QVERIFY(!cpuPercent(*now, *now));
    QVERIFY(!cpuTimes("cpu  a b c d\n"));
    QVERIFY(!cpuTimes("nothing"));
}

void TestMetrics::memoryNeedsBothFigures()
{
    const auto memory = hostMemory("MemTotal:       1000 kB\nMemFree: 1 kB\nMemAvailable:    400 kB\n");
    QVERIFY(memory);
    QCOMPARE(memory->totalBytes, 1024000);
    QCOMPARE(memory->availableBytes, 409600);
    QVERIFY(!hostMemory("MemTotal: 1000 kB\n"));
}

void TestMetrics::hostCountsAreOfHardware()
{
    // proc(5); a number may follow the colon at once
    const QByteArray net = "Inter-|   Receive                                                |  Transmit\n"
                           " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets "
                           "errs drop fifo colls carrier compressed\n"
                           "    lo: 5 1 0 0 0 0 0 0 5 1 0 0 0 0 0 0\n"
                           "  eth0:1000 1 0 0 0 0 0 0 400 1 0 0 0 0 0 0\n"
                           "enp5s0: 30 1 0 0 0 0 0 0 40 1 0 0 0 0 0 0\n"
                           " bond0: 1030 1 0 0 0 0 0 0 440 1 0 0 0 0 0 0\n"
                           "docker0: 7 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0\n"
                           "eth0.12: 900 1 0 0 0 0 0 0 300 1 0 0 0 0 0 0\n"
                           "  cut0: 12 1 0 0\n"
                           "  odd0: -1 1 0 0 0 0 0 0 7 1 0 0 0 0 0 0\n";
    const QByteArray disks = "   8       0 sda 10 0 2000 5 20 0 4000 6 0 7 11\n"
                             "   8       1 sda1 10 0 2000 5 20 0 4000 6 0 7 11 0 0 0 0\n"
                             " 259       0 nvme0n1 1 0 8 5 2 0 16 6 0 7 11 0 0 0 0 0 0\n"
                             " 259       1 nvme0n1p1 1 0 8 5 2 0 16 6 0 7 11 0 0 0 0 0 0\n"
                             " 253       0 dm-0 1 0 8 5 2 0 16 6 0 7 11 0 0 0 0 0 0\n"
                             "   7       0 loop0 1 0 8 5 2 0 16 6 0 7 11\n"
                             " 999       0 cut 1 0 8\n";
    const QByteArray all = "cpu  100 0 100 700 100 0 0 0 50 0\nintr 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n"
                           "MemTotal:       1000 kB\nMemAvailable:    400 kB\n"
        + net + disks;
    QCOMPARE(networkCounts(all), networkCounts(net));
    QCOMPARE(diskCounts(all), diskCounts(disks));
    QVERIFY(hostMemory(all) && cpuTimes(all));
    QCOMPARE(networkCounts(all).value("eth0"), (ByteCounts{1000, 400}));
    QVERIFY(!networkCounts(all).contains("cut0") && !networkCounts(all).contains("odd0"));
    QCOMPARE(diskCounts(all).value("sda"), (ByteCounts{2000 * 512, 4000 * 512}));
    QVERIFY(!diskCounts(all).contains("cut"));

    const HostDevices known = hostDevices("/sys/class/net/eth0/device\n/sys/class/net/enp5s0/device\n"
                                          "/sys/block/sda/device\n/sys/block/nvme0n1/device\n"
                                          "find: '/sys/x': No such\n"
                                          "/sys/block/cciss!c0d0/device\n");
    QCOMPARE(known.interfaces, (QSet<QByteArray>{"eth0", "enp5s0"}));
    QCOMPARE(known.disks, (QSet<QByteArray>{"sda", "nvme0n1", "cciss/c0d0"}));
    QCOMPARE(ofHardware(networkCounts(all), known.interfaces).keys(), (QList<QByteArray>{"enp5s0", "eth0"}));
    QCOMPARE(ofHardware(diskCounts(all), known.disks).keys(), (QList<QByteArray>{"nvme0n1", "sda"}));
    QCOMPARE(ofHardware(networkCounts(all), {}).keys(), (QList<QByteArray>{"enp5s0", "eth0"})); // by their names
    QCOMPARE(ofHardware(diskCounts(all), {}).keys(), (QList<QByteArray>{"nvme0n1", "sda"}));

    const CountsByDevice before{{"eth0", {100, 50}}, {"eth1", {10, 10}}};
    const auto rates = byteRates(before, {{"eth0", {300, 150}}, {"eth2", {9999, 9999}}}, 2);
    QVERIFY(rates && rates->in == 100 && rates->out == 50); // what is new has no rate yet
    QVERIFY(!byteRates(before, {{"eth0", {99, 150}}}, 2)); // it began anew
    QVERIFY(!byteRates(before, {{"eth2", {1, 1}}}, 2) && !byteRates(before, before, 0) && !byteRates({}, before, 1));
}

static QByteArray mindie(int generated, int fast, int slow, int running)
{
    return QByteArray(
               "# TYPE time_to_first_token_seconds histogram\n"
               "time_to_first_token_seconds_bucket{le=\"0.1\"} %1\ntime_to_first_token_seconds_bucket{le=\"1\"} %2\n"
               "time_to_first_token_seconds_bucket{le=\"+Inf\"} %2\ntime_to_first_token_seconds_count %2\n"
               "generation_tokens_total{model_name=\"m\"} %3\nnum_requests_running{model_name=\"m\"} %4\n")
        .replace("%1", QByteArray::number(fast))
        .replace("%2", QByteArray::number(fast + slow))
        .replace("%3", QByteArray::number(generated))
        .replace("%4", QByteArray::number(running));
}

void TestMetrics::latenciesAreOfTheRequestsInBetween()
{
    const EndpointReading before = reading(0, mindie(100, 1000, 0, 1)), now = reading(2000, mindie(180, 1000, 10, 4));
    const QList<Sample> samples = servingSamples(now, &before, u"node1"_s);
    // ten slow ones, not the thousand fast ones of yesterday
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p50"_s), 550.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.tokens"_s), 40.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.running"_s), 4.0);
    QVERIFY(std::isnan(*valueOf(samples, u"endpoint"_s, u"serving.waiting"_s)));
}

// MindIE's name and vLLM's; of the ten that ended in between, not of those before.
void TestMetrics::aWholeRequestsTimeIsRead()
{
    for (const QByteArray &name : {QByteArray("e2e_request_latency_seconds"),
                                   QByteArray("vllm:e2e_request_latency_seconds")}) {
        const auto text = [&](int fast, int slow) {
            return QByteArray("# TYPE N histogram\nN_bucket{model_name=\"m\",le=\"1\"} F\n"
                              "N_bucket{model_name=\"m\",le=\"5\"} A\nN_bucket{model_name=\"m\",le=\"+Inf\"} A\n"
                              "N_count{model_name=\"m\"} A\nN_sum{model_name=\"m\"} 9\n")
                .replace("N_", name + '_').replace("N ", name + ' ')
                .replace("} F", "} " + QByteArray::number(fast))
                .replace("} A", "} " + QByteArray::number(fast + slow));
        };
        const EndpointReading before = reading(0, text(1000, 0)), now = reading(2000, text(1000, 10));
        const QList<Sample> samples = servingSamples(now, &before, u"node1"_s);
        QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.e2e.p50"_s), 3000.0);
        QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.e2e.p50.low"_s), 1000.0);
        QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.e2e.p99.high"_s), 5000.0);
        QVERIFY(std::isnan(*valueOf(servingSamples(now, &now, u"node1"_s), u"endpoint"_s, u"serving.e2e.p50"_s)));
    }
}

// MindIE adds a request's tokens to its counter when the request ends; the time of each it notes when it comes.
void TestMetrics::tokensCountWhenTheyComeThoughTheCounterWaits()
{
    const auto text = [](int firsts, int others, int ended) {
        return QByteArray("# TYPE time_to_first_token_seconds "
                          "histogram\ntime_to_first_token_seconds_count{model_name=\"m\"} %1\n"
                          "time_to_first_token_seconds_sum{model_name=\"m\"} "
                          "1.5\ntime_to_first_token_seconds_bucket{model_name=\"m\",le=\"+Inf\"} %1\n"
                          "# TYPE time_per_output_token_seconds "
                          "histogram\ntime_per_output_token_seconds_count{model_name=\"m\"} %2\n"
                          "time_per_output_token_seconds_sum{model_name=\"m\"} "
                          "9.5\ntime_per_output_token_seconds_bucket{model_name=\"m\",le=\"+Inf\"} %2\n"
                          "# TYPE generation_tokens_total counter\ngeneration_tokens_total{model_name=\"m\"} %3\n")
            .replace("%1", QByteArray::number(firsts))
            .replace("%2", QByteArray::number(others))
            .replace("%3", QByteArray::number(ended));
    };
    const EndpointReading at[] = {reading(0, text(10, 500, 510)), reading(1000, text(11, 519, 510)),
                                  reading(2000, text(11, 539, 510)), reading(3000, text(11, 540, 551))};
    const auto rate = [&at](int i) {
        return valueOf(servingSamples(at[i], &at[i - 1], u"n"_s), u"endpoint"_s, u"serving.tokens"_s);
    };
    QCOMPARE(rate(1), 20.0);
    QCOMPARE(rate(2), 20.0);
    QCOMPARE(rate(3), 1.0); // not the 41 of the answer that ended
    const EndpointReading anew = reading(4000, text(1, 4, 0));
    QCOMPARE(valueOf(servingSamples(anew, &at[3], u"n"_s), u"endpoint"_s, u"serving.tokens"_s), 5.0); // restarted
    // vLLM observes steps, of which one may bring several tokens; its counter does not wait.
    const auto vllm = [&text](int firsts, int others, int made) {
        return text(firsts, others, made).replace("time_", "vllm:time_").replace("generation_", "vllm:generation_");
    };
    const EndpointReading before = reading(0, vllm(1, 0, 1)), now = reading(1000, vllm(1, 10, 31));
    QCOMPARE(valueOf(servingSamples(now, &before, u"n"_s), u"endpoint"_s, u"serving.tokens"_s), 30.0);
}

void TestMetrics::noNewRequestIsNoLatency()
{
    const EndpointReading before = reading(0, mindie(100, 5, 5, 0)), now = reading(1000, mindie(100, 5, 5, 0));
    const QList<Sample> samples = servingSamples(now, &before, u"n"_s);
    QVERIFY(std::isnan(*valueOf(samples, u"endpoint"_s, u"serving.ttft.p50"_s)));
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.tokens"_s), 0.0);
    const QList<Sample> first = servingSamples(now, nullptr, u"n"_s);
    QVERIFY(std::isnan(*valueOf(first, u"endpoint"_s, u"serving.tokens"_s)));
    QVERIFY(std::isnan(*valueOf(first, u"endpoint"_s, u"serving.ttft.p99"_s)));
}

void TestMetrics::aRestartedEndpointCountsFromZero()
{
    const EndpointReading before = reading(0, mindie(1000, 50, 50, 0)), now = reading(1000, mindie(20, 2, 0, 0));
    const QList<Sample> samples = servingSamples(now, &before, u"n"_s);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.tokens"_s), 20.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p50"_s), 50.0);
}

void TestMetrics::oneOfSeveralEnginesThatRestarts_data()
{
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("vLLM") << QByteArray("vllm:");
    QTest::newRow("MindIE") << QByteArray();
}

// What each engine's series rose by, then the sum, as sum(rate()) is.
void TestMetrics::oneOfSeveralEnginesThatRestarts()
{
    QFETCH(QByteArray, prefix);
    const auto text = [&](std::array<int, 2> tokens, std::array<int, 2> fast, std::array<int, 2> all) {
        const QByteArray ttft = prefix + "time_to_first_token_seconds";
        QByteArray text = "# TYPE " + prefix + "generation_tokens_total counter\n";
        for (size_t i = 0; i < 2; ++i)
            text += prefix + "generation_tokens_total{engine=\"" + QByteArray::number(int(i)) + "\"} "
                + QByteArray::number(tokens[i]) + '\n';
        text += "# TYPE " + ttft + " histogram\n";
        for (size_t i = 0; i < 2; ++i) {
            const QByteArray engine = "_bucket{engine=\"" + QByteArray::number(int(i)) + "\",le=\"";
            text += ttft + engine + "1\"} " + QByteArray::number(fast[i]) + '\n';
            text += ttft + engine + "2\"} " + QByteArray::number(all[i]) + '\n';
            text += ttft + engine + "+Inf\"} " + QByteArray::number(all[i]) + '\n';
        }
        return text;
    };
    const EndpointReading before = reading(0, text({10000, 20000}, {900, 1800}, {1000, 2000}));
    const EndpointReading now = reading(1000, text({50, 20100}, {0, 1800}, {2, 2008}));
    const QList<Sample> samples = servingSamples(now, &before, u"n"_s);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.tokens"_s), 150.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p50"_s), 1500.0); // ten, and all between 1 s and 2 s
}

// Several URLs are read as one text.
void TestMetrics::processesWithTheSameLabelsCountEach()
{
    const EndpointReading before = reading(0, mindie(1000, 10, 0, 1) + mindie(5000, 20, 0, 1));
    const EndpointReading now = reading(1000, mindie(30, 0, 4, 1) + mindie(5010, 20, 4, 1));
    const QList<Sample> samples = servingSamples(now, &before, u"n"_s);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.tokens"_s), 40.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p50.low"_s), 100.0);
}

void TestMetrics::bucketsNeedNoTypeBeforeThem()
{
    const QByteArray type = "# TYPE vllm:time_to_first_token_seconds histogram\n";
    QByteArrayList lines;
    for (const char *engine : {"0", "1"}) {
        for (const char *bound : {"1", "2", "+Inf"})
            lines << QByteArray("vllm:time_to_first_token_seconds_bucket{engine=\"") + engine + "\",le=\"" + bound
                    + "\"} 5\n";
    }
    const QByteArray zero = QByteArray(lines.join()).replace("} 5", "} 0");
    const EndpointReading before = reading(0, zero);
    for (qsizetype at = 0; at <= lines.size(); ++at) { // the last: without one
        QByteArrayList shuffled = lines;
        std::reverse(shuffled.begin(), shuffled.end());
        if (at < lines.size())
            shuffled.insert(at, type);
        const QList<Sample> samples = servingSamples(reading(1000, shuffled.join()), &before, u"n"_s);
        QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p50"_s), 500.0);
    }
}

void TestMetrics::quantilesInterpolate()
{
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(quantileOf({{1, 10}, {2, 20}, {infinity, 20}}, 0.5).value, 1.0);
    const BucketQuantile atTheBound = quantileOf({{1, 10}, {2, 20}, {infinity, 20}}, 0.5);
    QCOMPARE(atTheBound.low, 0.0);       // the tenth of twenty is among the first ten
    QCOMPARE(atTheBound.high, 1.0);
    QCOMPARE(quantileOf({{1, 10}, {2, 20}, {infinity, 20}}, 0.75).value, 1.5);
    QVERIFY(std::isnan(quantileOf({}, 0.5).value));
    QVERIFY(std::isnan(quantileOf({{1, 0}, {infinity, 0}}, 0.5).value));
    QVERIFY(std::isnan(quantileOf({{1, 5}, {2, 3}}, 0.5).value)); // no +Inf: not a whole histogram
    // counts that fall are raised, as Prometheus does it: of five, all lie below 1
    QCOMPARE(quantileOf({{1, 5}, {2, 3}, {infinity, 5}}, 0.99).value, 0.99);
    QCOMPARE(quantileOf({{1, 5}, {2, 3}, {infinity, 4}}, 0.99).high, 1.0);
    QCOMPARE(quantileOf({{1, 5}, {2, 3}, {infinity, 9}}, 0.6).low, 2.0);
}

void TestMetrics::aboveTheLastBoundIsNoNumber()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const BucketQuantile above = quantileOf({{5, 0}, {10, 6}, {infinity, 7}}, 0.99);
    QCOMPARE(above.value, infinity);     // not 10, which is all that was waited at least
    QCOMPARE(above.low, 10.0);
    const BucketQuantile inside = quantileOf({{1, 0}, {2.5, 1}, {infinity, 1}}, 0.5);
    QCOMPARE(inside.low, 1.0);
    QCOMPARE(inside.high, 2.5);
    QCOMPARE(roundedInBucket(1750, 1000, 2500), 1800.0);
    QCOMPARE(roundedInBucket(998, 750, 1000), 1000.0);
    QCOMPARE(roundedInBucket(375, 250, 500), 380.0);
    QCOMPARE(roundedInBucket(12.25, 10, 25), 12.0);

    const EndpointReading before = reading(0, mindie(100, 0, 0, 0));
    QByteArray text = mindie(100, 0, 0, 0);
    text.replace("le=\"+Inf\"} 0", "le=\"+Inf\"} 1").replace("_count 0", "_count 1");
    const QList<Sample> samples = servingSamples(reading(1000, text), &before, u"n"_s);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p99"_s), infinity);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.ttft.p99.low"_s), 1000.0);
}

void TestMetrics::enginesUseOtherNames_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("MindIE") << QByteArray(
        "num_requests_running{model_name=\"m\"} 2\nnpu_cache_usage_perc{model_name=\"m\"} 0.25\n");
    QTest::newRow("vLLM 0") << QByteArray(
        "vllm:num_requests_running{model_name=\"m\"} 2.0\nvllm:gpu_cache_usage_perc{model_name=\"m\"} 0.25\n");
    QTest::newRow("vLLM 1, two engines") << QByteArray(
        "vllm:num_requests_running{engine=\"0\"} 1.0\nvllm:num_requests_running{engine=\"1\"} 1.0\n"
        "vllm:kv_cache_usage_perc{engine=\"0\"} 0.2\nvllm:kv_cache_usage_perc{engine=\"1\"} 3e-1\n");
    QTest::newRow("llama.cpp") << QByteArray("llamacpp:requests_processing 2\nllamacpp:kv_cache_usage_ratio 0.25\n");
}

void TestMetrics::enginesUseOtherNames()
{
    QFETCH(QByteArray, text);
    const QList<Sample> samples = servingSamples(reading(0, text), nullptr, u"n"_s);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.running"_s), 2.0);
    QCOMPARE(valueOf(samples, u"endpoint"_s, u"serving.kv_cache"_s), 25.0);
}

void TestMetrics::anOddCacheShareIsFlagged()
{
    const auto share = [](const QByteArray &values) {
        const EndpointReading now = reading(0, values);
        return std::pair(*valueOf(servingSamples(now, nullptr, u"n"_s), u"endpoint"_s, u"serving.kv_cache"_s),
                         hasOddCacheShare(now.metrics));
    };
    QCOMPARE(share("vllm:kv_cache_usage_perc{engine=\"0\"} -0.1\n"), std::pair(0.0, true));
    QCOMPARE(share("vllm:kv_cache_usage_perc{engine=\"0\"} -0.1\nvllm:kv_cache_usage_perc{engine=\"1\"} 0.5\n"),
             std::pair(25.0, true));
    QCOMPARE(share("vllm:kv_cache_usage_perc{engine=\"0\"} 0.5\n"), std::pair(50.0, false));
    const auto more = share("vllm:kv_cache_usage_perc{engine=\"0\"} 1.7\n");
    QVERIFY(std::isnan(more.first) && more.second);
}

void TestMetrics::historyKeepsTheFinestRingThatReachesBack()
{
    MetricHistory history;
    const MetricKey key{u"n"_s, u"0/0"_s, u"npu.aicore"_s};
    const qint64 hours = 3600'000, now = 24 * hours;
    for (qint64 t = 0; t <= now; t += 2000)
        history.append({{t, key, double(t % 7)}});
    QCOMPARE(history.window(key, now - 60'000, now).size(), 31);
    QCOMPARE(history.window(key, now - 2 * hours, now).size(), 3601);
    QCOMPARE(history.window(key, now - 6 * hours, now).size(), 2161); // the last step has begun
    QCOMPARE(history.window(key, now - 60'000, now, 10'000).size(), 7); // no finer than asked for
    QCOMPARE(history.stepOf(key, now - 2 * hours, now), 0);
    QCOMPARE(history.stepOf(key, now - 6 * hours, now), 10'000);
    QCOMPARE(history.stepOf(key, now - 60'000, now, 10'001), 60'000);
    const auto day = history.window(key, 0, now);
    QVERIFY(day.size() >= 1439 && day.size() <= 1441);
    QCOMPARE(history.last(key)->timeMs, now);
    QVERIFY(history.window({u"other"_s, {}, {}}, 0, now).isEmpty());
    QCOMPARE(history.keys(), QList<MetricKey>{key});
}

void TestMetrics::aPartOfThePastStandsInMoreDetail()
{
    MetricHistory history;
    const MetricKey key{u"n"_s, u"0/0"_s, u"m"_s}, other{u"n"_s, u"1/0"_s, u"m"_s};
    const qint64 hours = 3600'000, now = 100 * hours, then = now - 20 * hours;
    for (qint64 t = now - 24 * hours; t <= now; t += 5000)
        history.append({{t, key, 1}, {t, other, 1}});
    QCOMPARE(history.window(key, then, then + 600'000).size(), 10);
    PastPart part{then - 60'000, then + 3600'000, 0, {}};
    for (qint64 t = part.fromMs; t <= part.toMs; t += 5000)
        part.values[key] << TimedValue{t, 2};
    history.setPart(part);
    const QList<TimedValue> values = history.window(key, then, then + 600'000);
    QCOMPARE(values.size(), 121);
    QCOMPARE(values.first(), (TimedValue{then, 2}));
    QCOMPARE(values.last(), (TimedValue{then + 600'000, 2}));
    QCOMPARE(history.stepOf(key, then, then + 600'000), 0);
    QCOMPARE(history.window(other, then, then + 600'000).size(), 10);  // it has nothing of that one
    QCOMPARE(history.window(key, then - 70'000, then).size(), 1);      // nor all of that time
    QCOMPARE(history.window(key, now - hours, now).first().value, 1.0); // and of what is there it is not asked
    part.stepMs = 60'000;                // no finer than what is there
    history.setPart(part);
    QCOMPARE(history.window(key, then, then + 600'000).size(), 10);
    QCOMPARE(history.stepOf(key, then, then + 600'000), 60'000);
}

void TestMetrics::coarseRingsAreMeansAndKeepGaps()
{
    MetricHistory history;
    const MetricKey key{u"n"_s, u"0/0"_s, u"m"_s};
    const qint64 hour = 3600'000;
    history.append({{0, key, 1},
                    {1000, key, 3},
                    {2000, key, missing},
                    {10'000, key, missing},
                    {11'000, key, missing},
                    {20'000, key, 8}});
    history.append({{3 * hour, key, 5}});
    const auto old = history.window(key, 0, 30'000);
    QCOMPARE(old.size(), 3);
    QCOMPARE(old[0].value, 2.0);
    QVERIFY(std::isnan(old[1].value));
    QCOMPARE(old[2].value, 8.0);
}

// Of some minutes without a boundary between them a range of weeks shows what a shorter one does.
void TestMetrics::theStepUnderWayHasItsMean()
{
    const MetricKey key{u"n"_s, u"endpoint"_s, u"serving.ttft.p50"_s};
    const qint64 start = 600'000'000, day = 24 * 3600'000LL;
    for (const int seconds : {60, 240, 500}) {
        MetricHistory history;
        for (int i = 0; i < seconds; ++i)
            history.append({{start + 30'000 + i * 1000LL, key, i % 20 == 0 ? 100.0 : missing}});
        const qint64 now = start + 30'000 + (seconds - 1) * 1000LL;
        for (const qint64 range : {8 * day, 30 * day}) {
            const QList<TimedValue> values = history.window(key, now - range, now);
            QCOMPARE(values.size(), 2);
            QCOMPARE(values[0].value, 100.0);
            QVERIFY(values[0].timeMs > start + 30'000 && values[0].timeMs < now);
            QVERIFY(std::isnan(values[1].value) && values[1].timeMs == now); // and now no request has ended
        }
    }
    MetricHistory one;
    one.append({{start + 30'000, key, 5}});
    QCOMPARE(one.window(key, start - 30 * day, start + 60'000), (QList<TimedValue>{{start + 30'000, 5}}));
}

void TestMetrics::aMeanOfWhatIsAboveAllBoundsIsAboveThemToo()
{
    constexpr double above = std::numeric_limits<double>::infinity();
    for (const QList<double> &values : {QList<double>{above, 100}, {100, above}, {above, above, 100, 200}}) {
        Rollup sum;
        for (const double value : values)
            addTo(sum, {0, value, value, value, 1});
        QCOMPARE(sum.count, values.size());
        QVERIFY(std::isinf(sum.mean));
    }
}

void TestMetrics::lateSamplesAreDropped()
{
    MetricHistory history;
    const MetricKey key{u"n"_s, u"0/0"_s, u"m"_s};
    history.append({{5000, key, 1}, {5000, key, 2}, {4000, key, 3}, {6000, key, 4}});
    QCOMPARE(history.window(key, 0, 9000), (QList<TimedValue>{{5000, 1}, {6000, 4}}));
    history.append({{6000 - MetricHistory::clockStepMs, key, 5}}); // late by so much: no clock that was set back
    QCOMPARE(history.window(key, 0, 9000), (QList<TimedValue>{{5000, 1}, {6000, 4}}));
}

void TestMetrics::aClockThatWasSetBackDoesNotStopIt()
{
    MetricHistory history;
    const MetricKey key{u"n"_s, u"0/0"_s, u"m"_s}, silent{u"n"_s, u"1/0"_s, u"m"_s};
    const qint64 hour = 3600'000;
    for (qint64 t = hour; t <= 2 * hour; t += 1000)
        QCOMPARE(history.append({{t, key, 1}, {t, silent, 1}}), 0);
    QCOMPARE(history.append({{2 * hour - 600'000, key, 7}}), 600'000);
    QCOMPARE(history.append({{2 * hour - 599'000, key, 8}}), 0);
    QCOMPARE(history.last(key)->value, 8.0);
    QCOMPARE(history.window(key, 2 * hour - 600'000, 2 * hour),
             (QList<TimedValue>{{2 * hour - 600'000, 7}, {2 * hour - 599'000, 8}}));
    QCOMPARE(history.window(key, 0, 2 * hour - 600'001).size(), 3000); // what was before stays
    // nor does another series reach into times to come
    QVERIFY(history.window(silent, 2 * hour - 600'000, 3 * hour).isEmpty());
    QCOMPARE(history.last(silent)->timeMs, 2 * hour - 601'000);
    const auto coarse = history.window(key, 2 * hour - 13 * hour, 3 * hour);
    QVERIFY(
        std::is_sorted(coarse.begin(), coarse.end(), [](const auto &a, const auto &b) { return a.timeMs < b.timeMs; }));
}

void TestMetrics::historyCanBeRenamedAndJoined()
{
    const MetricKey one{u"n1"_s, u"0/0"_s, u"m"_s}, two{u"n2"_s, u"0/0"_s, u"m"_s};
    MetricHistory history;
    history.append({{5000, one, 1}, {5000, two, 2}});
    history.rename({{u"n1"_s, u"n2"_s}, {u"n2"_s, u"n1"_s}});
    QCOMPARE(history.last(one)->value, 2.0);
    QCOMPARE(history.last(two)->value, 1.0);
    QCOMPARE(history.last(two)->key, two);
    MetricHistory older;
    older.append({{1000, one, 8}, {1000, {u"n3"_s, {}, {}}, 9}});
    history.putBefore(older);
    QCOMPARE(history.window(one, 0, 9000), (QList<TimedValue>{{1000, 8}, {5000, 2}}));
    QCOMPARE(history.keys().size(), 3);
}

void TestMetrics::thinningKeepsExtremesAndGaps()
{
    auto values = every(1000, 3600, [](int i) { return i == 1234 ? 99.0 : i == 2345 ? -7.0 : double(i % 10); });
    for (int i = 3000; i < 3100; ++i)
        values[i].value = missing;
    const auto thin = decimate(values, 0, 3'600'000, 200);
    QVERIFY2(thin.size() <= 2 * 200 + 6, qPrintable(QString::number(thin.size())));
    QVERIFY(thin.contains(TimedValue{1'234'000, 99}));
    QVERIFY(thin.contains(TimedValue{2'345'000, -7}));
    QCOMPARE(thin.first(), values.first());
    QCOMPARE(thin.last(), values.last());
    QVERIFY(std::is_sorted(thin.begin(), thin.end(), [](const auto &a, const auto &b) { return a.timeMs < b.timeMs; }));
    const auto runs = runsOf(thin);
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0].last().timeMs, 2'999'000);
    QCOMPARE(runs[1].first().timeMs, 3'100'000);
}

void TestMetrics::thinningFindsHoles()
{
    // Of one column the highest and the lowest, whichever came first.
    for (const double first : {99.0, -99.0}) {
        const QList<TimedValue> thin = decimate({{0, 1}, {1000, first}, {2000, -first}, {3000, 1}}, 0, 4000, 1);
        QVERIFY(thin.contains(TimedValue{1000, first}) && thin.contains(TimedValue{2000, -first}));
    }
    QList<TimedValue> values = every(1000, 10, [](int) { return 1.0; }) + QList<TimedValue>{{60'000, 2}, {61'000, 2}};
    QCOMPARE(runsOf(decimate(values, 0, 100'000, 1000, 10'000)).size(), 2);
    QCOMPARE(runsOf(decimate(values, 0, 100'000, 1000, 0)).size(), 1);
    QCOMPARE(runsOf(decimate(values, 0, 100'000, 1, 10'000)).size(), 2);
}

void TestMetrics::thinningNeedsOnlyTheWindow()
{
    const auto values = every(1000, 100, [](int i) { return double(i); });
    const auto thin = decimate(values, 50'500, 59'500, 1000);
    QCOMPARE(thin.first().timeMs, 50'000);
    QCOMPARE(thin.last().timeMs, 60'000);
    QVERIFY(decimate(values, 10, 10, 100).isEmpty());
    QVERIFY(decimate({}, 0, 10, 100).isEmpty());
    QVERIFY(decimate({{5, missing}}, 0, 10, 100).isEmpty());
}

void TestMetrics::everyMetricHasATitle()
{
    for (const MetricInfo &info : metricCatalogue())
        QVERIFY(!info.title.isEmpty());
    QCOMPARE(metricInfo(u"npu.aicore"_s).unit, u"%"_s);
    QCOMPARE(healthWord(*healthLevel(u"Alarm"_s)), u"Alarm"_s);
    QVERIFY(!healthLevel(u"UNKNOWN"_s));
}

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
