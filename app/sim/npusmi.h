// Plays npu-smi: state -> bytes, pure. Layouts: its published printing code (hicann/driver at ef377e9, npucli).
#pragma once

#include "app/sim/state.h"

namespace sim {

// arguments: without the program's name ("info", "-t", "board", "-i", "3").
ToolOutput npuSmi(const NodeState &state, const QStringList &arguments);

// `npu-smi info`: the table of devices and that of processes.
QByteArray npuSmiInfoTable(const NodeState &state);

} // namespace sim
