// The steps that bring the service up: facts still hold, the daemon, its ready line, HTTP.
#pragma once

#include "core/deploy/step.h"

Result<StepAnswer> askFacts(StepIo &io);
QStringList factsProbes(const StepContext &context);
QStringList factDifferences(const NodeFacts &before, const NodeFacts &now); // of what the artifacts rest on; pure

QStringList stopStaleCommands(const StepContext &context);
Result<StepAnswer> probeOlderEnded(StepIo &io);
Result<void> stopStale(StepIo &io);

QStringList startProbes(const StepContext &context);
QStringList startCommands(const StepContext &context);
QString startUndoText(const StepContext &context);
Result<StepAnswer> probeStarted(StepIo &io);
Result<void> startService(StepIo &io);
Result<void> stopService(StepIo &io);    // undo of the start, and the verb `stop`; needs only io.data
// The verb `stop`: an error where a service goes on that this run did not start. wasFound: the start found it running.
Result<void> stopOwnService(StepIo &io, bool wasFound);

QStringList readyProbes(const StepContext &context);
Result<StepAnswer> awaitReady(StepIo &io);

QStringList confirmProbes(const StepContext &context);
Result<StepAnswer> askHealth(StepIo &io);

QStringList verifyProbes(const StepContext &context);
Result<StepAnswer> askEndpoint(StepIo &io);
