// One node asked again and again: values, gaps when it fails, no pile of ticks, a clean stop.
#include "core/metrics/endpointsource.h"
#include "core/metrics/nodesource.h"
#include "core/metrics/sampler.h"
#include "core/cluster/nodehealth.h"
#include "tests/support/scriptedshell.h"

#include <QDateTime>
#include <QFile>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <atomic>
#include <cmath>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray infoText()
{
    QFile file(QStringLiteral(ASC_FIXTURES_DIR "/npu-smi/25.2.3/910b3-info.txt"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Script
{
    std::atomic<bool> failing = false;   // the whole node is lost
    std::atomic<bool> hanging = false;   // npu-smi only
    std::atomic<int> asked = 0, running = 0, mostRunning = 0;
    std::atomic<int> slowMs = 0;
    std::atomic<int> lastTimeoutMs = 0;  // that npu-smi was given
};

// A node that can fail or be slow on demand.
class TestShell : public ScriptedShell
{
public:
    explicit TestShell(std::shared_ptr<Script> script) : m_script(std::move(script))
    {
        answer(u"npu-smi info"_s, infoText());
        answer(u"find -L /sys/class/net /sys/block -mindepth 2 -maxdepth 2 -name device"_s,
               "/sys/class/net/eth0/device\n/sys/block/sda/device\n");
    }

    Result<CommandOutput> run(const Command &command, std::stop_token stop, const OutputHandler &onOutput) override
    {
        if (m_script->failing)
            return Error{ErrorKind::Connection, u"The connection to 10.20.0.1 was lost."_s, {}, {}};
        if (command.argv.first() == u"npu-smi") {
            if (command.argv == QStringList{u"npu-smi"_s, u"info"_s}) {
                ++m_script->asked;
                m_script->lastTimeoutMs = int(command.timeout.count());
            }
            m_script->mostRunning = std::max(m_script->mostRunning.load(), ++m_script->running);
            for (int waited = 0; waited < m_script->slowMs && !stop.stop_requested(); waited += 5)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            --m_script->running;
            if (stop.stop_requested())
                return canceled();
            if (m_script->hanging)
                return Error{ErrorKind::Timeout, u"No answer in 10 s."_s, {}, {}};
        }
        if (command.argv.value(1) == u"/proc/stat") {
            m_jiffies += 100;
            const QByteArray count = QByteArray::number(1'000'000LL * m_jiffies), sectors = count;
            return CommandOutput{0,
                                 "cpu  " + QByteArray::number(m_jiffies) + " 0 0 " + QByteArray::number(3 * m_jiffies)
                                     + " 0\nMemTotal: 2000000 kB\nMemAvailable: 500000 kB\n  eth0: " + count
                                     + " 1 0 0 0 0 0 0 " + count + " 1 0 0 0 0 0 0\n bond0: " + count
                                     + " 1 0 0 0 0 0 0 " + count + " 1 0 0 0 0 0 0\n   8 0 sda 1 0 " + sectors
                                     + " 1 1 0 0 1 0 1 1\n   8 1 sda1 1 0 " + sectors + " 1 1 0 0 1 0 1 1\n",
                                 {},
                                 false,
                                 {}};
        }
        if (command.argv.first() == u"date")
            return CommandOutput{
                0, QByteArray::number(QDateTime::currentMSecsSinceEpoch() / 1000 + 7) + ".5\n", {}, false, {}};
        return ScriptedShell::run(command, stop, onOutput);
    }

private:
    std::shared_ptr<Script> m_script;
    int m_jiffies = 0;
};

std::unique_ptr<Source> sourceOf(const std::shared_ptr<Script> &script)
{
    return std::make_unique<NodeSource>(u"node1"_s, [script](std::stop_token) -> Result<std::unique_ptr<Shell>> {
        return std::unique_ptr<Shell>(std::make_unique<TestShell>(script));
    });
}

bool has(const QList<Sample> &samples, const QString &metric)
{
    return std::any_of(samples.begin(), samples.end(), [&metric](const Sample &s) { return s.key.metric == metric; });
}

} // namespace

class TestSampler : public QObject
{
    Q_OBJECT

private slots:
    void whatGoesOnIsNoGapUntilItIsLost();
    void oneReadingHasChipsAndHost();
    void whatIsAskedCardByCardHasItsOwnTime();
    void missingToolIsSaidWithTheNode();
    void aHungNpuSmiKeepsTheHostsFigures();
    void oneThatHangsIsAskedBriefly();
    void whatHungIsAskedAgainWhereSomebodyElseWasAnswered();
    void noPauseIsLongerThanTheFailure();
    void aHungQuestionIsToldWhileItIsAwaited();
    void whereItIsAskedSeldomItIsToldInTimeToo();
    void whatTheToolSaidIsInTheError();
    void failureIsAGapAndItGoesOn();
    void slowNodesLoseTicksNotMemory();
    void stopEndsAReadingUnderWay();
    void deletedWhileUnderWay();
    void endpointIsReadAndItsLossIsOneGap();
};

void TestSampler::oneReadingHasChipsAndHost()
{
    const auto script = std::make_shared<Script>();
    TestShell shell(script);
    NodeSampling host;
    const Result<Reading> first = sampleNode(shell, u"node1"_s, {}, &host);
    QVERIFY(bool(first));
    QVERIFY(has(first->samples, u"npu.aicore"_s) && has(first->samples, u"host.memory.used"_s)
            && !has(first->samples, u"host.cpu"_s) && !has(first->samples, u"host.network.in"_s));
    const auto clock = std::find_if(first->samples.cbegin(), first->samples.cend(), [](const Sample &sample) {
        return sample.key.metric == u"host.clock";
    });
    QVERIFY(clock != first->samples.cend() && clock->key.device == u"host");
    QVERIFY2(clock->value > 6 && clock->value < 8.5, qPrintable(QString::number(clock->value)));
    const Result<Reading> second = sampleNode(shell, u"node1"_s, {}, &host);
    QVERIFY(has(second->samples, u"host.cpu"_s) && !has(second->samples, u"host.clock"_s)); // once a minute
    QVERIFY(has(second->samples, u"host.network.in"_s) && has(second->samples, u"host.disk.read"_s));
    double in = 0, out = -1, read = 0;
    for (const Sample &sample : second->samples) {
        in = sample.key.metric == u"host.network.in" ? sample.value : in;
        out = sample.key.metric == u"host.network.out" ? sample.value : out;
        read = sample.key.metric == u"host.disk.read" ? sample.value : read;
    }
    QVERIFY(in > 0 && in == out);        // the bond's bytes are eth0's
    QVERIFY(qFuzzyCompare(read / in, 512.0 / (1 << 20) * 1e6 / 8)); // as many sectors as bytes
    for (const Sample &sample : second->samples) {
        if (sample.key.metric == u"host.cpu")
            QCOMPARE(sample.value, 25.0);
    }
}

// Whether it has come back is asked briefly: shorter than a gap in the host's figures. Now and then as long as ever.
void TestSampler::oneThatHangsIsAskedBriefly()
{
    const auto script = std::make_shared<Script>();
    TestShell shell(script);
    NodeSampling memory;
    QVERIFY(sampleNode(shell, u"node1"_s, {}, &memory));
    QCOMPARE(script->lastTimeoutMs.load(), 10'000);
    script->hanging = true;
    QList<int> timeouts;
    QStringList said;
    for (int i = 0; i < 5; ++i) {
        memory.npuSmiAgain = {};         // the pause has passed
        const Result<Reading> reading = sampleNode(shell, u"node1"_s, {}, &memory);
        QVERIFY(reading && reading->partly && has(reading->samples, u"host.memory.used"_s));
        timeouts << script->lastTimeoutMs;
        said << reading->partly->message;
    }
    QCOMPARE(timeouts, (QList{10'000, 4'000, 4'000, 10'000, 4'000}));
    QCOMPARE(QSet<QString>(said.begin(), said.end()).size(), 1); // "in 10 s": the longest that it was given
    script->hanging = false;
    memory.npuSmiAgain = {};
    const Result<Reading> well = sampleNode(shell, u"node1"_s, {}, &memory);
    QVERIFY(well && !well->partly && has(well->samples, u"npu.aicore"_s));
    QVERIFY(sampleNode(shell, u"node1"_s, {}, &memory));
    QCOMPARE(script->lastTimeoutMs.load(), 10'000);
}

void TestSampler::whatIsAskedCardByCardHasItsOwnTime()
{
    const auto script = std::make_shared<Script>();
    script->slowMs = 5;
    TestShell shell(script);
    for (int npu = 0; npu < 8; ++npu)
        shell.answer(u"npu-smi info -t usages -i %1"_s.arg(npu),
                     "\tNPU ID : " + QByteArray::number(npu)
                         + "\n\tChip Count : 1\n\n\tHBM Capacity(MB) : 65536\n\tAicpu Usage Rate(%) : 0\n"
                           "\tHBM Bandwidth Usage Rate(%) : 24\n\tChip ID : 0\n");
    NodeSampling host;
    QList<qint64> times;
    for (int i = 0; i < 400 && times.size() < 8; ++i) {
        const qint64 began = QDateTime::currentMSecsSinceEpoch();
        const Result<Reading> reading = sampleNode(shell, u"node1"_s, {}, &host);
        QVERIFY(bool(reading) && !reading->partly);
        QSet<qint64> ofTheReading;
        bool isAsked = false;
        for (const Sample &sample : reading->samples) {
            if (sample.key.metric == "npu.hbm.bandwidth"_L1) {
                QVERIFY(sample.timeMs >= began && sample.timeMs <= QDateTime::currentMSecsSinceEpoch());
                times << sample.timeMs;
                isAsked = true;
            } else if (sample.key.metric.startsWith(u"npu."_s)) {
                ofTheReading << sample.timeMs;
            }
        }
        QCOMPARE(ofTheReading.size(), 1);
        if (!isAsked)
            QTest::qSleep(5);
    }
    QCOMPARE(times.size(), 8);
    QCOMPARE(QSet<qint64>(times.cbegin(), times.cend()).size(), 8);
}

void TestSampler::missingToolIsSaidWithTheNode()
{
    ScriptedShell shell;
    const Result<Reading> reading = sampleNode(shell, u"node7"_s, {});
    QVERIFY(reading && reading->partly);
    QCOMPARE(reading->partly->kind, ErrorKind::CommandFailed);
    QVERIFY(reading->partly->message.contains(u"node7"));
}

// What was not answered is a gap; the rest is kept, each second.
void TestSampler::aHungNpuSmiKeepsTheHostsFigures()
{
    const auto script = std::make_shared<Script>();
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(std::chrono::milliseconds(20));
    QVERIFY(sampled.wait());
    script->hanging = true;
    QVERIFY(failed.wait());
    QVERIFY2(failed.last().at(1).value<Error>().message.contains(u"npu-smi did not answer in 10 s"),
             qPrintable(failed.last().at(1).value<Error>().message));
    const int askedBefore = script->asked;
    sampled.clear();
    QTRY_VERIFY(sampled.size() >= 5); // npu-smi is not asked each time: it would cost its timeout
    QVERIFY2(script->asked <= askedBefore + 1, qPrintable(QString::number(script->asked - askedBefore)));
    const auto samples = sampled.last().first().value<QList<Sample>>();
    QVERIFY(has(samples, u"npu.aicore"_s) && has(samples, u"host.cpu"_s) && has(samples, u"host.memory.used"_s));
    for (const Sample &sample : samples)
        QVERIFY2(std::isnan(sample.value) == sample.key.metric.startsWith(u"npu."_s), qPrintable(sample.key.metric));
    script->hanging = false;
    const auto hasChips = [&sampled] {
        const auto last = sampled.last().first().value<QList<Sample>>();
        return std::any_of(last.begin(), last.end(), [](const Sample &sample) {
            return sample.key.metric == u"npu.aicore" && !std::isnan(sample.value);
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasChips(), 20'000);
}

// Else not before a pause of seconds, and of minutes after some tries.
void TestSampler::whatHungIsAskedAgainWhereSomebodyElseWasAnswered()
{
    const auto script = std::make_shared<Script>();
    const std::unique_ptr<Source> source = sourceOf(script);
    script->hanging = true;
    Result<Reading> reading = source->read({}, {});
    QVERIFY(reading && reading->partly);
    script->hanging = false;
    reading = source->read({}, {});
    QVERIFY(reading && reading->partly);
    QCOMPARE(script->asked.load(), 1);   // it is left alone
    source->putOffNothing();
    reading = source->read({}, {});
    QVERIFY(reading && !reading->partly && has(reading->samples, u"npu.aicore"_s));
    QCOMPARE(script->asked.load(), 2);
}

void TestSampler::noPauseIsLongerThanTheFailure()
{
    const auto script = std::make_shared<Script>();
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    script->failing = true;
    sampler.start(std::chrono::hours(1));
    QTRY_COMPARE(failed.size(), 1);
    script->failing = false;
    sampler.askAgain();
    QTRY_VERIFY(!sampled.isEmpty());
}

// Not only when its ten seconds are over: by then the page has said "no data" beside a node that is fine.
void TestSampler::aHungQuestionIsToldWhileItIsAwaited()
{
    const auto script = std::make_shared<Script>();
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(100ms);
    QTRY_VERIFY(sampled.count() > 2);
    QVERIFY(failed.isEmpty());
    script->hanging = true;
    script->slowMs = 9000;
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 8000);
    QVERIFY2(clock.elapsed() < 7000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY(clock.elapsed() > oldAfter(100ms, 100ms).count() - 1500);
    const Error late = failed.takeFirst().at(1).value<Error>();
    QVERIFY2(late.message.contains(u"npu-smi has not answered for"), qPrintable(late.message));
    QList<HealthNote> notes
        = mergedNotes({contactNote(HealthSource::Monitor, 1)}, notesOf(late, HealthSource::Monitor, 2));
    QCOMPARE(healthOf(notes, false, 3).level, HealthLevel::Warning);
    QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 8000);
    notes = mergedNotes(notes, notesOf(failed.takeFirst().at(1).value<Error>(), HealthSource::Monitor, 3));
    QCOMPARE(healthOf(notes, false, 4).level, HealthLevel::Failed);
    // And where the answer comes after all, it is the news.
    const QList<HealthNote> values = notesOf(sampled.first().first().value<QList<Sample>>(), 5);
    QCOMPARE(healthOf(mergedNotes(notes, values), false, 6), healthOf(values, false, 6));
}

// A tool that answers at once and is asked each five seconds: it need not be silent for fifteen.
void TestSampler::whereItIsAskedSeldomItIsToldInTimeToo()
{
    const auto script = std::make_shared<Script>();
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(5000ms);
    QVERIFY(sampled.wait());
    script->hanging = true;
    script->slowMs = 30'000;
    QElapsedTimer clock;
    clock.start();
    QTRY_VERIFY_WITH_TIMEOUT(!failed.isEmpty(), 20'000);
    QVERIFY2(clock.elapsed() < 12'000, qPrintable(QString::number(clock.elapsed())));
    QVERIFY2(clock.elapsed() > 8000, qPrintable(QString::number(clock.elapsed()))); // not before it is unusual
    QVERIFY(failed.first().at(1).value<Error>().message.contains(u"npu-smi has not answered for"));
}

void TestSampler::whatTheToolSaidIsInTheError()
{
    ScriptedShell shell;
    shell.answer(u"npu-smi info"_s, {}, 187, "dcmi module initialize failed. ret is -8005\n");
    const Result<Reading> reading = sampleNode(shell, u"node1"_s, {});
    QVERIFY(reading && reading->partly);
    QVERIFY2(reading->partly->message.contains(u"-8005"), qPrintable(reading->partly->message));
}

void TestSampler::failureIsAGapAndItGoesOn()
{
    const auto script = std::make_shared<Script>();
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(std::chrono::milliseconds(20));
    QVERIFY(sampled.wait());
    const qsizetype known = sampled.last().first().value<QList<Sample>>().size();
    script->failing = true;
    QVERIFY(failed.wait());
    const auto gap = sampled.last().first().value<QList<Sample>>();
    QVERIFY(gap.size() >= known);
    QVERIFY(std::all_of(gap.begin(), gap.end(), [](const Sample &s) { return std::isnan(s.value); }));
    QCOMPARE(failed.last().at(0).toString(), u"node1"_s);
    const qsizetype told = sampled.size();
    QVERIFY(failed.wait());
    QCOMPARE(sampled.size(), told);      // once, however often it is tried
    script->failing = false;
    sampled.clear();
    QTRY_VERIFY(!sampled.isEmpty() && !std::isnan(sampled.last().first().value<QList<Sample>>().first().value));
}

void TestSampler::slowNodesLoseTicksNotMemory()
{
    const auto script = std::make_shared<Script>();
    script->slowMs = 100;
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled);
    sampler.start(std::chrono::milliseconds(10));
    QTRY_VERIFY(sampled.size() >= 3);
    QCOMPARE(script->mostRunning.load(), 1);
    QVERIFY2(script->asked <= sampled.size() + 1, "each reading was asked for once, not once per missed tick");
}

void TestSampler::stopEndsAReadingUnderWay()
{
    const auto script = std::make_shared<Script>();
    script->slowMs = 60'000;
    Sampler sampler(sourceOf(script));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(std::chrono::milliseconds(10));
    QTRY_COMPARE(script->running.load(), 1);
    QElapsedTimer timer;
    timer.start();
    sampler.stop();
    QTRY_COMPARE(script->running.load(), 0);
    QVERIFY(timer.elapsed() < 1000);
    QVERIFY(sampled.isEmpty() && failed.isEmpty()); // nobody hears of a stop that somebody asked for
    script->slowMs = 0;
    sampler.start(std::chrono::milliseconds(10));
    QVERIFY(sampled.wait());
}

void TestSampler::deletedWhileUnderWay()
{
    const auto script = std::make_shared<Script>();
    script->slowMs = 60'000;
    auto sampler = std::make_unique<Sampler>(sourceOf(script));
    sampler->start(std::chrono::milliseconds(10));
    QTRY_COMPARE(script->running.load(), 1);
    sampler.reset();
    QCOMPARE(script->running.load(), 0);
}

void TestSampler::endpointIsReadAndItsLossIsOneGap()
{
    QTcpServer server;
    int served = 0;
    QByteArray body = "num_requests_running 3\ngeneration_tokens_total 100\n";
    connect(&server, &QTcpServer::newConnection, &server, [&] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [&, socket] {
            ++served;
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size())
                          + "\r\nConnection: close\r\n\r\n" + body);
            socket->disconnectFromHost();
        });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    Sampler sampler(
        std::make_unique<EndpointSource>(u"node1"_s,
                                         QStringList{u"http://127.0.0.1:%1/metrics"_s.arg(server.serverPort())}));
    QSignalSpy sampled(&sampler, &Sampler::sampled), failed(&sampler, &Sampler::failed);
    sampler.start(std::chrono::milliseconds(20));
    QTRY_VERIFY(sampled.size() >= 2);
    const auto samples = sampled.last().first().value<QList<Sample>>();
    QVERIFY(std::any_of(samples.begin(), samples.end(),
                        [](const Sample &s) { return s.key.metric == u"serving.tokens" && s.value == 0; }));
    server.close();
    QTRY_VERIFY(failed.size() >= 2);
    int gaps = 0;
    for (const auto &call : sampled) {
        const auto list = call.first().value<QList<Sample>>();
        gaps += std::all_of(list.begin(), list.end(), [](const Sample &s) { return std::isnan(s.value); }) ? 1 : 0;
    }
    QCOMPARE(gaps, 1);
}

namespace {

// A chip and its host; then the host alone, for the chip is measured less often; then nothing.
class SlowChip : public Source
{
public:
    SlowChip() : Source(u"node1"_s) {}
    Result<Reading> read(std::stop_token, const AtPart &) override
    {
        Reading reading;
        reading.samples << Sample{1000 * ++m_turn, {node(), u"host"_s, u"host.cpu"_s}, 5};
        if (m_turn == 1)
            reading.samples << Sample{1000, {node(), u"0/0"_s, u"npu.aicore"_s}, 37};
        reading.goesOn = m_turn > 1;
        if (m_turn == 2) // that a part of it failed is no gap in what goes on
            reading.partly = Error{ErrorKind::Timeout, u"npu-smi did not answer."_s, {}, {{u"part"_s, u"npu-smi"_s}}};
        if (m_turn > 3)
            return Error{ErrorKind::Connection, u"lost"_s, {}, {}};
        return reading;
    }
    std::optional<Error> overdue(const QString &, qint64) const override { return std::nullopt; }
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(1); }

private:
    int m_turn = 0;
};

} // namespace

void TestSampler::whatGoesOnIsNoGapUntilItIsLost()
{
    Sampler sampler(std::make_unique<SlowChip>());
    QSignalSpy sampled(&sampler, &Sampler::sampled);
    sampler.start(std::chrono::milliseconds(20));
    QTRY_VERIFY(sampled.size() >= 4);
    const auto listOf = [&](int turn) { return sampled[turn].first().value<QList<Sample>>(); };
    QCOMPARE(listOf(0).size(), 2);
    QCOMPARE(listOf(1).size(), 1);
    QCOMPARE(listOf(2).size(), 1);
    QCOMPARE(listOf(3).size(), 2);       // lost: a gap in both
    QVERIFY(std::isnan(listOf(3)[0].value) && std::isnan(listOf(3)[1].value));
}

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
