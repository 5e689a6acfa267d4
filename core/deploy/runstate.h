// RunState: what a run did, on disk, so that kill -9 loses nothing. Written atomically after every
// change, from the threads that make the changes; before a change is begun its intention is written.
//
// What holds is always asked of the nodes; the state remembers what was ours (and so undo's to take
// away) and what was there before.
#pragma once

#include "core/deploy/deployrun.h"

#include <memory>
#include <mutex>

struct StepRecord
{
    StepState state = StepState::Pending;
    QString message;
    qint64 tookMs = 0;
    bool changed = false;                // this or an earlier run changed something here: undo has work
    Json data = Json::object();          // what undo and the next probe need: paths, names, ids

    bool operator==(const StepRecord &) const = default;
};

class RunState
{
public:
    explicit RunState(QString file) : m_file(std::move(file)) {}

    // A file that is not there is an empty state. ErrorKind::Parse, Storage.
    Result<void> load();
    StepRecord step(const QString &id) const;
    QStringList ids() const;             // in the order they were first written
    bool isEmpty() const;

    // Writes the file. ErrorKind::Storage: then nothing may be changed on a node.
    Result<void> set(const QString &id, const StepRecord &record);
    // The steps named are pending again; what was ours stays ours. In memory (this may be the GUI thread):
    // on disk with the next set(), which comes before anything is changed on a node.
    void begin(const QString &deployment, const QStringList &pending);
    Result<void> forget(const QString &id); // undone

private:
    Result<void> write() const;          // with the mutex held

    QString m_file;
    mutable std::mutex m_mutex;
    QString m_deployment;
    QList<std::pair<QString, StepRecord>> m_steps;
};

std::optional<StepState> stepStateOf(const QString &name);
