// What the Monitor page says of where its figures come from and what asking for them costs. Pure.
#pragma once

#include "core/monitor/clustermonitor.h"

// "Chips from npu-exporter: node1, node2 (12 ms, 1.2 % of the time) · from npu-smi: node3 (160 ms, 16 % of the time)";
// empty: nothing has been asked.
QString sourceLine(const QList<WatchedNode> &nodes);

// What each source of a node costs, one to a line; empty: none.
QString sourceLines(const QList<SourceUse> &uses);

// What each gives, too; of all nodes, as far as that can be read.
QString sourceToolTip(const QList<WatchedNode> &nodes, const QString &endpointNode,
                      const QList<SourceUse> &endpointUses);
