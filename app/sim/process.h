// Processes of this machine, as /proc/PID/stat tells of them.
#pragma once

#include <QByteArray>
#include <QHash>

namespace sim {

struct OsProcess
{
    int pid = 0;                         // 0: there is none
    int parent = 0;
    QByteArray name;
};

OsProcess processOf(int pid);
QHash<int, OsProcess> allProcesses();

} // namespace sim
