// The embedded engine behind a socket, asked by our own client: both ends at once.
#include "inference/chatstream.h"
#include "inference/localapiserver.h"
#include "inference/remoteendpoint.h"
#include "inference/servingmetrics.h"

#include "core/serving/http.h"
#include "tests/support/stoplimit.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <atomic>
#include <semaphore>
#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

ChatRequest asking(const QString &text, int tokens)
{
    ChatRequest request;
    request.messages = {{u"user"_s, text}};
    request.temperature = 0;
    request.maxTokens = tokens;
    return request;
}

} // namespace

class TestLocalApiServer : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QFile::exists(stories))
            QSKIP("the model is not on this machine");
        m_server = std::make_unique<LocalApiServer>(m_engine, u"ds_v3.2"_s);
        const Result<void> started = m_server->start({u"127.0.0.1"_s, 0, 0, 0});
        QVERIFY(started);
        QCOMPARE(get(1, u"/v2/health/ready"_s).status, 503); // listens, but has no model yet
        QCOMPARE(get(1, u"/v2/health/live"_s).status, 200);
        QCOMPARE(get(0, u"/v1/models"_s).status, 503);
        // one story, whatever is asked
        const Result<HttpResponse> early
            = httpRequest(jsonPost(url(0, u"/v1/chat/completions"_s),
                                   R"({"model":"ds_v3.2","messages":[{"role":"user","content":"hi"}]})"),
                          {});
        QVERIFY(early);
        QCOMPARE(early->status, 503);
        QCOMPARE(early->body, get(0, u"/v1/models"_s).body);
        EngineOptions options;
        options.threads = 1;
        options.servedName = u"ds_v3.2"_s;
        QVERIFY(m_engine.load(stories, options, {}, {}));
    }

    void saysThatItIsReadyAndWhatItServes()
    {
        QCOMPARE(get(1, u"/v2/health/ready"_s).status, 200);
        QCOMPARE(get(1, u"/v2/models/ds_v3.2/ready"_s).status, 200);
        QCOMPARE(get(1, u"/v2/models/other/ready"_s).status, 404);
        QVERIFY(get(1, u"/health"_s).body.contains("\"status\":\"healthy\""));
        QVERIFY(get(1, u"/health/timed-3"_s).body.contains("healthy"));
        QCOMPARE(get(0, u"/nothing"_s).status, 404);
        const Result<QStringList> models = endpoint().models({});
        QVERIFY(models);
        QCOMPARE(*models, QStringList{u"ds_v3.2"_s});
        const HttpResponse one = get(0, u"/v1/models/ds_v3.2"_s), other = get(0, u"/v1/models/org/other"_s);
        QCOMPARE(one.status, 200);
        QVERIFY2(one.body.startsWith(R"({"id":"ds_v3.2","object":"model")"), one.body.constData());
        QCOMPARE(other.status, 404);
        QCOMPARE(errorText(other.body), u"The model `org/other` does not exist."_s);
    }

    void answersAsTheEngineDoes()
    {
        QString remote, local;
        const ChatRequest request = asking(u"Once upon a time"_s, 40);
        const Result<ChatStats> stats
            = endpoint().chat(request, {}, [&](const ChatPiece &piece) { remote += piece.content; });
        QVERIFY2(stats, stats ? "" : qPrintable(stats.error().message));
        QVERIFY(m_engine.chat(request, {}, [&](const ChatPiece &piece) { local += piece.content; }));
        QVERIFY(!remote.isEmpty());
        QCOMPARE(remote, local);
        QCOMPARE(stats->model, u"ds_v3.2"_s);
        QCOMPARE(stats->completionTokens, std::optional<int>(40));
        QVERIFY(stats->ttftMs && stats->tokensPerSecond);
    }

    void answersInOnePieceWhenNotAskedToStream()
    {
        const HttpRequest post
            = jsonPost(url(0, u"/v1/chat/completions"_s),
                       R"({"model":"ds_v3.2","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]})");
        const Result<HttpResponse> response = httpRequest(post, {});
        QVERIFY(response);
        QCOMPARE(response->status, 200);
        const Result<Json> json = parseJson(response->body, u"answer"_s);
        QVERIFY(json);
        QCOMPARE(stringAt(*json, "object"), u"chat.completion"_s);
        QCOMPARE(integerAt((*json)["usage"], "completion_tokens"), std::optional<qint64>(5));
    }

    void aMessageIsTheSameAnswerInAnthropicsWords()
    {
        const QByteArray turns = R"("messages":[{"role":"user","content":"Once upon a time"}])";
        const auto post = [this](const QString &path, const QByteArray &body) {
            const Result<HttpResponse> response = httpRequest(jsonPost(url(0, path), body), {});
            return response ? *response : HttpResponse{};
        };
        const auto json = [](const HttpResponse &response) {
            const Result<Json> read = parseJson(response.body, u"answer"_s);
            return read ? *read : Json();
        };
        const QByteArray body = R"({"model":"ds_v3.2","max_tokens":30,"temperature":0,)" + turns;
        const Json chat = json(post(u"/v1/chat/completions"_s, body + '}'));
        const QString text = stringAt(chat["choices"][0]["message"], "content");
        QVERIFY(!text.isEmpty());
        const qint64 promptTokens = integerAt(chat["usage"], "prompt_tokens").value_or(-1);

        const HttpResponse whole = post(u"/v1/messages"_s, body + '}');
        QCOMPARE(whole.status, 200);
        const Json message = json(whole);
        QCOMPARE(message["content"].size(), size_t(1));
        QCOMPARE(stringAt(message["content"][0], "text"), text);
        QCOMPARE(stringAt(message, "model"), u"ds_v3.2"_s);
        QCOMPARE(stringAt(message, "stop_reason"), u"max_tokens"_s);
        QCOMPARE(integerAt(message["usage"], "output_tokens"), std::optional<qint64>(30));
        QCOMPARE(*integerAt(message["usage"], "input_tokens")
                     + *integerAt(message["usage"], "cache_read_input_tokens"),
                 promptTokens);

        const Json counted = json(post(u"/v1/messages/count_tokens"_s, R"({"model":"ds_v3.2",)" + turns + '}'));
        QCOMPARE(integerAt(counted, "input_tokens"), std::optional<qint64>(promptTokens));

        const HttpResponse streamed = post(u"/v1/messages"_s, body + R"(,"stream":true})");
        QCOMPARE(streamed.status, 200);
        QString pieces;
        QStringList names;
        for (const QByteArray &line : streamed.body.split('\n')) {
            if (!line.startsWith("data: "))
                continue;
            const Result<Json> event = parseJson(line.mid(6), u"event"_s);
            QVERIFY(event);
            names << stringAt(*event, "type");
            pieces += stringAt(member(*event, "delta"), "text");
        }
        QCOMPARE(pieces, text);
        QCOMPARE(names.mid(0, 2), (QStringList{u"message_start"_s, u"content_block_start"_s}));
        QCOMPARE(names.mid(names.size() - 3),
                 (QStringList{u"content_block_stop"_s, u"message_delta"_s, u"message_stop"_s}));
        QCOMPARE(names.count(u"content_block_delta"_s), names.size() - 5);

        // a word of the answer as what ends it
        const QString word = text.mid(text.size() / 2).section(u' ', 1, 1);
        QVERIFY(!word.isEmpty());
        const Json stopped
            = json(post(u"/v1/messages"_s, body + ",\"stop_sequences\":[\"" + word.toUtf8() + "\"]}"));
        QCOMPARE(stringAt(stopped, "stop_reason"), u"stop_sequence"_s);
        QCOMPARE(stringAt(stopped, "stop_sequence"), word);
        QCOMPARE(stringAt(stopped["content"][0], "text"), text.left(text.indexOf(word)));
    }

    void whatIsWrongWithAMessageIsSaidInAnthropicsWords()
    {
        const auto refused = [this](const char *path, const QByteArray &body) {
            const Result<HttpResponse> response = httpRequest(jsonPost(url(0, QLatin1String(path)), body), {});
            if (!response)
                return QString();
            const Result<Json> json = parseJson(response->body, u"answer"_s);
            return u"%1 %2 %3"_s.arg(response->status)
                .arg(json ? stringAt(member(*json, "error"), "type") : u"no JSON"_s, errorText(response->body));
        };
        const char *const path = "/v1/messages";
        QCOMPARE(refused(path, "{"),
                 u"400 invalid_request_error "_s + refused("/v1/chat/completions", "{").section(u' ', 2));
        QCOMPARE(refused(path, R"({"model":"gpt-9","max_tokens":1,"messages":[{"role":"user","content":"Hi"}]})"),
                 u"404 not_found_error The model `gpt-9` does not exist."_s);
        QCOMPARE(refused(path, R"({"max_tokens":1,"messages":[{"role":"user","content":[{"type":"image"}]}]})"),
                 u"400 invalid_request_error messages[0].content[0] is of the type \"image\", which this server does "
                 "not take here: its model reads text."_s);
        const QByteArray tooLong = "{\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":\""
            + QByteArray("word ").repeated(20'000) + "\"}]}";
        for (const char *one : {path, "/v1/messages/count_tokens"}) {
            const QString said = refused(one, tooLong);
            QVERIFY2(said.startsWith("400 invalid_request_error "_L1) && said.contains("tokens"_L1), qPrintable(said));
        }
        QCOMPARE(refused("/v1/messages/batches", "{}"), u"404 not_found_error There is nothing at this path."_s);

        ServerRules rules;
        rules.takesMessages = false;
        LocalApiServer openAiOnly(m_engine, u"ds_v3.2"_s, rules);
        QVERIFY(openAiOnly.start({u"127.0.0.1"_s, 0, {}, {}}));
        const Result<HttpResponse> absent
            = httpRequest(jsonPost(u"http://127.0.0.1:%1/v1/messages"_s.arg(openAiOnly.addresses().port), "{}"), {});
        QVERIFY(absent);
        QCOMPARE(absent->status, 404);
    }

    void anotherModelIsNotFound()
    {
        RemoteEndpoint other(url(0, u"/v1"_s), u"gpt-9"_s);
        const Result<ChatStats> stats = other.chat(asking(u"Hi"_s, 5), {}, {});
        QVERIFY(!stats);
        QCOMPARE(stats.error().kind, ErrorKind::Model);
        QVERIFY2(stats.error().message.contains("404"_L1), qPrintable(stats.error().message));
        QVERIFY(stats.error().message.contains("gpt-9"_L1));
    }

    void brokenBodiesAreRefused()
    {
        for (const QByteArray &body :
             {QByteArray("nonsense"), QByteArray("[1]"), QByteArray("{\"messages\":1}"), QByteArray()}) {
            const Result<HttpResponse> response = httpRequest(jsonPost(url(0, u"/v1/chat/completions"_s), body), {});
            QVERIFY(response);
            QCOMPARE(response->status, 400);
        }
    }

    void aClientThatGoesAwayEndsItsRequest()
    {
        const double whole = metric("request_success_total"), failed = metric("request_failed_total");
        QVERIFY(whole >= 0 && failed >= 0);
        std::stop_source stop;
        std::atomic<bool> talking = false;
        Result<ChatStats> result = ChatStats();
        std::thread client([&] {
            ChatRequest request = asking(u"Once"_s, 1900);
            request.extra = {{"ignore_eos", true}};
            result = endpoint().chat(request, stop.get_token(), [&](const ChatPiece &) {
                talking = true;
                stop.request_stop(); // from here: a little model is done before another thread has looked
            });
        });
        client.join();
        QVERIFY(talking);
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Canceled);
        QTRY_COMPARE_WITH_TIMEOUT(metric("request_failed_total"), failed + 1, 10'000);
        QCOMPARE(metric("request_success_total"), whole); // it was not spoken to its end for nobody
        QTRY_COMPARE(m_engine.running(), 0);
    }

    // Clients' time limits: they close and say nothing more. Nobody computes their answers to the end. The model is
    // little, so there are more of them than it can answer before anybody looks.
    void clientsThatCloseBeforeTheirWholeAnswersEndTheirRequests()
    {
        constexpr int clients = 200;
        const double whole = metric("request_success_total"), failed = metric("request_failed_total");
        const QByteArray body
            = R"({"max_tokens":1900,"ignore_eos":true,"messages":[{"role":"user","content":"Once"}],"stream":false})";
        for (int i = 0; i < clients; ++i) {
            QTcpSocket socket;
            socket.connectToHost(u"127.0.0.1"_s, quint16(m_server->addresses().port));
            QVERIFY(socket.waitForConnected(5000));
            socket.write("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                         "application/json\r\nContent-Length: "
                         + QByteArray::number(body.size()) + "\r\n\r\n" + body);
            QVERIFY(socket.waitForBytesWritten(5000));
        }
        const auto ended
            = [&] { return metric("request_failed_total") - failed + metric("request_success_total") - whole; };
        QTRY_COMPARE_WITH_TIMEOUT(ended(), double(clients), 120'000);
        QVERIFY2(metric("request_failed_total") - failed > clients / 4,
                 qPrintable(QString::number(metric("request_failed_total") - failed)));
        QTRY_COMPARE(m_engine.running(), 0);
    }

    // Who has said all it has to say may close its half of the connection, and listen.
    void aClientThatHasSaidAllIsAnswered_data()
    {
        QTest::addColumn<bool>("stream");
        QTest::newRow("in one piece") << false;
        QTest::newRow("streamed") << true;
    }

    void aClientThatHasSaidAllIsAnswered()
    {
        QFETCH(bool, stream);
        const QByteArray body
            = QByteArray(
                  R"({"max_tokens":300,"ignore_eos":true,"messages":[{"role":"user","content":"Once"}],"stream":)")
            + (stream ? "true}" : "false}");
        const QByteArray answer = halfClosed("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                                             "application/json\r\nConnection: close\r\nContent-Length: "
                                             + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        // while nothing else is sent, it is asked whether it is there
        const QByteArray last = answer.mid(answer.startsWith("HTTP/1.1 100 ") ? answer.indexOf("\r\n\r\n") + 4 : 0);
        QVERIFY2(last.startsWith("HTTP/1.1 200"), answer.left(600).constData());
        QVERIFY2(answer.contains("\"finish_reason\":\"length\""), answer.right(600).constData());
        QCOMPARE(answer.contains("[DONE]"), stream);
        QTRY_COMPARE(m_engine.running(), 0);
    }

    // Of an answer that is still coming: its first token, its further ones, and what they took.
    void metricsRiseWhileAnAnswerComes()
    {
        QTRY_COMPARE(m_engine.running(), 0);
        const QByteArray before = metrics();
        std::stop_source stop;
        std::thread client([&] {
            ChatRequest request = asking(u"Once"_s, 1900);
            request.extra = {{"ignore_eos", true}};
            const auto ignored = endpoint().chat(request, stop.get_token(), {});
            Q_UNUSED(ignored)
        });
        const auto end = qScopeGuard([&] {
            stop.request_stop();
            client.join();
        });
        const auto tokens = [](const QByteArray &text) {
            return value(text, "time_to_first_token_seconds_count")
                + value(text, "time_per_output_token_seconds_count");
        };
        QByteArray now = before;
        const auto readUntilAbove = [&](double seen) { // as fast as it goes: the little model is quick
            QElapsedTimer clock;
            clock.start();
            while (tokens(now) <= seen && clock.elapsed() < 30'000)
                now = metrics();
        };
        for (int look = 0; look < 2; ++look) {
            const double seen = tokens(now);
            readUntilAbove(seen + 5);
            QVERIFY(tokens(now) > seen + 5);
            // it is still under way
            QCOMPARE(value(now, "request_success_total"), value(before, "request_success_total"));
            QCOMPARE(value(now, "time_to_first_token_seconds_count"),
                     value(before, "time_to_first_token_seconds_count") + 1);
            QVERIFY(value(now, "prompt_tokens_total") > value(before, "prompt_tokens_total"));
            QVERIFY(value(now, "avg_generation_throughput_toks_per_s") > 0);
            // that waits for its end
            QCOMPARE(value(now, "generation_tokens_total"), value(before, "generation_tokens_total"));
        }
    }

    // MindIE-Motor's docs: generation_tokens_total is what request_generation_tokens adds up to, and that counts whole
    // answers; more tokens than that were timed.
    void generatedTokensAreThoseOfWholeAnswers()
    {
        const auto firstsAndOthers = [](const QByteArray &text) {
            return value(text, "time_to_first_token_seconds_count")
                + value(text, "time_per_output_token_seconds_count");
        };
        QTRY_COMPARE(m_engine.running(), 0);
        const QByteArray before = metrics();
        std::stop_source stop;
        ChatRequest request = asking(u"Once"_s, 1900);
        request.extra = {{"ignore_eos", true}};
        QVERIFY(!endpoint().chat(request, stop.get_token(), [&](const ChatPiece &) { stop.request_stop(); }));
        QTRY_COMPARE(value(metrics(), "request_failed_total"), value(before, "request_failed_total") + 1);
        QVERIFY(endpoint().chat(asking(u"Once"_s, 7), {}, {}));
        QTRY_COMPARE(value(metrics(), "request_success_total"), value(before, "request_success_total") + 1);
        const QByteArray now = metrics();
        QCOMPARE(value(now, "generation_tokens_total"), value(before, "generation_tokens_total") + 7);
        QCOMPARE(value(now, "request_generation_tokens_sum"), value(now, "generation_tokens_total"));
        QVERIFY(firstsAndOthers(now) > firstsAndOthers(before) + 7);
        QFile capture(QStringLiteral(ASC_SHARED_DIR "/captures/metrics/04-mindie-metrics-llama3-8b.txt"));
        if (!capture.open(QIODevice::ReadOnly))
            QSKIP("the capture is not on this machine");
        const QByteArray real = capture.readAll().replace("llama3-8b", "ds_v3.2"); // as value() looks for it
        QVERIFY(value(real, "generation_tokens_total") > 0);
        QCOMPARE(value(real, "request_generation_tokens_sum"), value(real, "generation_tokens_total"));
        QVERIFY(firstsAndOthers(real) > value(real, "generation_tokens_total"));
    }

    // vLLM's counter rises with every step of the engine: it does not wait for the end of what is not streamed.
    void aWholeAnswerIsCountedAsItGrows()
    {
        ServingMetrics metrics(u"m"_s, MetricNames::Vllm);
        ServingMetrics::Request request;
        request.began = ServingMetrics::Clock::now();
        const auto counted = [&metrics] {
            const QByteArray text = metrics.text(1, 0, {});
            static const QRegularExpression line(u"^vllm:generation_tokens_total\\{[^}]*\\} (\\S+)$"_s,
                                                 QRegularExpression::MultilineOption);
            return line.match(QString::fromUtf8(text)).captured(1).toInt();
        };
        for (const int tokens : {10, 25, 25}) {
            metrics.grown(request, tokens);
            QCOMPARE(counted(), tokens);
        }
        metrics.succeeded(request, {5, 0, 30, 100, 1000});
        QCOMPARE(counted(), 30);

        // MindIE's waits for the end; the time of each token it notes when it comes, whole answer or not.
        ServingMetrics mindie(u"ds_v3.2"_s);
        ServingMetrics::Request other;
        other.began = ServingMetrics::Clock::now();
        mindie.grown(other, 10);
        QByteArray text = mindie.text(1, 0, {});
        QCOMPARE(value(text, "time_to_first_token_seconds_count"), 1.0);
        QCOMPARE(value(text, "time_per_output_token_seconds_count"), 9.0);
        QCOMPARE(value(text, "generation_tokens_total"), 0.0);
        mindie.succeeded(other, {5, 2, 10, 100, 1000});
        text = mindie.text(0, 0, {});
        QCOMPARE(value(text, "time_to_first_token_seconds_count"), 1.0);
        QCOMPARE(value(text, "generation_tokens_total"), 10.0);
        QCOMPARE(value(text, "prompt_tokens_total"), 5.0);
        QCOMPARE(value(text, "request_prompt_tokens_count"), 1.0);
    }

    void whatIsNotPlayedSaysSo()
    {
        for (const char *path : {"/info", "/metrics-json", "/stopService", "/v1/config", "/v1/status"}) {
            const HttpResponse answer = get(1, QLatin1String(path));
            QCOMPARE(answer.status, 501);
            QVERIFY2(errorText(answer.body)
                         .contains(QLatin1String(path) + u" is an endpoint of MindIE that is not simulated"_s),
                     answer.body.constData());
        }
    }

    void metricsAreWhatWasServed()
    {
        QTRY_COMPARE(m_engine.running(), 0);
        const double requests = metric("request_success_total"), tokens = metric("generation_tokens_total");
        const double firsts = metric("time_to_first_token_seconds_count"),
                     others = metric("time_per_output_token_seconds_count");
        QVERIFY(requests >= 0);
        QVERIFY(endpoint().chat(asking(u"Once upon a time"_s, 21), {}, {}));
        QTRY_COMPARE(metric("request_success_total"), requests + 1);
        QCOMPARE(metric("generation_tokens_total"), tokens + 21);
        QCOMPARE(metric("time_to_first_token_seconds_count"), firsts + 1);
        QCOMPARE(metric("time_per_output_token_seconds_count"), others + 20);
        QCOMPARE(metric("num_requests_running"), 0.0);
    }

    void anAddressOfAnotherMachineIsSaidToBeOne()
    {
        LocalApiServer other(m_engine, u"x"_s);
        const Result<void> started = other.start({u"192.0.2.1"_s, 0, {}, {}});
        QVERIFY(!started);
        QVERIFY2(started.error().message.contains(u"no address of this machine"_s),
                 qPrintable(started.error().message));
    }

    void aTakenPortIsAnErrorThatNamesIt()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        LocalApiServer server(m_engine, u"x"_s);
        const Result<void> started = server.start({u"127.0.0.1"_s, taken.serverPort(), {}, {}});
        QVERIFY(!started);
        QCOMPARE(started.error().kind, ErrorKind::Connection);
        QVERIFY(started.error().message.contains(QString::number(taken.serverPort())));
    }

    void aSecondServerCannotShareThePortOfAFirst()
    {
        LocalApiServer second(m_engine, u"x"_s);
        const int taken = m_server->addresses().port;
        const Result<void> started = second.start({u"127.0.0.1"_s, taken, {}, {}});
        QVERIFY(!started);
        QVERIFY(started.error().message.contains(QString::number(taken)));
    }

    void stoppingEndsWhatIsServed()
    {
        LocalApiServer server(m_engine, u"ds_v3.2"_s);
        QVERIFY(server.start({u"127.0.0.1"_s, 0, {}, {}}));
        std::atomic<bool> wasWhole = true;
        std::binary_semaphore talking(0); // a little model is done before a look each 50 ms has seen it talk
        std::thread client([&] {
            bool isFirst = true;
            RemoteEndpoint remote(u"http://127.0.0.1:%1/v1"_s.arg(server.addresses().port), u"ds_v3.2"_s);
            ChatRequest request = asking(u"Once"_s, 1900);
            request.extra = {{"ignore_eos", true}};
            wasWhole = bool(remote.chat(request, {}, [&](const ChatPiece &) {
                if (std::exchange(isFirst, false))
                    talking.release();
            }));
        });
        const bool hasTalked = talking.try_acquire_for(std::chrono::seconds(30));
        QElapsedTimer clock;
        clock.start();
        server.stop();
        client.join();
        QVERIFY(hasTalked);
        QVERIFY(!wasWhole);
        QVERIFY2(clock.elapsed() < (isInstrumented ? 20'000 : 2000), qPrintable(QString::number(clock.elapsed())));
    }

    void aWebPageCannotUseTheServer_data()
    {
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<int>("status");
        QTest::newRow("a client") << QByteArray("Host: 127.0.0.1\r\nContent-Type: application/json\r\n") << 200;
        QTest::newRow("with charset") << QByteArray(
            "Host: localhost\r\nContent-Type: Application/JSON; charset=utf-8\r\n")
                                      << 200;
        QTest::newRow("rebound name") << QByteArray("Host: evil.example\r\nContent-Type: application/json\r\n") << 403;
        QTest::newRow("no Host") << QByteArray("Content-Type: application/json\r\n") << 403;
        QTest::newRow("foreign origin") << QByteArray(
            "Host: 127.0.0.1\r\nOrigin: https://evil.example\r\nContent-Type: application/json\r\n")
                                        << 403;
        QTest::newRow("sandboxed page") << QByteArray(
            "Host: 127.0.0.1\r\nOrigin: null\r\nContent-Type: application/json\r\n")
                                        << 403;
        QTest::newRow("a second Host") << QByteArray(
            "Host: 127.0.0.1\r\nHost: evil.example\r\nContent-Type: application/json\r\n")
                                       << 400;
        QTest::newRow("a second type") << QByteArray(
            "Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n")
                                       << 400;
        QTest::newRow("a form's type") << QByteArray("Host: 127.0.0.1\r\nContent-Type: text/plain\r\n") << 415;
        QTest::newRow("no type") << QByteArray("Host: 127.0.0.1\r\n") << 415;
    }

    void aWebPageCannotUseTheServer()
    {
        QFETCH(QByteArray, headers);
        QFETCH(int, status);
        const QByteArray body = R"({"max_tokens":1,"messages":[{"role":"user","content":"Hi"}]})";
        const int before = m_engine.running();
        const QByteArray answer = exchange("POST /v1/chat/completions HTTP/1.1\r\n" + headers + "Content-Length: "
                                           + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
        QVERIFY2(answer.startsWith("HTTP/1.1 " + QByteArray::number(status)), answer.left(400).constData());
        QVERIFY(!answer.toLower().contains("access-control-allow"));
        if (status != 200)
            QVERIFY2(errorIn(answer).contains(QLatin1Char(' ')), answer.constData());
        QCOMPARE(m_engine.running(), before);
    }

    void aPreflightIsRefused()
    {
        const QByteArray answer
            = exchange("OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n"
                       "Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n");
        QVERIFY2(answer.startsWith("HTTP/1.1 403"), answer.constData());
    }

    // RFC 9110, sections 15.5.6 (405 has an Allow) and 9.3.2 (HEAD is GET without the content).
    void aMethodThatAPathDoesNotTakeIsSaidToBeOne_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("allow");
        const auto row = [](const char *request, int status, const char *allow = "") {
            QTest::newRow(request) << QByteArray(request) << status << QByteArray(allow);
        };
        row("GET /v1/chat/completions", 405, "POST");
        row("HEAD /v1/chat/completions", 405, "POST");
        row("DELETE /v1/completions", 405, "POST");
        row("OPTIONS /v1/completions", 405, "POST");
        row("TRACE /v1/completions", 405, "POST");
        row("POST /v1/models", 405, "GET, HEAD");
        row("DELETE /v1/models/ds_v3.2", 405, "GET, HEAD");
        row("PUT /health", 405, "GET, HEAD");
        row("POST /health?deep=1", 405, "GET, HEAD");
        row("POST /nothing", 404);
        row("PUT /nothing", 404);
        row("GET /v1/chat/completions/more", 404);
        row("HEAD /v1/models", 200);
        row("HEAD /health", 200);
    }

    void aMethodThatAPathDoesNotTakeIsSaidToBeOne()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        QFETCH(QByteArray, allow);
        const QByteArray answer
            = exchange(request + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
        QVERIFY2(answer.startsWith("HTTP/1.1 " + QByteArray::number(status)), answer.constData());
        QCOMPARE(answer.contains("\r\nAllow: " + allow + "\r\n"), !allow.isEmpty());
        if (request.startsWith("HEAD"))
            QVERIFY2(answer.endsWith("\r\n\r\n"), answer.constData());
        else
            QVERIFY2(errorIn(answer).contains(status == 405 ? u"does not take "_s : u"nothing at this path"_s),
                     answer.constData());
    }

    void aKeyIsAskedForWhereOneWasSet()
    {
        LocalApiServer server(m_engine, u"ds_v3.2"_s, {"a key", {}});
        QVERIFY(server.start({u"127.0.0.1"_s, 0, 0, {}}));
        HttpRequest request;
        request.url = u"http://127.0.0.1:%1/v1/models"_s.arg(server.addresses().port);
        Result<HttpResponse> response = httpRequest(request, {});
        QVERIFY(response);
        QCOMPARE(response->status, 401);
        QCOMPARE(response->header("www-authenticate"), QByteArray("Bearer"));
        request.headers = {{"Authorization", "Bearer a key"}};
        response = httpRequest(request, {});
        QVERIFY(response);
        QCOMPARE(response->status, 200);
        request.headers = {{"x-api-key", "a key"}}; // as Anthropic's clients do
        response = httpRequest(request, {});
        QVERIFY(response);
        QCOMPARE(response->status, 200);
        request.headers = {{"x-api-key", "a kez"}};
        response = httpRequest(request, {});
        QVERIFY(response);
        QCOMPARE(response->status, 401);
        request.headers.clear();
        request.url = u"http://127.0.0.1:%1/v2/health/ready"_s.arg(*server.addresses().managementPort);
        response = httpRequest(request, {});
        QVERIFY(response);
        QCOMPARE(response->status, 200); // who asks whether it lives needs none
    }

    // Each of these ended or hung the process, or took gigabytes.
    void whatGoesTooFarIsAnErrorAndTheServerLives_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("status");
        const auto asking = [](const QByteArray &more) {
            return "{\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]," + more + '}';
        };
        const auto saying = [](qsizetype length) {
            return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + QByteArray(length, 'x') + "\"}]}";
        };
        const QByteArray tools = "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"f\",\"parameters\":{"
                                 "\"type\":\"object\",\"properties\":{}}}}]";
        QTest::newRow("10,000 levels") << QByteArray("{\"messages\":" + QByteArray(10000, '[') + QByteArray(10000, ']')
                                                     + "}")
                                       << 400;
        QTest::newRow("a deep schema") << asking("\"json_schema\":" + QByteArray("{\"items\":").repeated(10000) + "{}"
                                                 + QByteArray(10000, '}'))
                                       << 400;
        QTest::newRow("100,000 in a pattern")
            << asking("\"json_schema\":{\"type\":\"string\",\"pattern\":\"^" + QByteArray(100000, '(') + "$\"}") << 400;
        QTest::newRow("60 MB") << saying(60'000'000) << 413;
        QTest::newRow("4 MB for a small context") << saying(4'000'000) << 400;
        QTest::newRow("n") << asking("\"n\":2") << 400;
        QTest::newRow("places for 2^31 tokens, DRY")
            << asking("\"dry_multiplier\":1,\"dry_penalty_last_n\":2147483647") << 400;
        QTest::newRow("places for 2^31 tokens, penalties")
            << asking("\"repeat_penalty\":1.5,\"repeat_last_n\":2147483647") << 400;
        QTest::newRow("a place more than the context has")
            << asking("\"dry_multiplier\":1,\"dry_penalty_last_n\":" + QByteArray::number(context() + 1)) << 400;
        QTest::newRow("as many places as the context has")
            << asking("\"dry_multiplier\":1,\"dry_penalty_last_n\":" + QByteArray::number(context())) << 200;
        QTest::newRow("a grammar that llama.cpp ends over") << asking("\"grammar\":\"%llguidance {}\"") << 400;
        QTest::newRow("a token beyond the vocabulary") << asking("\"logit_bias\":{\"512\":5}") << 400; // it has 512
        QTest::newRow("the last token") << asking("\"logit_bias\":{\"511\":-100}") << 200;
        QTest::newRow("another template") << asking("\"chat_template\":\"{{ 1 }}\"") << 400;
        QTest::newRow("an empty stop") << asking("\"stop\":[\"\"]") << 400;
        QTest::newRow("no messages") << QByteArray(R"({"messages":[]})") << 400;
        QTest::newRow("a wizard") << QByteArray(R"({"messages":[{"role":"wizard","content":"Hi"}]})") << 400;
        QTest::newRow("nothing said") << QByteArray(R"({"messages":[{"role":"user","content":null}]})") << 400;
        QTest::newRow("required without tools") << asking("\"tool_choice\":\"required\"") << 400;
        QTest::newRow("required without a template for it") << asking("\"tool_choice\":\"required\"," + tools) << 400;
        QTest::newRow("tools without a template for them") << asking(tools) << 400;
        QTest::newRow("tools that are not to be used") << asking("\"tool_choice\":\"none\"," + tools) << 200;
        QTest::newRow("a schema that refers to itself")
            << asking("\"json_schema\":{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/a\"}}}") << 0;
        QTest::newRow("as much of a pattern as is allowed")
            << asking("\"json_schema\":{\"type\":\"string\",\"pattern\":\"^(a?b?){400}$\"}") << 0;
    }

    void whatGoesTooFarIsAnErrorAndTheServerLives()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, status);
        const qint64 before = residentBytes();
        QElapsedTimer clock;
        clock.start();
        const Result<HttpResponse> response = httpRequest(jsonPost(url(0, u"/v1/chat/completions"_s), body), {});
        QVERIFY2(response, response ? "" : qPrintable(response.error().message));
        if (status)
            QCOMPARE(response->status, status);
        if (response->status != 200)
            QVERIFY2(!errorText(response->body).isEmpty(), response->body.constData());
        QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY2(residentBytes() - before < (256 << 20), qPrintable(QString::number((residentBytes() - before) >> 20)));
        QVERIFY(endpoint().chat(asking(u"Hi"_s, 2), {}, {}));
    }

    void aBodyThatIsAnnouncedAsTooLargeIsRefusedAtOnce_data()
    {
        QTest::addColumn<QByteArray>("headers");
        QTest::newRow("nothing follows") << QByteArray("Content-Length: 99999999999\r\n");
        QTest::newRow("waits to be let") << QByteArray("Content-Length: 99999999999\r\nExpect: 100-continue\r\n");
        QTest::newRow("of more digits than there are") << QByteArray("Content-Length: 99999999999999999999999999\r\n");
        QTest::newRow("a byte too large")
            << QByteArray("Content-Length: " + QByteArray::number((4 << 20) + 1) + "\r\n");
    }

    void aBodyThatIsAnnouncedAsTooLargeIsRefusedAtOnce()
    {
        QFETCH(QByteArray, headers);
        QElapsedTimer clock;
        clock.start();
        const QByteArray answer
            = exchange("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                       + headers + "\r\n");
        QVERIFY2(answer.startsWith("HTTP/1.1 413"), answer.left(400).constData());
        QCOMPARE(errorIn(answer), u"The body is larger than 4 MiB."_s);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    }

    // Each piece of the rest was answered as a request of its own, 76 times.
    void aHeadOfTooManyLinesIsAnsweredOnce()
    {
        const QByteArray answer = exchange("GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                           + QByteArray("A: b\r\n").repeated(200'000) + "\r\n");
        QVERIFY2(answer.startsWith("HTTP/1.1 431 "), answer.left(400).constData());
        QCOMPARE(answer.count("HTTP/1.1 "), 1);
    }

    void whatIsTooLongToBeReadIsAnswered_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const QByteArray long70(70'000, 'x'), head = "GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\n";
        QTest::newRow("a path of 10 kB")
            << QByteArray("GET /" + long70.first(10'000) + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") << 404;
        QTest::newRow("a path of 70 kB") << QByteArray("GET /" + long70 + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                                         << 414;
        QTest::newRow("a header of 10 kB") << QByteArray(head + "X: " + long70.first(10'000) + "\r\n\r\n") << 431;
        QTest::newRow("a header of 70 kB") << QByteArray(head + "X: " + long70 + "\r\n\r\n") << 431;
        QTest::newRow("101 headers") << QByteArray(head + QByteArray("A: b\r\n").repeated(100) + "\r\n") << 431;
        QTest::newRow("a header without a colon") << QByteArray(head + "what\r\n\r\n") << 400;
    }

    void whatIsTooLongToBeReadIsAnswered()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        const QByteArray answer = exchange(request);
        QVERIFY2(answer.startsWith("HTTP/1.1 " + QByteArray::number(status) + ' '), answer.left(400).constData());
        QCOMPARE(answer.count("HTTP/1.1 "), 1);
        QVERIFY2(!errorIn(answer).isEmpty(), answer.left(400).constData());
        QCOMPARE(get(0, u"/v1/models"_s).status, 200);
    }

    // Some never finish their request, some never take their answer; the others are served all the same.
    void slowClientsDoNotHoldUpOthers()
    {
        const QByteArray body
            = R"({"stream":true,"max_tokens":1900,"ignore_eos":true,"messages":[{"role":"user","content":"Hi"}]})";
        std::vector<std::unique_ptr<QTcpSocket>> slow;
        for (int i = 0; i < 600; ++i) {
            auto socket = std::make_unique<QTcpSocket>();
            socket->setReadBufferSize(1);
            socket->connectToHost(u"127.0.0.1"_s, quint16(m_server->addresses().port));
            QVERIFY(socket->waitForConnected(5000));
            socket->write("POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n");
            if (i % 150 == 0) // asks, and then does not read
                socket->write("Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size())
                              + "\r\n\r\n" + body);
            socket->flush();
            slow.push_back(std::move(socket));
        }
        for (int i = 0; i < 5; ++i) {
            QElapsedTimer clock;
            clock.start();
            const Result<HttpResponse> response = httpRequest(modelsRequest(), {});
            QVERIFY2(response, response ? "" : qPrintable(response.error().message));
            QCOMPARE(response->status, 200);
            QVERIFY2(clock.elapsed() < (isInstrumented ? 20'000 : 2000), qPrintable(QString::number(clock.elapsed())));
        }
        QVERIFY(endpoint().chat(asking(u"Hi"_s, 2), {}, {}));
        slow.clear();
        QTRY_COMPARE_WITH_TIMEOUT(m_engine.running(), 0, 10000);
    }

    void aByteNowAndThenIsNotAReasonToWaitForEver_data()
    {
        QTest::addColumn<QByteArray>("begun");
        QTest::newRow("the header") << QByteArray("GET /v1/models HTTP/1.1\r\nX: ");
        QTest::newRow("the first line") << QByteArray("GET /v1/");
    }

    void aByteNowAndThenIsNotAReasonToWaitForEver()
    {
        QFETCH(QByteArray, begun);
        QTcpSocket socket;
        socket.connectToHost(u"127.0.0.1"_s, quint16(m_server->addresses().port));
        QVERIFY(socket.waitForConnected(5000));
        socket.write(begun);
        QElapsedTimer clock;
        clock.start();
        while (socket.state() == QAbstractSocket::ConnectedState && clock.elapsed() < 20'000) {
            socket.write("x");
            socket.waitForReadyRead(500);
        }
        QVERIFY2(clock.elapsed() < 15'000, qPrintable(QString::number(clock.elapsed())));
        const QByteArray answer = socket.readAll();
        QVERIFY2(answer.startsWith("HTTP/1.1 408 "), answer.left(400).constData());
        QVERIFY2(errorIn(answer).contains(u"time"_s), answer.constData());
    }

    void twoHundredStreamsOnFourSlotsAllEnd()
    {
        std::atomic<int> whole = 0;
        std::vector<std::thread> clients;
        for (int i = 0; i < 200; ++i) {
            clients.emplace_back([&] {
                const Result<ChatStats> stats = endpoint().chat(asking(u"Once upon a time"_s, 8), {}, {});
                whole += stats && stats->completionTokens == 8 ? 1 : 0;
            });
        }
        for (std::thread &client : clients)
            client.join();
        QCOMPARE(whole.load(), 200);
    }

    void aBaseUrlWithoutItsPathIsTold()
    {
        const QString bare = url(0, {});
        const Result<QStringList> models = RemoteEndpoint(bare, u"ds_v3.2"_s).models({});
        QVERIFY(!models);
        QVERIFY2(models.error().message.contains(u"HTTP 404"_s) && models.error().message.endsWith(bare + u"/v1"_s),
                 qPrintable(models.error().message));
    }

    void nobodyThereIsAConnectionError()
    {
        RemoteEndpoint nobody(u"http://127.0.0.1:1/v1"_s, u"x"_s);
        const Result<ChatStats> stats = nobody.chat(asking(u"Hi"_s, 5), {}, {});
        QVERIFY(!stats);
        QCOMPARE(stats.error().kind, ErrorKind::Connection);
    }

private:
    double metric(const QByteArray &name)
    {
        const QByteArray text = get(2, u"/metrics"_s).body;
        const qsizetype at = text.indexOf('\n' + name + "{model_name=\"ds_v3.2\"} ");
        return at < 0 ? -1.0 : text.mid(at + 1).split('\n').first().split(' ').last().toDouble();
    }

    int context() const { return m_engine.info() ? m_engine.info()->contextTokens : 0; }

    QByteArray exchange(const QByteArray &request) const
    {
        QTcpSocket socket;
        socket.connectToHost(u"127.0.0.1"_s, quint16(m_server->addresses().port));
        if (!socket.waitForConnected(5000))
            return {};
        socket.write(request);
        while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(20'000)) { }
        return socket.readAll();
    }

    // Sends, closes its own half, and reads to the end.
    QByteArray halfClosed(const QByteArray &request) const
    {
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(quint16(m_server->addresses().port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval deadline{60, 0};
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
        QByteArray answer;
        if (::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0
            && ::send(socket, request.constData(), size_t(request.size()), MSG_NOSIGNAL) == request.size()) {
            ::shutdown(socket, SHUT_WR);
            char piece[4096];
            for (ssize_t got; (got = ::recv(socket, piece, sizeof piece, 0)) > 0;)
                answer.append(piece, got);
        }
        ::close(socket);
        return answer;
    }

    static QString errorIn(const QByteArray &answer) { return errorText(answer.mid(answer.indexOf("\r\n\r\n") + 4)); }

    static qint64 residentBytes()
    {
        QFile file(u"/proc/self/statm"_s);
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() * 4096 : 0;
    }

    HttpRequest modelsRequest() const
    {
        HttpRequest request;
        request.url = url(0, u"/v1/models"_s);
        return request;
    }

    QString url(int which, const QString &path) const
    {
        const ServerAddresses addresses = m_server->addresses();
        const int port = which == 0 ? addresses.port : which == 1 ? *addresses.managementPort : *addresses.metricsPort;
        return u"http://127.0.0.1:%1%2"_s.arg(port).arg(path);
    }

    HttpResponse get(int which, const QString &path) const
    {
        HttpRequest request;
        request.url = url(which, path);
        const Result<HttpResponse> response = httpRequest(request, {});
        return response ? *response : HttpResponse{};
    }

    QByteArray metrics() const { return get(2, u"/metrics"_s).body; }
    static double value(const QByteArray &text, const QByteArray &name)
    {
        const qsizetype at = text.indexOf('\n' + name + "{model_name=\"ds_v3.2\"} ");
        return at < 0 ? -1.0 : text.mid(at + 1).split('\n').first().split(' ').last().toDouble();
    }

    RemoteEndpoint endpoint() const { return RemoteEndpoint(url(0, u"/v1"_s), u"ds_v3.2"_s); }

    EmbeddedEngine m_engine;
    std::unique_ptr<LocalApiServer> m_server;
};

QTEST_GUILESS_MAIN(TestLocalApiServer)
#include "tst_localapiserver.moc"
