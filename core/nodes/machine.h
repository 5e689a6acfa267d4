// By what a machine is known when nodes are renamed or stand in several deployments.
#pragma once

#include "core/nodes/deployment.h"

QString machineOf(const Node &node);     // "10.20.0.1:22", "local:/srv/node1"
