// Who holds what on a machine: processes that listen, and the containers that processes belong to.
#pragma once

#include "core/facts/containerfacts.h"
#include "core/facts/containerlabels.h"

struct HostProcess
{
    qint64 pid = 0;                      // as the machine itself counts, not the container
    QString name;                        // "mindieservice_d", as the tool shortens it
    std::optional<qint64> residentBytes;
    bool operator==(const HostProcess &) const = default;
};

struct Listener
{
    int port = 0;
    QString address;                     // "0.0.0.0", "::" and "*": every one
    QList<HostProcess> processes;        // empty: not told; only root sees other users' processes
    bool isEverywhere() const;
    bool operator==(const Listener &) const = default;
};

Result<QList<Listener>> listeners(NodeProbe &probe);                     // TCP, by port and address
Result<QList<HostProcess>> containerProcesses(NodeProbe &probe, const QString &container); // of one that runs
// The labels of all containers, running or not, by the container's name.
Result<QHash<QString, ContainerLabels>> containerLabels(NodeProbe &probe);
// User and command line of a process: "alice", "python3 -m vllm ...". Empty where it cannot be told.
struct ProcessDetails { QString user, command; };
ProcessDetails processDetails(NodeProbe &probe, qint64 pid);

QStringList processesProbe(const QString &container, bool isPodman);
QStringList labelsProbe(const QStringList &containers);

// Pure.
QList<Listener> readListeners(const QString &text);                      // `ss -H -ltnp`, `netstat -ltnp`
// `docker top NAME -eo pid,rss,comm`, `podman top NAME hpid rss comm`
QList<HostProcess> readTop(const QString &text);
bool keepsAContainerAlive(const QString &process);                       // and does nothing else: "sleep", "bash"
QHash<QString, ContainerLabels> readLabels(const QString &text);         // NAME, a tab, JSON
