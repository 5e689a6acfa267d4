// ChartLine: a line of a chart, and what its legend says of it.
#pragma once

#include "core/metrics/history.h"

#include <QColor>

struct TimedBucket
{
    qint64 timeMs = 0;
    double low = 0, high = 0;            // high infinite: the value is more than low, and that is all that is known
};

struct ChartLine
{
    QString name;                        // "node1", "node1 5/0", "p50"
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;
    QList<TimedValue> values;            // NaN: a gap
    bool isStale = false;
    QList<TimedBucket> buckets = {};     // where estimated values lie (latency.h); empty: they are measured
    qint64 nearMs = 0;                   // from one value to the next, of means half of that; 0: as seen
};

// Something that happened, on all charts.
struct ChartMark
{
    qint64 timeMs = 0;
    QColor color;
    QString words;
    bool operator==(const ChartMark &) const = default;
};

struct LegendEntry
{
    QString name;
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;    // another one than solid: a piece of the line instead of a dot
    bool isStale = false;
    QString line = {};                   // that is switched by it; empty: none is
    bool isHidden = false;
    bool operator==(const LegendEntry &) const = default;
};

// Entries that stand together behind their heading, in lines of their own; without a heading: just entries.
struct LegendGroup
{
    QString heading;
    QList<LegendEntry> entries;
    bool operator==(const LegendGroup &) const = default;
};
