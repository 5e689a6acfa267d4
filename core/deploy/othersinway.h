// Whether others hold what the deployment's services need on a node: its ports and its chips. A run asks before it
// makes anything: what cannot start is not copied for half an hour first.
#pragma once

#include "core/deploy/step.h"

QStringList othersProbes();
// CommandFailed: somebody else listens on a port, or works on a chip; who, and whom to ask. What is not told is no
// reason to stop. Asks for some seconds: what ends just now is not in the way.
Result<void> demandNoOthers(StepIo &io);
