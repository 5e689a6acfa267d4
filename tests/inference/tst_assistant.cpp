#include "inference/assistant.h"
#include "tests/support/scriptedchat.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

class TestAssistant : public QObject
{
    Q_OBJECT

private slots:
    void piecesArriveInOrderThenTheEnd()
    {
        auto port = std::make_shared<ScriptedChat>();
        port->pieces = {u"a"_s, u"b"_s, u"c"_s};
        port->stats.finishReason = u"stop"_s;
        Assistant assistant;
        QString text;
        std::optional<Result<ChatStats>> end;
        connect(&assistant, &Assistant::pieceReady, this, [&](int, const ChatPiece &piece) {
            QVERIFY(!end);
            text += piece.content;
        });
        connect(&assistant, &Assistant::turnFinished, this, [&](int turn, const Result<ChatStats> &stats) {
            QCOMPARE(turn, 1);
            end = stats;
        });
        QCOMPARE(assistant.ask(port, {}), 1);
        QVERIFY(assistant.isBusy());
        QTRY_VERIFY(end.has_value());
        QCOMPARE(text, u"abc"_s);
        QCOMPARE((**end).finishReason, u"stop"_s);
        QVERIFY(!assistant.isBusy());
    }

    void aThousandPiecesComeAtMostThirtyTimesASecond()
    {
        auto port = std::make_shared<ScriptedChat>();
        for (int i = 0; i < 300; ++i)
            port->pieces << u"x"_s;
        port->between = std::chrono::milliseconds(1);
        Assistant assistant;
        int handed = 0, length = 0;
        bool ended = false;
        connect(&assistant, &Assistant::pieceReady, this, [&](int, const ChatPiece &piece) {
            ++handed;
            length += int(piece.content.size());
        });
        connect(&assistant, &Assistant::turnFinished, this, [&] { ended = true; });
        QElapsedTimer clock;
        clock.start();
        assistant.ask(port, {});
        QTRY_VERIFY(ended);
        QCOMPARE(length, 300);
        QVERIFY2(handed <= clock.elapsed() / 33 + 2, qPrintable(QString::number(handed)));
    }

    void stopEndsTheTurnAndTheNextOneWorks()
    {
        auto port = std::make_shared<ScriptedChat>();
        port->pieces = {u"a"_s};
        port->hangs = true;
        Assistant assistant;
        std::optional<Result<ChatStats>> end;
        QSignalSpy pieces(&assistant, &Assistant::pieceReady);
        connect(&assistant, &Assistant::turnFinished, this, [&](int, const Result<ChatStats> &stats) { end = stats; });
        assistant.ask(port, {});
        QTRY_COMPARE(pieces.size(), 1);
        assistant.stop();
        QTRY_VERIFY(end.has_value());
        QCOMPARE(end->error().kind, ErrorKind::Canceled);
        end.reset();
        port->hangs = false;
        QCOMPARE(assistant.ask(port, {}), 2);
        QTRY_VERIFY(end.has_value());
        QVERIFY(*end);
    }

    void anAssistantMayGoInTheMiddleOfATurn()
    {
        auto port = std::make_shared<ScriptedChat>();
        port->hangs = true;
        auto assistant = std::make_unique<Assistant>();
        assistant->ask(port, {});
        QTRY_COMPARE(port->asked().size(), 1);
        assistant.reset();
        QCOMPARE(port.use_count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestAssistant)
#include "tst_assistant.moc"
