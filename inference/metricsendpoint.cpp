#include "inference/metricsendpoint.h"

#include "inference/callerrules.h"
#include "inference/patienthttp.h"

#include <QCoreApplication>

#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace {

constexpr const char *textFormat = "text/plain; version=0.0.4; charset=utf-8";

// A web page that its reader's browser has open is none of those who may ask.
std::optional<CallerRefusal> refusal(const httplib::Request &request, const CallerRules &rules)
{
    Caller caller;
    caller.localAddress = QByteArray::fromStdString(request.local_addr);
    caller.localPort = request.local_port;
    const auto header = [&](const char *name) -> std::optional<QByteArray> {
        if (!request.has_header(name))
            return {};
        if (request.get_header_value_count(name) > 1)
            caller.repeated = name;
        return QByteArray::fromStdString(request.get_header_value(name));
    };
    caller.host = header("Host");
    caller.origin = header("Origin");
    return refusalOf(caller, rules);
}

} // namespace

struct MetricsEndpoint::Impl
{
    PatientHttpServer server{PatientHttpServer::Limits{}};
    std::jthread thread;
};

MetricsEndpoint::MetricsEndpoint(std::unique_ptr<Impl> impl, int port) : m_impl(std::move(impl)), m_port(port) {}

MetricsEndpoint::~MetricsEndpoint() { m_impl->server.stop(); }

Result<std::unique_ptr<MetricsEndpoint>> MetricsEndpoint::listen(int port, std::function<QByteArray()> text)
{
    const std::string host = "127.0.0.1";
    auto impl = std::make_unique<Impl>();
    httplib::Server &server = impl->server;
    server.set_payload_max_length(64 * 1024);
    server.Get("/metrics", [text = std::move(text), rules = CallerRules{u"127.0.0.1"_s, {}}](
                               const httplib::Request &request, httplib::Response &response) {
        PatientHttpServer::requestIsHere();
        if (const std::optional<CallerRefusal> refused = refusal(request, rules)) {
            response.status = refused->status;
            response.set_content(refused->message.toStdString() + '\n', "text/plain; charset=utf-8");
            return;
        }
        response.set_content(text().toStdString(), textFormat);
    });
    server.Get("/", [](const httplib::Request &, httplib::Response &response) {
        PatientHttpServer::requestIsHere();
        response.set_content("See /metrics.\n", "text/plain; charset=utf-8");
    });
    server.set_socket_options([](socket_t socket) { // not SO_REUSEPORT, by which two would share a port
        const int on = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    const int bound = port == 0 ? server.bind_to_any_port(host) : server.bind_to_port(host, port) ? port : -1;
    if (bound < 0)
        return Error{ErrorKind::Connection,
                     QCoreApplication::translate("LocalApiServer",
                                                 "Cannot listen on %1, port %2. Choose another port or free this one.")
                         .arg(QString::fromStdString(host))
                         .arg(port),
                     {},
                     {}};
    impl->server.letMoreWait();
    impl->thread = std::jthread([&server] { server.listen_after_bind(); });
    server.wait_until_ready();
    return std::unique_ptr<MetricsEndpoint>(new MetricsEndpoint(std::move(impl), bound));
}
