// Plays the driver and firmware packages: Ascend-hdk-910b-npu-driver_<V>_linux-aarch64.run and
// Ascend-hdk-910b-npu-firmware_<V>.run (names and words: reference/versions.json, captures/version-info/18-22).
#pragma once

#include "app/sim/state.h"

#include <QDateTime>

namespace sim {

bool isInstaller(const QString &program);

// Changes the state (driver or firmware version) when it installs.
ToolOutput installer(NodeState &state, const QString &program, const QStringList &arguments, const QDateTime &now);

} // namespace sim
