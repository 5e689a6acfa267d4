// Plays the driver and firmware packages: Ascend-hdk-910b-npu-driver_<V>_linux-aarch64.run and
// Ascend-hdk-910b-npu-firmware_<V>.run (names and words: 25.0.rc1.1 on 910B, 25.3.rc1 on 310P).
#pragma once

#include "app/sim/state.h"

#include <QDateTime>

namespace sim {

bool isInstaller(const QString &program);

// Changes the state (driver or firmware version) when it installs.
ToolOutput installer(NodeState &state, const QString &program, const QStringList &arguments, const QDateTime &now);

} // namespace sim
