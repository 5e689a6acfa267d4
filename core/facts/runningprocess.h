// RunningProcess: a process of a node as it runs: its words, the part of its environment that engines read, where it
// stands. What may hold a secret does not leave the node: of the environment only the engines' own names are asked
// for; the values of keys, tokens and passwords among them and of flags such as --api-key are struck out there.
#pragma once

#include "core/facts/nodeprobe.h"

#include <QMap>

struct RunningProcess {
    qint64 pid = 0; // as the machine counts; 0: not known
    QStringList argv;
    QMap<QString, QString> environment;
    bool isEnvironmentTold = false; // false: the system keeps this user out
    QString workFolder; // as the process sees it; empty: not told

    bool operator==(const RunningProcess &) const = default;
};

// In the order given; of those that ended meanwhile and of the kernel's own nothing is told.
Result<QList<RunningProcess>> runningProcesses(NodeProbe &probe, const QList<qint64> &pids);
// The same by the container's own eyes, for a user who may use docker and not read other users' processes; all of the
// container's processes, numbered as in there.
Result<QList<RunningProcess>> processesInside(NodeProbe &probe, const QString &container);
// Are processes numbered in there as on the machine (--pid=host)? The container then sees those of others too.
bool hasMachinesNumbers(NodeProbe &probe, const QString &container);

QStringList runningProbe(const QStringList &pids); // empty: all that there are
bool isEnginesVariable(const QString &name); // one of those that are asked for
bool isSecretVariable(const QString &name); // of an engine's: that it is there is told, as "***"

// Pure.
QList<RunningProcess> readRunning(const QByteArray &text);
