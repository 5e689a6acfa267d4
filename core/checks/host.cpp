// The machine itself: system, clock, memory, limits, ports.
#include "core/checks/catalogue.h"
#include "core/checks/ownership.h"
#include "core/checks/recipewait.h"
#include "core/engines/engine.h"

#include <algorithm>

using namespace Qt::StringLiterals;

static Finding checkOs(NodeProbe &probe, const CheckContext &)
{
    const Result<OsFacts> os = osFacts(probe);
    if (!os)
        return unknown(os.error());
    if (os->prettyName.isEmpty() && os->id.isEmpty())
        return unknown(Checks::tr("/etc/os-release names no system; the kernel is %1").arg(os->kernel), os->kernel);
    const QString name = os->prettyName.isEmpty() ? os->id + u' ' + os->versionId : os->prettyName;
    const QString shortName = os->id.isEmpty() ? name : (os->id + u' ' + os->versionId).trimmed();
    return passed(shortName, Checks::tr("runs %1, kernel %2").arg(name, os->kernel));
}

static Finding checkArchitecture(NodeProbe &probe, const CheckContext &context)
{
    const Result<OsFacts> os = osFacts(probe);
    if (!os)
        return unknown(os.error());
    const QString &wanted = context.settings.architecture;
    // Drivers and images are published for these two (versions.json, "package names").
    const bool isKnown = os->arch == u"aarch64" || os->arch == u"x86_64";
    if (isKnown && !wanted.isEmpty() && os->arch != wanted)
        return ofSettings(
            failed(os->arch, Checks::tr("is a %1 machine, and the recipe is for %2").arg(os->arch, wanted),
                   Checks::tr("Choose a recipe for machines of %1 (page \"Deploy\", step \"Recipe\", has those first "
                              "that fit the nodes; in a terminal `ascendctl recipes --for D`, with the deployment's "
                              "file for D), or machines of %2.")
                       .arg(os->arch, wanted)));
    if (isKnown)
        return passed(os->arch, Checks::tr("is a %1 machine").arg(os->arch));
    return failed(os->arch,
                  Checks::tr("is a %1 machine; drivers and images exist for aarch64 and x86_64 only").arg(os->arch));
}

static Finding checkClock(NodeProbe &probe, const CheckContext &)
{
    const Result<ClockReading> clock = clockReading(probe);
    if (!clock)
        return unknown(clock.error());
    // Which of the two clocks is wrong cannot be seen here; the nodes are compared in host.clock-equal.
    constexpr double muchSeconds = 60;
    const QString offset
        = (clock->offsetSeconds < 0 ? u"-%1 s"_s : u"+%1 s"_s).arg(qAbs(clock->offsetSeconds), 0, 'f', 1);
    const bool isEqual = qAbs(clock->offsetSeconds) <= clock->uncertaintySeconds; // as far as can be told
    const QString words = Checks::tr("its clock differs from this computer's by %1 (known to %2 s)")
                              .arg(offset)
                              .arg(clock->uncertaintySeconds, 0, 'f', 2);
    if (qAbs(clock->offsetSeconds) - clock->uncertaintySeconds > muchSeconds)
        return warned(offset, words + u"; "_s + Checks::tr("one of the two is wrong"),
                      Checks::tr("See which: `date -u` on both. On the node `timedatectl set-ntp true` has a time "
                                 "server set it; where chrony runs already, `chronyc makestep` sets it at once. "
                                 "Certificates and logs depend on it."));
    return passed(isEqual ? u"0 ± %1 s"_s.arg(clock->uncertaintySeconds, 0, 'f', 2) : offset, words);
}

static Finding checkMemory(NodeProbe &probe, const CheckContext &context)
{
    const Result<Memory> memory = ::memory(probe);
    if (!memory)
        return unknown(memory.error());
    const QString total = sizeText(*memory->totalBytes);
    if (context.settings.weights.isEmpty())
        return passed(total, Checks::tr("has %1 of memory").arg(total));
    const Result<WeightsFacts> weights = weightsFacts(probe, context.settings.weights);
    if (!weights)
        return passed(total,
                      Checks::tr(
                          "has %1 of memory; how much is needed follows from the weights, which could not be asked for")
                          .arg(total));
    if (weights->files.isEmpty())
        return passed(total,
                      Checks::tr("has %1 of memory; how much is needed follows from the weights, which were not found")
                          .arg(total));
    // MindIE-LLM docs, faq.md: free memory must exceed the weights' share of this node times 1.3.
    const double nodes = double(std::max<qsizetype>(1, context.deployment.nodes.size()));
    const double share = double(weights->totalBytes()) / nodes;
    const qint64 needed = qint64(share * 1.3);
    const QString loading = Checks::tr("loading its share of the weights (%1) takes 1.3 times as much, %2")
                                .arg(sizeText(qint64(share)), sizeText(needed));
    const qint64 available = memory->availableBytes.value_or(*memory->totalBytes);
    if (available >= needed)
        return passed(total,
                      Checks::tr("has %1 of memory, %2 available; %3").arg(total, sizeText(available), loading));
    const Ownership own = ownershipOf(probe, context);
    if (!own.isServing())
        return warned(total, Checks::tr("has %1 of memory available; %2").arg(sizeText(available), loading));
    // The service has loaded its share already; what it holds would be free for the next start.
    const qint64 held = own.residentBytes();
    const QString summary = Checks::tr("has %1 of memory available; %2 is held by %3")
                                .arg(sizeText(available), sizeText(held), ownWords(own));
    if (available + held >= needed)
        return passed(total, summary);
    return warned(
        total, summary + u"; "_s + loading,
        Checks::tr("See what else uses memory (`free -h`, `ps aux --sort=-rss | head`).") + u' ' + leaveIt(own));
}

static Finding checkLimits(NodeProbe &probe, const CheckContext &)
{
    const Result<Limits> limits = ::limits(probe);
    if (!limits)
        return unknown(limits.error());
    const auto text = [](std::optional<qint64> value) {
        return !value ? u"?"_s : *value < 0 ? Checks::tr("unlimited") : QString::number(*value);
    };
    // Too few open files is one of HCCL's reasons not to find its ranks (its docs: cluster_info_nego.md); 1024 is the
    // usual default of a login shell, which one process per card with its sockets and weights soon uses up.
    const qint64 files = *limits->openFiles;
    const QString summary = Checks::tr("allows %1 open files and %2 KiB of locked memory")
                                .arg(text(limits->openFiles), text(limits->lockedMemoryKb));
    return files < 0 || files > 1024 ? passed(text(limits->openFiles), summary)
                                     : warned(text(limits->openFiles), summary);
}

namespace {
struct TakenPort
{
    Listener listener;
    QString words;                       // "1025 (service)"
};
} // namespace

// All who listen on this port in the way of whoever binds it: at every address, or at `own` alone. An empty one: it is
// not known.
static std::optional<Listener> inTheWay(const QList<Listener> &all, int port, const QString &own)
{
    std::optional<Listener> found;
    for (const Listener &listener : all) {
        if (listener.port != port || (!own.isEmpty() && !listener.isEverywhere() && listener.address != own))
            continue;
        if (!found)
            found = Listener{port, listener.address, {}};
        for (const HostProcess &process : listener.processes) {
            if (!found->processes.contains(process))
                found->processes << process;
        }
    }
    return found;
}

namespace {
struct WantedPort
{
    int port = 0;
    QStringList uses;
    bool isOnNodesAddress = false;
};
} // namespace

// Of the ports that the service binds on this node, and of HCCL's: those that somebody listens on. HCCL listens at the
// node's own address.
static QList<TakenPort> takenPorts(NodeProbe &probe, const QList<Listener> &all, const CheckContext &context)
{
    QList<TakenPort> taken;
    QList<WantedPort> wanted;            // ports that are shared stand once
    for (const NodePort &own : context.ownPorts()) {
        for (int port = own.first; port <= own.last && !own.areFreeOnes; ++port) {
            const auto same
                = std::find_if(wanted.begin(), wanted.end(), [port](const auto &one) { return one.port == port; });
            if (same == wanted.end()) {
                wanted.append({port, {portName(QLatin1String(own.what))}, own.isOnNodesAddress});
                continue;
            }
            same->uses << portName(QLatin1String(own.what));
            same->isOnNodesAddress = same->isOnNodesAddress && own.isOnNodesAddress;
        }
    }
    const QString own = ownAddress(probe, context.node).ip;
    for (const WantedPort &one : std::as_const(wanted)) {
        if (const auto listener = inTheWay(all, one.port, one.isOnNodesAddress ? own : QString()))
            taken.append({*listener, Checks::tr("%1 (%2)", "a port and what it is for")
                                         .arg(one.port)
                                         .arg(one.uses.join(u", "_s))});
    }
    const auto [first, last] = context.hcclPorts();
    for (int port = first; last > 0 && port <= last; ++port) {
        if (const auto listener = inTheWay(all, port, own))
            taken.append({*listener, Checks::tr("%1 (%2)", "a port and what it is for").arg(port).arg(u"HCCL"_s)});
    }
    return taken;
}

OthersHold othersOnPorts(NodeProbe &probe, const CheckContext &context)
{
    OthersHold found;
    const Result<QList<Listener>> all = listeners(probe);
    const QList<TakenPort> taken = all ? takenPorts(probe, *all, context) : QList<TakenPort>();
    if (taken.isEmpty())
        return found;
    const Ownership own = ownershipOf(probe, context);
    for (const TakenPort &one : own.isKnown ? taken : QList<TakenPort>()) {
        for (const HostProcess &process : one.listener.processes) {
            if (own.holds(process.pid))
                continue;
            const Holder holder = holderOf(probe, own, process);
            if (!holder.container.isEmpty() || !own.isUncertain())
                found.add(one.words, holder);
        }
    }
    return found;
}

// Others who listen on a port of the service and are not in its way: at another address than it binds, or on a node
// that does not bind it. "1025 at 127.0.0.1 by process 4711 (python3 serve.py)"
static QString besideTheWay(NodeProbe &probe, const QList<Listener> &all, const CheckContext &context)
{
    QStringList words;
    std::optional<Ownership> own;
    for (const Listener &listener : all) {
        const bool isOfService
            = std::any_of(context.settings.ports.cbegin(), context.settings.ports.cend(), [&](const NodePort &port) {
                  return !port.areFreeOnes && listener.port >= port.first && listener.port <= port.last;
              });
        if (!isOfService)
            continue;
        if (!own)
            own = ownershipOf(probe, context);
        QList<Holder> holders;
        for (const HostProcess &process : listener.processes) {
            if (!own->holds(process.pid))
                holders << holderOf(probe, *own, process);
        }
        if (holders.isEmpty() && !listener.processes.isEmpty())
            continue;
        const QString at
            = Checks::tr("%1 at %2", "a port, an address").arg(listener.port).arg(orDash(listener.address));
        words << (holders.isEmpty() ? at
                                    : Checks::tr("%1 by %2", "a port, and who holds it")
                                          .arg(at, holderWords(holders).join(u", "_s)));
    }
    words.removeDuplicates();
    return words.isEmpty() ? QString()
                           : u"; "_s
            + Checks::tr("not in its way, for it does not listen there on this node: %1").arg(words.join(u"; "_s));
}

static Finding checkPorts(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("which ports the service uses"),
                                         context.deployment.settings.contains("port")))
        return *wait;
    const Result<QList<Listener>> all = listeners(probe);
    if (!all)
        return unknown(all.error());
    const QList<TakenPort> taken = takenPorts(probe, *all, context);
    const auto [first, last] = context.hcclPorts();
    const QString beside = taken.isEmpty() ? besideTheWay(probe, *all, context) : QString();
    if (taken.isEmpty() && (last == 0 || !beside.isEmpty()))
        return passed(Checks::tr("free"),
                      beside.isEmpty() ? Checks::tr("nothing listens on the service's ports")
                                       : Checks::tr("nothing listens where the service is to listen") + beside);
    if (taken.isEmpty())
        return passed(Checks::tr("free"), Checks::tr("nothing listens on the service's ports or on %1-%2")
                                              .arg(first).arg(last));

    const Ownership own = ownershipOf(probe, context);
    QStringList ownPorts, others, numbers, untold;
    QList<Holder> holders;
    for (const TakenPort &one : taken) {
        QList<Holder> foreign;
        bool isUntold = one.listener.processes.isEmpty();
        for (const HostProcess &process : one.listener.processes) {
            if (own.holds(process.pid))
                continue;
            const Holder holder = holderOf(probe, own, process);
            if (holder.container.isEmpty() && own.isUncertain())
                isUntold = true;
            else
                foreign << holder;
        }
        const QString number = QString::number(one.listener.port);
        if (!foreign.isEmpty()) {
            others << Checks::tr("%1 by %2", "a port, and who holds it")
                          .arg(one.words, holderWords(foreign).join(u", "_s));
            numbers << number;
            holders += foreign;
        } else if (isUntold) {
            untold << one.words;
            numbers << number;
        } else {
            ownPorts << one.words;
        }
    }
    const QString choose = Checks::tr("Or choose other ports in the settings.");
    const QString ownPart = ownPorts.isEmpty()
        ? QString()
        : u"; "_s + Checks::tr("%1 held by %2").arg(ownPorts.join(u", "_s), ownWords(own));
    if (!others.isEmpty() && !own.isKnown) {
        Finding finding = unknown(
            Checks::tr("somebody listens, and who it is is not known, because the container engine does not answer: %1")
                .arg(others.join(u"; "_s)),
            Checks::tr("%1 taken", "ports").arg(numbers.join(u", "_s)));
        finding.remedy = askEngineFirst();
        return finding;
    }
    if (!others.isEmpty()) {
        if (!untold.isEmpty())
            others << Checks::tr("%1 by a process that is not told").arg(untold.join(u", "_s));
        return ofSettings(failed(Checks::tr("%1 taken", "ports").arg(numbers.join(u", "_s)),
                                 (areOfRuns(holders) ? Checks::tr("another deployment listens: %1")
                                                     : Checks::tr("somebody else listens: %1"))
                                         .arg(others.join(u"; "_s))
                                     + ownPart,
                                 askTheirOwners(holders) + u' ' + choose));
    }
    const QString look = Checks::tr("As root, `ss -ltnp | grep -E ':(%1) '` tells who it is.").arg(numbers.join(u'|'));
    if (!untold.isEmpty() && (own.isServing() || own.isUncertain()))
        return warned(Checks::tr("in use"),
                      Checks::tr("something listens on %1; it is not told who, most likely %2")
                              .arg(untold.join(u", "_s), ownWords(own))
                          + ownPart,
                      look + u' ' + leaveIt(own));
    if (!untold.isEmpty())
        return ofSettings(failed(Checks::tr("%1 taken", "ports").arg(numbers.join(u", "_s)),
                                 Checks::tr("something listens already on %1").arg(untold.join(u", "_s)) + ownPart,
                                 look + u' ' + Checks::tr("Ask its owner before you end anything.") + u' ' + choose));
    return passedAsOwn(ownValue(own),
                       Checks::tr("%1 held by %2").arg(ownPorts.join(u", "_s), ownWords(own)));
}

// Fails when / warns when:
QList<NodeCheck> hostChecks()
{
    return {
        {"host.os", "", checkOs},                     // never; unknown without /etc/os-release
        {"host.architecture", "", checkArchitecture}, // neither aarch64 nor x86_64
        {"host.clock", "", checkClock},               // never; warns: a minute from this computer's
        {"host.memory", "", checkMemory},             // warns: less available than its share of the weights x 1.3
        {"host.ulimits", "", checkLimits},            // warns: 1024 open files or fewer
        // somebody else listens on one of the ports; warns: most likely its own service
        {"host.ports", "", checkPorts},
    };
}
