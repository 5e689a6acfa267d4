// ascendctl chat: one question, the answer streamed to stdout and nothing else there; figures on stderr.
#include "app/ctl/chat.h"

#include "app/ctl/numbers.h"
#include "core/base/inputfile.h"
#include "inference/chatstream.h"
#include "inference/embeddedengine.h"
#include "inference/remoteendpoint.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

constexpr qint64 largestPrompt = 64 * 1024 * 1024;

struct Asked
{
    ChatRequest request;
    QString model;                       // a file; with an endpoint: the served name
    QString endpoint;                    // base URL; empty: the embedded engine
    EngineOptions options;
};

// Empty: fine. Else what is wrong with the arguments. `given`: what came by standard input, for the prompt "-".
QString read(const QCommandLineParser &parser, const QString &given, Asked &to)
{
    to.model = parser.value(u"model"_s);
    to.endpoint = parser.value(u"endpoint"_s);
    if (to.model.isEmpty() && to.endpoint.isEmpty())
        return u"give --model FILE, or --endpoint URL."_s;
    const auto number = [&parser](const QString &name, auto &target, double least, double most) {
        if (!parser.isSet(name))
            return true;
        bool isNumber = false;
        const double value = parser.value(name).toDouble(&isNumber);
        using Number = typename std::decay_t<decltype(target)>::value_type;
        if (!isNumber || !(value >= least && value <= most)
            || (std::is_integral_v<Number> && value != std::floor(value)))
            return false;
        target = Number(value);
        return true;
    };
    if (!number(u"temperature"_s, to.request.temperature, 0, 10))
        return u"--temperature is a number from 0 to 10."_s;
    if (!number(u"top-p"_s, to.request.topP, 0, 1))
        return u"--top-p is a number from 0 to 1."_s;
    if (!number(u"max-tokens"_s, to.request.maxTokens, 1, 1 << 30))
        return u"--max-tokens is a whole number above 0."_s;
    if (!number(u"seed"_s, to.request.seed, 0, 4294967295.0))
        return u"--seed is a whole number from 0 to 4294967295."_s;
    QString wrong;
    const std::optional<int> threads = wholeNumber(parser, u"threads"_s, 0, 0, 4096, wrong);
    const std::optional<int> context = wholeNumber(parser, u"context"_s, 0, 0, 1 << 24, wrong);
    if (!wrong.isEmpty())
        return wrong;
    to.options.threads = *threads;
    to.options.contextTokens = *context;
    to.options.parallel = 1;
    QString prompt = parser.positionalArguments().join(QLatin1Char(' '));
    if (prompt == "-"_L1)
        prompt = given;
    if (prompt.trimmed().isEmpty())
        return u"give a prompt, or - to read it from stdin."_s;
    if (const QString system = parser.value(u"system"_s); !system.isEmpty())
        to.request.messages << ChatMessage{u"system"_s, system};
    to.request.messages << ChatMessage{u"user"_s, prompt};
    return {};
}

QString figures(const ChatStats &stats)
{
    QStringList parts{stats.model};
    if (stats.ttftMs)
        parts << u"TTFT %1 ms"_s.arg(*stats.ttftMs, 0, 'f', 0);
    if (stats.tokensPerSecond)
        parts << u"%1 tokens/s"_s.arg(*stats.tokensPerSecond, 0, 'f', 1);
    if (stats.completionTokens)
        parts << u"%1 tokens"_s.arg(*stats.completionTokens);
    if (stats.cachedTokens.value_or(0) > 0)
        parts << u"%1 cached"_s.arg(*stats.cachedTokens);
    return parts.join(u" · "_s);
}

Json toJson(const ChatStats &stats, const QString &content, const QString &reasoning)
{
    Json document{{"content", content}, {"reasoning", reasoning.isEmpty() ? Json(nullptr) : Json(reasoning)}};
    document.update(toJson(stats));
    return document;
}

// Says once of each silence that it is waited for: a long prompt may be read for minutes.
class SilenceTeller
{
public:
    explicit SilenceTeller(const QString &endpoint) : m_endpoint(endpoint) {}

    void noteAnswer()
    {
        const std::scoped_lock lock(m_mutex);
        m_since = Clock::now();
        m_isTold = false;
        m_changed.notify_one();
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds told{10};

    void wait(const std::stop_token &stop)
    {
        std::unique_lock lock(m_mutex);
        while (!stop.stop_requested()) {
            if (m_isTold) {
                m_changed.wait(lock, stop, [this] { return !m_isTold; });
                continue;
            }
            const Clock::time_point until = m_since + told;
            if (m_changed.wait_until(lock, stop, until, [&] { return m_since + told != until; })
                || stop.stop_requested())
                continue;
            m_isTold = true;
            complain(u"ascendctl chat: %1 has sent nothing for %2 s. It is waited for, up to %3 s; Ctrl+C ends it."_s
                         .arg(m_endpoint)
                         .arg(told.count())
                         .arg(RemoteEndpoint::usualSilence.count()));
        }
    }

    const QString m_endpoint;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Clock::time_point m_since = Clock::now();
    bool m_isTold = false;
    std::jthread m_thread{[this](const std::stop_token &stop) { wait(stop); }}; // last: gone before what it uses
};

int ask(ChatPort &port, const ChatRequest &request, const Call &call, const std::function<void()> &onAnswer = {})
{
    QString content, reasoning;
    const Result<ChatStats> stats = port.chat(request, call.stop, [&](const ChatPiece &piece) {
        if (onAnswer)
            onAnswer();
        content += piece.content;
        reasoning += piece.reasoning;
        if (call.json || piece.content.isEmpty())
            return;
        printPiece(piece.content);
    });
    if (!call.json && !content.isEmpty() && !content.endsWith(QLatin1Char('\n')))
        printLine({});
    if (!stats) {
        if (stats.error().kind != ErrorKind::Canceled)
            return fail(stats.error());
        complain(u"stopped"_s);
        return content.isEmpty() ? int(CouldNotAsk) : int(Yes);
    }
    if (call.json)
        printJson(toJson(*stats, content, reasoning));
    complain(figures(*stats));
    return Yes;
}

int askEndpoint(Asked &asked, const Call &call)
{
    RemoteEndpoint endpoint(asked.endpoint, asked.model);
    if (asked.model.isEmpty()) {
        const Result<QStringList> models = endpoint.models(call.stop);
        if (!models)
            return fail(models.error());
        if (models->size() != 1) {
            complain(u"ascendctl chat: %1 serves %2 models (%3). Choose one with --model."_s.arg(asked.endpoint)
                         .arg(models->size())
                         .arg(models->join(u", "_s)));
            return Usage;
        }
        asked.request.model = models->first();
    }
    SilenceTeller silence(asked.endpoint);
    return ask(endpoint, asked.request, call, [&silence] { silence.noteAnswer(); });
}

} // namespace

int chat(const Call &call)
{
    QCommandLineParser parser;
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    for (const char *name :
         {"model", "endpoint", "temperature", "top-p", "max-tokens", "seed", "system", "threads", "context"})
        parser.addOption({QLatin1String(name), QString(), u"value"_s});
    Asked asked;
    QString wrong;
    if (!parser.parse(QStringList{u"chat"_s} + call.arguments)) {
        wrong = parser.errorText();
    } else {
        Result<QByteArray> given = QByteArray();
        if (parser.positionalArguments() == QStringList(u"-"_s))
            given = readInput(u"-"_s, largestPrompt, call.stop);
        if (!given)
            return fail(given.error());
        wrong = read(parser, QString::fromUtf8(*given), asked);
    }
    if (!wrong.isEmpty()) {
        complain(u"ascendctl chat: "_s + wrong);
        return Usage;
    }
    if (!asked.endpoint.isEmpty())
        return askEndpoint(asked, call);
    asked.options.examiner = QCoreApplication::applicationFilePath();
    asked.options.contextOption = u"--context"_s;
    EmbeddedEngine engine;
    const Result<EngineInfo> loaded = engine.load(asked.model, asked.options, {}, call.stop);
    if (!loaded)
        return fail(loaded.error());
    return ask(engine, asked.request, call);
}

} // namespace ctl
