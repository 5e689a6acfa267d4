// What failed first by the services' logs of all nodes: where nodes work together, the one whose step fails often only
// says that another is gone, and behind a proxy it is another's request that failed.
#pragma once

#include "core/deploy/step.h"

struct CauseElsewhere
{
    QString node, where;                 // "node3", "node3 (decode)"
    QString line, rule;                  // as printed; the id of what knows it
};

// ownRule: of the cause that this node's own log names; empty: none. It stands where it is not certain which was first,
// and where several nodes met the same. nullopt: it stands, or nothing is a cause, or no other node can be asked.
std::optional<CauseElsewhere> causeElsewhere(StepIo &io, const QString &ownRule);
