#include "core/nodes/samemachine.h"

QHash<QString, QStringList> nodesOfOneMachine(const QList<Node> &nodes, const ConnectionSettings &settings)
{
    QStringList routes;
    for (const Node &node : nodes)
        routes << routeTo(node, settings);
    QHash<QString, QStringList> same;
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        for (qsizetype j = 0; j < nodes.size(); ++j) {
            if (i != j && !routes[i].isEmpty() && routes[i] == routes[j])
                same[nodes[i].name] << nodes[j].name;
        }
    }
    return same;
}
