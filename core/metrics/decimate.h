// Thins a series to what a plot can show. Pure.
#pragma once

#include "core/metrics/history.h"

// At most two points (lowest and highest, in their order) per column of (toMs - fromMs) / columns; the first and the
// last value of a run are kept. A NaN ends a run; so does a hole longer than maxHoleMs (0: none does), for which a NaN
// is put in. Values outside the window are dropped but for one on either side, so that lines go on to the plot's edge.
QList<TimedValue> decimate(const QList<TimedValue> &values, qint64 fromMs, qint64 toMs, int columns,
                           qint64 maxHoleMs = 0);

// The runs between the NaNs: each is one line of a chart.
QList<QList<TimedValue>> runsOf(const QList<TimedValue> &values);
