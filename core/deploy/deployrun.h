// DeployRun: brings a deployment's endpoint up, step by step, on all nodes; follows it to ready;
// can be stopped, resumed after kill -9 (state is on disk), and undone.
//
// Each step: probe (does it hold already?) -> change (the command, shown before it runs) -> verify;
// and an undo. A step that holds is not repeated.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/nodes/connect.h"
#include "core/runs/runstate.h"
#include "core/serving/served.h"
#include "core/targets/launch.h"

#include <QObject>

class RunLocks;

struct DeployStep
{
    QString id;                          // "copy-artifacts@node1"
    QString title;                       // "Copy the artifacts"
    QString node;
    QStringList probes;                  // what is asked first: if it holds, nothing is changed
    QStringList commands;                // what will be run, as quoted lines, for the user to see first
    QString undo;                        // what undo would run; empty: nothing to undo
    int expectedSeconds = 0;
    bool operator==(const DeployStep &) const = default;
};

struct DeployPlan
{
    Deployment deployment;
    Recipe recipe;
    Endpoint endpoint;
    QList<NodeFacts> facts;
    ArtifactSet artifacts;
    QHash<QString, Launch> launches;     // by node
    QList<DeployStep> steps;
    QStringList warnings;
    QString owner, by;                   // filled in by DeployRun: the run's id, and who runs it
    // fileIdentity() of the deployment, so that its run is found when it is edited; empty: none
    QString identity;
    QString file;                        // that the deployment is kept in; empty: none
};

// Pure. ErrorKind::Invalid as generateArtifacts.
Result<DeployPlan> planDeployment(const Deployment &deployment, const Recipe &recipe, const Endpoint &endpoint,
                                  const QList<NodeFacts> &facts);

// What it would put on the nodes and start there, as one short text: of two plans with the same one the second changes
// nothing. Empty: it is not known, as of a planFromState().
QString wantedBy(const DeployPlan &plan);

// For undo and stop without asking the nodes for facts: the steps that a run's state on disk knows.
Result<DeployPlan> planFromState(const Deployment &deployment, const QString &stateFile, const QString &identity = {});

struct DeployOptions
{
    // take up the state on disk; otherwise start over (probes still skip what holds)
    bool resume = false;
    QString until;                       // step id or its part before '@': stop after it
};

// ErrorKind::Invalid: `until` names no step; the steps that there are. Asks nobody.
Result<void> untilIsAStep(const QString &until, const Deployment &deployment);

// The index of the last step that a run until there takes; all, where `until` is empty.
int lastStepUntil(const QList<DeployStep> &steps, const QString &until);

// Fact of a step's failure: the node's service is known to have ended.
inline constexpr const char *serviceEndedFact = "serviceEnded";

class DeployRun : public QObject
{
    Q_OBJECT

public:
    // stateFile: one JSON file, written atomically after every change of a step's state.
    DeployRun(DeployPlan plan, ConnectionSettings connections, QString stateFile, QObject *parent = nullptr);
    ~DeployRun() override;

    const DeployPlan &plan() const;
    StepState state(int step) const;     // also of an earlier run, once loaded from the state file
    QString message(int step) const;     // one short clause: what was found, or left
    Error failure(int step) const;       // of a failed step; facts: "line", "cause", "remedy" where known
    qint64 tookMs(int step) const;
    bool isRunning() const;
    bool hasBegun() const;               // a run, now or earlier
    // an earlier run began and did not get to its end, and no undo of it began since
    bool canResume() const;
    bool isWhole() const;                // the last work was a run that came to its end, whatever the plan is now
    bool canUndo() const;                // something on the nodes is ours
    bool canStop() const;                // it started a service, or found one running
    bool isUndoing() const;              // the last work was an undo, whether or not it came to its end
    bool isServiceStopped() const;       // by stop(), here or elsewhere: nothing failed, it can be resumed
    bool isToUndo(int step) const;       // it had changed something when the undo began, or when this was made
    bool mayServe(const QString &node) const; // its service was started, and the end of it is not confirmed
    bool mayServeAnywhere() const;       // on one of the deployment's nodes
    bool serves() const;                 // it was brought up as the plan wants it, and nobody has ended it on purpose
    // What the last run that came to its end brought up, until something ends it; nullopt: nothing, or it is not known.
    std::optional<Served> served() const;
    bool isUndoOpen() const;             // an undo began last and did not get to its end
    bool isUndone() const;               // all that it did was taken back, here or by another process
    // of the undo that began last: which step failed, where and why, a sentence; empty: none did
    QString undoFailure() const;
    // The name under which it is on the nodes, where that is not the deployment's name: start() refuses then, and it
    // can be undone and its service stopped from the same file, or by who says that name.
    QString olderName() const;
    bool hadNoName() const;              // what is there under olderName() was deployed before it had a name
    // Where the deployment that was run is still kept: this one is a copy of it, and what runs is not its own to take
    // down. Empty: it is not known to be one.
    QString originalFile() const;
    // Of the same name, and run last from that other file, which is still there: the same deployment, as far as anybody
    // can tell, and what runs becomes what this file says. Empty: there is none.
    QString otherFile() const;
    // What an earlier run of it made where its settings do not put it any more, as madeInWords(); empty: nothing.
    // start() refuses then: a second one would be made, and the first be forgotten.
    QString elsewhereInWords() const;
    // What is on the nodes was put there by a plan that wanted something else than this one: settings, addresses or the
    // program itself have changed since.
    bool wasRunOtherwise() const;
    QString madeInWords() const;         // "node1: container x, files in /y; node2: container x"
    // Why start() would refuse; nullopt: it would begin. Asks no node.
    std::optional<Error> startRefusal(const DeployOptions &options = {}) const;
    // Why it may not be taken down by who says `of`, a name; nullopt: it may.
    std::optional<Error> takeDownRefusal(const QString &of) const;
    void hold(RunLocks locks);           // taken before the nodes were asked; else each work takes its own
    // Nodes that the deployment has lost, with something of the run on them: undo() reaches them too, start() refuses.
    QList<Node> formerNodes() const;
    QStringList madeOn(const QString &node) const; // "container x", "files in /y": what of the run is on it
    // of one that was made before it for the same run: what the state file does not hold of them
    void keepFailuresOf(const DeployRun &older);
    // Why the last start(), undo() or stopService() began nothing, and changed nothing of what was; finished() has said
    // it. nullopt: it began. Words as endedWith().
    std::optional<Error> refusedWith() const;
    // what finished() said last, in words that hold every language: to be kept, and shown as told() of it
    Error endedWith() const;
    std::optional<Error> stateError() const; // the state file cannot be used, and why; nothing can be started

    void start(const DeployOptions &options = {});
    void stop();                         // the running command ends within 100 ms; finished() follows
    // of: the name of what is to be taken down; needed where there is an olderName() and the file is another one.
    void undo(const QString &of = {});   // undoes done steps, last first; what was there before stays
    void stopService(const QString &of = {}); // ends the daemons on all nodes; containers and files stay

signals:
    void stepChanged(int step, StepState state, const QString &message, qint64 tookMs);
    void logReceived(int step, const QByteArray &text);          // live output, at most 30 times a second
    void finished(bool succeeded, const Error &error);           // error.kind Canceled after stop()

private:
    class Private;
    std::unique_ptr<Private> d;
};

