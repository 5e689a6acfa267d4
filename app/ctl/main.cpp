// ascendctl: the same verbs as the window, without one. Exit codes: DESIGN "ascendctl".
#include "app/ctl/open.h"
#include "app/ctl/verb.h"

#include "core/base/languages.h"
#include "core/base/plaintext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <thread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int outputError = 0; // errno of the first write to stdout that failed

void put(const QByteArray &text)
{
    const bool isWritten = fwrite(text.constData(), 1, size_t(text.size()), stdout) == size_t(text.size());
    if ((!isWritten || fflush(stdout) != 0) && outputError == 0)
        outputError = errno;
}

} // namespace

// What a window will read later holds every language; this program speaks English, or what speakChinese() says.
static QString said(const QString &text) { return withoutControls(inLanguage(text, dataLanguage())); }

static Json inOneLanguage(Json document)
{
    if (document.is_string())
        return inLanguage(document.get<QString>(), dataLanguage());
    for (Json &member : document)
        if (member.is_string() || member.is_structured())
            member = inOneLanguage(std::move(member));
    return document;
}

void speakChinese()
{
    static QTranslator translator;
    if (!translator.load(u":/translations/ascend-console_zh_CN.qm"_s))
        return;
    setProgramLocale(QLocale(QLocale::Chinese, QLocale::China));
    QCoreApplication::installTranslator(&translator);
}

void printJson(const Json &document) { put(withoutControls(prettyJson(inOneLanguage(document)))); }

void printPiece(const QString &text) { put(said(text).toUtf8()); }

void printLine(const QString &line) { printPiece(line + QLatin1Char('\n')); }

void complainPiece(const QString &piece)
{
    const QByteArray text = said(piece).toUtf8();
    fwrite(text.constData(), 1, size_t(text.size()), stderr);
}

void complain(const QString &sentence) { complainPiece(sentence + QLatin1Char('\n')); }

bool isOutputLost() { return outputError != 0; }

static int afterOutput(int code)
{
    if (outputError == 0)
        return code;
    if (outputError != EPIPE) // who closed the pipe wants to hear no more
        complain(u"ascendctl: the output cannot be written: %1."_s.arg(QString::fromLocal8Bit(strerror(outputError))));
    return CouldNotAsk;
}

int fail(const Error &error)
{
    complain(u"ascendctl: "_s + error.message);
    if (!error.detail.isEmpty())
        complain(error.detail);
    if (const QString hint = howToGoOn(error); !hint.isEmpty())
        complain(hint);
    return error.facts.contains(u"usage"_s) ? Usage : CouldNotAsk;
}

int refuse(const Error &error)
{
    const int code = fail(error);
    return code == CouldNotAsk && error.kind == ErrorKind::Invalid ? int(No) : code;
}

} // namespace ctl

namespace {

std::atomic<int> interrupts = 0;
std::atomic<time_t> firstInterrupt = 0;

// The first one asks to end; somebody who asks again after a while wants it to end now. `timeout` and shells send a
// signal twice at once.
void noteInterrupt(int signal)
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const time_t ms = now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (interrupts++ == 0)
        firstInterrupt = ms;
    else if (ms - firstInterrupt >= 500)
        _exit(128 + signal);
}

// D stands for a deployment file: whose verb takes one reaches its nodes.
bool takesDeployment(const ctl::Verb &verb) { return QLatin1String(verb.usage).startsWith("D"_L1); }

void tellUsage(void (*tell)(const QString &))
{
    tell(u"usage: ascendctl VERB [--json] ...\n"_s);
    for (const ctl::Verb &verb : ctl::verbs())
        tell(u"  %1 %2\n      %3"_s.arg(QLatin1String(verb.name), QLatin1String(verb.usage), QLatin1String(verb.help)));
    tell(u"\n  D is a deployment file. Each verb that takes one also takes, to reach its nodes:\n      "_s
         + QLatin1String(ctl::connectionUsage));
}

// "--" ends the options: what follows is a prompt or a file.
bool asksForHelp(const QStringList &arguments)
{
    const QStringList options = arguments.mid(0, arguments.indexOf(u"--"_s));
    return options.contains("--help"_L1) || options.contains("-h"_L1);
}

int usage()
{
    tellUsage(ctl::complain);
    return ctl::Usage;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("GGML_NO_BACKTRACE", "1"); // else ggml, when it gives up, runs the first gdb in PATH
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"ascendctl"_s);
    QCoreApplication::setOrganizationName(u"ascend-console"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(ASC_VERSION));

    setProgramLocale(QLocale::c());   // English, whatever the terminal speaks: half of it would be Chinese else
    QTranslator singulars;               // "1 node", not "1 nodes"
    if (singulars.load(u":/translations/ascend-console_en.qm"_s))
        QCoreApplication::installTranslator(&singulars);

    QStringList arguments = QCoreApplication::arguments().mid(1);
    if (arguments.isEmpty())
        return usage();
    const QString name = arguments.takeFirst();
    if (name == "--version"_L1 || name == "-v"_L1) {
        ctl::printLine(QStringLiteral("ascendctl " ASC_VERSION));
        return ctl::afterOutput(ctl::Yes);
    }
    if (name == "--help"_L1 || name == "-h"_L1 || name == "help"_L1) {
        tellUsage(ctl::printLine); // asked for: it is the answer
        return ctl::Yes;
    }

    const auto verb = std::find_if(ctl::verbs().cbegin(), ctl::verbs().cend(),
                                   [&](const ctl::Verb &each) { return name == QLatin1String(each.name); });
    if (verb != ctl::verbs().cend() && asksForHelp(arguments)) {
        ctl::printLine(
            u"usage: ascendctl %1 %2\n    %3"_s.arg(name, QLatin1String(verb->usage), QLatin1String(verb->help)));
        if (takesDeployment(*verb))
            ctl::printLine(u"    to reach the nodes of D: "_s + QLatin1String(ctl::connectionUsage));
        return ctl::afterOutput(ctl::Yes);
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

    // As of a variable that is not set: taken for "not given", it would become a default that nobody chose.
    if (verb != ctl::verbs().cend() && arguments.contains(QString())) {
        const qsizetype at = arguments.indexOf(QString());
        ctl::complain(at == 0 ? u"ascendctl %1: the first argument is empty. Is a variable not set?"_s.arg(name)
                              : u"ascendctl %1: what follows '%2' is empty. Is a variable not set?"_s.arg(
                                    name, arguments[at - 1]));
        return ctl::Usage;
    }

    ctl::Call call{arguments, false, stop.get_token()};
    call.json = call.arguments.removeAll(u"--json"_s) > 0;
    if (verb != ctl::verbs().cend())
        return ctl::afterOutput(verb->run(call));
    ctl::complain(u"ascendctl: there is no verb '%1'."_s.arg(name));
    return usage();
}
