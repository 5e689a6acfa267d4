// TimeView: which time the charts show: the last while, or a part of the past that was chosen. Pure.
#pragma once

#include <QtGlobal>

#include <optional>

struct TimeView
{
    static constexpr qint64 shortestMs = 10'000, longestMs = 31LL * 24 * 3'600'000;

    qint64 rangeMs = 5 * 60'000;
    std::optional<qint64> endMs;         // unset: now

    bool isLive() const { return !endMs; }
    qint64 toMs(qint64 nowMs) const { return endMs.value_or(nowMs); }
    qint64 fromMs(qint64 nowMs) const { return toMs(nowMs) - rangeMs; }

    // Each of them stops the time where it is: charts that move under the eyes cannot be looked at.
    TimeView shown(qint64 fromMs, qint64 toMs, qint64 nowMs) const;    // that part; times in any order
    TimeView zoomed(qint64 aroundMs, double factor, qint64 nowMs) const; // what is at aroundMs stays there; < 1: nearer
    TimeView panned(double ranges, qint64 nowMs) const;                // -0.5: half of what is seen, earlier
    // Around the same moment, or up to now while the time goes on.
    TimeView withRange(qint64 rangeMs, qint64 nowMs) const;
    bool operator==(const TimeView &) const = default;
};
