// The service's process in its container, found by the pid file that start.sh writes.
#pragma once

#include "core/deploy/step.h"

struct DaemonState
{
    qint64 pid = 0;                      // 0: not running
    QStringList newerFiles;              // copied in after it was started: it runs with older ones
};

QStringList daemonProbe(const Launch &launch, bool withFiles); // argv
// Its pid file is there, as it is from its start until it is stopped on purpose, and its process is not.
// ErrorKind of the connection; false where it cannot be told.
Result<bool> isDaemonGone(Shell &shell, const Launch &launch, std::stop_token stop);
Result<DaemonState> askDaemon(StepIo &io, bool withFiles);

// Pure. A process with this command line follows a service until it is ready: some run of a deployment waits for it.
bool isFollowOfStart(const QString &command);

// The same failure with the cause that the service's log on this node names, or another node's where that was first;
// as it was where no rule knows one there.
Error namedByLog(StepIo &io, Error failure);

// Why it is not running though it was started just now: its container ended too, or what its log says.
Error endedAtOnce(StepIo &io);
