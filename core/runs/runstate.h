// RunState: what a run did, on disk, so that kill -9 loses nothing. Written atomically after every
// change, from the threads that make the changes; before a change is begun its intention is written.
//
// What holds is always asked of the nodes; the state remembers what was ours (and so undo's to take
// away) and what was there before.
#pragma once

#include "core/runs/statefile.h"

#include <QHash>

#include <memory>
#include <mutex>

// Where what a run made stands on a node. Empty: it made none of that there.
struct MadeOn
{
    QString container, folder;
    QString engine;                      // of the container: "docker" or "podman"
    bool operator==(const MadeOn &) const = default;
};

class RunState
{
public:
    explicit RunState(QString file) : m_file(std::move(file)) {}

    // A file that is not there is an empty state. ErrorKind::Parse, Storage; Invalid: another deployment's.
    Result<void> load(const Deployment &deployment, const QString &identity = {});
    Result<void> load();                 // whosever it is
    StepRecord step(const QString &id) const;
    QStringList ids() const;             // in the order they were first written
    bool isEmpty() const;
    bool isUndoing() const;              // the last work was an undo, whether or not it came to its end
    bool isServiceStopped() const;       // on purpose, since the last of these; what was made for it stands
    bool hasChanges() const;
    QString owner() const;               // the run's id; made by load() for a new one
    QString deployedAs() const;          // the deployment's name when it was run; empty: nothing of it is on the nodes
    bool hadNoName() const;              // then; deployedAs() is what its folder is called
    // Where the deployment that was run is still kept, under whatever name, when it is another file than this one: then
    // this one was not renamed, it is a copy. Empty: nowhere that is known. Reads that file.
    QString originalFile(const QString &file) const;
    bool isKeptIn(const QString &file) const; // the deployment that was run is this file's, whatever its name is now
    // that are not its any more, and hold something of the run
    QList<StateNode> formerNodes(const Deployment &deployment) const;
    QString wanted() const;              // wantedBy() the plan that was run last; empty: not known, or nothing is there
    Json served() const;                 // of the last run that came to its end, until something ends it; else null
    bool isWhole() const;                // the last work was a run, and came to its end
    bool mayServe(const QString &node) const; // its service was started, and the end of it is not confirmed
    QStringList madeOn(const QString &node) const; // containers and folders that undo would remove
    MadeOn placesOn(const QString &node) const;

    // Writes the file. ErrorKind::Storage: then nothing may be changed on a node.
    Result<void> set(const QString &id, const StepRecord &record);
    // The steps named are pending again; what was ours stays ours. In memory (this may be the GUI thread):
    // on disk with the next set(), which comes before anything is changed on a node.
    // file: that the deployment is kept in; wanted: by the plan, where it is run.
    void begin(const Deployment &deployment, const QStringList &pending, RunWork work = RunWork::Deploy,
               const QString &file = {}, const QString &wanted = {});
    void note(const QString &id, const StepRecord &record); // in memory, as begin(); on disk with flush()
    void noteServed(const Json &served);  // a run has come to its end; in memory
    bool isUnwritten() const;
    Result<void> flush();
    Result<void> forget(const QString &id, const QString &note); // undone; note: what it left, and why

private:
    QString keptFile() const;
    Result<void> write();                // with the mutex held

    QString m_file, m_identity;
    mutable std::mutex m_mutex;
    StateDocument m_document;
    bool m_isUnwritten = false;          // what is in memory is not on disk
};

std::optional<StepState> stepStateOf(const QString &name);

QString defaultStateFile(const Deployment &deployment); // under the user's state folder

// The state file of this deployment: defaultStateFile(), or the one of a run of it under an older name or on other
// nodes, as long as something of that run is on the nodes.
QString findStateFile(const Deployment &deployment, const QString &identity = {});

// The deployment was kept in a file since it was run: its run is known by that from now on, whatever is edited then.
// former: its identity before; empty: not known any more. Runs of other files stay theirs. Nobody else may be writing
// the state.
Result<void> adoptRun(const Deployment &deployment, const QString &former, const QString &identity);
// As long as it is open, of a deployment that is no file.
QString unsavedIdentity();

// The id of the run in that file, as the labels of its containers have it; empty: nothing of a run is on the nodes.
// Reads files.
struct KnownRun
{
    QString id;                          // empty: none that holds anything
    // the file of the deployment that was run, where that is another one under another name: RunState::originalFile()
    QString original;
    QHash<QString, MadeOn> made;         // by node
    // why the image could not be brought there, in every language, see inLanguage(); by node
    QHash<QString, QString> imageFailures;
};
KnownRun knownRunOf(const Deployment &deployment, const QString &identity = {});
