#include "ui/chat/chatmodel.h"
#include "ui/chat/markdownparts.h"
#include "ui/chat/turnwidget.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;

class TestChatModel : public QObject
{
    Q_OBJECT

private slots:
    void aConversationGrowsTurnByTurn()
    {
        ChatModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy pieces(&model, &ChatModel::pieceAppended);
        model.addUserTurn(u"Hello"_s);
        const int row = model.beginAnswer();
        QCOMPARE(row, 1);
        QCOMPARE(model.turn(row).state, TurnState::Waiting);
        model.appendToTurn(row, {u"Hi "_s, {}});
        model.appendToTurn(row, {u"there"_s, u"hm"_s});
        QCOMPARE(model.turn(row).state, TurnState::Streaming);
        QCOMPARE(model.index(row).data().toString(), u"Hi there"_s);
        QCOMPARE(pieces.size(), 2);
        ChatStats stats;
        stats.completionTokens = 2;
        model.finishTurn(row, stats);
        QCOMPARE(model.turn(row).state, TurnState::Done);
        QCOMPARE(model.turn(row).reasoning, u"hm"_s);
        QCOMPARE(model.messages(u"Be brief"_s),
                 (QList<ChatMessage>{{u"system"_s, u"Be brief"_s},
                                     {u"user"_s, u"Hello"_s},
                                     {u"assistant"_s, u"Hi there"_s}}));
        model.truncate(1);
        QCOMPARE(model.rowCount(), 1);
        model.clear();
        QVERIFY(model.isEmpty());
    }

    void aFailureIsAMarkAndNoText()
    {
        ChatModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.addUserTurn(u"Hello"_s);
        const int row = model.beginAnswer();
        model.appendToTurn(row, {u"Half an"_s, {}});
        model.finishTurn(row, Error{ErrorKind::Connection, u"Lost."_s, {}, {}});
        QCOMPARE(model.turn(row).state, TurnState::Failed);
        QCOMPARE(model.turn(row).text, u"Half an"_s);
        QCOMPARE(model.turn(row).error->message, u"Lost."_s);
        QCOMPARE(model.messages({}).size(), 1); // it is not sent as if the model had said it
    }

    void aStopKeepsWhatWasSaid()
    {
        ChatModel model;
        const int row = model.beginAnswer();
        model.appendToTurn(row, {u"Half"_s, {}});
        model.finishTurn(row, canceled());
        QCOMPARE(model.turn(row).state, TurnState::Stopped);
        QVERIFY(!model.turn(row).error);
        QCOMPARE(model.messages({}).size(), 1);
        model.appendToTurn(7, {u"late"_s, {}}); // of a conversation that was cleared
        model.finishTurn(-1, canceled());
        QCOMPARE(model.rowCount(), 1);
    }

    // An answer measured the turns that were sent for it; others before it are not in its figures.
    void whatWasPutBeforeAnAnswerItDidNotMeasure()
    {
        const auto ask = [](ChatModel &model, const QString &words, std::optional<int> promptTokens) {
            model.addUserTurn(words);
            const int row = model.beginAnswer(u"b"_s);
            model.appendToTurn(row, {u"Yes."_s, {}});
            ChatStats stats;
            stats.promptTokens = promptTokens;
            stats.completionTokens = 2;
            model.finishTurn(row, stats);
        };
        for (const std::optional<int> &measured : {std::optional<int>(), std::optional(7900)}) {
            ChatModel model;
            ask(model, u"The long one"_s, measured);
            const QList<ChatTurn> cleared = model.turns();
            model.clear();
            ask(model, u"Short"_s, 45);
            QCOMPARE(model.contextUse(u"b"_s), std::optional(ContextUse{47, false}));
            model.insert(0, cleared);    // undone
            QCOMPARE(model.contextUse(u"b"_s),
                     measured ? std::optional(ContextUse{7902, true}) : std::optional<ContextUse>());
            ask(model, u"And now?"_s, 7960);
            QCOMPARE(model.contextUse(u"b"_s), std::optional(ContextUse{7962, false}));
            const QList<ChatTurn> middle = model.turns().mid(2, 2);
            model.remove(2, 2);
            QVERIFY(model.contextUse(u"b"_s) != std::optional(ContextUse{7962, false}));
            model.insert(2, middle);     // as it was measured
            QCOMPARE(model.contextUse(u"b"_s), std::optional(ContextUse{7962, false}));
        }
    }

    void figuresNameOnlyWhatWasMeasured()
    {
        ChatTurn turn;
        turn.stats.model = u"SmolLM2"_s;
        QCOMPARE(figuresOf(turn), u"SmolLM2"_s);
        turn.stats.ttftMs = 212.4;
        turn.stats.tokensPerSecond = 48.13;
        turn.stats.completionTokens = 131;
        turn.stats.cachedTokens = 0;
        QCOMPARE(figuresOf(turn), u"SmolLM2  ·  TTFT 212\u00a0ms  ·  48.1 tokens/s  ·  131 tokens"_s);
        turn.stats.cachedTokens = 412;
        QVERIFY(figuresOf(turn).endsWith(u"412 cached"_s));
        struct Chinese : QTranslator
        {
            bool isEmpty() const override { return false; }
            QString translate(const char *, const char *source, const char *, int) const override
            {
                return qstrcmp(source, "%1 cached") == 0 ? u"缓存 %1"_s : QString();
            }
        } chinese;
        QCoreApplication::installTranslator(&chinese);
        const QString figures = figuresOf(turn); // a figure is not torn from its name
        QCoreApplication::removeTranslator(&chinese);
        QVERIFY2(figures.endsWith(u"缓\u2060存\u00a0412"_s), qPrintable(figures));
    }

    void markdownIsCutIntoProseAndCode_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QList<MarkdownPart>>("parts");
        QTest::newRow("empty") << QString() << QList<MarkdownPart>{};
        QTest::newRow("prose") << u"a\n\nb"_s << QList<MarkdownPart>{{false, u"a\n\nb"_s, {}}};
        QTest::newRow("code between") << u"Do:\n```bash\nls -l\n\ncd\n```\nDone."_s
            << QList<MarkdownPart>{{false, u"Do:"_s, {}}, {true, u"ls -l\n\ncd"_s, u"bash"_s}, {false, u"Done."_s, {}}};
        QTest::newRow("never closed") << u"```\nx"_s << QList<MarkdownPart>{{true, u"x"_s, {}}};
        QTest::newRow("another fence inside")
            << u"~~~\n```\nx\n```\n~~~"_s << QList<MarkdownPart>{{true, u"```\nx\n```"_s, {}}};
        QTest::newRow("longer fence") << u"````\n```\n````"_s << QList<MarkdownPart>{{true, u"```"_s, {}}};
        QTest::newRow("inline code is prose")
            << u"use ```x``` here"_s << QList<MarkdownPart>{{false, u"use ```x``` here"_s, {}}};
        QTest::newRow("indented too far") << u"    ```\nx"_s << QList<MarkdownPart>{{false, u"```\nx"_s, {}}};
    }

    void markdownIsCutIntoProseAndCode()
    {
        QFETCH(QString, markdown);
        QFETCH(QList<MarkdownPart>, parts);
        QCOMPARE(markdownParts(markdown), parts);
    }

    // What is settled stands before the first ^ (which is no part of the text); what is not, behind it.
    void whatIsWholeIsSettled_data()
    {
        QTest::addColumn<QString>("marked");
        const auto row = [](const QString &marked) { QTest::newRow(qPrintable(marked)) << marked; };
        row(u"^one"_s);
        row(u"^one\n\n"_s);
        row(u"^one\n\nt"_s);            // too short to say what it becomes
        row(u"one\n\n^two"_s);
        row(u"one\n\ntwo\n\n^**three"_s);
        row(u"^one\ntwo\nthree"_s);
        row(u"# head\n\n^te"_s);
        row(u"^- a\n- b\n\n- c"_s);
        row(u"^1. a\n\n2. b\n\n   more of b"_s);
        row(u"- a\n- b\n\n^after"_s);
        row(u"one\n\n^1. a\n\n2. b\n\n3"_s);
        row(u"^one\n\n1"_s);
        row(u"one\n\n- a\n\nafter\n\n^- b"_s);
        row(u"^| a | b |\n|---|---|\n| 1 | 2 |\n"_s);
        row(u"| a | b |\n|---|---|\n| 1 | 2 |\n\n^af"_s);
        row(u"^one ```"_s);
        row(u"^one\n```"_s);             // a word in such quotes, perhaps
        row(u"one\n^```py\nprint()\n\nmore"_s);
        row(u"one\n```py\nprint()\n\nmore\n```\n^two"_s);
        row(u"one\n^~~~\n```\n\nmore"_s);
        row(u"^- a\n  ```\n  code"_s);
    }
    void whatIsWholeIsSettled()
    {
        QFETCH(QString, marked);
        const qsizetype place = marked.indexOf(u'^');
        QCOMPARE(settledLength(marked.remove(place, 1)), place);
    }

    // U+2028 is written as / here.
    void linesOfAParagraphStayLines_data()
    {
        QTest::addColumn<QString>("kept");
        const auto row = [](const QString &prose, const QString &kept) { QTest::newRow(qPrintable(prose)) << kept; };
        row(u"one\ntwo\nthree"_s, u"one/two/three"_s);
        row(u"one\n\ntwo"_s, u"one\n\ntwo"_s);
        row(u"# head\ntext\nmore"_s, u"# head\ntext/more"_s);
        row(u"head\n===\ntext"_s, u"head\n===\ntext"_s);
        row(u"head\n---\ntext"_s, u"head\n---\ntext"_s);
        row(u"before\n- a\n- b\n  more of b\n1. c"_s, u"before\n- a\n- b/  more of b\n1. c"_s);
        row(u"> said\nwho"_s, u"> said/who"_s);
        row(u"text\n> said"_s, u"text\n> said"_s);
        row(u"| a | b |\n|---|---|\n| 1 | 2 |\nafter"_s, u"| a | b |\n|---|---|\n| 1 | 2 |\nafter"_s);
        row(u"before\na | b\n--- | ---\n1 | 2"_s, u"before\na | b\n--- | ---\n1 | 2"_s);
        row(u"text\n    code\n    more"_s, u"text/    code\n    more"_s);
        row(u"hard  \nbreak"_s, u"hard  \nbreak"_s);
    }
    void linesOfAParagraphStayLines()
    {
        QFETCH(QString, kept);
        QCOMPARE(withLineBreaks(QString::fromUtf8(QTest::currentDataTag())).replace(QChar(QChar::LineSeparator), u'/'),
                 kept);
    }
};

QTEST_MAIN(TestChatModel)
#include "tst_chatmodel.moc"
