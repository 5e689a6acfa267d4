#include "core/serving/http.h"

#include "core/base/languages.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QUrl>

#include <curl/curl.h>

#include <memory>
#include <mutex>

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int sliceMs = 40; // how long we may be blind to a stop request
constexpr qsizetype longestHeader = 256 * 1024;

struct HttpText
{
    ASC_TR_FUNCTIONS(Http)
};

struct Exchange
{
    const HttpRequest &request;
    const std::function<void(const HttpResponse &, const QByteArray &)> &onChunk;
    HttpResponse response;
    Clock::time_point started = Clock::now();
    Clock::time_point lastByte = started;
    bool tooMuch = false;
    qsizetype headerBytes = 0;
};

milliseconds since(Clock::time_point start)
{
    return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

size_t takeBody(char *data, size_t, size_t size, void *context)
{
    auto &exchange = *static_cast<Exchange *>(context);
    HttpResponse &response = exchange.response;
    exchange.lastByte = Clock::now();
    if (response.pieces++ == 0)
        response.firstByte = since(exchange.started);
    if (response.body.size() + qint64(size) > exchange.request.atMostBytes) {
        exchange.tooMuch = true;
        return 0; // ends the transfer with CURLE_WRITE_ERROR
    }
    const QByteArray piece(data, qsizetype(size));
    response.body += piece;
    if (exchange.onChunk)
        exchange.onChunk(response, piece);
    return size;
}

size_t takeHeader(char *data, size_t, size_t size, void *context)
{
    auto &exchange = *static_cast<Exchange *>(context);
    exchange.lastByte = Clock::now();
    exchange.headerBytes += qsizetype(size);
    if (exchange.headerBytes > longestHeader)
        return 0; // as above
    const QByteArray line = QByteArray(data, qsizetype(size)).trimmed();
    if (line.startsWith("HTTP/")) { // also after a 100 Continue
        exchange.response.headers.clear();
        exchange.response.status = line.mid(line.indexOf(' ') + 1, 3).toInt();
    } else if (const qsizetype colon = line.indexOf(':'); colon > 0 && exchange.response.headers.size() < 1000) {
        exchange.response.headers.append({line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed()});
    }
    return size;
}

QString placeOf(const QUrl &url)
{
    const int port = url.port(url.scheme() == "https"_L1 ? 443 : 80);
    return u"%1:%2"_s.arg(url.host()).arg(port);
}

Error errorOf(CURLcode code, const Exchange &exchange, const QUrl &url, const char *said)
{
    const QString place = placeOf(url);
    QString detail = QString::fromUtf8(said);
    if (detail.isEmpty())
        detail = QString::fromUtf8(curl_easy_strerror(code));
    Error error{ErrorKind::Connection, {}, detail, {}};
    if (exchange.response.status != 0) {
        error.facts.insert(u"status"_s, QString::number(exchange.response.status));
        error.facts.insert(u"received"_s, QString::number(exchange.response.body.size()));
    }
    // Of a line that does not end libcurl says "Out of memory" up to 8.5, later "Too large" (curl/curl, lib/dynbuf.c).
    constexpr int tooLarge = 100;
    if (exchange.response.pieces == 0
        && (exchange.headerBytes > longestHeader || code == CURLE_OUT_OF_MEMORY || int(code) == tooLarge)) {
        error.kind = ErrorKind::Parse;
        error.message = HttpText::tr("The header of what %1 answers does not end.").arg(place);
        error.detail.clear();
        return error;
    }
    switch (code) {
    case CURLE_COULDNT_CONNECT:
        error.message
            = HttpText::tr("%1 refused the connection: nothing listens there, or a firewall rejects it.").arg(place);
        break;
    case CURLE_COULDNT_RESOLVE_HOST:
        error.message = HttpText::tr("The name %1 is not known to this machine's resolver.").arg(url.host());
        break;
    case CURLE_OPERATION_TIMEDOUT:
        error.kind = ErrorKind::Timeout;
        error.message
            = HttpText::tr("%1 could not be connected to within %2 s: no route, or a firewall drops the packets.")
                  .arg(place)
                  .arg(double(exchange.request.connectTimeout.count()) / 1000);
        break;
    case CURLE_UNSUPPORTED_PROTOCOL: // what curl says to a status line that is none ("HTTP/0.9")
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_HTTP2:
        error.kind = ErrorKind::Parse;
        error.message = HttpText::tr("What listens on %1 does not speak HTTP.").arg(place);
        break;
    case CURLE_GOT_NOTHING:
        error.message = HttpText::tr("%1 closed the connection without an answer.").arg(place);
        break;
    case CURLE_SSL_CONNECT_ERROR:
        error.message
            = HttpText::tr("%1 does not complete a TLS handshake; try http:// instead of https://.").arg(place);
        break;
    case CURLE_PEER_FAILED_VERIFICATION:
        error.message = HttpText::tr("The TLS certificate of %1 is not trusted by this machine.").arg(place);
        break;
    default:
        error.message = exchange.response.status != 0
            ? HttpText::tr("%1 cut its answer off after %2 bytes.").arg(place).arg(exchange.response.body.size())
            : HttpText::tr("The connection to %1 was lost.").arg(place);
    }
    return error;
}

struct EasyDeleter { void operator()(CURL *easy) const { curl_easy_cleanup(easy); } };
struct MultiDeleter { void operator()(CURLM *multi) const { curl_multi_cleanup(multi); } };
struct ListDeleter { void operator()(curl_slist *list) const { curl_slist_free_all(list); } };

bool hasLineBreak(const QByteArray &text) { return text.contains('\n') || text.contains('\r'); }

} // namespace

QByteArray HttpResponse::header(const QByteArray &lowerCaseName) const
{
    for (const auto &[name, value] : headers) {
        if (name == lowerCaseName)
            return value;
    }
    return {};
}

Result<HttpResponse> httpRequest(const HttpRequest &request, std::stop_token stop,
                                 const std::function<void(const HttpResponse &, const QByteArray &)> &onChunk)
{
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
    if (stop.stop_requested())
        return canceled();

    const QUrl url(request.url, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty() || (url.scheme() != "http"_L1 && url.scheme() != "https"_L1))
        return Error{ErrorKind::Invalid,
                     HttpText::tr("\"%1\" is not the address of an HTTP endpoint; it looks like http://host:port/path.")
                         .arg(request.url),
                     url.errorString(),
                     {}};
    for (const auto &[name, value] : request.headers) {
        if (hasLineBreak(name) || hasLineBreak(value))
            return Error{ErrorKind::Invalid,
                         HttpText::tr("A header of a request to %1 contains a line break.").arg(placeOf(url)),
                         {},
                         {}};
    }

    const std::unique_ptr<CURL, EasyDeleter> owner(curl_easy_init());
    const std::unique_ptr<CURLM, MultiDeleter> multiOwner(curl_multi_init());
    CURL *easy = owner.get();
    CURLM *multi = multiOwner.get();
    curl_slist *list = nullptr;
    for (const auto &[name, value] : request.headers)
        list = curl_slist_append(list, (name + ": " + value).constData());
    list = curl_slist_append(list, "Expect:"); // no 100-continue round trip for long prompts
    const std::unique_ptr<curl_slist, ListDeleter> listOwner(list);

    Exchange exchange{request, onChunk, {}};
    char said[CURL_ERROR_SIZE] = {};
    const QByteArray address = url.toEncoded();
    curl_easy_setopt(easy, CURLOPT_URL, address.constData());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.constData());
    if (request.method == "HEAD")
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1L);
    if (!request.body.isEmpty()) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.constData());
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.size()));
    }
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    if (request.usesNetrc)
        curl_easy_setopt(easy, CURLOPT_NETRC, long(CURL_NETRC_OPTIONAL));
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, long(request.connectTimeout.count()));
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "ascend-console/" ASC_VERSION);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, said);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, takeBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &exchange);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, takeHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &exchange);
    curl_multi_add_handle(multi, easy);

    CURLcode code = CURLE_OK;
    std::optional<Error> ended;
    for (int running = 1; running > 0 && !ended;) {
        curl_multi_perform(multi, &running);
        int left = 0;
        while (const CURLMsg *message = curl_multi_info_read(multi, &left)) {
            if (message->msg == CURLMSG_DONE)
                code = message->data.result;
        }
        if (running == 0)
            break;
        if (stop.stop_requested())
            ended = canceled();
        else if (since(exchange.started) > request.timeout)
            ended = Error{ErrorKind::Timeout,
                          HttpText::tr("%1 did not finish its answer in %2 s.")
                              .arg(placeOf(url))
                              .arg(double(request.timeout.count()) / 1000),
                          {},
                          {}};
        else if (request.idleTimeout.count() > 0 && since(exchange.lastByte) > request.idleTimeout)
            ended = Error{ErrorKind::Timeout,
                          HttpText::tr("%1 sent nothing for %2 s.")
                              .arg(placeOf(url))
                              .arg(double(request.idleTimeout.count()) / 1000),
                          {},
                          {}};
        else
            curl_multi_poll(multi, nullptr, 0, sliceMs, nullptr);
    }
    curl_off_t connectMicros = 0;
    curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &connectMicros);
    curl_multi_remove_handle(multi, easy);
    exchange.response.took = since(exchange.started);
    const auto withWay = [&](Error error) {
        if (connectMicros > 0)
            error.facts.insert(u"connected"_s, u"1"_s);
        return error;
    };
    if (ended) {
        if (ended->kind == ErrorKind::Timeout)
            ended->detail = HttpText::tr("%1 bytes had arrived.").arg(exchange.response.body.size());
        return withWay(*ended);
    }
    if (exchange.tooMuch)
        return Error{ErrorKind::Parse,
                     HttpText::tr("%1 sent more than %2 bytes; the rest was not read.")
                         .arg(placeOf(url))
                         .arg(request.atMostBytes),
                     {},
                     {}};
    if (code != CURLE_OK)
        return withWay(errorOf(code, exchange, url, said));
    if (exchange.response.status < 100)
        return withWay(errorOf(CURLE_WEIRD_SERVER_REPLY, exchange, url, said));
    return std::move(exchange.response);
}

HttpRequest jsonPost(const QString &url, const QByteArray &body)
{
    return {.method = "POST", .url = url,
            .headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}}, .body = body};
}

QString asCurl(const HttpRequest &request)
{
    QStringList argv{u"curl"_s, u"-sS"_s};
    if (request.method != "GET" && !(request.method == "POST" && !request.body.isEmpty()))
        argv << u"-X"_s << QString::fromUtf8(request.method);
    for (const auto &[name, value] : request.headers) {
        const bool isSecret = name.compare("authorization", Qt::CaseInsensitive) == 0;
        argv << u"-H"_s << QString::fromUtf8(name) + u": "_s + (isSecret ? u"…"_s : QString::fromUtf8(value));
    }
    if (!request.body.isEmpty())
        argv << u"-d"_s << QString::fromUtf8(request.body);
    argv << request.url;
    return quoted(argv);
}
