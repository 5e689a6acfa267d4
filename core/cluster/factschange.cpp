#include "core/cluster/factschange.h"

#include <cmath>

namespace {

bool isNear(const std::optional<qint64> &a, const std::optional<qint64> &b)
{
    return !a || !b || std::abs(*a - *b) <= std::max(std::abs(*a), std::abs(*b)) / 20;
}

// Without what is of the moment, or is compared as an amount.
NodeFacts lasting(NodeFacts facts)
{
    if (facts.npuSmi) {
        for (NpuChip &chip : facts.npuSmi->chips) {
            chip.powerWatts.reset();
            chip.temperatureC.reset();
            chip.aiCorePercent.reset();
            chip.hugepagesUsed.reset();
            chip.memoryUsedMb.reset();
            chip.hbmUsedMb.reset();
        }
        for (NpuProcess &process : facts.npuSmi->processes)
            process.memoryMb.reset();
    }
    for (Error &error : facts.errors)
        error = Error{error.kind, {}, {}, {}}; // in the words, or the language, of the moment
    facts.memoryAvailableBytes.reset();
    facts.imageDiskFreeBytes.reset();
    facts.weightsDiskFreeBytes.reset();
    facts.clockOffsetSeconds.reset();
    facts.clockUncertaintySeconds.reset();
    return facts;
}

bool isClockAlike(const NodeFacts &before, const NodeFacts &now)
{
    if (!before.clockOffsetSeconds || !now.clockOffsetSeconds)
        return true;
    return std::abs(*before.clockOffsetSeconds - *now.clockOffsetSeconds)
        <= 0.5 + before.clockUncertaintySeconds.value_or(0) + now.clockUncertaintySeconds.value_or(0);
}

bool isMemoryAlike(const NpuChip &before, const NpuChip &now)
{
    const auto used = [](const NpuChip &chip) { return chip.hbmTotalMb ? chip.hbmUsedMb : chip.memoryUsedMb; };
    const qint64 total = (now.hbmTotalMb ? now.hbmTotalMb : now.memoryTotalMb).value_or(0);
    return !used(before) || !used(now) || std::abs(*used(before) - *used(now)) <= total / 20;
}

} // namespace

bool isAlike(const NodeFacts &before, const NodeFacts &now)
{
    if (lasting(before) != lasting(now) || !isClockAlike(before, now)
        || !isNear(before.memoryAvailableBytes, now.memoryAvailableBytes)
        || !isNear(before.imageDiskFreeBytes, now.imageDiskFreeBytes)
        || !isNear(before.weightsDiskFreeBytes, now.weightsDiskFreeBytes))
        return false;
    for (qsizetype i = 0; now.npuSmi && i < now.npuSmi->chips.size(); ++i) { // as many as before
        if (!isMemoryAlike(before.npuSmi->chips[i], now.npuSmi->chips[i]))
            return false;
    }
    return true;
}
