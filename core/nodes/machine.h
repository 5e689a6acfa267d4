// By what a machine is known when nodes are renamed or stand in several deployments.
#pragma once

#include "core/nodes/deployment.h"

QString machineOf(const Node &node);     // "10.20.0.1:22", "local:/srv/node1"

// "[fd00::1]", as addresses stand in URLs, is the address fd00::1; anything else stays.
QString withoutBrackets(const QString &host);
