// Whether an installer of driver or firmware runs on a node: one that `install-driver` or the window began there, from
// whichever machine. While it runs, what is installed changes from one question to the next, and a restart would leave
// half-written firmware.
#pragma once

#include "core/facts/nodeprobe.h"

// Where the packages are put, and their installers say how far they are: root's alone, on a real disk.
inline constexpr const char *packagesFolder = "/opt/ascend-console/packages";

QStringList runningInstallerQuestion();  // argv
// Pure: what that question printed. Name of the package, or names, where any may be it; empty: it is not told which.
std::optional<QString> readRunningInstaller(const QString &text);
// Noted as evidence only where one runs.
Result<std::optional<QString>> runningInstaller(NodeProbe &probe);
QString installerLogs(const QString &package); // "FOLDER/PACKAGE.log"; where it is not told which: of any
