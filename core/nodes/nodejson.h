// A node as an object of the deployment file, for what must know it without the file.
#pragma once

#include "core/nodes/deployment.h"

Json toJson(const Node &node);
Result<Node> readNode(const Json &object, const QString &where); // where: for the error
