// The step that fetches the weights onto the node: from a hub with curl or from a folder of the node; from a folder of
// this computer in pieces; from another node of the deployment by this node's own ssh, or else in pieces through this
// computer. File by file, in a folder of our own beside them (mode 0700, never through a link) until size and hash are
// right, then put into its place. A file that was there before is never replaced: what is as listed stays, for what is
// not the step stops. Of files of 64 MiB and more that were there, only the size is compared: reading 671 GB takes
// hours. Undo leaves the weights (they were slow to get and harm nobody) and takes away the parts.
#pragma once

#include "core/deploy/step.h"

bool fetchesWeights(const StepContext &context); // the settings say where from
QStringList weightsProbes(const StepContext &context);
QStringList weightsCommands(const StepContext &context);
QString weightsUndoText(const StepContext &context);
Result<StepAnswer> probeWeights(StepIo &io);
Result<void> fetchWeights(StepIo &io);
Result<void> undoWeights(StepIo &io);
