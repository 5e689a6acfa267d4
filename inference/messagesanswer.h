// What the engine answers to a chat request, in the words of Anthropic's Messages API (its reference: "Create a
// Message", "Streaming Messages", "Errors"). Pure.
#pragma once

#include "inference/embeddedengine.h"

// {"type":"error","error":{"type","message"}}, by the HTTP status.
Json messagesError(int status, const QString &message);

// What only the engine knows of an answer, beside its JSON.
struct AnswerFacts
{
    EngineProgress progress;
    QString stopText;                    // of "stop_sequences", the one that ended it; empty: none did
};

Json messageOf(const Json &completion, const AnswerFacts &facts);

// A streamed answer, event by event, each block of content opened, filled and closed in its turn.
class MessagesStream
{
public:
    // Whole events of the chat's stream, "[DONE]" among them; returned: what follows of them.
    QByteArray take(const QByteArray &chatEvents, const AnswerFacts &facts);

private:
    void takeChunk(const Json &chunk, const AnswerFacts &facts);
    void takeDelta(const Json &delta);
    void open(const Json &block);        // closes the one before
    void fill(const Json &delta);
    void close();
    void say(const char *event, Json data);

    QByteArray m_events;
    QString m_kind;                      // of the open block; empty: none is
    qint64 m_call = -1;                  // of the open block, where it is a call: its index
    int m_index = -1;
    QString m_finish;
    bool m_hasBegun = false, m_hasFailed = false;
};
