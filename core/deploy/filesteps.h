// The steps that put files on a node: its folder, and the artifacts in it.
#pragma once

#include "core/deploy/step.h"

// argv; the container step asks the same inside. For each file one line: its mode and SHA-256, or "-" where there is
// none, or what is there in its place: that is neither followed nor read.
QStringList filesProbe(const QList<Artifact> &files);
inline constexpr char linkState[] = "link", otherState[] = "other"; // a folder, a pipe, ...

QStringList folderProbes(const StepContext &context);
QStringList folderCommands(const StepContext &context);
QString folderUndoText(const StepContext &context);
Result<StepAnswer> probeFolder(StepIo &io);
Result<void> makeFolder(StepIo &io);
Result<void> undoFolder(StepIo &io);

QStringList copyProbes(const StepContext &context);
QStringList copyCommands(const StepContext &context);
QString copyUndoText(const StepContext &context);
Result<StepAnswer> probeCopies(StepIo &io);
Result<void> copyFiles(StepIo &io);
Result<void> undoCopies(StepIo &io);
