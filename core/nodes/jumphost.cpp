#include "core/nodes/jumphost.h"

// In the node's unknown keys, where a version of this program that does not know it keeps it, too.
QString jumpHostOf(const Node &node)
{
    return node.other.is_object() ? stringAt(node.other, "proxyJump") : QString();
}

void setJumpHost(Node &node, const QString &jump)
{
    if (jump == jumpHostOf(node))
        return;
    if (!node.other.is_object())
        node.other = Json::object();
    if (jump.isEmpty())
        node.other.erase("proxyJump");
    else
        node.other["proxyJump"] = jump;
}
