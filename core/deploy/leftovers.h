// What an engine that has died, or does not end, has left on a node: processes in the container that this deployment's
// run made, and shared memory that no process has open. Shown first, then ended: the container is stopped and started
// again, which ends all that runs in it and keeps its files; the segments are removed. Nothing of anybody else's.
#pragma once

#include "core/base/json.h"
#include "core/facts/holders.h"
#include "core/nodes/deployment.h"
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

// What another run of the same deployment has on a node: one of another machine or user, or one whose record is lost.
// Never ours to end.
struct OfAnotherRun
{
    struct Container
    {
        QString name;
        bool serves = false;             // more runs in it than what keeps it open
    };
    QList<Container> containers;
    QString folder, by;                  // its files and who made them; empty: there are none
    bool isNothing() const { return containers.isEmpty() && folder.isEmpty(); }
    bool serves() const;
};
// run: the id of ours; made: as above. Blocking. Error: the node cannot be asked.
Result<OfAnotherRun> readOfAnotherRun(Shell &shell, const Deployment &deployment, const QString &run, const Json &made,
                                      std::stop_token stop);

QList<QStringList> endingCommands(const Leftovers &left); // argv, in this order
// CommandFailed names the command that did not do it; what came before it is done.
Result<void> endLeftovers(Shell &shell, const Leftovers &left, std::stop_token stop);
