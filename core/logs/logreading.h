// Lines from files and into one. Blocking: on a worker.
#pragma once

#include "core/bundle/redaction.h"
#include "core/logs/logfilter.h"

#include <functional>
#include <stop_token>

// Files and folders of them (core/diagnosis/logfiles.h), of any size and encoding; one that a failed run kept
// (core/logs/keptlogs.h) is the logs of several nodes. Times in them are taken as they stand there; where they
// name no zone, in the one that the node's other lines name, else in this machine's. Returns how many files were read;
// ErrorKind::Storage: none could be.
Result<int> readLogFiles(const QStringList &paths, std::shared_ptr<const FaultMatcher> matcher, std::stop_token stop,
                         const std::function<void(LogBatch batch)> &take,
                         const std::function<void(qint64 bytes)> &told);

QString stampText(qint64 ms);            // "2026-03-18T10:33:52.113Z"
// Of the one clock; "≥2026-03-18T10:33:52.113Z" where it is the time of a line above, "-" where none is known.
QString lineTime(const LogStore &store, qint64 line);
// "TIME\tNODE\tPROCESS\tLEVEL\tTEXT", in order of time, those that pass; mode 0600. Returns how many.
Result<qint64> writeLog(const QString &file, const LogStore &store, const LogFilter &filter, Redaction &redaction,
                        std::stop_token stop);
