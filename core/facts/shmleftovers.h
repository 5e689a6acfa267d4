// The files of a megabyte and more in a machine's /dev/shm that no process has open or mapped: what an engine that was
// killed leaves. One that serves opens its own by name now and then, so "not open" alone does not say "nobody's".
#pragma once

#include "core/facts/nodeprobe.h"

#include <QMap>

struct ShmLeftovers
{
    bool isThere = false;                // /dev/shm, and the asking user may look into it
    bool isToldAll = false;              // root asked: else another user's process may have them open
    int files = 0;                       // of that size, in use or not
    QStringList left;                    // full paths
    qint64 leftBytes = 0;
    QMap<QString, qint64> heldBy = {};   // of the others: a process that has it; 0: not told
    bool operator==(const ShmLeftovers &) const = default;
};

QStringList shmLeftoversProbe();         // argv
// CommandFailed: it gave no whole answer.
Result<ShmLeftovers> shmLeftovers(NodeProbe &probe);
std::optional<ShmLeftovers> readShmLeftovers(const QByteArray &text); // pure; nullopt: it is cut
