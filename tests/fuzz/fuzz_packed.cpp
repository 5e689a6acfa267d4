// Packed samples and roll-ups out of any bytes; samples whose bits are any come back as they were.
#include "core/metrics/packed.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const QByteArrayView bytes(data + 1, qsizetype(size - 1));
    (void)unpackSamples(bytes, data[0] * 4);
    (void)unpackRollups(bytes, data[0] * 4, data[0] % 3 == 0 ? 10'000 : 600'000);

    PackedSamples packed;
    QList<TimedValue> values;
    for (qsizetype at = 0; at + 10 <= bytes.size(); at += 10) {
        std::uint16_t step = 0;
        double value = 0;
        std::memcpy(&step, bytes.data() + at, 2);
        std::memcpy(&value, bytes.data() + at + 2, 8);
        if (data[0] % 2 == 0)            // decimals, too
            value = std::round(value * 10) / 10;
        values.append({(values.isEmpty() ? 0 : values.last().timeMs) + std::int16_t(step), value});
        packed.append(values.last().timeMs, value);
    }
    const auto back = unpackSamples(packed.bytes(), packed.size());
    if (!back || back->size() != values.size())
        std::abort();
    for (qsizetype i = 0; i < values.size(); ++i) {
        const double is = (*back)[i].value, was = values[i].value;
        if ((*back)[i].timeMs != values[i].timeMs || std::isnan(is) != std::isnan(was)
            || (!std::isnan(was) && std::bit_cast<std::uint64_t>(is) != std::bit_cast<std::uint64_t>(was)))
            std::abort();
    }
    return 0;
}
