// PackedSamples, PackedRollups: a series' values in few bytes, in memory and in the file alike. Samples lose nothing.
//
// Times: how much the step between two differs from the step before, as Gorilla does (Pelkonen et al., VLDB 2015,
// section 4.1.1). Values: what tools report are decimals (412.5 W), whose bits change much and whose digits little:
// such a value is the difference to the last one in units of its last digit; any other one the XOR with the last one
// (section 4.1.2). A chip's eight metrics at a sample a second take 1 to 2 bytes each.
#pragma once

#include <QByteArray>
#include <QList>

#include <limits>
#include <optional>

struct TimedValue
{
    qint64 timeMs = 0;
    double value = 0;                    // NaN: a gap
    bool operator==(const TimedValue &) const = default;
};

// What came in one step of time.
struct Rollup
{
    qint64 startMs = 0;                  // a multiple of the step
    double least = std::numeric_limits<double>::quiet_NaN(); // NaN: nothing but gaps came
    double most = std::numeric_limits<double>::quiet_NaN();
    double mean = std::numeric_limits<double>::quiet_NaN();
    qint64 count = 0;                    // of values; gaps are none
    bool operator==(const Rollup &) const = default;
};
void addTo(Rollup &sum, const Rollup &part); // of the same step
double roundedMean(const Rollup &rollup);    // to one digit more than the least and the most have: what is packed

// How the last one was told: what the next one is told against.
struct PackedTime
{
    qint64 last = 0, step = 0;
    bool isBegun = false;
};

struct PackedLane
{
    quint64 bits = 0;                    // of the last value
    qint64 number = 0;                   // the last decimal, in units of 10^-digits
    int digits = 0;
    int leading = -1, length = 0;        // of the last XOR; -1: none yet
};

class PackedSamples
{
public:
    void append(qint64 timeMs, double value); // times in any order; short when they grow evenly
    qsizetype size() const { return m_size; }
    qint64 firstMs() const { return m_firstMs; }
    qint64 lastMs() const { return m_times.last; } // of the last append()
    const QByteArray &bytes() const { return m_bytes; }
    void readInto(QList<TimedValue> &values, qint64 fromMs, qint64 toMs) const;

private:
    QByteArray m_bytes;
    qsizetype m_size = 0;
    qint64 m_firstMs = 0;
    PackedTime m_times;
    PackedLane m_lane;
    int m_free = 0;                      // bits of the last byte
};

// size values of what append() wrote; nullopt: the bytes are not that.
std::optional<QList<TimedValue>> unpackSamples(QByteArrayView bytes, qsizetype size);
// Those of a time; of bytes that append() wrote.
void readPacked(QByteArrayView bytes, qsizetype size, qint64 fromMs, qint64 toMs, QList<TimedValue> &into);

// In order of time, each start once. Means are rounded to one digit more than the values have.
QByteArray packRollups(const QList<Rollup> &rollups, qint64 stepMs);
std::optional<QList<Rollup>> unpackRollups(QByteArrayView bytes, qsizetype size, qint64 stepMs);
