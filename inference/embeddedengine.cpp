// llama.cpp runs in here. Its server's own handler (server_routes::post_chat_completions) looks at
// should_stop once a second; a chat here must stop within 200 ms, so the same five steps are taken with a
// reader of our own, and a stop is a result put into that reader's queue.
#include "inference/embeddedengine.h"

#include "core/base/languages.h"
#include "core/base/sizetext.h"
#include "inference/chatstream.h"
#include "inference/contextoverflow.h"
#include "inference/llamalibrary.h"
#include "inference/modelexamination.h"
#include "inference/onecall.h"
#include "inference/plainreason.h"
#include "inference/usablegrammar.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <set>
#include <thread>

#include "common.h"
#include "llama.h"
#include "server-common.h"
#include "server-context.h"
#include "server-schema.h"

using namespace Qt::StringLiterals;

namespace {

struct EngineText
{
    ASC_TR_FUNCTIONS(Engine)
};

// Tokens of prompt read at a time. A stop takes effect between two batches: at 128 the next chat waits at
// most for 128 tokens, and prompts are read as fast as with 512 (measured, SmolLM2-135M on two cores).
constexpr int batchTokens = 128;
constexpr int leastContext = 256;        // llama.cpp rounds up to it, but not its batch, and aborts where that is 1
constexpr int mostContextByDefault = 8192;

constexpr auto templateErrorType = "chat_template_error";
// or nobody wants it any more, and nobody reads this
constexpr auto stoppedWords = "The answer was stopped: the model is being unloaded.";

std::mutex loading; // one load at a time: the log is one for the process

std::optional<qint64> availableMemory()
{
    QFile file(u"/proc/meminfo"_s);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QList<QByteArray> lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith("MemAvailable:"))
            return line.mid(13).trimmed().split(' ').first().toLongLong() * 1024;
    }
    return std::nullopt;
}

Result<void> fitsIntoMemory(const GgufInfo &file, int contextTokens, const QString &what)
{
    const std::optional<qint64> available = availableMemory();
    const qint64 needed = file.tensorBytes + kvCacheBytes(file, contextTokens).value_or(0) + (qint64(64) << 20);
    if (!available || needed <= *available)
        return {};
    return Error{
        ErrorKind::Model,
        EngineText::tr(
            "%1 needs about %2 of memory and %3 are free. Choose a smaller model or a shorter context.")
            .arg(what, sizeText(needed), sizeText(*available)),
        {},
        {}};
}

// While an answer is made one core is left to the rest: ggml's threads wait for each other by spinning, and where one
// of them has to share its core with somebody, all of them stand still many times per token. Prompts are read by all:
// their steps are long. SmolLM2-135M on two cores, tokens/s with one thread and with two: answers 142 and 174, beside a
// program that takes a core 146 and 65; prompts 234 and 456, and 235 and 172.
int defaultThreads() { return std::max(1, common_cpu_get_num_math() - 1); }
int defaultPromptThreads() { return std::max(1, common_cpu_get_num_math()); }

QString errorType(const QByteArray &body)
{
    const Result<Json> json = parseJson(body, u"error"_s);
    return json ? stringAt(member(*json, "error"), "type") : QString();
}

struct LoadStopped : std::runtime_error
{
    LoadStopped() : std::runtime_error("stopped") {}
};

// The bytes of the longest token: no text of more bytes than the context has room for such tokens can fit.
qint64 longestToken(const llama_vocab *vocab)
{
    size_t longest = 1;
    for (llama_token id = 0; id < llama_vocab_n_tokens(vocab); ++id)
        longest = std::max(longest, strlen(llama_vocab_get_text(vocab, id)));
    return qint64(longest);
}

// Of a prompt: a text, tokens, or a list of both.
qint64 textBytes(const json &prompt)
{
    if (prompt.is_string())
        return qint64(prompt.get<std::string>().size());
    qint64 bytes = 0;
    if (prompt.is_array() || prompt.is_object())
        for (const auto &part : prompt)
            bytes += textBytes(part);
    return bytes;
}

common_params paramsFor(const QString &path, const GgufInfo &file, const EngineOptions &options, const QString &name)
{
    common_params params;
    params.verbosity = -1;
    params.model.path = QFile::encodeName(path).toStdString();
    params.model_alias = {name.toStdString()};
    params.n_parallel = std::max(1, options.parallel);
    const qint64 trained = std::min<qint64>(*file.contextTokens, 1 << 20);
    params.n_ctx = options.contextTokens > 0 ? std::max(options.contextTokens, leastContext)
        : int(std::min<qint64>(trained * params.n_parallel, mostContextByDefault));
    params.kv_unified = true; // one chat may use the whole context
    params.n_batch = batchTokens;
    params.n_ubatch = batchTokens;
    params.cpuparams.n_threads = options.threads > 0 ? options.threads : defaultThreads();
    params.cpuparams_batch = params.cpuparams;
    params.cpuparams_batch.n_threads = options.threads > 0 ? options.threads : defaultPromptThreads();
    postprocess_cpu_params(params.cpuparams, nullptr);
    postprocess_cpu_params(params.cpuparams_batch, nullptr);
    params.load_mode = LLAMA_LOAD_MODE_NONE; // read, with progress and cancel; a file cut short later is no SIGBUS
    params.fit_params = false;
    params.warmup = false;
    params.cache_ram_mib = 256;
    params.chat_template = "chatml"; // the file's own is a program: only the examiner runs it
    return params;
}

} // namespace

class EmbeddedEngine::Session
{
public:
    explicit Session(std::unique_ptr<ModelExamination> examination) : m_examination(std::move(examination)) {}
    ~Session() { close(); }

    Result<EngineInfo> load(const QString &path, const GgufInfo &file, const EngineOptions &options,
                            const ProgressHandler &onProgress, std::stop_token stop)
    {
        const QString fileName = QFileInfo(path).fileName();
        const QString name = options.servedName.isEmpty() ? servedNameOf(path) : options.servedName;
        m_params = paramsFor(path, file, options, name);
        m_contextOption = options.contextOption;
        m_params.cb_eval = &Session::endAbandoned;
        m_params.cb_eval_user_data = this;
        if (const Result<void> fits = fitsIntoMemory(file, m_params.n_ctx, fileName); !fits)
            return fits.error();

        QElapsedTimer timer;
        timer.start();
        const std::lock_guard lock(loading);
        takeLlamaErrors();
        m_context.set_state_callback([&](server_state state, const json &payload) {
            if (state != SERVER_STATE_LOADING || !payload.contains("value"))
                return;
            if (onProgress)
                onProgress(std::clamp(json_value(payload, "value", 0.0), 0.0, 1.0));
            if (stop.stop_requested())
                throw LoadStopped(); // llama.cpp frees what it has and says the load failed
        });
        bool loaded = false;
        QString reason;
        try {
            loaded = m_context.load_model(m_params);
        } catch (const std::exception &e) {
            reason = QString::fromUtf8(e.what());
        }
        m_context.set_state_callback({});
        if (stop.stop_requested())
            return canceled();
        if (!loaded)
            return Error{ErrorKind::Model, EngineText::tr("%1 could not be loaded.").arg(fileName),
                         QStringList{takeLlamaErrors(), reason}.join(QLatin1Char('\n')).trimmed(), {}};
        llama_set_abort_callback(m_context.get_llama_context(), &Session::isAbandoned, this);
        m_meta = std::make_unique<server_context_meta>(m_context.get_meta());
        m_vocab = llama_model_get_vocab(llama_get_model(m_context.get_llama_context()));
        m_longestToken = longestToken(m_vocab);
        m_loop = std::thread([this] { m_context.start_loop(); });
        waitForLoop();

        m_info = {path,
                  name,
                  file,
                  m_meta->slot_n_ctx,
                  llama_vocab_n_tokens(m_vocab),
                  m_params.cpuparams.n_threads,
                  m_params.n_parallel,
                  double(timer.elapsed())};
        return m_info;
    }

    // Ends the running requests, waits for them, then lets the model go.
    void close()
    {
        m_ending.request_stop();
        {
            std::unique_lock lock(m_mutex);
            m_closed = true;
            for (const int id : m_ids)
                wake(id);
            m_idle.wait(lock, [this] { return m_requests == 0; });
        }
        if (!m_loop.joinable())
            return;
        m_isAbandoned = true; // nobody hears what the loop says of it
        m_context.terminate();
        m_loop.join();
    }

    // A terminate() that comes before start_loop() is forgotten by it: only an answered task proves that it runs.
    void waitForLoop()
    {
        server_response_reader reader = m_context.get_response_reader();
        server_task task(SERVER_TASK_TYPE_METRICS);
        task.id = reader.get_new_id();
        reader.post_task(std::move(task), true);
        reader.next([] { return false; });
    }

    bool begin()
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed)
            return false;
        ++m_requests;
        return true;
    }

    void end()
    {
        const std::lock_guard lock(m_mutex);
        --m_requests;
        m_idle.notify_all();
    }

    void note(int id)
    {
        const std::lock_guard lock(m_mutex);
        m_ids.insert(id);
        if (m_closed)
            wake(id);
    }

    void forget(int id)
    {
        const std::lock_guard lock(m_mutex);
        m_ids.erase(id);
    }

    // The reader waiting for this task gets an error at once, and cancels the task.
    void wake(int id)
    {
        auto result = std::make_unique<server_task_result_error>();
        result->id = id;
        result->err_type = ERROR_TYPE_UNAVAILABLE;
        result->err_msg = stoppedWords;
        m_reader.queue_results.send(std::move(result));
    }

    int requests() const
    {
        const std::lock_guard lock(m_mutex);
        return m_requests;
    }

    common_params m_params;
    server_context m_context;
    server_response_reader m_reader = m_context.get_response_reader(); // for its two queues
    std::unique_ptr<server_context_meta> m_meta;
    std::stop_source m_ending;
    const std::unique_ptr<ModelExamination> m_examination;
    const llama_vocab *m_vocab = nullptr;
    qint64 m_longestToken = 1;
    EngineInfo m_info;
    QString m_contextOption;

private:
    // What nobody waits for any more need not come to its end. Asked after each step of a computation: true ends it.
    // llama.cpp's server would try again with half of the batch, down to none at all, which ends the process ("handle
    // ret == 2 (abort) when we start aborting"): the next computation is ended before its first step, by an exception,
    // which the server catches.
    static bool isAbandoned(void *session)
    {
        return static_cast<Session *>(session)->m_isAbandoned.load(std::memory_order_relaxed);
    }
    static bool endAbandoned(ggml_tensor *, bool, void *session)
    {
        if (isAbandoned(session))
            throw std::runtime_error(stoppedWords);
        return false;
    }

    mutable std::mutex m_mutex;
    std::condition_variable m_idle;
    std::set<int> m_ids;
    int m_requests = 0;
    bool m_closed = false;
    std::atomic<bool> m_isAbandoned = false;
    std::thread m_loop;
};

class EmbeddedEngine::Reply : public EngineReply
{
public:
    // A reply that is an error from the start.
    Reply(int status, const char *type, const QString &message) : m_status(status)
    {
        m_body = compactJson(Json{{"error", {{"code", status}, {"message", message}, {"type", type}}}});
    }

    Reply(std::shared_ptr<Session> session, Route route, const QByteArray &body, std::stop_token stop,
          GrowthHandler onGrowth)
        : m_session(std::move(session)), m_stop(std::move(stop)), m_onGrowth(std::move(onGrowth)),
          m_reader(std::make_unique<server_response_reader>(m_session->m_context.get_response_reader()))
    {
        bool stream = false;
        try {
            stream = post(route, body.toStdString());
        } catch (const TooLong &e) {
            refuse(json{{"code", 400},
                        {"type", "exceed_context_size_error"},
                        {"message", e.what()},
                        {"n_prompt_tokens_least", e.least},
                        {"n_ctx", m_session->m_info.contextTokens}});
            return;
        } catch (const TemplateFailed &e) {
            refuse(json{{"code", 500}, {"type", templateErrorType}, {"message", e.what()}});
            return;
        } catch (const Stopped &e) {
            refuse(format_error_response(e.what(), ERROR_TYPE_UNAVAILABLE));
            return;
        } catch (const UnusableMember &e) {
            refuse(json{{"code", 400}, {"type", "invalid_request_error"}, {"message", e.what()}, {"param", e.name}});
            return;
        } catch (const std::exception &e) {
            refuse(format_error_response(plainReason(e.what()), ERROR_TYPE_INVALID_REQUEST));
            return;
        }
        if (m_task < 0)
            return;                      // the answer is there
        m_session->note(m_task);
        m_onStop.emplace(m_stop, [this] { m_session->wake(m_task); });
        try {
            if (stream)
                beginStream();
            else
                wholeAnswer();
        } catch (const std::exception &e) {
            refuse(format_error_response(plainReason(e.what()), ERROR_TYPE_SERVER));
        }
    }

    ~Reply() override
    {
        if (!m_session)
            return;
        m_onStop.reset();
        if (m_task >= 0)
            m_session->forget(m_task);
        m_reader.reset(); // cancels what is not finished
        if (m_task >= 0)
            m_session->m_reader.queue_results.remove_waiting_task_id(m_task); // and what was said to nobody
        if (std::exchange(m_look, nullptr))
            m_session->m_reader.queue_results.remove_waiting_task_id(m_lookTask);
        m_session->end();
    }

    int status() const override { return m_status; }
    bool streams() const override { return m_streams; }
    QByteArray body() const override { return m_body; }
    bool stopped() const override { return m_stop.stop_requested(); }
    QString stopText() const override { return m_stopText; }
    EngineProgress progress() const override { return m_progress; }
    std::optional<EngineTimings> timings() const override { return m_timings; }

    bool next(QByteArray &events) override
    {
        if (!m_streams || m_ended)
            return false;
        try {
            if (!m_first.isEmpty()) {
                events = std::exchange(m_first, {});
                return true;
            }
            if (m_stop.stop_requested())
                return finish();
            if (!m_reader->has_next()) {
                events = "data: [DONE]\n\n";
                m_ended = true;
                return true;
            }
            const server_task_result_ptr result = take();
            if (result->is_error()) {
                if (!m_stop.stop_requested())
                    events = QByteArray::fromStdString(format_oai_sse(json{{"error", result->to_json()}}));
                m_ended = true;
                return !events.isEmpty();
            }
            events = eventsOf(result->to_json());
            return true;
        } catch (const std::exception &e) {
            events = QByteArray::fromStdString(
                format_oai_sse(json{{"error", format_error_response(plainReason(e.what()), ERROR_TYPE_SERVER)}}));
            m_ended = true;
            return true;
        }
    }

private:
    struct TooLong : std::runtime_error
    {
        TooLong(qint64 least, const std::string &words) : std::runtime_error(words), least(least) {}
        const qint64 least;              // tokens
    };
    struct TemplateFailed : std::runtime_error
    {
        using std::runtime_error::runtime_error;
    };
    struct Stopped : std::runtime_error
    {
        Stopped() : std::runtime_error(stoppedWords) {}
    };

    struct UnusableMember : std::runtime_error
    {
        UnusableMember(std::string name, const QString &message)
            : std::runtime_error(message.toStdString())
            , name(std::move(name))
        {
        }
        const std::string name;
    };

    bool post(Route route, const std::string &text)
    {
        const bool isChat = route != Route::Completions && route != Route::CompletionTokens;
        json body = json::parse(text);
        if (isChat && !json_value(body, "parallel_tool_calls", true))
            m_oneCall.emplace();
        const json data = isChat ? filledIn(body) : body;
        fitsByLength(data.at("prompt"));
        auto inputs = tokenize_input_prompts(m_session->m_vocab, nullptr, data.at("prompt"), true, true, {});
        if (inputs.size() != 1)
            throw std::invalid_argument("exactly one prompt per request");
        if (route == Route::ChatTokens || route == Route::CompletionTokens) {
            m_body = compactJson(Json{{"input_tokens", inputs.front().size()}});
            return false;
        }
        server_task task(SERVER_TASK_TYPE_COMPLETION);
        task.id = m_reader->get_new_id();
        task.tokens = std::move(inputs.front());
        task.params = server_schema::eval_llama_cmpl_schema(m_session->m_vocab, m_session->m_params,
                                                            m_session->m_meta->logit_bias_eog, data);
        task.params.res_type = isChat ? TASK_RESPONSE_TYPE_OAI_CHAT : TASK_RESPONSE_TYPE_OAI_CMPL;
        task.params.oaicompat_cmpl_id = gen_chatcmplid();
        task.params.oaicompat_model = m_session->m_meta->model_name;
        if (task.params.n_cmpl > 1)
            throw std::invalid_argument("n must be 1");
        tryGrammarOf(body, task.params.sampling);
        m_task = task.id;
        std::vector<server_task> tasks;
        tasks.push_back(std::move(task));
        m_reader->post_tasks(std::move(tasks));
        return json_value(data, "stream", false);
    }

    // Which member of the body it came of is what the client can mend.
    void tryGrammarOf(const json &body, const common_params_sampling &sampling) const
    {
        try {
            tryGrammar(m_session->m_vocab, sampling);
        } catch (const UnusableGrammar &unusable) {
            if (!json_value(body, "grammar", std::string()).empty())
                throw UnusableMember("grammar", u"grammar cannot be used: %1."_s.arg(unusable.reason));
            for (const char *name : {"response_format", "json_schema"})
                if (body.contains(name))
                    throw UnusableMember(name,
                                         u"The schema in %1 cannot be used: of the grammar that it becomes, %2."_s.arg(
                                             QLatin1String(name), unusable.reason));
            throw UnusableMember("tools",
                                 u"tools cannot be used: of the grammar that their parameters become, %1."_s.arg(
                                     unusable.reason));
        }
    }

    json filledIn(const json &body) const
    {
        std::stop_source stop;           // by the client, or by the end of the model
        const auto request = [&stop] { stop.request_stop(); };
        const std::stop_callback byClient(m_stop, request), byEnd(m_session->m_ending.get_token(), request);
        const Result<QByteArray> filled
            = m_session->m_examination->filledIn(QByteArray::fromStdString(safe_json_to_str(body)), stop.get_token());
        if (filled)
            return json::parse(filled->toStdString());
        switch (filled.error().kind) {
        case ErrorKind::Canceled: throw Stopped();
        case ErrorKind::Invalid: throw std::invalid_argument(filled.error().message.toStdString());
        default: throw TemplateFailed(filled.error().message.toStdString());
        }
    }

    // Before tokens are counted: that takes a hundred times the memory of the text.
    void fitsByLength(const json &prompt) const
    {
        const qint64 least = textBytes(prompt) / m_session->m_longestToken;
        if (least > m_session->m_info.contextTokens)
            throw TooLong(least,
                          "request (at least " + std::to_string(least) + " tokens) exceeds the available context size ("
                              + std::to_string(m_session->m_info.contextTokens) + " tokens)");
    }

    // Never null: what ends the wait is a result, also when it is a stop.
    server_task_result_ptr take()
    {
        server_task_result_ptr result = m_reader->next([this] {
            followGrowth();
            return false;
        });
        if (const auto *part = dynamic_cast<server_task_result_cmpl_partial *>(result.get()); part)
            m_progress = {part->n_prompt_tokens, part->n_prompt_tokens_cache, part->n_decoded};
        if (const auto *last = dynamic_cast<server_task_result_cmpl_final *>(result.get());
            last && !result->is_error()) {
            m_timings
                = {int(last->stats.n_prompt_cached + last->stats.n_prompt_processed), int(last->stats.n_prompt_cached),
                   int(last->stats.n_gen), last->stats.t_prompt_ms(), last->stats.t_gen_ms()};
            m_stopText = QString::fromStdString(last->stopping_word);
            m_progress = {m_timings->promptTokens, m_timings->cachedTokens, m_timings->generatedTokens};
        }
        return result;
    }

    // Called once a second while nothing comes. Who waits for a whole answer is told nothing before its end; the slot
    // that makes it knows. What is asked now is looked at a second later, so that no stop waits for a computation.
    void followGrowth()
    {
        if (!m_onGrowth || m_streams || m_task < 0)
            return;
        if (!m_look) {
            m_look = std::make_unique<server_response_reader>(m_session->m_context.get_response_reader());
            server_task task(SERVER_TASK_TYPE_SLOT_GET);
            task.id = m_look->get_new_id();
            m_lookTask = task.id;
            m_look->post_task(std::move(task), true);
            return;
        }
        const server_task_result_ptr result = m_look->queue_results.recv_with_timeout({m_lookTask}, 0);
        if (!result)
            return;
        if (const auto *seen = dynamic_cast<server_task_result_slots *>(result.get())) {
            for (const json &slot : seen->slots_data) {
                if (json_value(slot, "id_task", -1) == m_task && json_value(slot, "is_processing", false))
                    m_onGrowth(json_value(slot.at("next_token").at(0), "n_decoded", 0));
            }
        }
        m_look->received_count = 1;
        m_look.reset();
        followGrowth();
    }

    void wholeAnswer()
    {
        const server_task_result_ptr result = take();
        if (result->is_error())
            return refuse(result->to_json());
        m_body = QByteArray::fromStdString(safe_json_to_str(asWanted(result->to_json())));
    }

    void beginStream()
    {
        const server_task_result_ptr result = take();
        if (result->is_error())
            return refuse(result->to_json());
        m_streams = true;
        m_first = eventsOf(result->to_json());
    }

    json asWanted(const json &answer)
    {
        Result<Json> own = m_oneCall ? parseJson(QByteArray::fromStdString(safe_json_to_str(answer)), u"answer"_s)
                                     : Result<Json>(Json());
        if (!m_oneCall || !own)
            return answer;
        m_oneCall->keepFirst(*own);
        return json::parse(compactJson(*own).toStdString());
    }

    QByteArray eventsOf(const json &chunks)
    {
        return chunks == nullptr ? QByteArray() : QByteArray::fromStdString(format_oai_sse(asWanted(chunks)));
    }

    // llama.cpp (v0.5.0: tools/server/server-context.cpp) says "try increasing it" of the context, whoever asks: said
    // where it can be, and how.
    std::string inOurWords(const std::string &words) const
    {
        QString text = QString::fromStdString(words).remove(u", try increasing it"_s);
        const EngineInfo &info = m_session->m_info;
        if (!m_session->m_contextOption.isEmpty() && info.contextTokens < info.file.contextTokens.value_or(0))
            text += u"; a larger one is set with %1"_s.arg(m_session->m_contextOption);
        return text.toStdString();
    }

    void refuse(json error)
    {
        m_status = json_value(error, "code", 500);
        if (json_value(error, "type", std::string()) == "exceed_context_size_error")
            error["message"] = inOurWords(json_value(error, "message", std::string()));
        m_body = QByteArray::fromStdString(safe_json_to_str(json{{"error", error}}));
    }

    bool finish()
    {
        m_ended = true;
        return false;
    }

    std::shared_ptr<Session> m_session;
    std::stop_token m_stop;
    GrowthHandler m_onGrowth;
    std::unique_ptr<server_response_reader> m_reader, m_look; // m_look: of a look at the slots under way
    int m_lookTask = -1;
    std::optional<std::stop_callback<std::function<void()>>> m_onStop;
    int m_task = -1;
    int m_status = 200;
    bool m_streams = false, m_ended = false;
    QByteArray m_body, m_first;
    QString m_stopText;
    std::optional<OneCall> m_oneCall;
    EngineProgress m_progress;
    std::optional<EngineTimings> m_timings;
};

EmbeddedEngine::EmbeddedEngine() = default;
EmbeddedEngine::~EmbeddedEngine() { unload(); }

std::shared_ptr<EmbeddedEngine::Session> EmbeddedEngine::session() const
{
    const std::lock_guard lock(m_mutex);
    return m_session;
}

Result<EngineInfo> EmbeddedEngine::load(const QString &path, const EngineOptions &options,
                                        const ProgressHandler &onProgress, std::stop_token stop)
{
    const Result<GgufInfo> file = readGguf(path);
    if (!file)
        return file.error();
    if (const Result<void> usable = isLanguageModel(*file, QFileInfo(path).fileName()); !usable)
        return usable.error();
    const QString examiner
        = options.examiner.isEmpty() ? QCoreApplication::applicationDirPath() + u"/ascendctl"_s : options.examiner;
    Result<std::unique_ptr<ModelExamination>> examination = ModelExamination::of(examiner, path, stop);
    if (!examination)
        return examination.error();
    if (stop.stop_requested())
        return canceled();
    unload(); // first: the memory of two models may not be there
    beginLlama();
    auto session = std::make_shared<Session>(std::move(*examination));
    Result<EngineInfo> info = session->load(QFileInfo(path).absoluteFilePath(), *file, options, onProgress, stop);
    if (info) {
        const std::lock_guard lock(m_mutex);
        m_session = std::move(session);
    }
    return info;
}

void EmbeddedEngine::unload()
{
    std::shared_ptr<Session> session;
    {
        const std::lock_guard lock(m_mutex);
        session = std::exchange(m_session, nullptr);
    }
    if (session)
        session->close();
}

std::optional<EngineInfo> EmbeddedEngine::info() const
{
    const std::shared_ptr<Session> loaded = session();
    return loaded ? std::optional(loaded->m_info) : std::nullopt;
}

int EmbeddedEngine::running() const
{
    const std::shared_ptr<Session> loaded = session();
    return loaded ? loaded->requests() : 0;
}

std::unique_ptr<EngineReply> EmbeddedEngine::ask(Route route, const QByteArray &body, std::stop_token stop,
                                                 GrowthHandler onGrowth)
{
    std::shared_ptr<Session> loaded = session();
    if (!loaded || !loaded->begin())
        return std::make_unique<Reply>(503, "unavailable_error", EngineText::tr("No model is loaded."));
    return std::make_unique<Reply>(std::move(loaded), route, body, std::move(stop), std::move(onGrowth));
}

Result<ChatStats> EmbeddedEngine::chat(const ChatRequest &request, std::stop_token stop, const PieceHandler &onPiece)
{
    ChatStream stream(onPiece);
    const std::optional<EngineInfo> loaded = info();
    const std::unique_ptr<EngineReply> reply
        = ask(Route::ChatCompletions, compactJson(toJson(request, loaded ? loaded->name : QString())), stop);
    if (stop.stop_requested())
        return canceled();
    if (const std::optional<ContextOverflow> overflow = contextOverflowIn(reply->status(), reply->body()))
        return toError(*overflow, errorText(reply->body()));
    if (!reply->streams() && errorType(reply->body()) == QLatin1String(templateErrorType))
        return Error{ErrorKind::Model, errorText(reply->body()), {}, {}};
    if (!reply->streams())
        return Error{ErrorKind::Model,
                     reply->status() == 503 ? EngineText::tr("No model is loaded.")
                                            : EngineText::tr("The engine refused the request."),
                     errorText(reply->body()),
                     {}};
    QByteArray events;
    while (reply->next(events)) {
        qsizetype from = 0;
        for (qsizetype end = events.indexOf("\n\n"); end >= 0; end = events.indexOf("\n\n", from)) {
            const QByteArray event = events.mid(from, end - from);
            from = end + 2;
            if (!event.startsWith("data: "))
                continue;
            if (const Result<void> taken = stream.take(event.mid(6)); !taken)
                return taken.error();
        }
        events.clear();
    }
    if (stop.stop_requested())
        return canceled();
    return stream.stats();
}
