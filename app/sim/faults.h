// Faults that can be injected into a simulated node while it runs.
#pragma once

#include "app/sim/state.h"

namespace sim {

struct FaultKind
{
    const char *name;
    const char *arguments;               // "[DEVICE]"
    const char *help;
};

const QList<FaultKind> &faultKinds();

// node: the node's folder. clear with an empty fault: all of them.
// ErrorKind::Invalid: no such fault, wrong argument.
Result<void> setFault(const QString &node, const QString &fault, const QStringList &arguments);
Result<void> clearFault(const QString &node, const QString &fault);

} // namespace sim
