#include "ui/monitor/machines.h"

#include <QSet>

using namespace Qt::StringLiterals;

QString machineOf(const Node &node)
{
    return node.transport == Transport::Local ? u"local:"_s + node.root : u"%1:%2"_s.arg(node.host.toLower()).arg(node.port.value_or(22));
}

QString parkedName(const QString &machine)
{
    return u'\x1f' + machine;
}

QList<NamedMachine> machinesOf(const QList<Node> &nodes)
{
    QList<NamedMachine> machines;
    for (const Node &node : nodes)
        machines << NamedMachine{node.name, machineOf(node)};
    return machines;
}

QHash<QString, QString> movesOf(const QList<NamedMachine> &before, const QList<NamedMachine> &after)
{
    QHash<QString, QString> moves;
    QSet<QString> placed;                // names that have their history
    for (const NamedMachine &node : after) {
        if (before.contains(node))
            placed << node.name;
    }
    for (const NamedMachine &node : before) {
        if (after.contains(node))
            continue;
        QString to = parkedName(node.machine);
        for (const NamedMachine &other : after) {
            if (other.machine == node.machine && !placed.contains(other.name)) {
                to = other.name;
                placed << to;
                break;
            }
        }
        moves.insert(node.name, to);
    }
    for (const NamedMachine &node : after) {
        if (!placed.contains(node.name))
            moves.insert(parkedName(node.machine), node.name);
    }
    return moves;
}
