// The machine itself: system, clock, memory, limits, ports.
#include "core/checks/catalogue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

static Finding checkOs(NodeInquiry &ask, const CheckContext &)
{
    const Result<OsFacts> os = osFacts(ask);
    if (!os)
        return unknown(os.error());
    if (os->prettyName.isEmpty() && os->id.isEmpty())
        return unknown(Checks::tr("/etc/os-release names no system; the kernel is %1").arg(os->kernel), os->kernel);
    const QString name = os->prettyName.isEmpty() ? os->id + u' ' + os->versionId : os->prettyName;
    const QString shortName = os->id.isEmpty() ? name : (os->id + u' ' + os->versionId).trimmed();
    return passed(shortName, Checks::tr("runs %1, kernel %2").arg(name, os->kernel));
}

static Finding checkArchitecture(NodeInquiry &ask, const CheckContext &)
{
    const Result<OsFacts> os = osFacts(ask);
    if (!os)
        return unknown(os.error());
    // Drivers and images are published for these two (versions.json, "package names").
    if (os->arch == u"aarch64" || os->arch == u"x86_64")
        return passed(os->arch, Checks::tr("is a %1 machine").arg(os->arch));
    return failed(os->arch, Checks::tr("is a %1 machine; drivers and images exist for aarch64 and x86_64 only").arg(os->arch));
}

static Finding checkClock(NodeInquiry &ask, const CheckContext &)
{
    const Result<ClockReading> clock = clockReading(ask);
    if (!clock)
        return unknown(clock.error());
    // Which of the two clocks is wrong cannot be seen here: the nodes are compared in host.clock-equal.
    const QString offset = (clock->offsetSeconds < 0 ? u"-%1 s"_s : u"+%1 s"_s).arg(qAbs(clock->offsetSeconds), 0, 'f', 1);
    return passed(offset, Checks::tr("its clock differs from this computer's by %1 (known to %2 s)")
                              .arg(offset).arg(clock->uncertaintySeconds, 0, 'f', 2));
}

static Finding checkMemory(NodeInquiry &ask, const CheckContext &context)
{
    const Result<Memory> memory = ::memory(ask);
    if (!memory)
        return unknown(memory.error());
    const QString total = sizeText(*memory->totalBytes);
    if (context.settings.weights.isEmpty())
        return passed(total, Checks::tr("has %1 of memory").arg(total));
    const Result<WeightsFacts> weights = weightsFacts(ask, context.settings.weights);
    if (!weights || weights->files.isEmpty())
        return passed(total, Checks::tr("has %1 of memory; how much is needed follows from the weights, which were not found").arg(total));
    // failures.md DEV-TBE-SUBPROCESS: free memory must exceed the weights' share of this node times 1.3.
    const qint64 needed = qint64(double(weights->totalBytes()) / double(std::max<qsizetype>(1, context.deployment.nodes.size())) * 1.3);
    const qint64 available = memory->availableBytes.value_or(*memory->totalBytes);
    if (available >= needed)
        return passed(total, Checks::tr("has %1 of memory, %2 available; loading its share of the weights takes about %3")
                                 .arg(total, sizeText(available), sizeText(needed)));
    return warned(total, Checks::tr("has %1 of memory available; loading its share of the weights takes about %2")
                             .arg(sizeText(available), sizeText(needed)));
}

static Finding checkLimits(NodeInquiry &ask, const CheckContext &)
{
    const Result<Limits> limits = ::limits(ask);
    if (!limits)
        return unknown(limits.error());
    const auto text = [](std::optional<qint64> value) {
        return !value ? u"?"_s : *value < 0 ? Checks::tr("unlimited") : QString::number(*value);
    };
    // Too few open files is one of HCCL's reasons not to find its ranks (failures.md HCCL-EI0015-ROOT); 1024 is the
    // usual default of a login shell, which one process per card with its sockets and weights soon uses up.
    const qint64 files = *limits->openFiles;
    const QString summary = Checks::tr("allows %1 open files and %2 KiB of locked memory").arg(text(limits->openFiles), text(limits->lockedMemoryKb));
    return files < 0 || files > 1024 ? passed(text(limits->openFiles), summary) : warned(text(limits->openFiles), summary);
}

static Finding checkPorts(NodeInquiry &ask, const CheckContext &context)
{
    const Result<QList<int>> listening = listeningPorts(ask);
    if (!listening)
        return unknown(listening.error());
    QStringList taken;
    QStringList numbers;
    for (const auto &[what, port] : context.settings.ports) {
        if (listening->contains(port)) {
            taken << u"%1 (%2)"_s.arg(port).arg(what);
            numbers << QString::number(port);
        }
    }
    for (const int port : *listening) {
        if (port >= context.settings.hcclFirstPort && port <= context.settings.hcclLastPort) {
            taken << u"%1 (HCCL)"_s.arg(port);
            numbers << QString::number(port);
        }
    }
    if (taken.isEmpty())
        return passed(Checks::tr("free"), Checks::tr("nothing listens on the service's ports or on %1-%2")
                                              .arg(context.settings.hcclFirstPort).arg(context.settings.hcclLastPort));
    return failed(Checks::tr("%1 taken").arg(numbers.join(u", "_s)),
                  Checks::tr("something listens already on %1").arg(taken.join(u", "_s)),
                  Checks::tr("See who it is with `ss -ltnp | grep -E ':(%1) '`, stop it, or choose other ports in the settings.")
                      .arg(numbers.join(u'|')));
}

// Fails when / warns when:
QList<NodeCheck> hostChecks()
{
    return {
        {"host.os", "", checkOs},                     // never; unknown without /etc/os-release
        {"host.architecture", "", checkArchitecture}, // neither aarch64 nor x86_64
        {"host.clock", "", checkClock},               // never; see host.clock-equal
        {"host.memory", "", checkMemory},             // warns: less available than its share of the weights x 1.3
        {"host.ulimits", "", checkLimits},            // warns: 1024 open files or fewer
        {"host.ports", "", checkPorts},               // one of the ports is listened on
    };
}
