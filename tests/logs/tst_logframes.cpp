// What a node's one command writes, cut into frames again: cut anywhere, binary, several files one after another, with
// what is no frame between, and a file that became shorter while it was read.
#include "core/logs/logframes.h"

#include <QList>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QByteArray file(quint64 inode, qint64 offset, const QByteArray &path, const QByteArray &content, qint64 announced = -1)
{
    return "\x1e" "ASC F " + QByteArray::number(inode) + ' ' + QByteArray::number(offset) + ' '
        + QByteArray::number(announced < 0 ? content.size() : announced) + " 1790000000 " + path + '\n' + content
        + "\n\x1e" "END\n";
}
const QByteArray zone = "\x1e" "ASC Z +0800\n";
const QByteArray alive = "\x1e" "ASC B\n";

struct Read
{
    QList<LogFrame> frames;
    qint64 lost = 0;
};
Read read(const QByteArray &text, qsizetype step)
{
    Read all;
    LogFrames frames([&](const LogFrame &frame) { all.frames << frame; });
    for (qsizetype at = 0; at < text.size(); at += step)
        frames.feed(QByteArrayView(text).sliced(at, std::min(step, text.size() - at)));
    all.lost = frames.lost();
    return all;
}
Read read(const QByteArray &text) { return read(text, std::max<qsizetype>(1, text.size())); }

} // namespace

class TestLogFrames : public QObject
{
    Q_OBJECT

private slots:
    void interleavedFilesAreToldApart()
    {
        const Read all = read(zone + file(7, 0, "/a b.log", "one\n") + file(8, 5, "/c.log", "two") + alive
                              + file(7, 4, "/a b.log", "three\n"));
        QCOMPARE(all.frames.size(), 5);
        QCOMPARE(all.frames[0].words, "+0800");
        QCOMPARE(all.frames[1].path, "/a b.log");
        QCOMPARE(all.frames[1].writtenSeconds, 1790000000);
        QCOMPARE(all.frames[1].content, "one\n");
        QCOMPARE(all.frames[2].inode, 8u);
        QCOMPARE(all.frames[2].offset, 5);
        QCOMPARE(all.frames[3].kind, LogFrame::Kind::Alive);
        QCOMPARE(all.frames[4].offset, 4);
        QCOMPARE(all.lost, 0);
    }

    void whatIsNotReadIsSaid()
    {
        const Read all = read("\x1e" "ASC L /a b.log\t/etc/x y\n\x1e" "ASC L /pipe.log\t\n" + alive);
        QCOMPARE(all.frames.size(), 3);
        QCOMPARE(all.frames[0].kind, LogFrame::Kind::Unread);
        QCOMPARE(all.frames[0].path, "/a b.log");
        QCOMPARE(all.frames[0].words, "/etc/x y");
        QCOMPARE(all.frames[1].path, "/pipe.log");
        QVERIFY(all.frames[1].words.isEmpty());
        QCOMPARE(all.lost, 0);
    }

    void piecesMayBeCutAnywhere()
    {
        QByteArray binary;
        for (int i = 0; i < 512; ++i)
            binary += char(i);
        const QByteArray text = "Welcome!\n" + zone + file(7, 0, "/a.log", binary)
            + "\x1e" "ASC K 3 16794.22\nabc\n\x1e" "END\n" + file(8, 0, "/b.log", "\xff\xfe invalid \xc3\n") + alive;
        const Read whole = read(text);
        QCOMPARE(whole.frames.size(), 5);
        QCOMPARE(whole.frames[1].content, binary);
        QCOMPARE(whole.frames[2].kind, LogFrame::Kind::Kernel);
        QCOMPARE(whole.frames[2].words, "16794.22");
        QCOMPARE(whole.frames[2].content, "abc");
        QCOMPARE(whole.frames[3].content, "\xff\xfe invalid \xc3\n");
        QCOMPARE(whole.lost, 9);
        for (const qsizetype step : {1, 2, 3, 7, 64}) {
            const Read cut = read(text, step);
            QCOMPARE(cut.frames, whole.frames);
            QCOMPARE(cut.lost, whole.lost);
        }
    }

    void whatLooksLikeAFrameInALogIsText()
    {
        const QByteArray hostile = "a\n\x1e" "END\n\x1e" "ASC F 1 0 3 9 /etc/shadow\nxyz\n\x1e" "END\nb\n";
        const Read all = read(file(7, 0, "/a.log", hostile) + alive);
        QCOMPARE(all.frames.size(), 2);
        QCOMPARE(all.frames[0].content, hostile);
        QCOMPARE(all.frames[0].path, "/a.log");
    }

    void aFileThatBecameShorterIsCutAndTheRestIsWhole()
    {
        const Read all = read(file(7, 0, "/a.log", "short", 40) + file(8, 0, "/b.log", QByteArray(100, 'x')));
        QCOMPARE(all.frames.size(), 2);
        QCOMPARE(all.frames[0].content, "short");
        QVERIFY(all.frames[0].isCut && !all.frames[1].isCut);
        QCOMPARE(all.frames[1].content.size(), 100);
    }

    void whatIsNoFrameIsSkippedAndCounted_data()
    {
        QTest::addColumn<QByteArray>("rubbish");
        QTest::newRow("a size that is none") << QByteArray("\x1e" "ASC F 7 0 many 9 /a\n");
        QTest::newRow("a negative size") << QByteArray("\x1e" "ASC F 7 0 -4 9 /a\n");
        QTest::newRow("a size without end") << QByteArray("\x1e" "ASC F 7 0 99999999999 9 /a\n");
        QTest::newRow("another kind") << QByteArray("\x1e" "ASC Q 1\n");
        QTest::newRow("too few words") << QByteArray("\x1e" "ASC F 7\n");
        QTest::newRow("half a mark") << QByteArray("\x1e" "AS");
        QTest::newRow("an endless head") << "\x1e" "ASC F " + QByteArray(20'000, '1');
        QTest::newRow("zeros") << QByteArray(5000, '\0');
    }
    void whatIsNoFrameIsSkippedAndCounted()
    {
        QFETCH(QByteArray, rubbish);
        const Read all = read(rubbish + file(7, 0, "/a.log", "well"));
        QCOMPARE(all.frames.size(), 1);
        QCOMPARE(all.frames[0].content, "well");
        QCOMPARE(all.lost, rubbish.size());
    }

    void nothingIsKeptOfRubbish()
    {
        LogFrames frames([](const LogFrame &) { QFAIL("there is none"); });
        const QByteArray piece(1024 * 1024, 'x');
        for (int i = 0; i < 64; ++i)
            frames.feed(piece);
        QCOMPARE(frames.lost(), 64 * piece.size());
    }
};

QTEST_APPLESS_MAIN(TestLogFrames)
#include "tst_logframes.moc"
