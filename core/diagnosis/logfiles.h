// Logs that somebody names: files, folders of them, "-" for standard input, each with its node before "=" or not
// (logSources). Blocking: on a worker.
#pragma once

#include "core/diagnosis/diagnosis.h"

#include <functional>
#include <stop_token>

// Of a path below a node's folder in a bundle (core/bundle/nodeparts.h): whether it is a log, and no other answer.
bool isBundledLog(const QString &path);

// Folders become the files in them, in the order of their names; links in them are not followed. Of an unpacked bundle
// or of a node's folder in it only the logs of its nodes, each under its node's name.
// ErrorKind::Storage: a folder without files, or with more than 10,000.
Result<QStringList> logFiles(const QStringList &arguments);

// Each file's pieces go into the diagnosis, those of one that a failed run kept as the logs of the nodes in it
// (logsections.h); one that cannot be read leaves its reason there. Returns how many were
// read. told: how far it is, after each piece. ErrorKind::Canceled: stopped.
Result<int> feedFiles(Diagnosis &diagnosis, const QStringList &files, std::stop_token stop,
                      const std::function<void(qint64 bytes)> &told = {});
