#include "core/serving/verify.h"

#include "core/base/languages.h"
#include "core/serving/answertext.h"
#include "core/serving/behindproxy.h"
#include "core/serving/http.h"
#include "core/serving/sse.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

struct Verify
{
    ASC_TR_FUNCTIONS(Verify)
};

// One cold prompt through 61 layers on two servers can take its time; a dead engine must still end.
constexpr seconds answerTimeout{120};
constexpr qsizetype evidenceBytes = 64 * 1024;

QString shown(const Result<HttpResponse> &answer)
{
    if (!answer)
        return answer.error().message
            + (answer.error().detail.isEmpty() ? QString() : QLatin1Char('\n') + answer.error().detail);
    QByteArray body = answer->body.left(evidenceBytes);
    if (answer->body.size() > evidenceBytes)
        body += "\n…";
    return u"HTTP %1\n"_s.arg(answer->status) + QString::fromUtf8(body);
}

struct Question
{
    Finding finding;
    std::stop_token stop;
    bool isSilent = false;               // nobody answered
    bool isOther = false;                // what answered is not what was deployed, or does not go by its name

    Result<HttpResponse> ask(HttpRequest request, milliseconds timeout,
                             const std::function<void(const HttpResponse &, const QByteArray &)> &onChunk = {})
    {
        request.timeout = timeout;
        Result<HttpResponse> answer = httpRequest(request, stop, onChunk);
        finding.evidence.append({asCurl(request), shown(answer)});
        return answer;
    }
    void say(Verdict verdict, const std::function<FindingWords()> &words)
    {
        const QString language = dataLanguage();
        finding.verdict = verdict;
        inEachLanguage(language, [&](const QString &each) { finding.words.insert(each, words()); });
        finding = told(finding, language);
    }
};

QString rootOf(const Endpoint &endpoint) // base URL without /v1
{
    static const QRegularExpression version(u"/v\\d+/?$"_s);
    return QString(endpoint.baseUrl).remove(version);
}

// What an OpenAI-style or MindIE error body says about itself.
QString complaintOf(const QByteArray &body)
{
    const Result<Json> json = parseJson(body, u"answer"_s);
    if (!json || !json->is_object())
        return QString::fromUtf8(body.left(200)).simplified();
    const auto error = json->find("error");
    const QString own = error != json->end() && error->is_object() ? stringAt(*error, "message") : QString();
    if (!own.isEmpty())
        return own;
    const QString message = stringAt(*json, "message", stringAt(*json, "error"));
    return message.isEmpty() ? QString::fromUtf8(body.left(200)).simplified() : message;
}

// Behind a proxy there are several services, and the first node's log need not be that of the one that failed.
bool hasServicesBehind(const Endpoint &endpoint)
{
    return !endpoint.modelsUrl.isEmpty() || !endpoint.metricsBehind.isEmpty() || !endpoint.healthBehind.isEmpty();
}

QString whereMoreIsSaid(const Endpoint &endpoint)
{
    return hasServicesBehind(endpoint)
        ? Verify::tr("The services' logs, one on each node, say more: page \"Logs\", or in a terminal `ascendctl logs "
                     "D --level warning`, with the deployment's file for D.")
        : Verify::tr("The service's log on the first node says more.");
}

QString remedyFor(const Error &error, const Endpoint &endpoint)
{
    if (const QString way = remarkOnWay(endpoint); !way.isEmpty())
        return way;
    if (error.kind == ErrorKind::Timeout && hasServicesBehind(endpoint))
        return whereMoreIsSaid(endpoint);
    if (error.kind == ErrorKind::Timeout)
        return Verify::tr("Look at the service's log on the first node: the engine may still load, or hang in a "
                          "collective operation.");
    return Verify::tr(
        "See that the service runs on the first node, and that host and port are those that it was started with.");
}

void couldNotAsk(Question &question, const Error &error, const Endpoint &endpoint)
{
    if (error.kind == ErrorKind::Canceled)
        return question.say(Verdict::Skipped, []() -> FindingWords {
            return {Verify::tr("stopped"), Verify::tr("Stopped before it answered.")};
        });
    question.isSilent = true;
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {Verify::tr("no answer"), error.message, remedyFor(error, endpoint)};
    });
}

void refused(Question &question, const HttpResponse &response, const Endpoint &endpoint)
{
    const QString complaint = complaintOf(response.body);
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {u"HTTP %1"_s.arg(response.status),
                complaint.isEmpty()
                    ? Verify::tr("The endpoint answered HTTP %1.").arg(response.status)
                    : Verify::tr("The endpoint answered HTTP %1: %2").arg(response.status).arg(complaint),
                response.status == 404
                    ? Verify::tr("The model name in the request must be the one that the service was started with.")
                    : whereMoreIsSaid(endpoint)};
    });
}

// "10.200.2.3:7100, 10.200.2.3:7101 and 20 more"
QString placesOf(const QList<ProcessHealth> &processes)
{
    constexpr qsizetype mostNamed = 4;
    QStringList places;
    for (const ProcessHealth &one : processes.first(std::min(mostNamed, processes.size())))
        places << QUrl(one.url).authority();
    const QString named = places.join(u", "_s);
    return processes.size() <= mostNamed
        ? named
        : Verify::tr("%1 and %2 more", "addresses").arg(named).arg(processes.size() - mostNamed);
}

// Hosts where no process even took the connection: closed ports look the same from here.
QStringList hostsUnreached(const QList<ProcessHealth> &processes)
{
    const auto hostOf = [](const ProcessHealth &one) { return QUrl(one.url).host(); };
    QStringList reached, unreached;
    for (const ProcessHealth &one : processes) {
        if (one.isConnected)
            reached << hostOf(one);
    }
    for (const ProcessHealth &one : processes) {
        if (!reached.contains(hostOf(one)) && !unreached.contains(hostOf(one)))
            unreached << hostOf(one);
    }
    return unreached;
}

// What a run of an older program has kept names those alone that have metrics.
QStringList healthUrlsOf(const Endpoint &endpoint)
{
    if (!endpoint.healthBehind.isEmpty())
        return endpoint.healthBehind;
    QStringList urls;
    for (const QString &metrics : endpoint.metricsBehind)
        urls << QString(metrics).replace("/metrics"_L1, "/health"_L1);
    return urls;
}

// The proxy answers at this address. vLLM-Ascend's only counts the processes that it was given, be they gone or not
// (load_balance_proxy_server_example.py, /healthcheck), and sends requests to them as before.
void askBehindProxy(Question &question, const Endpoint &endpoint, const QString &address)
{
    const QList<ProcessHealth> all = askBehind(healthUrlsOf(endpoint), question.stop);
    if (question.stop.stop_requested())
        return couldNotAsk(question, canceled(), endpoint);
    QStringList lines;
    QList<ProcessHealth> gone;
    for (const ProcessHealth &one : all) {
        lines << u"%1  %2"_s.arg(one.url, one.status > 0 ? u"HTTP %1"_s.arg(one.status) : one.error);
        if (!one.isAlive())
            gone << one;
    }
    if (!all.isEmpty())
        question.finding.evidence.append({u"curl -sS --max-time 5 %1"_s.arg(all.first().url)
                                              + (all.size() > 1 ? u" …"_s : QString()),
                                          lines.join(u'\n')});
    if (all.isEmpty())
        return question.say(Verdict::Warn, [&]() -> FindingWords {
            return {Verify::tr("the proxy answers"),
                    Verify::tr("The proxy answers at %1. The processes behind it were not asked: the run that brought "
                               "them up has not noted where they are. The answers below reach a few of them only.")
                        .arg(address),
                    Verify::tr("A new run notes it.")};
        });
    if (gone.isEmpty())
        return question.say(Verdict::Pass, [&]() -> FindingWords {
            return {Verify::tr("%1 of %2", "processes that answer").arg(all.size()).arg(all.size()),
                    Verify::tr("The proxy answers at %1, and so does each of the %2 processes behind it.")
                        .arg(address)
                        .arg(all.size())};
        });
    const auto isUnreached = [](const ProcessHealth &one) { return !one.isConnected; };
    if (std::all_of(all.cbegin(), all.cend(), isUnreached)) // their ports may be closed
        return question.say(Verdict::Warn, [&]() -> FindingWords {
            return {Verify::tr("the proxy answers"),
                    Verify::tr("The proxy answers at %1, but none of the %2 processes behind it can be asked from here "
                               "(%3): whether they live is shown by the answers below only, which reach a few of them.")
                        .arg(address)
                        .arg(all.size())
                        .arg(placesOf(gone)),
                    Verify::tr("Open these ports for this computer, or ask there: curl %1").arg(gone.first().url)};
        });
    const QStringList unreached = hostsUnreached(all);
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {Verify::tr("%1 of %2", "processes that answer").arg(all.size() - gone.size()).arg(all.size()),
                Verify::tr("The proxy answers at %1, but %2 of the %3 processes behind it do not, or say that their "
                           "engine is broken: %4. It goes on sending requests to them.")
                    .arg(address)
                    .arg(gone.size())
                    .arg(all.size())
                    .arg(placesOf(gone)),
                whereMoreIsSaid(endpoint) + u' '
                    + Verify::tr("When the cause is found, stop the deployment and run it again.")
                    + (unreached.isEmpty()
                           ? QString()
                           : u' '
                               + Verify::tr("None of those on %1 takes a connection from this computer: see first "
                                            "whether only their ports are closed for it.", "hosts")
                                     .arg(unreached.join(u", "_s)))};
    });
}

// /v2/health/ready on the management port; 503 is "busy" there, 500 "abnormal" (MindIE-LLM docs,
// service_parameter_configuration.md).
// Engines without that port have /health; what lists its models is up, too.
void askReady(Question &question, const Endpoint &endpoint)
{
    QStringList addresses;
    if (!endpoint.managementUrl.isEmpty())
        addresses << endpoint.managementUrl + endpoint.healthPath << endpoint.managementUrl + u"/health"_s;
    addresses << rootOf(endpoint) + u"/health"_s << endpoint.baseUrl + u"/models"_s;
    addresses.removeDuplicates();
    if (endpoint.isPathSet)
        addresses.resize(1);
    std::optional<Error> first;
    for (const QString &address : addresses) {
        const Result<HttpResponse> answer = question.ask({.url = address}, seconds(10));
        if (!answer) {
            if (answer.error().kind == ErrorKind::Canceled)
                return couldNotAsk(question, answer.error(), endpoint);
            if (!first)
                first = answer.error();
            continue;
        }
        if (answer->status == 200 && answer->body.trimmed().startsWith('<')) // no engine says its health in HTML
            return question.say(Verdict::Fail, [&]() -> FindingWords {
                return {
                    Verify::tr("something else"),
                    Verify::tr("%1 answers with a web page: something else listens there, not the service.")
                        .arg(address),
                    Verify::tr(
                        "Look on the node who holds the port (`ss -ltnp`), and start the service when it is free.")};
            });
        if (answer->status == 200 && hasServicesBehind(endpoint))
            return askBehindProxy(question, endpoint, address);
        if (answer->status == 200)
            return question.say(Verdict::Pass, [&]() -> FindingWords {
                return {Verify::tr("ready"), Verify::tr("%1 says that the service is ready.").arg(address)};
            });
        if (answer->status == 503)
            return question.say(Verdict::Fail, [&]() -> FindingWords {
                return {Verify::tr("not ready"),
                        Verify::tr("%1 says that the service is up, but not ready (HTTP 503).").arg(address),
                        Verify::tr(
                            "Wait until all requests under way are done or the model is loaded, then verify again.")};
            });
        if (answer->status == 500)
            return question.say(Verdict::Fail, [&]() -> FindingWords {
                return {Verify::tr("abnormal"),
                        Verify::tr("%1 says that the service is abnormal (HTTP 500): %2")
                            .arg(address, complaintOf(answer->body)),
                        Verify::tr("A node or an NPU of the service failed; look at the log of every node, then start "
                                   "the service again.")};
            });
        if (endpoint.isPathSet)
            return question.say(Verdict::Fail, [&]() -> FindingWords {
                return {Verify::tr("HTTP %1").arg(answer->status),
                        Verify::tr("%1 answers HTTP %2, not 200: it does not say that the service is ready.")
                            .arg(address)
                            .arg(answer->status),
                        Verify::tr("Set readyPath to a path that answers HTTP 200 when the service is ready, for "
                                   "example /health or /v1/models.")};
            });
    }
    if (first)
        return couldNotAsk(question, *first, endpoint);
    question.isSilent = true;
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {Verify::tr("no answer"), Verify::tr("None of the health addresses of %1 exists.").arg(rootOf(endpoint)),
                Verify::tr("See that the port belongs to the inference service and not to something else.")};
    });
}

// What the answer says of the program behind it; empty: nothing.
QString serverOf(const HttpResponse &answer, const Json &models)
{
    const QString header = QString::fromLatin1(answer.header("server").left(80)).simplified();
    const QString owner
        = models.is_array() && !models.empty() ? stringAt(models.front(), "owned_by").left(80).simplified() : QString();
    return owner.isEmpty() ? header : header.isEmpty() ? owner : u"%1 (%2)"_s.arg(owner, header);
}

QString whoListens()
{
    return Verify::tr("See on the first node who listens on the port (ss -ltnp): end it or choose another port in the "
                      "recipe's settings, and deploy again.");
}

void askModels(Question &question, const Endpoint &endpoint)
{
    const QString url = endpoint.modelsUrl.isEmpty() ? endpoint.baseUrl + u"/models"_s : endpoint.modelsUrl;
    const Result<HttpResponse> answer = question.ask({.url = url}, seconds(10));
    if (!answer)
        return couldNotAsk(question, answer.error(), endpoint);
    const QString place = QUrl(url).authority();
    if (answer->status == 404) {
        const QString server = serverOf(*answer, {});
        question.isOther = true;
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("something else"),
                    server.isEmpty() ? Verify::tr("What answers at %1 has no /v1/models (HTTP 404): it is something "
                                                  "else than the service that was deployed.")
                                           .arg(place)
                                     : Verify::tr("What answers at %1 has no /v1/models (HTTP 404) and calls itself "
                                                  "%2: it is something else than the service that was deployed.")
                                           .arg(place, server),
                    whoListens()};
        });
    }
    if (answer->status != 200)
        return refused(question, *answer, endpoint);
    const Result<Json> json = parseJson(answer->body, u"/v1/models"_s);
    const Json &models = json ? member(*json, "data") : member({}, "data");
    QStringList served;
    if (models.is_array()) {
        for (const Json &model : models)
            served << stringAt(model, "id");
    }
    served.removeAll(QString());
    const QString server = serverOf(*answer, models);
    if (models.is_array() && models.empty())
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("no model"),
                    endpoint.modelsUrl.isEmpty()
                        ? Verify::tr("The endpoint serves no model: its list of models is empty.")
                        : Verify::tr("Of the processes behind the proxy the one at %1 serves no model: its list of "
                                     "models is empty.")
                              .arg(place),
                    whereMoreIsSaid(endpoint)};
        });
    if (served.isEmpty())
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("no list"),
                    server.isEmpty()
                        ? Verify::tr("The answer to /v1/models is not a list of models.")
                        : Verify::tr(
                              "The answer to /v1/models is not a list of models; what answers at %1 calls itself %2.")
                              .arg(place, server),
                    whoListens()};
        });
    const QString names = served.join(u", "_s);
    if (endpoint.model.isEmpty() || served.contains(endpoint.model))
        return question.say(Verdict::Pass, [&]() -> FindingWords {
            return {names, endpoint.modelsUrl.isEmpty()
                        ? Verify::tr("The endpoint serves %1.").arg(names)
                        : Verify::tr("Of the processes behind the proxy the one at %1 serves %2. The proxy itself has "
                                     "no list of models.")
                              .arg(place, names)};
        });
    question.isOther = true;
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {names,
                server.isEmpty()
                    ? Verify::tr("What answers at %1 serves %2, not %3: another service holds the port, or this "
                                 "deployment's was started under another name.")
                          .arg(place, names, endpoint.model)
                    : Verify::tr("What answers at %1 serves %2, not %3, and calls itself %4: another service holds the "
                                 "port, or this deployment's was started under another name.")
                          .arg(place, names, endpoint.model, server),
                whoListens() + QLatin1Char(' ')
                    + Verify::tr("If it is this deployment's own, the setting servedModelName and the name that it was "
                                 "started with must be the same spelling.")};
    });
}

// Why the model ended its answer; empty: this piece does not end it. An engine says it with each choice.
QString finishOf(const Json &answer)
{
    const Json &choices = member(answer, "choices");
    return choices.is_array() && !choices.empty() ? stringAt(choices.front(), "finish_reason") : QString();
}

// The text of an answer, or of a delta. Reasoning models may spend all their tokens on reasoning.
QString textOf(const Json &answer, const char *part)
{
    const auto choices = answer.is_object() ? answer.find("choices") : answer.end();
    if (!answer.is_object() || choices == answer.end() || !choices->is_array() || choices->empty()
        || !choices->front().is_object())
        return {};
    const auto message = choices->front().find(part);
    if (message == choices->front().end())
        return {};
    return stringAt(*message, "reasoning_content") + stringAt(*message, "content");
}

// Greedy (temperature 0, which MindIE and vLLM take): asked again, the same service gets the same verdict.
Json chatBody(const Endpoint &endpoint, bool stream)
{
    Json body = Json::object();
    body["model"] = endpoint.model;
    body["messages"] = Json::array({{{"role", "user"}, {"content", "Count from one to ten in words."}}});
    body["max_tokens"] = 48;
    body["temperature"] = 0;
    body["stream"] = stream;
    return body;
}

QString quotedHead(const QString &text)
{
    const QString line = text.simplified();
    return line.size() > 60 ? line.left(60) + u"…"_s : line;
}

// false: it reads like one. Else that is said.
bool isBroken(Question &question, const QString &text)
{
    const bool isGarbled = isUnreadable(text);
    const std::optional<RepeatedPiece> piece = isGarbled ? std::nullopt : repeatedPiece(text);
    if (!isGarbled && !piece)
        return false;
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {isGarbled ? Verify::tr("unreadable") : Verify::tr("repeated"),
                isGarbled ? Verify::tr("The answer is no text: most of it are characters that cannot be shown.")
                    : piece->isAll
                          ? Verify::tr("The answer is \"%1\" again and again, and nothing else.").arg(piece->text)
                          : Verify::tr("Nearly all of the answer is \"%1\", again and again.").arg(piece->text),
                Verify::tr("Empty or repeated output of a quantized model points to weights and config.json that "
                           "do not belong together.")};
    });
    return true;
}

// HTTP 200 was sent before the engine failed, or by a proxy before it. false: it is none.
bool isAnError(Question &question, const QByteArray &body, const Endpoint &endpoint)
{
    const Result<Json> json = parseJson(body, u"answer"_s);
    if (!json || (member(*json, "error").is_null() && stringAt(*json, "object") != "error"_L1))
        return false;
    question.say(Verdict::Fail, [&]() -> FindingWords {
        return {Verify::tr("error"), Verify::tr("The endpoint answered with an error: %1").arg(complaintOf(body)),
                whereMoreIsSaid(endpoint)};
    });
    return true;
}

void judgeAnswer(Question &question, const Endpoint &endpoint, const Result<HttpResponse> &answer)
{
    if (!answer)
        return couldNotAsk(question, answer.error(), endpoint);
    if (answer->status != 200)
        return refused(question, *answer, endpoint);
    const Result<Json> json = parseJson(answer->body, Verify::tr("The answer of the endpoint"));
    if (!json)
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("not JSON"), json.error().message,
                    whereMoreIsSaid(endpoint)};
        });
    const QString text = textOf(*json, "message");
    if (text.trimmed().isEmpty() && isAnError(question, answer->body, endpoint))
        return;
    if (text.trimmed().isEmpty())
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("empty"), Verify::tr("The endpoint answered without any text."),
                    Verify::tr("Empty or repeated output of a quantized model points to weights and config.json that "
                               "do not belong together.")};
        });
    if (isBroken(question, text))
        return;
    question.say(Verdict::Pass, [&]() -> FindingWords {
        return {Verify::tr("%1 s").arg(double(answer->took.count()) / 1000, 0, 'f', 1),
                Verify::tr("It answered in %1 s: \"%2\"")
                    .arg(double(answer->took.count()) / 1000, 0, 'f', 1)
                    .arg(quotedHead(text))};
    });
}

void askAnswer(Question &question, const Endpoint &endpoint)
{
    const QString url = endpoint.baseUrl + u"/chat/completions"_s;
    judgeAnswer(question, endpoint, question.ask(jsonPost(url, compactJson(chatBody(endpoint, false))), answerTimeout));
}

void askStream(Question &question, const Endpoint &endpoint)
{
    SseParser parser;
    int deltas = 0, readsWithText = 0;
    QString text, complaint;
    bool done = false, isFinished = false;
    milliseconds ttft{0}, last{0};
    QElapsedTimer timer;
    const auto take = [&](const QList<SseEvent> &events) {
        const int before = deltas;
        for (const SseEvent &event : events) {
            if (event.data == "[DONE]") {
                done = true;
                continue;
            }
            const Result<Json> chunk = parseJson(event.data, u"chunk"_s);
            if (chunk && !member(*chunk, "error").is_null())
                complaint = complaintOf(event.data);
            isFinished = isFinished || (chunk && !finishOf(*chunk).isEmpty());
            const QString delta = chunk ? textOf(*chunk, "delta") : QString();
            if (delta.isEmpty()) // the first one only names the role
                continue;
            text += delta;
            last = milliseconds(timer.elapsed());
            if (deltas++ == 0)
                ttft = last;
        }
        readsWithText += deltas > before;
    };
    timer.start();
    const Result<HttpResponse> answer
        = question.ask(jsonPost(endpoint.baseUrl + u"/chat/completions"_s, compactJson(chatBody(endpoint, true))),
                       answerTimeout, [&](const HttpResponse &, const QByteArray &piece) { take(parser.feed(piece)); });
    take(parser.finish());
    if (!complaint.isEmpty())
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("broken off"), Verify::tr("The endpoint broke its answer off: %1").arg(complaint),
                    whereMoreIsSaid(endpoint)};
        });
    if (!answer)
        return couldNotAsk(question, answer.error(), endpoint);
    if (answer->status != 200)
        return refused(question, *answer, endpoint);
    if (text.trimmed().isEmpty() && isAnError(question, answer->body, endpoint)) // no stream at all
        return;
    if (text.trimmed().isEmpty())
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("no text"), Verify::tr("The stream carried no text."),
                    Verify::tr("See the raw answer; an endpoint that ignores \"stream\": true cannot be measured.")};
        });
    if (isBroken(question, text))
        return;
    const auto value = [&] { return Verify::tr("TTFT %1 ms").arg(ttft.count()); };
    if (!done && !isFinished)
        return question.say(Verdict::Fail, [&]() -> FindingWords {
            return {Verify::tr("cut"),
                    Verify::tr("The answer was cut after %1 pieces: neither finish_reason nor [DONE] came.")
                        .arg(deltas),
                    hasServicesBehind(endpoint)
                        ? whereMoreIsSaid(endpoint)
                        : Verify::tr("The service's log on the first node says whether it ended the answer; a proxy "
                                     "between here and the service may cut streams.")};
        });
    if (!done)
        return question.say(Verdict::Warn, [&]() -> FindingWords {
            return {value(), Verify::tr("The stream ended without its last message, [DONE]."),
                    Verify::tr("Clients may wait for it; a proxy between here and the service may cut streams.")};
        });
    if (deltas > 1 && readsWithText == 1)
        return question.say(Verdict::Warn, [&]() -> FindingWords {
            return {
                value(), Verify::tr("All %1 pieces arrived at once after %2 ms.").arg(deltas).arg(ttft.count()),
                Verify::tr(
                    "Something between here and the service collects the stream; TTFT cannot be measured through it.")};
        });
    question.say(Verdict::Pass, [&]() -> FindingWords {
        return {value(),
                Verify::tr("%1 pieces, the first after %2 ms, the last after %3 ms.")
                    .arg(deltas)
                    .arg(ttft.count())
                    .arg(last.count())};
    });
}

// The community guide's smoke test with its body put right: as printed it is not JSON.
void askSmoke(Question &question, const Endpoint &endpoint)
{
    Json body = Json::object();
    body["model"] = endpoint.model;
    body["messages"] = Json::array({{{"role", "system"}, {"content", "You are a helpful assistant."}},
                                    {{"role", "user"}, {"content", "你好，请问你是谁"}}});
    body["max_tokens"] = 100;
    body["presence_penalty"] = 1.03;
    body["frequency_penalty"] = 1.0;
    body["seed"] = nullptr;
    body["temperature"] = 0.5;
    body["top_p"] = 0.95;
    body["stream"] = false;
    judgeAnswer(question, endpoint,
                question.ask(jsonPost(endpoint.baseUrl + u"/chat/completions"_s, compactJson(body)), answerTimeout));
    if (endpoint.isOfTheGuide)
        question.finding.evidence.append({Verify::tr("Corrected against the guide"),
                                          Verify::tr("\"presenceenalty\" → \"presence_penalty\"; \"frequency penalty\" "
                                                     "→ \"frequency_penalty\"; \"top p\"0.95 → \"top_p\":0.95; "
                                                     "model \"ds-3.2\" → \"%1\", the name that is served.")
                                              .arg(endpoint.model)});
}

} // namespace

bool VerifyReport::passed() const
{
    for (const Finding &finding : findings) {
        if (finding.verdict != Verdict::Pass && finding.verdict != Verdict::Warn)
            return false;
    }
    return !findings.isEmpty();
}

bool VerifyReport::failed() const
{
    return std::any_of(findings.cbegin(), findings.cend(),
                       [](const Finding &finding) { return finding.verdict == Verdict::Fail; });
}

Json toJson(const VerifyReport &report)
{
    Json findings = Json::array();
    for (const Finding &finding : report.findings)
        findings.push_back(toJson(finding));
    Json nodes = Json::array();
    for (const Finding &finding : report.nodes) {
        nodes.push_back(toJson(finding));
        nodes.back()["node"] = finding.nodes.value(0);
    }
    return {{"findings", findings},
            {"nodes", nodes},
            {"passed", report.isCut && !report.failed() ? Json(nullptr) : Json(report.passed())}};
}

QString remarkOnWay(const Endpoint &endpoint)
{
    if (endpoint.jumpHost.isEmpty())
        return {};
    return Verify::tr("SSH reaches the node through %1 (ProxyJump), but HTTP goes straight from this machine: %2 must "
                      "be open for it.")
        .arg(endpoint.jumpHost, QUrl(endpoint.baseUrl).authority());
}

VerifyReport verifyEndpoint(const Endpoint &endpoint, std::stop_token stop,
                            const std::function<void(const Finding &)> &onFinding)
{
    struct Step
    {
        const char *id;
        void (*ask)(Question &, const Endpoint &);
    };
    static constexpr Step steps[] = {{"verify.ready", askReady},
                                     {"verify.models", askModels},
                                     {"verify.answer", askAnswer},
                                     {"verify.stream", askStream},
                                     {"verify.smoke", askSmoke}};
    VerifyReport report;
    bool isDead = false; // where nothing listens, four more timeouts teach nothing
    bool isOther = false; // what is somebody else's is not asked to work for us
    for (const Step &step : steps) {
        Question question{{}, stop};
        question.finding.check = QLatin1String(step.id);
        question.finding.askedAtMs = QDateTime::currentMSecsSinceEpoch();
        QElapsedTimer timer;
        timer.start();
        const bool isStopped = stop.stop_requested();
        if (isStopped)
            question.say(Verdict::Skipped, [&]() -> FindingWords {
                return {Verify::tr("skipped"), Verify::tr("Stopped before it was asked.")};
            });
        else if (isDead)
            question.say(Verdict::Skipped, [&]() -> FindingWords {
                return {Verify::tr("skipped"), Verify::tr("Not asked: the service did not answer at all.")};
            });
        else if (isOther)
            question.say(Verdict::Skipped, [&]() -> FindingWords {
                return {Verify::tr("skipped"),
                        Verify::tr("Not asked: what answers there is not known to be this deployment's service.")};
            });
        else
            step.ask(question, endpoint);
        isOther = isOther || question.isOther;
        isDead = isDead || (report.findings.isEmpty() && question.isSilent);
        report.isCut
            = report.isCut || isStopped || (question.finding.verdict == Verdict::Skipped && stop.stop_requested());
        question.finding.tookMs = timer.elapsed();
        report.findings.append(question.finding);
        if (onFinding)
            onFinding(question.finding);
    }
    return report;
}
