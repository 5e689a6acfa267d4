// The step that fetches the weights onto the node: from a hub with curl, or from a folder of the node. File by file,
// each beside its place until its size and SHA-256 are right; what is there with the right size stays. Undo leaves
// them: they were slow to get and harm nobody.
#pragma once

#include "core/deploy/step.h"

bool fetchesWeights(const StepContext &context); // the settings say where from
QStringList weightsProbes(const StepContext &context);
QStringList weightsCommands(const StepContext &context);
Result<StepAnswer> probeWeights(StepIo &io);
Result<void> fetchWeights(StepIo &io);

// What curl's exit code means for a person (curl's manual, EXIT CODES).
QString curlTrouble(int exitCode);
