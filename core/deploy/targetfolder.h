// The deployment's folder on a node, looked at before anything is put into it (core/facts/folderlook.h), and the mark
// of the run that is at work in it, made exclusively.
#pragma once

#include "core/deploy/step.h"
#include "core/facts/folderlook.h"

// Something else than a file has the name of one that is to be put there.
std::optional<Error> inTheWay(const StepIo &io, const FolderLook &target);
// The same of a path in the container, where a link has it or something else that is no file.
Error inTheWayInside(const StepIo &io, const QString &path, bool isLink);
// And of the deployment's folder there, where a link has its place or something else that is no folder.
Error folderInTheWayInside(const StepIo &io, bool isLink);

// ErrorKind::CommandFailed: it is not safe, which path and why, and what to do.
Result<FolderLook> lookAtTarget(StepIo &io, const QString &folder);

QStringList claimCommand(const StepContext &context);   // argv
// Makes our mark in a folder that was looked at; Error: another run has its own there.
Result<void> claimTarget(StepIo &io, const FolderLook &target);

// Parts of uploads that were cut off. Only in a folder that has our mark.
QStringList leftoversCommand(const QString &folder, const QStringList &fileNames);

// The step that asks it on all nodes before anything is changed on any.
QStringList targetProbes(const StepContext &context);
Result<StepAnswer> probeTarget(StepIo &io);
