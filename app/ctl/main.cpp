// ascendctl: the same verbs as the window, without one. Exit codes: DESIGN "ascendctl".
#include "app/ctl/open.h"
#include "app/ctl/verb.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <thread>

namespace ctl {

void printJson(const Json &document)
{
    const QByteArray text = prettyJson(document);
    fwrite(text.constData(), 1, size_t(text.size()), stdout);
    fflush(stdout);
}

void printLine(const QString &line)
{
    const QByteArray text = line.toUtf8() + '\n';
    fwrite(text.constData(), 1, size_t(text.size()), stdout);
    fflush(stdout);
}

void complain(const QString &sentence)
{
    const QByteArray text = sentence.toUtf8() + '\n';
    fwrite(text.constData(), 1, size_t(text.size()), stderr);
}

int fail(const Error &error)
{
    complain(QStringLiteral("ascendctl: ") + error.message);
    if (!error.detail.isEmpty())
        complain(error.detail);
    if (const QString hint = howToGoOn(error); !hint.isEmpty())
        complain(hint);
    return error.facts.contains(QStringLiteral("usage")) ? Usage : CouldNotAsk;
}

} // namespace ctl

namespace {

std::atomic<int> interrupts = 0;
void noteInterrupt(int) { ++interrupts; }

int usage()
{
    ctl::complain(QStringLiteral("usage: ascendctl VERB [--json] ...\n"));
    for (const ctl::Verb &verb : ctl::verbs())
        ctl::complain(QStringLiteral("  %1 %2\n      %3").arg(QLatin1String(verb.name), QLatin1String(verb.usage), QLatin1String(verb.help)));
    return ctl::Usage;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("GGML_NO_BACKTRACE", "1"); // else ggml, when it gives up, runs the first gdb in PATH
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("ascendctl"));
    QCoreApplication::setOrganizationName(QStringLiteral("ascend-console"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ASC_VERSION));

    QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.isEmpty())
        return usage();
    const QString name = arguments.takeFirst();
    if (name == QLatin1String("--version")) {
        ctl::printLine(QStringLiteral("ascendctl " ASC_VERSION));
        return ctl::Yes;
    }
    if (name == QLatin1String("--help") || name == QLatin1String("help")) {
        usage();
        return ctl::Yes;
    }

    std::stop_source stop;
    std::signal(SIGINT, noteInterrupt);
    std::signal(SIGTERM, noteInterrupt);
    std::signal(SIGPIPE, SIG_IGN);
    const std::jthread watcher([&stop](std::stop_token quit) {
        while (!quit.stop_requested() && interrupts == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (interrupts > 0)
            stop.request_stop();
    });

    ctl::Call call{arguments, false, stop.get_token()};
    call.json = call.arguments.removeAll(QStringLiteral("--json")) > 0;
    for (const ctl::Verb &verb : ctl::verbs()) {
        if (name == QLatin1String(verb.name))
            return verb.run(call);
    }
    ctl::complain(QStringLiteral("ascendctl: there is no verb '%1'.").arg(name));
    return usage();
}
