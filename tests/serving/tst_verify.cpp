// The five questions against servers that behave, misbehave and are something else.
#include "core/engines/recipebook.h"
#include "core/serving/answertext.h"
#include "core/serving/served.h"
#include "core/serving/servingnodes.h"
#include "tests/support/rawserver.h"
#include "tests/support/recordedrun.h"
#include "tests/support/stoplimit.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace Qt::StringLiterals;

namespace {

struct Behaviour
{
    int readyStatus = 200;
    QByteArray model = "ds_v3.2";
    bool sendsFinish = true, sendsDone = true, inOnePiece = false, refusesPenalty = false, breaksOff = false;
    QByteArray answer = "one two three", member = "content";
    QByteArray error = {};               // instead of an answer, with HTTP 200
};

bool isChat(const QByteArray &request) { return request.startsWith("POST /v1/chat/completions "); }

RawServer::Talk talkOf(const Behaviour &how)
{
    return [how](RawServer::Peer &peer) {
        const QByteArray &request = peer.request;
        if (request.startsWith("GET /v2/health/ready "))
            return peer.json("{}", how.readyStatus);
        if (request.startsWith("GET /v1/models "))
            return peer.json("{\"object\":\"list\",\"data\":[{\"id\":\"" + how.model + "\"}]}");
        if (!isChat(request))
            return peer.json("{}", 404);
        if (how.refusesPenalty && request.contains("presence_penalty"))
            return peer.json("{\"error\":\"Input validation error: presence_penalty not in [-2.0, 2.0].\"}", 422);
        if (!how.error.isEmpty())
            return peer.json(how.error);
        if (!request.contains("\"stream\":true"))
            return peer.json("{\"choices\":[{\"message\":{\"role\":\"assistant\",\"" + how.member + "\":\""
                             + how.answer + "\"}}]}");
        QByteArrayList events{"data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n"};
        for (const QByteArray &word : how.answer.split(' '))
            events << "data: {\"choices\":[{\"delta\":{\"" + how.member + "\":\"" + word + " \"}}]}\n\n";
        if (how.breaksOff)
            events << "data: {\"error\":{\"message\":\"The NPU was lost.\"}}\n\n";
        if (how.sendsFinish)
            events << "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
        if (how.sendsDone)
            events << "data: [DONE]\n\n";
        peer.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        if (how.inOnePiece)
            return peer.say(events.join());
        for (const QByteArray &event : events) {
            peer.say(event);
            peer.pause(30);
        }
    };
}

VerifyReport ask(const RawServer &server, std::stop_token stop = {}, const QString &model = u"ds_v3.2"_s)
{
    const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
    return verifyEndpoint({root + u"/v1"_s, root, {}, model}, stop);
}

Finding of(const VerifyReport &report, const char *id)
{
    for (const Finding &finding : report.findings) {
        if (finding.check == QLatin1String(id))
            return finding;
    }
    return {};
}

} // namespace

class TestVerify : public QObject
{
    Q_OBJECT

private slots:
    void healthyEndpointPassesAllFive()
    {
        RawServer server(talkOf({}));
        const VerifyReport report = ask(server);
        QCOMPARE(report.findings.size(), 5);
        for (const Finding &finding : report.findings) {
            QVERIFY2(finding.verdict == Verdict::Pass, qPrintable(finding.check + QLatin1Char(' ') + finding.summary));
            QVERIFY(!finding.evidence.isEmpty());
            QVERIFY(finding.evidence.first().command.startsWith(u"curl "_s));
            QVERIFY(finding.evidence.first().output.startsWith(u"HTTP 200"_s));
        }
        QVERIFY(report.passed());
        QVERIFY(of(report, "verify.stream").summary.startsWith(u"3 pieces"_s));
    }

    void smokeTestIsTheGuidesWithItsBodyPutRight()
    {
        RawServer server(talkOf({}));
        const Finding smoke = of(ask(server), "verify.smoke");
        const QString line = smoke.evidence.first().command;
        const qsizetype brace = line.indexOf(QLatin1Char('{'));
        const Result<Json> body
            = parseJson(line.mid(brace, line.lastIndexOf(QLatin1Char('}')) - brace + 1).toUtf8(), u"body"_s);
        QVERIFY(body);
        QCOMPARE(stringAt(*body, "model"), u"ds_v3.2"_s);
        QCOMPARE(numberAt(*body, "presence_penalty"), std::optional(1.03));
        QCOMPARE(numberAt(*body, "frequency_penalty"), std::optional(1.0));
        QCOMPARE(numberAt(*body, "top_p"), std::optional(0.95));
        QVERIFY(body->at("seed").is_null());
        QVERIFY(smoke.evidence.last().output.contains(u"presenceenalty"_s)); // it says what was corrected
    }

    // A model that is sampled repeats itself now and then: the verdict on a service is no matter of luck.
    void whatJudgesTheAnswerIsNotSampled()
    {
        RawServer server(talkOf({}));
        const VerifyReport report = ask(server);
        for (const char *id : {"verify.answer", "verify.stream"}) {
            const QString line = of(report, id).evidence.first().command;
            QVERIFY2(line.contains(u"\"temperature\":0,"_s), qPrintable(line));
        }
    }

    void busyServiceIsNotReadyButIsAsked()
    {
        RawServer server(talkOf({.readyStatus = 503}));
        const VerifyReport report = ask(server);
        QCOMPARE(of(report, "verify.ready").verdict, Verdict::Fail);
        QVERIFY(of(report, "verify.ready").summary.contains(u"503"_s));
        QCOMPARE(of(report, "verify.answer").verdict, Verdict::Pass);
        QVERIFY(!report.passed());
    }

    // What the settings name is what a run waits for: another address that answers does not make it ready.
    void onlyThePathOfTheSettingsSaysThatItIsReady()
    {
        RawServer server(talkOf({}));
        const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
        Endpoint endpoint{root + u"/v1"_s, root, {}, u"ds_v3.2"_s};
        endpoint.healthPath = u"/nothing"_s;
        QCOMPARE(of(verifyEndpoint(endpoint, {}), "verify.ready").verdict, Verdict::Pass);
        endpoint.isPathSet = true;
        const Finding said = of(verifyEndpoint(endpoint, {}), "verify.ready");
        QVERIFY2(said.verdict == Verdict::Fail && said.summary.contains(u"/nothing answers HTTP 404"_s),
                 qPrintable(said.summary));
    }

    void engineWithoutManagementPortIsReadyWhenItListsModels()
    {
        RawServer server(talkOf({.readyStatus = 404}));
        const Finding ready = of(ask(server), "verify.ready");
        QCOMPARE(ready.verdict, Verdict::Pass);
        QVERIFY(ready.evidence.last().command.endsWith(u"/v1/models"_s));
    }

    // Somebody else's service on the port: what is known of it, and that it is not asked to work for us.
    void anotherServiceIsNamed()
    {
        std::atomic<int> asked = 0;
        RawServer server([&](RawServer::Peer &peer) {
            asked += isChat(peer.request);
            if (!peer.request.startsWith("GET /v1/models "))
                return peer.json("{}", 200);
            const QByteArray body
                = R"({"object":"list","data":[{"id":"qwen2:7b","owned_by":"library"},{"id":"llama3"}]})";
            peer.say("HTTP/1.1 200 OK\r\nServer: uvicorn\r\nContent-Type: application/json\r\nContent-Length: "
                     + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body);
        });
        const VerifyReport report = ask(server);
        const Finding models = of(report, "verify.models");
        QCOMPARE(models.verdict, Verdict::Fail);
        QCOMPARE(models.summary,
                 u"What answers at 127.0.0.1:%1 serves qwen2:7b, llama3, not ds_v3.2, and calls itself library "
                 "(uvicorn): another service holds the port, or this deployment's was started under another name."_s
                     .arg(server.port()));
        QVERIFY2(models.remedy.contains(u"ss -ltnp"_s) && models.remedy.contains(u"servedModelName"_s),
                 qPrintable(models.remedy));
        for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"})
            QCOMPARE(of(report, id).verdict, Verdict::Skipped);
        QCOMPARE(asked.load(), 0);
        QVERIFY(!report.passed() && report.failed());
    }

    void aServerWithoutModelsIsSomethingElse()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say(peer.request.startsWith("GET /v2/health/ready ")
                         ? QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                         : QByteArray("HTTP/1.1 404 Not Found\r\nServer: nginx/1.22\r\nContent-Length: "
                                      "0\r\nConnection: close\r\n\r\n"));
        });
        const Finding models = of(ask(server), "verify.models");
        QCOMPARE(models.verdict, Verdict::Fail);
        QVERIFY2(models.summary.contains(u"has no /v1/models"_s)
                     && models.summary.contains(u"calls itself nginx/1.22"_s),
                 qPrintable(models.summary));
        QVERIFY(!models.remedy.contains(u"model name"_s));
    }

    void aWebPageIsNoHealth()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 17\r\nConnection: "
                     "close\r\n\r\n<html>Hi!</html>\n");
        });
        const VerifyReport report = ask(server);
        const Finding ready = of(report, "verify.ready");
        QCOMPARE(ready.verdict, Verdict::Fail);
        QVERIFY2(ready.summary.contains(u"web page"_s) && ready.remedy.contains(u"ss -ltnp"_s),
                 qPrintable(ready.summary + ready.remedy));
        QVERIFY(report.failed());
    }

    void otherModelIsNamed()
    {
        RawServer server(talkOf({.model = "ds-3.2"}));
        const Finding models = of(ask(server), "verify.models");
        QCOMPARE(models.verdict, Verdict::Fail);
        QVERIFY(models.summary.contains(u"ds-3.2"_s) && models.summary.contains(u"ds_v3.2"_s));
        QVERIFY(!models.remedy.isEmpty());
    }

    // An address that is made of what is left of such settings is nobody's.
    void settingsThatDoNotFitNameNoEndpoint()
    {
        Deployment deployment;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const Recipe recipe = *findRecipe(u"openai-deepseek-r1-awq-1xA2"_s);
        const Result<Endpoint> usual = endpointToAsk({}, deployment, recipe, {});
        QVERIFY2(usual, usual ? "" : qPrintable(usual.error().message));
        const Served served{addressText(deployment.nodes.first()), *usual};
        for (const Json &settings : {Json{{"port", "x"}}, Json{{"servedModelName", "r1 awq"}}}) {
            deployment.settings = settings;
            const Result<Endpoint> asked = endpointToAsk({}, deployment, recipe, {});
            QVERIFY(!asked);
            QVERIFY2(asked.error().facts.value(u"setting"_s) == QString::fromStdString(settings.begin().key()),
                     qPrintable(asked.error().message));
            QVERIFY(!namedSince(served, deployment, recipe, {})); // and no run brings it up
            QCOMPARE(endpointToAsk(served, deployment, recipe, {})->baseUrl, usual->baseUrl);
        }
        deployment.settings = Json{{"port", 1}}; // out of its range; whoever is there can be asked
        QCOMPARE(endpointToAsk({}, deployment, recipe, {})->model, usual->model);
        deployment.settings = Json{{"port", 8123}};
        QVERIFY(namedSince(served, deployment, recipe, {}));
    }

    void settingsThatWereChosenSinceTheRunAreNamed()
    {
        Deployment deployment;
        deployment.nodes << Node{.name = u"n"_s, .host = u"10.20.0.1"_s};
        const Recipe recipe = *findRecipe(u"vllm-ascend-qwen3-30b-w8a8-1xA2"_s);
        const Json settings = *effectiveSettings(recipe, deployment.settings);
        const Served run{addressText(deployment.nodes.first()), *endpointToAsk({}, deployment, recipe, {}), recipe.id,
                         settings};
        const std::optional<Served> kept = servedFrom(*parseJson(prettyJson(toJson(run)), u"state"_s));
        QVERIFY(kept && *kept == run);
        QCOMPARE(changedSince(kept, deployment, recipe), QStringList());
        deployment.settings = Json{{"maxModelLen", 8192}};
        QVERIFY(!namedSince(kept, deployment, recipe, {})); // the same address and model
        QCOMPARE(changedSince(kept, deployment, recipe), QStringList(u"maxModelLen"_s));
        QCOMPARE(changedSince(kept, deployment, *findRecipe(u"openai-compatible-image"_s)), QStringList(u"recipe"_s));
        deployment.settings.update(
            Json{{"maxSeqs", 9}, {"tp", 2}, {"maxBatchedTokens", 8192}, {"port", 8123}});
        const QStringList several = changedSince(kept, deployment, recipe);
        QVERIFY2(several.size() == 5 && several.contains(u"maxSeqs"_s), qPrintable(several.join(u' ')));
        QCOMPARE(fewOf(several), several.first(4).join(u", "_s) + u", …"_s);
        QCOMPARE(fewOf(several.first(2)), several.first(2).join(u", "_s));
        Served older = run; // of a program that did not keep them
        older.settings = Json();
        QCOMPARE(changedSince(older, deployment, recipe), QStringList());
    }

    void engineErrorIsQuoted()
    {
        RawServer server(talkOf({.refusesPenalty = true}));
        const Finding smoke = of(ask(server), "verify.smoke");
        QCOMPARE(smoke.verdict, Verdict::Fail);
        QVERIFY2(smoke.summary.contains(u"presence_penalty not in"_s), qPrintable(smoke.summary));
    }

    void streamWithoutItsEndIsAWarning()
    {
        RawServer server(talkOf({.sendsDone = false}));
        QCOMPARE(of(ask(server), "verify.stream").verdict, Verdict::Warn);
    }

    void aStreamThatIsCutIsAFailure()
    {
        RawServer server(talkOf({.sendsFinish = false, .sendsDone = false}));
        const Finding stream = of(ask(server), "verify.stream");
        QCOMPARE(stream.verdict, Verdict::Fail);
        QVERIFY2(stream.summary.contains(u"cut after 3 pieces"_s), qPrintable(stream.summary));
        QVERIFY(!stream.remedy.isEmpty());
    }

    void anEmptyListOfModelsIsSaid()
    {
        RawServer server([](RawServer::Peer &peer) {
            if (peer.request.startsWith("GET /v1/models "))
                return peer.json(R"({"object":"list","data":[]})");
            talkOf({})(peer);
        });
        const Finding models = of(ask(server), "verify.models");
        QCOMPARE(models.verdict, Verdict::Fail);
        QVERIFY2(models.summary.contains(u"The endpoint serves no model"_s), qPrintable(models.summary));
        QVERIFY(models.remedy.contains(u"log"_s));
        const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
        Endpoint proxied{root + u"/v1"_s, root, {}, u"ds_v3.2"_s};
        proxied.modelsUrl = root + u"/v1/models"_s; // that of a process behind it
        const QString summary = of(verifyEndpoint(proxied, {}), "verify.models").summary;
        QVERIFY2(summary.contains(u"the one at 127.0.0.1:%1 serves no model"_s.arg(server.port())),
                 qPrintable(summary));
    }

    void whyAStreamBreaksOffIsQuoted()
    {
        RawServer server(talkOf({.sendsFinish = false, .sendsDone = false, .breaksOff = true}));
        const Finding finding = of(ask(server), "verify.stream");
        QCOMPARE(finding.verdict, Verdict::Fail);
        QVERIFY2(finding.summary.contains("The NPU was lost."_L1), qPrintable(finding.summary));
    }

    void streamThatArrivesAtOnceIsAWarning()
    {
        RawServer server(talkOf({.inOnePiece = true}));
        const Finding stream = of(ask(server), "verify.stream");
        QCOMPARE(stream.verdict, Verdict::Warn);
        QVERIFY(stream.summary.contains(u"at once"_s));
    }

    void emptyAnswerIsAFailure()
    {
        RawServer server(talkOf({.answer = ""}));
        const VerifyReport report = ask(server);
        QCOMPARE(of(report, "verify.answer").verdict, Verdict::Fail);
        QCOMPARE(of(report, "verify.stream").verdict, Verdict::Fail);
    }

    // HTTP 200 and a text, from weights that do not belong to their configuration.
    void aBrokenModelIsAFailure_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("said");
        QTest::newRow("one sign") << QByteArray(64, '!') << u"\"!\" again and again"_s;
        QTest::newRow("up to max_tokens") << QByteArray(400, '!') << u"\"!\""_s;
        QTest::newRow("Chinese") << QByteArray("的").repeated(300) << u"\"的\""_s;
        QTest::newRow("begins well") << QByteArray("Hello").append(200, '!') << u"Nearly all of the answer is \"!\""_s;
        QTest::newRow("a number") << QByteArray("1").append(200, '0') << u"Nearly all"_s;
        QTest::newRow("pieces of three") << QByteArray("!!! ").repeated(13) << u"is \"!\" again and again, and no"_s;
        QTest::newRow("no text") << QByteArray(R"(\u0000\ufffd\ufffd!!!!)") << u"cannot be shown"_s;
    }
    void aBrokenModelIsAFailure()
    {
        QFETCH(QByteArray, answer);
        QFETCH(QString, said);
        RawServer server(talkOf({.answer = answer}));
        const VerifyReport report = ask(server);
        for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"}) {
            const Finding finding = of(report, id);
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.summary.contains(said), qPrintable(finding.summary));
            QVERIFY2(finding.remedy.contains(u"config.json"_s), qPrintable(finding.remedy));
        }
        QVERIFY(!report.passed());
    }

    void aBrokenModelThatReasonsIsAFailure()
    {
        RawServer server(talkOf({.answer = QByteArray("!!! ").repeated(13), .member = "reasoning_content"}));
        const VerifyReport report = ask(server);
        for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"})
            QCOMPARE(of(report, id).verdict, Verdict::Fail);
    }

    void anErrorWithHttp200IsQuoted()
    {
        RawServer server(talkOf({.error = "{\"error\":{\"message\":\"engine dead\"}}"}));
        const VerifyReport report = ask(server);
        for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"}) {
            const Finding finding = of(report, id);
            QCOMPARE(finding.verdict, Verdict::Fail);
            QVERIFY2(finding.summary.contains(u"engine dead"_s), qPrintable(finding.summary));
        }
    }

    // Three questions through a proxy reach three processes of thirty-six: each is asked itself.
    void aProcessBehindAProxyThatIsGoneIsNamed()
    {
        const auto healthy = [](int status) {
            return [status](RawServer::Peer &peer) {
                peer.json("{}", peer.request.startsWith("GET /health ") ? status : 404);
            };
        };
        RawServer proxy(talkOf({})), first(healthy(200)), second(healthy(200)), broken(healthy(503));
        RawServer hangs([](RawServer::Peer &peer) { peer.pause(20'000); });
        const auto metrics = [](const RawServer &server) {
            return u"http://127.0.0.1:%1/metrics"_s.arg(server.port());
        };
        const QString root = u"http://127.0.0.1:%1"_s.arg(proxy.port());
        Endpoint endpoint{root + u"/v1"_s, root, {}, u"ds_v3.2"_s};
        endpoint.modelsUrl = root + u"/v1/models"_s;
        QCOMPARE(of(verifyEndpoint(endpoint, {}), "verify.ready").verdict, Verdict::Warn); // nobody behind it was asked
        endpoint.metricsBehind = {metrics(first), metrics(second)}; // as an older program has kept it
        VerifyReport report = verifyEndpoint(endpoint, {});
        Finding ready = of(report, "verify.ready");
        QCOMPARE(ready.verdict, Verdict::Pass);
        QVERIFY2(ready.summary.contains(u"each of the 2 processes"_s) && ready.value == u"2 of 2",
                 qPrintable(ready.summary));
        const Finding models = of(report, "verify.models"); // whom it asked is not the endpoint
        QVERIFY2(models.verdict == Verdict::Pass
                     && models.summary.contains(u"at 127.0.0.1:%1 serves"_s.arg(proxy.port()))
                     && models.summary.contains(u"has no list of models"_s),
                 qPrintable(models.summary));

        const auto health = [](const RawServer &server) {
            return u"http://127.0.0.1:%1/health"_s.arg(server.port());
        };
        endpoint.healthBehind = {health(first), health(second), health(broken), health(hangs)};
        report = verifyEndpoint(endpoint, {});
        ready = of(report, "verify.ready");
        QCOMPARE(ready.verdict, Verdict::Fail);
        QVERIFY2(ready.summary.contains(u"2 of the 4 processes"_s)
                     && ready.summary.contains(u"127.0.0.1:%1, 127.0.0.1:%2"_s.arg(broken.port()).arg(hangs.port())),
                 qPrintable(ready.summary));
        QVERIFY(!report.passed());
        QCOMPARE(of(report, "verify.answer").verdict, Verdict::Pass); // what the proxy does answer is told all the same

        QVERIFY2(!ready.remedy.contains(u"takes a connection"_s), qPrintable(ready.remedy));

        endpoint.healthBehind = {u"http://127.0.0.1:1/health"_s}; // a closed port need not be a dead process
        ready = of(verifyEndpoint(endpoint, {}), "verify.ready");
        QVERIFY2(ready.verdict == Verdict::Warn && ready.summary.contains(u"none of the 1 processes"_s),
                 qPrintable(ready.summary));
        endpoint.healthBehind << u"http://127.0.0.2:1/health"_s << health(first);
        ready = of(verifyEndpoint(endpoint, {}), "verify.ready");
        QVERIFY2(ready.verdict == Verdict::Fail && ready.summary.contains(u"2 of the 3 processes"_s)
                     && ready.remedy.contains(u"on 127.0.0.2 takes a connection"_s),
                 qPrintable(ready.summary + ready.remedy));
        endpoint.healthBehind = {health(hangs)}; // it took the connection: no port is closed
        ready = of(verifyEndpoint(endpoint, {}), "verify.ready");
        QVERIFY2(ready.verdict == Verdict::Fail && ready.value == u"0 of 1", qPrintable(ready.summary));
    }

    // A prefill rank has no metrics of what clients get, and hangs as well as a decode rank.
    void everyRankBehindTheProxyHasItsAddress()
    {
        Deployment deployment;
        for (int node = 1; node <= 4; ++node)
            deployment.nodes << Node{.name = u"n%1"_s.arg(node), .host = u"10.20.0.%1"_s.arg(node)};
        const Recipe recipe = *findRecipe(u"vllm-ascend-deepseek-v3.1-w8a8-2p1d-4xA3"_s);
        const Endpoint endpoint = endpointOf(deployment, recipe, {});
        QCOMPARE(endpoint.metricsBehind.size(), 32);
        QCOMPARE(endpoint.healthBehind.size(), 36);
        for (const QString &place : {u"1:7100"_s, u"2:7101"_s, u"3:7100"_s, u"4:7115"_s})
            QVERIFY2(endpoint.healthBehind.contains(u"http://10.20.0.%1/health"_s.arg(place)), qPrintable(place));
        const std::optional<Served> kept
            = servedFrom(toJson(Served{addressText(deployment.nodes.first()), endpoint, recipe.id}));
        QVERIFY(kept && kept->endpoint == endpoint);
    }

    // A proxy says the same when all ranks behind it are gone.
    void aProxysReadinessIsItsOwn()
    {
        RawServer server(talkOf({.error = "{\"error\":{\"message\":\"no prefill\"}}"}));
        const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
        Endpoint endpoint{root + u"/v1"_s, root, {}, u"ds_v3.2"_s};
        for (const bool isProxied : {false, true}) {
            if (isProxied)
                endpoint.metricsBehind = {root + u"/metrics"_s};
            const Finding ready = of(verifyEndpoint(endpoint, {}), "verify.ready");
            QCOMPARE(ready.verdict, Verdict::Pass);
            QVERIFY2(ready.summary.contains(u"says that the service is ready"_s) != isProxied
                         && ready.summary.contains(u"/v2/health/ready, and so does each of the 1"_s) == isProxied,
                     qPrintable(ready.summary));
            QCOMPARE(ready.value == u"ready"_s, !isProxied);
        }
    }

    // Behind a proxy the first node's log is not that of the service that failed.
    void theLogsOfAllAreNamedBehindAProxy()
    {
        RawServer server(talkOf({.error = "{\"error\":{\"message\":\"no prefill\"}}"}));
        const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
        Endpoint endpoint{root + u"/v1"_s, root, {}, u"ds_v3.2"_s};
        for (const bool isProxied : {false, true}) {
            if (isProxied)
                endpoint.modelsUrl = root + u"/v1/models"_s;
            const VerifyReport report = verifyEndpoint(endpoint, {});
            for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"}) {
                const QString remedy = of(report, id).remedy;
                QVERIFY2(remedy.contains(u"on the first node"_s) != isProxied
                             && remedy.contains(u"ascendctl logs D --level warning"_s) == isProxied,
                         qPrintable(remedy));
            }
        }
    }

    void whatAnAnswerIs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isBroken");
        QTest::newRow("a word") << u"the "_s.repeated(20) << true;
        QTest::newRow("a long word") << u"<|reserved_special_token_247|>"_s.repeated(16) << true;
        QTest::newRow("begins well") << u"Sure"_s + u"!"_s.repeated(60) << true;
        QTest::newRow("on lines") << u"!\n\n"_s.repeated(40) << true;
        QTest::newRow("lines of them") << u"!!!!!!!!\n"_s.repeated(5) << true;
        QTest::newRow("thought") << u"<think>\n"_s + u"!"_s.repeated(41) << true;
        QTest::newRow("apart") << u"! "_s.repeated(12) << true;
        QTest::newRow("Chinese apart") << u"的 "_s.repeated(12) << true;
        QTest::newRow("a tag") << u"<unk>"_s.repeated(10) << true;
        QTest::newRow("a word on lines") << u"the \n"_s.repeated(12) << true;
        QTest::newRow("half a character") << QString(QChar(0xfffd)) << true;
        QTest::newRow("thought of nothing") << u"<think>\n\n</think>\n\nI am a model."_s << false;
        QTest::newRow("bytes") << QString(QChar(0xfffd)).repeated(7) << true;
        QTest::newRow("4") << u"4"_s << false;
        QTest::newRow("excited") << u"!!!"_s << false;
        QTest::newRow("laughs") << u"hahaha"_s << false;
        QTest::newRow("rule") << u"----"_s << false;
        QTest::newRow("rule in a text") << u"One\n"_s + u"-"_s.repeated(40) + u"\ntwo, three and four\n"_s << false;
        QTest::newRow("numbers") << u"1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20"_s << false;
        QTest::newRow("code") << u"for i in range(10):\n                        print(i)\n"_s << false;
        QTest::newRow("sentences") << u"I am a helpful assistant. "_s.repeated(20) << false;
        QTest::newRow("Chinese sentences") << u"我是一个人工智能助手。"_s.repeated(20) << false;
        QTest::newRow("cut within a character") << u"好"_s + QString(QChar(0xfffd)).repeated(2) << false;
        QTest::newRow("emoji") << u"😀😀👍🏽"_s << false;
    }
    void whatAnAnswerIs()
    {
        QFETCH(QString, text);
        QFETCH(bool, isBroken);
        QCOMPARE(repeatedPiece(text).has_value() || isUnreadable(text), isBroken);
    }

    void onePieceIsNoCollectedStream()
    {
        RawServer server(talkOf({.inOnePiece = true, .answer = "one"}));
        const Finding stream = of(ask(server), "verify.stream");
        QVERIFY2(stream.verdict == Verdict::Pass, qPrintable(stream.summary));
    }

    // Only a service that never answers is given up: one that drops a question is asked the next.
    void aDroppedAnswerDoesNotEndTheQuestions()
    {
        std::atomic<int> chats = 0;
        RawServer server([&](RawServer::Peer &peer) {
            if (isChat(peer.request)) {
                ++chats; // and closes
                return;
            }
            talkOf({})(peer);
        });
        const VerifyReport report = ask(server);
        for (const char *id : {"verify.answer", "verify.stream", "verify.smoke"})
            QCOMPARE(of(report, id).verdict, Verdict::Fail);
        QCOMPARE(chats.load(), 3);
    }

    // Cut short, it has neither passed nor failed, unless what was asked had failed already.
    void whatWasCutShortHasNotPassed()
    {
        Finding good, bad;
        good.verdict = Verdict::Pass;
        bad.verdict = Verdict::Fail;
        VerifyReport report;
        report.findings = {good};
        report.isCut = true;
        QVERIFY(toJson(report)["passed"].is_null());
        report.findings << bad;
        QVERIFY(toJson(report)["passed"] == Json(false));
    }

    void somethingElseOnThePortIsSaid()
    {
        RawServer server([](RawServer::Peer &peer) { peer.say("SSH-2.0-OpenSSH_9.2\r\n"); });
        const VerifyReport report = ask(server);
        QCOMPARE(of(report, "verify.ready").verdict, Verdict::Fail);
        QVERIFY2(of(report, "verify.ready").summary.contains(u"does not speak HTTP"_s),
                 qPrintable(of(report, "verify.ready").summary));
    }

    void pageOfAnotherProgramIsNotAModelList()
    {
        RawServer server([](RawServer::Peer &peer) {
            peer.say("HTTP/1.1 200 OK\r\nContent-Length: 13\r\nConnection: close\r\n\r\n<html></html>");
        });
        QCOMPARE(of(ask(server), "verify.models").verdict, Verdict::Fail);
        QCOMPARE(of(ask(server), "verify.answer").verdict, Verdict::Fail);
    }

    void deadEndpointIsAskedOnce()
    {
        quint16 port = 0;
        {
            RawServer gone([](RawServer::Peer &) {});
            port = gone.port();
        }
        const QString root = u"http://127.0.0.1:%1"_s.arg(port);
        const VerifyReport report = verifyEndpoint({root + u"/v1"_s, root, {}, u"m"_s}, {});
        QCOMPARE(report.findings.size(), 5);
        QCOMPARE(report.findings[0].verdict, Verdict::Fail);
        QVERIFY(report.findings[0].summary.contains(u"refused"_s));
        for (int i = 1; i < 5; ++i)
            QCOMPARE(report.findings[i].verdict, Verdict::Skipped);
        QVERIFY(!report.passed());
    }

    void stopEndsTheQuestions()
    {
        RawServer server([](RawServer::Peer &peer) { peer.stayQuiet(); });
        std::stop_source stop;
        QElapsedTimer timer;
        std::jthread later([&] {
            QThread::msleep(100);
            timer.start();
            stop.request_stop();
        });
        const VerifyReport report = ask(server, stop.get_token());
        QVERIFY2(timer.elapsed() <= stopLimitMs, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(report.findings.size(), 5);
        for (const Finding &finding : report.findings)
            QCOMPARE(finding.verdict, Verdict::Skipped);
    }

    void addressesComeFromTheFirstNodeAndTheSettings()
    {
        Deployment deployment;
        deployment.nodes << Node{.name = u"a"_s, .host = u"10.20.0.1"_s}
                         << Node{.name = u"b"_s, .host = u"10.20.0.2"_s};
        const Result<Recipe> recipe = findRecipe(u"mindie-deepseek-v3.2-w8a8-2xA2"_s);
        QVERIFY(recipe);
        const QTemporaryDir folder;
        ConnectionSettings connections;
        connections.sshConfigFile = folder.filePath(u"config"_s);
        QCOMPARE(endpointOf(deployment, *recipe, connections),
                 (Endpoint{u"http://10.20.0.1:1025/v1"_s,
                           u"http://10.20.0.1:1026"_s,
                           u"http://10.20.0.1:1027/metrics"_s,
                           u"ds_v3.2"_s,
                           {}}));
        deployment.settings = {{"port", 2025}, {"servedModelName", "mine"}};
        deployment.nodes[0].host = u"2001:db8::1"_s;
        QCOMPARE(endpointOf(deployment, *recipe, connections).baseUrl, u"http://[2001:db8::1]:2025/v1"_s);
        QCOMPARE(endpointOf(deployment, *recipe, connections).model, u"mine"_s);

        // The master by its alias, behind a jump host.
        QFile config(connections.sshConfigFile);
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("Host master\n HostName 10.20.0.9\n ProxyJump bastion\nHost bastion\n HostName 192.0.2.7\n");
        config.close();
        deployment.nodes[0].host = u"master"_s;
        const Endpoint aliased = endpointOf(deployment, *recipe, connections);
        QCOMPARE(aliased.baseUrl, u"http://10.20.0.9:2025/v1"_s);
        QCOMPARE(aliased.jumpHost, u"192.0.2.7"_s);
        QVERIFY(remarkOnWay(aliased).contains(u"192.0.2.7"_s));
        QVERIFY(remarkOnWay(aliased).contains(u"10.20.0.9:2025"_s));
    }

    // The process that answers is the first node's, and does so for a while without the others.
    void aContainerThatDoesNotRunIsNamedWithItsNode_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<Verdict>("verdict");
        QTest::addColumn<QString>("words");
        QTest::newRow("runs") << QByteArray("serving\timg:1\tUp 3 hours\n") << Verdict::Pass << u"serving runs"_s;
        QTest::newRow("was killed") << QByteArray("serving-2\timg:1\tUp 3 hours\n"
                                                  "serving\timg:1\tExited (137) 5 seconds ago\n")
                                    << Verdict::Warn << u"does not run (Exited (137)). "_s;
        QTest::newRow("is held") << QByteArray("serving\timg:1\tUp 3 hours (Paused)\n") << Verdict::Warn
                                 << u"does not run (Up (Paused)). "_s;
        QTest::newRow("ended just now") << QByteArray("serving\timg:1\tExited (0) Less than a second ago\n")
                                        << Verdict::Warn << u"does not run (Exited (0)). "_s;
        QTest::newRow("comes up anew") << QByteArray("serving\timg:1\tRestarting (1) About a minute ago\n")
                                       << Verdict::Warn << u"does not run (Restarting (1)). "_s;
        QTest::newRow("was removed") << QByteArray("other\timg:1\tUp 3 hours\n") << Verdict::Warn
                                     << u"serving is not there any more"_s;
    }
    void aContainerThatDoesNotRunIsNamedWithItsNode()
    {
        QFETCH(QByteArray, said);
        QFETCH(Verdict, verdict);
        QFETCH(QString, words);
        QTemporaryDir dir;
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", QFile::encodeName(dir.path()));
        const auto restore = qScopeGuard([&] { qputenv("XDG_STATE_HOME", before); });
        Deployment deployment;
        deployment.name = u"ds"_s;
        QVERIFY(recordRun(deployment, dir.path()));
        sayInDocker(deployment.nodes[1], said);
        RawServer server(talkOf({}));
        const QString root = u"http://127.0.0.1:%1"_s.arg(server.port());
        ConnectionSettings connections;
        connections.ownRoots << dir.path();
        const VerifyReport report
            = verifyService({root + u"/v1"_s, root, {}, u"ds_v3.2"_s}, deployment, {}, connections, {});
        QVERIFY(report.passed());        // the endpoint answers all the same
        QCOMPARE(report.findings.size(), 5);
        QCOMPARE(report.nodes.size(), 2);
        QCOMPARE(report.nodes[0].verdict, Verdict::Pass);
        const Finding &second = report.nodes[1];
        QCOMPARE(second.verdict, verdict);
        QVERIFY2(second.summary.startsWith(u"node2: "_s) && second.summary.contains(words), qPrintable(second.summary));
        QCOMPARE(second.remedy.isEmpty(), verdict == Verdict::Pass);
        QCOMPARE(nodesWithoutContainer(report), verdict == Verdict::Warn ? QStringList(u"node2"_s) : QStringList());
        QCOMPARE(stringAt(toJson(report).at("nodes").at(1), "node"), u"node2"_s);
    }

    void whereNothingIsRecordedOrNobodyAnswersNoContainerIsMissed()
    {
        const ServingContainer container{Node{.name = u"node2"_s}, u"docker"_s, u"serving"_s};
        const Finding lost
            = judgeContainer(container, Error{ErrorKind::Connection, u"node2 does not answer."_s, {}, {}});
        QCOMPARE(lost.verdict, Verdict::Unknown);
        QVERIFY2(lost.summary.contains(u"is not known. node2 does not answer."_s), qPrintable(lost.summary));
        QCOMPARE(judgeContainer(container, CommandOutput{127, {}, "sh: docker: not found\n", false, {}}).verdict,
                 Verdict::Unknown);
        QTemporaryDir dir;
        const QByteArray before = qgetenv("XDG_STATE_HOME");
        qputenv("XDG_STATE_HOME", QFile::encodeName(dir.path()));
        const auto restore = qScopeGuard([&] { qputenv("XDG_STATE_HOME", before); });
        Deployment deployment;
        deployment.name = u"ds"_s;
        deployment.nodes << container.node;
        QVERIFY(servingContainers(deployment, {}).isEmpty());
    }

    void anUnreachableEndpointBehindAJumpHostSaysWhichWayIsAsked()
    {
        const Endpoint closed{u"http://127.0.0.1:1/v1"_s, u"http://127.0.0.1:1"_s, {}, u"m"_s, u"bastion"_s};
        const VerifyReport report = verifyEndpoint(closed, {});
        QCOMPARE(report.findings.first().verdict, Verdict::Fail);
        QVERIFY2(report.findings.first().remedy.contains(u"bastion"_s), qPrintable(report.findings.first().remedy));
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
