#include "inference/chatstream.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

Json toJson(const ChatRequest &request, const QString &model)
{
    Json messages = Json::array();
    for (const ChatMessage &message : request.messages)
        messages.push_back({{"role", message.role}, {"content", message.content}});
    Json body
        = {{"model", model}, {"messages", messages}, {"stream", true}, {"stream_options", {{"include_usage", true}}}};
    if (request.temperature)
        body["temperature"] = *request.temperature;
    if (request.topP)
        body["top_p"] = *request.topP;
    if (request.maxTokens)
        body["max_tokens"] = *request.maxTokens;
    if (request.seed)
        body["seed"] = *request.seed;
    if (request.extra.is_object())
        body.update(request.extra);
    return body;
}

Json toJson(const ChatStats &stats)
{
    return {{"model", stats.model},
            {"finishReason", stats.finishReason},
            {"ttftMs", nullable(stats.ttftMs)},
            {"tokensPerSecond", nullable(stats.tokensPerSecond)},
            {"promptTokens", nullable(stats.promptTokens)},
            {"completionTokens", nullable(stats.completionTokens)},
            {"cachedTokens", nullable(stats.cachedTokens)},
            {"totalMs", stats.totalMs}};
}

ChatStream::ChatStream(ChatPort::PieceHandler onPiece) : m_onPiece(std::move(onPiece)) { m_clock.start(); }

Result<void> ChatStream::take(const QByteArray &data)
{
    if (data.trimmed() == "[DONE]") {
        m_done = true;
        return {};
    }
    const Result<Json> chunk = parseJson(data, QCoreApplication::translate("ChatStream", "A piece of the answer"));
    if (!chunk)
        return Error{ErrorKind::Model, chunk.error().message, QString::fromUtf8(data.left(400)), {}};
    return takeChunk(*chunk);
}

Result<void> ChatStream::takeChunk(const Json &chunk)
{
    if (chunk.is_object() && (chunk.contains("error") || stringAt(chunk, "object") == "error"_L1))
        return Error{ErrorKind::Model,
                     QCoreApplication::translate("ChatStream", "The model ended the answer with an error."),
                     errorText(compactJson(chunk)),
                     {}};
    const QString model = stringAt(chunk, "model");
    if (!model.isEmpty())
        m_stats.model = model;
    if (chunk.is_object() && chunk.contains("usage") && chunk["usage"].is_object()) {
        const Json &usage = chunk["usage"];
        const auto count = [](const Json &object, const char *key) -> std::optional<int> {
            const std::optional<qint64> number = integerAt(object, key);
            return number ? std::optional(int(*number)) : std::nullopt;
        };
        if (const auto tokens = count(usage, "prompt_tokens"))
            m_stats.promptTokens = tokens;
        if (const auto tokens = count(usage, "completion_tokens"))
            m_stats.completionTokens = tokens;
        if (usage.contains("prompt_tokens_details"))
            if (const auto tokens = count(usage["prompt_tokens_details"], "cached_tokens"))
                m_stats.cachedTokens = tokens;
    }
    if (!chunk.is_object() || !chunk.contains("choices") || !chunk["choices"].is_array() || chunk["choices"].empty())
        return {};
    const Json &choice = chunk["choices"][0];
    const QString reason = stringAt(choice, "finish_reason");
    if (!reason.isEmpty())
        m_stats.finishReason = reason;
    if (choice.is_object() && choice.contains("delta")) {
        const Json &delta = choice["delta"];
        QString reasoning = stringAt(delta, "reasoning_content");
        if (reasoning.isEmpty())
            reasoning = stringAt(delta, "reasoning"); // vLLM's newer name
        hand({stringAt(delta, "content"), reasoning});
    }
    return {};
}

void ChatStream::hand(const ChatPiece &piece)
{
    if (piece.content.isEmpty() && piece.reasoning.isEmpty())
        return;
    const double now = double(m_clock.nsecsElapsed()) / 1e6;
    if (!m_firstMs)
        m_firstMs = now;
    m_lastMs = now;
    if (m_onPiece)
        m_onPiece(piece);
}

ChatStats ChatStream::stats() const
{
    ChatStats stats = m_stats;
    stats.ttftMs = m_firstMs;
    stats.totalMs = double(m_clock.nsecsElapsed()) / 1e6;
    // A moment shows how this thread was run, not how fast tokens come.
    constexpr double leastMs = 50;
    constexpr int leastTokens = 16;
    const int tokens = stats.completionTokens.value_or(0);
    if (m_firstMs && tokens > 1 && *m_lastMs > *m_firstMs
        && (tokens >= leastTokens || *m_lastMs - *m_firstMs >= leastMs))
        stats.tokensPerSecond = (*stats.completionTokens - 1) * 1000.0 / (*m_lastMs - *m_firstMs);
    return stats;
}

QString errorText(const QByteArray &body)
{
    const Result<Json> json = parseJson(body, u"error"_s);
    if (json && json->is_object()) {
        if (json->contains("error")) {
            const Json &error = (*json)["error"];
            if (error.is_string())
                return error.get<QString>();
            if (const QString message = stringAt(error, "message"); !message.isEmpty())
                return message;
        }
        for (const char *key : {"message", "detail"})
            if (const QString message = stringAt(*json, key); !message.isEmpty())
                return message;
    }
    return QString::fromUtf8(body.left(400)).trimmed();
}
