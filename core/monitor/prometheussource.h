// PrometheusSource: a Prometheus server's figures of all nodes, for fleets that are too large to log in to each: of
// npu-exporter's series the chips', of node_exporter's the hosts', and what this program exposes itself
// (core/monitor/exposition.h). Raw samples with their own times (HTTP API, /api/v1/query of a range selector), so that
// nothing is shown twice and what the server lost is missing.
#pragma once

#include "core/metrics/source.h"
#include "core/nodes/connect.h"
#include "core/nodes/prometheusaddress.h"

#include <QHash>

#include <atomic>

struct PrometheusSeries
{
    QMap<QString, QString> labels;       // "__name__" among them
    QList<QPair<qint64, double>> points; // ms since the epoch, ascending
    bool operator==(const PrometheusSeries &) const = default;
};

// An answer of /api/v1/query, a vector or a matrix. Error: Parse (none of these), Model (the server says why not).
Result<QList<PrometheusSeries>> readPrometheusAnswer(const QByteArray &json);

// By which a series may name a node, in lower case.
struct PrometheusNode
{
    QString node;
    QStringList names;                   // the node's name, its host, and what ~/.ssh/config makes of that
    bool operator==(const PrometheusNode &) const = default;
};
QList<PrometheusNode> prometheusNodes(const Deployment &deployment, const ConnectionSettings &connections);

// Which node a series is of: by its label "node", the host of "instance", or another that scrape configurations use
// for the machine ("job" in the one of npu-exporter's manual). Empty: none of them.
QString nodeOfSeries(const QMap<QString, QString> &labels, const QList<PrometheusNode> &nodes);

struct PrometheusFigures
{
    QList<Sample> samples;               // in order of time
    QStringList strangers;               // instances that are no node here, in order
    bool isSimulated = false;            // a series says so
};
// Chips are "id/chip" where a series has both labels (this program's own), else "id/0": npu-exporter tells the device
// id, which is npu-smi's NPU where a card has one chip. What the server computed has no name, but its figure's in the
// label "ascend_console_figure". Its "unhealthy" is the least that it can be, Warning.
PrometheusFigures prometheusFigures(const QList<PrometheusSeries> &series, const QList<PrometheusNode> &nodes);

class PrometheusSource : public Source
{
public:
    PrometheusSource(const QString &url, QList<PrometheusNode> nodes);

    Result<Reading> read(std::stop_token stop, const AtPart &atPart) override;
    std::optional<Error> overdue(const QString &, qint64) const override { return std::nullopt; }
    std::chrono::milliseconds longestPause() const override { return std::chrono::seconds(30); }
    const std::atomic<bool> &isSimulated() const { return m_isSimulated; } // of what came

private:
    Result<QList<PrometheusSeries>> ask(const QString &query, std::stop_token stop);

    const QString m_url;
    const QList<PrometheusNode> m_nodes;
    QHash<MetricKey, qint64> m_last;     // the time of the newest that was told
    QHash<QString, qint64> m_heard;      // by node
    qint64 m_aheadMs = 0;                // the server's clock minus ours
    UseBook m_book;
    std::atomic<bool> m_isSimulated = false;
};
