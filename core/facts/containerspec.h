// ContainerSpec: how a container was made, as far as `docker run` says it: image, devices, mounts, network, shared
// memory. Read of one that is there, or of a command line (core/lint/dockerline.h), so that the two can be compared.
#pragma once

#include "core/facts/nodeprobe.h"

struct ContainerMount {
    QString source, target; // a folder or file of the machine (or a volume's name), and where it is seen
    bool isReadOnly = false;
    bool operator==(const ContainerMount &) const = default;
};

struct ContainerSpec {
    QString name, image;
    bool isRunning = false;
    QString network, ipc; // "host", "bridge", "private", ...; empty: not told
    std::optional<bool> isPrivileged;
    std::optional<qint64> shmBytes; // of its own /dev/shm; says nothing where ipc is "host"
    QString runtime; // "runc", "ascend"; empty: not told
    QStringList devices; // paths on the machine
    QList<ContainerMount> mounts;

    bool operator==(const ContainerSpec &) const = default;

    // N of each /dev/davinciN that it was given by name, sorted; a privileged one sees all of the machine's.
    QList<int> npus() const;
    // It has NPUs by name, or all devices, or Ascend's runtime, which gives them. npu-smi tells of a container only
    // once a process of it has opened a chip.
    bool mayUseNpus() const;
    // Where what the container calls `path` lies on the machine; empty: in the container alone.
    QString onMachine(const QString &path) const;
};

// Of all containers that run. CommandFailed: the engine does not answer (no daemon, no right). The variables that they
// were made with are not asked for: they may hold keys and passwords.
Result<QList<ContainerSpec>> runningContainers(NodeProbe &probe);

// Entrypoint and command that it was made with, in one; empty: not told. The values of flags such as --api-key and of
// variables such as TOKEN= are struck out on the node.
Result<QStringList> commandMadeWith(NodeProbe &probe, const QString &container);

QStringList commandProbe(const QString &container);
QStringList specProbe(const QStringList &containers);

// Pure; a line that is none is left out.
QList<ContainerSpec> readSpecs(const QString &text);
QStringList readCommand(const QString &text);
