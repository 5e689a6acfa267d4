// What npu-exporter says at /metrics, as the catalogue's metrics. Pure.
// Names, units and labels: Ascend/mind-cluster, component/npu-exporter (collector/npu_collector.go of v5.0 and v6.0,
// collector/metrics/ of v7.1 and later) and its "Prometheus Metrics Interface" (06_api/00_npu_exporter): figures are
// npu_chip_info_*, alike in all of them; memory is MB as npu-smi counts, -1 and 2^32-1 stand for "could not be asked";
// each sample has a time of its own (ms), by the node's clock, for the exporter repeats what it measured last: every
// 5 s of old, by group of figures from 1 s (utilization) to 60 s (HBM) since v26.1. "id" is the device id (physical
// id), not npu-smi's NPU; "pcie_bus_info" is what npu-smi calls Bus-Id.
#pragma once

#include "core/metrics/sample.h"
#include "core/parse/metricstext.h"
#include "core/parse/npusmi.h"

#include <QHash>

struct ExporterValue
{
    double value = std::numeric_limits<double>::quiet_NaN(); // NaN: asked for in vain, or no value of that kind
    qint64 measuredMs = 0;               // by the node's clock; 0: it does not say
    qint64 ageMs = 0;                    // when the page was written
    bool operator==(const ExporterValue &) const = default;
};

struct ExporterChip
{
    int id = -1;
    QString busId;                       // "0000:C1:00.0"; empty: it does not say
    // By metric. "npu.health" is 0 or, where it says "unhealthy", NaN: it has one word for three levels.
    // "npu.hbm.errors" is the count since the driver was loaded.
    QHash<QString, ExporterValue> values;
    bool isUnhealthy = false;
};

struct ExporterPage
{
    QString version;                     // "v6.0.0"; empty: it does not say
    QList<ExporterChip> chips;           // by id
};

// One series of npu-exporter in our metric; NaN: what it says is no value of that kind. nullopt: it is none that we
// show. "npu.health": 0, and for "unhealthy" 1, the least that it can be.
std::optional<std::pair<QString, double>> exporterFigure(const QString &series, double value);
QStringList exporterNames();             // of all of them

// The lines of a page that exporterPage() reads: a twentieth of it, and parsing the rest each second would cost more
// than all else.
QByteArray exporterLines(const QByteArray &page);

// nodeNowMs: the node's clock when it answered (HTTP Date); without it the newest sample is of now.
// nullopt: this is no page of npu-exporter.
std::optional<ExporterPage> exporterPage(const MetricsText &text, std::optional<qint64> nodeNowMs);

// By "3/0", as npu-smi names them: by bus id, else by device id (in the order of info.chips; nullopt: not known). Chips
// that npu-smi does not tell of are left out.
QHash<QString, ExporterChip> byDevice(const ExporterPage &page, const NpuSmiInfo &info,
                                      const QList<std::optional<int>> &deviceIds);

// Where npu-exporter listens, from `ss -H -ltn` (its default port); nullopt: nothing does.
struct ExporterAddress
{
    QString host = QStringLiteral("127.0.0.1");
    int port = 8082;
    bool operator==(const ExporterAddress &) const = default;
    QString text() const;                // "127.0.0.1:8082"
};
constexpr int exporterPort = 8082;       // cmd/npu-exporter/main.go, portConst; its service file has -ip=127.0.0.1
std::optional<ExporterAddress> listeningExporter(const QByteArray &ssOutput);
// Of one in a container, from /proc/PID/cmdline (-ip=, -port=) and /proc/PID/net/fib_trie (its own addresses).
std::optional<ExporterAddress> containedExporter(const QByteArray &cmdline, const QByteArray &fibTrie);
