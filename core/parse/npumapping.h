// Reads `npu-smi info -m`: which NPU and chip is which logic id.
// Layouts: npu-smi's published source and manual (hicann/driver).
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

struct NpuMappingRow
{
    std::optional<int> npu, chip, slot;
    // N of /dev/davinciN; nullopt for the MCU ("-") and where there is no such column
    std::optional<int> logicId;
    std::optional<int> phyId;            // A3, 950
    QString name;                        // "Ascend 910B3", "Mcu"; empty when the query failed
    bool isMcu() const { return name.compare(QLatin1String("mcu"), Qt::CaseInsensitive) == 0; }
    bool operator==(const NpuMappingRow &) const = default;
};

struct NpuMapping
{
    QList<NpuMappingRow> rows;
    bool truncated = false;              // rows were elided or could not be read
    bool operator==(const NpuMapping &) const = default;
};

Result<NpuMapping> parseNpuSmiMapping(const QByteArray &text);
Json toJson(const NpuMapping &mapping);
