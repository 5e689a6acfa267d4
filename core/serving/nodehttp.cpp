#include "core/serving/nodehttp.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

struct NodeHttpText
{
    Q_DECLARE_TR_FUNCTIONS(NodeHttp)
};

Error notHttp(const QByteArray &text)
{
    return {ErrorKind::Parse, NodeHttpText::tr("What answers there does not speak HTTP."),
            QString::fromUtf8(text.left(200)), {}};
}

Error cutOff(qsizetype received)
{
    return {ErrorKind::Parse, NodeHttpText::tr("The answer was cut off after %1 bytes.").arg(received), {}, {}};
}

// Of a chunked body. Error: it is none. nullopt: there is more to come.
Result<std::optional<QByteArray>> unchunked(const QByteArray &text, qsizetype at)
{
    QByteArray body;
    for (;;) {
        const qsizetype end = text.indexOf("\r\n", at);
        if (end < 0)
            return text.size() - at > 200 ? Result<std::optional<QByteArray>>(notHttp(text.mid(at)))
                                          : std::optional<QByteArray>();
        bool isNumber = false;
        const QByteArray said = text.mid(at, end - at).split(';').first().trimmed();
        const qlonglong size = said.toLongLong(&isNumber, 16);
        if (!isNumber || size < 0)
            return notHttp(text.mid(at));
        if (size == 0)
            return std::optional(body);
        if (text.size() - (end + 2) < 2 || size > text.size() - (end + 2) - 2)
            return std::optional<QByteArray>();
        body += text.mid(end + 2, size);
        at = end + 2 + size + 2;
    }
}

} // namespace

Result<std::optional<HttpResponse>> readHttpAnswer(const QByteArray &text, bool isClosed)
{
    using Answer = std::optional<HttpResponse>;
    constexpr qsizetype longestHead = 64 * 1024;
    const QByteArray begin = text.left(5);
    if (!QByteArray("HTTP/").startsWith(begin))
        return notHttp(text);
    const qsizetype headEnd = text.indexOf("\r\n\r\n");
    if (headEnd < 0) {
        if (text.size() > longestHead)
            return notHttp(text);
        return isClosed ? Result<Answer>(cutOff(text.size())) : Answer();
    }
    HttpResponse response;
    const QList<QByteArray> lines = text.left(headEnd).split('\n');
    response.status = lines.first().split(' ').value(1).toInt();
    if (response.status < 100 || response.status > 999)
        return notHttp(text);
    for (const QByteArray &line : lines.sliced(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            response.headers.append({line.left(colon).trimmed().toLower(), line.mid(colon + 1).trimmed()});
    }
    const qsizetype at = headEnd + 4;
    if (response.header("transfer-encoding").toLower() == "chunked") {
        const Result<std::optional<QByteArray>> body = unchunked(text, at);
        if (!body)
            return body.error();
        if (!*body)
            return isClosed ? Result<Answer>(cutOff(text.size())) : Answer();
        response.body = **body;
        return Answer(response);
    }
    bool hasLength = false;
    const qlonglong length = response.header("content-length").toLongLong(&hasLength);
    if (hasLength && text.size() - at < length)
        return isClosed ? Result<Answer>(cutOff(text.size())) : Answer();
    if (!hasLength && !isClosed)
        return Answer();
    response.body = hasLength ? text.mid(at, length) : text.mid(at);
    return Answer(response);
}

Result<HttpResponse> pageOf(Shell &shell, const NodePage &page, std::stop_token stop)
{
    TcpQuestion question;
    question.host = page.host;
    question.port = page.port;
    question.timeout = page.timeout;
    question.atMostBytes = page.atMostBytes;
    const QString host = page.host.contains(u':') ? u'[' + page.host + u']' : page.host;
    question.say = "GET " + page.path.toUtf8() + " HTTP/1.1\r\nHost: " + host.toUtf8() + ':'
        + QByteArray::number(page.port) + "\r\nAccept: text/plain\r\nConnection: close\r\n\r\n";
    // A large answer comes in many pieces: its head is read when the first ones come, then only now and then its end.
    qsizetype lookAgain = 0;
    question.isWhole = [&lookAgain](const QByteArray &soFar) {
        if (soFar.size() < lookAgain)
            return false;
        const Result<std::optional<HttpResponse>> answer = readHttpAnswer(soFar, false);
        if (answer && !*answer && soFar.size() > 64 * 1024)
            lookAgain = soFar.size() + soFar.size() / 4;
        return !answer || answer->has_value();
    };
    const auto began = std::chrono::steady_clock::now();
    const Result<QByteArray> text = shell.exchange(question, std::move(stop));
    if (!text)
        return text.error();
    const Result<std::optional<HttpResponse>> answer = readHttpAnswer(*text, true);
    if (!answer)
        return answer.error();
    HttpResponse response = **answer;
    response.took
        = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    return response;
}
