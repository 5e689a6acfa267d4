// What MindIE's daemon finds wrong with its configuration and rank table, in its words
// (reference/mindie.md §2, §3.6; reference/rank-tables.md §4). Pure, but for the file's mode.
#pragma once

#include "core/base/json.h"

namespace sim {

// "" when the file may be read: regular, no link, at most 640, owned by us.
// checked false: MINDIE_CHECK_INPUTFILES_PERMISSION=0.
QString mindieFileFault(const QString &path, bool checked);

enum class MindieGeneration { Classic, Package }; // up to 2.3, from 3.0 on

QStringList mindieConfigFaults(const Json &config, MindieGeneration generation = MindieGeneration::Classic); // empty: none

// What the torch runtime says of config.json's parallel sizes on so many A2 cards; empty: it finds a way, or it is not torch.
QString mindieTorchFault(const Json &config, int cards);

struct RankServer
{
    QString serverId, containerIp;
    QList<int> deviceIds;
    QStringList deviceIps;
};

struct RankTable
{
    QList<RankServer> servers;
    QStringList faults;
};

RankTable readRankTable(const QByteArray &text);

} // namespace sim
