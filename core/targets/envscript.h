// NODE/env.sh: what the service's process finds in its environment, each line explained.
#pragma once

#include "core/targets/launch.h"

Result<QString> envScript(const QString &deployment, const Topology &all, const Placement &member,
                          const Launch &launch, const Recipe &recipe);
