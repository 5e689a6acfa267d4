#include "core/monitor/machines.h"

#include "core/nodes/machine.h"

#include <QSet>

using namespace Qt::StringLiterals;

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

QList<int> coloursOf(const QList<NamedMachine> &nodes, QHash<QString, int> &known)
{
    constexpr int distinct = 8;          // style::seriesColor() repeats them
    QSet<QString> seen;
    QStringList keys;                    // two nodes may be one machine; each has its line
    for (const NamedMachine &node : nodes) {
        keys << (seen.contains(node.machine) ? node.machine + u'\x1f' + node.name : node.machine);
        seen << node.machine;
    }
    QSet<int> taken, remembered;
    for (const auto &[key, colour] : known.asKeyValueRange()) {
        remembered << colour;
        if (keys.contains(key))
            taken << colour;
    }
    QList<int> colours;
    for (const QString &key : std::as_const(keys)) {
        if (!known.contains(key)) {
            int colour = 0;
            while (colour < distinct && remembered.contains(colour))
                ++colour;
            for (int reused = 0; colour == distinct && reused < distinct; ++reused) { // of one that is gone
                if (!taken.contains(reused))
                    colour = reused;
            }
            while (taken.contains(colour))
                ++colour;
            // if that one comes back it takes another
            known.removeIf([colour](QHash<QString, int>::iterator entry) { return entry.value() == colour; });
            known.insert(key, colour);
            taken << colour;
            remembered << colour;
        }
        colours << known.value(key);
    }
    return colours;
}
