// Nodes that lead to one machine: the same host and port on the same way, after ~/.ssh/config. The program
// would count its chips twice and let two parts of a service fight for them.
#pragma once

#include "core/nodes/connect.h"

// Host and port of each hop, equal for two nodes that are one machine; empty: not known. Reads ~/.ssh/config.
QString routeTo(const Node &node, const ConnectionSettings &settings);

// By node: the others that are the same machine, in the order of the list. Reads ~/.ssh/config: on a Worker.
QHash<QString, QStringList> nodesOfOneMachine(const QList<Node> &nodes, const ConnectionSettings &settings);
