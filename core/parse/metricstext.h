// Reads the Prometheus text format (and OpenMetrics): npu-exporter, MindIE, vLLM, llama.cpp.
// Escapes in labels, NaN and Inf, exponents, timestamps, exemplars, "..." that an author put in place of labels. Pure.
#pragma once

#include "core/base/json.h"

#include <QHash>
#include <QList>
#include <QMap>

#include <optional>

struct MetricSample
{
    QString name;                        // with its suffix: "vllm:time_to_first_token_seconds_bucket"
    QMap<QString, QString> labels;
    double value = 0;                    // NaN and infinities as the endpoint says them
    std::optional<qint64> timestampMs;
    bool operator==(const MetricSample &) const = default;
};

struct MetricFamily
{
    QString name;                        // of TYPE; without it the sample's own
    QString type;                        // "counter", "gauge", "histogram", "summary", ...; empty: not said
    QString help;
    QList<MetricSample> samples;
    bool operator==(const MetricFamily &) const = default;
};

// One series of a histogram: counts are cumulative, as Prometheus has them.
struct MetricHistogram
{
    QMap<QString, QString> labels;       // without "le"
    QList<QPair<double, double>> buckets; // upper bound (the last one is +Inf) and count, ascending
    double sum = 0, count = 0;
    bool operator==(const MetricHistogram &) const = default;
};

struct MetricsText
{
    QList<MetricFamily> families;        // in the text's order
    int malformedLines = 0;
    bool elided = false;                 // "..." among the labels
    bool truncated = false;              // the text ends within a line

    const MetricFamily *family(const QString &name) const;
    bool operator==(const MetricsText &) const = default;
};

Result<MetricsText> parseMetrics(const QByteArray &text);
QList<MetricHistogram> histogramsOf(const MetricFamily &family);
Json toJson(const MetricsText &metrics);
