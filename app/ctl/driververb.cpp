// ascendctl install-driver D --driver FILE --firmware FILE: driver and firmware onto the nodes. Without --yes it only
// asks and says what it would do; the restart has a flag of its own.
// Exit: 0 done, or nothing to do, or asked only and nothing speaks against it; 1 something speaks against it, or it
// failed; 3 a node could not be asked.
#include "app/ctl/driververb.h"

#include "app/ctl/open.h"
#include "core/driver/driverinstall.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <atomic>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

const char *const driverUsage
    = "usage: ascendctl install-driver D --driver FILE --firmware FILE [--node NAME ...] [--dry-run | --yes [--reboot] "
      "[--stop-services] [--all-at-once]]\n"
      "                                [--driver-sha256 HEX] [--firmware-sha256 HEX] [--reboot-wait SECONDS] "
      "[--verbose] [--json] ";

int driverMisuse(const QString &sentence)
{
    complain(u"ascendctl install-driver: "_s + sentence);
    complain(QLatin1String(driverUsage) + QLatin1String(connectionUsage)
             + u"\n       without --yes nothing is changed; without --reboot no node is restarted, and what was "
               "installed waits for that;\n"
               "       without --stop-services a node whose NPUs a container uses is left alone"_s);
    return Usage;
}

QString remedyOf(const InstallNote &note)
{
    return note.asksToStop ? note.remedy + u" To agree, add --stop-services."_s : note.remedy;
}

Json notesJson(const QList<InstallNote> &notes)
{
    Json list = Json::array();
    for (const InstallNote &note : notes)
        list.push_back({{"refuses", note.refuses}, {"sentence", note.sentence}, {"remedy", remedyOf(note)}});
    return list;
}

Json driverDocument(const DriverInstall &install, bool isDry, bool isSimulated, std::optional<bool> succeeded)
{
    Json json = Json::object();
    if (isSimulated)
        json["simulated"] = true;
    json["dryRun"] = isDry;
    if (succeeded)
        json["succeeded"] = *succeeded;
    if (const std::optional<Error> error = install.error()) {
        json["error"] = {{"message", error->message}};
        if (!error->detail.isEmpty())
            json["error"]["detail"] = error->detail;
        if (const QString remedy = error->facts.value(u"remedy"_s); !remedy.isEmpty())
            json["error"]["remedy"] = remedy;
    }
    if (const auto &order = install.order()) {
        for (const HdkPackage *package : {&order->driver, &order->firmware})
            json[package->kind == PackageKind::Driver ? "driver" : "firmware"]
                = {{"name", package->name}, {"version", package->version}, {"sha256", package->sha256},
                   {"bytes", package->bytes}};
        json["notes"] = notesJson(install.notes());
    }
    json["nodes"] = Json::array();
    for (const NodeView &node : install.nodes()) {
        Json one{{"node", node.node.name}};
        if (node.error)
            one["error"] = node.error->message;
        if (node.plan) {
            one["now"] = node.plan->now.isEmpty() ? Json() : Json(node.plan->now);
            one["upToDate"] = node.plan->isUpToDate();
            one["notes"] = notesJson(node.plan->notes);
            one["restartOwed"] = node.isRestartOpen || node.plan->isRestartOpen() ? Json() : Json(node.owesRestart);
            one["stages"] = Json::array();
            for (const PlannedStage &stage : node.plan->stages) {
                const auto at = node.stages.find(stage.stage);
                const StageView view = at == node.stages.end() ? StageView() : at->second;
                one["stages"].push_back({{"id", stageId(stage.stage)},
                                         {"state", stepStateName(view.state)},
                                         {"message", view.message},
                                         {"commands", stage.commands},
                                         {"tookMs", view.tookMs}});
            }
        }
        json["nodes"].push_back(std::move(one));
    }
    return json;
}

void printNote(const InstallNote &note, const QString &node)
{
    printLine((note.refuses ? u"  ✕ "_s : u"  ! "_s) + (node.isEmpty() ? QString() : node + u": "_s) + note.sentence);
    if (!note.remedy.isEmpty())
        printLine(u"    → "_s + remedyOf(note));
}

void printPlan(const DriverInstall &install)
{
    for (const InstallNote &note : install.notes())
        printNote(note, {});
    for (const NodeView &node : install.nodes()) {
        if (!node.plan) {
            printLine(u"%1: %2"_s.arg(node.node.name, node.error ? node.error->message : u"not asked"_s));
            continue;
        }
        printLine(u"%1: %2%3"_s.arg(node.node.name, node.plan->now,
                                    node.plan->isUpToDate() && !node.plan->isRefused() ? u" - up to date"_s
                                                                                       : QString()));
        for (const InstallNote &note : node.plan->notes)
            printNote(note, {});
        for (const PlannedStage &stage : node.plan->stages) {
            QString words = stage.isNeeded ? QString() : stage.isOpen ? u": not known"_s : u": not needed"_s;
            if (!stage.note.isEmpty())
                words += stage.isNeeded ? u" ("_s + stage.note + u')' : u", "_s + stage.note;
            printLine(u"  "_s + stageTitle(stage.stage) + words);
            for (const QString &line : stage.commands)
                printLine(u"    runs   "_s + line);
        }
        if (node.plan->needs(InstallStage::Reboot) && !node.plan->ended.isEmpty())
            printLine(u"  The restart ends its containers: "_s + node.plan->ended.join(u", "_s));
    }
}

} // namespace

int installDriver(const Call &call)
{
    QStringList arguments = call.arguments;
    InstallRequest request;
    QString wait;
    const auto flag = [&](const char *name) { return arguments.removeAll(QLatin1String(name)) > 0; };
    const bool isYes = flag("--yes"), isDry = flag("--dry-run"), restarts = flag("--reboot"),
               isVerbose = flag("--verbose");
    request.stopsServices = flag("--stop-services");
    request.isAllAtOnce = flag("--all-at-once");
    QStringList names;
    while (arguments.contains("--node"_L1)) {
        QString name;
        if (!takeValue(arguments, "--node", name))
            return driverMisuse(u"--node needs the name of a node."_s);
        names << name;
    }
    if (!takeValue(arguments, "--driver", request.driver) || !takeValue(arguments, "--firmware", request.firmware)
        || !takeValue(arguments, "--driver-sha256", request.driverSha256)
        || !takeValue(arguments, "--firmware-sha256", request.firmwareSha256)
        || !takeValue(arguments, "--reboot-wait", wait))
        return driverMisuse(u"an option lacks its value."_s);
    if (isYes && isDry)
        return driverMisuse(u"--yes and --dry-run exclude each other."_s);
    if (restarts && !isYes)
        complain(u"ascendctl install-driver: without --yes nothing is changed, and no node is restarted."_s);
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return opened.error().facts.contains(u"usage"_s) ? driverMisuse(opened.error().message) : fail(opened.error());
    if (!arguments.isEmpty())
        return driverMisuse(u"'%1' is not understood."_s.arg(arguments.last()));
    if (request.driver.isEmpty() || request.firmware.isEmpty())
        return driverMisuse(u"give both packages: they belong together."_s);
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    for (const QString &name : std::as_const(names)) {
        const QList<Node> &all = opened->deployment.nodes;
        if (std::none_of(all.cbegin(), all.cend(), [&](const Node &node) { return node.name == name; }))
            return driverMisuse(u"the deployment has no node '%1'."_s.arg(name));
    }
    for (const Node &node : opened->deployment.nodes) {
        if (names.isEmpty() || names.contains(node.name))
            request.nodes << node;
    }

    request.demands = driverDemandsOf(opened->deployment);
    auto simulated = std::make_shared<std::atomic<bool>>(opened->deployment.simulated);
    ConnectionSettings connections = opened->connections;
    connections.onSimulated = [simulated](const QString &) { *simulated = true; };
    DriverInstall install(connections);
    InstallTimes times;
    if (!wait.isEmpty()) {
        bool isNumber = false;
        const int seconds = wait.toInt(&isNumber);
        if (!isNumber || seconds < 1)
            return driverMisuse(u"--reboot-wait is a number of seconds."_s);
        times.back = std::chrono::seconds(seconds);
        times.unchanged = std::min<std::chrono::milliseconds>(times.unchanged, times.back);
        times.chips = std::min<std::chrono::milliseconds>(times.chips, times.back);
        install.setTimes(times);
    }
    install.setRestarts(restarts);
    QEventLoop loop;
    QObject::connect(&install, &DriverInstall::changed, &loop, [&] {
        if (!install.isBusy())
            loop.quit();
    });
    QObject::connect(&install, &DriverInstall::stageChanged, &loop,
                     [&](const QString &node, InstallStage stage, const StageView &view) {
                         if (view.share)
                             return;
                         QString line = u"%1  %2: %3"_s.arg(node, stageTitle(stage), stepStateName(view.state));
                         if (view.state == StepState::Running)
                             line += view.message.isEmpty() ? QString() : u"  "_s + view.message;
                         else
                             line += u" (%1 s)"_s.arg(double(view.tookMs) / 1000, 0, 'f', 1)
                                 + (view.message.isEmpty() ? QString() : u"  "_s + view.message);
                         complain(line);
                     });
    QObject::connect(&install, &DriverInstall::logReceived, &loop, [&](const QString &, const QByteArray &text) {
        if (isVerbose)
            complainPiece(QString::fromUtf8(text));
    });
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, &loop, [&] {
        if (call.stop.stop_requested())
            install.stop();
    });
    watch.start(30);
    install.prepare(request);
    if (install.isBusy())
        loop.exec();
    const auto answer = [&](int code, bool isOnlyAsked, std::optional<bool> succeeded) {
        if (call.json)
            printJson(driverDocument(install, isOnlyAsked, *simulated, succeeded));
        return code;
    };
    const auto tellOf = [](const Error &error) {
        (void)fail(error);
        if (const QString remedy = error.facts.value(u"remedy"_s); !remedy.isEmpty())
            complain(remedy);
    };
    if (!install.order()) {
        const Error error = install.error().value_or(canceled());
        tellOf(error);
        return answer(error.kind == ErrorKind::Invalid ? No : CouldNotAsk, true, false);
    }
    if (*simulated && !call.json)
        printLine(u"Simulated cluster"_s);
    if (!call.json)
        printPlan(install);
    bool isAnyUnasked = false, isAllUpToDate = true;
    for (const NodeView &node : install.nodes()) {
        if (node.error) {
            isAnyUnasked = true;
            complain(u"ascendctl: %1: %2"_s.arg(node.node.name, node.error->message));
            if (const QString hint = howToGoOn(*node.error); !hint.isEmpty())
                complain(hint);
        }
        isAllUpToDate = isAllUpToDate && node.plan && node.plan->isUpToDate() && !node.plan->isRefused();
    }
    if (isAnyUnasked)
        return answer(CouldNotAsk, true, false);
    const std::optional<QString> refused = install.startRefusal();
    if (isAllUpToDate) {
        complain(u"ascendctl: everything is installed and takes effect; nothing was changed."_s);
        return answer(Yes, true, true);
    }
    if (refused) {
        complain(u"ascendctl: "_s + *refused + u" Nothing was changed."_s);
        return answer(No, true, false);
    }
    if (!isYes) {
        const QList<NodeView> nodes = install.nodes();
        if (std::any_of(nodes.cbegin(), nodes.cend(),
                        [](const NodeView &node) { return !node.plan->unwell.isEmpty(); })) {
            const bool isOpen = std::any_of(nodes.cbegin(), nodes.cend(),
                                            [](const NodeView &node) { return node.plan->isRestartOpen(); });
            complain(isOpen ? u"ascendctl: both are installed, but not all is well, and whether they take effect is "
                              "not known. Nothing was changed."_s
                            : u"ascendctl: driver and firmware take effect, but not all is well. Nothing was "
                              "changed."_s);
            return answer(No, true, false);
        }
        complain(isDry ? u"Nothing was changed."_s
                       : u"Nothing was changed: add --yes to install, and --reboot to restart the nodes, too."_s);
        return answer(Yes, true, std::nullopt);
    }
    install.start();
    if (install.isBusy())
        loop.exec();
    const bool succeeded = !install.error();
    if (!succeeded)
        tellOf(*install.error());
    for (const NodeView &node : install.nodes()) {
        if (node.isRestartOpen)
            complain(u"The restart of %1 was begun; what takes effect there is not known yet: look again later, "
                     "without --reboot."_s.arg(node.node.name));
        else if (node.owesRestart)
            complain(u"%1%2 must be restarted before it takes effect: run this again with --reboot, or restart it "
                     "yourself."_s
                         .arg(node.plan && !node.plan->installs() && !node.error
                                  ? u"Nothing was to be installed, only a restart is owed: "_s
                                  : QString(),
                              node.node.name));
    }
    QStringList ended;
    for (const EndedService &one : install.endedServices())
        ended << u"%1 on %2"_s.arg(one.container, one.node.name);
    if (!ended.isEmpty())
        complain(u"What was ended for it does not run now: %1. `ascendctl deploy` starts what this deployment serves."_s
                     .arg(ended.join(u"; "_s)));
    const ErrorKind kind = succeeded ? ErrorKind::Canceled : install.error()->kind;
    const bool couldNotAsk = !succeeded
        && (kind == ErrorKind::Connection || kind == ErrorKind::HostKey || kind == ErrorKind::Authentication
            || kind == ErrorKind::Storage || kind == ErrorKind::Parse);
    return answer(succeeded ? Yes : couldNotAsk ? CouldNotAsk : No, false, succeeded);
}

} // namespace ctl
