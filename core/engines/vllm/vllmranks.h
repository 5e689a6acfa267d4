// The processes of a node whose recipe has roles: ranks.sh starts one for each of its ranks, and on the first node the
// proxy; rank.sh is the command line of one.
#pragma once

#include "core/topology/process.h"
#include "core/topology/topology.h"

// `serveLines`: the command line of the node's first rank. Adds the two scripts and what follows from them.
void runRanks(Process &process, const Topology &topology, const Placement &placement, const Recipe &recipe,
              const QList<QStringList> &serveLines);
