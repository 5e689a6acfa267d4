// The deployment's folder on a node, looked at before anything is put into it: nobody but root and the user of the
// login may have a say in it, or a link planted there leads what we write somewhere else. Also who is at work in it:
// a mark with the run's id, made exclusively.
#pragma once

#include "core/deploy/step.h"

struct TargetFolder
{
    QStringList missing;                 // of the folder and its parents, outermost first
    QStringList entries;                 // paths of what lies in it
    QStringList notFiles;                // those that are folders, devices, ...
    QString owner, by;                   // of the mark; empty: there is none
    bool isThere() const { return missing.isEmpty(); }
    bool has(const QString &path) const { return entries.contains(path); }
};

// Something else than a file has the name of one that is to be put there.
std::optional<Error> inTheWay(const StepIo &io, const TargetFolder &target);

QString markPath(const QString &folder);
QStringList foldersTo(const QString &folder);           // "/a", "/a/b" for "/a/b"

QStringList targetProbe(const QString &folder);         // argv
// ErrorKind::CommandFailed: it is not safe, which path and why, and what to do.
Result<TargetFolder> lookAtTarget(StepIo &io, const QString &folder);

QStringList claimCommand(const StepContext &context);   // argv
// Makes our mark in a folder that was looked at; Error: another run has its own there.
Result<void> claimTarget(StepIo &io, const TargetFolder &target);

// Parts of uploads that were cut off. Only in a folder that has our mark.
QStringList leftoversCommand(const QString &folder, const QStringList &fileNames);

// The step that asks it on all nodes before anything is changed on any.
QStringList targetProbes(const StepContext &context);
Result<StepAnswer> probeTarget(StepIo &io);
