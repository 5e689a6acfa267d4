// The steps that put files on a node: its folder, and the artifacts in it.
#pragma once

#include "core/deploy/step.h"

QStringList filesProbe(const QList<Artifact> &files); // argv; the container step asks the same inside

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
