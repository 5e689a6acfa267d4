// The logs of a run that failed, kept in one file beside its state: the end of each step's, secrets taken out, readable
// without this program and by the user alone. Blocking; on a worker.
#pragma once

#include "core/bundle/redaction.h"
#include "core/logs/logfeed.h"
#include "core/runs/lastwork.h"

#include <stop_token>

struct KeptLog
{
    QString node, step;
    QByteArray text;
    std::optional<qint64> beganMs = {};  // when it said the first word, by this machine's clock
    bool operator==(const KeptLog &) const = default;
};

constexpr qint64 mostKeptBytes = 16 * 1024 * 1024; // of all; each has an equal share, and what others leave of theirs

QString keptLogsFile(const QString &stateFile);
Result<void> keepLogs(const QString &file, const QList<KeptLog> &logs, Redaction redaction);
// What the last run said, where it failed (lastFailureOf() the same file): what was kept of it, and below that what its
// steps failed of, in English. Empty: it did not fail.
QByteArray lastRunLog(const QString &stateFile, const LastFailure &failure);
Result<void> forgetKeptLogs(const QString &file);

// Their heads: "==> node1: start-service at 2026-03-18T10:33:52.113Z"; core/diagnosis/logsections.h reads them.
QByteArray keptText(const QList<KeptLog> &logs);
