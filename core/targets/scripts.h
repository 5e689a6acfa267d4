// The scripts a person could run by hand instead of `deploy`: docker-run.sh and copy.sh on the
// node, start.sh and stop.sh in the container.
#pragma once

#include "core/targets/launch.h"

QString dockerRunScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch,
                        const Recipe &recipe);
QString copyScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch);
QString startScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch);
QString stopScript(const QString &deployment, const Topology &all, const Placement &member, const Launch &launch);
