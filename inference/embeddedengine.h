// EmbeddedEngine: llama.cpp's server inside the process: many chats at once, prompt cache, templates.
// All functions are thread safe and block; call them on Workers, never on the GUI thread.
#pragma once

#include "inference/chatport.h"
#include "inference/ggufinfo.h"

#include <functional>
#include <memory>

struct EngineOptions
{
    int contextTokens = 0;               // shared by all chats; 0: what each was trained for, at most 8192 in all
    int threads = 0;                     // 0: one per core for prompts, one less for answers
    int parallel = 4;                    // chats decoded at once; others wait their turn
    QString servedName;                  // the model's name in answers; empty: the file's own
    // the ascendctl that examines the file and fills in its chat template, in a process of its own; empty: the one
    // beside this program
    QString examiner;
    QString contextOption;               // where a larger context is asked for, for people: "--context"
};

struct EngineInfo
{
    QString path;
    QString name;                        // as served
    GgufInfo file;
    int contextTokens = 0;               // of one chat at most
    int vocabularyTokens = 0;
    int threads = 0;
    int parallel = 0;
    double loadMs = 0;
    bool operator==(const EngineInfo &) const = default;
};

// What the engine measured about one request that came to its end.
struct EngineTimings
{
    int promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
    double promptMs = 0, generationMs = 0;
};

// What was done for a request so far.
struct EngineProgress
{
    int promptTokens = 0, cachedTokens = 0, generatedTokens = 0;
};

// The answer to one OpenAI request, pulled piece by piece. Destroying it ends the request.
class EngineReply
{
public:
    virtual ~EngineReply() = default;
    virtual int status() const = 0;                  // HTTP
    virtual bool streams() const = 0;
    virtual QByteArray body() const = 0;             // the whole answer, or the error; empty when it streams
    virtual bool next(QByteArray &events) = 0;       // server-sent events, whole ones; false: there are no more
    virtual bool stopped() const = 0;                // it ended because it was told to
    virtual QString stopText() const = 0;            // of the request's "stop", the one that ended it; empty: none did
    virtual EngineProgress progress() const = 0;     // with the pieces taken by next(); of a whole answer, at its end
    virtual std::optional<EngineTimings> timings() const = 0;
};

class EmbeddedEngine : public ChatPort
{
public:
    using ProgressHandler = std::function<void(double part)>; // 0..1, on the caller's thread

    EmbeddedEngine();
    ~EmbeddedEngine() override;          // as unload()

    // Replaces what is loaded. The file is examined first: damaged, foreign or too large is an Error (Parse, Storage,
    // Model) and never the end of the program. Canceled when stopped: at the next tensor, at most 200 ms between looks.
    Result<EngineInfo> load(const QString &path, const EngineOptions &options, const ProgressHandler &onProgress,
                            std::stop_token stop);
    void unload();                       // ends the running chats with an Error, frees the memory
    std::optional<EngineInfo> info() const;

    Result<ChatStats> chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece) override;

    // The same for those who speak OpenAI's JSON themselves (the local API server).
    enum class Route {
        ChatCompletions,
        Completions,
        ChatTokens,                      // of a chat request, how long its prompt is: {"input_tokens": 12}
        CompletionTokens,                // the same of one for Completions
    };
    // onGrowth: the tokens that a whole answer has so far, about once a second on the caller's thread, as long as
    // nothing else is streamed.
    using GrowthHandler = std::function<void(int generatedTokens)>;
    std::unique_ptr<EngineReply> ask(Route route, const QByteArray &body, std::stop_token stop,
                                     GrowthHandler onGrowth = {});

    int running() const;                 // requests under way

private:
    class Session;                       // one loaded model
    class Reply;
    std::shared_ptr<Session> session() const;

    mutable std::mutex m_mutex;
    std::shared_ptr<Session> m_session;
};
