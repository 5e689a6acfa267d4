// Plays npu-exporter on a simulated node: GET /metrics, in the layout of the real one's own test data (mind-cluster,
// component/npu-exporter/collector/testdata): the families whose values the state has, each sample with its time. It
// says that it is simulated, in a comment and as ascend_console_simulated 1.
#pragma once

#include "app/sim/state.h"

namespace sim {

// Of its process, once it listens. Simulated nodes see each other's processes: by npu-exporter's own name another
// node's would be found.
inline constexpr const char *simExporterName = "sim-exporter";

QByteArray npuExporterPage(const NodeState &state, qint64 nowMs); // pure

// Serves it until it is ended; -ip= and -port= as the real one's. nowMs: the node's clock. Returns the exit code.
int npuExporter(const QString &folder, const QStringList &arguments);

} // namespace sim
