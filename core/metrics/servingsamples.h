// The samples in two readings of a serving endpoint's metrics: MindIE, vLLM (0 and 1) and llama.cpp.
// Names: the response example in MindIE-Motor's docs (intra_cluster_communication_interface.md), scrapes of vLLM 0 and
// 1. Latencies are of the requests that ended between the readings; when none did they are NaN, never the value of
// old ones.
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

// An engine says that less than nothing or more than all of its KV cache is used; "serving.kv_cache" is 0 then, or NaN.
bool hasOddCacheShare(const MetricsText &metrics);

// What a histogram says of a quantile: the bucket that it lies in, and an estimate inside it. A bucket without an upper
// bound has high and value infinite: more than `low` is all that is known. The samples of "serving.ttft.p50" are
// accompanied by those of "serving.ttft.p50.low" and ".high" with the same time. NaN: nothing was added.
struct BucketQuantile
{
    double value = std::numeric_limits<double>::quiet_NaN();
    double low = value, high = value;
};

// Quantile (0 to 1) of what was added to a cumulative histogram, by linear interpolation as Prometheus does it inside a
// bucket; in the last one Prometheus answers its lower bound, which would be a false value.
BucketQuantile quantileOf(const QList<QPair<double, double>> &added, double quantile);

// An estimate has no more digits than its bucket: 1,750 between 1,000 and 2,500 is 1,800.
double roundedInBucket(double value, double low, double high);

bool isBucketMetric(const QString &metric); // ".low" or ".high" beside a quantile
