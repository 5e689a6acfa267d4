// EngineLog: what a serving engine's log says of how it is doing, for an engine that has no /metrics. The lines are
// those that vLLM prints of each of its engines every ten seconds while it is busy (vllm/v1/metrics/loggers.py, and
// vllm/engine/metrics.py up to 0.10) and SGLang while it decodes (scheduler_metrics_mixin.py); the values are the
// engine's own averages.
#pragma once

#include "core/metrics/sample.h"

#include <QMap>

class EngineLog {
public:
    static constexpr qint64 freshMs = 30'000; // a busy engine says it every ten seconds

    // The end of the log, as it is now. Samples of device "endpoint": serving.running, .waiting, .kv_cache (percent),
    // .tokens and .prompt_tokens (per second), NaN where it is not said; of all engines together. False: no such
    // lines.
    //
    // How old a line is, the log alone does not say reliably: a line of a busy engine counts when it has come since an
    // earlier reading, for freshMs. That of an idle one holds until the next: vLLM prints no more while it is idle.
    bool read(const QByteArray &end, qint64 nowMs, const QString &node, QList<Sample> &samples);

private:
    struct Said {
        QByteArray line;
        std::optional<qint64> sinceMs; // nullopt: it was there at the first reading
    };
    QMap<QByteArray, Said> m_engines; // by what the line calls them
    bool m_isFirst = true;
};
