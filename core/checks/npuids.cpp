// Logical and physical ids: the driver counts the chips that it finds (logical), /dev/davinciN, hccn_tool -i and a rank
// table's device_id are the place in the machine (physical). They differ where a chip is away.
#include "core/checks/catalogue.h"
#include "core/facts/npufacts.h"
#include "core/parse/npumapping.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// N of /dev/davinciN of a row; nullopt: not known.
std::optional<int> physicalOf(const NpuMappingRow &row, const QList<NpuChip> &chips,
                              const QList<std::optional<int>> &devices)
{
    if (row.phyId)
        return row.phyId;
    for (qsizetype i = 0; i < chips.size(); ++i) {
        if (chips[i].npu == row.npu && chips[i].chip.value_or(0) == row.chip.value_or(0))
            return devices.value(i);
    }
    return std::nullopt;
}

Finding checkIds(NodeProbe &probe, const CheckContext &context)
{
    const Result<NpuSmiInfo> info = npuSmi(probe);
    if (!info)
        return unknown(info.error());
    const Result<CommandOutput> output = probe.ask({u"npu-smi"_s, u"info"_s, u"-m"_s}, npuSmiTimeout);
    if (!output)
        return unknown(output.error());
    const Result<NpuMapping> mapping = parseNpuSmiMapping(output->out);
    if (!mapping || mapping->truncated)
        return unknown(Checks::tr("%1 is not in a layout that is known, or cut short").arg(u"npu-smi info -m"_s));
    const QList<std::optional<int>> devices = devicesOfChips(probe, *info);
    int compared = 0;
    QStringList names, pairs;
    for (const NpuMappingRow &row : mapping->rows) {
        const std::optional<int> physical = row.isMcu() ? std::nullopt : physicalOf(row, info->chips, devices);
        if (!physical || !row.logicId || row.name.isEmpty()) // without a name the tool could not ask the chip
            continue;
        ++compared;
        if (*physical == *row.logicId)
            continue;
        names << Checks::tr("%1 device %2").arg(context.node.name).arg(*physical);
        pairs << Checks::tr("device %1 is logical %2").arg(*physical).arg(*row.logicId);
    }
    if (compared == 0)
        return notAsked(Checks::tr("not compared: npu-smi does not tell both numbers of a chip here"));
    if (pairs.isEmpty())
        return passed(Checks::tr("equal"),
                      Checks::tr("logical and physical ids of %1 chips are the same").arg(compared));
    Finding finding
        = warned(Checks::tr("%1 differ").arg(pairs.size()),
                 Checks::tr("the driver counts the chips otherwise than the machine: %1").arg(firstFew(pairs)));
    finding.devices = names;
    return finding;
}

} // namespace

// Fails when / warns when:
QList<NodeCheck> npuIdChecks()
{
    return {
        {"npu.ids", "npu.count", checkIds}, // warns: a chip's two numbers differ
    };
}
