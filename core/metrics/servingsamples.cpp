#include "core/metrics/servingsamples.h"

#include <QHash>
#include <QMap>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr double notSaid = std::numeric_limits<double>::quiet_NaN();

// The family under one of the names that the engines use, with or without "vllm:" / "llamacpp:".
const MetricFamily *familyOf(const MetricsText &metrics, const QStringList &names)
{
    for (const QString &name : names) {
        for (const MetricFamily &family : metrics.families) {
            const QString bare = family.name.section(u':', -1);
            if (bare == name || bare == name + u"_total"_s)
                return &family;
        }
    }
    return nullptr;
}

// All models and engines behind one endpoint together.
double sumOf(const MetricFamily *family)
{
    if (!family || family->samples.isEmpty())
        return notSaid;
    double sum = 0;
    for (const MetricSample &sample : family->samples) {
        if (!sample.name.endsWith(u"_created"))
            sum += sample.value;
    }
    return sum;
}

const MetricFamily *cacheShares(const MetricsText &metrics)
{
    return familyOf(metrics, {u"kv_cache_usage_perc"_s, u"gpu_cache_usage_perc"_s, u"npu_cache_usage_perc"_s,
                              u"kv_cache_usage_ratio"_s});
}

// The mean of the engines, 0 to 1. A real decode node of vllm-ascend said less than 0: that is 0. More than all may be
// in another unit: it is not known.
double cacheShare(const MetricFamily *family)
{
    double sum = 0;
    for (const MetricSample &sample : family ? family->samples : QList<MetricSample>()) {
        if (!(sample.value <= 1.005))
            return notSaid;
        sum += std::max(0.0, sample.value);
    }
    return family && !family->samples.isEmpty() ? sum / double(family->samples.size()) : notSaid;
}

using Counters = QHash<QString, double>; // by name and labels

QString seriesKey(const QString &name, const QMap<QString, QString> &labels)
{
    QString key = name;
    for (auto it = labels.cbegin(); it != labels.cend(); ++it)
        key += u'\n' + it.key() + u'\n' + it.value();
    return key;
}

// Of the processes behind a proxy several may print the same name and labels: the nth is that of the nth process.
template<typename Value>
QString freeKey(const QHash<QString, Value> &taken, const QString &key)
{
    QString free = key;
    for (int n = 2; taken.contains(free); ++n)
        free = key + u'\n' + QString::number(n);
    return free;
}

// suffix: only the samples with that one behind the family's name; empty: all.
Counters countersOf(const MetricFamily *family, const QString &suffix = {})
{
    Counters counters;
    for (const MetricSample &sample : family ? family->samples : QList<MetricSample>()) {
        if (suffix.isEmpty() ? !sample.name.endsWith(u"_created") : sample.name == family->name + suffix)
            counters.insert(freeKey(counters, seriesKey(sample.name, sample.labels)), sample.value);
    }
    return counters;
}

// What was counted per second between the readings, as Prometheus' sum(rate()): of each series what it rose by, then
// the sum. One that went back was restarted: it counted from 0, and so did one that was not there.
double perSecond(const EndpointReading &now, const EndpointReading &before, const Counters &a, const Counters &b)
{
    if (a.isEmpty() || b.isEmpty() || now.timeMs <= before.timeMs)
        return notSaid;
    double added = 0;
    for (auto it = b.cbegin(); it != b.cend(); ++it) {
        const double was = a.value(it.key());
        added += *it < was ? *it : *it - was;
    }
    return added / (double(now.timeMs - before.timeMs) / 1000);
}

double rateOf(const EndpointReading &now, const EndpointReading *before, const QStringList &names)
{
    return before ? perSecond(now, *before, countersOf(familyOf(before->metrics, names)),
                              countersOf(familyOf(now.metrics, names)))
                  : notSaid;
}

// MindIE adds a request's tokens to generation_tokens when the request has ended (Ascend/MindIE-LLM,
// single_req_infer_interface_base.cpp): read each second that is nothing for a minute, then a thousand at once. The
// time of each token it notes when it comes (single_llm_req_handler_base.cpp). Only its own names, which have no
// prefix: vLLM's counter rises with each step, and what it observes may be steps of several tokens.
double tokenRate(const EndpointReading &now, const EndpointReading *before)
{
    double rate = before ? 0 : notSaid;
    for (const QString &name : {u"time_to_first_token_seconds"_s, u"time_per_output_token_seconds"_s}) {
        if (before)
            rate += perSecond(now, *before, countersOf(before->metrics.family(name), u"_count"_s),
                              countersOf(now.metrics.family(name), u"_count"_s));
    }
    return std::isnan(rate) ? rateOf(now, before, {u"generation_tokens"_s, u"tokens_predicted"_s}) : rate;
}

// Under its own name, and where no TYPE stands before them its buckets under theirs.
MetricFamily histogramOf(const MetricsText &metrics, const QStringList &names)
{
    MetricFamily all;
    for (const QString &name : names) {
        for (const MetricFamily &family : metrics.families) {
            const QString bare = family.name.section(u':', -1);
            if (bare == name || bare == name + u"_bucket"_s)
                all.samples += family.samples;
        }
        if (!all.samples.isEmpty())
            break;
    }
    return all;
}

using Buckets = QMap<double, double>;    // upper bound, count

QHash<QString, Buckets> bucketsOf(const MetricFamily &family)
{
    QHash<QString, Buckets> series;
    for (const MetricHistogram &histogram : histogramsOf(family)) {
        QList<Buckets> each;             // of the processes that print these labels
        for (const auto &[bound, count] : histogram.buckets) {
            qsizetype process = 0;
            while (process < each.size() && each[process].contains(bound))
                ++process;
            each.resize(std::max(each.size(), process + 1));
            each[process].insert(bound, count);
        }
        for (const Buckets &buckets : std::as_const(each))
            series.insert(freeKey(series, seriesKey({}, histogram.labels)), buckets);
    }
    return series;
}

// Of each series what its buckets rose by, then the sum of all; one of which a bucket went back was restarted.
QList<QPair<double, double>> addedTo(const EndpointReading &now, const EndpointReading *before,
                                     const QStringList &names)
{
    QList<QPair<double, double>> added;
    if (!before)
        return added;
    const QHash<QString, Buckets> a = bucketsOf(histogramOf(before->metrics, names)),
                                  b = bucketsOf(histogramOf(now.metrics, names));
    Buckets sums;
    for (auto series = b.cbegin(); series != b.cend(); ++series) {
        Buckets was = a.value(series.key());
        for (auto it = series->cbegin(); it != series->cend(); ++it) {
            if (*it < was.value(it.key()))
                was.clear();
        }
        for (auto it = series->cbegin(); it != series->cend(); ++it)
            sums[it.key()] += *it - was.value(it.key());
    }
    for (auto it = sums.cbegin(); it != sums.cend(); ++it)
        added << std::pair(it.key(), it.value());
    return added;
}

} // namespace

BucketQuantile quantileOf(const QList<QPair<double, double>> &added, double quantile)
{
    if (added.isEmpty() || !std::isinf(added.last().first))
        return {};
    // Counts that fall are of a moment in between: as Prometheus does it, each is at least the one below it.
    double all = 0;
    for (const auto &bucket : added)
        all = std::max(all, bucket.second);
    if (!(all > 0))
        return {};
    const double wanted = quantile * all;
    double lower = 0, below = 0;
    for (const auto &[bound, count] : added) {
        if (count >= wanted && count > below) {
            if (std::isinf(bound))
                return added.size() > 1 ? BucketQuantile{bound, lower, bound} : BucketQuantile();
            return {lower + (bound - lower) * (wanted - below) / (count - below), lower, bound};
        }
        lower = bound;
        below = std::max(below, count);
    }
    return {};
}

double roundedInBucket(double value, double low, double high)
{
    if (!std::isfinite(value) || !(high > low) || std::isinf(high))
        return value;
    const double step = std::pow(10, std::floor(std::log10((high - low) / 10)));
    return std::clamp(std::round(value / step) * step, low, high);
}

bool isBucketMetric(const QString &metric)
{
    return metric.startsWith(u"serving.") && (metric.endsWith(u".low") || metric.endsWith(u".high"));
}

QList<Sample> servingSamples(const EndpointReading &now, const EndpointReading *before, const QString &node)
{
    QList<Sample> samples;
    const auto add = [&](const QString &metric, double value) {
        samples << Sample{now.timeMs, {node, u"endpoint"_s, metric}, std::isfinite(value) ? value : notSaid};
    };
    const QStringList ttft = {u"time_to_first_token_seconds"_s};
    const QStringList tpot = {u"time_per_output_token_seconds"_s, u"request_time_per_output_token_seconds"_s,
                              u"inter_token_latency_seconds"_s};
    const auto firstTokens = addedTo(now, before, ttft), laterTokens = addedTo(now, before, tpot);
    const auto addQuantile = [&](const QString &metric, const QList<QPair<double, double>> &added, double quantile) {
        const BucketQuantile found = quantileOf(added, quantile);
        samples << Sample{now.timeMs, {node, u"endpoint"_s, metric}, found.value * 1000}
                << Sample{now.timeMs, {node, u"endpoint"_s, metric + u".low"_s}, found.low * 1000}
                << Sample{now.timeMs, {node, u"endpoint"_s, metric + u".high"_s}, found.high * 1000};
    };
    addQuantile(u"serving.ttft.p50"_s, firstTokens, 0.5);
    addQuantile(u"serving.ttft.p99"_s, firstTokens, 0.99);
    addQuantile(u"serving.tpot.p50"_s, laterTokens, 0.5);
    addQuantile(u"serving.tpot.p99"_s, laterTokens, 0.99);
    const auto whole = addedTo(now, before, {u"e2e_request_latency_seconds"_s});
    addQuantile(u"serving.e2e.p50"_s, whole, 0.5);
    addQuantile(u"serving.e2e.p99"_s, whole, 0.99);
    add(u"serving.tokens"_s, tokenRate(now, before));
    add(u"serving.prompt_tokens"_s, rateOf(now, before, {u"prompt_tokens"_s}));
    add(u"serving.running"_s, sumOf(familyOf(now.metrics, {u"num_requests_running"_s, u"requests_processing"_s})));
    add(u"serving.waiting"_s, sumOf(familyOf(now.metrics, {u"num_requests_waiting"_s, u"requests_deferred"_s})));
    add(u"serving.kv_cache"_s, 100 * cacheShare(cacheShares(now.metrics)));
    return samples;
}

bool hasOddCacheShare(const MetricsText &metrics)
{
    const MetricFamily *family = cacheShares(metrics);
    return family && std::any_of(family->samples.cbegin(), family->samples.cend(), [](const MetricSample &sample) {
        return sample.value < 0 || sample.value > 1.005;
    });
}
