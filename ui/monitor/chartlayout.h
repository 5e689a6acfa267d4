// Where the axis, the labels, the rows of the tooltip and the legend of a chart stand. Pure; no widget.
#pragma once

#include "ui/monitor/chartline.h"

#include <QRectF>

#include <optional>

struct AxisNeeds
{
    std::optional<double> low, high;     // fixed ends; unset: from the values
    double smallestSpan = 0;             // values that hardly differ are not blown up
    bool isWhole = false;                // counts: no tick between two whole numbers
};

struct Axis
{
    double low = 0, high = 1;
    QList<double> ticks;
    int decimals = 0;
};

// Round ends around values from `low` to `high` (low > high: there are none), with about four steps.
Axis axisFor(double low, double high, const AxisNeeds &needs);

// Ascending positions, moved as little as needed so that they are `height` apart and within top and bottom. Too many:
// evenly spread.
QList<double> spread(QList<double> wanted, double top, double bottom, double height);

struct LineEnd
{
    int line = 0;
    double value = 0;
    double y = 0;                        // where the line ends
    bool isAbove = false;                // the value is more than that: ">10,000"
};

struct EndLabel
{
    // "63", "63 ×2" for lines that end together, "58–63 ×5" for those that end too near
    QString text;
    double y = 0;                        // the label's middle
    double fromY = 0, toY = 0;           // where its lines end
    QList<int> lines;
    bool hasDots = false;                // its place does not say whose it is: a dot of each line stands before it
};

// A label for every end: none hides another, none leaves top and bottom. Up to four lines keep labels of their own.
QList<EndLabel> endLabels(QList<LineEnd> ends, double top, double bottom, double height);

// Which lines a tooltip with `room` rows lists: by value as it is written, highest first, those that read the same in
// their own order, those without one last. More lines than rows: those nearest to `focus` (unset: the highest), and one
// row stays free for saying how many more there are.
QList<int> tipRows(QList<std::optional<double>> values, std::optional<double> focus, int room);

// For each value of each line how many of the earlier lines lie under it there: those that have a value at that moment,
// not far from it, and are closer than `tolerance` for a good part of the time from `aroundMs` before it to `aroundMs`
// after it.
QList<QList<int>> overlapRanks(const QList<ChartLine> &lines, double tolerance, qint64 aroundMs);

// A part of a run of values in which as many other lines lie under it all the way.
struct LinePiece
{
    int rank = 0;
    QList<TimedValue> values;            // without gaps; the first is the last one of the piece before
    bool beginsRun = false;
};
// Runs are the values between gaps. What is shorter than `shortestMs` goes with rank 0. No ranks: all are 0.
QList<LinePiece> piecesOf(const QList<TimedValue> &values, const QList<int> &ranks, qint64 shortestMs);

// Boxes of these widths, one after the other, in lines of at most `width`; x and line of each.
struct FlowPlace
{
    int x = 0, line = 0;
    bool operator==(const FlowPlace &) const = default;
};
QList<FlowPlace> flow(const QList<int> &widths, int width, int gap);
