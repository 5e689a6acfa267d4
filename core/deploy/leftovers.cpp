#include "core/deploy/leftovers.h"

#include "core/checks/checkcontext.h"
#include "core/deploy/containersteps.h"
#include "core/facts/containerspec.h"
#include "core/facts/folderlook.h"
#include "core/facts/npufacts.h"
#include "core/facts/shmleftovers.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int mostNamed = 8;

QString named(const QStringList &names)
{
    return names.size() <= mostNamed
        ? names.join(u", "_s)
        : DeployText::tr("%1 and %2 more").arg(names.mid(0, mostNamed).join(u", "_s)).arg(names.size() - mostNamed);
}

Result<void> addProcesses(NodeProbe &probe, Shell &shell, const Json &made, std::stop_token stop, Leftovers &left)
{
    const QString engine = stringAt(made, "engine"), name = stringAt(made, "container");
    if (engine.isEmpty() || name.isEmpty())
        return {};
    StepContext context;
    Json data;
    StepIo io{context, shell, stop, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}};
    const Result<NodeContainer> container = inspectContainer(io, engine, name);
    if (!container)
        return container.error();
    if (!container->exists || !container->running)
        return {};
    if (container->id.isEmpty() || !container->isOf(stringAt(made, "owner"), stringAt(made, "deployment"))) {
        left.notes
            << DeployText::tr("The container %1 was not made by this deployment's run: it is left alone.").arg(name);
        return {};
    }
    left.engine = engine;
    left.container = name;
    left.id = container->id;
    const Result<QList<HostProcess>> processes = containerProcesses(probe, name);
    if (!processes)
        return processes.error();
    std::copy_if(processes->cbegin(), processes->cend(), std::back_inserter(left.processes),
                 [](const HostProcess &process) { return !keepsAContainerAlive(process.name); });
    return {};
}

// Who else may open a segment by its name: whatever runs in other containers, and on the NPUs outside of ours.
QStringList others(NodeProbe &probe, const Leftovers &left)
{
    QStringList names;
    if (const Result<QList<ContainerSpec>> containers = runningContainers(probe)) {
        for (const ContainerSpec &one : *containers) {
            if (one.name != left.container)
                names << one.name;
        }
    }
    const Result<NpuSmiInfo> info = npuSmi(probe);
    for (const NpuProcess &process : info ? info->processes : QList<NpuProcess>()) {
        const bool isOurs = std::any_of(left.processes.cbegin(), left.processes.cend(),
                                        [&](const HostProcess &one) { return one.pid == process.pid; });
        if (!isOurs && process.pid)
            names << DeployText::tr("process %1").arg(*process.pid);
    }
    names.removeDuplicates();
    return names;
}

Result<void> addFiles(NodeProbe &probe, Leftovers &left)
{
    const Result<ShmLeftovers> shm = shmLeftovers(probe);
    if (!shm)
        return shm.error();
    if (shm->left.isEmpty())
        return {};
    const QStringList who = others(probe, left);
    if (!shm->isToldAll) {
        left.notes << DeployText::tr("%n files in /dev/shm stay: whether another user's process has them open is told "
                                     "to root only.",
                                     nullptr, int(shm->left.size()));
    } else if (!who.isEmpty()) {
        left.notes << DeployText::tr("%n files in /dev/shm that no process has open stay: what else runs here may open "
                                     "them again (%1).",
                                     nullptr, int(shm->left.size()))
                          .arg(named(who));
    } else {
        left.files = shm->left;
        left.fileBytes = shm->leftBytes;
    }
    return {};
}

} // namespace

Result<Leftovers> readLeftovers(Shell &shell, const Json &made, std::stop_token stop)
{
    Leftovers left;
    NodeProbe probe(shell, stop);
    if (const Result<void> read = addProcesses(probe, shell, made, stop, left); !read)
        return read.error();
    if (const Result<void> read = addFiles(probe, left); !read)
        return read.error();
    return left;
}

bool OfAnotherRun::serves() const
{
    return std::any_of(containers.cbegin(), containers.cend(), [](const Container &one) { return one.serves; });
}

Result<OfAnotherRun> readOfAnotherRun(Shell &shell, const Deployment &deployment, const QString &run, const Json &made,
                                      std::stop_token stop)
{
    OfAnotherRun others;
    NodeProbe probe(shell, stop);
    const Result<QHash<QString, ContainerLabels>> labels = containerLabels(probe);
    if (!labels)
        return labels.error();
    // one without a name is not known again by it
    QStringList names = deployment.name.isEmpty() ? QStringList() : labels->keys();
    names.sort();
    for (const QString &name : std::as_const(names)) {
        const ContainerLabels label = labels->value(name);
        const bool isOurs = label.owner.isEmpty() ? name == stringAt(made, "container") : label.owner == run;
        if (isOurs || !label.isFor(deployment.name))
            continue;
        const Result<QList<HostProcess>> inside = containerProcesses(probe, name); // of one that is stopped: none
        if (!inside && (probe.isLost() || probe.isStopped()))
            return inside.error();
        const QList<HostProcess> processes = inside ? *inside : QList<HostProcess>();
        others.containers << OfAnotherRun::Container{
            name, std::any_of(processes.cbegin(), processes.cend(), [](const HostProcess &process) {
                return !keepsAContainerAlive(process.name);
            })};
    }
    const QString folder = checkSettingsOf(deployment).folder;
    if (folder.isEmpty())
        return others;
    const Result<CommandOutput> output = probe.ask(folderLookProbe(folder));
    if (!output)
        return output.error();
    const Result<FolderLook> look = readFolderLook(folder, *output);
    if (look && look->isThere() && !look->owner.isEmpty() && look->owner != run) {
        others.folder = folder;
        others.by = look->by;
    }
    return others;
}

QList<QStringList> endingCommands(const Leftovers &left)
{
    QList<QStringList> commands;
    if (!left.processes.isEmpty()) // by its id: under its name there may be another one by then
        commands << QStringList{left.engine, u"stop"_s, u"-t10"_s, left.id}
                 << QStringList{left.engine, u"start"_s, left.id};
    if (!left.files.isEmpty())
        commands << QStringList{u"rm"_s, u"-f"_s, u"--"_s} + left.files;
    return commands;
}

Result<void> endLeftovers(Shell &shell, const Leftovers &left, std::stop_token stop)
{
    for (const QStringList &argv : endingCommands(left)) {
        const Result<CommandOutput> output = shell.run({.argv = argv, .timeout = std::chrono::minutes(2)}, stop);
        if (!output)
            return output.error();
        if (output->exitCode != 0)
            return Error{ErrorKind::CommandFailed,
                         DeployText::tr("%1 ended with code %2.").arg(quoted(argv.mid(0, 4))).arg(output->exitCode),
                         textOf(*output),
                         {}};
    }
    return {};
}
