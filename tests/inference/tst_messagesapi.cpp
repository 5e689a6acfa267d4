// Anthropic's Messages API on both sides of the engine's chat requests, in the shapes of its reference.
#include "inference/messagesanswer.h"
#include "inference/messagesrequest.h"

#include "inference/apimessages.h"
#include "inference/apirequest.h"

#include <QTest>

using namespace Qt::StringLiterals;

namespace {

// A text inside of a text: its quotation marks are written as apostrophes here.
QByteArray nested(QByteArray text) { return text.replace('\'', "\\\""); }

Json parsed(const QByteArray &text)
{
    const Result<Json> json = parseJson(text, u"the test's JSON"_s);
    return json ? *json : Json("not JSON: " + text.toStdString());
}

QByteArray request(const QByteArray &more) { return "{\"model\":\"m\",\"max_tokens\":5," + more + '}'; }

const QByteArray hi = R"("messages":[{"role":"user","content":"Hi"}])";

QByteArray turns(const QByteArray &content, const QByteArray &role = "user")
{
    return "\"messages\":[{\"role\":\"" + role + "\",\"content\":" + content + "}]";
}

QByteArray chunk(const QByteArray &delta, const QByteArray &finish = "null")
{
    return "data: {\"id\":\"c-1\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta
        + ",\"finish_reason\":" + finish + "}]}\n\n";
}

// What a client hears: "name {data}", in order. Each event says its name twice.
QStringList heard(const QByteArray &events)
{
    QStringList all;
    for (const QByteArray &event : events.split('\n')) {
        if (event.startsWith("event: "))
            all << QString::fromUtf8(event.mid(7));
        else if (event.startsWith("data: ")) {
            Json data = parsed(event.mid(6));
            if (all.isEmpty() || stringAt(data, "type") != all.last())
                return {u"the event and its data have two names"_s};
            data.erase("type");
            all.last() += u' ' + QString::fromUtf8(compactJson(data));
        }
    }
    return all;
}

} // namespace

class TestMessagesApi : public QObject
{
    Q_OBJECT

private slots:
    void aRequestIsTheChatRequestThatMeansTheSame_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("chat");
        const auto row = [](const char *name, const QByteArray &sent, const QByteArray &chat) {
            QTest::newRow(name) << request(sent) << nested(chat);
        };
        const QByteArray plain = R"({"messages":[{"role":"user","content":"Hi"}],"model":"m","max_tokens":5)";
        row("a word", hi, plain + '}');
        row("numbers", hi + R"(,"temperature":0.5,"top_p":0.9,"top_k":40,"stream":true,"stop_sequences":["END"])",
            plain + R"(,"stream":true,"temperature":0.5,"top_p":0.9,"top_k":40,"stop":["END"]})");
        row("what changes no answer",
            hi + R"(,"metadata":{"user_id":"u"},"service_tier":"auto","cache_control":{"type":"ephemeral"})",
            plain + '}');
        row("system", R"("system":"Be brief",)" + hi,
            R"({"messages":[{"role":"system","content":"Be brief"},{"role":"user","content":"Hi"}],)"
            R"("model":"m","max_tokens":5})");
        row("system in blocks",
            R"("system":[{"type":"text","text":"Be brief","cache_control":{"type":"ephemeral"}}],)" + hi,
            R"({"messages":[{"role":"system","content":[{"type":"text","text":"Be brief"}]},)"
            R"({"role":"user","content":"Hi"}],"model":"m","max_tokens":5})");
        row("a tool's round",
            R"("messages":[{"role":"user","content":"Weather?"},)"
            R"({"role":"assistant","content":[{"type":"thinking","thinking":"Ask.","signature":""},)"
            R"({"type":"text","text":"Let me see"},)"
            R"({"type":"tool_use","id":"t1","name":"weather","input":{"city":"Bonn"}}]},)"
            R"({"role":"user","content":[{"type":"text","text":"Well?"},)"
            R"({"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"rain"}]},)"
            R"({"type":"tool_result","tool_use_id":"t2","content":"no city","is_error":true}]}])",
            R"({"messages":[{"role":"user","content":"Weather?"},)"
            R"({"role":"assistant","content":[{"type":"text","text":"Let me see"}],)"
            R"("tool_calls":[{"id":"t1","type":"function",)"
            R"("function":{"name":"weather","arguments":"{'city':'Bonn'}"}}],"reasoning_content":"Ask."},)"
            R"({"role":"tool","tool_call_id":"t1","content":"rain"},)"
            R"({"role":"tool","tool_call_id":"t2","content":"Error: no city"},)"
            R"({"role":"user","content":[{"type":"text","text":"Well?"}]}],"model":"m","max_tokens":5})");
        const QByteArray tools = R"(,"tools":[{"name":"f","description":"does","input_schema":{"type":"object"}}])";
        const QByteArray chatTools = R"(,"tools":[{"type":"function","function":{"name":"f","description":"does",)"
                                     R"("parameters":{"type":"object"}}}])";
        row("tools", hi + tools, plain + chatTools + '}');
        row("any tool, one call", hi + tools + R"(,"tool_choice":{"type":"any","disable_parallel_tool_use":true})",
            plain + chatTools + R"(,"tool_choice":"required","parallel_tool_calls":false})");
        row("this tool", hi + tools + R"(,"tool_choice":{"type":"tool","name":"f"})",
            plain + chatTools + R"(,"tool_choice":{"type":"function","function":{"name":"f"}}})");
        row("thinking", hi + R"(,"thinking":{"type":"enabled","budget_tokens":64})",
            plain + R"(,"chat_template_kwargs":{"enable_thinking":true},"thinking_budget_tokens":64})");
        row("no thinking", hi + R"(,"thinking":{"type":"disabled"})",
            plain + R"(,"chat_template_kwargs":{"enable_thinking":false}})");
        row("a schema", hi + R"(,"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}})",
            plain
                + R"(,"response_format":{"type":"json_schema",)"
                  R"("json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}}})");
    }

    void aRequestIsTheChatRequestThatMeansTheSame()
    {
        QFETCH(QByteArray, sent);
        QFETCH(QByteArray, chat);
        const Result<Json> made = chatRequestOf(parsed(sent));
        QVERIFY2(made, made ? "" : qPrintable(made.error().message));
        QCOMPARE(QString::fromUtf8(compactJson(*made)), QString::fromUtf8(chat));
        QVERIFY(checkMessages(*made)); // the chat's own gate lets it in
    }

    void whatCannotBeKeptIsRefusedByName_data()
    {
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QString>("param");
        const auto row = [](const char *name, const QByteArray &sent, const char *param) {
            QTest::newRow(name) << sent << QString::fromLatin1(param);
        };
        row("no max_tokens", "{\"model\":\"m\"," + hi + '}', "max_tokens");
        row("max_tokens 0", "{\"max_tokens\":0," + hi + '}', "max_tokens");
        row("max_tokens in words", "{\"max_tokens\":\"many\"," + hi + '}', "max_tokens");
        row("no messages", request("\"top_k\":1"), "messages");
        row("empty messages", request("\"messages\":[]"), "messages");
        row("messages, a text", request("\"messages\":\"Hi\""), "messages");
        row("a message, a text", request("\"messages\":[\"Hi\"]"), "messages[0].role");
        row("system as a role", request(turns("\"Hi\"", "system")), "messages[0].role");
        row("no content", request("\"messages\":[{\"role\":\"user\"}]"), "messages[0].content");
        row("no blocks", request(turns("[]")), "messages[0].content");
        row("a block without a type", request(turns("[{\"text\":\"Hi\"}]")), "messages[0].content[0]");
        row("an image", request(turns(R"([{"type":"text","text":"See"},{"type":"image","source":{}}])")),
            "messages[0].content[1]");
        row("a document", request(turns(R"([{"type":"document","source":{}}])")), "messages[0].content[0]");
        row("text of no text", request(turns(R"([{"type":"text","text":7}])")), "messages[0].content[0].text");
        row("the user calls", request(turns(R"([{"type":"tool_use","id":"a","name":"f","input":{}}])")),
            "messages[0].content[0]");
        row("the assistant has results",
            request(turns(R"([{"type":"tool_result","tool_use_id":"a","content":"x"}])", "assistant")),
            "messages[0].content[0]");
        row("a result of nothing", request(turns(R"([{"type":"tool_result","content":"x"}])")),
            "messages[0].content[0].tool_use_id");
        row("a result in an image",
            request(turns(R"([{"type":"tool_result","tool_use_id":"a","content":[{"type":"image"}]}])")),
            "messages[0].content[0].content[0]");
        row("a call without its input", request(turns(R"([{"type":"tool_use","id":"a","name":"f"}])", "assistant")),
            "messages[0].content[0].input");
        row("system, a number", request("\"system\":7," + hi), "system");
        row("system in an image", request(R"("system":[{"type":"image"}],)" + hi), "system[0]");
        row("a tool of Anthropic's", request(hi + R"(,"tools":[{"type":"web_search_20250305","name":"web_search"}])"),
            "tools[0]");
        row("a tool without a schema", request(hi + R"(,"tools":[{"name":"f"}])"), "tools[0].input_schema");
        row("a choice of nothing", request(hi + R"(,"tool_choice":"auto")"), "tool_choice");
        row("thinking about nothing", request(hi + R"(,"thinking":{"type":"enabled"})"), "thinking.budget_tokens");
        row("effort", request(hi + R"(,"output_config":{"effort":"high"})"), "output_config.effort");
        row("a format without a schema", request(hi + R"(,"output_config":{"format":{"type":"json_schema"}})"),
            "output_config.format");
        row("what nobody knows", request(hi + R"(,"mcp_servers":[])"), "mcp_servers");
        row("a chat's own", request(hi + R"(,"response_format":{"type":"json_object"})"), "response_format");
    }

    void whatCannotBeKeptIsRefusedByName()
    {
        QFETCH(QByteArray, sent);
        QFETCH(QString, param);
        const Result<Json> made = chatRequestOf(parsed(sent));
        QVERIFY2(!made, "it was taken");
        QCOMPARE(made.error().facts.value(u"param"_s), param);
        QVERIFY2(made.error().message.startsWith(param + u' ') && made.error().message.endsWith(u'.'),
                 qPrintable(made.error().message));
    }

    void countingNeedsNoLimit() { QVERIFY(chatRequestOf(parsed("{\"model\":\"m\"," + hi + '}'), true)); }

    // The chat's gate knows the chat's names; whoever sent the request knows the others.
    void refusalsNameWhatWasSent()
    {
        const Result<Json> made = chatRequestOf(parsed(request(hi + R"(,"stop_sequences":[""])")));
        QVERIFY(made);
        const Result<void> fine = checkApiRequest(*made);
        QVERIFY(!fine);
        QCOMPARE(inMessagesWords(fine.error()),
                 u"stop_sequences is a text or a list of texts, none of them empty."_s);
        const Result<void> hot = checkApiRequest(*chatRequestOf(parsed(request(hi + R"(,"temperature":-1)"))));
        QVERIFY(!hot);
        QCOMPARE(inMessagesWords(hot.error()), u"temperature is a number from 0 upwards."_s);
    }

    void aWholeAnswer_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("finish");
        QTest::addColumn<QString>("stopText");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a text") << QByteArray(R"({"content":"Hello"})") << QByteArray("stop") << QString()
                                << QByteArray(R"([{"type":"text","text":"Hello"}])") << QByteArray("end_turn");
        QTest::newRow("cut") << QByteArray(R"({"content":"Hel"})") << QByteArray("length") << QString()
                             << QByteArray(R"([{"type":"text","text":"Hel"}])") << QByteArray("max_tokens");
        QTest::newRow("a stop text") << QByteArray(R"({"content":"Hel"})") << QByteArray("stop") << u"lo"_s
                                     << QByteArray(R"([{"type":"text","text":"Hel"}])") << QByteArray("stop_sequence");
        QTest::newRow("nothing") << QByteArray(R"({"content":""})") << QByteArray("stop") << QString()
                                 << QByteArray("[]") << QByteArray("end_turn");
        QTest::newRow("thoughts and two calls")
            << QByteArray(R"({"reasoning_content":"Hm","content":null,"tool_calls":[)"
                          R"({"id":"a","type":"function","function":{"name":"f","arguments":"{'x':1}"}},)"
                          R"({"id":"b","type":"function","function":{"name":"g","arguments":"cut"}}]})")
            << QByteArray("tool_calls") << QString()
            << QByteArray(R"([{"type":"thinking","thinking":"Hm","signature":""},)"
                          R"({"type":"tool_use","id":"a","name":"f","input":{"x":1}},)"
                          R"({"type":"tool_use","id":"b","name":"g","input":{}}])")
            << QByteArray("tool_use");
    }

    void aWholeAnswer()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, finish);
        QFETCH(QString, stopText);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, reason);
        const Json answer
            = messageOf(parsed("{\"id\":\"c-1\",\"model\":\"m\",\"choices\":[{\"message\":" + nested(message)
                               + ",\"finish_reason\":\"" + finish + "\"}]}"),
                        {{20, 8, 3}, stopText});
        const QByteArray stopped = stopText.isEmpty() ? QByteArray("null") : '"' + stopText.toUtf8() + '"';
        QCOMPARE(QString::fromUtf8(compactJson(answer)),
                 QString::fromUtf8(
                     R"({"id":"c-1","type":"message","role":"assistant","model":"m","content":)" + content
                     + ",\"stop_reason\":\"" + reason + "\",\"stop_sequence\":" + stopped
                     + R"(,"usage":{"input_tokens":12,"cache_creation_input_tokens":0,)"
                       R"("cache_read_input_tokens":8,"output_tokens":3}})"));
    }

    void aStreamOpensFillsAndClosesEachBlock()
    {
        MessagesStream stream;
        const AnswerFacts begun{{20, 8, 1}, {}}, ended{{20, 8, 9}, {}};
        QStringList all;
        // as pieces come: several events in one, or one at a time
        all += heard(stream.take(chunk(R"({"role":"assistant","content":null})")
                                     + chunk(R"({"reasoning_content":"Hm"})"),
                                 begun));
        all += heard(stream.take(chunk(R"({"content":"See: "})"), begun));
        all += heard(stream.take(chunk(R"({"content":"it"})"), begun));
        all += heard(stream.take(
            chunk(R"({"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":""}}]})"),
            begun));
        all += heard(stream.take(chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]})"), begun));
        all += heard(stream.take(
            chunk(nested(R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"g","arguments":"{'x':1}"}}]})")),
            begun));
        all += heard(stream.take(chunk("{}", "\"tool_calls\""), ended));
        QVERIFY(!all.join(u' ').contains("message_stop"_L1));
        all += heard(stream.take("data: [DONE]\n\n", ended));
        const QStringList wanted{
            u"message_start {\"message\":{\"id\":\"c-1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
            "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":12,"
            "\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":8,\"output_tokens\":0}}}"_s,
            u"content_block_start {\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\","
            "\"signature\":\"\"}}"_s,
            u"content_block_delta {\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"Hm\"}}"_s,
            u"content_block_delta {\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"\"}}"_s,
            u"content_block_stop {\"index\":0}"_s,
            u"content_block_start {\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}"_s,
            u"content_block_delta {\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"See: \"}}"_s,
            u"content_block_delta {\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"it\"}}"_s,
            u"content_block_stop {\"index\":1}"_s,
            u"content_block_start {\"index\":2,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"f\","
            "\"input\":{}}}"_s,
            u"content_block_delta {\"index\":2,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}"_s,
            u"content_block_stop {\"index\":2}"_s,
            u"content_block_start {\"index\":3,\"content_block\":{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"g\","
            "\"input\":{}}}"_s,
            u"content_block_delta {\"index\":3,\"delta\":{\"type\":\"input_json_delta\","
            "\"partial_json\":\"{\\\"x\\\":1}\"}}"_s,
            u"content_block_stop {\"index\":3}"_s,
            u"message_delta {\"delta\":{\"stop_reason\":\"tool_use\",\"stop_sequence\":null},\"usage\":{"
            "\"input_tokens\":12,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":8,"
            "\"output_tokens\":9}}"_s,
            u"message_stop {}"_s,
        };
        QCOMPARE(all, wanted);
    }

    // After it nothing else is said: a client must not take the answer for a whole one.
    void anErrorEndsTheStream()
    {
        MessagesStream stream;
        stream.take(chunk(R"({"content":"Hel"})"), {});
        const QByteArray error
            = "data: {\"error\":{\"code\":500,\"message\":\"It broke.\",\"type\":\"server_error\"}}\n\n";
        QCOMPARE(heard(stream.take(error, {})),
                 QStringList{u"error {\"error\":{\"type\":\"api_error\",\"message\":\"It broke.\"}}"_s});
        QCOMPARE(stream.take(chunk("{}", "\"stop\"") + "data: [DONE]\n\n", {}), QByteArray());
    }

    void errorsHaveTheirNames()
    {
        const struct { int status; const char *type; } all[]
            = {{400, "invalid_request_error"}, {401, "authentication_error"}, {403, "permission_error"},
               {404, "not_found_error"},       {405, "invalid_request_error"}, {413, "request_too_large"},
               {500, "api_error"},             {503, "overloaded_error"}};
        for (const auto &one : all)
            QCOMPARE(QString::fromUtf8(compactJson(messagesError(one.status, u"Why."_s))),
                     u"{\"type\":\"error\",\"error\":{\"type\":\"%1\",\"message\":\"Why.\"}}"_s.arg(
                         QLatin1String(one.type)));
    }
};

QTEST_GUILESS_MAIN(TestMessagesApi)
#include "tst_messagesapi.moc"
