// Lines of all nodes on one clock: in order of time whatever order they come in, bounded, filtered, and which of them
// the failure began with.
#include "core/logs/logfailure.h"
#include "core/logs/logfilter.h"
#include "core/logs/logreading.h"
#include "tests/support/stoplimit.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace Qt::StringLiterals;

namespace {

LogBatch batch(const QString &node, const QString &process,
               std::initializer_list<std::pair<std::optional<qint64>, const char *>> lines)
{
    LogBatch batch{node, process, {}};
    for (const auto &[ms, text] : lines)
        batch.entries << LogEntry{ms, levelOf(text), -1, text};
    return batch;
}

QStringList texts(const LogStore &store, const LogFilter &filter = {})
{
    const LogSieve sieve(filter);
    QStringList all;
    for (const qint64 line : store.order()) {
        if (sieve.passes(store, line))
            all << QString::fromUtf8(store.text(line));
    }
    return all;
}

} // namespace

class TestLogStore : public QObject
{
    Q_OBJECT

private slots:
    void linesStandInOrderOfTime()
    {
        LogStore store;
        store.append(batch(u"a"_s, u"p"_s, {{100, "a1"}, {300, "a3"}, {300, "a4"}}), 1000);
        store.append(batch(u"b"_s, u"p"_s, {{200, "b2"}, {{}, "goes on"}, {50, "b0"}}), 1000);
        QCOMPARE(texts(store), (QStringList{u"b0"_s, u"a1"_s, u"b2"_s, u"goes on"_s, u"a3"_s, u"a4"_s}));
        store.append(batch(u"c"_s, u"p"_s, {{{}, "above its first time"}, {250, "c"}}), 1000);
        QCOMPARE(texts(store).indexOf(u"above its first time"_s), 4);
        store.append(batch(u"d"_s, u"p"_s, {{{}, "no time at all"}}), 1000);
        QCOMPARE(texts(store).last(), u"no time at all"_s);
        QCOMPARE(store.origins().size(), 4);
        QCOMPARE(store.origins()[0].lines, 3);
        // where a line stands is no time that anybody told
        QVERIFY(store.hasTime(0));
        QCOMPARE(lineTime(store, 0), u"1970-01-01T00:00:00.100Z"_s);
        const qint64 last = store.order().back();
        QVERIFY(!store.hasTime(last));
        QCOMPARE(lineTime(store, last), u"-"_s);
    }

    void anyOrderOfArrivalIsOneOrderOfTime()
    {
        std::mt19937 random(7);
        LogStore store;
        QList<qint64> times;
        for (int i = 0; i < 200; ++i) {
            LogBatch one{u"n%1"_s.arg(i % 5), u"p"_s, {}};
            for (int k = 0; k < 50; ++k) {
                times << qint64(random() % 10'000);
                one.entries << LogEntry{times.last(), LogLevel::Info, -1, QByteArray::number(times.last())};
            }
            store.append(one, 0);
        }
        std::sort(times.begin(), times.end());
        QCOMPARE(qsizetype(store.order().size()), times.size());
        for (qsizetype i = 0; i < times.size(); ++i) {
            QCOMPARE(store.ms(store.order()[size_t(i)]), times[i]);
            QCOMPARE(store.text(store.order()[size_t(i)]).toByteArray(), QByteArray::number(times[i]));
        }
    }

    void filtersAreAllHeeded()
    {
        LogStore store;
        store.append(batch(u"a"_s, u"vllm"_s, {{1, "[INFO] Loading"}, {2, "[ERROR] HBM full"}, {3, "words"}}), 0);
        store.append(batch(u"b"_s, u"kernel"_s, {{4, "[WARNING] hbm warm"}}), 0);
        LogFilter filter;
        filter.words = u"HbM"_s;
        QCOMPARE(texts(store, filter), (QStringList{u"[ERROR] HBM full"_s, u"[WARNING] hbm warm"_s}));
        filter.least = LogLevel::Error;
        QCOMPARE(texts(store, filter), QStringList{u"[ERROR] HBM full"_s});
        filter = {};
        filter.node = u"b"_s;
        QCOMPARE(texts(store, filter), QStringList{u"[WARNING] hbm warm"_s});
        filter = {};
        filter.process = u"vllm"_s;
        filter.fromMs = 2;
        QCOMPARE(texts(store, filter), (QStringList{u"[ERROR] HBM full"_s, u"words"_s}));
    }

    // Nobody knows when, but after the line above it: it may have been since.
    void aLineThatMayBeNewIsNotHidden()
    {
        LogStore store;
        LogBatch one{u"a"_s, u"p"_s, {}};
        one.entries << LogEntry{.ms = 1000, .text = "old"}
                    << LogEntry{.ms = 1000, .text = "between", .isLater = true, .untilMs = 3000}
                    << LogEntry{.ms = 3000, .text = "next"}
                    << LogEntry{.ms = 3000, .text = "until it was read", .isLater = true, .untilMs = 9500}
                    << LogEntry{.ms = 3000, .text = "nobody knows", .isLater = true};
        store.append(one, 20'000);
        LogFilter filter;
        filter.fromMs = 2000;
        QCOMPARE(texts(store, filter),
                 (QStringList{u"between"_s, u"next"_s, u"until it was read"_s, u"nobody knows"_s}));
        filter.fromMs = 9500;
        QCOMPARE(texts(store, filter), (QStringList{u"until it was read"_s, u"nobody knows"_s}));
        filter.fromMs = 12'000;
        QCOMPARE(texts(store, filter), QStringList{u"nobody knows"_s});
        QCOMPARE(lineTime(store, 0), u"1970-01-01T00:00:01.000Z"_s);
        QCOMPARE(lineTime(store, 1), u"≥1970-01-01T00:00:01.000Z"_s);
        QCOMPARE(store.untilMs(1), std::optional<qint64>(3000));
        QVERIFY(store.isLater(4) && !store.untilMs(4) && !store.isLater(0));
        // a file without any time was written until then
        store.clear();
        store.append({u"b"_s, u"p"_s, {LogEntry{.text = "no time", .isLater = true, .untilMs = 5000}}}, 20'000);
        filter.fromMs = 6000;
        QVERIFY(texts(store, filter).isEmpty());
        filter.fromMs = 5000;
        QCOMPARE(texts(store, filter).size(), 1);
    }

    void wordsAreFound_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<bool>("isThere");
        QTest::newRow("nothing asked") << QByteArray("a") << QByteArray() << true;
        QTest::newRow("at the end") << QByteArray("xxAbC") << QByteArray("abc") << true;
        QTest::newRow("begins twice") << QByteArray("aaAb") << QByteArray("aab") << true;
        QTest::newRow("upper before lower") << QByteArray("A..ab") << QByteArray("ab") << true;
        QTest::newRow("longer than the text") << QByteArray("ab") << QByteArray("abc") << false;
        QTest::newRow("Chinese") << u"显存不足"_s.toUtf8() << u"存不"_s.toUtf8() << true;
        QTest::newRow("a digit") << QByteArray("x507018") << QByteArray("507018") << true;
        QTest::newRow("not there") << QByteArray("abab") << QByteArray("abc") << false;
    }
    void wordsAreFound()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, words);
        QTEST(holdsWords(text, words), "isThere");
    }

    void hundredMegabytesAreKeptAndMoreIsBounded()
    {
        constexpr qint64 most = 160LL * 1024 * 1024;
        LogStore store(most);
        const QByteArray words = "[2026-03-18 18:33:52.113] [1] [INFO] a line of a usual length, as engines write ";
        qint64 written = 0, longest = 0, ms = 0, lines = 0;
        QElapsedTimer clock;
        const auto write = [&](qint64 bytes) {
            while (written < bytes) {
                LogBatch one{u"node%1"_s.arg(lines % 4), u"vllm"_s, {}};
                for (int i = 0; i < 2000; ++i) {
                    one.entries << LogEntry{ms += 1 - (i % 700 == 0 ? 900 : 0), LogLevel::Info, -1,
                                            words + QByteArray::number(lines++)};
                    written += one.entries.last().text.size();
                }
                clock.start();
                store.append(one, 0);
                longest = std::max(longest, clock.elapsed());
            }
        };
        write(100LL * 1024 * 1024);
        QCOMPARE(store.dropped(), 0);
        QCOMPARE(store.end() - store.begin(), lines);
        QVERIFY(store.bytes() <= most);
        write(300LL * 1024 * 1024);
        QVERIFY2(store.bytes() <= most, qPrintable(QString::number(store.bytes())));
        QVERIFY(store.dropped() > 0);
        QCOMPARE(store.dropped() + store.end() - store.begin(), lines);
        QCOMPARE(qint64(store.order().size()), store.end() - store.begin());
        QVERIFY(store.text(store.end() - 1).endsWith(QByteArray::number(lines - 1)));
        QVERIFY(store.text(store.begin()).startsWith(words));
        QVERIFY2(longest < (isInstrumented ? 10'000 : 500), qPrintable(u"%1 ms"_s.arg(longest)));
    }

    void theFirstCauseIsFoundOnTheOneClock()
    {
        const Result<QList<FaultRule>> rules = loadFaultRules();
        QVERIFY(rules);
        const auto matcher = std::make_shared<FaultMatcher>(*rules);
        const auto fed = [&](const QString &node, const LogClock &clock, const QByteArray &text) {
            LogFeed feed(node, u"plog"_s, matcher);
            feed.setClock(clock);
            feed.feed(text);
            feed.finish();
            return feed.take();
        };
        LogStore store;
        // node1 tells of it an hour before node2 by their own clocks; node2's is two hours fast.
        store.append(fed(u"node1"_s, {}, "[INFO] GE(1,python3):2026-03-18-10:00:00.000.000 begin\n"
                                         "[ERROR] HCCL(1,python3):2026-03-18-10:33:52.113.403 EI0006: Getting socket "
                                         "times out\n"),
                     0);
        store.append(fed(u"node2"_s, {7200.0, 0},
                         "[INFO] GE(1,python3):2026-03-18-12:00:00.000.000 begin\n"
                         "[ERROR] KERNEL(3551,sklogd):2026-03-18-12:31:02.350.235 event_id=0x80e01801\n"),
                     0);
        const std::optional<FirstFailure> failure = firstFailure(knownLines(store), *rules);
        QVERIFY(failure);
        QVERIFY(failure->isCause && failure->isCertain);
        QCOMPARE((*rules)[failure->rule].id, u"hardware.hbm-multi-bit-ecc"_s);
        QCOMPARE(store.node(failure->line), u"node2"_s);
        QVERIFY(store.text(failure->line).contains("0x80e01801"));
        QVERIFY(!firstFailure(knownLines(LogStore()), *rules));
        // what was said while a service waited is none once it is ready
        const QByteArray waits = "INFO 03-18 10:00:02 [u.py:777] Waiting for 2 local, 2 remote core engine proc(s).\n";
        LogStore waiting;
        waiting.append(fed(u"node1"_s, {}, waits), 0);
        QVERIFY(firstFailure(knownLines(waiting), *rules));
        waiting.append(fed(u"node1"_s, {}, "INFO:     Application startup complete.\n"), 0);
        QVERIFY(!firstFailure(knownLines(waiting), *rules));
    }

    // Somebody's program that crashed on the machine is no failure of a service that serves.
    void whatIsOfAnotherProgramIsNoFirstFailure()
    {
        const Result<QList<FaultRule>> rules = loadFaultRules();
        QVERIFY(rules);
        const auto matcher = std::make_shared<FaultMatcher>(*rules);
        const auto failureOf = [&](const QByteArray &name, const QByteArray &service) {
            LogStore store;
            const QByteArray crash = "2026-03-18T10:00:00.000Z kern  :info  : [21975.434068] " + name
                + "[4711]: segfault at 0 ip 00007f1c2a3b4c5d sp 00007ffd1a2b3c40 error 4 in "
                  "libc.so.6[7f1c2a300000+1a000]\n";
            for (const auto &[process, text] : {std::pair(u"kernel"_s, crash), std::pair(u"vllm"_s, service)}) {
                LogFeed feed(u"node1"_s, process, matcher);
                feed.feed(text);
                feed.finish();
                store.append(feed.take(), 0);
            }
            return firstFailure(knownLines(store), *rules);
        };
        QVERIFY(!failureOf("ascendctl", "2026-03-18T11:00:00.000Z INFO:     Application startup complete.\n"));
        const auto own
            = failureOf("VLLM::Worker_TP", "2026-03-18T10:00:02.000Z ERROR [core.py:708] EngineDeadError: x\n");
        QVERIFY(own);
        QCOMPARE((*rules)[own->rule].id, u"host.segfault"_s);
    }

    // What ended a log may have been said after what another node says with a time.
    void aLineWithoutATimeIsNoFirstFailureForSure()
    {
        const Result<QList<FaultRule>> rules = loadFaultRules();
        QVERIFY(rules);
        const auto matcher = std::make_shared<FaultMatcher>(*rules);
        LogStore store;
        const auto feed = [&](const QString &node, const QByteArray &text) {
            LogFeed feed(node, u"vllm"_s, matcher);
            feed.feed(text);
            feed.finish();
            store.append(feed.take(), 0);
        };
        feed(u"node1"_s, "2026-03-18T08:00:01.000Z INFO fine\nOSError: [Errno 28] No space left on device\n");
        feed(u"node2"_s, "2026-03-18T08:00:01.000Z INFO fine\n2026-03-18T10:00:00.000Z ERROR error code is 507054\n");
        const std::optional<FirstFailure> failure = firstFailure(knownLines(store), *rules);
        QVERIFY(failure && failure->isCause && !failure->isCertain);
        QCOMPARE(store.node(failure->line), u"node2"_s);
        QVERIFY(store.text(failure->line).contains("507054"));
    }

    void linesAreSavedInOrderWithoutSecrets()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(u"all.log"_s);
        LogStore store;
        store.append(batch(u"a"_s, u"p"_s, {{2000, "[ERROR] password=hunter2secret"}}), 0);
        store.append(batch(u"b"_s, u"q"_s, {{1000, "first"}, {3000, "left out"}}), 0);
        LogFilter filter;
        filter.words = u"r"_s;
        Redaction redaction;
        const Result<qint64> lines = writeLog(file, store, filter, redaction, {});
        QVERIFY(lines);
        QCOMPARE(*lines, 2);
        QFile saved(file);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        const QByteArray text = saved.readAll();
        QVERIFY2(text.startsWith("1970-01-01T00:00:01.000Z\tb\tq\t\tfirst\n1970-01-01T00:00:02.000Z\ta\tp\terror\t"),
                 text.constData());
        QVERIFY2(!text.contains("hunter2secret") && text.contains("password"), text.constData());
        QCOMPARE(saved.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }
};

QTEST_APPLESS_MAIN(TestLogStore)
#include "tst_logstore.moc"
