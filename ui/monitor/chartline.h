// ChartLine: a line of a chart, and what its legend says of it.
#pragma once

#include "core/metrics/history.h"

#include <QColor>

struct ChartLine
{
    QString name;                        // "node1", "node1 5/0", "p50"
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;
    QList<TimedValue> values;            // NaN: a gap
    bool isStale = false;
};

struct LegendEntry
{
    QString name;
    QColor color;
    Qt::PenStyle pen = Qt::SolidLine;    // another one than solid: a piece of the line instead of a dot
    bool isStale = false;
    bool operator==(const LegendEntry &) const = default;
};

// Entries that stand together behind their heading, in lines of their own; without a heading: just entries.
struct LegendGroup
{
    QString heading;
    QList<LegendEntry> entries;
    bool operator==(const LegendGroup &) const = default;
};
