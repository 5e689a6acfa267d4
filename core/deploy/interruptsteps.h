// The step that binds the NPUs' interrupts to processors of their NUMA node, and stops irqbalance, which would move
// them again. What was there before is kept with the run: undo, and the setting "leave", put it back.
#pragma once

#include "core/deploy/step.h"

bool hasInterrupts(const StepContext &context);  // its recipe asks about them
QStringList interruptProbes(const StepContext &context);
QStringList interruptCommands(const StepContext &context);
QString interruptUndoText(const StepContext &context);
Result<StepAnswer> probeInterrupts(StepIo &io);
Result<void> bindInterrupts(StepIo &io);
Result<void> putInterruptsBack(StepIo &io);
