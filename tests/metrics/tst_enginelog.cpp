// What an engine's log says of its load: lines as vLLM (0 and 1) and SGLang print them, with numbers of our own.
#include "core/metrics/enginelog.h"

#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QByteArray vllm(const QByteArray &time, double prompt, double tokens, int running, int waiting,
                const QByteArray &engine = "Engine 000: ")
{
    return "(APIServer pid=7) INFO 11-28 " + time + " [loggers.py:257] " + engine
        + "Avg prompt throughput: " + QByteArray::number(prompt, 'f', 1) + " tokens/s, Avg generation throughput: "
        + QByteArray::number(tokens, 'f', 1) + " tokens/s, Running: " + QByteArray::number(running) + " reqs, Waiting: "
        + QByteArray::number(waiting) + " reqs, GPU KV cache usage: 12.5%, Prefix cache hit rate: 0.0%\n";
}

double valueOf(const QList<Sample> &samples, const QString &metric)
{
    for (const Sample &sample : samples) {
        if (sample.key.metric == metric)
            return sample.value;
    }
    return -1;
}

} // namespace

class TestEngineLog : public QObject {
    Q_OBJECT

private slots:
    void aBusyLineCountsWhenItIsNew()
    {
        EngineLog log;
        QList<Sample> samples;
        const QByteArray before = "INFO started\n" + vllm("10:00:00", 200.5, 31.2, 3, 1);
        QVERIFY(log.read(before, 1000, u"node1"_s, samples));
        QVERIFY(std::isnan(valueOf(samples, u"serving.running"_s))); // of when, nobody knows
        samples.clear();
        QVERIFY(log.read(before + vllm("10:00:10", 100, 40.7, 5, 2), 2000, u"node1"_s, samples));
        QCOMPARE(valueOf(samples, u"serving.running"_s), 5.0);
        QCOMPARE(valueOf(samples, u"serving.waiting"_s), 2.0);
        QCOMPARE(valueOf(samples, u"serving.tokens"_s), 40.7);
        QCOMPARE(valueOf(samples, u"serving.prompt_tokens"_s), 100.0);
        QCOMPARE(valueOf(samples, u"serving.kv_cache"_s), 12.5);
        QCOMPARE(valueOf(samples, u"serving.ttft.p50"_s), -1.0); // it does not say that
        QCOMPARE(samples.first().key.node, u"node1"_s);
        QCOMPARE(samples.first().key.device, u"endpoint"_s);
        QCOMPARE(samples.first().timeMs, qint64(2000));
        samples.clear();
        QVERIFY(
            log.read(before + vllm("10:00:10", 100, 40.7, 5, 2), 2000 + EngineLog::freshMs + 1, u"node1"_s, samples));
        QVERIFY(std::isnan(valueOf(samples, u"serving.tokens"_s))); // silent though it was busy
    }

    // vLLM prints nothing more when it is idle.
    void anIdleLineHolds()
    {
        EngineLog log;
        QList<Sample> samples;
        QVERIFY(log.read(vllm("10:00:00", 9, 9, 1, 0) + vllm("10:00:10", 0, 0, 0, 0), 1000, u"n"_s, samples));
        QCOMPARE(valueOf(samples, u"serving.running"_s), 0.0);
        QCOMPARE(valueOf(samples, u"serving.tokens"_s), 0.0);
        samples.clear();
        QVERIFY(log.read("INFO other words\n", 10'000'000, u"n"_s, samples)); // the line is out of the log's end
        QCOMPARE(valueOf(samples, u"serving.tokens"_s), 0.0);
    }

    void enginesAreAddedUp()
    {
        EngineLog log;
        QList<Sample> samples;
        QVERIFY(log.read(vllm("10:00:00", 1, 1, 1, 0, "Engine 000: ") + vllm("10:00:00", 0, 0, 0, 0, "Engine 001: "),
                         1000, u"n"_s, samples));
        samples.clear();
        QVERIFY(
            log.read(vllm("10:00:10", 10, 20.5, 3, 1, "Engine 000: ") + vllm("10:00:11", 5, 10, 2, 0, "Engine 001: "),
                     2000, u"n"_s, samples));
        QCOMPARE(valueOf(samples, u"serving.running"_s), 5.0);
        QCOMPARE(valueOf(samples, u"serving.tokens"_s), 30.5);
        QCOMPARE(valueOf(samples, u"serving.kv_cache"_s), 12.5); // the mean
    }

    void otherEnginesLines_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<double>("running");
        QTest::addColumn<double>("waiting");
        QTest::addColumn<double>("tokens");
        QTest::addColumn<double>("kv");
        QTest::newRow("vLLM 0") << QByteArray(
            "INFO 09-23 00:09:32 metrics.py:341] Avg prompt throughput: 1.5 tokens/s, Avg "
            "generation throughput: 43.1 tokens/s, Running: 4 reqs, Swapped: 0 reqs, "
            "Pending: 2 reqs, GPU KV cache usage: 0.2%, CPU KV cache usage: 0.0%.\n")
                                << 4.0 << 2.0 << 43.1 << 0.2;
        QTest::newRow("SGLang") << QByteArray(
            "[2026-11-28 10:00:00 TP0] Decode batch. #running-req: 6, #token: 900, token "
            "usage: 0.25, cuda graph: True, gen throughput (token/s): 88.25, "
            "#queue-req: 3\n") << 6.0
                                << 3.0 << 88.25 << 25.0;
    }
    void otherEnginesLines()
    {
        QFETCH(QByteArray, line);
        QFETCH(double, running);
        QFETCH(double, waiting);
        QFETCH(double, tokens);
        QFETCH(double, kv);
        EngineLog log;
        QList<Sample> samples;
        QVERIFY(!log.read("", 0, u"n"_s, samples) && samples.isEmpty());
        QVERIFY(log.read(line, 1000, u"n"_s, samples));
        QCOMPARE(valueOf(samples, u"serving.running"_s), running);
        QCOMPARE(valueOf(samples, u"serving.waiting"_s), waiting);
        QCOMPARE(valueOf(samples, u"serving.tokens"_s), tokens);
        QCOMPARE(valueOf(samples, u"serving.kv_cache"_s), kv);
    }

    // Cut in the middle of a number, of another meaning, or no text at all.
    void whatIsNoSuchLineGivesNothing()
    {
        EngineLog log;
        QList<Sample> samples;
        const QByteArray line = vllm("10:00:00", 9, 9, 12, 0);
        QVERIFY(!log.read(line.chopped(1), 0, u"n"_s, samples)); // its end has not come
        QVERIFY(!log.read("Running: 5 reqs\nAvg generation throughput: \n", 0, u"n"_s, samples));
        QVERIFY(!log.read(QByteArray(5000, '\0') + '\n', 0, u"n"_s, samples));
        QVERIFY(log.read("Avg generation throughput: many tokens/s, Running: -1 reqs\n", 0, u"n"_s, samples));
        for (const Sample &sample : std::as_const(samples))
            QVERIFY(std::isnan(sample.value));
    }
};

QTEST_GUILESS_MAIN(TestEngineLog)
#include "tst_enginelog.moc"
