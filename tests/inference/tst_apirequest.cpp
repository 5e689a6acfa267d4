// What the local API lets through to the engine, and whom it listens to.
#include "inference/apimessages.h"
#include "inference/apirequest.h"
#include "inference/onecall.h"
#include "inference/plainreason.h"
#include "inference/callerrules.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Qt::StringLiterals;

class TestApiRequest : public QObject
{
    Q_OBJECT

private slots:
    void anOrdinaryRequestPasses()
    {
        const Json body = {
            {"model", "m"},
            {"messages", Json::array({Json{{"role", "user"}, {"content", "[[[[{{{{ \" \\"}}})},
            {"n", 1},
            {"temperature", 0.5},
            {"tools",
             Json::array(
                 {Json{{"type", "function"},
                       {"function",
                        {{"name", "f"},
                         {"parameters",
                          {{"type", "object"},
                           {"properties", {{"pattern", {{"type", "string"}, {"pattern", "^[a-z]{1,20}$"}}}}}}}}}}})}};
        const Result<Json> request = readApiRequest(compactJson(body));
        QVERIFY2(request, request ? "" : qPrintable(request.error().message));
        QCOMPARE(stringAt(*request, "model"), u"m"_s);
    }

    void usualPatternsPass_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char *pattern :
             {"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", "^\\d{4}-\\d{2}-\\d{2}$", "^.{1,255}$",
              "^(([0-9]{1,3})\\.){3}[0-9]{1,3}$", "^\\{[^}]{2,}\\}$", "^[{(]a{3}[)}]$", "^a{", "[a-z]+",
              "^\\u00e9[^]\\/$", "^(?:a|b)?$", "^\\\\u$"})
            QTest::newRow(pattern) << QString::fromLatin1(pattern);
    }

    void usualPatternsPass()
    {
        QFETCH(QString, pattern);
        const Json request = {{"json_schema", {{"type", "string"}, {"pattern", pattern}}}};
        const Result<Json> read = readApiRequest(compactJson(request));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
    }

    void reasonsAreForPeople()
    {
        QCOMPARE(plainReason("[json.exception.type_error.302] type must be string, but is number"),
                 std::string("a value of the request is of another kind than this server takes: type must be string, "
                             "but is number"));
        QCOMPARE(plainReason("JSON schema error at #/items: minLength must be a non-negative integer"),
                 std::string("an answer cannot be held to the schema: minLength must be a non-negative integer (at "
                             "#/items)"));
        QCOMPARE(plainReason("[5] is no role"), std::string("[5] is no role"));
        QCOMPARE(plainReason(nullptr), std::string());
    }

    void wordsOfASchemaAreNotItsNames()
    {
        const Json schema = {{"properties", {{"pattern", Json::object()}, {"x", {{"const", {{"pattern", ")("}}}}}}},
                             {"default", {{"pattern", 5}}}};
        const Json request = {{"messages", Json::array()},
                              {"response_format", {{"type", "json_schema"}, {"json_schema", {{"schema", schema}}}}}};
        const Result<Json> read = readApiRequest(compactJson(request));
        QVERIFY2(read, read ? "" : qPrintable(read.error().message));
    }

    void wrongPatternIsNamedByItsPlace()
    {
        const Result<Json> read = readApiRequest(
            R"({"messages":[],"tools":[{"function":{"parameters":{"properties":{"a":{"pattern":"^)("}}}}}]})");
        QVERIFY(!read);
        QVERIFY2(
            read.error().message.startsWith(
                u"tools: the pattern at /0/function/parameters/properties/a/pattern is not a regular expression: "_s),
            qPrintable(read.error().message));
    }

    void whatGoesTooFarIsRefusedAtOnce_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("says");
        const auto schema = [](const QByteArray &inside) {
            return "{\"messages\":[],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":"
                + inside + "}}}";
        };
        QTest::newRow("not JSON") << QByteArray("{") << u"not valid JSON"_s;
        QTest::newRow("an array") << QByteArray("[1]") << u"not a JSON object"_s;
        QTest::newRow("10,000 levels") << QByteArray("{\"a\":" + QByteArray(10000, '[') + QByteArray(10000, ']') + "}")
                                       << u"nested deeper than 64"_s;
        QTest::newRow("4,000,000 open levels") << QByteArray(4'000'000, '[') << u"nested deeper than 64"_s;
        QTest::newRow("2,000,000 values")
            << QByteArray("{\"a\":[" + QByteArray("1,").repeated(2'000'000) + "1]}") << u"more than 1048576 values"_s;
        QTest::newRow("100,000 in a pattern")
            << schema("{\"type\":\"string\",\"pattern\":\"^" + QByteArray(100'000, '(') + "$\"}")
            << u"response_format has more than 65536 bytes"_s;
        QTest::newRow("1,000 in a pattern")
            << schema("{\"type\":\"string\",\"pattern\":\"^" + QByteArray(1000, '(') + "$\"}")
            << u"longer than 500 characters"_s;
        QTest::newRow("100,000 times") << schema(R"({"type":"string","pattern":"^a{100000}$"})")
                                       << u"stands for more than 1000 characters"_s;
        QTest::newRow("40 times 40 times") << schema(R"({"type":"string","pattern":"^((ab?){1,40}c?){40}$"})")
                                           << u"stands for more than 1000 characters"_s;
        QTest::newRow("a large schema") << schema("{\"enum\":[\"" + QByteArray(70000, 'x') + "\"]}")
                                        << u"response_format has more than 65536 bytes"_s;
        QTest::newRow("a pattern in a tool")
            << QByteArray(R"({"messages":[],"tools":[{"function":{"parameters":{"pattern":"^a{9999}$"}}}]})")
            << u"stands for more than"_s;
        QTest::newRow("a large grammar") << QByteArray("{\"grammar\":\"" + QByteArray(70000, 'x') + "\"}")
                                         << u"grammar has more than 65536 bytes"_s;
        QTest::newRow("a deep grammar") << QByteArray("{\"grammar\":\"root ::= " + QByteArray(1000, '(') + "\"}")
                                        << u"grammar is nested deeper"_s;
        QTest::newRow("3,000 messages") << QByteArray(
            "{\"messages\":[" + QByteArray("{\"role\":\"user\",\"content\":\"x\"},").repeated(2999) + "{}]}")
                                        << u"messages has more than 2000 messages"_s;
        QTest::newRow("n") << QByteArray(R"({"messages":[],"n":2})") << u"n must be 1"_s;
        QTest::newRow("n as text") << QByteArray(R"({"messages":[],"n":"2"})") << u"n must be 1"_s;
        QTest::newRow("best_of") << QByteArray(R"({"prompt":"x","best_of":3})") << u"best_of must be 1"_s;
        QTest::newRow("top_logprobs") << QByteArray(R"({"messages":[],"top_logprobs":100000})")
                                      << u"top_logprobs is a number from 0 to 20"_s;
        QTest::newRow("the engine's own")
            << QByteArray(R"({"messages":[],"chat_parser":"x"})") << u"chat_parser is not a parameter"_s;
    }

    void whatGoesTooFarIsRefusedAtOnce()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, says);
        QElapsedTimer clock;
        clock.start();
        const Result<Json> request = readApiRequest(body);
        QVERIFY(!request);
        QCOMPARE(request.error().kind, ErrorKind::Invalid);
        QVERIFY2(request.error().message.contains(says), qPrintable(request.error().message));
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    }

    void whatCannotBeKeptIsRefused_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("param");
        const auto row = [](const char *more, const char *param) {
            QTest::newRow(more) << QByteArray("{\"messages\":[],") + more + '}' << QString::fromLatin1(param);
        };
        row(R"("stream":"yes")", "stream");
        row(R"("stream":1)", "stream");
        row(R"("parallel_tool_calls":"no")", "parallel_tool_calls");
        row(R"("stream_options":"usage")", "stream_options");
        row(R"("stream_options":{"include_usage":"yes"})", "stream_options");
        row(R"("response_format":"x")", "response_format");
        row(R"("response_format":{"type":"xml"})", "response_format");
        row(R"("response_format":{"type":"json_schema","json_schema":{"schema":5}})", "response_format");
        row(R"("response_format":{"type":"json_schema"})", "response_format");
        row(R"("response_format":{"type":"json_schema","json_schema":{}})", "response_format");
        row(R"("response_format":{"type":"json_schema","json_schema":{"name":"x","strict":true,"schema":null}})",
            "response_format");
        row(R"("response_format":{"type":"json_object","schema":5})", "response_format");
        row(R"("response_format":{"type":"json_schema","json_schema":{"schema":{"pattern":"^)("}}})",
            "response_format");
        row(R"("response_format":{"type":"json_schema","json_schema":{"schema":{"properties":{"pattern":{"pattern":5}}}}})",
            "response_format");
        row(R"("tools":[{"function":{"parameters":{"properties":{"a":{"pattern":"a{2,1}"}}}}}])", "tools");
        row(R"("tools":[{"function":{"parameters":{"items":{"pattern":"+a"}}}}])", "tools");
        row(R"("json_schema":{"pattern":"*a"})", "json_schema");
        row(R"("json_schema":5)", "json_schema");
        row(R"("grammar":5)", "grammar");
        row(R"("grammar":["root"])", "grammar");
        row(R"("samplers":["nope"])", "samplers");
        row(R"("samplers":["top_k",5])", "samplers");
        row(R"("seed":"a")", "seed");
        row(R"("seed":1.5)", "seed");
        row(R"("model":5)", "model");
        // What llama.cpp takes memory by, or time, or the lower 32 bits of.
        for (const char *key :
             {"repeat_last_n", "dry_penalty_last_n", "n_keep", "n_discard", "n_cache_reuse", "n_indent"})
            for (const char *number :
                 {"8193", "2147483647", "1e300", "18446744073709551615", "-2", "1.5", "\"1\"", "[1]"})
                QTest::addRow("%s %s", key, number)
                    << u"{\"messages\":[],\"%1\":%2}"_s.arg(QLatin1String(key), QLatin1String(number)).toUtf8()
                    << QString::fromLatin1(key);
        for (const char *key : {"top_k", "min_keep", "dry_allowed_length", "reasoning_budget_tokens",
                                "thinking_budget_tokens", "mirostat"})
            for (const char *number : {"2147483648", "4294967297", "-2"})
                QTest::addRow("%s %s", key, number)
                    << u"{\"messages\":[],\"%1\":%2}"_s.arg(QLatin1String(key), QLatin1String(number)).toUtf8()
                    << QString::fromLatin1(key);
        for (const char *key : {"max_tokens", "max_completion_tokens", "n_predict"})
            QTest::addRow("%s", key) << u"{\"messages\":[],\"%1\":4294967297}"_s.arg(QLatin1String(key)).toUtf8()
                                     << QString::fromLatin1(key);
        row(R"("dry_sequence_breakers":[])", "dry_sequence_breakers");
        row(R"("dry_sequence_breakers":[""])", "dry_sequence_breakers");
        row(R"("dry_sequence_breakers":"x")", "dry_sequence_breakers");
        row(R"("dry_sequence_breakers":["12345678901234567890123456789012345678901"])", "dry_sequence_breakers");
        row(R"("dry_sequence_breakers":["a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a","a"])",
            "dry_sequence_breakers");
        row(R"("samplers":["top_k","dry","Top-K"])", "samplers");
        row(R"("samplers":"kp")", "samplers");
        row(R"("logit_bias":5)", "logit_bias");
        row(R"("logit_bias":{"15":"much"})", "logit_bias");
        row(R"("logit_bias":{"15":true})", "logit_bias");
        row(R"("logit_bias":{"":1})", "logit_bias");
        row(R"("logit_bias":[15])", "logit_bias");
        row(R"("logit_bias":[[15]])", "logit_bias");
        row(R"("logit_bias":[[1.5,1]])", "logit_bias");
        row(R"("logit_bias":[[15,null]])", "logit_bias");
        // Of vLLM and MindIE, or of OpenAI: llama.cpp would pass over them, and answer something else.
        row(R"("chat_template":"{{ messages }}")", "chat_template");
        row(R"("chat_template_kwargs":["enable_thinking"])", "chat_template_kwargs");
        row(R"("guided_json":{"type":"object"})", "guided_json");
        row(R"("guided_regex":"[a-z]+")", "guided_regex");
        row(R"("guided_choice":["a","b"])", "guided_choice");
        row(R"("guided_grammar":"root ::= [a]")", "guided_grammar");
        row(R"("structured_outputs":{"choice":["a"]})", "structured_outputs");
        row(R"("functions":[{"name":"f"}])", "functions");
        row(R"("stop_token_ids":[2])", "stop_token_ids");
        row(R"("allowed_token_ids":[2])", "allowed_token_ids");
        row(R"("bad_words":["x"])", "bad_words");
        row(R"("min_tokens":5)", "min_tokens");
        row(R"("repetition_penalty":1.2)", "repetition_penalty");
        row(R"("length_penalty":0.5)", "length_penalty");
        row(R"("use_beam_search":true)", "use_beam_search");
        row(R"("suffix":"end")", "suffix");
        row(R"("echo":true)", "echo");
        row(R"("truncate_prompt_tokens":5)", "truncate_prompt_tokens");
        row(R"("documents":[{"text":"x"}])", "documents");
        row(R"("web_search_options":{})", "web_search_options");
        row(R"("modalities":["text","audio"])", "modalities");
        QTest::newRow("a number of logprobs") << QByteArray(R"({"prompt":"x","logprobs":2})") << u"logprobs"_s;
        QTest::newRow("a long bias") << "{\"messages\":[],\"logit_bias\":{\"" + QByteArray(70'000, 'x') + "\":1}}"
                                     << u"logit_bias"_s;
        QTest::newRow("long last words") << "{\"messages\":[],\"reasoning_budget_message\":\"" + QByteArray(70'000, 'x')
                + "\"}" << u"reasoning_budget_message"_s;
        row(R"("reasoning_budget_end_tag":"x")", "reasoning_budget_end_tag");
        row(R"("backend_sampling":true)", "backend_sampling");
        row(R"("grammar":"%llguidance {}")", "grammar");
        row(R"("stop":"")", "stop");
        row(R"("stop":["a",""])", "stop");
        row(R"("stop":[5])", "stop");
        row(R"("stop":5)", "stop");
        row(R"("max_tokens":0)", "max_tokens");
        row(R"("max_tokens":-5)", "max_tokens");
        row(R"("max_tokens":"7")", "max_tokens");
        row(R"("max_completion_tokens":0)", "max_completion_tokens");
        row(R"("temperature":-1)", "temperature");
        row(R"("temperature":"hot")", "temperature");
        row(R"("top_p":5)", "top_p");
        row(R"("repeat_penalty":0)", "repeat_penalty");
        row(R"("presence_penalty":1e300)", "presence_penalty");
        row(R"("frequency_penalty":"x")", "frequency_penalty");
        row(R"("parallel_tool_calls":"no")", "parallel_tool_calls");
        row(R"("tools":"x")", "tools");
        row(R"("tools":[{"type":"function","function":{"name":"f","strict":true,"parameters":{"type":"object","minProperties":1}}}])",
            "tools");
    }

    void whatCannotBeKeptIsRefused()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, param);
        const Result<Json> request = readApiRequest(body);
        QVERIFY(!request);
        QCOMPARE(request.error().facts.value(u"param"_s), param);
        QVERIFY2(request.error().message.startsWith(param) && request.error().message.endsWith(QLatin1Char('.')),
                 qPrintable(request.error().message));
    }

    void whatCanBeKeptPasses_data()
    {
        QTest::addColumn<QByteArray>("more");
        for (const char *more :
             {R"("response_format":null)",
              R"("response_format":{"type":"text"})",
              R"("response_format":{"type":"json_object"})",
              R"("model":null)",
              R"("samplers":["top_k","Top-P","min_p","temperature"])",
              R"("max_tokens":1)",
              R"("max_tokens":-1)",
              R"("max_tokens":null)",
              R"("temperature":0)",
              R"("temperature":1e30,"top_p":1,"min_p":0)",
              R"("tools":[])",
              R"("repeat_last_n":8192,"dry_penalty_last_n":8192,"n_keep":-1,"n_discard":0,"n_indent":null)",
              R"("top_k":-1,"min_keep":0,"mirostat":2)",
              R"("dry_sequence_breakers":["\n",":"],"logit_bias":{"15":-100},"stop":null)",
              R"("logit_bias":{"15":false," the":2},"chat_template_kwargs":{"enable_thinking":false})",
              R"("logit_bias":[[15,-1],["the",false]])",
              R"("chat_template":null,"functions":[],"stop_token_ids":[],"min_tokens":0,"repetition_penalty":1.0)",
              R"("use_beam_search":false,"length_penalty":1,"suffix":null,"echo":false,"modalities":["text"])",
              R"("stop":["a"])",
              R"("stop":"a")",
              R"("stop":[])",
              R"("max_tokens":2147483647)",
              R"("response_format":{"type":"json_schema","json_schema":{"schema":{"multipleOf":5}}})",
              R"("response_format":{"type":"json_schema","json_schema":{"strict":false,"schema":{"multipleOf":5}}})"})
            QTest::newRow(more) << QByteArray(more);
    }

    void whatCanBeKeptPasses()
    {
        QFETCH(QByteArray, more);
        const Result<Json> request = readApiRequest("{\"messages\":[]," + more + '}');
        QVERIFY2(request, request ? "" : qPrintable(request.error().message));
    }

    void tokensOutsideTheVocabularyAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bias");
        QTest::addColumn<QString>("id");
        const auto row = [](const char *bias, const char *id) {
            QTest::newRow(bias) << QByteArray(bias) << QString::fromLatin1(id);
        };
        row(R"({"511":1})", "");
        row(R"([[0,1],["512",1]])", ""); // a text, there
        row(R"({"512":1})", "512");
        row(R"({"-1":1})", "-1");
        row(R"({"4294967296":1})", "4294967296");
        row(R"({"99999999999999999999":1})", "99999999999999999999");
        row(R"([[511,1],[512,1]])", "512");
        row(R"([[-7,false]])", "-7");
        row(R"([[18446744073709551615,1]])", "18446744073709551615");
    }

    void tokensOutsideTheVocabularyAreRefused()
    {
        QFETCH(QByteArray, bias);
        QFETCH(QString, id);
        RequestLimits limits;
        limits.vocabularyTokens = 512;
        const Result<Json> request = readApiRequest("{\"messages\":[],\"logit_bias\":" + bias + '}', limits);
        if (id.isEmpty()) {
            QVERIFY2(request, request ? "" : qPrintable(request.error().message));
            return;
        }
        QVERIFY(!request);
        QCOMPARE(request.error().facts.value(u"param"_s), u"logit_bias"_s);
        QCOMPARE(request.error().message,
                 u"logit_bias: there is no token %1; the model's vocabulary has 512 tokens, 0 to 511."_s.arg(id));
    }

    void whatIsNoChatIsRefused_data()
    {
        QTest::addColumn<QByteArray>("messages");
        QTest::addColumn<QString>("param");
        const auto row = [](const char *messages, const char *param) {
            QTest::newRow(messages) << QByteArray(messages) << QString::fromLatin1(param);
        };
        row("null", "messages");
        row("[]", "messages");
        row("{}", "messages");
        row("[5]", "messages[0]");
        row(R"([{"content":"x"}])", "messages[0].role");
        row(R"([{"role":"user","content":"x"},{"role":"wizard","content":"x"}])", "messages[1].role");
        row(R"([{"role":"user","content":null}])", "messages[0].content");
        row(R"([{"role":"user"}])", "messages[0].content");
        row(R"([{"role":"user","content":[]}])", "messages[0].content");
        row(R"([{"role":"user","content":5}])", "messages[0].content");
        row(R"([{"role":"user","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"data:"}}]}])",
            "messages[0].content[1]");
        row(R"([{"role":"user","content":[{"type":"input_audio","input_audio":{}}]}])", "messages[0].content[0]");
        row(R"([{"role":"tool","content":null}])", "messages[0].content");
        row(R"([{"role":"assistant","content":null}])", "messages[0].content");
        row(R"([{"role":"assistant","tool_calls":[]}])", "messages[0].content");
    }

    void whatIsNoChatIsRefused()
    {
        QFETCH(QByteArray, messages);
        QFETCH(QString, param);
        const Result<void> checked = checkMessages(Json{{"messages", Json::parse(messages.toStdString())}});
        QVERIFY(!checked);
        QCOMPARE(checked.error().facts.value(u"param"_s), param);
        QVERIFY2(checked.error().message.startsWith(param) && checked.error().message.endsWith(QLatin1Char('.')),
                 qPrintable(checked.error().message));
    }

    void aChatOfAllRolesPasses()
    {
        const Result<void> checked = checkMessages(
            Json::parse(R"({"messages":[{"role":"system","content":""},{"role":"developer","content":"x"},
            {"role":"user","content":[{"type":"text","text":"x"}]},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]},
            {"role":"tool","content":"x"},{"role":"assistant","content":"x"},{"role":"user","content":"x"}]})"));
        QVERIFY2(checked, checked ? "" : qPrintable(checked.error().message));
    }

    // The keyword that a strict schema is refused for; empty: it is kept.
    void boundsThatLeaveNoValueAreRefused()
    {
        const auto read = [](const char *schema) {
            return readApiRequest(
                QByteArray(
                    "{\"messages\":[],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":")
                + schema + "}}}");
        };
        const Result<Json> backwards
            = read(R"({"type":"object","properties":{"age":{"type":"integer","minimum":5,"maximum":3}}})");
        QVERIFY(!backwards);
        QCOMPARE(backwards.error().message,
                 u"response_format: no value can have both minimum 5 and maximum 3 (at "
                 "/json_schema/schema/properties/age)."_s);
        QVERIFY(!read(R"({"type":"integer","exclusiveMinimum":5,"maximum":5})"));
        QVERIFY(!read(R"({"type":"integer","exclusiveMinimum":4,"exclusiveMaximum":5})"));
        QVERIFY(!read(R"({"type":"integer","minimum":4.2,"maximum":4.8})"));
        QVERIFY(read(R"({"type":"integer","exclusiveMinimum":4,"exclusiveMaximum":6})"));
        QVERIFY(read(R"({"type":"integer","minimum":4.2,"maximum":5.8})"));
        QVERIFY(read(R"({"type":"integer","minimum":4})"));
        QVERIFY(read(R"({"type":"number","minimum":4.2,"maximum":4.8})"));
        QVERIFY(!read(R"({"type":"string","minLength":3,"maxLength":2})"));
        QVERIFY(!read(R"({"type":"array","items":{},"minItems":3,"maxItems":2})"));
        QVERIFY(read(R"({"type":"integer","minimum":5,"maximum":5})"));
        QVERIFY(read(R"({"type":"object","properties":{"minimum":{"const":5},"maximum":{"const":3}}})"));
        QVERIFY(read(R"({"enum":[{"minimum":5,"maximum":3}]})"));
    }

    // Who does not insist gets an answer, and is told what it may break.
    void whatIsNotKeptIsNoted()
    {
        const auto note = [](const char *format) { return schemaNote(Json{{"response_format", Json::parse(format)}}); };
        QCOMPARE(note(R"({"type":"json_schema","json_schema":{"schema":{"type":"string","pattern":"^(?=a)b$"}}})"),
                 QByteArray("response_format: pattern with (? (at #)"));
        QCOMPARE(note(R"({"type":"json_schema","json_schema":{"schema":{"type":"integer"}}})"), QByteArray());
        QCOMPARE(note(R"({"type":"text"})"), QByteArray());
        const QByteArray hostile = note("{\"type\":\"json_schema\",\"json_schema\":{\"schema\":{\"type\":\"object\","
                                        "\"properties\":{\"a\\r\\nX: \\\"\\u00e9\":{\"not\":{}}}}}}");
        QVERIFY2(!hostile.isEmpty() && !hostile.contains('\r') && !hostile.contains('\n') && !hostile.contains('"'),
                 hostile.constData());
    }

    void aStrictSchemaIsKeptOrRefused_data()
    {
        QTest::addColumn<QString>("keyword");
        const auto row
            = [](const char *schema, const char *keyword) { QTest::newRow(schema) << QString::fromLatin1(keyword); };
        row(R"({})", "");
        row(R"({"type":"object","properties":{"name":{"type":"string","maxLength":10},"age":{"type":"integer","minimum":0,"maximum":99},"kind":{"enum":["a","b"]}},"required":["name","age","kind"],"additionalProperties":false})",
            "");
        row(R"({"type":"string","pattern":"^[0-9]{3}$"})", "");
        row(R"({"type":"string","pattern":"^(ab|c[d-f]+)*-?[A-Z_ ]{2,}$"})", "");
        row(R"({"type":"string","format":"date"})", "");
        row(R"({"type":"string","minLength":5,"maxLength":5,"title":"T","description":"D"})", "");
        row(R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2})", "");
        row(R"({"oneOf":[{"const":1},{"const":"x"}]})", "");
        row(R"({"oneOf":[{"type":"object","properties":{"k":{"const":"a"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"]}]})",
            "");
        row(R"({"anyOf":[{"type":"number"},{"type":"null"}]})", "");
        row("{\"$ref\":\"#/definitions/a\",\"definitions\":{\"a\":{\"type\":\"boolean\"}}}", "");
        row("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#/"
            "$defs/a\"}}}}}",
            "");
        row(R"({"type":"integer","exclusiveMinimum":5,"maximum":6})", "");
        row(R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}]})",
            "");
        row(R"({"type":["string","null"],"minLength":2})", "");
        row(R"({"type":["string","null"],"enum":["a",null]})", "");
        row(R"({"type":"object","properties":{"minLength":{"type":"string"}},"required":["minLength"],"minProperties":1})",
            "");
        row(R"({"type":"number","multipleOf":5})", "multipleOf");
        row(R"({"type":"integer","multipleOf":5})", "multipleOf");
        row(R"({"type":"number","minimum":0})", "minimum");
        row(R"({"not":{"type":"string"}})", "not");
        row(R"({"type":"array","uniqueItems":true,"items":{"enum":[1,2]},"minItems":2,"maxItems":2})", "uniqueItems");
        row(R"({"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false,"minProperties":1})",
            "patternProperties");
        row(R"({"type":"object","properties":{"a":{}},"minProperties":1})", "minProperties");
        row(R"({"if":{},"then":{"type":"integer"}})", "if");
        row(R"({"type":"object","required":["a"]})", "required");
        row(R"({"required":["a"]})", "required");
        row(R"({"type":"string","format":"email"})", "format");
        row(R"({"type":"string","pattern":"[0-9]{3}"})", "pattern");
        row(R"({"type":"string","pattern":"^\\d{3}$"})", "pattern");
        row(R"({"type":"string","pattern":"^.*$"})", "pattern");
        row(R"({"type":"string","pattern":"^[^a]*$"})", "pattern");
        row(R"({"type":"string","pattern":"^[ -~]*$"})", "pattern");
        row(R"({"type":"string","pattern":"^a\\.+$"})", "pattern");
        row(R"({"type":"string","pattern":"^(?=a)a$"})", "pattern");
        row(R"({"type":"string","pattern":"^a$","maxLength":3})", "maxLength");
        row(R"({"oneOf":[{"type":"integer"},{"type":"number"}]})", "oneOf");
        row(R"({"type":"object","oneOf":[{"const":1}]})", "type");
        row("{\"$ref\":\"#/$defs/a\",\"maxLength\":3,\"$defs\":{\"a\":{\"type\":\"string\"}}}", "maxLength");
        row(R"({"allOf":[{"type":"string"},{"maxLength":3}]})", "allOf");
        row(R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"string","format":"ipv4"}}}})",
            "format");
        row("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"object\",\"properties\":{\"b\":{\"$ref\":\"#/$defs/"
            "b\"}}},\"b\":{\"not\":{}}}}",
            "not");
        row(R"({"type":"string","enum":["a",1]})", "enum");
        row(R"({"prefixItems":[{"type":"integer"}],"minItems":2})", "minItems");
        row(R"({"type":"string","maxLength":2000})", "");
        row(R"({"type":"string","maxLength":2001})", "maxLength"); // llama.cpp takes it for no bound
        row(R"({"type":"array","items":{"type":"integer"},"maxItems":2002})", "maxItems");
    }

    void aStrictSchemaIsKeptOrRefused()
    {
        QFETCH(QString, keyword);
        const QByteArray schema = QTest::currentDataTag();
        const Result<Json> request = readApiRequest("{\"messages\":[],\"response_format\":{\"type\":\"json_schema\","
                                                    "\"json_schema\":{\"name\":\"p\",\"strict\":true,\"schema\":"
                                                    + schema + "}}}");
        if (keyword.isEmpty()) {
            QVERIFY2(request, request ? "" : qPrintable(request.error().message));
            return;
        }
        QVERIFY(!request);
        QCOMPARE(request.error().facts.value(u"param"_s), u"response_format"_s);
        QVERIFY2(request.error().message.contains(u"cannot keep its schema: %1 "_s.arg(keyword)),
                 qPrintable(request.error().message));
    }

    // What common/json-schema.cpp of llama.cpp v0.5.0 refuses, and where its grammar ends over: src/llama-grammar.cpp.
    void aSchemaWithoutAGrammarIsRefusedByItsPlace_data()
    {
        QTest::addColumn<QString>("says");
        const auto row = [](const char *schema, const char *says) {
            QTest::newRow(schema) << QString::fromLatin1(says);
        };
        row("{\"$ref\":\"#\"}", "$ref \"#\" is the whole schema (at #)");
        row("{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"}}}",
            "$ref \"#\" is the whole schema (at #/properties/next)");
        row("{\"items\":{\"anyOf\":[{\"type\":\"null\"},{\"$ref\":\"#\"}]}}", "(at #/items/anyOf/1)");
        row("{\"additionalProperties\":{\"$ref\":\"#node\"}}",
            "$ref \"#node\" is no place in this schema (at #/additionalProperties)");
        row("{\"$ref\":\"https://example.org/a\"}", "\"https://example.org/a\" is no place in this schema");
        row("{\"$ref\":5}", "$ref 5 is no place");
        row("{\"$ref\":\"#/$defs/a\"}", "$ref \"#/$defs/a\" leads nowhere in this schema (at #)");
        row("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/a\"}}}", "leads back to itself");
        row("{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
            "leads back to itself");
        row("{\"properties\":{\"x\":{\"$ref\":\"#/$defs/a\"}},\"$defs\":{\"a\":{\"anyOf\":[{\"type\":\"null\"},"
            "{\"$ref\":\"#/$defs/a\"}]}}}",
            "$ref \"#/$defs/a\" leads back to itself before it says what a value is (at #/properties/x)");
        row(R"({"type":"array","prefixItems":[{"type":"integer"}],"items":false})",
            "false beside prefixItems is not supported (at #/items). Leave items out");
        row(R"({"type":"array","items":true})", "it is true (at #/items). Write {} for any value.");
        row(R"({"type":"object","properties":{"a":false}})", "no value fits false (at #/properties/a)");
        row(R"({"type":"array","items":{"type":"wizard"}})", "there is no type \"wizard\" (at #/items)");
        row(R"({"type":"string","minLength":2001})", "minLength is more than 2000 (at #)");
        row(R"({"type":"array","items":{"type":"integer"},"minItems":2002})", "minItems is more than 2001 (at #)");
        row(R"({"anyOf":[]})", "it is not a list of schemas (at #/anyOf)");
        row(R"({"enum":[]})", "enum is not a list of values (at #)");
    }

    void aSchemaWithoutAGrammarIsRefusedByItsPlace()
    {
        QFETCH(QString, says);
        const QByteArray schema = QTest::currentDataTag();
        for (const QByteArray &body :
             {"{\"messages\":[],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"schema\":" + schema
                  + "}}}",
              "{\"messages\":[],\"response_format\":{\"type\":\"json_object\",\"schema\":" + schema + "}}",
              "{\"prompt\":\"x\",\"json_schema\":" + schema + "}"}) {
            const Result<Json> request = readApiRequest(body);
            QVERIFY(!request);
            const QString param = request.error().facts.value(u"param"_s), message = request.error().message;
            QVERIFY2(message.startsWith(param + u": an answer cannot be held to the schema: "_s)
                         && message.contains(says) && message.endsWith(QLatin1Char('.')),
                     qPrintable(message));
        }
    }

    void recursionThatAGrammarCanHoldPasses()
    {
        QVERIFY(readApiRequest("{\"prompt\":\"x\",\"json_schema\":{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"anyOf\":["
                               "{\"type\":\"integer\"},{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/a\"}}]}}}}"));
        QVERIFY(readApiRequest("{\"prompt\":\"x\",\"json_schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":"
                               "\"#/$defs/unused/0\"}},\"$defs\":{\"unused\":[{},{\"$ref\":\"#\"}]}}}"));
    }

    // Types of types are written out: 2^30 of them, here.
    void typesWithinTypesEnd()
    {
        const QByteArray schema = QByteArray(R"({"type":["object","string"],"allOf":[)").repeated(25) + "{}"
            + QByteArray("]}").repeated(25);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(!readApiRequest("{\"prompt\":\"x\",\"json_schema\":" + schema + '}'));
        QVERIFY(!readApiRequest("{\"messages\":[],\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\","
                                "\"strict\":true,\"parameters\":"
                                + schema + "}}]}"));
        QVERIFY2(clock.elapsed() < 10'000, qPrintable(QString::number(clock.elapsed())));
    }

    void aChosenToolIsTheOnlyOneAndRequired()
    {
        const auto tool = [](const char *name) { return Json{{"type", "function"}, {"function", {{"name", name}}}}; };
        Json request = {{"tools", Json::array({tool("a"), tool("b")})}, {"tool_choice", tool("b")}};
        QVERIFY(settleToolChoice(request));
        QCOMPARE(request["tools"].size(), size_t(1));
        QCOMPARE(stringAt(request["tools"][0]["function"], "name"), u"b"_s);
        QCOMPARE(stringAt(request, "tool_choice"), u"required"_s);
    }

    void aCallThatNothingOffersIsRefused_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("no tools") << QByteArray(R"({"tool_choice":"required"})");
        QTest::newRow("empty tools") << QByteArray(R"({"tool_choice":"required","tools":[]})");
        QTest::newRow("another name") << QByteArray(
            R"({"tool_choice":{"type":"function","function":{"name":"c"}},"tools":[{"function":{"name":"a"}}]})");
        QTest::newRow("unknown word") << QByteArray(R"({"tool_choice":"always","tools":[{"function":{"name":"a"}}]})");
        QTest::newRow("a number") << QByteArray(R"({"tool_choice":1})");
        QTest::newRow("and other JSON") << QByteArray(
            R"({"tool_choice":"required","tools":[{"function":{"name":"a"}}],"response_format":{"type":"json_object"}})");
        QTest::newRow("and a schema") << QByteArray(
            R"({"tool_choice":{"function":{"name":"a"}},"tools":[{"function":{"name":"a"}}],"json_schema":{}})");
        QTest::newRow("after its own words") << QByteArray(
            R"({"tool_choice":"required","tools":[{"function":{"name":"a"}}],"messages":[{"role":"assistant","content":"I"}]})");
    }

    void aCallThatNothingOffersIsRefused()
    {
        QFETCH(QByteArray, body);
        Json request = Json::parse(body.toStdString());
        const Result<void> settled = settleToolChoice(request);
        QVERIFY(!settled);
        QCOMPARE(settled.error().facts.value(u"param"_s), u"tool_choice"_s);
    }

    void onlyThisServersOwnNamesAreAnswered_data()
    {
        QTest::addColumn<QString>("listensAt");
        QTest::addColumn<QByteArray>("local");
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<bool>("welcome");
        const QString loopback = u"127.0.0.1"_s;
        QTest::newRow("loopback") << loopback << QByteArray("127.0.0.1") << QByteArray("127.0.0.1:1025") << true;
        QTest::newRow("localhost") << loopback << QByteArray("127.0.0.1") << QByteArray("localhost:9") << true;
        QTest::newRow("IPv6") << u"::1"_s << QByteArray("::1") << QByteArray("[::1]:1025") << true;
        QTest::newRow("rebound name") << loopback << QByteArray("127.0.0.1") << QByteArray("evil.example:1025")
                                      << false;
        QTest::newRow("looks like loopback")
            << loopback << QByteArray("127.0.0.1") << QByteArray("127.0.0.1.evil.example") << false;
        QTest::newRow("a name beginning with 127.")
            << loopback << QByteArray("127.0.0.1") << QByteArray("127.a.b.c") << false;
        QTest::newRow("user info") << loopback << QByteArray("127.0.0.1") << QByteArray("127.0.0.1@evil.example")
                                   << false;
        QTest::newRow("empty") << loopback << QByteArray("127.0.0.1") << QByteArray() << false;
        QTest::newRow("what --host names") << u"node1"_s << QByteArray("10.20.0.1") << QByteArray("NODE1:1025") << true;
        QTest::newRow("the address reached")
            << u"0.0.0.0"_s << QByteArray("10.20.0.1") << QByteArray("10.20.0.1:1025") << true;
        QTest::newRow("another address") << u"0.0.0.0"_s << QByteArray("10.20.0.1") << QByteArray("10.20.0.2:1025")
                                         << false;
        QTest::newRow("mapped") << u"::"_s << QByteArray("::ffff:10.20.0.1") << QByteArray("10.20.0.1") << true;
    }

    void onlyThisServersOwnNamesAreAnswered()
    {
        QFETCH(QString, listensAt);
        QFETCH(QByteArray, local);
        QFETCH(QByteArray, host);
        QFETCH(bool, welcome);
        Caller caller;
        caller.localAddress = local;
        caller.localPort = 1025;
        caller.host = host;
        QCOMPARE(!refusalOf(caller, {listensAt, {}}), welcome);
    }

    // Chunks as llama.cpp writes them: a call's first has its name, the others pieces of its arguments.
    void onlyTheFirstCallIsKept()
    {
        const auto chunk = [](const char *delta, const char *finish = "null") {
            return *parseJson(QByteArray(R"({"choices":[{"index":0,"delta":)") + delta + R"(,"finish_reason":)" + finish
                                  + "}]}",
                              u"chunk"_s);
        };
        const Json first = chunk(R"({"tool_calls":[{"index":0,"function":{"name":"look","arguments":""}}]})"),
                   more = chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]})");
        const Json second = chunk(R"({"tool_calls":[{"index":1,"function":{"name":"peek","arguments":""}}]})"),
                   ended = chunk("{}", "\"length\""), usage = {{"choices", Json::array()}, {"usage", 7}};
        OneCall one;
        Json answer = Json::array({chunk(R"({"content":"so"})"), first, more, second, ended, usage});
        one.keepFirst(answer);
        QCOMPARE(compactJson(answer),
                 compactJson(
                     Json::array({chunk(R"({"content":"so"})"), first, more, chunk("{}", "\"tool_calls\""), usage})));
        OneCall alone; // one that was cut off stays cut off
        answer = Json::array({first, ended});
        alone.keepFirst(answer);
        QCOMPARE(compactJson(answer), compactJson(Json::array({first, ended})));
        OneCall whole;
        answer
            = *parseJson(R"({"choices":[{"message":{"tool_calls":[{"id":"a"},{"id":"b"}]},"finish_reason":"length"}]})",
                         u"answer"_s);
        whole.keepFirst(answer);
        QCOMPARE(compactJson(answer),
                 compactJson(
                     *parseJson(R"({"choices":[{"message":{"tool_calls":[{"id":"a"}]},"finish_reason":"tool_calls"}]})",
                                u"answer"_s)));
    }

    void aForeignOriginIsRefused_data()
    {
        QTest::addColumn<QByteArray>("origin");
        QTest::addColumn<bool>("welcome");
        QTest::newRow("own") << QByteArray("http://127.0.0.1:1025") << true;
        QTest::newRow("own name") << QByteArray("http://localhost:1025") << true;
        QTest::newRow("another port") << QByteArray("http://127.0.0.1:8080") << false;
        QTest::newRow("a page") << QByteArray("https://evil.example") << false;
        QTest::newRow("null") << QByteArray("null") << false;
        QTest::newRow("empty") << QByteArray("") << false;
    }

    void aForeignOriginIsRefused()
    {
        QFETCH(QByteArray, origin);
        QFETCH(bool, welcome);
        Caller caller;
        caller.localAddress = "127.0.0.1";
        caller.localPort = 1025;
        caller.host = "127.0.0.1:1025";
        caller.origin = origin;
        QCOMPARE(!refusalOf(caller, {u"127.0.0.1"_s, {}}), welcome);
    }

    void aKeyIsAskedForWhereThereIsOne()
    {
        Caller caller;
        caller.localAddress = "127.0.0.1";
        caller.host = "localhost";
        caller.needsKey = true;
        const CallerRules rules{u"127.0.0.1"_s, "secret"};
        for (const char *wrong :
             {"", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrett", "Basic secret"}) {
            caller.authorization = wrong;
            const std::optional<CallerRefusal> refusal = refusalOf(caller, rules);
            QVERIFY2(refusal && refusal->status == 401, wrong);
            QVERIFY(!refusal->message.contains("secret"_L1));
        }
        caller.authorization = "Bearer secret";
        QVERIFY(!refusalOf(caller, rules));
        caller.authorization.reset();
        caller.needsKey = false;
        QVERIFY(!refusalOf(caller, rules));
    }
};

QTEST_GUILESS_MAIN(TestApiRequest)
#include "tst_apirequest.moc"
