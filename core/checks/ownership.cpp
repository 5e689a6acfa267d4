#include "core/checks/ownership.h"

#include "core/facts/npufacts.h"
#include "core/shell/quote.h"
#include "core/topology/topology.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isUp(const ContainerState &state) { return state.status.startsWith(u"Up"_s); }

QString shortened(const QString &command)
{
    return command.size() > 80 ? command.left(80) + u'…' : command;
}

const OwnContainer *runningRenamed(const Ownership &own) // nullptr: none
{
    const auto found
        = std::find_if(own.containers.cbegin(), own.containers.cend(), [](const OwnContainer &container) {
              return container.isRunning && !container.olderName.isEmpty();
          });
    return found == own.containers.cend() ? nullptr : &*found;
}

} // namespace

QStringList Ownership::running() const
{
    QStringList names;
    for (const OwnContainer &container : containers) {
        if (container.isRunning)
            names << container.state.name;
    }
    return names;
}

QString Ownership::olderName() const
{
    const OwnContainer *container = runningRenamed(*this);
    return container ? container->olderName : QString();
}

bool Ownership::hadNoName() const
{
    const OwnContainer *container = runningRenamed(*this);
    return container && container->hadNoName;
}

QStringList Ownership::serving() const
{
    QStringList names;
    for (const OwnContainer &container : containers) {
        if (container.isRunning && container.processes.size() != 1)
            names << container.state.name;
    }
    return names;
}

bool Ownership::holds(qint64 pid) const
{
    return std::any_of(containers.cbegin(), containers.cend(), [pid](const OwnContainer &container) {
        return std::any_of(container.processes.cbegin(), container.processes.cend(),
                           [pid](const HostProcess &process) { return process.pid == pid; });
    });
}

bool Ownership::isServing() const
{
    return std::any_of(containers.cbegin(), containers.cend(),
                       [](const OwnContainer &container) { return container.processes.size() > 1; });
}

bool Ownership::isUncertain() const
{
    return std::any_of(containers.cbegin(), containers.cend(), [](const OwnContainer &container) {
        return container.isRunning && container.processes.isEmpty();
    });
}

qint64 Ownership::residentBytes() const
{
    qint64 bytes = 0;
    for (const OwnContainer &container : containers) {
        for (const HostProcess &process : container.processes)
            bytes += process.residentBytes.value_or(0);
    }
    return bytes;
}

Ownership ownershipOf(NodeProbe &probe, const CheckContext &context)
{
    Ownership own;
    const Result<QList<ContainerState>> all = containers(probe);
    own.isKnown = bool(all);
    // an engine that is gone: what a run made there may go on without it
    if (all && all->isEmpty() && !context.run.isEmpty()) {
        const Result<ContainerFacts> engine = containerEngine(probe);
        own.isKnown = engine && !engine->engine.isEmpty();
    }
    if (!all || all->isEmpty())
        return own;
    const auto labels = containerLabels(probe);
    for (const ContainerState &state : *all) {
        const ContainerLabels label = labels ? labels->value(state.name) : ContainerLabels();
        const bool isLabelled = label.isOf(context.run, context.deployment.name);
        const bool isAlike = !state.name.isEmpty() && state.name == context.settings.containerName
            && state.image == context.settings.image;
        if (label.isOfAnotherRun(context.run) || (!isLabelled && !isAlike)) {
            if (isUp(state))
                own.others << state.name;
            continue;
        }
        OwnContainer container{state, isUp(state), isLabelled, {}, {}, false, isLabelled ? label.runHash : QString(),
                               {}};
        if (isLabelled && nameOfRun(label.deployment) != nameOfRun(context.deployment.name)) {
            container.olderName = nameOfRun(label.deployment);
            container.hadNoName = label.deployment.isEmpty();
        } else if (!isLabelled && label.deployment != context.deployment.name) {
            container.madeFor = label.deployment;
        }
        if (container.isRunning) {
            if (const Result<QList<HostProcess>> processes = containerProcesses(probe, state.name))
                container.processes = *processes;
        }
        own.containers << container;
    }
    return own;
}

QString ownValue(const Ownership &own)
{
    if (own.hadNoName())
        return Checks::tr("deployed before it had a name");
    const QString name = own.olderName();
    return name.isEmpty() ? Checks::tr("own service") : Checks::tr("deployed as \"%1\"").arg(name);
}

QString ownWords(const Ownership &own)
{
    if (own.hadNoName())
        return Checks::tr("the service that was deployed before the deployment had a name: container %1")
            .arg(own.running().join(u", "_s));
    if (const QString name = own.olderName(); !name.isEmpty())
        return Checks::tr("the service that was deployed under the name \"%1\": container %2")
            .arg(name, own.running().join(u", "_s));
    return Checks::tr("this deployment's own service: container %1").arg(own.running().join(u", "_s));
}

QString ownFilesWords(const Ownership &own, const ShmLeftovers &shm)
{
    QStringList files;
    for (auto it = shm.heldBy.cbegin(); it != shm.heldBy.cend(); ++it) {
        if (own.holds(*it))
            files << it.key();
    }
    return files.isEmpty() ? QString()
                           : Checks::tr("%1 has open: %2", "whose service, files").arg(ownWords(own), firstFew(files));
}

QString leaveIt(const Ownership &own)
{
    if (own.hadNoName())
        return Checks::tr("What runs in container %1 was deployed before the deployment had a name: leave it.")
            .arg(own.running().join(u", "_s));
    if (const QString name = own.olderName(); !name.isEmpty())
        return Checks::tr("What runs in container %1 was deployed under the name \"%2\": leave it.")
            .arg(own.running().join(u", "_s), name);
    return Checks::tr("What runs in container %1 is this deployment's own service: leave it.")
        .arg(own.running().join(u", "_s));
}

QString askEngineFirst()
{
    return Checks::tr("End nothing yet: it may be this deployment's own service. Make the container engine answer "
                      "first (check container.engine), then ask again.");
}

QString interruptsNotice(const QStringList &own, const QStringList &others, const QStringList &programs)
{
    if (!own.isEmpty())
        return Checks::tr("This deployment's own service runs here (%1). What is changed or restarted below would "
                          "interrupt it: do that only when the service may stand still; reading harms nothing.")
            .arg(own.join(u", "_s));
    if (!others.isEmpty())
        return Checks::tr("Containers of others run here (%1). What is changed or restarted below may interrupt them: "
                          "ask whoever uses them first; reading harms nothing.")
            .arg(firstFew(others));
    if (programs.isEmpty())
        return {};
    return Checks::tr("Programs work on the NPUs here (%1). What is changed or restarted below may interrupt them: ask "
                      "whoever uses them first; reading harms nothing.")
        .arg(firstFew(programs));
}

QString interruptsNotice(const Ownership &own, const QStringList &programs)
{
    if (own.isKnown)
        return interruptsNotice(own.serving(), own.others, programs);
    return unknownOwnerNotice();
}

QString unknownOwnerNotice()
{
    return Checks::tr("Whether this deployment's own service runs here is not known: the container engine does not "
                      "answer. What is changed or restarted below would interrupt it; reading harms nothing.");
}

QStringList onChips(NodeProbe &probe)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    return info ? onChips(*info) : QStringList();
}

QStringList onChips(const NpuSmiInfo &info)
{
    QStringList programs;
    for (const NpuProcess &process : info.processes) {
        const QString words = process.name.isEmpty() ? Checks::tr("process %1").arg(process.pid.value_or(0))
                                                     : process.name;
        if (!programs.contains(words))
            programs << words;
    }
    return programs;
}

Holder holderOf(NodeProbe &probe, const Ownership &own, const HostProcess &process)
{
    Holder holder{process, {}, {}, {}, {}, {}, false};
    const Result<QList<ContainerState>> all = containers(probe);
    const QStringList ours = own.running();
    int asked = 0;
    for (const ContainerState &state : all ? *all : QList<ContainerState>()) {
        if (!isUp(state) || ours.contains(state.name) || ++asked > 16)
            continue;
        const Result<QList<HostProcess>> processes = containerProcesses(probe, state.name);
        const auto isIt = [&](const HostProcess &inside) { return inside.pid == process.pid; };
        if (!processes || std::none_of(processes->cbegin(), processes->cend(), isIt))
            continue;
        holder.container = state.name;
        holder.image = state.image;
        if (const auto labels = containerLabels(probe)) {
            holder.deployment = labels->value(state.name).deployment;
            holder.isOfARun = !labels->value(state.name).owner.isEmpty();
        }
        return holder;
    }
    const ProcessDetails details = processDetails(probe, process.pid);
    holder.user = details.user;
    holder.command = shortened(details.command);
    return holder;
}

QString holderWords(const Holder &holder)
{
    if (!holder.container.isEmpty() && holder.isOfARun)
        return Checks::tr("container %1 that another run made, for the deployment \"%2\"")
            .arg(holder.container, nameOfRun(holder.deployment));
    if (!holder.container.isEmpty())
        return holder.deployment.isEmpty()
            ? Checks::tr("container %1 (image %2)").arg(holder.container, orDash(holder.image))
            : Checks::tr("container %1 of the deployment \"%2\"").arg(holder.container, holder.deployment);
    const QString command = holder.command.isEmpty() ? holder.process.name : holder.command;
    return holder.user.isEmpty()
        ? Checks::tr("process %1 (%2)").arg(holder.process.pid).arg(orDash(command))
        : Checks::tr("process %1 (%2, user %3)").arg(holder.process.pid).arg(orDash(command), holder.user);
}

QStringList holderWords(const QList<Holder> &holders)
{
    QStringList words;
    for (const Holder &holder : holders)
        words << holderWords(holder);
    words.removeDuplicates();
    return words;
}

bool areOfRuns(const QList<Holder> &holders)
{
    return !holders.isEmpty()
        && std::all_of(holders.cbegin(), holders.cend(), [](const Holder &one) { return one.isOfARun; });
}

QString askTheirOwners(const QList<Holder> &holders)
{
    // Another deployment's service is ended by its own file, in order; it may well be ours.
    if (areOfRuns(holders))
        return Checks::tr("It belongs to another deployment: %1. Ask whoever runs that one whether its service may "
                          "end; only then end it from its own file (`ascendctl stop FILE`, or Undo in its window).")
            .arg(holderWords(holders).join(u", "_s));
    QStringList commands;
    for (const Holder &holder : holders)
        commands << u'`'
                + (holder.container.isEmpty() ? u"kill %1"_s.arg(holder.process.pid)
                                              : quoted({u"docker"_s, u"stop"_s, holder.container}))
                + u'`';
    commands.removeDuplicates();
    return Checks::tr(
               "It belongs to somebody else: %1. Ask its owner whether it may end; only then run %2 on this node.")
        .arg(holderWords(holders).join(u", "_s), commands.join(u", "_s));
}
