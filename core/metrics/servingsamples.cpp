#include "core/metrics/servingsamples.h"

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

double meanOf(const MetricFamily *family)
{
    return family && !family->samples.isEmpty() ? sumOf(family) / double(family->samples.size()) : notSaid;
}

// What was counted per second between the readings. A counter that went back was restarted: it counted from 0.
double perSecond(const EndpointReading &now, const EndpointReading &before, double a, double b)
{
    const double added = b < a ? b : b - a;
    return now.timeMs > before.timeMs ? added / (double(now.timeMs - before.timeMs) / 1000) : notSaid;
}

double rateOf(const EndpointReading &now, const EndpointReading *before, const QStringList &names)
{
    return before
        ? perSecond(now, *before, sumOf(familyOf(before->metrics, names)), sumOf(familyOf(now.metrics, names)))
        : notSaid;
}

double observationsOf(const MetricFamily *family)
{
    double count = notSaid;
    for (const MetricSample &sample : family ? family->samples : QList<MetricSample>()) {
        if (sample.name == family->name + u"_count"_s)
            count = (std::isnan(count) ? 0 : count) + sample.value;
    }
    return count;
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
            rate += perSecond(now, *before, observationsOf(before->metrics.family(name)),
                              observationsOf(now.metrics.family(name)));
    }
    return std::isnan(rate) ? rateOf(now, before, {u"generation_tokens"_s, u"tokens_predicted"_s}) : rate;
}

QMap<double, double> bucketsOf(const MetricFamily *family)
{
    QMap<double, double> buckets;
    if (family) {
        for (const MetricHistogram &histogram : histogramsOf(*family)) {
            for (const auto &[bound, count] : histogram.buckets)
                buckets[bound] += count;
        }
    }
    return buckets;
}

QList<QPair<double, double>> addedTo(const EndpointReading &now, const EndpointReading *before,
                                     const QStringList &names)
{
    QList<QPair<double, double>> added;
    if (!before)
        return added;
    const QMap<double, double> a = bucketsOf(familyOf(before->metrics, names)),
                               b = bucketsOf(familyOf(now.metrics, names));
    const bool restarted = !a.isEmpty() && !b.isEmpty() && b.last() < a.last();
    for (auto it = b.cbegin(); it != b.cend(); ++it)
        added << std::pair(it.key(), it.value() - (restarted ? 0 : a.value(it.key())));
    return added;
}

} // namespace

BucketQuantile quantileOf(const QList<QPair<double, double>> &added, double quantile)
{
    if (added.isEmpty() || !(added.last().second > 0) || !std::isinf(added.last().first))
        return {};
    const double wanted = quantile * added.last().second;
    double lower = 0, below = 0;
    for (const auto &[bound, count] : added) {
        if (count < below)
            return {};
        if (count >= wanted && count > below) {
            if (std::isinf(bound))
                return added.size() > 1 ? BucketQuantile{bound, lower, bound} : BucketQuantile();
            return {lower + (bound - lower) * (wanted - below) / (count - below), lower, bound};
        }
        lower = bound;
        below = count;
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
    // A real decode node of vllm-ascend said less than 0: not a share.
    const double kv = 100
        * meanOf(familyOf(now.metrics,
                          {u"kv_cache_usage_perc"_s, u"gpu_cache_usage_perc"_s, u"npu_cache_usage_perc"_s,
                           u"kv_cache_usage_ratio"_s}));
    add(u"serving.kv_cache"_s, kv >= 0 && kv <= 100.5 ? kv : notSaid);
    return samples;
}
