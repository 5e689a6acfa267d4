// The samples in one `npu-smi info`. Device "npu/chip" as npu-smi counts them ("3/0"); 950 has no chip: "3/0" too.
#pragma once

#include "core/metrics/sample.h"
#include "core/parse/npusmi.h"

// What a chip's table does not have (HBM on 310P) makes no sample; what it has and did not report (power "-" of the
// second die, a lost row) is NaN. A chip whose NPU id was lost is left out: it could be any.
QList<Sample> npuSamples(const NpuSmiInfo &info, const QString &node, qint64 timeMs);
