// What MindIE's ConfigManager says of its configuration and rank table when the daemon starts, in its words and order
// (MindIE-LLM 3.0, src/config_manager at commit 8b4871a: what it says of some 200 changed files).
#pragma once

#include "core/base/json.h"

#include <limits>
#include <optional>

namespace sim {

// "" when the file may be read: regular, no link, at most 640, owned by us. checked false: whatever its mode and owner.
QString mindieFileFault(const QString &path, bool checked);

enum class MindieGeneration { Classic, Package }; // up to 2.3, from 3.0 on

constexpr int noDeviceId = std::numeric_limits<int>::min(); // a device_id that is no number

struct RankServer
{
    QString serverId, containerIp;
    QList<int> deviceIds;
    QStringList deviceTexts, deviceIps;  // deviceTexts: of the numbers, as they stand
};

struct RankTable
{
    QList<RankServer> servers;
    bool isRead = false;                 // false: unread tells why, and thrown what reading ended with
    QStringList unread;
    QString thrown;
    QStringList faults;                  // what the check of its values says then
};

RankTable readRankTable(const QByteArray &text);

// What ConfigManager starts with.
struct MindieStart
{
    MindieGeneration generation = MindieGeneration::Classic;
    QString configPath, rankTablePath;   // rankTablePath: RANK_TABLE_FILE
    QString containerIp, hostIp;         // MIES_CONTAINER_IP, HOST_IP
    QString ownAddress;                  // of the host's name: where MIES_CONTAINER_IP is not set
    bool permissionsChecked = true;      // false: MINDIE_CHECK_INPUTFILES_PERMISSION=0
};

struct MindieVerdict
{
    // "[error] ..." goes to the log, the others to the console; refused: the last one says so
    QStringList said;
    bool accepted = false;
    Json config;
    QByteArray tableText;
    RankTable table;
    qsizetype self = -1;                 // this node's index in the table
};

MindieVerdict mindieVerdict(const MindieStart &start);

// What the torch runtime says of config.json's parallel sizes on so many A2 cards; empty: it finds a way, or it is not
// torch.
QString mindieTorchFault(const Json &config, int cards);

} // namespace sim
