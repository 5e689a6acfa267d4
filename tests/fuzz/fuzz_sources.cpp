// What the monitor reads from servers: any bytes as an HTTP answer, as npu-exporter's page and as a Prometheus server's
// answer, and as an engine's log; what is a value is finite and in its bounds.
#include "core/metrics/enginelog.h"
#include "core/metrics/npuexporter.h"
#include "core/monitor/prometheussource.h"
#include "core/serving/nodehttp.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray text(reinterpret_cast<const char *>(data), qsizetype(size));
    const Result<std::optional<HttpResponse>> whole = readHttpAnswer(text, true);
    if (whole && !*whole)
        abort();                         // nothing more comes: it is an answer or none
    if (whole && (*whole)->body.size() > text.size())
        abort();
    (void)readHttpAnswer(text, false);
    const QByteArray lines = exporterLines(text);
    if (lines.size() > text.size())
        abort();
    if (const Result<MetricsText> metrics = parseMetrics(lines)) {
        if (const std::optional<ExporterPage> page = exporterPage(*metrics, 1'760'000'000'000)) {
            for (const ExporterChip &chip : page->chips) {
                for (const ExporterValue &value : chip.values) {
                    if (std::isinf(value.value) || value.ageMs < 0)
                        abort();
                }
            }
        }
    }
    if (const Result<QList<PrometheusSeries>> series = readPrometheusAnswer(text)) {
        const PrometheusFigures figures = prometheusFigures(*series, {{QStringLiteral("a"), {QStringLiteral("a")}}});
        for (const Sample &sample : figures.samples) {
            if (std::isinf(sample.value))
                abort();
        }
    }
    EngineLog log;
    QList<Sample> said;
    (void)log.read(text.left(text.size() / 2), 1'760'000'000'000, QStringLiteral("a"), said);
    (void)log.read(text, 1'760'000'001'000, QStringLiteral("a"), said);
    for (const Sample &sample : said) {
        if (std::isinf(sample.value) || sample.value < 0)
            abort();
    }
    (void)listeningExporter(text);
    (void)containedExporter(text, text);
    return 0;
}
