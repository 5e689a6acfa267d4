// A user's alert rules, any bytes: refused in words, or they have a sentence, a Prometheus rule and a verdict on any
// samples.
#include "core/base/data.h"
#include "core/monitor/alertwatch.h"
#include "core/monitor/prometheusrules.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<Json> own = parseJson(text, u"mine"_s);
    const Result<Json> shipped = jsonDataFile(u"alerts.json"_s);
    if (!shipped)
        return 0;
    if (const auto imported = importPrometheusRules(text, *shipped, {}); imported && !imported->own.is_object())
        std::abort();
    if (!own)
        return 0;
    const Result<QList<AlertRule>> rules = alertRulesFrom(*shipped, *own, u"mine"_s);
    if (!rules) {
        if (rules.error().message.isEmpty())
            std::abort();
        return 0;
    }
    (void)prometheusRules(*rules);
    AlertWatch watch(*rules, {u"node1"_s}, 1);
    qint64 timeMs = 1'000'000;
    for (size_t i = 0; i + 2 < size && i < 300; ++i) {
        timeMs += (data[i] - 40) * 1000LL; // back, too
        QList<Sample> samples;
        for (const AlertRule &rule : *rules)
            samples << Sample{timeMs, {u"node1"_s, data[i + 1] % 3 ? u"0/0"_s : u"endpoint"_s, rule.metric},
                              data[i + 2] * 2.0 - 100};
        for (const Alert &alert : watch.take(samples) + watch.tick(timeMs)) {
            const AlertRule *rule = watch.rule(alert.rule);
            if (!rule || alertSentence(*rule).isEmpty() || alertTitle(*rule, u"zh"_s).isEmpty())
                std::abort();
        }
    }
    return 0;
}
