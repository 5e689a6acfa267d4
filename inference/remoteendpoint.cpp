#include "inference/remoteendpoint.h"

#include "core/base/languages.h"
#include "core/serving/http.h"
#include "core/serving/sse.h"
#include "inference/chatstream.h"
#include "inference/contextoverflow.h"

#include <QCoreApplication>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace {

struct RemoteEndpointText
{
    ASC_TR_FUNCTIONS(RemoteEndpoint)
};

Error refusal(const QString &baseUrl, int status, const QByteArray &body)
{
    const QString words = errorText(body);
    QString sentence = words.isEmpty()
        ? RemoteEndpointText::tr("%1 refused the request with HTTP %2.").arg(baseUrl).arg(status)
        : RemoteEndpointText::tr("%1 refused the request with HTTP %2: %3").arg(baseUrl).arg(status).arg(words);
    if (status == 404 && QUrl(baseUrl).path().isEmpty()) // where OpenAI's API, vLLM's and MindIE's begin
        sentence += u' ' + RemoteEndpointText::tr("A base URL usually ends in /v1: %1/v1").arg(baseUrl);
    return {ErrorKind::Model, sentence, QString::fromUtf8(body.left(2000)), {}};
}

// A server that does not stream answers with one object.
Result<ChatStats> wholeAnswer(ChatStream &stream, const QByteArray &body, const QString &baseUrl)
{
    Result<Json> answer = parseJson(body, RemoteEndpointText::tr("The answer of %1").arg(baseUrl));
    if (!answer)
        return Error{ErrorKind::Model, answer.error().message, QString::fromUtf8(body.left(400)), {}};
    if (answer->is_object() && answer->contains("choices") && (*answer)["choices"].is_array()
        && !(*answer)["choices"].empty() && (*answer)["choices"][0].is_object()
        && (*answer)["choices"][0].contains("message"))
        (*answer)["choices"][0]["delta"] = Json((*answer)["choices"][0]["message"]);
    if (const Result<void> taken = stream.take(compactJson(*answer)); !taken)
        return taken.error();
    return stream.stats();
}

} // namespace

RemoteEndpoint::RemoteEndpoint(QString baseUrl, QString model, std::chrono::seconds silence)
    : m_baseUrl(std::move(baseUrl)), m_model(std::move(model)), m_silence(silence)
{
    while (m_baseUrl.endsWith(QLatin1Char('/')))
        m_baseUrl.chop(1);
}

Result<ChatStats> RemoteEndpoint::chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece)
{
    Json body = toJson(request, request.model.isEmpty() ? m_model : request.model);
    bool wantsLess = false;
    Result<ChatStats> stats = tryChat(body, stop, onPiece, wantsLess);
    if (!wantsLess)
        return stats;
    body.erase("stream_options"); // a server that does not know how to count for us
    return tryChat(body, stop, onPiece, wantsLess);
}

Result<ChatStats> RemoteEndpoint::tryChat(const Json &body, std::stop_token stop, const PieceHandler &onPiece,
                                          bool &wantsLess)
{
    HttpRequest http = jsonPost(m_baseUrl + u"/chat/completions"_s, compactJson(body));
    http.timeout = std::chrono::hours(2); // a long answer is not a fault; silence is
    http.idleTimeout = m_silence;
    ChatStream stream(onPiece);
    SseParser events;
    std::optional<Error> wrong;
    const auto take = [&](const QList<SseEvent> &list) {
        for (const SseEvent &event : list) {
            if (wrong || stream.isDone())
                return;
            if (const Result<void> taken = stream.take(event.data); !taken)
                wrong = taken.error();
        }
    };
    const auto isStream = [](const HttpResponse &response) {
        return response.status == 200 && response.header("content-type").startsWith("text/event-stream");
    };
    const Result<HttpResponse> response
        = httpRequest(http, stop, [&](const HttpResponse &soFar, const QByteArray &piece) {
              if (isStream(soFar))
                  take(events.feed(piece));
          });
    if (wrong)
        return *wrong;
    if (!response)
        return response.error();
    if (response->status != 200) {
        wantsLess = (response->status == 400 || response->status == 422) && response->body.contains("stream_options")
            && body.contains("stream_options");
        if (const std::optional<ContextOverflow> overflow = contextOverflowIn(response->status, response->body))
            return toError(*overflow, errorText(response->body));
        return refusal(m_baseUrl, response->status, response->body);
    }
    if (!isStream(*response))
        return wholeAnswer(stream, response->body, m_baseUrl);
    take(events.finish());
    if (wrong)
        return *wrong;
    const ChatStats stats = stream.stats();
    if (!stream.isDone() && stats.finishReason.isEmpty())
        return Error{ErrorKind::Connection,
                     RemoteEndpointText::tr("%1 broke off its answer. Look at the service's log, then ask again.")
                         .arg(m_baseUrl),
                     {},
                     {}};
    return stats;
}

Result<QList<ServedModel>> RemoteEndpoint::served(std::stop_token stop) const
{
    HttpRequest http;
    http.url = m_baseUrl + u"/models"_s;
    http.timeout = std::chrono::seconds(10);
    const Result<HttpResponse> response = httpRequest(http, stop);
    if (!response)
        return response.error();
    if (response->status != 200)
        return refusal(m_baseUrl, response->status, response->body);
    const Result<Json> answer = parseJson(response->body, RemoteEndpointText::tr("The answer of %1").arg(m_baseUrl));
    if (!answer)
        return answer.error();
    QList<ServedModel> list;
    if (answer->is_object() && answer->contains("data") && (*answer)["data"].is_array()) {
        for (const Json &model : (*answer)["data"])
            if (const QString name = stringAt(model, "id"); !name.isEmpty())
                list << ServedModel{name, integerAt(model, "max_model_len")};
    }
    return list;
}

Result<QStringList> RemoteEndpoint::models(std::stop_token stop) const
{
    const Result<QList<ServedModel>> list = served(stop);
    if (!list)
        return list.error();
    QStringList names;
    for (const ServedModel &model : *list)
        names << model.name;
    return names;
}
