#include "inference/localapiserver.h"

#include "inference/apiclients.h"
#include "inference/apimessages.h"
#include "inference/callerrules.h"
#include "inference/chatstream.h"
#include "inference/messagesanswer.h"
#include "inference/messagesrequest.h"
#include "inference/patienthttp.h"

#include <QCoreApplication>

#include <algorithm>
#include <regex>
#include <thread>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr auto jsonType = "application/json; charset=utf-8";

void answer(httplib::Response &response, int status, const Json &body)
{
    response.status = status;
    response.set_content(compactJson(body).toStdString(), jsonType);
}

constexpr auto messagesPath = "/v1/messages";

// Whoever asks there speaks Anthropic's API.
bool speaksMessages(const httplib::Request &request) { return request.path.starts_with(messagesPath); }

// As OpenAI words an error, or Anthropic.
void refuse(const httplib::Request &request, httplib::Response &response, int status, const char *type,
            const QString &message, const QString &param = {})
{
    if (speaksMessages(request))
        return answer(response, status, messagesError(status, message));
    answer(response, status,
           {{"error",
             {{"message", message},
              {"type", type},
              {"param", param.isEmpty() ? Json(nullptr) : Json(param)},
              {"code", status}}}});
}

std::optional<QByteArray> header(const httplib::Request &request, const char *name)
{
    return request.has_header(name) ? std::optional(QByteArray::fromStdString(request.get_header_value(name)))
                                    : std::nullopt;
}

// Whether a socket can be bound to it at all; its port is not asked about.
bool isOfThisMachine(const std::string &host)
{
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0)
        return false;
    bool isOurs = false;
    for (const addrinfo *one = found; one && !isOurs; one = one->ai_next) {
        const int socket = ::socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        isOurs = socket >= 0 && ::bind(socket, one->ai_addr, one->ai_addrlen) == 0;
        if (socket >= 0)
            ::close(socket);
    }
    ::freeaddrinfo(found);
    return isOurs;
}

constexpr auto unavailable = "unavailable_error";
constexpr auto wasCutShort = "The answer was stopped: this server is shutting down."; // to whoever still hears it

// To one who hears a stream.
QByteArray cutShortEvent(bool isMessages)
{
    if (isMessages)
        return "event: error\ndata: " + compactJson(messagesError(503, QLatin1String(wasCutShort))) + "\n\n";
    const Json error{{"message", wasCutShort}, {"type", unavailable}, {"param", nullptr}, {"code", 503}};
    return "data: " + compactJson(Json{{"error", error}}) + "\n\n";
}

} // namespace

// Knows which method a path takes; httplib knows only which paths a method has.
class ApiHttpServer : public PatientHttpServer
{
public:
    using PatientHttpServer::PatientHttpServer;
    void get(const std::string &path, Handler handler)
    {
        m_routes.emplace_back(std::regex(path), "GET");
        Get(path, std::move(handler));
    }
    void post(const std::string &path, Handler handler)
    {
        m_routes.emplace_back(std::regex(path), "POST");
        Post(path, std::move(handler));
    }

    std::string methodOf(const std::string &path) const // empty: there is nothing at this path
    {
        const auto found = std::find_if(m_routes.begin(), m_routes.end(),
                                        [&](const auto &route) { return std::regex_match(path, route.first); });
        return found == m_routes.end() ? std::string() : found->second;
    }

private:
    std::vector<std::pair<std::regex, std::string>> m_routes;
};

struct LocalApiServer::Impl
{
    Impl(EmbeddedEngine &engine, const QString &servedName, const ServerRules &rules)
        : engine(engine), name(servedName), rules(rules), metrics(servedName, rules.metricNames) {}

    EmbeddedEngine &engine;
    QString name;
    const ServerRules rules;
    ServingMetrics metrics;
    ServerAddresses addresses;
    std::vector<std::unique_ptr<ApiHttpServer>> servers;
    std::vector<std::thread> threads;

    ApiClients clients;

    std::shared_ptr<ApiClient> addClient(const httplib::Request &request, bool streams)
    {
        return clients.add(PatientHttpServer::requestIsHere(), !streams && request.version == "HTTP/1.1");
    }

    struct Asked
    {
        QByteArray body;                 // for the engine; null: it was refused
        bool streams = false;
    };
    Asked checked(EmbeddedEngine::Route route, const httplib::Request &request, httplib::Response &response)
    {
        const QByteArray body = QByteArray::fromStdString(request.body);
        RequestLimits limits = rules.limits;
        if (const std::optional<EngineInfo> info = engine.info()) {
            limits.contextTokens = info->contextTokens;
            limits.vocabularyTokens = info->vocabularyTokens;
        }
        const bool isMessages = speaksMessages(request);
        Result<Json> json = readApiBody(body, limits);
        if (json && isMessages)
            json = chatRequestOf(*json, route == EmbeddedEngine::Route::ChatTokens);
        Result<void> fine = json ? checkApiRequest(*json, limits) : Result<void>(json.error());
        if (fine)
            fine = settleToolChoice(*json);
        if (fine && route != EmbeddedEngine::Route::Completions)
            fine = checkMessages(*json);
        if (!fine) {
            refuse(request, response, 400, "invalid_request_error",
                   isMessages ? inMessagesWords(fine.error()) : fine.error().message,
                   fine.error().facts.value(u"param"_s));
            return {};
        }
        if (route == EmbeddedEngine::Route::Completions && !member(*json, "response_format").is_null()
            && stringAt(member(*json, "response_format"), "type") != "text"_L1) {
            refuse(request, response, 400, "invalid_request_error",
                   u"response_format is for /v1/chat/completions; here json_schema does it."_s, u"response_format"_s);
            return {};
        }
        // RFC 7234 section 5.5: 199, what a person should see
        if (const QByteArray note = schemaNote(*json); !note.isEmpty())
            response.set_header("Warning", "199 - \"not kept of the schema: " + note.toStdString() + '"');
        const QString asked = stringAt(*json, "model", name);
        if (asked == name)
            return {compactJson(*json), boolAt(*json, "stream").value_or(false)};
        refuseModel(request, response, asked);
        return {};
    }

    // As vLLM words it; MindIE answers 404 too.
    static void refuseModel(const httplib::Request &request, httplib::Response &response, const QString &asked)
    {
        refuse(request, response, 404, "NotFoundError", u"The model `%1` does not exist."_s.arg(asked), u"model"_s);
    }

    // By its own account: nobody sends, or waits for, what is not taken.
    bool announcesTooMuch(const httplib::Request &request) const
    {
        const QByteArray length = header(request, "Content-Length").value_or(QByteArray());
        bool fits = false;
        const qulonglong bytes = length.toULongLong(&fits);
        const bool isNumber = !length.isEmpty()
            && std::all_of(length.cbegin(), length.cend(), [](char c) { return c >= '0' && c <= '9'; });
        return isNumber && (!fits || bytes > qulonglong(rules.limits.bodyBytes));
    }

    bool isWelcome(const httplib::Request &request, bool takesPosts, httplib::Response &response)
    {
        Caller caller;
        caller.localAddress = QByteArray::fromStdString(request.local_addr);
        caller.localPort = request.local_port;
        caller.host = header(request, "Host");
        caller.origin = header(request, "Origin");
        caller.contentType = header(request, "Content-Type");
        caller.authorization = header(request, "Authorization");
        caller.apiKey = header(request, "X-Api-Key");
        for (const char *name : {"Host", "Origin", "Content-Type", "Authorization", "X-Api-Key"})
            if (request.get_header_value_count(name) > 1)
                caller.repeated = name;
        caller.posts = request.method == "POST" && takesPosts;
        caller.needsKey = request.path.starts_with("/v1/");
        const std::optional<CallerRefusal> refusal = refusalOf(caller, {addresses.host, rules.apiKey});
        if (!refusal)
            return true;
        refuse(request, response, refusal->status, refusal->type, refusal->message);
        if (refusal->status == 401)
            response.set_header("WWW-Authenticate", "Bearer");
        return false;
    }

    static bool isTaken(const httplib::Request &request, const std::string &method, httplib::Response &response)
    {
        const bool isHead = method == "GET" && request.method == "HEAD"; // httplib leaves out the content
        if (method.empty() || request.method == method || isHead)
            return true;
        response.set_header("Allow", method == "GET" ? "GET, HEAD" : method);
        refuse(request, response, 405, "invalid_request_error",
               u"%1 does not take %2. Send the request as %3."_s.arg(QString::fromStdString(request.path).left(100),
                                                                     QString::fromStdString(request.method),
                                                                     QString::fromStdString(method)));
        return false;
    }

    // What httplib refuses by itself gets words as well.
    void explain(const httplib::Request &request, httplib::Response &response) const
    {
        const auto megabytes = [this] { return QString::number(double(rules.limits.bodyBytes) / (1 << 20), 'g', 3); };
        using Fault = PatientHttpServer::Fault;
        if (const Fault fault = PatientHttpServer::fault(); response.status == 400 && fault != Fault::Other)
            response.status = fault == Fault::Late ? 408 : 431;
        switch (response.status) {
        case 404:
            return refuse(request, response, 404, "invalid_request_error", u"There is nothing at this path."_s);
        case 408:
            return refuse(request, response, 408, "invalid_request_error",
                          u"The request took too long: it was not complete in the time that there is for one."_s);
        case 413:
            return refuse(request, response, 413, "invalid_request_error",
                          u"The body is larger than %1 MiB."_s.arg(megabytes()));
        case 414:
            return refuse(request, response, 414, "invalid_request_error", u"The path is too long."_s);
        case 431:
            return refuse(request, response, 431, "invalid_request_error",
                          u"The header is too large: at most %1 lines of %2 bytes each are taken."_s
                              .arg(CPPHTTPLIB_HEADER_MAX_COUNT)
                              .arg(CPPHTTPLIB_HEADER_MAX_LENGTH));
        default:
            refuse(request, response, response.status, response.status < 500 ? "invalid_request_error" : "server_error",
                   response.status < 500 ? u"The request is not proper HTTP."_s
                                         : u"The server failed over this request."_s);
        }
    }

    // Where the engine's model stands in for another one; null: it fits, or the engine will say what is wrong.
    Json refusedLength(EmbeddedEngine::Route route, const QByteArray &body)
    {
        const Result<Json> json = rules.length.tokens > 0 ? parseJson(body, u"request"_s) : Result<Json>(Json());
        const std::optional<EngineInfo> info = engine.info();
        if (rules.length.tokens <= 0 || !json || !info)
            return nullptr;
        const bool isChat = route == EmbeddedEngine::Route::ChatCompletions;
        const std::unique_ptr<EngineReply> counted = engine.ask(
            isChat ? EmbeddedEngine::Route::ChatTokens : EmbeddedEngine::Route::CompletionTokens, body, {});
        const Result<Json> said = parseJson(counted->body(), u"answer"_s);
        const std::optional<qint64> prompt = !said ? std::nullopt
            : counted->status() == 200             ? integerAt(*said, "input_tokens")
                                                   : integerAt(member(*said, "error"), "n_prompt_tokens_least");
        if (!prompt)
            return nullptr;
        const Json refusal = lengthRefusal(rules.length, requestLength(*json, isChat, *prompt));
        return refusal.is_null() && *prompt >= info->contextTokens
            ? standInRefusal(rules.length, *prompt, info->contextTokens)
            : refusal;
    }

    void complete(EmbeddedEngine::Route route, const httplib::Request &request, httplib::Response &response)
    {
        struct Work
        {
            ServingMetrics::Request counted;
            std::unique_ptr<EngineReply> reply;
            MessagesStream messages;
        };
        PatientHttpServer::requestIsHere();
        metrics.received();
        const Asked asked = checked(route, request, response);
        if (asked.body.isNull()) {
            metrics.failed();
            return;
        }
        if (!engine.info()) {
            metrics.failed();
            return refuseUnready(request, response);
        }
        if (const Json refusal = refusedLength(route, asked.body); !refusal.is_null()) {
            metrics.failed();
            return answer(response, 400, refusal);
        }
        auto work = std::make_shared<Work>();
        work->counted.began = ServingMetrics::Clock::now();
        const std::shared_ptr<ApiClient> client = addClient(request, asked.streams);
        work->reply = engine.ask(route, asked.body, client->stop.get_token(),
                                 [this, &counted = work->counted](int tokens) { metrics.grown(counted, tokens); });
        const auto finish = [this, work, client] {
            clients.remove(client);
            const std::optional<EngineTimings> timings = work->reply->timings();
            if (!timings)
                return metrics.failed();
            metrics.succeeded(work->counted, *timings);
        };
        if (!work->reply->streams()) {
            answerWhole(request, response, *work->reply);
            finish();
            work->reply.reset();
            return;
        }
        const bool isMessages = speaksMessages(request);
        response.set_chunked_content_provider("text/event-stream",
            [this, work, isMessages](size_t, httplib::DataSink &sink) {
                QByteArray events;
                const bool more = work->reply->next(events);
                metrics.advanced(work->counted, work->reply->progress());
                if (!more) {
                    if (work->reply->stopped()) {
                        const QByteArray error = cutShortEvent(isMessages);
                        sink.write(error.constData(), size_t(error.size()));
                        return false; // not a whole answer
                    }
                    sink.done();
                    return true;
                }
                if (isMessages)
                    events = work->messages.take(events, factsOf(*work->reply));
                return events.isEmpty() || sink.write(events.constData(), size_t(events.size()));
            },
            [finish, work](bool) {
                finish();
                work->reply.reset();
            });
    }

    // No answer is made, so none is counted.
    void countTokens(const httplib::Request &request, httplib::Response &response)
    {
        constexpr auto route = EmbeddedEngine::Route::ChatTokens;
        PatientHttpServer::requestIsHere();
        const Asked asked = checked(route, request, response);
        if (asked.body.isNull())
            return;
        const std::shared_ptr<ApiClient> client = addClient(request, false);
        answerWhole(request, response, *engine.ask(route, asked.body, client->stop.get_token()));
        clients.remove(client);
    }

    static AnswerFacts factsOf(const EngineReply &reply) { return {reply.progress(), reply.stopText()}; }

    static void answerWhole(const httplib::Request &request, httplib::Response &response, const EngineReply &reply)
    {
        if (reply.status() != 200 && reply.stopped())
            return refuse(request, response, 503, unavailable, QLatin1String(wasCutShort));
        if (speaksMessages(request) && reply.status() != 200)
            return answer(response, reply.status(), messagesError(reply.status(), errorText(reply.body())));
        if (request.path == messagesPath) {
            const Result<Json> completion = parseJson(reply.body(), u"answer"_s);
            return answer(response, 200, messageOf(completion ? *completion : Json(), factsOf(reply)));
        }
        response.status = reply.status();
        response.set_content(reply.body().toStdString(), jsonType);
    }

    void addService(ApiHttpServer &server)
    {
        const auto described = [this](const EngineInfo &info) {
            return Json{{"id", name},
                        {"object", "model"},
                        {"created", 0},
                        {"owned_by", "ascend-console"},
                        {"max_model_len", rules.length.tokens > 0 ? rules.length.tokens : info.contextTokens}};
        };
        server.get("/v1/models", [this, described](const httplib::Request &request, httplib::Response &response) {
            const std::optional<EngineInfo> info = engine.info();
            if (!info)
                return refuseUnready(request, response);
            answer(response, 200, {{"object", "list"}, {"data", Json::array({described(*info)})}});
        });
        server.get(R"(/v1/models/(.+))",
                   [this, described](const httplib::Request &request, httplib::Response &response) {
                       const std::optional<EngineInfo> info = engine.info();
                       const QString asked = QString::fromStdString(request.matches[1]);
                       if (asked != name)
                           return refuseModel(request, response, asked);
                       if (!info)
                           return refuseUnready(request, response);
                       answer(response, 200, described(*info));
                   });
        const auto route = [this, &server](const char *path, EmbeddedEngine::Route route) {
            server.post(path, [this, route](const httplib::Request &request, httplib::Response &response) {
                complete(route, request, response);
            });
        };
        route("/v1/chat/completions", EmbeddedEngine::Route::ChatCompletions);
        route("/v1/completions", EmbeddedEngine::Route::Completions);
        if (rules.takesMessages) {
            route(messagesPath, EmbeddedEngine::Route::ChatCompletions);
            server.post("/v1/messages/count_tokens",
                        [this](const httplib::Request &request, httplib::Response &response) {
                            countTokens(request, response);
                        });
        }
        server.get("/health", [this](const httplib::Request &request, httplib::Response &response) {
            health(request, response);
        });
    }

    void addManagement(ApiHttpServer &server)
    {
        server.get("/v2/health/live",
                   [](const httplib::Request &, httplib::Response &response) { response.status = 200; });
        const auto ready = [this](const httplib::Request &request, httplib::Response &response) {
            if (engine.info())
                response.status = 200;
            else
                refuseUnready(request, response);
        };
        server.get("/v2/health/ready", ready);
        server.get(R"(/v2/models/([^/]+)/ready)",
                   [this, ready](const httplib::Request &request, httplib::Response &response) {
                       const QString asked = QString::fromStdString(request.matches[1]);
                       if (asked == name)
                           return ready(request, response);
                       refuseModel(request, response, asked);
                   });
        const auto healthy = [this](const httplib::Request &request, httplib::Response &response) {
            health(request, response);
        };
        server.get("/health", healthy);
        server.get(R"(/health/timed(-\d+)?)", healthy);
        for (const char *path : {"/info", "/metrics-json", "/stopService", "/v1/config", "/v1/status"}) {
            server.get(path, [path](const httplib::Request &request, httplib::Response &response) {
                refuse(request, response, 501, "not_implemented_error",
                       u"%1 is an endpoint of MindIE that is not simulated here."_s.arg(QLatin1String(path)));
            });
        }
    }

    void addMetrics(ApiHttpServer &server)
    {
        // Where they are refused, the simulated daemon still follows the load by them.
        if (!rules.metricsRefusal.isEmpty()) {
            server.get("/metrics", [this](const httplib::Request &, httplib::Response &response) {
                answer(response, 500, {{"error", rules.metricsRefusal}, {"error_type", "Incomplete Generation"}});
            });
        }
        server.get(rules.metricsRefusal.isEmpty() ? "/metrics" : "/metrics/simulated",
                   [this](const httplib::Request &, httplib::Response &response) {
                       const std::optional<EngineInfo> info = engine.info();
                       const int requests = engine.running();
                       const int running = info ? std::min(requests, info->parallel) : 0;
                       response.set_content(metrics.text(running, requests - running, std::nullopt).toStdString(),
                                            "text/plain; version=0.0.4");
                   });
    }

    void health(const httplib::Request &request, httplib::Response &response)
    {
        if (engine.info())
            return answer(response, 200, {{"status", "healthy"}});
        refuseUnready(request, response);
    }

    static void refuseUnready(const httplib::Request &request, httplib::Response &response)
    {
        refuse(request, response, 503, unavailable, u"The model is being loaded."_s);
    }

    Result<int> listen(std::unique_ptr<ApiHttpServer> server, int port)
    {
        server->set_payload_max_length(size_t(rules.limits.bodyBytes));
        server->set_pre_routing_handler([this, &paths = *server](const httplib::Request &request,
                                                                httplib::Response &response) {
            const std::string method = paths.methodOf(request.path);
            if (!isWelcome(request, method == "POST", response) || !isTaken(request, method, response))
                return httplib::Server::HandlerResponse::Handled;
            if (!announcesTooMuch(request))
                return httplib::Server::HandlerResponse::Unhandled;
            response.status = 413;
            explain(request, response);
            return httplib::Server::HandlerResponse::Handled;
        });
        server->set_error_handler([this](const httplib::Request &request, httplib::Response &response) {
            if (!response.body.empty())
                return httplib::Server::HandlerResponse::Unhandled;
            explain(request, response);
            return httplib::Server::HandlerResponse::Handled;
        });
        server->explain = [this](httplib::Response &response) { explain(httplib::Request(), response); };
        // httplib's default, SO_REUSEPORT, lets a second server share a port that is taken: each client then meets
        // either.
        server->set_socket_options([](socket_t socket) {
            const int on = 1;
            ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on,
                         sizeof on); // a port whose last connections are dying is free
        });
        const std::string host = addresses.host.toStdString();
        int bound = port;
        if (port == 0)
            bound = server->bind_to_any_port(host);
        else if (!server->bind_to_port(host, port))
            bound = -1;
        if (bound < 0)
            return Error{ErrorKind::Connection,
                         isOfThisMachine(host)
                             ? QCoreApplication::translate(
                                   "LocalApiServer",
                                   "Cannot listen on %1, port %2. Choose another port or free this one.")
                                   .arg(addresses.host)
                                   .arg(port)
                             : QCoreApplication::translate("LocalApiServer",
                                                           "Cannot listen on %1: it is no address of this machine. "
                                                           "Choose one of those that `ip addr` shows, or 127.0.0.1.")
                                   .arg(addresses.host),
                         {},
                         {}};
        server->letMoreWait();
        threads.emplace_back([server = server.get()] { server->listen_after_bind(); });
        server->wait_until_ready();
        servers.push_back(std::move(server));
        return bound;
    }
};

LocalApiServer::LocalApiServer(EmbeddedEngine &engine, const QString &servedName, const ServerRules &rules)
    : m_impl(std::make_unique<Impl>(engine, servedName, rules))
{
}

LocalApiServer::~LocalApiServer() { stop(); }

ServerAddresses LocalApiServer::addresses() const { return m_impl->addresses; }

Result<void> LocalApiServer::start(const ServerAddresses &wanted)
{
    Impl &impl = *m_impl;
    impl.addresses = wanted;
    impl.clients.begin();
    // One listener may serve several ports' routes when they are equal.
    struct Listener { int *port; bool service, management, metrics; };
    std::vector<Listener> listeners{{&impl.addresses.port, true, false, false}};
    const auto add = [&listeners](std::optional<int> &port, bool Listener::*role) {
        if (!port)
            return;
        for (Listener &other : listeners) {
            if (*other.port == *port && *port != 0) {
                other.*role = true;
                return;
            }
        }
        Listener listener{&*port, false, false, false};
        listener.*role = true;
        listeners.push_back(listener);
    };
    add(impl.addresses.managementPort, &Listener::management);
    add(impl.addresses.metricsPort, &Listener::metrics);
    for (const Listener &listener : listeners) {
        auto server = std::make_unique<ApiHttpServer>(PatientHttpServer::Limits());
        if (listener.service)
            impl.addService(*server);
        if (listener.management)
            impl.addManagement(*server);
        if (listener.metrics)
            impl.addMetrics(*server);
        const Result<int> port = impl.listen(std::move(server), *listener.port);
        if (!port) {
            stop();
            return port.error();
        }
        *listener.port = *port;
    }
    return {};
}

void LocalApiServer::stop()
{
    Impl &impl = *m_impl;
    impl.clients.end();
    for (const auto &server : impl.servers)
        server->stop();
    for (std::thread &thread : impl.threads)
        thread.join();
    impl.threads.clear();
    impl.servers.clear();
    impl.clients.rest();
}
