// The steps that make a node's container: its image, the container itself, the files in it.
#pragma once

#include "core/deploy/step.h"

QStringList imageProbes(const StepContext &context);
QStringList imageCommands(const StepContext &context);
Result<StepAnswer> probeImage(StepIo &io);
Result<void> pullImage(StepIo &io);

// The generated command with two labels, by which we know our own container again: the deployment's
// name, and a hash of the command it was made with.
QStringList labelledRun(const StepContext &context);
QStringList containerProbes(const StepContext &context);
QStringList containerCommands(const StepContext &context);
QString containerUndoText(const StepContext &context);
Result<StepAnswer> probeContainer(StepIo &io);
Result<void> startContainer(StepIo &io);
Result<void> removeContainer(StepIo &io);

QStringList fillProbes(const StepContext &context);
QStringList fillCommands(const StepContext &context);
Result<StepAnswer> probeFilled(StepIo &io);
Result<void> fillContainer(StepIo &io);

struct NodeContainer
{
    bool exists = false, running = false;
    QString id, deployment, runHash;     // the labels; empty on others' containers
};
Result<NodeContainer> inspectContainer(StepIo &io, const QString &engine, const QString &name);
