#include "core/nodes/machine.h"

using namespace Qt::StringLiterals;

QString machineOf(const Node &node)
{
    return node.transport == Transport::Local ? u"local:"_s + node.root
                                              : u"%1:%2"_s.arg(node.host.toLower()).arg(node.port.value_or(22));
}

QString withoutBrackets(const QString &host)
{
    const bool isAddress = host.startsWith(u'[') && host.endsWith(u']') && host.contains(u':');
    return isAddress ? host.mid(1, host.size() - 2) : host;
}
