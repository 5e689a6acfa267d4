// What MindIE's daemon finds wrong with its configuration and rank table, in its words
// (reference/mindie.md §2, §3.6; reference/rank-tables.md §4). Pure, but for the file's mode.
#pragma once

#include "core/base/json.h"

namespace sim {

// "" when the file may be read: regular, no link, at most 640, owned by us.
// checked false: MINDIE_CHECK_INPUTFILES_PERMISSION=0.
QString mindieFileFault(const QString &path, bool checked);

QStringList mindieConfigFaults(const Json &config); // empty: none

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
