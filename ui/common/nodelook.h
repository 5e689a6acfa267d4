// How a node's health is shown, in the strip, the node list, the wizard and the monitor alike: one look, one set of
// words.
#pragma once

#include "core/cluster/cluster.h"
#include "ui/common/badge.h"

Look lookOf(const NodeHealth &health);                              // stale: without its colour
// "asked just now", for a few seconds; "asked 12 s ago", "asked 3 min ago"; empty: never
QString askedWords(qint64 atMs, qint64 nowMs);
qint64 untilAskedWordsChange(qint64 atMs, qint64 nowMs);            // ms; see AgeTick
// "reachable, asked 3 min ago"; where there is a reason, as old as that
QString healthLine(const NodeHealth &health, qint64 nowMs);
// The line, the reason, and who said so when.
QString saidWords(const NodeHealth &health, qint64 nowMs);           // of `why`: "Checks, asked 3 min ago"
// "2 of 3 reachable"; "3 of 3 reachable when last asked" if that is long ago; empty: nobody was asked yet.
QString reachableWords(const Cluster &cluster);
// Those that something is wrong with, in the deployment's order.
struct TroubledNode
{
    QString node;
    Look look;
    QString words;                       // why, or what its look says
};
QList<TroubledNode> troubledNodes(const Cluster &cluster);
QString workWords(const QList<ChangedBy> &works);                    // "a run of the deployment"
// Of further differences from other nodes, each on a line of its own: "✕ ...", with a node "✕ node2: ..."; empty: there
// is none.
QString furtherWords(const NodeHealth &health, const QString &node = {});
QString healthToolTip(const QString &node, const NodeHealth &health, qint64 nowMs);
