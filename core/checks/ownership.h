// What on a machine belongs to the deployment itself: its containers, known by the labels that a run gives them, or by
// name and image where they have none, and the processes inside. What is its own is no fault, and no remedy may advise
// to end it.
#pragma once

#include "core/checks/checkcontext.h"
#include "core/facts/holders.h"
#include "core/facts/shmleftovers.h"

struct OwnContainer
{
    ContainerState state;
    bool isRunning = false;
    bool isLabelled = false;             // our run of this deployment made it; else it only has the name and the image
    // the deployment of its label, when that is another: this one may have been renamed
    QString madeFor;
    // of one that our run made, the deployment of its label, when that is another: it was renamed, or this is a copy
    QString olderName;
    bool hadNoName = false;              // then; olderName is what its folder is called
    QString runHash;                     // of one that our run made: of the command
    QList<HostProcess> processes;        // of one that runs
};

struct Ownership
{
    QList<OwnContainer> containers;
    QStringList others;                  // names of the containers that run and belong to others
    bool isKnown = true;                 // false: the engine could not be asked, so any process may be its own

    QStringList running() const;         // names
    QString olderName() const;           // of one that runs; empty: none has another name
    bool hadNoName() const;              // olderName() is none
    // of those that run more than the shell that keeps them alive, or would not tell
    QStringList serving() const;
    bool holds(qint64 pid) const;
    bool isServing() const;              // more runs inside than the shell that keeps the container alive
    bool isUncertain() const;            // one runs that would not tell its processes: any process may be its own
    qint64 residentBytes() const;
};

Ownership ownershipOf(NodeProbe &probe, const CheckContext &context);
QString ownValue(const Ownership &own);  // "own service"
QString ownWords(const Ownership &own);  // "this deployment's own service: container deepseekLocal"
// "this deployment's own service: container deepseekLocal has open: /dev/shm/a"; empty: nothing, as far as is told
QString ownFilesWords(const Ownership &own, const ShmLeftovers &shm);
QString leaveIt(const Ownership &own);   // what to do about it: nothing
QString askEngineFirst();                // what to do where whose it is is not known
// The sentence before a remedy that would end the service, its own or somebody else's; empty: no container runs there.
QString interruptsNotice(const QStringList &own, const QStringList &others, const QStringList &programs);
QString unknownOwnerNotice();            // where it is not known whether it runs there
// The same where it may run there unseen, and of programs in no container.
QString interruptsNotice(const Ownership &own, const QStringList &programs);
// Programs that npu-smi names, in containers or not; empty, too, where it does not answer.
QStringList onChips(NodeProbe &probe);
QStringList onChips(const NpuSmiInfo &info);

// Whose a process is that does not belong to the deployment.
struct Holder
{
    HostProcess process;
    QString container, image, deployment; // deployment: by another container's label
    QString user, command;               // of a process in no container
    bool isOfARun = false;               // its labels name the run that made it, and that is not ours
};
Holder holderOf(NodeProbe &probe, const Ownership &own, const HostProcess &process);
// "container other (image x)", "process 4711 (python3 serve.py, user alice)"
QString holderWords(const Holder &holder);
QStringList holderWords(const QList<Holder> &holders);   // each once
bool areOfRuns(const QList<Holder> &holders);            // every one: other deployments', not somebody's
QString askTheirOwners(const QList<Holder> &holders);    // what to do: names each, and asks before anything is ended

// What processes that are not the deployment's own hold of that which its service needs. Empty, too, where it is not
// told whose they are.
struct OthersHold
{
    QList<std::pair<QString, Holder>> held; // "NPU 3" or "1025 (service)", and who has it
    void add(const QString &what, const Holder &holder) { held.append({what, holder}); }
};
OthersHold othersOnPorts(NodeProbe &probe, const CheckContext &context); // host.cpp
// On the chips with these device ids, by npu-smi's list of processes; a chip whose id is not known counts. npu.cpp
OthersHold othersOnChips(NodeProbe &probe, const CheckContext &context, const QList<int> &devices);
