// RankTable: a rank table as somebody wrote it, with its servers and devices found in it: to be shown, changed cell by
// cell and written again. What it does not know of the document stays in it, in its order.
//
// Formats: the user guide of HCCL (hicann/hccl, cluster_info_config): 1.0 (A2), 1.2 (A3, superpods), 2.0 (950, ranks
// without servers); container_ip beside server_id as MindIE wants it (MindIE-LLM, rank_table_file_configuration);
// the prefill-decode lists of vLLM-Ascend 0.9.1 to 0.11.0 (gen_ranktable.py). Whether a table is right is lint's to
// say. Pure, all of it.
#pragma once

#include "core/base/json.h"

#include <QList>

enum class RankFormat { Servers, Ranks, PrefillDecode }; // server_list; rank_list of 2.0; two lists of devices

struct RankServer
{
    QString where;                       // JSON pointer of its object; of a prefill-decode list: of its first device
    QString id, containerIp;             // server_id, container_ip; of 2.0: empty
    QString superPod;                    // super_pod_id that names it; empty: none does
    QList<int> devices;                  // indices into RankTable::devices
    bool operator==(const RankServer &) const = default;
};

struct RankDevice
{
    QString where;                       // JSON pointer of its object
    int server = -1;                     // index into RankTable::servers
    QString deviceId, deviceIp, rankId, superDeviceId; // as written; empty: not there, or no text or number
    QString part;                        // "prefill" or "decode", of such lists; else empty
    bool operator==(const RankDevice &) const = default;
};

enum class RankColumn { ServerId, ContainerIp, DeviceId, DeviceIp, RankId, SuperDeviceId };

struct RankTable
{
    Json document;
    RankFormat format = RankFormat::Servers;
    QString version;                     // "1.0"; as written
    QList<RankServer> servers;           // in the document's order; without a server list one for each server_id
    QList<RankDevice> devices;
    bool hasContainerIp = false, hasSuperDevice = false; // any of them

    // Other formats than HCCL's 1.0 and 1.2 are shown and compared only.
    bool isReadOnly() const { return format != RankFormat::Servers; }
    bool operator==(const RankTable &) const = default;
};

const QStringList &rankTableMarks();     // keys of the root, one of which every such table has

// ErrorKind::Parse: no JSON (message and place), or JSON that is no rank table.
Result<RankTable> readRankTable(const QByteArray &content);
RankTable rankTableOf(const Json &document);

const char *keyOf(RankColumn column);    // "device_ip"
QString valueOf(const RankTable &table, int device, RankColumn column);
QString pointerOf(const RankTable &table, int device, RankColumn column);

// The cell as a text in quotes, as HCCL wants all of them; an empty one takes the key away. server_id and container_ip
// are the server's: they change for all of its devices, and server_id in super_pod_list, too.
// ErrorKind::Invalid: the table is read only, there is no such device, or the text holds what no cell may
// (more than 256 characters, control characters).
Result<RankTable> withValue(const RankTable &table, int device, RankColumn column, const QString &text);

// Ranks from 0 in the order of the list, server_count as many as there are. Invalid: read only.
Result<RankTable> numbered(const RankTable &table);

// "hccl_2s_16p.json", the name that MindSpore's and MindIE's scripts give it; it has no meaning.
QString rankTableName(int servers, int devices);
QString usualNameOf(const RankTable &table);
