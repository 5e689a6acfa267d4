// Reading logs: lines of any encoding, cut anywhere, and the times in them.
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/logtime.h"

#include <QDateTime>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

struct Read
{
    QStringList lines;
    QString encoding, noText;
    qint64 count = 0;
};

Read read(const QByteArray &bytes, qsizetype step = 1 << 20)
{
    Read result;
    LogLines lines(
        [&](QByteArrayView line, qint64 number) { result.lines << u"%1 %2"_s.arg(number).arg(logText(line)); });
    for (qsizetype at = 0; at < bytes.size(); at += step)
        lines.feed(QByteArrayView(bytes).sliced(at, qMin(step, bytes.size() - at)));
    lines.finish();
    result.encoding = lines.encoding();
    result.noText = lines.isNoText();
    result.count = lines.lines();
    return result;
}

QByteArray utf16(const QString &text, bool isLittle, bool hasMark)
{
    QByteArray bytes;
    for (const QChar c : (hasMark ? QString(QChar(0xFEFF)) : QString()) + text) {
        const char low = char(c.unicode() & 0xff), high = char(c.unicode() >> 8);
        bytes += isLittle ? low : high;
        bytes += isLittle ? high : low;
    }
    return bytes;
}

QString time(const QByteArray &line, QDate latest = QDate(2026, 6, 30))
{
    const std::optional<LogTime> found = LogTimes(latest).read(line);
    if (!found)
        return {};
    return QDateTime::fromMSecsSinceEpoch(found->ms, Qt::UTC).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s)
        + (found->zoneMinutes ? u"%1"_s.arg(*found->zoneMinutes, 0, 10).prepend(u"z"_s) : QString());
}

} // namespace

class TestLogLines : public QObject
{
    Q_OBJECT

private slots:
    // Old Macs and progress bars: without any LF the whole log would be one line.
    void linesEndAtCrWhereNoLfIs_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("lines");
        const QByteArray bar = QByteArray("50%|#####     |\r").repeated(300); // more than is looked at to know
        QStringList long1;
        for (int i = 1; i <= 300; ++i)
            long1 << u"%1 50%|#####     |"_s.arg(i);
        QTest::newRow("CR only") << QByteArray("first\rsecond EI0006\r\rlast") // an empty one as well
                                 << QStringList{u"1 first"_s, u"2 second EI0006"_s, u"3 "_s, u"4 last"_s};
        QTest::newRow("a bar, then lines") << bar + "\nEI0006\r\nlast\n"
                                           << long1 + QStringList{u"301 EI0006"_s, u"302 last"_s};
        QTest::newRow("lines with a bar in one") << QByteArray("one\n10%\r20%\nthree\n")
                                                 << QStringList{u"1 one"_s, u"2 10%\r20%"_s, u"3 three"_s};
        QTest::newRow("UTF-16") << utf16(u"first\rsecond \u0a00\u010a\rthird"_s, true, true)
                                << QStringList{u"1 first"_s, u"2 second \u0a00\u010a"_s, u"3 third"_s};
    }
    void linesEndAtCrWhereNoLfIs()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, lines);
        for (const qsizetype step : {1, 2, 3, 7, 1000, 100'000})
            QCOMPARE(read(bytes, step).lines, lines);
    }

    void encodings_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("encoding");
        const QString text = u"第一行 ECC\n第二行 EI0006\nthird\n"_s;
        QTest::newRow("UTF-8") << text.toUtf8() << u"UTF-8"_s;
        QTest::newRow("UTF-8 with a mark") << QByteArray("\xef\xbb\xbf") + text.toUtf8() << u"UTF-8"_s;
        QTest::newRow("UTF-16LE") << utf16(text, true, true) << u"UTF-16LE"_s;
        QTest::newRow("UTF-16BE") << utf16(text, false, true) << u"UTF-16BE"_s;
        QTest::newRow("GBK") << QByteArray("\xb5\xda\xd2\xbb\xd0\xd0 ECC\n\xb5\xda\xb6\xfe\xd0\xd0 EI0006\nthird\n")
                             << u"GBK"_s;
    }
    void encodings()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, encoding);
        for (const qsizetype step : {1, 2, 3, 7, 1000}) {
            const Read result = read(bytes, step);
            QCOMPARE(result.lines, (QStringList{u"1 第一行 ECC"_s, u"2 第二行 EI0006"_s, u"3 third"_s}));
            QCOMPARE(result.encoding, encoding);
            QCOMPARE(result.noText, QString());
            QCOMPARE(result.count, 3);
        }
    }

    void utf16WithoutAMarkIsKnownByItsZeros()
    {
        const Read result = read(utf16(u"2026-03-18 10:33:52 one\ntwo\n"_s, true, false));
        QCOMPARE(result.encoding, u"UTF-16LE"_s);
        QCOMPARE(result.lines.last(), u"2 two"_s);
    }

    void utf16IsReadHoweverItIsCut()
    {
        const QByteArray bytes = utf16(u"a 😀 b\n"_s, false, true);
        for (qsizetype step = 1; step < bytes.size(); ++step)
            QCOMPARE(read(bytes, step).lines, QStringList{u"1 a 😀 b"_s});
    }

    void latin1IsReadWhereItIsNoOther()
    {
        const Read result = read("caf\xe9\nna\xefve\n");
        QCOMPARE(result.encoding, u"Latin-1"_s);
        QCOMPARE(result.lines.first(), u"1 café"_s);
    }

    void lineEndsAndTheLastLine()
    {
        QCOMPARE(read("a\r\nb\n\nc").lines, (QStringList{u"1 a"_s, u"2 b"_s, u"3 "_s, u"4 c"_s}));
        QCOMPARE(read("").lines, QStringList());
        QCOMPARE(read("\n").lines, QStringList{u"1 "_s});
    }

    // Cut within a character: the rest of the line is read as what it is.
    void aLogThatIsCutIsStillUtf8()
    {
        const QByteArray text = u"日志被截断在此处"_s.toUtf8();
        QVERIFY(logText(text.chopped(1)).startsWith(u"日志被截断在此"_s));
        QVERIFY(logText(text.sliced(1)).endsWith(u"志被截断在此处"_s));
    }

    void coloursAreTakenOut()
    {
        QCOMPARE(read("\x1b[0;36m(Engine\x1b[0;0mCore pid=1)\x1b[0m EI\x1b[1m0006\n").lines,
                 QStringList{u"1 (EngineCore pid=1) EI0006"_s});
    }

    void whatIsNoTextSaysSo_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("what");
        QByteArray binary(5000, '\0');
        for (qsizetype i = 0; i < binary.size(); ++i)
            binary[i] = char((i * 7919 + i / 3) % 251);
        QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08\x00 rest\n") << u"gzip"_s;
        QTest::newRow("zip") << QByteArray("PK\x03\x04 rest\n") << u"zip"_s;
        QTest::newRow("binary") << binary << u"binary"_s;
        QTest::newRow("zeros") << QByteArray(9000, '\0') << u"binary"_s;
        QTest::newRow("text with a few zeros")
            << QByteArray("a line of a log\n\0\0\0another one, of a disk that was full\n", 55) << QString();
    }
    void whatIsNoTextSaysSo()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, what);
        QCOMPARE(read(bytes).noText, what);
    }

    // A line without end comes in parts under one number; what stands across two parts stands whole in one of them.
    void aLineWithoutEndComesInParts()
    {
        QByteArray bytes(200'000, 'x');
        for (const qsizetype at : {65'520, 65'530, 130'000, 150'000})
            bytes.replace(at, 10, "SIGNATURE!");
        bytes += "\nnext\n";
        for (const qsizetype step : {1000, 65'536, 1'000'000}) {
            int seen = 0, longest = 0;
            QList<qint64> numbers;
            LogLines lines([&](QByteArrayView line, qint64 number) {
                numbers << number;
                longest = qMax(longest, int(line.size()));
                if (line.contains("SIGNATURE!SIGNATURE!"))
                    seen |= 1;
                if (line.indexOf("SIGNATURE!") >= 0)
                    seen |= 2;
            });
            for (qsizetype at = 0; at < bytes.size(); at += step)
                lines.feed(QByteArrayView(bytes).sliced(at, qMin(step, bytes.size() - at)));
            lines.finish();
            QCOMPARE(seen, 3);
            QCOMPARE(longest, 64 * 1024);
            QCOMPARE(numbers.first(), 1);
            QCOMPARE(numbers.last(), 2);
            QCOMPARE(lines.lines(), 2);
        }
    }

    void times_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *line, const char *expected) {
            QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(expected);
        };
        row("[ERROR] HCCL(17528,python3):2026-03-18-10:33:52.113.403 [hccl.cc:7]", "2026-03-18 10:33:52.113");
        row("[2025-04-16-03:08:13.704312] [ascend] [drv_pcie]", "2025-04-16 03:08:13.704");
        row("[2025-11-10 09:57:11.935] [905] [28146] [llm]", "2025-11-10 09:57:11.935");
        row("[2025-06-23 10:53:57.023+0800] [13818]", "2025-06-23 02:53:57.023z480");
        row("[2025-06-30 20:36:02.906+08:00] [8771]", "2025-06-30 12:36:02.906z480");
        row("2024-08-30T17:01:48.358351+00:00|info|sysmonitor[1]", "2024-08-30 17:01:48.358z0");
        row("2026-05-01T00:30:00Z stdout F x", "2026-05-01 00:30:00.000z0");
        row("2026-05-26 15:15:48,667 - INFO - start", "2026-05-26 15:15:48.667");
        row("[510] [2026-06-22 03:29:07:516] torch.distributed:", "2026-06-22 03:29:07.516");
        row("[ERROR]    2024/01/10 02:29:39.034681 60 collector", "2024-01-10 02:29:39.034");
        row("(APIServer pid=568) ERROR 06-08 14:47:32 [async_llm.py:704]", "2026-06-08 14:47:32.000");
        row("[rank0]:[W610 17:20:44.224261525 NPUStream.cpp:647]", "2026-06-10 17:20:44.224");
        row("E0111 03:29:15.991928       1 reschedule.go:533]", "2026-01-11 03:29:15.991");
        row("E20250106 06:43:02.966156  5793 ascend_direct_transport.cpp:820]", "2025-01-06 06:43:02.966");
        row("Mar 18 22:03:09 node1 kernel: x", "2026-03-18 22:03:09.000");
        row("Mar  8 22:03:09 node1 kernel: x", "2026-03-08 22:03:09.000");
        row("<134>Mar 18 22:03:09 node1 app[7]: x", "2026-03-18 22:03:09.000");
        row("<134>1 2026-03-18T22:03:09.123456+08:00 node1 app 7 - - x", "2026-03-18 14:03:09.123z480");
        row("1773842589.123456 node1 app[7]: ERROR 06-08 14:47:32 [a.py:1] x", "2026-03-18 14:03:09.123z0");
        row("1773842589.123 x", "");
        row("at 1773842589.123456 x", "");
        row("[Mon Mar 18 22:03:09 2024] EXT4-fs error", "2024-03-18 22:03:09.000");
        // of the event, not of the line that tells it later
        row("ERROR 10-11 11:32:59 [a.py:1] EI0006: [PID: 1] 2025-10-11-11:32:29.335.888 x", "2025-10-11 11:32:29.335");
        row("Dec 31 23:59:59 node1 x", "2025-12-31 23:59:59.000"); // the year before: later it was not written
        row("[16794.226248] seconds since the start", "");
        row("2026-13-45 10:00:00 x", "");
        row("2026-02-30 10:00:00 x", "");
        row("10:33:52 without a day", "");
        row("12345-01-02 10:00:00", "");
        row("", "");
    }
    void times()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        QCOMPARE(time(line), expected);
    }

    void aYearThatTheLogNamesCountsForTheRest()
    {
        LogTimes times(QDate(2026, 6, 30));
        times.read("[2024-11-10 09:57:11.935] x");
        const std::optional<LogTime> found = times.read("Nov 10 10:00:00 node1 x");
        QVERIFY(found);
        QCOMPARE(QDateTime::fromMSecsSinceEpoch(found->ms, Qt::UTC).date(), QDate(2024, 11, 10));
    }
};

QTEST_GUILESS_MAIN(TestLogLines)
#include "tst_loglines.moc"
