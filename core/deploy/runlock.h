// RunLock: one run of a deployment at a time, on this machine. Held by the kernel for as long as its process lives:
// what kill -9 leaves behind is a file, not a lock.
#pragma once

#include "core/base/result.h"
#include "core/nodes/deployment.h"
#include "core/shell/fd.h"

#include <optional>

class RunLock
{
public:
    // Beside the state file, whose folder is made if it is missing. ErrorKind::Invalid: another run has it, and says
    // which process; Storage: the folder or the file cannot be written.
    static Result<RunLock> take(const QString &stateFile);
    // The process that has it; 0: some process; nullopt: nobody. Takes nothing for longer than a look.
    static std::optional<qint64> holder(const QString &stateFile);

private:
    UniqueFd m_fd;
};

// What is locked while driver and firmware are installed on that machine: no deployment runs on it meanwhile.
QString driverLockOf(const Node &node);
