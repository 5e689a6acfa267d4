#include "core/deploy/servicesteps.h"

#include "core/deploy/containersteps.h"
#include "core/deploy/daemon.h"
#include "core/deploy/leftovers.h"
#include "core/deploy/othersinway.h"
#include "core/facts/npufacts.h"
#include "core/facts/runninginstaller.h"
#include "core/runs/deploytext.h"
#include "core/serving/http.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

using std::chrono::minutes;
using std::chrono::seconds;

namespace {

// nullopt: the tool did not tell it.
std::optional<QString> hccnIp(const NodeFacts &facts, int device)
{
    const auto it = std::find_if(facts.hccn.cbegin(), facts.hccn.cend(),
                                 [&](const HccnFacts &hccn) { return hccn.deviceId == device; });
    if (it == facts.hccn.cend() || !it->isIpTold)
        return std::nullopt;
    return it->ip;
}

// Cards whose address is another one than /etc/hccn.conf has, in words: after a restart it is that one again.
QStringList againstHccnConf(const NodeFacts &facts)
{
    const QHash<int, QHash<QString, QString>> conf = readHccnConf(facts.hccnConf); // as the check network.hccn-conf
    QStringList cards;
    for (const HccnFacts &card : facts.hccn) {
        const QString kept = conf.value(card.deviceId).value(u"address"_s);
        if (!card.ip.isEmpty() && !kept.isEmpty() && card.ip != kept)
            cards << DeployText::tr("device %1 has %2, the file says %3", "a card's addresses")
                         .arg(QString::number(card.deviceId), card.ip, kept);
    }
    return cards;
}

QStringList stopArgvOf(const Json &data)
{
    QStringList argv;
    for (const Json &word : data.value("stop", Json::array()))
        argv << word.get<QString>();
    return argv;
}

} // namespace

// --- facts

QStringList factDifferences(const NodeFacts &before, const NodeFacts &now)
{
    QStringList differences;
    const auto compare = [&](const QString &what, const QString &was, const QString &is) {
        if (was != is)
            differences << DeployText::tr("%1 was %2, is %3")
                               .arg(what, was.isEmpty() ? DeployText::tr("none") : was,
                                    is.isEmpty() ? DeployText::tr("none") : is);
    };
    const auto ids = [](const NodeFacts &facts) {
        QStringList list;
        for (const int id : facts.deviceIds)
            list << QString::number(id);
        return list.join(QLatin1Char(','));
    };
    compare(DeployText::tr("the node's address"), before.hostIp, now.hostIp);
    compare(DeployText::tr("its interface"), before.hostInterface, now.hostInterface);
    compare(DeployText::tr("the list of devices"), ids(before), ids(now));
    for (const int device : before.deviceIds) {
        const std::optional<QString> was = hccnIp(before, device), is = hccnIp(now, device);
        if (was && is)
            compare(DeployText::tr("the address of device %1").arg(device), *was, *is);
    }
    compare(DeployText::tr("the driver's version"), before.driverVersion, now.driverVersion);
    compare(DeployText::tr("the firmware's version"), before.firmwareVersion, now.firmwareVersion);
    compare(DeployText::tr("the container engine"), before.container.engine, now.container.engine);
    return differences;
}

QStringList factsProbes(const StepContext &)
{
    return QStringList{quoted(runningInstallerQuestion()),
                       DeployText::tr("the node's facts are asked again, as by `ascendctl inspect`")}
    + othersProbes();
}

Result<StepAnswer> askFacts(StepIo &io)
{
    if (const Result<void> free = demandNoInstaller(io); !free)
        return free.error();
    const Result<NodeFacts> now = inspectNode(io.shell, io.context.node, io.context.whole, io.stop);
    if (!now)
        return now.error();
    QStringList gone, silent;
    for (const int device : io.context.facts.deviceIds) {
        if (!now->deviceIds.contains(device))
            gone << QString::number(device);
        else if (hccnIp(io.context.facts, device) && !hccnIp(*now, device))
            silent << QString::number(device);
    }
    if (!gone.isEmpty())
        return stepFailure(
            io,
            DeployText::tr("Device %1 (/dev/davinci%2) is not there any more.").arg(gone.join(u", "_s), gone.first()),
            DeployText::tr("`ascendctl check --only npu.count` says how to look for the card, and so do the wizard's "
                           "checks. Go on when it is back; or inspect the nodes again and choose other cards."));
    if (!silent.isEmpty())
        return stepFailure(
            io, DeployText::tr("hccn_tool does not tell the address of device %1 now.").arg(silent.join(u", "_s)),
            DeployText::tr("Look what it says on the node: `hccn_tool -i %1 -ip -g`; then go on.").arg(silent.first()));
    const QStringList differences = factDifferences(io.context.facts, *now);
    for (const QString &difference : differences)
        io.log(difference.toUtf8() + '\n');
    if (differences.isEmpty()) {
        if (const Result<void> free = demandNoOthers(io); !free)
            return free.error();
        return StepAnswer{true, DeployText::tr("as when the artifacts were made")};
    }
    const QString changed
        = DeployText::tr("The node has changed since the artifacts were made: %1.").arg(differences.join(u"; "_s));
    if (const QStringList drifted = againstHccnConf(*now); !drifted.isEmpty())
        return stepFailure(
            io, changed,
            DeployText::tr("On %1 a card has another address than /etc/hccn.conf gives it: %2. Do not take it over as "
                           "it is. The check \"hccn.conf\" (`ascendctl check --only network.hccn-conf`) says how the "
                           "card and the file agree again. Only where the new address is meant, ask the nodes again "
                           "and run again.",
                           "a node; its cards, with both addresses")
                .arg(io.context.node.name, drifted.join(u"; "_s)));
    return stepFailure(io, changed,
                       DeployText::tr("Is that what the node should be? Then ask the nodes again and run again: the "
                                      "files are made anew by what they say."));
}

// --- start

QStringList startProbes(const StepContext &context)
{
    return {quoted(daemonProbe(context.launch, true)), containerProbes(context).first()};
}

QStringList startCommands(const StepContext &context)
{
    return {quoted(context.launch.startArgv)};
}

QStringList stopStaleCommands(const StepContext &context) { return {quoted(context.launch.stopArgv)}; }

QString startUndoText(const StepContext &context) { return quoted(context.launch.stopArgv); }

Result<StepAnswer> probeStarted(StepIo &io)
{
    const bool isNew = io.data.erase("launched") == 1;
    io.data.erase("found");
    if (isNew)
        pauseFor(seconds(1), io.stop);   // what cannot run at all has ended by then
    const Result<DaemonState> state = askDaemon(io, true);
    if (!state)
        return state.error();
    if (state->pid == 0 && isNew) {
        Error ended = endedAtOnce(io);
        ended.facts.insert(QLatin1String(serviceEndedFact), u"yes"_s);
        return ended;
    }
    if (state->pid == 0)
        return StepAnswer{false, DeployText::tr("not running")};
    const QString found = DeployText::tr("running, pid %1").arg(state->pid);
    if (!stringAt(io.data, "engine").isEmpty())
        return StepAnswer{true, found};
    // It ran already: `stop` has nothing else to ask the node by. Undo ends it with the container, where that is this
    // run's.
    const Launch &launch = io.context.launch;
    io.data["found"] = {{"engine", launch.runtime}, {"container", launch.container}, {"pidFile", launch.pidPath}};
    const Result<NodeContainer> container
        = inspectContainer(io, io.context.launch.runtime, io.context.launch.container);
    const bool stays = container && container->exists && !container->isOf(io.context.owner, io.context.deployment);
    return StepAnswer{true, stays ? DeployText::tr("%1; this run did not start it, undo leaves it").arg(found) : found};
}

Result<StepAnswer> probeOlderEnded(StepIo &io)
{
    const Result<DaemonState> state = askDaemon(io, true);
    if (!state)
        return state.error();
    io.data["runs"] = state->pid != 0;
    if (state->pid == 0)
        return StepAnswer{true, DeployText::tr("not running")};
    const auto isToEnd = [&io](const QString &why) {
        io.note = DeployText::tr("it was ended because it had run %1").arg(why);
        return StepAnswer{false, DeployText::tr("running %1").arg(why)};
    };
    if (io.context.isTorn)
        return isToEnd(DeployText::tr("without another node's service, which it needs"));
    QStringList files = io.context.replaced;
    for (const QString &file : state->newerFiles) {
        if (std::none_of(files.cbegin(), files.cend(), [&](const QString &words) { return words.contains(file); }))
            files << file;
    }
    if (!files.isEmpty())
        return isToEnd(DeployText::tr("since before these files were put there anew: %1").arg(files.join(u", "_s)));
    if (io.context.filesChanged && io.context.isOnlyAsked)
        return StepAnswer{false, DeployText::tr("running; files of this node or another would be put there anew")};
    if (io.context.filesChanged)
        return isToEnd(DeployText::tr("since before the files of this node or another were put there anew"));
    return StepAnswer{true, DeployText::tr("running, pid %1").arg(state->pid)};
}

Result<void> stopStale(StepIo &io)
{
    if (Result<void> ours = demandOurs(io); !ours)
        return ours;
    const Result<CommandOutput> stopped = runOrFail(io, io.context.launch.stopArgv, minutes(2));
    return stopped ? Result<void>() : Result<void>(stopped.error());
}

Result<void> startService(StepIo &io)
{
    if (Result<void> ours = demandOurs(io); !ours)
        return ours;
    const Launch &launch = io.context.launch;
    io.data = {{"engine", launch.runtime},
               {"container", launch.container},
               {"deployment", io.context.deployment},
               {"owner", io.context.owner},
               {"stop", launch.stopArgv}};
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    const Result<CommandOutput> started = runOrFail(io, launch.startArgv, minutes(2));
    if (!started)
        return withoutContainer(io, started.error());
    io.data["launched"] = true;
    return {};
}

Result<void> stopService(StepIo &io)
{
    const QString engine = stringAt(io.data, "engine"), name = stringAt(io.data, "container");
    const QStringList argv = stopArgvOf(io.data);
    if (engine.isEmpty() || argv.isEmpty())
        return {};
    const Result<NodeContainer> state = inspectContainer(io, engine, name);
    if (!state)
        return state.error();
    if (!state->running)
        return {};
    if (!state->isOf(stringAt(io.data, "owner"), stringAt(io.data, "deployment"))) {
        io.note
            = DeployText::tr("the container %1 is left as it is, with whatever runs in it: this run did not make it")
                  .arg(name);
        io.log((io.note + QLatin1Char('\n')).toUtf8());
        return {};
    }
    const Result<CommandOutput> output = runOrFail(io, argv, minutes(2));
    return output ? Result<void>() : Result<void>(output.error());
}

// stop.sh goes by the pid file: without it, or with another number in it, it ends nothing, and nothing has failed.
static Result<void> demandEnded(StepIo &io, const QString &container)
{
    constexpr int tries = 6;
    QStringList names;
    for (int i = 0; i < tries && !io.stop.stop_requested(); ++i) {
        const Result<Leftovers> left = readLeftovers(io.shell, io.data, io.stop);
        if (!left)
            return left.error();
        names.clear();
        for (const HostProcess &process : left->processes)
            names << u"%1 (%2)"_s.arg(process.name).arg(process.pid);
        if (names.isEmpty())
            return {};
        pauseFor(seconds(1), io.stop);   // what was told to end is gone by then
    }
    if (io.stop.stop_requested())
        return canceled();
    return stepFailure(
        io,
        DeployText::tr("stop.sh has ended, and in the container %1 goes on: %2. It ends the process that the pid file "
                       "names; that file is gone, or names another one.")
            .arg(container, names.mid(0, 4).join(u", "_s)),
        DeployText::tr("`ascendctl stop --force` shows what goes on there, and with --yes ends it."));
}

Result<void> stopOwnService(StepIo &io, bool wasFound)
{
    const bool isOwn = !stringAt(io.data, "engine").isEmpty();
    const Json about = isOwn ? io.data : member(io.data, "found");
    const QString engine = stringAt(about, "engine"), name = stringAt(about, "container");
    if (isOwn || (engine.isEmpty() && !wasFound)) {
        const Result<void> stopped = stopService(io);
        if (!stopped)
            return stopped;
        if (io.note.isEmpty())
            return isOwn ? demandEnded(io, name) : Result<void>();
    } else if (engine.isEmpty()) { // found by an older program
        return stepFailure(
            io,
            DeployText::tr(
                "This run did not start the service on %1: it ran already when this run came. It was left alone.")
                .arg(io.context.node.name),
            DeployText::tr("Stop it where the run that started it was made."));
    } else {
        const Result<NodeContainer> container = inspectContainer(io, engine, name);
        if (!container)
            return container.error();
        StepContext context = io.context;
        context.launch.runtime = engine;
        context.launch.container = name;
        context.launch.pidPath = stringAt(about, "pidFile");
        StepIo asking{context, io.shell, io.stop, io.log, io.data, io.save, {}};
        const Result<DaemonState> state = container->running ? askDaemon(asking, false) : DaemonState();
        if (!state)
            return state.error();
        if (state->pid == 0) {
            io.note = DeployText::tr("no service runs in the container %1 any more").arg(name);
            return {};
        }
    }
    return stepFailure(
        io, DeployText::tr("What runs in the container %1 was not stopped: this run did not start it.").arg(name),
        DeployText::tr("Stop it as the user and on the machine that started it. If that run's record is lost and "
                       "nobody needs the service, stop its container on %1: %2")
            .arg(io.context.node.name, quoted({engine, u"stop"_s, name})));
}

// --- HTTP

QStringList confirmProbes(const StepContext &context)
{
    return {asCurl({.url = context.endpoint.managementUrl + context.launch.process.healthPath})};
}

// The ready line can come while the management API still warms up.
Result<StepAnswer> askHealth(StepIo &io)
{
    const HttpRequest request{.url = io.context.endpoint.managementUrl + io.context.launch.process.healthPath,
                              .timeout = seconds(10)};
    io.log("$ " + asCurl(request).toUtf8() + '\n');
    const auto deadline = std::chrono::steady_clock::now() + minutes(3);
    QString last;
    while (true) {
        const Result<HttpResponse> answer = httpRequest(request, io.stop);
        if (!answer && answer.error().kind == ErrorKind::Canceled)
            return answer.error();
        const QString said = answer ? u"HTTP %1"_s.arg(answer->status) : answer.error().message;
        if (said != last)
            io.log(said.toUtf8() + '\n');
        last = said;
        if (answer && answer->status == 200)
            return StepAnswer{true, said};
        if (std::chrono::steady_clock::now() > deadline)
            return stepFailure(
                io,
                DeployText::tr("The service said that it started, but %1 did not confirm it within 3 minutes: %2")
                    .arg(request.url, last),
                !answer && !io.context.endpoint.jumpHost.isEmpty()
                    ? remarkOnWay(io.context.endpoint)
                    : DeployText::tr(
                        "Look at the log of every node: one that hangs keeps the service busy (HTTP 503); a refused "
                        "connection points to another port than the settings', or to a firewall."));
        pauseFor(seconds(1), io.stop);
    }
}

QStringList verifyProbes(const StepContext &context)
{
    return {asCurl({.url = context.endpoint.baseUrl + u"/models"_s}),
            asCurl(jsonPost(context.endpoint.baseUrl + u"/chat/completions"_s, "{…}"))};
}

Result<StepAnswer> askEndpoint(StepIo &io)
{
    const VerifyReport report = verifyEndpoint(io.context.endpoint, io.stop, [&](const Finding &finding) {
        for (const Evidence &evidence : finding.evidence)
            io.log((evidence.command.startsWith("curl"_L1) ? "$ " : "") + evidence.command.toUtf8() + '\n'
                   + evidence.output.toUtf8() + '\n');
        const QString mark = finding.verdict == Verdict::Pass ? u"✓"_s
            : finding.verdict == Verdict::Warn                ? u"!"_s
            : finding.verdict == Verdict::Fail                ? u"✕"_s
                                                              : u"?"_s;
        const auto said = [&](const QString &language) { return told(finding, language).summary; };
        io.log((mark + u' ' + inEveryLanguage(said) + u'\n').toUtf8());
    });
    if (io.stop.stop_requested())
        return canceled();
    for (const Finding &finding : report.findings) {
        if (finding.verdict != Verdict::Pass && finding.verdict != Verdict::Warn)
            return namedByLog(
                io, stepFailure(
                        io, inEveryLanguage([&](const QString &language) { return told(finding, language).summary; }),
                        inEveryLanguage([&](const QString &language) { return told(finding, language).remedy; })));
    }
    return StepAnswer{true, DeployText::tr("%1 questions answered").arg(report.findings.size())};
}
