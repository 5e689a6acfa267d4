// The samples in two readings of a serving endpoint's metrics: MindIE, vLLM (0 and 1) and llama.cpp.
// Names: ../shared/reference/format-notes.md §7, captures metrics/04 and 06. Latencies are of the requests that ended
// between the readings; when none did they are NaN, never the value of old ones.
#pragma once

#include "core/metrics/sample.h"
#include "core/parse/metricstext.h"

struct EndpointReading
{
    qint64 timeMs = 0;
    MetricsText metrics;
};

// before: nullptr on the first reading; then only what needs no difference has a value.
QList<Sample> servingSamples(const EndpointReading &now, const EndpointReading *before, const QString &node);

// Quantile (0 to 1) of what was added to a cumulative histogram, by linear interpolation inside its bucket as Prometheus
// does it; in the last bucket, which has no upper bound, the highest bound. NaN: nothing was added, or it shrank.
double quantileOf(const QList<QPair<double, double>> &added, double quantile);
