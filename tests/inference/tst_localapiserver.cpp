// The embedded engine behind a socket, asked by our own client: both ends at once.
#include "inference/localapiserver.h"
#include "inference/remoteendpoint.h"

#include "core/serving/http.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTest>

#include <atomic>
#include <thread>

namespace {

const QString stories = QStringLiteral(ASC_SHARED_DIR "/models/stories260K.gguf");

ChatRequest asking(const QString &text, int tokens)
{
    ChatRequest request;
    request.messages = {{QStringLiteral("user"), text}};
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
        m_server = std::make_unique<LocalApiServer>(m_engine, QStringLiteral("ds_v3.2"));
        const Result<void> started = m_server->start({QStringLiteral("127.0.0.1"), 0, 0, 0});
        QVERIFY(started);
        QCOMPARE(get(1, QStringLiteral("/v2/health/ready")).status, 503); // listens, but has no model yet
        QCOMPARE(get(1, QStringLiteral("/v2/health/live")).status, 200);
        QCOMPARE(get(0, QStringLiteral("/v1/models")).status, 503);
        EngineOptions options;
        options.threads = 1;
        options.servedName = QStringLiteral("ds_v3.2");
        QVERIFY(m_engine.load(stories, options, {}, {}));
    }

    void saysThatItIsReadyAndWhatItServes()
    {
        QCOMPARE(get(1, QStringLiteral("/v2/health/ready")).status, 200);
        QCOMPARE(get(1, QStringLiteral("/v2/models/ds_v3.2/ready")).status, 200);
        QCOMPARE(get(1, QStringLiteral("/v2/models/other/ready")).status, 404);
        QVERIFY(get(1, QStringLiteral("/health")).body.contains("\"status\":\"healthy\""));
        QVERIFY(get(1, QStringLiteral("/health/timed-3")).body.contains("healthy"));
        QCOMPARE(get(0, QStringLiteral("/nothing")).status, 404);
        const Result<QStringList> models = endpoint().models({});
        QVERIFY(models);
        QCOMPARE(*models, QStringList{QStringLiteral("ds_v3.2")});
    }

    void answersAsTheEngineDoes()
    {
        QString remote, local;
        const ChatRequest request = asking(QStringLiteral("Once upon a time"), 40);
        const Result<ChatStats> stats = endpoint().chat(request, {}, [&](const ChatPiece &piece) { remote += piece.content; });
        QVERIFY2(stats, stats ? "" : qPrintable(stats.error().message));
        QVERIFY(m_engine.chat(request, {}, [&](const ChatPiece &piece) { local += piece.content; }));
        QVERIFY(!remote.isEmpty());
        QCOMPARE(remote, local);
        QCOMPARE(stats->model, QStringLiteral("ds_v3.2"));
        QCOMPARE(stats->completionTokens, std::optional<int>(40));
        QVERIFY(stats->ttftMs && stats->tokensPerSecond);
    }

    void answersInOnePieceWhenNotAskedToStream()
    {
        const HttpRequest post = jsonPost(url(0, QStringLiteral("/v1/chat/completions")),
            R"({"model":"ds_v3.2","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]})");
        const Result<HttpResponse> response = httpRequest(post, {});
        QVERIFY(response);
        QCOMPARE(response->status, 200);
        const Result<Json> json = parseJson(response->body, QStringLiteral("answer"));
        QVERIFY(json);
        QCOMPARE(stringAt(*json, "object"), QStringLiteral("chat.completion"));
        QCOMPARE(integerAt((*json)["usage"], "completion_tokens"), std::optional<qint64>(5));
    }

    void anotherModelIsNotFound()
    {
        RemoteEndpoint other(url(0, QStringLiteral("/v1")), QStringLiteral("gpt-9"));
        const Result<ChatStats> stats = other.chat(asking(QStringLiteral("Hi"), 5), {}, {});
        QVERIFY(!stats);
        QCOMPARE(stats.error().kind, ErrorKind::Model);
        QVERIFY2(stats.error().message.contains(QLatin1String("404")), qPrintable(stats.error().message));
        QVERIFY(stats.error().message.contains(QLatin1String("gpt-9")));
    }

    void brokenBodiesAreRefused()
    {
        for (const QByteArray &body : {QByteArray("nonsense"), QByteArray("[1]"), QByteArray("{\"messages\":1}"), QByteArray()}) {
            const Result<HttpResponse> response = httpRequest(jsonPost(url(0, QStringLiteral("/v1/chat/completions")), body), {});
            QVERIFY(response);
            QCOMPARE(response->status, 400);
        }
    }

    void aClientThatGoesAwayEndsItsRequest()
    {
        std::stop_source stop;
        std::atomic<bool> talking = false;
        std::thread client([&] {
            ChatRequest request = asking(QStringLiteral("Once"), 1900);
            request.extra = {{"ignore_eos", true}};
            const auto ignored = endpoint().chat(request, stop.get_token(), [&](const ChatPiece &) { talking = true; });
            Q_UNUSED(ignored)
        });
        QTRY_VERIFY(talking);
        QElapsedTimer clock;
        clock.start();
        stop.request_stop();
        client.join();
        QVERIFY(clock.elapsed() < 200);
        QTRY_COMPARE_WITH_TIMEOUT(m_engine.running(), 0, 2000);
    }

    void metricsAreWhatWasServed()
    {
        const auto value = [this](const QByteArray &name) {
            const QByteArray text = get(2, QStringLiteral("/metrics")).body;
            const qsizetype at = text.indexOf('\n' + name + "{model_name=\"ds_v3.2\"} ");
            return at < 0 ? -1.0 : text.mid(at + 1).split('\n').first().split(' ').last().toDouble();
        };
        const double requests = value("request_success_total"), tokens = value("generation_tokens_total");
        const double firsts = value("time_to_first_token_seconds_count"), others = value("time_per_output_token_seconds_count");
        QVERIFY(requests >= 0);
        QVERIFY(endpoint().chat(asking(QStringLiteral("Once upon a time"), 21), {}, {}));
        QTRY_COMPARE(value("request_success_total"), requests + 1);
        QCOMPARE(value("generation_tokens_total"), tokens + 21);
        QCOMPARE(value("time_to_first_token_seconds_count"), firsts + 1);
        QCOMPARE(value("time_per_output_token_seconds_count"), others + 20);
        QCOMPARE(value("num_requests_running"), 0.0);
    }

    void aTakenPortIsAnErrorThatNamesIt()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        LocalApiServer server(m_engine, QStringLiteral("x"));
        const Result<void> started = server.start({QStringLiteral("127.0.0.1"), taken.serverPort(), {}, {}});
        QVERIFY(!started);
        QCOMPARE(started.error().kind, ErrorKind::Connection);
        QVERIFY(started.error().message.contains(QString::number(taken.serverPort())));
    }

    void aSecondServerCannotShareThePortOfAFirst()
    {
        LocalApiServer second(m_engine, QStringLiteral("x"));
        const int taken = m_server->addresses().port;
        const Result<void> started = second.start({QStringLiteral("127.0.0.1"), taken, {}, {}});
        QVERIFY(!started);
        QVERIFY(started.error().message.contains(QString::number(taken)));
    }

    void stoppingEndsWhatIsServed()
    {
        LocalApiServer server(m_engine, QStringLiteral("ds_v3.2"));
        QVERIFY(server.start({QStringLiteral("127.0.0.1"), 0, {}, {}}));
        std::atomic<bool> talking = false;
        std::thread client([&] {
            RemoteEndpoint remote(QStringLiteral("http://127.0.0.1:%1/v1").arg(server.addresses().port), QStringLiteral("ds_v3.2"));
            ChatRequest request = asking(QStringLiteral("Once"), 1900);
            request.extra = {{"ignore_eos", true}};
            const auto ignored = remote.chat(request, {}, [&](const ChatPiece &) { talking = true; });
            Q_UNUSED(ignored)
        });
        QTRY_VERIFY(talking);
        QElapsedTimer clock;
        clock.start();
        server.stop();
        client.join();
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    }

    void nobodyThereIsAConnectionError()
    {
        RemoteEndpoint nobody(QStringLiteral("http://127.0.0.1:1/v1"), QStringLiteral("x"));
        const Result<ChatStats> stats = nobody.chat(asking(QStringLiteral("Hi"), 5), {}, {});
        QVERIFY(!stats);
        QCOMPARE(stats.error().kind, ErrorKind::Connection);
    }

private:
    QString url(int which, const QString &path) const
    {
        const ServerAddresses addresses = m_server->addresses();
        const int port = which == 0 ? addresses.port : which == 1 ? *addresses.managementPort : *addresses.metricsPort;
        return QStringLiteral("http://127.0.0.1:%1%2").arg(port).arg(path);
    }

    HttpResponse get(int which, const QString &path) const
    {
        HttpRequest request;
        request.url = url(which, path);
        const Result<HttpResponse> response = httpRequest(request, {});
        return response ? *response : HttpResponse{};
    }

    RemoteEndpoint endpoint() const { return RemoteEndpoint(url(0, QStringLiteral("/v1")), QStringLiteral("ds_v3.2")); }

    EmbeddedEngine m_engine;
    std::unique_ptr<LocalApiServer> m_server;
};

QTEST_GUILESS_MAIN(TestLocalApiServer)
#include "tst_localapiserver.moc"
