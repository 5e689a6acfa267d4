// "Too long" in the words of the engines.
#include "inference/contextoverflow.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestContextOverflow : public QObject
{
    Q_OBJECT

private slots:
    void everyEnginesWordsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("prompt");
        QTest::addColumn<int>("context");
        QTest::newRow("llama.cpp") << QByteArray(
            "{\"error\":{\"code\":400,\"message\":\"request (5012 tokens) exceeds the available context size (512 "
            "tokens), try increasing it\","
            "\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":5012,\"n_ctx\":512}}")
                                   << 5012 << 512;
        QTest::newRow("ours, by length") << QByteArray("{\"error\":{\"code\":400,\"message\":\"request (at least 9000 "
                                                       "tokens) exceeds the available context size (512 tokens)\","
                                                       "\"type\":\"exceed_context_size_error\",\"n_ctx\":512}}")
                                         << -1 << 512;
        QTest::newRow("vLLM, messages") << QByteArray(
            "{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096 tokens. However, you "
            "requested 5100 tokens "
            "(5000 in the messages, 100 in the completion). Please reduce the length of the messages or "
            "completion.\",\"code\":400}")
                                        << 5000 << 4096;
        QTest::newRow("vLLM, input tokens")
            << QByteArray("{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens. However, your "
                          "request has 5000 input tokens. "
                          "Please reduce the length of the input messages.\",\"code\":400}}")
            << 5000 << 4096;
        QTest::newRow("vLLM, decoder prompt")
            << QByteArray("{\"error\":{\"message\":\"The decoder prompt (length 5000) is longer than the maximum model "
                          "length of 4096.\",\"code\":400}}")
            << 5000 << 4096;
        QTest::newRow("OpenAI") << QByteArray("{\"error\":{\"message\":\"This model's maximum context length is 4097 "
                                              "tokens. However, your messages resulted in 5000 tokens.\","
                                              "\"code\":\"context_length_exceeded\"}}")
                                << 5000 << 4097;
        QTest::newRow("somebody's") << QByteArray("{\"error\":\"Input is too long for this model\"}") << -1 << -1;
    }

    void everyEnginesWordsAreUnderstood()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, prompt);
        QFETCH(int, context);
        const std::optional<ContextOverflow> overflow = contextOverflowIn(400, body);
        QVERIFY(overflow);
        QCOMPARE(overflow->promptTokens.value_or(-1), prompt);
        QCOMPARE(overflow->contextTokens.value_or(-1), context);
        QCOMPARE(contextOverflowOf(toError(*overflow, {})), overflow);
    }

    void otherRefusalsAreNotTakenForIt_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("another matter") << 400
                                        << QByteArray("{\"error\":{\"message\":\"temperature must be non-negative\"}}");
        QTest::newRow("max_tokens") << 400
                                    << QByteArray("{\"error\":{\"message\":\"'max_tokens' or 'max_completion_tokens' "
                                                  "is too large: 5000. This model's maximum context length is "
                                                  "4096 tokens and your request has 20 input tokens\"}}");
        QTest::newRow("broken server") << 500 << QByteArray("{\"error\":{\"message\":\"prompt too long\"}}");
        QTest::newRow("empty") << 400 << QByteArray();
    }

    void otherRefusalsAreNotTakenForIt()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QVERIFY(!contextOverflowIn(status, body));
    }

    void anotherErrorIsNone() { QVERIFY(!contextOverflowOf(Error{ErrorKind::Model, u"x"_s, {}, {}})); }
};

QTEST_GUILESS_MAIN(TestContextOverflow)
#include "tst_contextoverflow.moc"
