// The steps that make a node's container: its image, the container itself, the files in it.
#pragma once

#include "core/deploy/step.h"
#include "core/facts/containerlabels.h"

QStringList imageProbes(const StepContext &context);
QStringList imageCommands(const StepContext &context);
Result<StepAnswer> probeImage(StepIo &io);
Result<void> pullImage(StepIo &io);
QString imageUndoText(const StepContext &context);
Result<void> undoImage(StepIo &io);

// The generated command with three labels, by which we know our own container again: the deployment's
// name, a hash of the command it was made with, and the id of the run that made it.
QStringList labelledRun(const StepContext &context);
QStringList containerProbes(const StepContext &context);
QStringList containerCommands(const StepContext &context);
QString containerUndoText(const StepContext &context);
Result<StepAnswer> probeContainer(StepIo &io);
Result<void> startContainer(StepIo &io);
Result<void> removeContainer(StepIo &io);

QStringList placesInsideProbe(const StepContext &context); // argv; empty: nothing is copied by itself
// Before anything is changed: Error where a container of this deployment runs and holds something else than a file in
// the place of one that is to be copied into it or written there by start.sh, or than a folder in that of the
// deployment's. One that does not run is looked at when it does (probeFilled()).
Result<void> lookInside(StepIo &io);
QStringList fillProbes(const StepContext &context);
QStringList fillCommands(const StepContext &context);
Result<StepAnswer> probeFilled(StepIo &io);
// What was changed by hand in there since it was copied is kept on the node first.
Result<void> copyIntoContainer(StepIo &io);
QString fillUndoText(const StepContext &context);
Result<void> undoFill(StepIo &io);

struct NodeContainer : ContainerLabels
{
    bool exists = false, running = false;
    QString id, imageId;
    QStringList mounted;                 // what of the node is mounted into it
};
Result<NodeContainer> inspectContainer(StepIo &io, const QString &engine, const QString &name);
// Of a command in the container that failed: that it is gone or was stopped meanwhile, if that is why.
Error withoutContainer(StepIo &io, const Error &error);
// Before something in the container or its service is changed: Error when another run has made it.
Result<void> demandOurs(StepIo &io);
