#include "core/deploy/daemon.h"

#include "core/base/languages.h"
#include "core/deploy/containersteps.h"
#include "core/deploy/firstcause.h"
#include "core/runs/deploytext.h"
#include "core/deploy/logwatch.h"
#include "core/serving/http.h"
#include "core/deploy/servicesteps.h"
#include "core/deploy/targetfolder.h"
#include "core/deploy/whatholdsup.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <QRegularExpression>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

using std::chrono::minutes;
using std::chrono::seconds;

namespace {

// The pid with its start time, as start.sh remembers them: a number that the system has given to
// another process since is not ours. One that is dead and not buried yet (a container's first process need not bury
// anybody) does not run. A pipe in the file's place is not read: nothing may ever come from it.
constexpr int pidIsLink = 90, pidIsNoFile = 92;
const QString daemonScript = u"p=$1; shift; [ ! -h \"$p\" ] || exit 90; [ -e \"$p\" ] || exit 1; [ -f \"$p\" ] || "
                             "exit 92; read -r pid began <\"$p\" || exit 1; "
                             "its=$(sed 's/.*) //' \"/proc/$pid/stat\" 2>/dev/null); "
                             "case $its in [ZXx]*) exit 1;; esac; now=$(echo \"$its\" | cut -d' ' -f20); "
                             "[ -n \"$began\" ] && [ \"$now\" = \"$began\" ] || exit 1; echo \"$pid\"; "
                             "for f; do [ ! \"$f\" -nt \"$p\" ] || printf '%s\\n' \"$f\"; done"_s;

// A slice of the log from byte `from` (1 is the first) on, followed. `docker exec` does not end the process
// inside when it is itself killed, so what follows ends by itself: after a minute, or with the daemon.
QStringList followArgv(const Launch &launch, const QString &from, const QString &pid)
{
    return {launch.runtime, u"exec"_s,          launch.container, u"timeout"_s,           u"60"_s,       u"tail"_s,
            u"-c"_s,        u"+%1"_s.arg(from), u"-F"_s,          u"--pid=%1"_s.arg(pid), launch.logPath};
}

} // namespace

bool isFollowOfStart(const QString &command)
{
    static const QRegularExpression shape(u"^tail -c \\+\\d+ -F --pid=\\d+ /"_s);
    return shape.match(command).hasMatch();
}

namespace {

QStringList restArgv(const Launch &launch, qint64 from)
{
    return {launch.runtime, u"exec"_s, launch.container, u"tail"_s, u"-c"_s, u"+%1"_s.arg(from), launch.logPath};
}

// What is to be said of the rule, in every language; empty where there is none of that id.
QString ofRule(const QString &id, const std::function<QString(const FaultRule &rule)> &say)
{
    return inEveryLanguage([&](const QString &language) {
        const Result<QList<FaultRule>> rules = loadFaultRules(language);
        for (qsizetype i = 0; rules && i < rules->size(); ++i) {
            if ((*rules)[i].id == id)
                return say((*rules)[i]);
        }
        return QString();
    });
}

// where: the node whose log says it, if it is another
void nameCause(Error &error, const LogFinding &cause, const QString &where = {})
{
    error.facts.insert(u"line"_s, cause.line);
    if (cause.rule.isEmpty())
        return;
    const QString its = ofRule(cause.rule, causeWords);
    const QString words = where.isEmpty()
        ? its
        : DeployText::tr("The log of %1 tells the cause: %2", "node; a sentence").arg(where, its);
    error.message += QLatin1Char(' ') + words;
    error.facts.insert(u"cause"_s, words);
    error.facts.insert(u"remedy"_s, ofRule(cause.rule, [](const FaultRule &rule) {
                           return rule.remedy + QLatin1Char('\n')
                               + DeployText::tr("To check: %1").arg(rule.check) + QLatin1Char('\n')
                               + DeployText::tr("Source: %1").arg(rule.source);
                       }));
}

void nameElsewhere(Error &error, const CauseElsewhere &cause)
{
    const QString line = cause.node + u": "_s + cause.line;
    error.detail = error.detail.isEmpty() ? line : error.detail + QLatin1Char('\n') + line;
    nameCause(error, {cause.line, cause.rule}, cause.where);
}

// Empty: what the log names is no cause.
QString ruleOfCause(const std::optional<LogFinding> &finding, const QList<FaultRule> &rules)
{
    const bool isCause = finding && std::any_of(rules.cbegin(), rules.cend(), [&](const FaultRule &rule) {
        return rule.id == finding->rule && rule.role == FaultRole::Cause;
    });
    return isCause ? finding->rule : QString();
}

Error failureOf(const StepIo &io, const QString &sentence, const LogWatch &watch)
{
    Error error
        = stepFailure(io, sentence, DeployText::tr("Read the service's log from its first error on, on every node."));
    if (const std::optional<LogFinding> cause = watch.cause()) {
        error.detail = cause->line;
        nameCause(error, *cause);
    }
    if (const QString tail = watch.tail(); !error.facts.contains(u"cause"_s) && !tail.isEmpty()) {
        const bool isApart = !error.detail.isEmpty() && !tail.contains(error.detail);
        error.detail = (isApart ? error.detail + QLatin1Char('\n') : QString()) + tail; // nothing in it is known
    }
    return error;
}

// The same of a service that was started on all nodes: the cause may be another's.
Error failureAmongAll(StepIo &io, const QString &sentence, const LogWatch &watch, const QList<FaultRule> &rules)
{
    const std::optional<CauseElsewhere> other = causeElsewhere(io, ruleOfCause(watch.cause(), rules));
    if (!other)
        return failureOf(io, sentence, watch);
    Error error = stepFailure(io, sentence, {});
    nameElsewhere(error, *other);
    return error;
}

} // namespace

QStringList daemonProbe(const Launch &launch, bool withFiles)
{
    QStringList argv{launch.runtime, u"exec"_s,    launch.container, u"sh"_s,
                     u"-c"_s,        daemonScript, u"sh"_s,          launch.pidPath};
    if (withFiles)
        argv << launch.readFiles;
    return argv;
}

Result<bool> isDaemonGone(Shell &shell, const Launch &launch, std::stop_token stop)
{
    const auto answer = [&](const QStringList &argv) {
        return shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true}, stop);
    };
    const Result<CommandOutput> file
        = answer({launch.runtime, u"exec"_s, launch.container, u"test"_s, u"-s"_s, launch.pidPath});
    if (!file || file->exitCode != 0)
        return file ? Result<bool>(false) : Result<bool>(file.error());
    const Result<CommandOutput> process = answer(daemonProbe(launch, false));
    return process ? Result<bool>(process->exitCode == 1) : Result<bool>(process.error());
}

Result<DaemonState> askDaemon(StepIo &io, bool withFiles)
{
    const QStringList argv = daemonProbe(io.context.launch, withFiles);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    DaemonState state;
    if (output->exitCode == 1)
        return state;
    if (output->exitCode == pidIsLink || output->exitCode == pidIsNoFile)
        return inTheWayInside(io, io.context.launch.pidPath, output->exitCode == pidIsLink);
    if (output->exitCode != 0)
        return stepFailure(
            io, DeployText::tr("The container %1 cannot be asked for its service.").arg(io.context.launch.container),
            DeployText::tr("See that the container runs; deploy again if it does not."), textOf(*output));
    QStringList lines = QString::fromUtf8(output->out).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    state.pid = lines.isEmpty() ? 0 : lines.takeFirst().toLongLong();
    state.newerFiles = lines;
    return state;
}

Error namedByLog(StepIo &io, Error failure)
{
    const Launch &launch = io.context.launch;
    const Result<QList<FaultRule>> all = loadFaultRules();
    if (!all)
        return failure;
    QList<FaultRule> rules = rulesOfEngine(*all, launch.process.engine);
    rules.removeIf([](const FaultRule &rule) { return rule.role != FaultRole::Cause; });
    LogWatch watch({}, {}, rules);
    const QStringList argv{launch.runtime, u"exec"_s, launch.container, u"tail"_s, u"-c"_s, u"1000000"_s,
                           launch.logPath};
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true},
                                                      io.stop, [&](OutputStream stream, const QByteArray &piece) {
                                                          if (stream == OutputStream::Out)
                                                              watch.feed(piece);
                                                      });
    watch.finish();
    const std::optional<LogFinding> cause = output ? watch.cause() : std::nullopt;
    if (const std::optional<CauseElsewhere> other = causeElsewhere(io, ruleOfCause(cause, rules))) {
        nameElsewhere(failure, *other);
        return failure;
    }
    if (!cause || cause->rule.isEmpty())
        return failure;
    failure.detail = failure.detail.isEmpty() ? cause->line : failure.detail + QLatin1Char('\n') + cause->line;
    nameCause(failure, *cause);
    return failure;
}

Error endedAtOnce(StepIo &io)
{
    const Launch &launch = io.context.launch;
    const Result<NodeContainer> container = inspectContainer(io, launch.runtime, launch.container);
    if (!container)
        return container.error();
    if (!container->running) {
        const QStringList argv{launch.runtime, u"logs"_s, u"--tail"_s, u"20"_s, launch.container};
        const Result<CommandOutput> said = runLogged(io, argv);
        return stepFailure(
            io,
            DeployText::tr("The container %1 ended as soon as the service was started in it.").arg(launch.container),
            DeployText::tr("Read what it said last (%1), and deploy again.").arg(quoted(argv)),
            said ? textOf(*said) : said.error().message);
    }
    const Result<QList<FaultRule>> rules = loadFaultRules();
    if (!rules)
        return rules.error();
    // A line that says that it is ready does not count any more.
    LogWatch watch({}, launch.process.failureLines, rulesOfEngine(*rules, launch.process.engine));
    const QStringList argv = restArgv(launch, 1);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true},
                                                      io.stop, [&](OutputStream stream, const QByteArray &piece) {
                                                          io.log(piece);
                                                          if (stream == OutputStream::Err)
                                                              return;
                                                          watch.feed(piece);
                                                      });
    if (!output)
        return output.error();
    watch.finish();
    return failureOf(io, DeployText::tr("The service ended as soon as it was started."), watch);
}

QStringList readyProbes(const StepContext &context)
{
    return {quoted(daemonProbe(context.launch, false)), quoted(followArgv(context.launch, u"N"_s, u"PID"_s))};
}

// One question, soon given up: it is asked again. Empty: it is ready; else what the path answers, in words.
static QString notReadyYet(StepIo &io)
{
    const QString url = io.context.endpoint.managementUrl + io.context.launch.process.healthPath;
    const Result<HttpResponse> answer = httpRequest({.url = url, .timeout = seconds(3)}, io.stop);
    if (!answer)
        return DeployText::tr("%1 does not answer yet").arg(url);
    return answer->status == 200 ? QString() : DeployText::tr("%1 answers HTTP %2").arg(url).arg(answer->status);
}

Result<StepAnswer> awaitReady(StepIo &io)
{
    const Launch &launch = io.context.launch;
    const bool asksHttp = launch.process.readyLines.isEmpty(); // its log has no word for it
    const Result<QList<FaultRule>> rules = loadFaultRules();
    if (!rules)
        return rules.error();
    LogWatch watch(launch.process.readyLines, launch.process.failureLines,
                   rulesOfEngine(*rules, launch.process.engine), launch.process.readyTimes);
    const auto began = std::chrono::steady_clock::now();
    const auto deadline = began + minutes(90); // 671 GB of weights from a slow disk
    bool hasLooked = false;              // at what may hold it up
    qint64 from = 1;
    int emptyHanded = 0;
    QString waited;                      // what the path that says "ready" answered last
    while (true) {
        const Result<DaemonState> daemon = askDaemon(io, false);
        if (!daemon)
            return daemon.error();
        std::stop_source enough; // ready or failed: no need to follow on
        const std::stop_callback passOn(io.stop, [&] { enough.request_stop(); });
        const auto take = [&](OutputStream stream, const QByteArray &piece) {
            io.log(piece);
            if (stream == OutputStream::Err)
                return;
            from += piece.size();
            watch.feed(piece);
            if (watch.isReady() || watch.hasFailed())
                enough.request_stop();
        };
        const qint64 before = from;
        const bool runs = daemon->pid != 0;
        const QStringList argv
            = runs ? followArgv(launch, QString::number(from), QString::number(daemon->pid)) : restArgv(launch, from);
        const Result<CommandOutput> output = io.shell.run({.argv = argv,
                                                           .timeout = seconds(!runs          ? 30
                                                                                  : asksHttp ? 3
                                                                                             : 90),
                                                           .isQuestion = true},
                                                          enough.get_token(), take);
        if (io.stop.stop_requested())
            return canceled();
        if (!runs)
            watch.finish();
        if (watch.isReady())
            return StepAnswer{true, DeployText::tr("the log says that it is ready")};
        const QString waits = runs && asksHttp ? notReadyYet(io) : QString();
        if (waits != waited && !waits.isEmpty())
            io.log(waits.toUtf8() + '\n');
        waited = waits;
        if (runs && asksHttp && waits.isEmpty())
            return StepAnswer{true, launch.process.serves
                                  ? DeployText::tr("%1 answers").arg(launch.process.healthPath)
                                  : DeployText::tr("it runs, and %1 answers").arg(
                                        io.context.endpoint.managementUrl + launch.process.healthPath)};
        if (watch.hasFailed())
            return failureAmongAll(io, DeployText::tr("The service will not come up."), watch, *rules);
        if (!output && output.error().kind != ErrorKind::Canceled && output.error().kind != ErrorKind::Timeout)
            return output.error();
        if (!runs) {
            Error ended
                = failureAmongAll(io, DeployText::tr("The service ended before it was ready."), watch, *rules);
            if (!ended.facts.contains(u"cause"_s))
                ended = withoutContainer(io, ended);
            ended.facts.insert(QLatin1String(serviceEndedFact), u"yes"_s);
            return ended;
        }
        if (std::chrono::steady_clock::now() > deadline)
            return failureAmongAll(io,
                                   DeployText::tr("The service did not say within 90 minutes that it is ready.")
                                       + (waited.isEmpty() ? QString() : QLatin1Char(' ') + waited + QLatin1Char('.')),
                                   watch, *rules);
        if (!hasLooked && std::chrono::steady_clock::now() - began >= minutes(1)) {
            hasLooked = true;
            const QString words = whatHoldsUp(io);
            if (!words.isEmpty())
                io.log(words.toUtf8() + '\n');
            if (!words.isEmpty() && io.tell)
                io.tell(words);
        }
        const bool isOdd
            = from == before && output && output->exitCode != 124 && output->exitCode != 0 && output->exitCode != 143;
        emptyHanded = isOdd ? emptyHanded + 1 : 0;
        if (emptyHanded >= 10)
            return stepFailure(io, DeployText::tr("The log %1 cannot be followed.").arg(launch.logPath),
                               DeployText::tr("See that the file exists in the container."), textOf(*output));
        if (isOdd)
            pauseFor(std::chrono::milliseconds(500), io.stop);
    }
}
