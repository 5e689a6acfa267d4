// A node's own jump host: the optional key "proxyJump" of a node in the deployment file, "user@host:port",
// several with commas (nearest first), or "none". It goes before what ~/.ssh/config says; each hop is
// logged in to with the agent, the default keys, and what ~/.ssh/config says about it.
#pragma once

#include "core/nodes/deployment.h"

QString jumpHostOf(const Node &node);                        // empty: as ~/.ssh/config says
void setJumpHost(Node &node, const QString &jump);
