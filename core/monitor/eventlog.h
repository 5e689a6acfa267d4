// EventLog: what was done to the cluster while it was watched, and what somebody wrote down about it: marks on the time
// axis beside the alerts. In the file of the history that they belong to (SampleArchive's, a table of its own).
// Functions that block; errors are ErrorKind::Storage.
#pragma once

#include "core/base/result.h"

#include <QList>

struct MonitorEvent
{
    enum class Kind { Note, Run, Undo, Driver, Verify, Stop }; // a new one: a word in eventlog.cpp and in eventWords()
    enum class Outcome { None, Begun, Done, Failed, Stopped };

    qint64 timeMs = 0;
    Kind kind = Kind::Note;
    Outcome outcome = Outcome::None;
    QString words;                       // of a note; of the others empty, they are told by kind and outcome
    bool operator==(const MonitorEvent &) const = default;
};

constexpr qsizetype longestNote = 500;   // characters; what is longer is cut

// All of them or none; forgets all but the newest 1000.
Result<void> logEvents(const QString &file, const QList<MonitorEvent> &events);
Result<void> removeLoggedEvent(const QString &file, const MonitorEvent &event);
// Newest first. No file: none. What another version of the program wrote and this one does not know is left out.
Result<QList<MonitorEvent>> loggedEvents(const QString &file, int most);
