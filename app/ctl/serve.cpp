// ascendctl serve: the embedded engine behind an endpoint of OpenAI's and Anthropic's API, for other programs; of
// OpenAI's alone for the simulated daemons.
#include "app/ctl/serve.h"

#include "app/ctl/numbers.h"
#include "inference/callerrules.h"
#include "inference/localapiserver.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <condition_variable>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

std::optional<int> portOf(const QString &text)
{
    bool isNumber = false;
    const int port = text.toInt(&isNumber);
    return isNumber && port >= 0 && port <= 65535 ? std::optional(port) : std::nullopt;
}

// From the environment or a descriptor: an argument is there for everybody to read. Unset: `wrong` says why.
std::optional<QByteArray> apiKey(const QCommandLineParser &parser, QString &wrong)
{
    QByteArray key = qgetenv("ASCENDCTL_API_KEY");
    const bool isNamed = qEnvironmentVariableIsSet("ASCENDCTL_API_KEY");
    qunsetenv("ASCENDCTL_API_KEY");
    if (parser.isSet(u"api-key-fd"_s)) {
        QString text = parser.value(u"api-key-fd"_s);
        bool isNumber = false;
        const int descriptor = text.toInt(&isNumber);
        QFile file;
        if (!isNumber || ::fcntl(descriptor, F_GETFD) < 0 || !file.open(descriptor, QIODevice::ReadOnly)) {
            wrong = u"'%1' is not an open file descriptor."_s.arg(text);
            return std::nullopt;
        }
        key = file.readLine(4096);
    } else if (!isNamed) {
        return QByteArray();
    }
    key = key.trimmed();
    const bool canBeSent = std::all_of(key.cbegin(), key.cend(), [](char c) { return c >= ' ' && c <= '~'; });
    if (!key.isEmpty() && canBeSent)
        return key;
    wrong = key.isEmpty() // somebody meant to protect it
        ? u"the API key is empty."_s
        : u"the API key has a character that no client can send in a header: take printable ASCII ones."_s;
    return std::nullopt;
}

void waitFor(std::stop_token stop)
{
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait(lock, stop, [] { return false; });
}

} // namespace

int serve(const Call &call)
{
    QCommandLineParser parser;
    parser.addOptions({{u"model"_s, QString(), u"file"_s},
                       {u"port"_s, QString(), u"port"_s},
                       {u"host"_s, QString(), u"address"_s, u"127.0.0.1"_s},
                       {u"served-model-name"_s, QString(), u"name"_s},
                       {u"management-port"_s, QString(), u"port"_s},
                       {u"metrics-port"_s, QString(), u"port"_s},
                       {u"metric-names"_s, QString(), u"engine"_s, u"mindie"_s},
                       {u"metrics-refusal"_s, QString(), u"text"_s},
                       {u"threads"_s, QString(), u"count"_s},
                       {u"context"_s, QString(), u"tokens"_s},
                       {u"parallel"_s, QString(), u"count"_s},
                       {u"max-body"_s, QString(), u"MiB"_s},
                       {u"max-model-len"_s, QString(), u"tokens"_s},
                       {u"vllm-release"_s, QString(), u"release"_s},
                       {u"openai-only"_s, QString()},
                       {u"api-key-fd"_s, QString(), u"descriptor"_s}});
    if (!parser.parse(QStringList{u"serve"_s} + call.arguments) || !parser.positionalArguments().isEmpty()
        || !parser.isSet(u"model"_s) || !parser.isSet(u"port"_s)) {
        complain(u"ascendctl serve: "_s
                 + (parser.errorText().isEmpty() ? u"give --model FILE and --port N."_s : parser.errorText()));
        return Usage;
    }
    ServerAddresses addresses;
    addresses.host = parser.value(u"host"_s);
    const std::optional<int> port = portOf(parser.value(u"port"_s));
    const auto optionalPort = [&parser](const QString &name, std::optional<int> &to) {
        if (!parser.isSet(name))
            return true;
        to = portOf(parser.value(name));
        return to.has_value();
    };
    if (!port || !optionalPort(u"management-port"_s, addresses.managementPort)
        || !optionalPort(u"metrics-port"_s, addresses.metricsPort)) {
        complain(u"ascendctl serve: a port is a number from 0 to 65535."_s);
        return Usage;
    }
    addresses.port = *port;

    QString wrong;
    const std::optional<int> threads = wholeNumber(parser, u"threads"_s, 0, 0, 4096, wrong);
    const std::optional<int> context = wholeNumber(parser, u"context"_s, 0, 0, 1 << 24, wrong);
    const std::optional<int> parallel = wholeNumber(parser, u"parallel"_s, 4, 1, 256, wrong);
    const std::optional<int> maxBody = wholeNumber(parser, u"max-body"_s, 4, 1, 64, wrong);
    const std::optional<int> length = wholeNumber(parser, u"max-model-len"_s, 0, 0, 1 << 30, wrong);
    const std::optional<QByteArray> key = apiKey(parser, wrong);
    if (!wrong.isEmpty()) {
        complain(u"ascendctl serve: "_s + wrong);
        return Usage;
    }
    const QString names = parser.value(u"metric-names"_s);
    if (names != "mindie"_L1 && names != "vllm"_L1) {
        complain(u"ascendctl serve: --metric-names is mindie or vllm, not %1."_s.arg(names));
        return Usage;
    }
    ServerRules rules;
    rules.apiKey = *key;
    rules.takesMessages = !parser.isSet(u"openai-only"_s);
    rules.metricNames = names == "vllm"_L1 ? MetricNames::Vllm : MetricNames::Mindie;
    rules.metricsRefusal = parser.value(u"metrics-refusal"_s);
    rules.length = {*length, parser.value(u"vllm-release"_s)};
    rules.limits.bodyBytes = qint64(*maxBody) << 20;
    EngineOptions options;
    options.threads = *threads;
    options.contextTokens = *context;
    options.parallel = *parallel;
    options.servedName = parser.value(u"served-model-name"_s);
    const QString path = parser.value(u"model"_s);
    options.examiner = QCoreApplication::applicationFilePath();
    options.contextOption = u"--context"_s;
    if (const Result<GgufInfo> file = readGguf(path); !file)
        return fail(file.error());
    if (options.servedName.isEmpty())
        options.servedName = servedNameOf(path);

    // Ports first: a taken one is told before a long load, and who waits for readiness is told 503 meanwhile.
    EmbeddedEngine engine;
    LocalApiServer server(engine, options.servedName, rules);
    if (const Result<void> started = server.start(addresses); !started)
        return fail(started.error());
    if (!isLoopback(addresses.host))
        complain(u"Warning: %1 can be reached from other machines. The connection is not encrypted%2."_s.arg(
            addresses.host,
            rules.apiKey.isEmpty() ? u", and whoever reaches it may use it: set ASCENDCTL_API_KEY to ask for a key"_s
                                   : QString()));
    const Result<EngineInfo> info = engine.load(path, options, {}, call.stop);
    if (!info)
        return info.error().kind == ErrorKind::Canceled ? int(Yes) : fail(info.error());

    const ServerAddresses taken = server.addresses();
    const QString base = u"http://%1:%2/v1"_s.arg(taken.host).arg(taken.port);
    if (call.json) {
        printJson({{"baseUrl", base},
                   {"model", info->name},
                   {"contextTokens", info->contextTokens},
                   {"threads", info->threads},
                   {"port", taken.port},
                   {"managementPort", nullable(taken.managementPort)},
                   {"metricsPort", nullable(taken.metricsPort)}});
    } else {
        complain(u"%1 is served at %2 (context %3 tokens, %4 threads)."_s.arg(info->name, base)
                     .arg(info->contextTokens)
                     .arg(info->threads));
    }
    waitFor(call.stop);
    server.stop();
    return Yes;
}

} // namespace ctl
