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
// What this process becomes or starts from now on gets the standard files and no other: what stays in the background
// would hold its caller's open (csh as a login shell gives a command the channel of its session as 3, 4 and 5 too).
void handOnStandardFilesOnly();

} // namespace sim
