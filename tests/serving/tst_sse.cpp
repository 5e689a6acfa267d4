#include "core/serving/sse.h"

#include <QRandomGenerator>
#include <QTest>

class TestSse : public QObject
{
    Q_OBJECT

private slots:
    void eventsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<QByteArray>>("data");
        QTest::newRow("two messages") << QByteArray("data: a\n\ndata: b\n\n") << QList<QByteArray>{"a", "b"};
        QTest::newRow("CRLF") << QByteArray("data: a\r\n\r\ndata: b\r\n\r\n") << QList<QByteArray>{"a", "b"};
        QTest::newRow("lone CR") << QByteArray("data: a\r\rdata: b\r\r") << QList<QByteArray>{"a", "b"};
        QTest::newRow("no blank after the colon") << QByteArray("data:a\n\n") << QList<QByteArray>{"a"};
        QTest::newRow("only the first blank goes") << QByteArray("data:  a\n\n") << QList<QByteArray>{" a"};
        QTest::newRow("comments and other fields")
            << QByteArray(": ping\nid: 7\nretry: 10\ndata: a\n\n:\n\n") << QList<QByteArray>{"a"};
        QTest::newRow("lines are joined") << QByteArray("data: a\ndata: b\n\n") << QList<QByteArray>{"a\nb"};
        QTest::newRow("empty data counts") << QByteArray("data:\n\n") << QList<QByteArray>{""};
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF" "data: a\n\n") << QList<QByteArray>{"a"};
        QTest::newRow("last blank line missing")
            << QByteArray("data: a\n\ndata: [DONE]") << QList<QByteArray>{"a", "[DONE]"};
        QTest::newRow("nothing") << QByteArray("\n\n\r\n\n") << QList<QByteArray>{};
        QTest::newRow("a NUL in the data")
            << QByteArray("data: a\0b\n\n", 11) << QList<QByteArray>{QByteArray("a\0b", 3)};
    }
    void eventsAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QList<QByteArray>, data);
        for (qsizetype size = 1; size <= text.size(); ++size) { // however it is cut
            SseParser parser;
            QList<QByteArray> seen;
            for (qsizetype at = 0; at < text.size(); at += size) {
                for (const SseEvent &event : parser.feed(text.mid(at, size)))
                    seen << event.data;
            }
            for (const SseEvent &event : parser.finish())
                seen << event.data;
            QCOMPARE(seen, data);
        }
    }

    void eventsHaveNames()
    {
        SseParser parser;
        QCOMPARE(parser.feed("event: error\ndata: x\n\ndata: y\n\n"), (QList<SseEvent>{{"error", "x"}, {"", "y"}}));
    }

    void megabyteLineInSmallPieces()
    {
        const QByteArray big(1'000'000, 'x');
        const QByteArray text = "data: " + big + "\r\n\r\n";
        SseParser parser;
        QList<SseEvent> events;
        for (qsizetype at = 0; at < text.size(); at += 1400)
            events += parser.feed(text.mid(at, 1400));
        QCOMPARE(events.size(), 1);
        QCOMPARE(events[0].data, big);
    }

    void endlessLineIsDroppedAndTheNextEventIsRead()
    {
        SseParser parser;
        const QByteArray piece(1024 * 1024, 'x');
        QVERIFY(parser.feed("data: ").isEmpty());
        for (int i = 0; i < 40; ++i)
            QVERIFY(parser.feed(piece).isEmpty());
        QVERIFY(parser.overflowed());
        QVERIFY(parser.feed("\n\n").isEmpty());
        QCOMPARE(parser.feed("data: b\n\n"), (QList<SseEvent>{{"", "b"}}));
    }

    void garbageIsHarmless()
    {
        QRandomGenerator random(7);
        SseParser parser;
        for (int i = 0; i < 2000; ++i) {
            QByteArray piece(random.bounded(64), Qt::Uninitialized);
            for (char &c : piece)
                c = "data:\r\n \0\xff"[random.bounded(10)];
            parser.feed(piece);
        }
        parser.finish();
    }
};

QTEST_GUILESS_MAIN(TestSse)
#include "tst_sse.moc"
