// ascendctl chat: one question, the answer streamed to stdout and nothing else there; figures on stderr.
#include "app/ctl/chat.h"

#include "app/ctl/numbers.h"
#include "core/base/inputfile.h"
#include "inference/embeddedengine.h"
#include "inference/remoteendpoint.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cmath>

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
    to.model = parser.value(QStringLiteral("model"));
    to.endpoint = parser.value(QStringLiteral("endpoint"));
    if (to.model.isEmpty() && to.endpoint.isEmpty())
        return QStringLiteral("give --model FILE, or --endpoint URL.");
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
    if (!number(QStringLiteral("temperature"), to.request.temperature, 0, 10))
        return QStringLiteral("--temperature is a number from 0 to 10.");
    if (!number(QStringLiteral("top-p"), to.request.topP, 0, 1))
        return QStringLiteral("--top-p is a number from 0 to 1.");
    if (!number(QStringLiteral("max-tokens"), to.request.maxTokens, 1, 1 << 30))
        return QStringLiteral("--max-tokens is a whole number above 0.");
    if (!number(QStringLiteral("seed"), to.request.seed, 0, 4294967295.0))
        return QStringLiteral("--seed is a whole number from 0 to 4294967295.");
    QString wrong;
    const std::optional<int> threads = wholeNumber(parser, QStringLiteral("threads"), 0, 0, 4096, wrong);
    const std::optional<int> context = wholeNumber(parser, QStringLiteral("context"), 0, 0, 1 << 24, wrong);
    if (!wrong.isEmpty())
        return wrong;
    to.options.threads = *threads;
    to.options.contextTokens = *context;
    to.options.parallel = 1;
    QString prompt = parser.positionalArguments().join(QLatin1Char(' '));
    if (prompt == QLatin1String("-"))
        prompt = given;
    if (prompt.trimmed().isEmpty())
        return QStringLiteral("give a prompt, or - to read it from stdin.");
    if (const QString system = parser.value(QStringLiteral("system")); !system.isEmpty())
        to.request.messages << ChatMessage{QStringLiteral("system"), system};
    to.request.messages << ChatMessage{QStringLiteral("user"), prompt};
    return {};
}

QString figures(const ChatStats &stats)
{
    QStringList parts{stats.model};
    if (stats.ttftMs)
        parts << QStringLiteral("TTFT %1 ms").arg(*stats.ttftMs, 0, 'f', 0);
    if (stats.tokensPerSecond)
        parts << QStringLiteral("%1 tokens/s").arg(*stats.tokensPerSecond, 0, 'f', 1);
    if (stats.completionTokens)
        parts << QStringLiteral("%1 tokens").arg(*stats.completionTokens);
    if (stats.cachedTokens.value_or(0) > 0)
        parts << QStringLiteral("%1 cached").arg(*stats.cachedTokens);
    return parts.join(QStringLiteral(" · "));
}

Json toJson(const ChatStats &stats, const QString &content, const QString &reasoning)
{
    return {{"content", content},
            {"reasoning", reasoning.isEmpty() ? Json(nullptr) : Json(reasoning)},
            {"model", stats.model},
            {"finishReason", stats.finishReason},
            {"ttftMs", nullable(stats.ttftMs)},
            {"tokensPerSecond", nullable(stats.tokensPerSecond)},
            {"promptTokens", nullable(stats.promptTokens)},
            {"completionTokens", nullable(stats.completionTokens)},
            {"cachedTokens", nullable(stats.cachedTokens)},
            {"totalMs", stats.totalMs}};
}

int ask(ChatPort &port, const ChatRequest &request, const Call &call)
{
    QString content, reasoning;
    const Result<ChatStats> stats = port.chat(request, call.stop, [&](const ChatPiece &piece) {
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
        complain(QStringLiteral("stopped"));
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
            complain(QStringLiteral("ascendctl chat: %1 serves %2 models (%3). Choose one with --model.")
                         .arg(asked.endpoint).arg(models->size()).arg(models->join(QStringLiteral(", "))));
            return Usage;
        }
        asked.request.model = models->first();
    }
    return ask(endpoint, asked.request, call);
}

} // namespace

int chat(const Call &call)
{
    QCommandLineParser parser;
    parser.setOptionsAfterPositionalArgumentsMode(QCommandLineParser::ParseAsOptions);
    for (const char *name :
         {"model", "endpoint", "temperature", "top-p", "max-tokens", "seed", "system", "threads", "context"})
        parser.addOption({QLatin1String(name), QString(), QStringLiteral("value")});
    Asked asked;
    QString wrong;
    if (!parser.parse(QStringList{QStringLiteral("chat")} + call.arguments)) {
        wrong = parser.errorText();
    } else {
        Result<QByteArray> given = QByteArray();
        if (parser.positionalArguments() == QStringList(QStringLiteral("-")))
            given = readInput(QStringLiteral("-"), largestPrompt, call.stop);
        if (!given)
            return fail(given.error());
        wrong = read(parser, QString::fromUtf8(*given), asked);
    }
    if (!wrong.isEmpty()) {
        complain(QStringLiteral("ascendctl chat: ") + wrong);
        return Usage;
    }
    if (!asked.endpoint.isEmpty())
        return askEndpoint(asked, call);
    asked.options.examiner = QCoreApplication::applicationFilePath();
    EmbeddedEngine engine;
    const Result<EngineInfo> loaded = engine.load(asked.model, asked.options, {}, call.stop);
    if (!loaded)
        return fail(loaded.error());
    return ask(engine, asked.request, call);
}

} // namespace ctl
