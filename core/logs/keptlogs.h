// The logs of a run that failed, kept in one file beside its state: the end of each step's, secrets taken out, readable
// without this program and by the user alone. Blocking; on a worker.
#pragma once

#include "core/bundle/redaction.h"
#include "core/logs/logfeed.h"

#include <stop_token>

struct KeptLog
{
    QString node, step;
    QByteArray text;
    bool operator==(const KeptLog &) const = default;
};

constexpr qint64 mostKeptBytes = 16 * 1024 * 1024; // of all; each has an equal share, and what others leave of theirs

QString keptLogsFile(const QString &stateFile);
Result<void> keepLogs(const QString &file, const QList<KeptLog> &logs, Redaction redaction);
Result<void> forgetKeptLogs(const QString &file);

// Their heads: "==> node1: start-service"
QByteArray keptText(const QList<KeptLog> &logs);
// What a piece of such a file says is of another log: its node and step; nullopt: it is no head.
std::optional<std::pair<QString, QString>> keptHead(QByteArrayView line);
