// The lines of a chart, out of the history: one for each node (the mean of its chips) or for each chip, or those of the
// endpoint; and the same of an earlier time beside them. No widget.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "ui/monitor/chartkinds.h"
#include "ui/monitor/chartline.h"

struct LinesWanted
{
    qint64 fromMs = 0, toMs = 0;
    int columns = 0;                     // of the plot: no more points are worth the while
    bool everyChip = false;
    qint64 earlierMs = 0;                // > 0: beside each line the same of so much earlier, moved here
};

QList<ChartLine> linesOf(const ClusterMonitor &monitor, const ChartKind &kind, const LinesWanted &wanted);

// `node`: its colour's number. Shades of the node's colour and dashes tell its chips apart; chips of one number on two
// nodes have other dashes, too.
ChartLine chipStyle(int node, int chip);
// Where nothing ever was, nothing is out of date.
bool hasAged(const ClusterMonitor &monitor, const WatchedNode &node);
bool hasAged(const ClusterMonitor &monitor, const WatchedNode &node, const QString &device); // the node, or this chip
// "1 h earlier", "1 d earlier", "7 d earlier"
QString earlierWords(qint64 earlierMs);
