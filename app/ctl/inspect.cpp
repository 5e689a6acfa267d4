// ascendctl inspect D: the facts of every node, all nodes at once.
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"

#include "core/facts/nodefacts.h"

namespace ctl {

namespace {

void printForPeople(const NodeFacts &facts)
{
    const auto text = [](const QString &value) { return value.isEmpty() ? QStringLiteral("-") : value; };
    if (facts.error && facts.error->kind == ErrorKind::Canceled) {
        printLine(QStringLiteral("%1  not known: %2").arg(facts.name, facts.error->message));
        return;
    }
    if (!facts.reachable) {
        printLine(
            QStringLiteral("%1  not reachable: %2").arg(facts.name, facts.error ? facts.error->message : QString()));
        return;
    }
    printLine(QStringLiteral("%1  %2%3").arg(facts.name, text(facts.hostname),
                                            facts.simulated ? QStringLiteral("  (simulated)") : QString()));
    printLine(QStringLiteral("  system     %1, %2, kernel %3")
                  .arg(text(facts.os.prettyName), text(facts.os.arch), text(facts.os.kernel)));
    printLine(QStringLiteral("  address    %1 on %2").arg(text(facts.hostIp), text(facts.hostInterface)));
    printLine(
        QStringLiteral("  driver     %1, firmware %2").arg(text(facts.driverVersion), text(facts.firmwareVersion)));
    if (facts.npuSmi) {
        for (const NpuChip &chip : facts.npuSmi->chips)
            printLine(QStringLiteral("  NPU %1/%2    %3  %4")
                          .arg(chip.npu ? QString::number(*chip.npu) : QStringLiteral("-"),
                               chip.chip ? QString::number(*chip.chip) : QStringLiteral("-"), text(chip.name),
                               text(chip.health)));
    } else {
        printLine(QStringLiteral("  NPU        %1")
                      .arg(facts.errors
                               .value(QStringLiteral("npu-smi"),
                                      Error{ErrorKind::Parse,
                                            QStringLiteral("npu-smi gave no answer that could be read"),
                                            {},
                                            {}})
                               .message));
    }
    for (const HccnFacts &hccn : facts.hccn)
        printLine(QStringLiteral("  device %1   %2  link %3").arg(hccn.deviceId).arg(text(hccn.ip), text(hccn.link)));
    printLine(QStringLiteral("  container  %1 %2").arg(text(facts.container.engine), facts.container.version));
}

} // namespace

int inspect(const Call &call)
{
    QStringList arguments = call.arguments;
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return fail(opened.error());
    if (!arguments.isEmpty()) {
        complain(QStringLiteral("usage: ascendctl inspect D [--json] %1").arg(QLatin1String(connectionUsage)));
        return Usage;
    }
    if (const Result<void> fine = wantNodes(*opened); !fine)
        return fail(fine.error());
    bool anyReachable = false, isCut = false;
    bool simulated = opened->deployment.simulated;
    Json nodes = Json::array();
    const QList<NodeFacts> all = askNodes(*opened, call.stop);
    for (const NodeFacts &facts : all) {
        anyReachable = anyReachable || facts.reachable;
        isCut = isCut || (facts.error && facts.error->kind == ErrorKind::Canceled);
        simulated = simulated || facts.simulated;
        nodes.push_back(toJson(facts));
        if (const QString hint = facts.error ? howToGoOn(*facts.error) : QString(); !hint.isEmpty())
            complain(hint);
        if (!call.json)
            printForPeople(facts);
    }
    if (call.json) {
        Json document = Json::object();
        if (simulated)
            document["simulated"] = true;
        document["nodes"] = nodes;
        printJson(document);
    }
    if (isCut)
        complain(QStringLiteral("Stopped before all was asked."));
    return anyReachable && !isCut ? Yes : CouldNotAsk;
}

} // namespace ctl
