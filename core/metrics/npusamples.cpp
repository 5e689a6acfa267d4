#include "core/metrics/npusamples.h"

using namespace Qt::StringLiterals;

namespace {

template<typename T>
double orNaN(const std::optional<T> &value)
{
    return value ? double(*value) : std::numeric_limits<double>::quiet_NaN();
}

// 910B and later print "0 / 0" where they have no DDR (npu-smi's published source, hicann/driver): that is no memory,
// not an empty one.
bool isReal(const std::optional<qint64> &total)
{
    return total && *total > 0;
}

} // namespace

QList<Sample> npuSamples(const NpuSmiInfo &info, const QString &node, qint64 timeMs)
{
    QList<Sample> samples;
    const bool hasHbm = std::any_of(info.chips.begin(), info.chips.end(),
                                    [](const NpuChip &chip) { return isReal(chip.hbmTotalMb); });
    const bool hasMemory = std::any_of(info.chips.begin(), info.chips.end(),
                                       [](const NpuChip &chip) { return isReal(chip.memoryTotalMb); });
    for (const NpuChip &chip : info.chips) {
        if (!chip.npu)
            continue;
        const QString device = npuAndChip(chip);
        const auto add = [&](const QString &metric, double value) {
            samples << Sample{timeMs, {node, device, metric}, value};
        };
        add(u"npu.health"_s, orNaN(healthLevel(chip.health)));
        add(u"npu.aicore"_s, orNaN(chip.aiCorePercent));
        if (hasHbm) { // a failed query prints 0 / 0 as well (npu-smi's published source): not reported
            add(u"npu.hbm.used"_s, isReal(chip.hbmTotalMb) ? orNaN(chip.hbmUsedMb) : orNaN(std::optional<qint64>()));
            add(u"npu.hbm.total"_s, isReal(chip.hbmTotalMb) ? orNaN(chip.hbmTotalMb) : orNaN(std::optional<qint64>()));
        }
        if (hasMemory) {
            add(u"npu.memory.used"_s,
                isReal(chip.memoryTotalMb) ? orNaN(chip.memoryUsedMb) : orNaN(std::optional<qint64>()));
            add(u"npu.memory.total"_s,
                isReal(chip.memoryTotalMb) ? orNaN(chip.memoryTotalMb) : orNaN(std::optional<qint64>()));
        }
        add(u"npu.temperature"_s, orNaN(chip.temperatureC));
        add(u"npu.power"_s, orNaN(chip.powerWatts));
        if (info.hasProcessTable && !info.truncated) {
            const auto count = std::count_if(info.processes.begin(), info.processes.end(),
                                [&](const NpuProcess &process) { return isOn(process, chip); });
            add(u"npu.processes"_s, double(count));
        }
    }
    return samples;
}
