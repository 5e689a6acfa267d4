#include "core/nodes/machine.h"

using namespace Qt::StringLiterals;

QString machineOf(const Node &node)
{
    return node.transport == Transport::Local ? u"local:"_s + node.root
                                              : u"%1:%2"_s.arg(node.host.toLower()).arg(node.port.value_or(22));
}
