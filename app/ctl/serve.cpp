// ascendctl serve: the embedded engine behind an OpenAI-compatible endpoint, for other programs and for the
// simulated daemons.
#include "app/ctl/serve.h"

#include "app/ctl/numbers.h"
#include "inference/callerrules.h"
#include "inference/localapiserver.h"

#include <QCoreApplication>
#include <QFile>

#include <condition_variable>

#include <fcntl.h>

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
    if (parser.isSet(QStringLiteral("api-key-fd"))) {
        QString text = parser.value(QStringLiteral("api-key-fd"));
        bool isNumber = false;
        const int descriptor = text.toInt(&isNumber);
        QFile file;
        if (!isNumber || ::fcntl(descriptor, F_GETFD) < 0 || !file.open(descriptor, QIODevice::ReadOnly)) {
            wrong = QStringLiteral("'%1' is not an open file descriptor.").arg(text);
            return std::nullopt;
        }
        key = file.readLine(4096);
    } else if (!isNamed) {
        return QByteArray();
    }
    key = key.trimmed();
    if (!key.isEmpty())
        return key;
    wrong = QStringLiteral("the API key is empty."); // somebody meant to protect it
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
    parser.addOptions({{QStringLiteral("model"), QString(), QStringLiteral("file")},
                       {QStringLiteral("port"), QString(), QStringLiteral("port")},
                       {QStringLiteral("host"), QString(), QStringLiteral("address"), QStringLiteral("127.0.0.1")},
                       {QStringLiteral("served-model-name"), QString(), QStringLiteral("name")},
                       {QStringLiteral("management-port"), QString(), QStringLiteral("port")},
                       {QStringLiteral("metrics-port"), QString(), QStringLiteral("port")},
                       {QStringLiteral("metric-names"), QString(), QStringLiteral("engine"), QStringLiteral("mindie")},
                       {QStringLiteral("metrics-refusal"), QString(), QStringLiteral("text")},
                       {QStringLiteral("threads"), QString(), QStringLiteral("count")},
                       {QStringLiteral("context"), QString(), QStringLiteral("tokens")},
                       {QStringLiteral("parallel"), QString(), QStringLiteral("count")},
                       {QStringLiteral("max-body"), QString(), QStringLiteral("MiB")},
                       {QStringLiteral("api-key-fd"), QString(), QStringLiteral("descriptor")}});
    if (!parser.parse(QStringList{QStringLiteral("serve")} + call.arguments) || !parser.positionalArguments().isEmpty()
        || !parser.isSet(QStringLiteral("model")) || !parser.isSet(QStringLiteral("port"))) {
        complain(
            QStringLiteral("ascendctl serve: ")
            + (parser.errorText().isEmpty() ? QStringLiteral("give --model FILE and --port N.") : parser.errorText()));
        return Usage;
    }
    ServerAddresses addresses;
    addresses.host = parser.value(QStringLiteral("host"));
    const std::optional<int> port = portOf(parser.value(QStringLiteral("port")));
    const auto optionalPort = [&parser](const QString &name, std::optional<int> &to) {
        if (!parser.isSet(name))
            return true;
        to = portOf(parser.value(name));
        return to.has_value();
    };
    if (!port || !optionalPort(QStringLiteral("management-port"), addresses.managementPort)
        || !optionalPort(QStringLiteral("metrics-port"), addresses.metricsPort)) {
        complain(QStringLiteral("ascendctl serve: a port is a number from 0 to 65535."));
        return Usage;
    }
    addresses.port = *port;

    QString wrong;
    const std::optional<int> threads = wholeNumber(parser, QStringLiteral("threads"), 0, 0, 4096, wrong);
    const std::optional<int> context = wholeNumber(parser, QStringLiteral("context"), 0, 0, 1 << 24, wrong);
    const std::optional<int> parallel = wholeNumber(parser, QStringLiteral("parallel"), 4, 1, 256, wrong);
    const std::optional<int> maxBody = wholeNumber(parser, QStringLiteral("max-body"), 4, 1, 64, wrong);
    const std::optional<QByteArray> key = apiKey(parser, wrong);
    if (!wrong.isEmpty()) {
        complain(QStringLiteral("ascendctl serve: ") + wrong);
        return Usage;
    }
    const QString names = parser.value(QStringLiteral("metric-names"));
    if (names != QLatin1String("mindie") && names != QLatin1String("vllm")) {
        complain(QStringLiteral("ascendctl serve: --metric-names is mindie or vllm, not %1.").arg(names));
        return Usage;
    }
    ServerRules rules;
    rules.apiKey = *key;
    rules.metricNames = names == QLatin1String("vllm") ? MetricNames::Vllm : MetricNames::Mindie;
    rules.metricsRefusal = parser.value(QStringLiteral("metrics-refusal"));
    rules.limits.bodyBytes = qint64(*maxBody) << 20;
    EngineOptions options;
    options.threads = *threads;
    options.contextTokens = *context;
    options.parallel = *parallel;
    options.servedName = parser.value(QStringLiteral("served-model-name"));
    const QString path = parser.value(QStringLiteral("model"));
    options.examiner = QCoreApplication::applicationFilePath();
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
        complain(QStringLiteral("Warning: %1 can be reached from other machines. The connection is not encrypted%2.")
                     .arg(addresses.host,
                          rules.apiKey.isEmpty() ? QStringLiteral(
                              ", and whoever reaches it may use it: set ASCENDCTL_API_KEY to ask for a key")
                                                 : QString()));
    const Result<EngineInfo> info = engine.load(path, options, {}, call.stop);
    if (!info)
        return info.error().kind == ErrorKind::Canceled ? int(Yes) : fail(info.error());

    const ServerAddresses taken = server.addresses();
    const QString base = QStringLiteral("http://%1:%2/v1").arg(taken.host).arg(taken.port);
    if (call.json) {
        printJson({{"baseUrl", base},
                   {"model", info->name},
                   {"contextTokens", info->contextTokens},
                   {"threads", info->threads},
                   {"port", taken.port},
                   {"managementPort", nullable(taken.managementPort)},
                   {"metricsPort", nullable(taken.metricsPort)}});
    } else {
        complain(QStringLiteral("%1 is served at %2 (context %3 tokens, %4 threads).")
                     .arg(info->name, base).arg(info->contextTokens).arg(info->threads));
    }
    waitFor(call.stop);
    server.stop();
    return Yes;
}

} // namespace ctl
