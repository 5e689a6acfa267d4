// Which folders our own simulator holds. A deployment file may name any folder, and a folder may hold any program:
// what counts is not what lies in it (that can be copied and mailed) but that a process of this user, the keeper
// that `sim up` started, has that very folder as its root.
#pragma once

#include "core/shell/shell.h"

// In the folder of a simulated cluster: what it is. `sim up` writes it once; who copies it makes no cluster.
inline constexpr QLatin1StringView simulatedClusterMark{".ascend-sim-cluster.json"};

// The folder of a simulated node: this user's, writable by nobody else, and held by its keeper now.
bool isOwnSimulatedNode(const QString &root);

// A known_hosts file of this user's in the folder of a cluster with such a node.
bool isOwnKnownHosts(const QString &file);

// Whoever is on a node can ask it whether it is simulated.
QStringList simulatorsMark();                              // argv that prints the mark of a simulated node
bool isSimulatorsMark(const CommandOutput &output);        // that is what it printed
