// One stream: bytes of any kind in, harmless lines with level, time on one clock and rule out.
#include "core/logs/logfeed.h"

#include <QDateTime>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

qint64 utc(const char *time)
{
    return QDateTime::fromString(QLatin1String(time), Qt::ISODateWithMs).toMSecsSinceEpoch();
}

QList<LogEntry> lines(LogFeed &feed, const QByteArray &text)
{
    feed.feed(text);
    feed.finish();
    return feed.take().entries;
}

} // namespace

class TestLogFeed : public QObject
{
    Q_OBJECT

private slots:
    void zoneAndOffsetAreTakenOff()
    {
        LogFeed feed(u"node2"_s, u"vllm"_s, nullptr);
        feed.setClock({90.0, 8 * 60});   // 90 s fast, and a container in Shanghai
        const QList<LogEntry> all = lines(feed, "[2026-03-18 18:33:52.113] [1] [ERROR] a\n"
                                                "2026-03-18T10:33:53.000Z says its zone\n"
                                                "without a time\n");
        QCOMPARE(all.size(), 3);
        QCOMPARE(*all[0].ms, utc("2026-03-18T10:32:22.113Z"));
        QCOMPARE(*all[1].ms, utc("2026-03-18T10:32:23.000Z"));
        QCOMPARE(all[2].ms, all[1].ms);
        QVERIFY(all[2].isLater && !all[2].untilMs && !all[1].isLater);
        QCOMPARE(all[0].level, LogLevel::Error);
    }

    // It was said before the next line that has one, and before its file was read.
    void aLineWithoutATimeWasSaidBetweenItsNeighbours()
    {
        LogFeed feed(u"n"_s, u"vllm"_s, nullptr);
        feed.wasWrittenBy(utc("2026-03-18T10:40:00.000Z"));
        feed.feed("above\n2026-03-18T10:33:52.000Z a\nTraceback\n\n2026-03-18T10:33:53.000Z b\nEngineDeadError\n");
        feed.settle();
        const QList<LogEntry> all = feed.take().entries;
        QCOMPARE(all.size(), 5);
        QVERIFY(all[0].isLater && !all[0].ms && *all[0].untilMs == *all[1].ms);
        QVERIFY(all[2].isLater && all[2].ms == all[1].ms && all[2].untilMs == all[3].ms);
        QVERIFY(!all[3].isLater && !all[3].untilMs);
        QVERIFY(all[4].isLater && all[4].ms == all[3].ms);
        QCOMPARE(*all[4].untilMs, utc("2026-03-18T10:40:00.000Z"));
        feed.feed("2026-03-18T10:50:00.000Z c\n");
        QCOMPARE(feed.take().entries.size(), 1);
    }

    void dockersStampIsTheTimeAndNoText()
    {
        LogFeed feed(u"n"_s, u"container"_s, nullptr, LogFeed::Layout::DockerStamped);
        feed.setClock({-10.0, 0});
        feed.skipUntil("2026-03-18T10:33:52.100000000Z");
        feed.feed("2026-03-18T10:33:52.100000000Z was read before\n"
                  "2026-03-18T10:33:52.200000000Z [ERROR] \x1b[31mno\x1b[0m\n"
                  "Error response from daemon: No such container: x\n"
                  "2026-03-18T10:33:53.000000000Z \n");
        feed.settle();
        const QList<LogEntry> all = feed.take().entries;
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].text, "[ERROR] no");
        QCOMPARE(*all[0].ms, utc("2026-03-18T10:34:02.200Z"));
        QCOMPARE(feed.lastStamp(), "2026-03-18T10:33:53.000000000Z");
        QCOMPARE(feed.takeTools(), QStringList{u"Error response from daemon: No such container: x"_s});
    }

    void dockersOwnFileIsUnpacked()
    {
        LogFeed feed(u"n"_s, u"x-json"_s, nullptr);
        const QList<LogEntry> all = lines(
            feed, "{\"log\":\"WARNING: slow\\n\",\"stream\":\"stderr\",\"time\":\"2026-03-18T10:33:52.358351Z\"}\n");
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0].text, "WARNING: slow");
        QCOMPARE(all[0].level, LogLevel::Warning);
        QCOMPARE(*all[0].ms, utc("2026-03-18T10:33:52.358Z"));
    }

    // As `journalctl -o json`, `-o json-pretty` and `-o export` write them.
    void recordsOfTheJournalAreUnpacked()
    {
        LogFeed feed(u"n"_s, u"journal"_s, nullptr);
        feed.setClock({0, 8 * 60});
        const QByteArray text
            = QByteArray("{~__REALTIME_TIMESTAMP~:~1796039401000000~,~_COMM~:~nginx~,~MESSAGE~:~one~}\n"
                         "{\n\t~__REALTIME_TIMESTAMP~ : ~1796039402000000~,\n\t~_COMM~ : ~nginx~,\n"
                         "\t~MESSAGE~ : ~two~\n}\n"
                         "__CURSOR=s=0\n__REALTIME_TIMESTAMP=1796039403000000\n_COMM=nginx\nMESSAGE\n$three\nfour\n\n"
                         "__CURSOR=s=0\n")
                  .replace('~', '"')
                  .replace('$', QByteArray("\x0a\0\0\0\0\0\0\0", 8));
        const QList<LogEntry> all = lines(feed, text);
        QStringList said;
        for (const LogEntry &one : all)
            said << QString::fromUtf8(one.text);
        QCOMPARE(said, (QStringList{u"1796039401.000000 - nginx: one"_s, u"1796039402.000000 - nginx: two"_s,
                                    u"1796039403.000000 - nginx: three"_s, u"1796039403.000000 - nginx: four"_s,
                                    u"__CURSOR=s=0"_s}));
        QCOMPARE(*all[2].ms, 1796039403000);
    }

    void anyBytesBecomeHarmlessText_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QByteArray("a <b>c</b>\td") << u"a <b>c</b>\td"_s;
        QTest::newRow("UTF-8") << u"显存"_s.toUtf8() << u"显存"_s;
        QTest::newRow("GBK") << QByteArray("\xcf\xd4\xb4\xe6") << u"显存"_s;
        QTest::newRow("escapes") << QByteArray("a\x1b[2Jb\x07\x1b]0;x") << u"ab␇␛]0;x"_s;
        QTest::newRow("direction") << u"a\u202Eb"_s.toUtf8() << u"a<U+202E>b"_s;
        QTest::newRow("C1") << u"a\u009Bb"_s.toUtf8() << u"a<U+009B>b"_s;
        QTest::newRow("a carriage return") << QByteArray("50%\r100%") << u"50%␍100%"_s;
    }
    void anyBytesBecomeHarmlessText()
    {
        QFETCH(QByteArray, bytes);
        LogFeed feed(u"n"_s, u"p"_s, nullptr);
        const QList<LogEntry> all = lines(feed, "first, so that it is a text\n" + bytes + '\n');
        QCOMPARE(all.size(), 2);
        QTEST(QString::fromUtf8(all[1].text), "text");
    }

    void aLineWithoutEndIsCut()
    {
        LogFeed feed(u"n"_s, u"p"_s, nullptr);
        for (int i = 0; i < 100; ++i)
            feed.feed(QByteArray(1024 * 1024, 'x'));
        feed.feed("\nnext\n");
        feed.finish();
        const QList<LogEntry> all = feed.take().entries;
        QCOMPARE(all.size(), 2);
        QCOMPARE(all[0].text.size(), LogFeed::longestText);
        QCOMPARE(all[1].text, "next");
    }

    void fewLinesAreThereAtOnce() // a log of a few bytes is no reason to wait for more
    {
        LogFeed feed(u"n"_s, u"p"_s, nullptr);
        feed.feed("one\ntwo\nhal");
        feed.settle();
        QCOMPARE(feed.take().entries.size(), 2);
        feed.feed("f\n");
        const QList<LogEntry> rest = feed.take().entries;
        QCOMPARE(rest.size(), 1);
        QCOMPARE(rest[0].text, "half");
    }

    void theRuleOfALineIsFound()
    {
        const Result<QList<FaultRule>> rules = loadFaultRules();
        QVERIFY(rules);
        LogFeed feed(u"n"_s, u"p"_s, std::make_shared<FaultMatcher>(*rules));
        const QList<LogEntry> all = lines(feed, "RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB\nwell\n");
        QVERIFY(all.size() == 2 && all[0].rule >= 0);
        QCOMPARE((*rules)[all[0].rule].id, u"memory.npu"_s);
        QCOMPARE(all[1].rule, -1);
    }
};

QTEST_APPLESS_MAIN(TestLogFeed)
#include "tst_logfeed.moc"
