// What on a machine belongs to the deployment itself: its containers, known by the labels that a run gives them, or by name and image
// where they have none, and the processes inside. What is its own is no fault, and no remedy may advise to end it.
#pragma once

#include "core/checks/checkcontext.h"
#include "core/facts/holders.h"

struct OwnContainer
{
    ContainerState state;
    bool isRunning = false;
    bool isLabelled = false;             // our run of this deployment made it; else it only has the name and the image
    QString madeFor;                     // the deployment of its label, when that is another: this one may have been renamed
    QList<HostProcess> processes;        // of one that runs
};

struct Ownership
{
    QList<OwnContainer> containers;

    QStringList running() const;         // names
    QStringList serving() const;         // of those that run more than the shell that keeps them alive, or would not tell
    bool holds(qint64 pid) const;
    bool isServing() const;              // more runs inside than the shell that keeps the container alive
    bool isUncertain() const;            // one runs that would not tell its processes: any process may be its own
    qint64 residentBytes() const;
};

// Where the engine cannot be asked: nothing is known to be its own.
Ownership ownershipOf(NodeInquiry &ask, const CheckContext &context);
QString ownWords(const Ownership &own);  // "this deployment's own service: container deepseekLocal"
QString leaveIt(const Ownership &own);   // what to do about it: nothing
// The sentence before a remedy that would end the service; empty: no service of the deployment runs there.
QString interruptsNotice(const QStringList &containers);

// Whose a process is that does not belong to the deployment.
struct Holder
{
    HostProcess process;
    QString container, image, deployment; // deployment: by another container's label
    QString user, command;               // of a process in no container
    bool isOfARun = false;               // its labels name the run that made it, and that is not ours
};
Holder holderOf(NodeInquiry &ask, const Ownership &own, const HostProcess &process);
QString holderWords(const Holder &holder);               // "container other (image x)", "process 4711 (python3 serve.py, user alice)"
QStringList holderWords(const QList<Holder> &holders);   // each once
QString askTheirOwners(const QList<Holder> &holders);    // what to do: names each, and asks before anything is ended
