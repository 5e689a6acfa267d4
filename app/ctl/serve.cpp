// ascendctl serve: the embedded engine behind an OpenAI-compatible endpoint, for other programs and for the
// simulated daemons.
#include "app/ctl/serve.h"

#include "inference/localapiserver.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <condition_variable>

namespace ctl {

namespace {

std::optional<int> portOf(const QString &text)
{
    bool isNumber = false;
    const int port = text.toInt(&isNumber);
    return isNumber && port >= 0 && port <= 65535 ? std::optional(port) : std::nullopt;
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
                       {QStringLiteral("threads"), QString(), QStringLiteral("count"), QStringLiteral("0")},
                       {QStringLiteral("context"), QString(), QStringLiteral("tokens"), QStringLiteral("0")},
                       {QStringLiteral("parallel"), QString(), QStringLiteral("count"), QStringLiteral("4")}});
    if (!parser.parse(QStringList{QStringLiteral("serve")} + call.arguments) || !parser.positionalArguments().isEmpty()
        || !parser.isSet(QStringLiteral("model")) || !parser.isSet(QStringLiteral("port"))) {
        complain(parser.errorText().isEmpty() ? QStringLiteral("ascendctl serve: give --model FILE and --port N.") : parser.errorText());
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

    EngineOptions options;
    options.threads = parser.value(QStringLiteral("threads")).toInt();
    options.contextTokens = parser.value(QStringLiteral("context")).toInt();
    options.parallel = parser.value(QStringLiteral("parallel")).toInt();
    options.servedName = parser.value(QStringLiteral("served-model-name"));
    const QString path = parser.value(QStringLiteral("model"));
    options.examiner = QCoreApplication::applicationFilePath();
    if (const Result<GgufInfo> file = readGguf(path); !file)
        return fail(file.error());
    if (options.servedName.isEmpty())
        options.servedName = servedNameOf(path);

    // Ports first: a taken one is told before a long load, and who waits for readiness is told 503 meanwhile.
    EmbeddedEngine engine;
    LocalApiServer server(engine, options.servedName);
    if (const Result<void> started = server.start(addresses); !started)
        return fail(started.error());
    const Result<EngineInfo> info = engine.load(path, options, {}, call.stop);
    if (!info)
        return info.error().kind == ErrorKind::Canceled ? int(Yes) : fail(info.error());

    const ServerAddresses taken = server.addresses();
    const QString base = QStringLiteral("http://%1:%2/v1").arg(taken.host).arg(taken.port);
    if (call.json) {
        printJson({{"baseUrl", base}, {"model", info->name}, {"contextTokens", info->contextTokens}, {"threads", info->threads},
                   {"port", taken.port}, {"managementPort", nullable(taken.managementPort)}, {"metricsPort", nullable(taken.metricsPort)}});
    } else {
        complain(QStringLiteral("%1 is served at %2 (context %3 tokens, %4 threads).")
                     .arg(info->name, base).arg(info->contextTokens).arg(info->threads));
    }
    waitFor(call.stop);
    server.stop();
    return Yes;
}

} // namespace ctl
