// Reads `npu-smi info -t topo`: how each pair of NPUs is connected.
// Layouts: npu-smi's published source and manual (hicann/driver).
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QMap>

struct NpuTopoRow
{
    int id = 0;
    // other id -> "HCCS", "UB", "SYS", "PHB", "PIX", "PXB", "SIO", "X", "NA" (unknown to the tool)
    QMap<int, QString> relations;
    QMap<int, QString> nics;             // NIC number -> relation; older tools have none
    QString cpuAffinity;                 // "0-63,128-191"; empty: not printed
    bool operator==(const NpuTopoRow &) const = default;
};

struct NpuTopo
{
    QString idKind;                      // "npu" or "phy": what the ids are
    QList<NpuTopoRow> rows;
    QMap<int, QString> nicNames;         // NIC number -> "ens0f0np0"
    bool truncated = false;
    bool operator==(const NpuTopo &) const = default;
};

Result<NpuTopo> parseNpuSmiTopo(const QByteArray &text);
Json toJson(const NpuTopo &topo);
