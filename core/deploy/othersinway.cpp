#include "core/deploy/othersinway.h"

#include "core/base/languages.h"
#include "core/checks/ownership.h"
#include "core/checks/rounds.h"
#include "core/runs/deploytext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct InTheWay
{
    QList<std::pair<QString, Holder>> ports, chips;
};

Result<InTheWay> othersHold(StepIo &io)
{
    const StepContext &context = io.context;
    CheckContext checks = contextOf(context.whole, context.node, dataLanguage());
    checks.run = context.owner;
    QList<int> devices;
    for (const int id : context.facts.deviceIds) {
        if (context.launch.runArgv.contains(u"--device=/dev/davinci%1"_s.arg(id)))
            devices << id;
    }
    NodeProbe probe(io.shell, io.stop);
    probe.beginEvidence();
    InTheWay held{othersOnPorts(probe, checks).held, othersOnChips(probe, checks, devices).held};
    for (const Evidence &evidence : probe.takeEvidence())
        io.log("$ " + evidence.command.toUtf8() + '\n');
    if (probe.isLost())
        return *probe.lost();
    if (probe.isStopped())
        return canceled();
    // The same deployment's, by another run: it is found in place, or refused by the container's step.
    for (auto *list : {&held.ports, &held.chips})
        list->removeIf([&](const auto &one) {
            return one.second.container == context.launch.container && one.second.deployment == context.deployment;
        });
    return held;
}

Error inTheWay(const StepIo &io, const InTheWay &held)
{
    QStringList what;
    QList<Holder> holders;
    for (const auto &[thing, holder] : held.ports + held.chips) {
        what << thing;
        holders << holder;
    }
    what.removeDuplicates();
    return stepFailure(io,
                       DeployText::tr("What the service needs is in use: %1, by %2.")
                           .arg(firstFew(what), firstFew(holderWords(holders))),
                       askTheirOwners(holders) + u' '
                           + (held.chips.isEmpty() ? DeployText::tr("Or choose other ports in the settings.")
                                                   : DeployText::tr("Or choose nodes whose chips are free.")));
}

} // namespace

QStringList othersProbes()
{
    return {DeployText::tr("who else holds the service's ports and chips is asked, as by `ascendctl check --only "
                           "host.ports,npu.idle`")};
}

Result<void> demandNoOthers(StepIo &io)
{
    constexpr int looks = 4;             // what ends just now may be listed a moment longer
    for (int look = 1;; ++look) {
        const auto held = othersHold(io);
        if (!held)
            return held.error();
        if (held->ports.isEmpty() && held->chips.isEmpty())
            return {};
        if (look == looks)
            return inTheWay(io, *held);
        pauseFor(std::chrono::milliseconds(1500), io.stop);
        if (io.stop.stop_requested())
            return canceled();
    }
}
