// "Too long" in the words of the engines, and who stands in for one.
#include "inference/contextoverflow.h"
#include "inference/modellength.h"

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

    void whoStandsInForAReleaseSaysItInItsWords_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<bool>("isChat");
        QTest::addColumn<qint64>("prompt");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("isOverflow");
        const auto row = [](const char *name, const char *release, const char *request, bool isChat, qint64 prompt,
                            const char *message, const char *param, bool isOverflow = true) {
            const Json body{{"error",
                             {{"message", message ? message : ""},
                              {"type", "BadRequestError"},
                              {"param", param ? Json(param) : Json(nullptr)},
                              {"code", 400}}}};
            QTest::newRow(name) << QString::fromLatin1(release) << QByteArray(request) << isChat << prompt
                                << (message ? compactJson(body) : QByteArray("null")) << isOverflow;
        };
        QTest::newRow("0.9.1") << u"0.9.1"_s << QByteArray(R"({"max_tokens":100})") << true << qint64(4000)
                               << QByteArray("{\"object\":\"error\",\"message\":\"This model's maximum context length "
                                             "is 4096 tokens. However, you requested 4100 tokens (4000 in the "
                                             "messages, 100 in the completion). Please reduce the length of the "
                                             "messages or completion.\",\"type\":\"BadRequestError\",\"param\":null,"
                                             "\"code\":400}")
                               << true;
        row("0.11.0", "0.11.0", "{}", true, 5000,
            "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens. Please "
            "reduce the length of the input messages.",
            nullptr);
        row("0.13.0, answer", "0.13.0", R"({"max_tokens":100})", true, 4000,
            "'max_tokens' or 'max_completion_tokens' is too large: 100. This model's maximum context length is 4096 "
            "tokens and your request has 4000 input tokens (100 > 4096 - 4000). (parameter=max_tokens, value=100)",
            "max_tokens", false);
        row("0.16.0", "0.16.0", R"({"max_tokens":100})", false, 5000,
            "You passed 3997 input tokens and requested 100 output tokens. However, the model's context length is only "
            "4096 tokens, resulting in a maximum input length of 3996 tokens. Please reduce the length of the input "
            "prompt. (parameter=input_tokens, value=3997)",
            "input_tokens");
        row("0.18.0", "0.18.0", R"({"max_completion_tokens":100})", true, 5000,
            "This model's maximum context length is 4096 tokens. However, you requested 100 output tokens and your "
            "prompt contains at least 3997 input tokens, for a total of at least 4097 tokens. Please reduce the length "
            "of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=3997)",
            "input_tokens");
        row("no room", "0.18.0", "{}", true, 4096,
            "The decoder prompt (length 4096) plus the number of requested output tokens (at least 1) is longer than "
            "the maximum model length of 4096. Make sure that `max_model_len` is no smaller than the number of text "
            "tokens (prompt + requested output tokens).",
            nullptr);
        row("answer", "0.18.0", R"({"max_completion_tokens":5000})", true, 10,
            "max_completion_tokens=5000 cannot be greater than max_model_len=max_total_tokens=4096. Please request "
            "fewer output tokens. (parameter=max_completion_tokens, value=5000)",
            "max_completion_tokens", false);
        row("fits", "0.18.0", R"({"max_tokens":96})", true, 4000, nullptr, nullptr, false);
        row("any answer", "0.18.0", R"({"max_tokens":-1})", true, 4095, nullptr, nullptr, false);
    }

    void whoStandsInForAReleaseSaysItInItsWords()
    {
        QFETCH(QString, release);
        QFETCH(QByteArray, request);
        QFETCH(bool, isChat);
        QFETCH(qint64, prompt);
        QFETCH(QByteArray, body);
        QFETCH(bool, isOverflow);
        const Result<Json> asked = parseJson(request, u"request"_s);
        QVERIFY(asked);
        const Json refusal = lengthRefusal({4096, release}, requestLength(*asked, isChat, prompt));
        QCOMPARE(compactJson(refusal), body);
        const std::optional<ContextOverflow> overflow = contextOverflowIn(400, compactJson(refusal));
        QCOMPARE(overflow.has_value(), isOverflow);
        QCOMPARE(overflow ? overflow->contextTokens.value_or(-1) : 4096, qint64(4096));
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
