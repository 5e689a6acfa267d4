// The one command by which a node tells its logs: what its container printed (on stderr, as docker stamps it), the
// files that the service, the engine and CANN write in the container (on stdout, in frames, core/logs/logframes.h) and
// the end of the kernel's log (a frame, too). One SSH channel carries it all; the two streams have one writer each, so
// that no line is torn by another. It ends by itself: what runs in a container does not end with its caller. Pure.
#pragma once

#include "core/logs/logframes.h"
#include "core/targets/launch.h"

struct LogQuestion
{
    QString runtime, container;          // empty: there is none, the kernel's log alone is asked for
    QString file;                        // in the container: the service's own
    QString process;                     // what writes it
    QStringList folders;                 // in the container: the newest *.log below are read, too
    bool operator==(const LogQuestion &) const = default;
};

LogQuestion logQuestion(const std::optional<Launch> &launch);

struct LogRound
{
    std::chrono::seconds follows{0};     // 0: what there is now
    qint64 tailBytes = 1024 * 1024;      // of a file that was not read before
    int tailLines = 10'000;              // of the container's
    QByteArray since;                    // of the container's: docker's stamp; empty: tailLines
    QMap<quint64, qint64> known;         // inode -> how far it was read
};

QStringList logArgv(const LogQuestion &question, const LogRound &round);
