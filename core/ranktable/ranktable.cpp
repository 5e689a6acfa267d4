#include "core/ranktable/ranktable.h"

#include "core/base/jsonplace.h"
#include "core/lint/linting.h"
#include "core/ranktable/tabletext.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype longestCell = 256;   // characters

// A text as it is, a whole number as its digits.
QString cellAt(const Json &object, const char *key)
{
    const Json *value = memberOf(object, key);
    if (!value)
        return {};
    if (value->is_number_integer())
        return QString::number(value->get<qint64>());
    return value->is_string() ? value->get<QString>() : QString();
}

RankDevice readDeviceOf(RankTable &table, const Json &json, const QString &where, int server)
{
    RankDevice device{where,
                      server,
                      cellAt(json, "device_id"),
                      cellAt(json, "device_ip"),
                      cellAt(json, "rank_id"),
                      cellAt(json, "super_device_id"),
                      {}};
    table.hasSuperDevice = table.hasSuperDevice || json.contains("super_device_id");
    return device;
}

void addDevice(RankTable &table, RankDevice device)
{
    table.servers[device.server].devices << int(table.devices.size());
    table.devices << std::move(device);
}

QHash<QString, QString> superPodsOf(const Json &document)
{
    QHash<QString, QString> podOf;
    const Json *pods = memberOf(document, "super_pod_list");
    for (const Json &pod : pods && pods->is_array() ? *pods : Json::array()) {
        const Json *servers = memberOf(pod, "server_list");
        for (const Json &server : servers && servers->is_array() ? *servers : Json::array())
            podOf.insert(cellAt(server, "server_id"), cellAt(pod, "super_pod_id"));
    }
    return podOf;
}

void readServers(RankTable &table)
{
    const Json *list = memberOf(table.document, "server_list");
    if (!list || !list->is_array())
        return;
    const QHash<QString, QString> podOf = superPodsOf(table.document);
    qsizetype index = -1;
    for (const Json &server : *list) {
        ++index;
        if (!server.is_object())
            continue;                    // lint says it
        const QString where = pointer(u"/server_list"_s, index), id = cellAt(server, "server_id");
        table.servers << RankServer{where, id, cellAt(server, "container_ip"), podOf.value(id), {}};
        table.hasContainerIp = table.hasContainerIp || server.contains("container_ip");
        const Json *devices = memberOf(server, "device");
        qsizetype at = -1;
        for (const Json &device : devices && devices->is_array() ? *devices : Json::array()) {
            ++at;
            if (device.is_object())
                addDevice(table, readDeviceOf(table, device, pointer(where + u"/device"_s, at),
                                              int(table.servers.size()) - 1));
        }
    }
}

void readRanks(RankTable &table)
{
    table.servers << RankServer{u"/rank_list"_s, {}, {}, {}, {}};
    const Json *list = memberOf(table.document, "rank_list");
    qsizetype at = -1;
    for (const Json &rank : list && list->is_array() ? *list : Json::array()) {
        ++at;
        if (rank.is_object())
            addDevice(table, readDeviceOf(table, rank, pointer(u"/rank_list"_s, at), 0));
    }
}

void readParts(RankTable &table)
{
    QHash<QString, int> serverAt;
    for (const char *key : {"prefill_device_list", "decode_device_list"}) {
        const Json *list = memberOf(table.document, key);
        qsizetype at = -1;
        for (const Json &json : list && list->is_array() ? *list : Json::array()) {
            ++at;
            if (!json.is_object())
                continue;
            const QString where = pointer(u"/"_s + QLatin1String(key), at), id = cellAt(json, "server_id");
            if (!serverAt.contains(id)) {
                serverAt.insert(id, int(table.servers.size()));
                table.servers << RankServer{where, id, {}, cellAt(json, "super_pod_id"), {}};
            }
            RankDevice device = readDeviceOf(table, json, where, serverAt.value(id));
            device.part = QString::fromLatin1(key).section(u'_', 0, 0);
            device.rankId = cellAt(json, "cluster_id"); // what counts through both lists
            addDevice(table, device);
        }
    }
}

Json &objectAt(Json &document, const QString &where)
{
    return document.at(Json::json_pointer(where.toStdString()));
}

Error readOnlyTable(const RankTable &table)
{
    return {ErrorKind::Invalid,
            table.format == RankFormat::Ranks
                ? TableText::tr("A table of version 2.0 is shown and compared here, not changed.")
                : TableText::tr("A table with lists of prefill and decode devices is shown and compared here, not "
                                "changed: releases after vLLM-Ascend 0.11.0 need none."),
            {},
            {}};
}

void renameInSuperPods(Json &document, const QString &from, const QString &to)
{
    const auto pods = document.find("super_pod_list");
    if (from.isEmpty() || pods == document.end() || !pods->is_array())
        return;
    for (Json &pod : *pods) {
        if (!pod.is_object() || !memberOf(pod, "server_list") || !pod["server_list"].is_array())
            continue;
        for (Json &server : pod["server_list"]) {
            if (cellAt(server, "server_id") == from)
                server["server_id"] = to;
        }
    }
}

} // namespace

RankTable rankTableOf(const Json &document)
{
    RankTable table;
    table.document = document;
    table.version = stringAt(document, "version");
    if (document.contains("prefill_device_list") || document.contains("decode_device_list")) {
        table.format = RankFormat::PrefillDecode;
        readParts(table);
    } else if (document.contains("rank_list") && !document.contains("server_list")) {
        table.format = RankFormat::Ranks;
        readRanks(table);
    } else {
        readServers(table);
    }
    return table;
}

const QStringList &rankTableMarks()
{
    static const QStringList marks{u"server_list"_s,         u"server_count"_s,       u"rank_list"_s,
                                   u"prefill_device_list"_s, u"decode_device_list"_s, u"group_list"_s};
    return marks;
}

Result<RankTable> readRankTable(const QByteArray &content)
{
    Findings findings;
    const auto document = readDocument(content, rankTableMarks(), u"rank-table"_s, findings);
    if (!document)
        return document.error();
    if (!*document) {
        const LintFinding flaw = findings.list().value(0);
        return Error{ErrorKind::Parse, TableText::tr("%1: %2", "a place; what is wrong there").arg(flaw.where,
                                                                                                  flaw.message),
                     flaw.remedy, {{u"where"_s, flaw.where}}};
    }
    if (!(*document)->contains("server_list") && (*document)->contains("group_list"))
        return Error{ErrorKind::Parse,
                     TableText::tr("This is the old template with group_list, of Ascend 910 only; write server_list "
                                   "instead."),
                     {},
                     {}};
    return rankTableOf(**document);
}

const char *keyOf(RankColumn column)
{
    switch (column) {
    case RankColumn::ServerId: return "server_id";
    case RankColumn::ContainerIp: return "container_ip";
    case RankColumn::DeviceId: return "device_id";
    case RankColumn::DeviceIp: return "device_ip";
    case RankColumn::RankId: return "rank_id";
    case RankColumn::SuperDeviceId: return "super_device_id";
    }
    return "";
}

QString valueOf(const RankTable &table, int device, RankColumn column)
{
    const RankDevice &its = table.devices[device];
    switch (column) {
    case RankColumn::ServerId: return table.servers[its.server].id;
    case RankColumn::ContainerIp: return table.servers[its.server].containerIp;
    case RankColumn::DeviceId: return its.deviceId;
    case RankColumn::DeviceIp: return its.deviceIp;
    case RankColumn::RankId: return its.rankId;
    case RankColumn::SuperDeviceId: return its.superDeviceId;
    }
    return {};
}

QString pointerOf(const RankTable &table, int device, RankColumn column)
{
    const RankDevice &its = table.devices[device];
    const bool isServers = column == RankColumn::ServerId || column == RankColumn::ContainerIp;
    const bool isOfServer = isServers && table.format == RankFormat::Servers;
    const bool isCounted = column == RankColumn::RankId && table.format == RankFormat::PrefillDecode;
    return pointer(isOfServer ? table.servers[its.server].where : its.where,
                   isCounted ? u"cluster_id"_s : QString::fromLatin1(keyOf(column)));
}

Result<RankTable> withValue(const RankTable &table, int device, RankColumn column, const QString &text)
{
    if (table.isReadOnly())
        return readOnlyTable(table);
    if (device < 0 || device >= table.devices.size())
        return Error{ErrorKind::Invalid, TableText::tr("The table has no device %1.").arg(device), {}, {}};
    const QString value = text.trimmed();
    if (value.size() > longestCell
        || std::any_of(value.begin(), value.end(), [](QChar c) { return c.category() == QChar::Other_Control; }))
        return Error{ErrorKind::Invalid,
                     TableText::tr("%1: at most %2 characters, without control characters.")
                         .arg(QLatin1String(keyOf(column)))
                         .arg(longestCell),
                     {},
                     {}};
    Json document = table.document;
    const bool isServers = column == RankColumn::ServerId || column == RankColumn::ContainerIp;
    const RankServer &server = table.servers[table.devices[device].server];
    Json &object = objectAt(document, isServers ? server.where : table.devices[device].where);
    if (value.isEmpty())
        object.erase(keyOf(column));
    else
        object[keyOf(column)] = value;
    if (column == RankColumn::ServerId && !value.isEmpty())
        renameInSuperPods(document, server.id, value);
    return rankTableOf(document);
}

Result<RankTable> numbered(const RankTable &table)
{
    if (table.isReadOnly())
        return readOnlyTable(table);
    Json document = table.document;
    int rank = 0;
    for (const RankDevice &device : table.devices)
        objectAt(document, device.where)["rank_id"] = QString::number(rank++);
    if (document.contains("server_count") || table.version != "1.2"_L1)
        document["server_count"] = QString::number(table.servers.size());
    return rankTableOf(document);
}

QString rankTableName(int servers, int devices)
{
    return u"hccl_%1s_%2p.json"_s.arg(servers).arg(devices);
}

QString usualNameOf(const RankTable &table)
{
    return rankTableName(int(table.servers.size()), int(table.devices.size()));
}
