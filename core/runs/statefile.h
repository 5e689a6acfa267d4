// The file of a run's state: what is in it, and how it is read. A file of another shape or version is refused with
// one sentence that names the member; nothing of it is believed then.
#pragma once

#include "core/nodes/deployment.h"

enum class StepState { Pending, Running, Done, UpToDate, Failed, Stopped, Undone };
QString stepStateName(StepState state);  // "pending", "running", "done", "up-to-date", "failed", "stopped", "undone"

// of the kinds of steps there are (core/deploy/steps.cpp), in their order: "make-folder"
const QStringList &stepNames();

struct StepRecord
{
    StepState state = StepState::Pending;
    // this and the next in every language, see inLanguage(): the file outlives the language of the moment
    QString message;
    QString remedy;                      // of a failure
    qint64 tookMs = 0;
    bool changed = false;                // this or an earlier run changed something here: undo has work
    Json data = Json::object();          // what undo and the next probe need: paths, names, ids

    bool operator==(const StepRecord &) const = default;
};

enum class RunWork { Deploy, Undo, StopService };

struct StateNode
{
    QString name;
    QString address;                     // addressText(); a node is known by it, not by its name
    Json login;                          // how to reach it, as in a deployment file; null in files of older programs
    bool operator==(const StateNode &) const = default;
};

struct StateDocument
{
    QString owner;                       // the run's id, in a label of its containers and in the mark in its folders
    QString deployment;                  // the name it was deployed under
    QString recipe;
    QString identity;                    // of the deployment that was run last, see fileIdentity(); empty: not known
    QString file;                        // that the deployment was kept in when it was run last; empty: not known
    QString wanted;                      // wantedBy() the plan that was run last; empty in files of older programs
    bool isUndoing = false;              // the last work was an undo, not a deploy
    bool isServiceStopped = false;       // on purpose, after it; what was made for it stands
    Json served;                         // what the last run that came to its end brought up; null: not known, or ended
    bool isWhole = false;                // that run was the last work
    QList<StateNode> nodes;              // empty in files of version 1
    QList<std::pair<QString, StepRecord>> steps; // in the order they were first written

    bool hasChanges() const;
    bool hasChanges(const QString &node) const;
    bool operator==(const StateDocument &) const = default;
};

QString addressText(const Node &node);   // where it is: the simulated node's folder, or host:port
QString placeOf(const QString &address); // the same for a port that is not said and for 22: one machine
QList<StateNode> stateNodes(const Deployment &deployment);
Node nodeOf(const StateNode &node);      // to connect to it when the deployment has it no more

// A file that is not there is an empty document. ErrorKind::Parse (which member), Storage.
Result<StateDocument> readStateFile(const QString &file);
Result<StateDocument> parseState(const QByteArray &text, const QString &file); // pure; `file` is for what is said
QByteArray toText(const StateDocument &document);
Result<void> writeStateFile(const QString &file, const StateDocument &document); // ErrorKind::Storage

// Is it this deployment's, perhaps under an older name? Its nodes must be among the deployment's; the steps of a node
// that has another name now are renamed. A run of the same name may have nodes that the deployment has lost: they stay
// in it while something of the run is on them, under a name of their own. One of the same identity is the same
// deployment also with another name, or with no node that it had. ErrorKind::Invalid: says whose it is.
Result<StateDocument> fittedTo(StateDocument document, const Deployment &deployment, const QString &file,
                               const QString &identity = {});

// By what a deployment is known when its name and its nodes are edited: the file it is kept in. Empty: none. Simulated
// clusters come anew under the same file: of one whose folder the nodes name it holds as long as that cluster is there.
QString fileIdentity(const Deployment &deployment, const QString &path);
