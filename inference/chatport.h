// ChatPort: an OpenAI chat request in, its pieces out. The embedded engine and a remote endpoint
// look the same. Blocking; called on a Worker, never on the GUI thread.
#pragma once

#include "core/base/json.h"

#include <functional>
#include <optional>
#include <stop_token>

struct ChatMessage
{
    QString role;                        // "system", "user", "assistant"
    QString content;
    bool operator==(const ChatMessage &) const = default;
};

struct ChatRequest
{
    QString model;                       // served model name; empty: the port's own
    QList<ChatMessage> messages;
    std::optional<double> temperature, topP;
    std::optional<int> maxTokens;
    std::optional<qint64> seed;
    Json extra = Json::object();         // further fields, passed on as they are
};

struct ChatPiece
{
    QString content;                     // delta; whole UTF-8 characters
    QString reasoning;                   // delta of reasoning_content
};

struct ChatStats
{
    QString model;
    QString finishReason;                // "stop", "length"
    std::optional<double> ttftMs;        // request sent to first piece with content or reasoning
    std::optional<double> tokensPerSecond; // (completionTokens - 1) / (last piece - first piece), n > 1
    std::optional<int> promptTokens, completionTokens, cachedTokens;
    double totalMs = 0;
};

class ChatPort
{
public:
    using PieceHandler = std::function<void(const ChatPiece &)>; // on the caller's thread

    virtual ~ChatPort() = default;
    // A stop request ends it within 200 ms, also while the prompt is read; ErrorKind::Canceled then.
    // Errors: Model (bad request, engine refused: its words in detail), Connection, Timeout.
    virtual Result<ChatStats> chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece) = 0;
};
