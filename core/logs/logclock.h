// LogClock: from the clock of a node and the zone of a container to the one clock that all lines are shown by, this
// machine's. Pure.
#pragma once

#include "core/diagnosis/logtime.h"

struct LogClock
{
    double offsetSeconds = 0;            // the node's clock minus ours (core/facts/hostfacts.h)
    int zoneMinutes = 0;                 // east of UTC: what a stamp without a zone means there
    bool operator==(const LogClock &) const = default;
};

qint64 onOneClock(const LogTime &time, const LogClock &clock); // ms since 1970 by our clock
std::optional<int> zoneMinutesOf(QByteArrayView text);         // "+0800", of `date +%z`
