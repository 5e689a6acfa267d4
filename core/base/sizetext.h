// A size for people, in binary units: "503 GiB", "58.9 GiB", "1.5 KiB", "812 B".
#pragma once

#include <QString>

#include <optional>

struct SizeParts
{
    double value = 0;
    int decimals = 0;                    // one where that says more: below 100 and not whole
    QLatin1String unit;
};

SizeParts sizeParts(qint64 bytes, std::optional<qint64> inUnitOf = std::nullopt); // of another size beside it
// With a point, whatever the language; GiB at most, in which memory and weights are compared: "1510 GiB".
QString sizeText(qint64 bytes);
