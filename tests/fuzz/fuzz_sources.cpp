// What the monitor reads from servers: any bytes as an HTTP answer, as npu-exporter's page and as a Prometheus server's
// answer; what is a value is finite and in its bounds.
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
    (void)listeningExporter(text);
    (void)containedExporter(text, text);
    return 0;
}
