// What an engine that has died, or does not end, has left on a node: processes in the container that this deployment's
// run made, and shared memory that no process has open. Shown first, then ended: the container is stopped and started
// again, which ends all that runs in it and keeps its files; the segments are removed. Nothing of anybody else's.
#pragma once

#include "core/base/json.h"
#include "core/facts/holders.h"
#include "core/nodes/nodelink.h"

struct Leftovers
{
    QString engine, container, id;       // of the run's container; empty: it made none there, or it is gone or stopped
    QList<HostProcess> processes;        // in it, but what keeps it open
    QStringList files;                   // in /dev/shm, to be removed
    qint64 fileBytes = 0;
    QStringList notes;                   // what stays, and why
    bool isNothing() const { return processes.isEmpty() && files.isEmpty(); }
};

// made: what the run kept of its container on that node ("engine", "container", "owner", "deployment"), null where it
// made none. Blocking. Error: the node cannot be asked.
Result<Leftovers> readLeftovers(Shell &shell, const Json &made, std::stop_token stop);
QList<QStringList> endingCommands(const Leftovers &left); // argv, in this order
// CommandFailed names the command that did not do it; what came before it is done.
Result<void> endLeftovers(Shell &shell, const Leftovers &left, std::stop_token stop);
