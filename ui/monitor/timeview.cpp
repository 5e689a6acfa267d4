#include "ui/monitor/timeview.h"

#include <algorithm>

TimeView TimeView::shown(qint64 fromMs, qint64 toMs, qint64 nowMs) const
{
    const qint64 middle = fromMs + (toMs - fromMs) / 2;
    const qint64 range = std::clamp(std::abs(toMs - fromMs), shortestMs, longestMs);
    return {range, std::clamp(middle + range / 2, nowMs - longestMs + range, nowMs)};
}

TimeView TimeView::zoomed(qint64 aroundMs, double factor, qint64 nowMs) const
{
    const qint64 to = toMs(nowMs), around = std::clamp(aroundMs, fromMs(nowMs), to);
    const qint64 range = std::clamp(qint64(double(rangeMs) * factor), shortestMs, longestMs);
    const qint64 after = qint64(double(to - around) * double(range) / double(rangeMs));
    return shown(around + after - range, around + after, nowMs);
}

TimeView TimeView::panned(double ranges, qint64 nowMs) const
{
    const qint64 by = qint64(double(rangeMs) * ranges);
    return shown(fromMs(nowMs) + by, toMs(nowMs) + by, nowMs);
}

TimeView TimeView::withRange(qint64 range, qint64 nowMs) const
{
    if (isLive())
        return {range, {}};
    const qint64 middle = toMs(nowMs) - rangeMs / 2;
    return shown(middle - range / 2, middle + range / 2, nowMs);
}
