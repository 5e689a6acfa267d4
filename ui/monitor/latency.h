// Latency: a quantile out of a histogram's buckets, as the page shows it: never more exact than its bucket, and ">
// 10,000 ms" where the last bucket has no upper bound. Pure; no widget.
#pragma once

#include "core/metrics/servingsamples.h"
#include "ui/monitor/chartline.h"

bool isLatency(const QString &metric);   // one that is estimated from buckets

// The last one of `metric` that is not older than ageMs; value NaN: there is none.
BucketQuantile lastLatency(const MetricHistory &history, const MetricKey &key, qint64 nowMs, qint64 ageMs);

QString latencyText(const BucketQuantile &latency, const QString &unit); // "1,800 ms", "> 10,000 ms"
QString aboutText(const BucketQuantile &latency, const QString &unit);   // "≈ 1,800 ms" of what is estimated
// "≤ 2,500 ms": its bucket's bound, above which it cannot be
QString atMostText(const BucketQuantile &latency, const QString &unit);
// "1,000–2,500 ms", "> 10,000 ms"; empty: not known
QString bucketText(const BucketQuantile &latency, const QString &unit);

// values and buckets of a line: rounded to what the bucket allows; one above the last bound stands at that bound.
void setLatencies(ChartLine &line, const MetricHistory &history, const MetricKey &key, qint64 fromMs, qint64 toMs);
BucketQuantile latencyOf(const ChartLine &line, const TimedValue &point);
