// Recording: what was sampled of a cluster in some time, its alerts and events, in one file for somebody else, who
// needs neither the deployment nor its nodes to look at it. A SampleArchive whose nodes are names, with the tables of
// AlertLog and EventLog and one of its own that says what it is. It never holds hosts, users, keys or settings; the
// names of the nodes and of the deployment, and what somebody noted, are left out on request. Functions that block.
#pragma once

#include "core/monitor/alertlog.h"
#include "core/nodes/deployment.h"
#include "core/store/samplearchive.h"

#include <stop_token>

struct RecordingAbout
{
    QString deployment;                  // its name; empty: it was left out
    QStringList nodes;                   // in the deployment's order
    qint64 fromMs = 0, toMs = 0;         // of the first and the last sample
    bool isSimulated = false, isRedacted = false;
    QString version;                     // of the program that has written it
    bool operator==(const RecordingAbout &) const = default;
};

struct RecordingOrder
{
    QString source;                      // a file of the history
    QString target;
    Deployment deployment;               // whose nodes they are
    qint64 fromMs = 0, toMs = 0;
    bool leavesNamesOut = false;         // node1, node2… stand instead
    bool replaces = false;               // what is at the target
    QString version;
};

// By a part beside it, so that a recording is whole or not there. ErrorKind::Storage: no history, the target is there
// already or cannot be written; Invalid: nothing was sampled in that time.
Result<RecordingAbout> writeRecording(const RecordingOrder &order, std::stop_token stop);

// ErrorKind::Invalid: it is something else, or of a later program. Storage: it cannot be read.
Result<RecordingAbout> aboutRecording(const QString &file);

// What a monitor would know at that moment; all from the file's beginning on.
Result<MetricHistory> recordedUntil(SampleArchive &archive, qint64 timeMs, std::stop_token stop);
// (fromMs, toMs], by time; what is more than `most` is an Error (Invalid).
Result<QList<Sample>> recordedBetween(SampleArchive &archive, qint64 fromMs, qint64 toMs, qsizetype most,
                                      std::stop_token stop);
