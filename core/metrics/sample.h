// Sample: one value of one metric of one device at one time. Missing is NaN, never 0.
#pragma once

#include <QList>
#include <QString>

#include <limits>
#include <optional>
#include <tuple>

struct MetricKey
{
    QString node;                        // "node1"
    QString device;                      // "0/0" (npu/chip); "host"; "endpoint"
    QString metric;                      // "npu.aicore", "npu.hbm.used", "npu.temperature", "serving.ttft.p50"
    bool operator<(const MetricKey &other) const
    {
        return std::tie(node, device, metric) < std::tie(other.node, other.device, other.metric);
    }
    bool operator==(const MetricKey &) const = default;
};

struct Sample
{
    qint64 timeMs = 0;                   // since the epoch
    MetricKey key;
    double value = std::numeric_limits<double>::quiet_NaN(); // NaN: asked and not reported
};

// Asked once; what streams is Sample.
struct MetricInfo
{
    QString metric;
    QString title;                       // "NPU utilization"
    QString unit;                        // "%", "MB" (of 2^20 bytes, as npu-smi counts), "°C", "W", "ms", "tokens/s"
    double minimum = std::numeric_limits<double>::quiet_NaN();
    double maximum = std::numeric_limits<double>::quiet_NaN();
};

size_t qHash(const MetricKey &key, size_t seed = 0) noexcept;

// Every metric this program knows, in the order in which it is shown; titles are translated.
QList<MetricInfo> metricCatalogue();
MetricInfo metricInfo(const QString &metric); // an unknown one has its name as title

// "npu.health": npu-smi's words as numbers, 0 OK, 1 Warning, 2 Alarm, 3 Critical; other words (UNKNOWN) are nullopt.
std::optional<int> healthLevel(const QString &health);
QString healthWord(double level);            // empty for NaN

QString isoTime(qint64 timeMs);              // "2026-11-20T18:00:00.123Z"
