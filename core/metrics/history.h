// MetricHistory: the last hours of every metric, in memory, in rings of 1 s, 10 s and 60 s.
// Samples of one key come in order of time; one that is not later than the last is dropped. One that is much earlier
// says that the clock was set back: what has later times than it shows now is forgotten, for nothing may be drawn at
// times to come.
#pragma once

#include "core/metrics/sample.h"

#include <QHash>

#include <deque>

struct TimedValue
{
    qint64 timeMs = 0;
    double value = 0;                    // NaN: a gap
    bool operator==(const TimedValue &) const = default;
};

class MetricHistory
{
public:
    static constexpr qint64 clockStepMs = 2000; // earlier by more than this: the clock was set back

    qint64 append(const QList<Sample> &samples); // by how many ms the clock was set back; 0: it was not
    qint64 append(const Sample &sample);
    void putBefore(MetricHistory older);         // what was kept elsewhere, before what has come since
    void rename(const QHash<QString, QString> &nodes); // all at once: two may change their names
    QList<MetricKey> keys() const;
    // finest ring that reaches back that far
    QList<TimedValue> window(const MetricKey &key, qint64 fromMs, qint64 toMs) const;
    std::optional<Sample> last(const MetricKey &key) const;
    void clear();

private:
    // The mean of what came in one step of a coarser ring; NaN when nothing but gaps came.
    struct Mean
    {
        qint64 step = -1;
        double sum = 0;
        int count = 0;
    };
    struct Series
    {
        std::deque<TimedValue> seconds, tens, minutes; // 2 h of 1 s, 12 h of 10 s, 7 days of 60 s
        Mean ten, minute;
        Sample last;
    };
    void forgetFrom(qint64 timeMs);
    static void addToRing(std::deque<TimedValue> &ring, Mean &mean, qint64 stepMs, const Sample &sample);
    QHash<MetricKey, Series> m_series;
};
