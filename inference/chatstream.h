// What an OpenAI chat request is as JSON, and what its stream of chunks says. Both ports speak it.
#pragma once

#include "inference/chatport.h"

#include <QElapsedTimer>

// "stream" with usage at the end; `extra` is laid over the rest.
Json toJson(const ChatRequest &request, const QString &model);
Json toJson(const ChatStats &stats);     // what is not known is null

// Takes the events of one stream and keeps count. Not thread safe.
class ChatStream
{
public:
    explicit ChatStream(ChatPort::PieceHandler onPiece);

    // One event's data: a chunk, an error object, or "[DONE]". Model error: the server said there was one.
    Result<void> take(const QByteArray &data);
    bool isDone() const { return m_done; }
    ChatStats stats() const;             // of what has come so far

private:
    Result<void> takeChunk(const Json &chunk);
    void hand(const ChatPiece &piece);

    ChatPort::PieceHandler m_onPiece;
    QElapsedTimer m_clock;               // started with the request
    ChatStats m_stats;
    std::optional<double> m_firstMs, m_lastMs;
    bool m_done = false;
};

// The sentence in an error body: {"error":{"message":...}}, {"message":...}, {"detail":...}, else the start of it.
QString errorText(const QByteArray &body);
