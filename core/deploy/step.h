// A kind of step: what it asks, changes and takes back, for one node. The table of all kinds is in
// steps.cpp; runStep() in steprunner.h plays one.
#pragma once

#include "core/deploy/deployrun.h"
#include "core/runs/runstate.h"
#include "core/serving/verify.h"

// What a step knows of its node. Undo has only `node` and the record's data: it must work when the
// facts can no longer be had.
struct StepContext
{
    Node node;
    QString deployment;                  // its name
    QString owner;                       // the run's id: what is made carries it, and only what carries it is ours
    QString by;                          // who runs it and where, for another operator to read
    QString file;                        // that the deployment is kept in; empty: none
    Launch launch;
    QHash<QString, Launch> launches;     // of every node
    QString sourceIp;                    // of the node that launch.weightsOrder names, as facts have it
    QList<Artifact> files;               // those for this node that are put on it
    NodeFacts facts;                     // as the artifacts were made from
    Deployment whole;
    Endpoint endpoint;
    bool filesChanged = false;           // in this run, on any node: the service starts anew on all of them
    bool isOnlyAsked = false;            // nothing is changed: filesChanged is what a run would do
    QStringList replaced;                // in this run, in this node's container: paths, and what had been made of them
    bool isTorn = false;                 // another node's service, which this one's needs, does not run
};

// Opens a shell to a node; blocking. On the step's own thread.
using OpenNode = std::function<Result<std::unique_ptr<Shell>>(const Node &node)>;

struct StepIo
{
    const StepContext &context;
    Shell &shell;
    std::stop_token stop;
    std::function<void(const QByteArray &)> log; // live output, any thread but ours may show it
    Json &data;                                  // of the step's record
    std::function<Result<void>()> save;          // writes the record; before what cannot be found out later
    QString note;                                // what was left or kept, and why; part of what is said at its end
    OpenNode open = {};                          // to another of the deployment's nodes; empty: it cannot be had
    std::function<void(const QString &words)> tell = {}; // shown beside the step as long as it runs; may be empty
};

struct StepAnswer
{
    bool holds = false;
    QString message;                     // one short clause: what was found
};

struct StepKind
{
    const char *id;
    QString (*title)();
    int expectedSeconds;
    bool masterOnly;
    // Shown to the user before anything runs.
    QStringList (*probes)(const StepContext &);
    QStringList (*commands)(const StepContext &);
    QString (*undoText)(const StepContext &);
    // Does it hold already? Asks, changes nothing. Without `change` the step is only a question, and
    // an answer that does not hold is its failure.
    Result<StepAnswer> (*probe)(StepIo &);
    Result<void> (*change)(StepIo &);
    Result<void> (*undo)(StepIo &);      // may find its work half done or already undone
    bool (*applies)(const StepContext &) = nullptr; // null: to every deployment
    // What the checks said of it before is settled on a node where the step is done or holds: their ids, by ' '.
    const char *settles = "";
};

// A path of this computer: "~" is the home folder, and what is relative begins at the folder of the deployment's file.
QString pathHere(const StepContext &context, const QString &path);

const QList<StepKind> &stepKinds();
const StepKind *stepKind(const QString &stepId); // by the part before '@'
QString stepIdOf(const StepKind &kind, const QString &node);
// The step only asks, before anything is done, whether the node is as the run needs it.
bool asksWhetherFactsHold(const QString &stepId);
// The step brings what the checks only warn of as long as nobody has tried: the weights, the image.
bool bringsWhatIsMissing(const QString &stepId);
QStringList checksSettledBy(const QString &stepId);      // and the step's own question, by the id of its kind

// --- what the steps share (stepcommands.cpp)

void pauseFor(std::chrono::milliseconds time, const std::stop_token &stop); // or until it is to stop

QString endWords(const Error &error);    // as a step's log says that a command gave no answer
// Shows the command and its output in the log.
Result<CommandOutput> runLogged(StepIo &io, const QStringList &argv,
                                std::chrono::milliseconds timeout = std::chrono::seconds(30));
// The same; a nonzero exit code is ErrorKind::CommandFailed that names node, command and code.
Result<CommandOutput> runOrFail(StepIo &io, const QStringList &argv,
                                std::chrono::milliseconds timeout = std::chrono::seconds(30));
// Before anything is changed: Error where an installer of driver or firmware runs on the node, whoever began it, from
// wherever. What is installed changes then from one question to the next, and a restart may follow.
Result<void> demandNoInstaller(StepIo &io);
Error stepFailure(const StepIo &io, const QString &sentence, const QString &remedy, const QString &detail = {});
QString textOf(const CommandOutput &output); // stdout, then stderr, trimmed, cut
