// Process: what an engine runs on one node, and what a target (docker over SSH) needs to bring it there: the command,
// the files that it reads, when it is ready. A value; made by Engine::process.
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QMap>

// A file that the engine's process reads.
struct ProcessFile
{
    QString name;                        // "config.json": its name among the artifacts
    QString kind;                        // "config"; the artifact's kind
    QByteArray content;
    QString path;                        // in the container
    QString why;                         // in the scripts' language
    bool isShared = false;               // the same bytes on every node: one artifact for all
    bool isLocked = false;               // refused with a mode above 640 or another owner than root
    bool hasCards = false;               // holds each card's address, so where nodes are chosen late others write it
    bool operator==(const ProcessFile &) const = default;
};

// What of the node is laid over a folder of the image.
struct ProcessFolder
{
    QString from, to, why;               // a folder of the node, a folder of the container
    bool operator==(const ProcessFolder &) const = default;
};

// The shared memory that the engine makes and, killed, leaves behind. Names below /dev/shm as the shell's patterns.
struct SharedMemory
{
    // of any of its processes: in a /dev/shm of the container's own they are all ours
    QStringList ownPatterns;
    QString casePattern;                 // of what a process has mapped, where "$leader" is the service's number
    QStringList leftPatterns;            // of one service that ended, where "$old" is its number
    bool isEmpty() const { return ownPatterns.isEmpty(); }
    bool operator==(const SharedMemory &) const = default;
};

struct Process
{
    QString engine;                      // as recipes name it: whose words its log has
    QString name;                        // "mindie": of its log and of the file with its number
    QString workFolder, workHelp;        // where it is started from, and why there
    QList<QStringList> argvLines;        // the command, as it is wrapped in start.sh
    QList<ProcessFile> files;
    QList<ProcessFolder> folders;
    QString lockedWhy, ownerWhy;         // why files are locked
    SharedMemory sharedMemory;
    QString emptiesShmWhy;               // a file that env.sh loads would empty /dev/shm, and which; empty: none does
    QMap<QString, QString> values;       // what env.sh may name besides: "rankTable.path"
    QString program;                     // what runs, where its command does not say so: "vllm × 16"
    QStringList readyLines, failureLines;// lines of its log that say so; none ready: it never says so
    int readyTimes = 1;                  // it is ready when so many lines have said so: one of each of its processes
    QString healthPath;                  // answers 200 when it serves; on the endpoint's management port
    bool serves = false;                 // clients ask this one
    QString role;                        // "prefill", "decode"; empty: all nodes do the same
    QList<int> groupOf;                  // of each device of its node: the number, over all nodes, of the group that
                                         // shares each layer; empty: nothing is known of its groups
    QList<int> rankOf;                   // of each device, what the engine calls that group, where that starts anew
                                         // with each role or instance: its rank; empty: as groupOf
    QStringList waitsFor;                // nodes without which it does not get ready

    QStringList argv() const
    {
        QStringList all;
        for (const QStringList &line : argvLines)
            all << line;
        return all;
    }
    bool operator==(const Process &) const = default;
};
