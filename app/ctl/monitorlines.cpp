#include "app/ctl/monitorlines.h"

#include "core/base/json.h"
#include "core/base/plaintext.h"

#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

// 37, not 37.0
Json numberJson(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    return value == std::floor(value) && std::abs(value) < 1e15 ? Json(qint64(value)) : Json(value);
}

// A quantile of a histogram is known by its bucket: "bucket":[1000,2500], or value null with "above":10000.
void addBucket(Json &json, const Sample &sample, const QList<Sample> &siblings)
{
    const auto valueOf = [&](const QString &which) {
        for (const Sample &other : siblings) {
            if (other.key.node == sample.key.node && other.key.metric == sample.key.metric + which)
                return other.value;
        }
        return std::numeric_limits<double>::quiet_NaN();
    };
    if (!sample.key.metric.startsWith(u"serving.") || std::isnan(sample.value))
        return;
    const double low = valueOf(u".low"_s), high = valueOf(u".high"_s);
    if (std::isinf(sample.value))
        json["above"] = numberJson(low);
    else if (std::isfinite(low) && std::isfinite(high))
        json["bucket"] = {numberJson(low), numberJson(high)};
}

} // namespace

QByteArray sampleLine(const Sample &sample, const QList<Sample> &siblings, bool simulated,
                      const QList<SourceUse> &uses)
{
    static const QHash<QString, QString> units = [] {
        QHash<QString, QString> units;
        for (const MetricInfo &info : metricCatalogue())
            units.insert(info.metric, info.unit);
        return units;
    }();
    Json json = {{"time", isoTime(sample.timeMs)},
                 {"node", sample.key.node},
                 {"device", sample.key.device.isEmpty() ? Json(nullptr) : Json(sample.key.device)},
                 {"metric", sample.key.metric},
                 {"value", numberJson(sample.value)},
                 {"unit", units.value(sample.key.metric)}};
    addBucket(json, sample, siblings);
    for (const SourceUse &use : uses) {
        if (!use.metrics.contains(sample.key.metric))
            continue;
        json["source"] = use.source;
        json["sourceMs"] = std::round(use.tookMs * 10) / 10;
        json["sourceShare"] = std::round(use.share * 10'000) / 10'000;
        break;
    }
    if (simulated)
        json["simulated"] = true;
    return withoutControls(compactJson(json)) + '\n';
}

QByteArray alertLine(const Alert &alert, const AlertRule &rule, bool simulated)
{
    Json json = alertJson(alert, rule.title, alertSentence(rule));
    json["remedy"] = alertRemedy(rule, u"en"_s);
    if (simulated)
        json["simulated"] = true;
    return withoutControls(compactJson(json)) + '\n';
}

QByteArray aroundLine(const Alert &alert, const QList<AlertRecord::Series> &around, qint64 timeMs, bool simulated)
{
    Json json = {{"time", isoTime(timeMs)},
                 {"alert", alert.rule},
                 {"state", "around"},
                 {"node", alert.node},
                 {"device", alert.device.isEmpty() ? Json(nullptr) : Json(alert.device)},
                 {"fired", isoTime(alert.firedMs)},
                 {"around", aroundJson(around)}};
    if (simulated)
        json["simulated"] = true;
    return withoutControls(compactJson(json)) + '\n';
}

} // namespace ctl
