#include "core/metrics/packed.h"

#include "core/metrics/bitstream.h"

#include <bit>
#include <cmath>

namespace {

constexpr double powers[] = {1, 10, 100, 1000, 10'000, 100'000};
constexpr int mostDigits = 5;
constexpr double largest = 9e15;         // of whole numbers that a double tells apart, some way below

quint64 zigzag(qint64 value) { return (quint64(value) << 1) ^ quint64(value >> 63); }
qint64 unzigzag(quint64 value) { return qint64(value >> 1) ^ -qint64(value & 1); }

// Sizes of a difference, by how many ones stand before it (a zero, then the bits); 0 has none.
template<size_t Count>
void putSized(BitWriter &out, quint64 value, const int (&sizes)[Count])
{
    size_t kind = 0;
    while (kind + 1 < Count && (sizes[kind] < 64 && value >> sizes[kind]))
        ++kind;
    for (size_t one = 0; one < kind; ++one)
        out.put(1, 1);
    if (kind + 1 < Count)
        out.put(0, 1);
    out.put(value, sizes[kind]);
}

template<size_t Count>
quint64 takeSized(BitReader &in, const int (&sizes)[Count])
{
    return in.take(sizes[in.ones(int(Count) - 1)]);
}

constexpr int timeSizes[] = {0, 5, 8, 12, 20, 64};

// 0 the same; 10, 110, … a difference of so many bits; then: another number of digits, a gap, an XOR.
constexpr int valueSizes[] = {3, 6, 9, 14, 22};
enum ValueKind { Same = 0, FirstDifference = 1, Digits = 6, Gap = 7, Xor = 8 };

std::optional<qint64> inUnits(double value, int digits)
{
    const double scaled = std::round(value * powers[digits]);
    if (!(std::abs(scaled) < largest))
        return {};
    const auto number = qint64(scaled); // -0.0 is none
    const bool isWhole = std::bit_cast<quint64>(double(number) / powers[digits]) == std::bit_cast<quint64>(value);
    return isWhole ? std::optional(number) : std::nullopt;
}

// As many digits as the lane has, or more.
void setDigits(PackedLane &lane, int digits)
{
    const double number = double(lane.number) * powers[digits - lane.digits];
    lane.number = std::abs(number) < largest ? lane.number * qint64(powers[digits - lane.digits]) : 0;
    lane.digits = digits;
}

void putKind(BitWriter &out, int kind)
{
    for (int one = 0; one < kind; ++one)
        out.put(1, 1);
    if (kind < Xor)
        out.put(0, 1);
}

void putXor(BitWriter &out, PackedLane &lane, quint64 bits)
{
    putKind(out, Xor);
    const quint64 difference = bits ^ lane.bits;
    const int leading = std::min(std::countl_zero(difference), 31);
    const int length = 64 - leading - std::countr_zero(difference);
    const bool fits = lane.leading >= 0 && leading >= lane.leading
        && std::countr_zero(difference) >= 64 - lane.leading - lane.length;
    out.put(fits ? 0 : 1, 1);
    if (!fits) {
        lane.leading = leading;
        lane.length = length;
        out.put(quint64(leading), 5);
        out.put(quint64(length - 1), 6);
    }
    out.put(difference >> (64 - lane.leading - lane.length), lane.length);
}

void putValue(BitWriter &out, PackedLane &lane, double value)
{
    const double kept = std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
    const auto bits = std::bit_cast<quint64>(kept);
    if (bits == lane.bits) {
        putKind(out, Same);
        return;
    }
    if (std::isnan(kept)) {
        putKind(out, Gap);
        lane.bits = bits;                // not the number: what comes after is told against the last one
        return;
    }
    std::optional<qint64> number;
    int digits = lane.digits;
    for (; digits <= mostDigits && !(number = inUnits(kept, digits)); ++digits) { }
    if (number && digits != lane.digits) {
        putKind(out, Digits);
        out.put(quint64(digits), 3);
        setDigits(lane, digits);
    }
    const quint64 coded = number ? zigzag(*number - lane.number) : 0;
    int kind = 0;
    while (kind < int(std::size(valueSizes)) && coded >> valueSizes[kind])
        ++kind;
    if (number && kind < int(std::size(valueSizes))) {
        putKind(out, FirstDifference + kind);
        out.put(coded, valueSizes[kind]);
    } else {
        putXor(out, lane, bits);
    }
    lane.bits = bits;
    if (number)
        lane.number = *number;
}

double takeValue(BitReader &in, PackedLane &lane)
{
    int kind = in.ones(Xor);
    if (kind == Digits) {
        if (const int digits = int(in.take(3)); digits > lane.digits && digits <= mostDigits) // else never written
            setDigits(lane, digits);
        kind = in.ones(Xor);
    }
    if (kind == Same)
        return std::bit_cast<double>(lane.bits);
    if (kind == Gap || kind == Digits) { // Digits twice: never written
        lane.bits = std::bit_cast<quint64>(std::numeric_limits<double>::quiet_NaN());
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (kind < Digits) {
        const qint64 difference = unzigzag(in.take(valueSizes[kind - FirstDifference]));
        lane.number += difference;
        const double value = double(lane.number) / powers[lane.digits];
        lane.bits = std::bit_cast<quint64>(value);
        return value;
    }
    if (in.take(1)) {
        lane.leading = int(in.take(5));
        lane.length = int(in.take(6)) + 1;
    }
    if (lane.leading < 0 || lane.leading + lane.length > 64) { // never written
        lane.leading = 0;
        lane.length = 1;
    }
    lane.bits ^= in.take(lane.length) << (64 - lane.leading - lane.length);
    const double value = std::bit_cast<double>(lane.bits);
    if (const std::optional<qint64> whole = inUnits(value, lane.digits))
        lane.number = *whole;
    return value;
}

void putTime(BitWriter &out, PackedTime &lane, qint64 time)
{
    const auto step = qint64(quint64(time) - quint64(lane.last)); // as takeTime()
    putSized(out, zigzag(qint64(quint64(step) - quint64(lane.step))), timeSizes);
    lane = {time, lane.isBegun ? step : 0, true}; // the first is told against 1970
}

qint64 takeTime(BitReader &in, PackedTime &lane)
{
    const auto change = quint64(unzigzag(takeSized(in, timeSizes))); // what is damaged may overflow
    const auto step = qint64(quint64(lane.step) + change);
    lane = {qint64(quint64(lane.last) + quint64(step)), lane.isBegun ? step : 0, true};
    return lane.last;
}

// False: there are not so many.
template<typename Take>
bool forEachSample(QByteArrayView bytes, qsizetype size, const Take &take)
{
    BitReader in(bytes);
    PackedTime times;
    PackedLane lane;
    for (qsizetype i = 0; i < size; ++i) {
        const qint64 timeMs = takeTime(in, times);
        const double value = takeValue(in, lane);
        if (in.isPast())
            return false;
        take(timeMs, value);
    }
    return true;
}

} // namespace

double roundedMean(const Rollup &rollup)
{
    for (int digits = 0; digits < mostDigits; ++digits) {
        if (!inUnits(rollup.least, digits) || !inUnits(rollup.most, digits))
            continue;
        const double scaled = std::round(rollup.mean * powers[digits + 1]);
        return std::abs(scaled) < largest ? scaled / powers[digits + 1] : rollup.mean;
    }
    return rollup.mean;
}

void addTo(Rollup &sum, const Rollup &part)
{
    if (part.count == 0)
        return;
    if (sum.count == 0) {
        const qint64 start = sum.startMs;
        sum = part;
        sum.startMs = start;
        return;
    }
    sum.least = std::min(sum.least, part.least);
    sum.most = std::max(sum.most, part.most);
    if (!std::isinf(sum.mean))           // more than anybody knows stays so; less infinite it would be no number
        sum.mean += (part.mean - sum.mean) * double(part.count) / double(sum.count + part.count);
    sum.count += part.count;
}

void PackedSamples::append(qint64 timeMs, double value)
{
    BitWriter out(m_bytes);
    out.setFree(m_free);
    putTime(out, m_times, timeMs);
    putValue(out, m_lane, value);
    m_free = out.free();
    if (m_size++ == 0)
        m_firstMs = timeMs;
}

void PackedSamples::readInto(QList<TimedValue> &values, qint64 fromMs, qint64 toMs) const
{
    readPacked(m_bytes, m_size, fromMs, toMs, values);
}

void readPacked(QByteArrayView bytes, qsizetype size, qint64 fromMs, qint64 toMs, QList<TimedValue> &into)
{
    forEachSample(bytes, size, [&](qint64 timeMs, double value) {
        if (timeMs >= fromMs && timeMs <= toMs)
            into.append({timeMs, value});
    });
}

std::optional<QList<TimedValue>> unpackSamples(QByteArrayView bytes, qsizetype size)
{
    QList<TimedValue> values;
    if (size < 0 || size > bytes.size() * 4 // no sample is less than two bits
        || !forEachSample(bytes, size, [&](qint64 timeMs, double value) { values.append({timeMs, value}); }))
        return {};
    return values;
}

QByteArray packRollups(const QList<Rollup> &rollups, qint64 stepMs)
{
    QByteArray bytes;
    BitWriter out(bytes);
    PackedTime steps;
    PackedLane count, least, most, mean;
    for (const Rollup &rollup : rollups) {
        putTime(out, steps, rollup.startMs / stepMs);
        putValue(out, count, double(rollup.count));
        if (rollup.count == 0)
            continue;
        const bool isFlat = rollup.least == rollup.most;
        out.put(isFlat ? 1 : 0, 1);
        putValue(out, least, rollup.least);
        if (!isFlat) {
            putValue(out, most, rollup.most);
            putValue(out, mean, roundedMean(rollup));
        }
    }
    bytes.squeeze();
    return bytes;
}

std::optional<QList<Rollup>> unpackRollups(QByteArrayView bytes, qsizetype size, qint64 stepMs)
{
    if (size < 0 || size > bytes.size() * 4)
        return {};
    QList<Rollup> rollups;
    BitReader in(bytes);
    PackedTime steps;
    PackedLane count, least, most, mean;
    for (qsizetype i = 0; i < size; ++i) {
        const qint64 step = takeTime(in, steps);
        const double values = takeValue(in, count);
        if (in.isPast() || std::abs(step) > std::numeric_limits<qint64>::max() / stepMs || !(values >= 0)
            || values > largest)
            return {};
        Rollup rollup{.startMs = step * stepMs, .count = qint64(values)};
        if (rollup.count > 0) {
            const bool isFlat = in.take(1);
            rollup.least = takeValue(in, least);
            rollup.most = isFlat ? rollup.least : takeValue(in, most);
            rollup.mean = isFlat ? rollup.least : takeValue(in, mean);
        }
        rollups.append(rollup);
    }
    return in.isPast() ? std::nullopt : std::optional(rollups);
}
