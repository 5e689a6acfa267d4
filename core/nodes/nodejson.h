// A node as an object of the deployment file, for what must know it without the file.
#pragma once

#include "core/nodes/deployment.h"

inline constexpr qsizetype longestNodeName = 255; // every script, label and message holds it

Json toJson(const Node &node);
Result<Node> readNode(const Json &object, const QString &where); // where: for the error
