// ascendctl inspect D: the facts of every node, all nodes at once.
#include "app/ctl/checkverbs.h"
#include "app/ctl/clusterfacts.h"

#include "core/facts/npufacts.h"

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

void printForPeople(const NodeFacts &facts)
{
    const auto text = [](const QString &value) { return value.isEmpty() ? u"-"_s : value; };
    if (facts.error && facts.error->kind == ErrorKind::Canceled) {
        printLine(u"%1  not known: %2"_s.arg(facts.name, facts.error->message));
        return;
    }
    if (!facts.reachable) {
        printLine(u"%1  not reachable: %2"_s.arg(facts.name, facts.error ? facts.error->message : QString()));
        return;
    }
    printLine(u"%1  %2%3"_s.arg(facts.name, text(facts.hostname), facts.simulated ? u"  (simulated)"_s : QString()));
    printLine(
        u"  system     %1, %2, kernel %3"_s.arg(text(facts.os.prettyName), text(facts.os.arch), text(facts.os.kernel)));
    printLine(u"  address    %1 on %2"_s.arg(text(facts.hostIp), text(facts.hostInterface)));
    printLine(u"  driver     %1, firmware %2"_s.arg(text(driverInWords(facts)), text(firmwareInWords(facts))));
    if (facts.npuSmi) {
        for (const NpuChip &chip : facts.npuSmi->chips)
            printLine(u"  NPU %1/%2    %3  %4"_s.arg(chip.npu ? QString::number(*chip.npu) : u"-"_s,
                                                     chip.chip ? QString::number(*chip.chip) : u"-"_s, text(chip.name),
                                                     text(chip.health)));
    } else {
        printLine(u"  NPU        %1"_s.arg(
            facts.errors
                .value(u"npu-smi"_s, Error{ErrorKind::Parse, u"npu-smi gave no answer that could be read"_s, {}, {}})
                .message));
    }
    for (const HccnFacts &hccn : facts.hccn)
        printLine(u"  device %1   %2  link %3"_s.arg(hccn.deviceId).arg(text(hccn.ip), text(hccn.link)));
    printLine(u"  container  %1 %2"_s.arg(text(facts.container.engine), facts.container.version));
}

} // namespace

int inspect(const Call &call)
{
    QStringList arguments = call.arguments;
    const Result<Opened> opened = openDeployment(arguments, call.stop);
    if (!opened)
        return fail(opened.error());
    if (!arguments.isEmpty()) {
        complain(u"usage: ascendctl inspect D [--json] %1"_s.arg(QLatin1String(connectionUsage)));
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
        complain(u"Stopped before all was asked."_s);
    return anyReachable && !isCut ? Yes : CouldNotAsk;
}

} // namespace ctl
