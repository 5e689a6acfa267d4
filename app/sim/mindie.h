// Plays mindieservice_daemon inside a simulated container: reads its files by MindIE's rules, waits
// for its peers, loads, serves (the master starts `ascendctl serve`), and follows the load.
#pragma once

#include <QStringList>

namespace sim {

int mindieDaemon(const QString &folder, const QString &program);

} // namespace sim
