// NODE/env.sh: what the service's process finds in its environment, each line explained.
#pragma once

#include "core/targets/launch.h"

Result<QString> envScript(const QString &deployment, const Topology &all, const Placement &member,
                          const Launch &launch, const Recipe &recipe);

struct EnvironmentVariable
{
    QString name, value;
    QString pattern;                     // as the recipe has it: "${port}"
    bool prepends = false;               // what was there before follows it
    bool operator==(const EnvironmentVariable &) const = default;
};

// What that script exports, without what the files do that it loads.
Result<QList<EnvironmentVariable>> environmentOf(const Placement &member, const Launch &launch, const Recipe &recipe);
