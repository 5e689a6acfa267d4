// MetricHistory: the last weeks of every metric, in memory: every sample of 2 h, means of 10 s of 12 h, of 1 min of
// 7 days, of 10 min of 31 days; shorter in proportion where there are more than 2048 series (256 chips of 8), so that
// 2048 chips fit in 400 MB.
// Samples of one key come in order of time; one that is not later than the last is dropped. One that is much earlier
// says that the clock was set back: what has later times than it shows now is forgotten, for nothing may be drawn at
// times to come.
#pragma once

#include "core/metrics/packedring.h"
#include "core/metrics/sample.h"

#include <QHash>

#include <array>

// A part of the past in more detail than MetricHistory holds it.
struct PastPart
{
    qint64 fromMs = 0, toMs = -1;
    qint64 stepMs = 0;                   // of the means that it consists of where it is coarsest; 0: all are samples
    QHash<MetricKey, QList<TimedValue>> values;
};

class MetricHistory
{
public:
    static constexpr qint64 clockStepMs = 2000; // earlier by more than this: the clock was set back
    static constexpr std::array<qint64, 3> steps{10'000, 60'000, 600'000}; // ms, of the means

    qint64 append(const QList<Sample> &samples); // by how many ms the clock was set back; 0: it was not
    qint64 append(const Sample &sample);
    // What was kept elsewhere as means, before the samples that follow: those of 10 min first.
    void appendKept(const MetricKey &key, size_t step, const QList<Rollup> &rollups);
    void putBefore(MetricHistory older);         // what was kept elsewhere, before what has come since
    void setPart(PastPart part) { m_part = std::move(part); } // instead of an earlier one; until clear()
    void rename(const QHash<QString, QString> &nodes); // all at once: two may change their names
    void forgetFrom(qint64 timeMs);              // what is at that time or later, of all
    QList<MetricKey> keys() const;
    // The finest that reaches back that far, of no shorter step than finestMs; before what it has, the next coarser.
    // The step that is under way has a mean as the others have; the last sample stands at the end of means, too.
    QList<TimedValue> window(const MetricKey &key, qint64 fromMs, qint64 toMs, qint64 finestMs = 0) const;
    // of such a window, ms; 0: the samples
    qint64 stepOf(const MetricKey &key, qint64 fromMs, qint64 toMs, qint64 finestMs = 0) const;
    std::optional<Sample> last(const MetricKey &key) const;
    void clear();
    qsizetype bytes() const;                     // about so much memory

private:
    // Means of one step, in the middle of it, NaN when nothing but gaps came. The last one is open.
    struct Means
    {
        PackedRing ring;
        Rollup open{.startMs = -1};      // -1: none yet
        qint64 beganMs = 0;              // of what is in it, the first
        qint64 takesFromMs = 0;          // what was kept covers what is before
    };
    struct Series
    {
        std::vector<TimedValue> recent;  // the last minute and some more, at hand: most ask for nothing else
        PackedRing samples;
        std::array<Means, 3> means;
        Sample last;
    };
    static QList<TimedValue> read(const Series &series, size_t ring, qint64 fromMs, qint64 toMs);
    static void addTo(Means &means, size_t step, const Rollup &rollup);
    void forgetOld(Series &series) const;
    size_t ringOf(const Series &series, qint64 fromMs, qint64 finestMs) const; // 0: the samples
    qint64 spanOf(size_t ring) const;    // ms; 0: the samples, 1: the means of 10 s
    bool isInPart(const MetricKey &key, qint64 fromMs, qint64 toMs) const;
    QHash<MetricKey, Series> m_series;
    PastPart m_part;
};
