// Facts in the place of those that are missing, to draw with and to read by: a chip that is gone moves no container, no
// file and no log of what runs. What is placed by them is never made.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/targets/launch.h"

// Of a node that was not asked. The addresses are those that are set aside for measuring (RFC 2544).
NodeFacts standIn(const Node &node, int number, int chips);

// Each node that tells of chips with as many as the recipe asks for, by the first numbers that are free; all else as it
// is. `recipe` as loaded, also below.
QList<NodeFacts> withEveryChip(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts);

// As launchesOf(); where that refuses for what a node lacks, or does not tell, by stand-ins. For those who only read:
// the addresses in it may be none. Its error is that of launchesOf().
Result<QHash<QString, Launch>> launchesToRead(const Deployment &deployment, const Recipe &recipe,
                                              const QList<NodeFacts> &facts);
// Where generateArtifacts() refuses for the same: where the files are on the nodes, without content.
Result<QList<Artifact>> filesToRead(const Deployment &deployment, const Recipe &recipe,
                                    const QList<NodeFacts> &facts);
