// NODE/env.sh: what the service's process finds in its environment, each line explained.
#pragma once

#include "core/recipes/launch.h"

Result<QString> envScript(const QString &deployment, const Membership &all, const Member &member,
                          const Launch &launch, const Recipe &recipe);
