// Which history belongs to which node, when nodes are added, removed, renamed or edited. Pure.
// What was measured is a machine's: it follows the machine to another name, and another machine under the same name
// does not inherit it. History of a machine that is not among the nodes is parked under a name that no node can have.
#pragma once

#include "core/nodes/deployment.h"

#include <QHash>

QString parkedName(const QString &machine);

struct NamedMachine
{
    QString name, machine;
    bool operator==(const NamedMachine &) const = default;
};
QList<NamedMachine> machinesOf(const QList<Node> &nodes);

// From which name to which: for MetricHistory::rename().
QHash<QString, QString> movesOf(const QList<NamedMachine> &before, const QList<NamedMachine> &after);

// The number of the chart colour of each node, in their order. A machine keeps its colour while others are added,
// removed, renamed or moved, and has it again when it comes back; `known` remembers it. A new one gets the first that
// no other has or had.
QList<int> coloursOf(const QList<NamedMachine> &nodes, QHash<QString, int> &known);
