#include "core/base/sizetext.h"

#include <algorithm>
#include <array>
#include <cmath>

SizeParts sizeParts(qint64 bytes, std::optional<qint64> inUnitOf)
{
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    size_t step = 0;
    for (double left = std::abs(double(inUnitOf.value_or(bytes))); left >= 1024.0 && step + 1 < units.size();
         left /= 1024.0)
        ++step;
    const double value = double(bytes) / std::pow(1024.0, double(step));
    const bool isWhole = step == 0 || std::abs(value) >= 100 || value == std::floor(value);
    return {value, isWhole ? 0 : 1, QLatin1String(units[step])};
}

QString sizeText(qint64 bytes)
{
    const SizeParts parts = sizeParts(bytes, std::min(bytes, qint64(1) << 30));
    return QString::number(parts.value, 'f', parts.decimals) + QLatin1Char(' ') + parts.unit;
}
