// What the monitor sees, in Prometheus' text format (version 0.0.4), for a Prometheus server that asks for it. Chips
// under npu-exporter's names (mind-cluster, "npu_chip_info_*", "machine_npu_nums"; its units, too: MB of 2^20 bytes, %,
// °C, W), so that its dashboards and rules find them; what it has no name for as "ascend_console_*". Label "id" is the
// NPU id and "chip" the chip on it, as npu-smi counts them. Not thread-safe.
//
// What was not reported is no line. A value that is older than `oldestMs` is no line either: the server sees that a
// node has fallen silent, instead of its last values for ever.
#pragma once

#include "core/metrics/sample.h"

#include <QByteArray>
#include <QHash>

class Exposition {
public:
    static constexpr qint64 oldestMs = 30'000;

    Exposition(QString deployment, QStringList nodes)
        : m_deployment(std::move(deployment))
        , m_nodes(std::move(nodes))
    {
    }

    void take(const QList<Sample> &samples);
    void noteSimulated() { m_isSimulated = true; }
    QByteArray text(qint64 nowMs) const;

private:
    QString m_deployment;
    QStringList m_nodes; // all that are watched: one that never answered is told as down
    bool m_isSimulated = false;
    QHash<MetricKey, Sample> m_last;
};

struct ExposedMetric {
    QString metric; // as in the catalogue
    QByteArray name, quantile; // "ascend_console_ttft_milliseconds", "0.5"; empty: it has none
    QByteArray help;
};
const QList<ExposedMetric> &exposedMetrics();

// A Grafana dashboard (schema 39, its own import takes it) that draws them; one data source is asked for.
QByteArray grafanaDashboard();
