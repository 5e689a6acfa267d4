#include "app/sim/pdproxy.h"

#include "app/sim/hosttools.h"
#include "app/sim/httpfront.h"
#include "app/sim/meeting.h"
#include "app/sim/servicelife.h"
#include "app/sim/statefile.h"
#include "app/sim/vllm.h"
#include "core/base/json.h"
#include "core/serving/http.h"

#include <QFile>
#include <QHash>
#include <QUuid>

#include <unistd.h>

#include <atomic>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

struct Instance
{
    QString address;                     // reached from here
    int port = 0;
};

struct Proxy
{
    QList<Instance> prefillers, decoders;
    std::atomic<unsigned> nextPrefiller = 0, nextDecoder = 0;
    bool hasNoDecoder = false;           // those that it was told are not there: its default is

    void answer(int socket, const FrontRequest &request);
};

// vllm.logger's layout: the proxy of the image's examples takes its logger.
void logLine(const QString &level, const QString &text)
{
    const QString line = u"%1 %2 [load_balance_proxy_server_example.py:621] %3\n"_s.arg(
        level, clockOf(ownFolder()).toString(u"MM-dd HH:mm:ss"_s), text);
    fputs(line.toUtf8().constData(), stdout);
    fflush(stdout);
}

// One of three; what: "streaming " of a decode rank.
void tried(int attempt, const QString &what, const QString &api, const QString &why)
{
    if (attempt < 3 || what.isEmpty())
        logLine(u"WARNING"_s, u"Attempt %1 failed for %2%3: %4"_s.arg(attempt).arg(what, api, why));
    if (attempt == 3)
        logLine(u"ERROR"_s, u"All 3 attempts failed for %1%2."_s.arg(what, api));
}

void Proxy::answer(int socket, const FrontRequest &request)
{
    if (request.method == "GET" && request.path == "/healthcheck")
        return sendAnswer(socket, 200,
                          compactJson({{"status", "ok"},
                                       {"prefill_instances", prefillers.size()},
                                       {"decode_instances", decoders.size()}}));
    if (!request.isPost("/v1/chat/completions") && !request.isPost("/v1/completions"))
        return sendAnswer(socket, 404, R"({"detail":"Not Found"})");
    Result<Json> asked = parseJson(request.body, u"request"_s);
    const auto failed = [&] { sendAnswer(socket, 500, "Internal Server Error", "text/plain"); };
    if (!asked || !asked->is_object())
        return failed();
    const QString api = QString::fromLatin1(request.path.mid(3)); // "/chat/completions"
    Json first = *asked;
    first["kv_transfer_params"] = {{"do_remote_decode", true}, {"do_remote_prefill", false}};
    first["stream"] = false;
    first["max_tokens"] = 1;
    first["min_tokens"] = 1;
    for (const char *key : {"max_completion_tokens", "stream_options"})
        first.erase(key);
    const Instance &prefiller = prefillers[nextPrefiller++ % unsigned(prefillers.size())];
    HttpRequest post = jsonPost(u"http://%1:%2"_s.arg(prefiller.address).arg(prefiller.port)
                                    + QString::fromLatin1(request.path),
                                compactJson(first));
    post.timeout = std::chrono::minutes(10);
    Result<HttpResponse> worked = httpRequest(post, {});
    const auto why = [&] {
        return worked ? u"Server error '%1 Internal Server Error' for url '%2'"_s.arg(worked->status).arg(post.url)
                      : u"All connection attempts failed"_s;
    };
    for (int attempt = 1; attempt < 3 && (!worked || worked->status >= 500); ++attempt) {
        tried(attempt, {}, api, why());
        worked = httpRequest(post, {});
    }
    if (!worked || worked->status >= 500)
        tried(3, {}, api, why());
    if (!worked || worked->status != 200) {
        printf("Error occurred in disagg prefill proxy server - %s endpoint\n", request.path.mid(3).constData());
        fflush(stdout);
        return worked && worked->status == 400 ? sendAnswer(socket, 400, worked->body) : failed();
    }
    const Result<Json> said = parseJson(worked->body, u"answer"_s);
    if (const Json &params = said ? member(*said, "kv_transfer_params") : member({}, ""); params.is_object())
        (*asked)["kv_transfer_params"] = params;
    if (hasNoDecoder) {                  // the answer has begun when it finds out
        for (int attempt = 1; attempt <= 3; ++attempt)
            tried(attempt, u"streaming "_s, api, u"All connection attempts failed"_s);
        logLine(u"ERROR"_s, u"Error during streaming from decoder http://localhost:8002/v1: All connection attempts "
                            "failed the aborted request %1 will be routing to the target prefiller when new request is "
                            "ready to dispatch to it"_s.arg(QUuid::createUuid().toString(QUuid::WithoutBraces)));
        return sendAnswer(socket, 200, {});
    }
    const Instance &decoder = decoders[nextDecoder++ % unsigned(decoders.size())];
    if (!passOn(socket, decoder.address, decoder.port, request.path, compactJson(*asked)))
        failed();
}

int usage(const QString &complaint)
{
    fprintf(stderr,
            "usage: load_balance_proxy_server_example.py [-h] [--port PORT] [--host HOST] [--prefiller-hosts "
            "PREFILLER_HOSTS [PREFILLER_HOSTS ...]] ...\nload_balance_proxy_server_example.py: error: %s\n",
            qUtf8Printable(complaint));
    return 2;
}

int runProxy(const QString &folder, const QStringList &arguments)
{
    QHash<QString, QStringList> options{{u"--port"_s, {u"8000"_s}},
                                        {u"--host"_s, {u"localhost"_s}},
                                        {u"--prefiller-hosts"_s, {u"localhost"_s}},
                                        {u"--prefiller-ports"_s, {u"8001"_s}},
                                        {u"--decoder-hosts"_s, {u"localhost"_s}},
                                        {u"--decoder-ports"_s, {u"8002"_s}}};
    for (qsizetype i = 0; i < arguments.size();) {
        const QString option = arguments[i++];
        if (!options.contains(option))
            return usage(u"unrecognized arguments: "_s + option);
        QStringList values;
        while (i < arguments.size() && !arguments[i].startsWith("--"_L1))
            values << arguments[i++];
        if (values.isEmpty())
            return usage(u"argument %1: expected at least one argument"_s.arg(option));
        options[option] = values;
    }
    Proxy proxy;
    const Result<NodeState> state = loadState(folder);
    proxy.hasNoDecoder = state && state->hasFault(u"proxy-no-decode"_s);
    if (proxy.hasNoDecoder) {
        options[u"--decoder-hosts"_s] = {u"localhost"_s};
        options[u"--decoder-ports"_s] = {u"8002"_s};
    }
    for (const auto &[name, all, word] : {std::tuple{u"prefiller"_s, &proxy.prefillers, "prefiller"},
                                          std::tuple{u"decoder"_s, &proxy.decoders, "decoder"}}) {
        const QStringList hosts = options[u"--%1-hosts"_s.arg(name)], ports = options[u"--%1-ports"_s.arg(name)];
        if (hosts.size() != ports.size()) {
            fprintf(stderr, "ValueError: Number of %s hosts must match number of %s ports\n", word, word);
            return 1;
        }
        for (qsizetype i = 0; i < hosts.size(); ++i)
            all->append({peerWith(hosts[i]).address, ports[i].toInt()});
    }
    const QString host = options[u"--host"_s].first(), here = peerWith(host).address;
    const int port = options[u"--port"_s].first().toInt();
    heedStopSignals();
    printf("INFO:     Started server process [%d]\nINFO:     Waiting for application startup.\n"
           "Initialized %lld prefill clients and %lld decode clients.\nINFO:     Application startup complete.\n",
           int(getpid()), (long long)(proxy.prefillers.size()), (long long)(proxy.decoders.size()));
    HttpFront front;
    if (const QString refused
        = front.listen(here, port, [&](int socket, const FrontRequest &request) { proxy.answer(socket, request); });
        !refused.isEmpty()) {
        fprintf(stdout, "ERROR:    [Errno 98] error while attempting to bind on address ('%s', %d): %s\n",
                qUtf8Printable(host), port, qUtf8Printable(refused.toLower()));
        return 1;
    }
    printf("INFO:     Uvicorn running on http://%s:%d (Press CTRL+C to quit)\n", qUtf8Printable(host), port);
    fflush(stdout);
    while (waitUnlessStopped(500)) {
    }
    return 0;
}

} // namespace

int pythonTool(const QString &folder, const QStringList &arguments)
{
    const QString script = arguments.value(0);
    if (script == "-c"_L1 && arguments.value(1).contains("importlib.metadata"_L1)
        && arguments.value(1).contains("'vllm'"_L1)) {
        // as vLLM's setup.py names a build without a device
        printf("version %s+empty\n", qUtf8Printable(releaseHere(folder)));
        return 0;
    }
    if (!QFile::exists(script)) {
        fprintf(stderr, "python3: can't open file '%s': [Errno 2] No such file or directory\n", qUtf8Printable(script));
        return 2;
    }
    if (!script.endsWith("/load_balance_proxy_server_example.py"_L1)) {
        fprintf(stderr,
                "ascend-sim: of python3 only vLLM's version and the proxy of the image's examples are played, "
                "not %s.\n",
                qUtf8Printable(script));
        return 3;
    }
    return runProxy(folder, arguments.mid(1));
}

} // namespace sim
