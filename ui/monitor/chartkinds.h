// ChartKind: which charts the monitor has, a row each. A chart for another metric is another row of chartKinds().
#pragma once

#include "ui/monitor/chartlayout.h"

#include <QStringList>

struct ChartKind
{
    QString id;                          // the card's object name
    const char *title;                   // in context MonitorPage
    QStringList metrics;                 // of each chip, of each host, of the endpoint; see metricCatalogue()
    QString share;                       // the metric of which it is drawn in percent; empty: as it is
    AxisNeeds axis;

    bool isServing() const { return metrics.first().startsWith(QLatin1String("serving.")); }
    bool isOfHosts() const { return metrics.first().startsWith(QLatin1String("host.")); }
    QString unit() const;                // of the axis
};

const QList<ChartKind> &chartKinds();    // in the order in which they stand
