// What the charts show, for other programs and for people: exactly the points, the time and the marks that are seen.
#pragma once

#include "ui/monitor/chartline.h"

#include <QByteArray>

class QPainter;
class QSize;
class TimeChart;

struct SeenChart
{
    QString title, unit;
    QList<ChartLine> lines;
    TimeChart *chart = nullptr;          // for the picture; null: none
    QString note = {};                   // "estimated", "mean per chip"
    QString emptyWords = {};             // that stand in the picture over a chart without a value
};

struct SeenCharts
{
    QString deployment;
    bool isSimulated = false;
    qint64 fromMs = 0, toMs = 0;
    QList<SeenChart> charts;
    QList<ChartMark> marks;
};

// RFC 4180: time, chart, line, unit, value, low, high, note, simulated ("true", or nothing); a gap has no value. low
// and high: of an estimated value, the bounds of its bucket; high is empty where only a lower one is known.
QByteArray csvOf(const SeenCharts &seen);
// {"from", "to", "deployment", "charts": [{"title", "unit", "note", "lines": [{"name", "values": [[time, value or
// null]], "buckets": [[time, low, high or null]]}]}], "marks": [{"time", "words"}], "simulated" where it is}
QByteArray jsonOf(const SeenCharts &seen);

// A picture of them, two beside each other, under a line that says of what and when they are. GUI thread.
QSize pictureSize(const SeenCharts &seen);
void paintCharts(QPainter &painter, const SeenCharts &seen);
QByteArray svgOf(const SeenCharts &seen);
