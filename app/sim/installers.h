// Plays the driver and firmware packages: Ascend-hdk-910b-npu-driver_<V>_linux-aarch64.run and
// Ascend-hdk-910b-npu-firmware_<V>.run, and Atlas A3's (names and words: 25.0.rc1.1 on 910B, 25.3.rc1 on 310P; the
// errors: Huawei's installation and upgrade guides).
//
// What is installed is in the files of the node at once. What takes effect (driverVersion, firmwareVersion of the
// state) follows with the restart (reboot.h), but for a driver where none was loaded.
#pragma once

#include "app/sim/state.h"

#include <QDateTime>

namespace sim {

bool isInstaller(const QString &program);

// Changes the state when it installs. isBusy: processes use the NPUs.
ToolOutput installer(NodeState &state, const QString &program, const QStringList &arguments, const QDateTime &now,
                     bool isBusy = false);

// Of version.info: installed, though it may not take effect yet.
QString installedDriver(const NodeState &state);
QString installedFirmware(const NodeState &state);

// A self-extracting file as a user downloads one, small: it checks itself, and then it is the installer of its name on
// a simulated node. On any other machine it says what it is and does nothing.
Result<void> writeSamplePackage(const QString &path);
// The packages that go with a cluster, below DIR/packages: what its nodes have, and a newer pair.
Result<void> writeSamplePackages(const QString &folder, const QString &kind);

} // namespace sim
