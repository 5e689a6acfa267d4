// Rank tables: HCCL 1.0 (A2), 1.2 (A3), 2.0 (950) and the legacy prefill-decode table of vLLM-Ascend.
// Rules: HCCL's user guide (hicann/hccl, cluster_info_config), and MindIE's own with its messages (MindIE-LLM 3.0,
// src/config_manager/ranktable_config.cpp).
#include "core/engines/mindie/mindielint.h"
#include "core/lint/linting.h"
#include "core/lint/linttext.h"
#include "core/ranktable/ranktable.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// A text that MindIE and HCCL read as one ("get<std::string>" throws for a number).
std::optional<QString> textAt(const Json &object, const char *key, const QString &where, const char *rule, Findings &f)
{
    const Json *value = memberOf(object, key);
    if (!value)
        return std::nullopt;
    if (value->is_string())
        return value->get<QString>();
    f.error(rule, pointer(where, QLatin1String(key)),
            qstrcmp(key, "version") == 0 || qstrcmp(key, "status") == 0
                ? LintText::tr("\"%1\" is %2; HCCL wants a text in quotes.").arg(QLatin1String(key), shownValue(*value))
                : LintText::tr("\"%1\" is %2; it must be a text in quotes. MindIE says \"Ranktable file is invalid. "
                               "Please check json format! \".")
                      .arg(QLatin1String(key), shownValue(*value)),
            LintText::tr("Write it in quotes."));
    return std::nullopt;
}

std::optional<int> numberIn(const std::optional<QString> &text)
{
    bool ok = false;
    const int value = text ? text->toInt(&ok) : 0;
    const bool digits = text && !text->isEmpty() && std::all_of(text->begin(), text->end(), [](QChar c) {
                            return c >= QLatin1Char('0') && c <= QLatin1Char('9');
                        });
    return ok && digits ? std::optional<int>(value) : std::nullopt;
}

// What std::stoi reads at the beginning of a text.
std::optional<int> leadingNumber(const QString &text)
{
    static const QRegularExpression number(u"\\A\\s*([+-]?\\d+)"_s);
    bool fits = false;
    const int value = number.match(text).captured(1).toInt(&fits);
    return fits ? std::optional<int>(value) : std::nullopt;
}

bool isVersion6(const QString &ip) { return ip.contains(QLatin1Char(':')); }
bool isLoopback(const QString &ip)
{
    return ip.startsWith("127."_L1) || ip == "::1"_L1;
}

struct Device
{
    QString where;
    std::optional<int> id, rank;
    QString ip, superId;
    qsizetype server = 0;
};

struct Table
{
    QString version;
    qsizetype servers = 0;
    bool container = false;              // somebody has container_ip: meant for MindIE
    QSet<QString> containerIps;
    bool crossesPods = false;            // v1.2: traffic leaves a superpod, so device_ip is needed
    QStringList serverIds;
    QStringList hostAddresses;
    QList<Device> devices;
};

void checkVersion(const Json &root, Table &table, Findings &f)
{
    const auto version = textAt(root, "version", {}, "rank.version", f);
    table.version = version.value_or(QString());
    if (!memberOf(root, "version"))
        f.error("rank.version", u"/version"_s, LintText::tr("There is no \"version\"."),
                LintText::tr("\"1.0\" for Atlas A2, \"1.2\" for A3, \"2.0\" for 950."));
    else if (version && !QStringList{u"1.0"_s, u"1.2"_s, u"2.0"_s}.contains(*version))
        f.error("rank.version", u"/version"_s,
                LintText::tr("The version is \"%1\"; HCCL knows 1.0 (A2), 1.2 (A3) and 2.0 (950).").arg(*version));
}

void checkStatus(const Json &root, Findings &f)
{
    const auto status = textAt(root, "status", {}, "rank.status", f);
    if (!memberOf(root, "status"))
        f.error("rank.status", u"/status"_s, LintText::tr("There is no \"status\"; HCCL asks for it."),
                LintText::tr("\"status\": \"completed\""));
    else if (status && *status != "completed"_L1)
        f.error("rank.status", u"/status"_s,
                LintText::tr("The status is \"%1\": for HCCL the table cannot be used yet.").arg(*status),
                LintText::tr("Wait until its writer has finished; it must be \"completed\"."));
}

void checkServerCount(const Json &root, qsizetype servers, bool optional, Findings &f)
{
    const QString where = u"/server_count"_s;
    if (!memberOf(root, "server_count")) {
        if (!optional)
            f.error("rank.server-count", where,
                    LintText::tr(
                        "There is no \"server_count\". MindIE says \"Invalid server_count in ranktable file\"."),
                    LintText::tr("\"server_count\": \"%1\"").arg(servers));
        return;
    }
    const auto text = textAt(root, "server_count", {}, "rank.server-count", f);
    if (!text)
        return;
    const auto count = leadingNumber(*text); // std::stoi
    if (count && !numberIn(text))
        f.warning("rank.server-count", where,
                  LintText::tr("server_count is \"%1\"; MindIE reads %2 out of it. Write the number alone.")
                      .arg(*text)
                      .arg(*count),
                  LintText::tr("\"server_count\": \"%1\"").arg(servers));
    if (!count)
        f.error("rank.server-count", where,
                LintText::tr(
                    "server_count is \"%1\", no whole number. MindIE says \"Invalid server_count in ranktable file\".")
                    .arg(*text));
    else if (*count != servers)
        f.error("rank.server-count", where,
                LintText::tr("server_count is %1, but %2 servers are listed. MindIE says \"Parameter server_count is "
                             "%1, which is not equal to server_list length in ranktable file, which is %2\".")
                    .arg(*count)
                    .arg(servers),
                LintText::tr("\"server_count\": \"%1\"").arg(servers));
    else if (*count > 60)
        f.error("rank.server-count", where,
                LintText::tr(
                    "MindIE takes 2 to 60 servers (\"Parameter server_count must be in range [2, 60], but got %1\").")
                    .arg(*count));
    else if (*count == 1)
        f.info("rank.server-count", where,
               LintText::tr(
                   "One server: good for HCCL; MindIE needs no table on one node and wants RANK_TABLE_FILE unset."));
}

void checkServerId(const Json &server, const QString &where, Table &table, Findings &f)
{
    const QString place = where + u"/server_id"_s;
    const auto id = textAt(server, "server_id", where, "rank.server-id", f);
    if (!id) {
        if (!memberOf(server, "server_id"))
            f.error("rank.server-id", place, LintText::tr("The server has no \"server_id\"."),
                    LintText::tr("Use the server's address."));
        return;
    }
    if (id->isEmpty() || id->size() > 64)
        f.error("rank.server-id", place,
                LintText::tr("server_id has %1 characters; HCCL allows 1 to 64.").arg(id->size()));
    else if (table.serverIds.contains(*id))
        f.error("rank.server-id", place,
                LintText::tr("server_id \"%1\" is used twice; HCCL wants each server's own.").arg(*id),
                LintText::tr("Give each server its own."));
    else if (!isUsableAddress(*id))
        f.warning("rank.server-id", place,
                  LintText::tr("server_id \"%1\" is no usable address. HCCL only asks for a unique text, but MindIE "
                               "compares it with HOST_IP.")
                      .arg(*id),
                  LintText::tr("Use the server's address."));
    else if (isLoopback(*id) && table.servers > 1)
        f.error("rank.server-id", place,
                LintText::tr("server_id is the loopback address %1, at which HCCL of the other servers cannot reach "
                             "it.")
                    .arg(*id),
                LintText::tr("Use the server's address."));
    table.serverIds << *id;
    table.hostAddresses << *id;
}

void checkContainerIp(const Json &server, const QString &where, Table &table, Findings &f)
{
    const QString place = where + u"/container_ip"_s;
    const auto ip = textAt(server, "container_ip", where, "rank.container-ip", f);
    if (ip) {
        if (!ip->isEmpty() && table.containerIps.contains(*ip))
            f.error("rank.container-ip", place,
                    LintText::tr("container_ip %1 stands twice. MindIE takes the last server that has it, so two nodes "
                                 "would give HCCL the same ranks.")
                        .arg(*ip),
                    LintText::tr("Each server has its own; with --net=host it equals server_id."));
        table.containerIps.insert(*ip);
        table.hostAddresses << *ip;
        if (ip->isEmpty())
            f.error("rank.container-ip", place,
                    LintText::tr("container_ip is empty. MindIE says \"The containerIp in the server node is empty in "
                                 "ranktable file.\"."),
                    LintText::tr("With --net=host it equals server_id."));
        else if (!isUsableAddress(*ip) || (isLoopback(*ip) && table.servers > 1))
            f.warning("rank.container-ip", place,
                      LintText::tr("container_ip \"%1\" is no address that the other servers can reach.").arg(*ip),
                      LintText::tr("With --net=host it equals server_id."));
    } else if (!memberOf(server, "container_ip") && table.container) {
        f.error("rank.container-ip", where,
                LintText::tr("This server has no container_ip, others do. MindIE says \"The containerIp in the server "
                             "node is empty in ranktable file.\"."),
                LintText::tr("With --net=host it equals server_id."));
    }
}

void checkDevicePort(const Json &device, const QString &where, Findings &f)
{
    for (const char *key : {"device_port", "backup_device_port", "host_port"}) {
        const auto text = textAt(device, key, where, "rank.device-port", f);
        const auto port = numberIn(text);
        if (text && (!port || *port < 1 || *port > 65535))
            f.error("rank.device-port", pointer(where, QLatin1String(key)),
                    LintText::tr("%1 is \"%2\"; it must be 1 to 65535.").arg(QLatin1String(key), *text));
        else if (port && *port < 1024)
            f.warning(
                "rank.device-port", pointer(where, QLatin1String(key)),
                LintText::tr("%1 is %2; ports below 1024 belong to the system.").arg(QLatin1String(key)).arg(*port));
    }
}

// MindIE reads both as std::stoi does, and a negative one as unsigned.
void checkDeviceId(const Json &json, const QString &where, Device &device, Findings &f)
{
    const QString place = where + u"/device_id"_s, remedy = LintText::tr("N of /dev/davinciN.");
    const auto text = textAt(json, "device_id", where, "rank.device-id", f);
    if (!memberOf(json, "device_id"))
        f.error("rank.device-id", where, LintText::tr("The device has no \"device_id\"."),
                LintText::tr("N of /dev/davinciN, in quotes."));
    if (!text)
        return;
    const auto number = leadingNumber(*text);
    if (!number) {
        f.error("rank.device-id", place,
                LintText::tr("device_id is \"%1\". MindIE says \"Invalid device_id %1 in ranktable file\".")
                    .arg(text->left(80)),
                remedy);
    } else if (*number < 0 || *number > 63) {
        f.error(
            "rank.device-id", place,
            LintText::tr(
                "device_id is \"%1\". MindIE says \"Parameter device_id is %2, which is out of allow range [0, 63].\".")
                .arg(text->left(80), QString::number(quint32(*number))),
            remedy);
    } else {
        device.id = number;
        if (!numberIn(text))
            f.warning("rank.device-id", place,
                      LintText::tr("%1 is \"%2\"; MindIE reads %3 out of it. Write the number alone.")
                          .arg("device_id"_L1, text->left(80), QString::number(*number)),
                      remedy);
    }
}

void checkRankId(const Json &json, const QString &where, Device &device, Findings &f)
{
    const QString place = where + u"/rank_id"_s, remedy = LintText::tr("Ranks are whole numbers from 0.");
    const auto text = textAt(json, "rank_id", where, "rank.rank-id", f);
    if (!memberOf(json, "rank_id"))
        f.error("rank.rank-id", where, LintText::tr("The device has no \"rank_id\"."));
    if (!text)
        return;
    static const QRegularExpression python(u"\\A\\s*[+-]?\\d+\\s*\\z"_s);
    const auto number = leadingNumber(*text);
    if (!number) {
        static const QRegularExpression digits(u"\\A\\s*[+-]?\\d"_s);
        f.error("rank.rank-id", place,
                digits.match(*text).hasMatch()
                    ? LintText::tr("rank_id is \"%1\". MindIE says \"Parameter rankId is out of uint32_t range [0, "
                                   "4294967295] in ranktable file.\".")
                          .arg(text->left(80))
                    : LintText::tr("rank_id is \"%1\". MindIE says \"Parameter rankId is invalid in ranktable file.\".")
                          .arg(text->left(80)),
                remedy);
        return;
    }
    if (*number < 0 || *number > 511) {
        f.error("rank.rank-id", place,
                LintText::tr("rank_id is \"%1\". MindIE says \"Parameter rankId in ranktable is %2, which is out of "
                             "allow range [0, 511].\".")
                    .arg(text->left(80), QString::number(quint32(*number))),
                remedy);
        return;
    }
    device.rank = number;
    if (!python.match(*text).hasMatch())
        f.error("rank.rank-id", place,
                LintText::tr("rank_id is \"%1\". MindIE's configuration check reads %2 out of it, the Python of its "
                             "torch runtime and of its ATB models does not (\"invalid literal for int()\").")
                    .arg(text->left(80), QString::number(*number)),
                remedy);
    else if (!numberIn(text))
        f.warning("rank.rank-id", place,
                  LintText::tr("%1 is \"%2\"; MindIE reads %3 out of it. Write the number alone.")
                      .arg(u"rank_id"_s, text->left(80), QString::number(*number)),
                  remedy);
}

Device readDevice(const Json &json, const QString &where, qsizetype server, const Table &table, Findings &f)
{
    Device device{where, {}, {}, {}, {}, server};
    checkDeviceId(json, where, device, f);
    checkRankId(json, where, device, f);
    device.ip = textAt(json, "device_ip", where, "rank.device-ip", f).value_or(QString());
    const bool needed = table.version == "1.2"_L1 ? table.crossesPods : table.servers > 1;
    if (!memberOf(json, "device_ip")) {
        if (needed)
            f.error("rank.device-ip", where,
                    LintText::tr("The device has no \"device_ip\"; between servers it is needed."),
                    LintText::tr("hccn_tool -i N -ip -g on that server."));
    } else if (!isUsableAddress(device.ip) && memberOf(json, "device_ip")->is_string()) {
        const bool isUnset = device.ip == "0.0.0.0"_L1
            || std::none_of(device.ip.cbegin(), device.ip.cend(), [](QChar c) { return c.isDigit(); });
        f.error("rank.device-ip", where + u"/device_ip"_s,
                LintText::tr("device_ip is \"%1\", no address. MindIE says \"Input device_ip [%1] is invalid\", or its "
                             "torch runtime \"Invalid device_ip\".")
                    .arg(device.ip),
                isUnset ? LintText::tr("hccn_tool -i N -ip -g on that server; it was not set when the table was "
                                       "written.")
                        : LintText::tr("It is mistyped: write the address that hccn_tool -i N -ip -g says on that "
                                       "server."));
        device.ip.clear();
    } else if (isLoopback(device.ip)) {
        f.error("rank.device-ip", where + u"/device_ip"_s,
                LintText::tr("device_ip is the loopback address %1. HCCL says \"EI0014 … inconsistent with the IP "
                             "address of the network adapter\".")
                    .arg(device.ip));
    }
    device.superId = textAt(json, "super_device_id", where, "rank.super-device-id", f).value_or(QString());
    if (table.version == "1.2"_L1 && device.superId.isEmpty())
        f.error("rank.super-device-id", where,
                LintText::tr(
                    "Version 1.2 needs a super_device_id. HCCL says \"EI0004 … super_device_id[] is invalid\"."),
                LintText::tr("SDID of: npu-smi info -t spod-info -i NPU -c CHIP"));
    checkDevicePort(json, where, f);
    checkKeys(json, where,
              {u"device_id"_s, u"device_ip"_s, u"rank_id"_s, u"device_port"_s, u"super_device_id"_s,
               u"backup_device_ip"_s, u"backup_device_port"_s, u"host_port"_s, u"device_logical_id"_s},
              "rank.unknown-key", f);
    return device;
}

void checkServers(const Json &list, Table &table, Findings &f)
{
    std::optional<qsizetype> perServer;
    qsizetype index = 0;
    for (const Json &server : list) {
        const QString where = pointer(u"/server_list"_s, index);
        if (!server.is_object()) {
            f.error("rank.server-list", where, LintText::tr("Server %1 is no object.").arg(index));
            ++index;
            continue;
        }
        checkServerId(server, where, table, f);
        checkContainerIp(server, where, table, f);
        if (const QString host = stringAt(server, "host_ip"); !host.isEmpty())
            table.hostAddresses << host;
        checkKeys(server, where,
                  {u"server_id"_s, u"container_ip"_s, u"host_ip"_s, u"device"_s, u"host_nic_ip"_s, u"hardware_type"_s,
                   u"pod_id"_s, u"server_name"_s},
                  "rank.unknown-key", f);
        const Json *devices = memberOf(server, "device");
        const qsizetype count = devices && devices->is_array() ? qsizetype(devices->size()) : 0;
        const QString at = where + u"/device"_s;
        if (count < 1 || count > 32)
            f.error("rank.devices", at,
                    LintText::tr("The server has %1 devices. MindIE says \"The number of devices on single node must "
                                 "be in [1, 32], but got %1\".")
                        .arg(count));
        else if (perServer && *perServer != count)
            f.error("rank.devices", at,
                    LintText::tr("This server has %1 devices, the first %2. MindIE says \"The number of devices in "
                                 "every server node is … which not equal in ranktable file\".")
                        .arg(count)
                        .arg(*perServer),
                    LintText::tr("List the same number of devices on every server."));
        if (!perServer && count > 0)
            perServer = count;
        for (qsizetype i = 0; i < count; ++i) {
            const Json &device = (*devices)[size_t(i)];
            if (device.is_object())
                table.devices << readDevice(device, pointer(at, i), index, table, f);
            else
                f.error("rank.devices", pointer(at, i), LintText::tr("The device is no object."));
        }
        ++index;
    }
}

void checkDeviceIds(const Table &table, Findings &f)
{
    QMap<qsizetype, QSet<int>> seen;
    for (const Device &device : table.devices) {
        if (device.id && seen[device.server].contains(*device.id))
            f.error("rank.device-id", device.where + u"/device_id"_s,
                    LintText::tr("device_id %1 stands twice on this server; HCCL takes each device once.")
                        .arg(*device.id));
        if (device.id)
            seen[device.server].insert(*device.id);
    }
}

// 0 to N-1, each once, ascending in a server, a block per server ({0-7},{8-15}; never {0,1,2,7}).
void checkRanks(const Table &table, Findings &f)
{
    QMap<int, QString> seen;
    const int total = int(table.devices.size());
    bool complete = true;
    for (const Device &device : table.devices) {
        if (!device.rank) {
            complete = false;
            continue;
        }
        if (seen.contains(*device.rank)) {
            f.error("rank.contiguous", device.where + u"/rank_id"_s,
                    LintText::tr("rank_id %1 is already used at %2. HCCL wants each once.")
                        .arg(*device.rank)
                        .arg(seen.value(*device.rank)),
                    LintText::tr("Ranks are 0 to %1, each once.").arg(total - 1));
            complete = false;
        } else if (*device.rank >= total) {
            f.error("rank.contiguous", device.where + u"/rank_id"_s,
                    LintText::tr("rank_id %1 leaves a gap: %2 devices have the ranks 0 to %3 (HCCL; MindIE's torch "
                                 "runtime: \"rank_id must be less than world_size\").")
                        .arg(*device.rank)
                        .arg(total)
                        .arg(total - 1));
            complete = false;
        }
        seen.insert(*device.rank, device.where);
    }
    for (qsizetype i = 1; complete && i < table.devices.size(); ++i) {
        const Device &before = table.devices[i - 1], &device = table.devices[i];
        if (*device.rank != *before.rank + 1) {
            f.error(
                "rank.order", device.where + u"/rank_id"_s,
                LintText::tr(
                    "rank_id %1 follows %2; for HCCL ranks must ascend within a server and each server hold one block.")
                    .arg(*device.rank)
                    .arg(*before.rank),
                LintText::tr("Number the devices in the order of the list."));
            return;
        }
    }
}

void checkDeviceAddresses(const Table &table, Findings &f)
{
    QMap<QString, QString> seen;
    std::optional<bool> six;
    for (const Device &device : table.devices) {
        if (device.ip.isEmpty())
            continue;
        const QString where = device.where + u"/device_ip"_s;
        if (seen.contains(device.ip))
            f.error("rank.device-ip", where,
                    LintText::tr("device_ip %1 is already used at %2.").arg(device.ip, seen.value(device.ip)),
                    LintText::tr("Every device has its own address: hccn_tool -i N -ip -g"));
        if (table.hostAddresses.contains(device.ip))
            f.error("rank.device-ip", where,
                    LintText::tr("device_ip %1 is the address of a server, not of a device's own network card. HCCL "
                                 "says \"EI0014 … inconsistent with the IP address of the network adapter\".")
                        .arg(device.ip),
                    LintText::tr("hccn_tool -i N -ip -g on that server."));
        if (six && *six != isVersion6(device.ip))
            f.error(
                "rank.device-ip", where,
                LintText::tr(
                    "device_ip %1 mixes IPv4 and IPv6. HCCL says \"EI0001 device ip family[…] is not same as others\".")
                    .arg(device.ip),
                LintText::tr("Use one family for all devices."));
        six = isVersion6(device.ip);
        seen.insert(device.ip, device.where);
    }
}

void checkAgainstFacts(const Table &table, const QList<NodeFacts> &facts, Findings &f)
{
    for (const Device &device : table.devices) {
        const QString server = table.serverIds.value(device.server);
        const auto its
            = std::find_if(facts.begin(), facts.end(), [&](const NodeFacts &n) { return n.hostIp == server; });
        if (its == facts.end() || !device.id)
            continue;
        if (!its->deviceIds.isEmpty() && !its->deviceIds.contains(*device.id))
            f.error("rank.device-id", device.where + u"/device_id"_s,
                    LintText::tr("%1 has no /dev/davinci%2.").arg(its->name).arg(*device.id));
        for (const HccnFacts &hccn : its->hccn) {
            if (hccn.deviceId == *device.id && !hccn.ip.isEmpty() && !device.ip.isEmpty() && hccn.ip != device.ip)
                f.error("rank.device-ip", device.where + u"/device_ip"_s,
                        LintText::tr("device_ip is %1, but %2 device %3 has %4. HCCL says \"EI0014 … in the ranktable "
                                     "is inconsistent with the IP address of the network adapter\".")
                            .arg(device.ip, its->name)
                            .arg(*device.id)
                            .arg(hccn.ip),
                        LintText::tr("Generate the table again, or set the address with hccn_tool."));
        }
    }
}

void checkSuperPods(const Json &root, const Table &table, Findings &f)
{
    const Json *pods = memberOf(root, "super_pod_list");
    if (!pods || !pods->is_array()) {
        f.error("rank.super-pods", u"/super_pod_list"_s, LintText::tr("Version 1.2 needs a super_pod_list."));
        return;
    }
    QMap<QString, int> podOf;
    int pod = 0;
    for (const Json &entry : *pods) {
        const QString where = pointer(u"/super_pod_list"_s, pod);
        const Json *servers = memberOf(entry, "server_list");
        qsizetype index = 0;
        for (const Json &server : servers && servers->is_array() ? *servers : Json::array()) {
            const QString id = stringAt(server, "server_id");
            const QString at = pointer(where + u"/server_list"_s, index++);
            if (podOf.contains(id))
                f.error("rank.super-pods", at, LintText::tr("Server \"%1\" is in two superpods.").arg(id));
            else if (!table.serverIds.contains(id))
                f.error("rank.super-pods", at, LintText::tr("Server \"%1\" is not in server_list.").arg(id));
            podOf.insert(id, pod);
        }
        ++pod;
    }
    QSet<int> left;
    std::optional<int> current;
    for (qsizetype i = 0; i < table.serverIds.size(); ++i) {
        const QString where = pointer(u"/server_list"_s, i);
        const auto its = podOf.constFind(table.serverIds[i]);
        if (its == podOf.cend()) {
            f.error("rank.super-pods", where, LintText::tr("Server \"%1\" is in no superpod.").arg(table.serverIds[i]));
            continue;
        }
        if (current && *current != *its)
            left.insert(*current);
        if (left.contains(*its))
            f.error("rank.super-pods", where,
                    LintText::tr("The servers of superpod %1 do not stand together.").arg(*its),
                    LintText::tr("Order server_list by superpod."));
        current = *its;
    }
    QMap<int, QSet<QString>> ids;
    for (const Device &device : table.devices) {
        const auto its = podOf.constFind(table.serverIds.value(device.server));
        if (its == podOf.cend() || device.superId.isEmpty())
            continue;
        if (ids[*its].contains(device.superId))
            f.error("rank.super-device-id", device.where + u"/super_device_id"_s,
                    LintText::tr("super_device_id %1 stands twice in its superpod. HCCL says \"EI0014 devices have "
                                 "same superDeviceId\".")
                        .arg(device.superId));
        ids[*its].insert(device.superId);
    }
}

void lintServerList(const Json &root, const LintContext &context, Table &table, Findings &f)
{
    const Json *list = memberOf(root, "server_list");
    if (!list || !list->is_array() || list->empty()) {
        f.error("rank.server-list", u"/server_list"_s,
                LintText::tr(
                    "There are no servers. MindIE says \"Parameter server_list is invalid in ranktable file\"."));
        return;
    }
    table.servers = qsizetype(list->size());
    table.container
        = std::any_of(list->begin(), list->end(), [](const Json &s) { return memberOf(s, "container_ip"); });
    const Json *pods = memberOf(root, "super_pod_list");
    table.crossesPods = pods && pods->is_array() && pods->size() > 1;
    checkServerCount(root, table.servers, table.version == "1.2"_L1, f);
    checkServers(*list, table, f);
    checkDeviceIds(table, f);
    checkRanks(table, f);
    checkDeviceAddresses(table, f);
    if (table.version == "1.2"_L1)
        checkSuperPods(root, table, f);
    checkAgainstFacts(table, context.facts, f);
    if (!table.container && table.servers > 1 && table.version == "1.0"_L1)
        f.info("rank.container-ip", u"/server_list"_s,
               LintText::tr("No server has container_ip: good for HCCL; MindIE needs it (\"The containerIp in the "
                            "server node is empty in ranktable file.\")."),
               LintText::tr("Add container_ip; with --net=host it equals server_id."));
    if (table.container && table.servers > 4)
        f.warning(
            "rank.server-count", u"/server_count"_s,
            LintText::tr("%1 servers: MindIE's documentation speaks of 4 at most, its code of 60.").arg(table.servers));
    if (table.container || context.mode)
        checkFile(context, "rank.file", f);
}

void lintVersion2(const Json &root, Findings &f)
{
    const Json *list = memberOf(root, "rank_list");
    if (!list || !list->is_array() || list->empty()) {
        f.error("rank.rank-list", u"/rank_list"_s, LintText::tr("HCCL's version 2.0 needs a rank_list."));
        return;
    }
    const auto count = integerAt(root, "rank_count");
    if (!count || *count != qint64(list->size()))
        f.error("rank.rank-count", u"/rank_count"_s,
                LintText::tr("rank_count must be a number (without quotes) and equal to the %1 ranks listed.")
                    .arg(list->size()));
    QSet<qint64> seen;
    qsizetype index = 0;
    for (const Json &rank : *list) {
        const QString where = pointer(u"/rank_list"_s, index++);
        for (const char *key : {"rank_id", "local_id", "device_id"}) {
            if (!integerAt(rank, key))
                f.error("rank.rank-list", pointer(where, QLatin1String(key)),
                        LintText::tr("%1 must be a number, without quotes in version 2.0.").arg(QLatin1String(key)));
        }
        const auto id = integerAt(rank, "rank_id");
        if (id && (*id < 0 || *id >= qint64(list->size()) || seen.contains(*id)))
            f.error("rank.contiguous", where + u"/rank_id"_s,
                    LintText::tr("rank_id %1: ranks are 0 to %2, each once.").arg(*id).arg(list->size() - 1));
        seen.insert(id.value_or(-1));
        const Json *levels = memberOf(rank, "level_list");
        if (!levels || !levels->is_array() || levels->empty())
            f.error("rank.levels", where + u"/level_list"_s, LintText::tr("The rank has no level_list."));
        qsizetype at = 0;
        for (const Json &level : levels && levels->is_array() ? *levels : Json::array()) {
            const QString here = pointer(where + u"/level_list"_s, at++);
            const auto layer = integerAt(level, "net_layer");
            if (!layer || *layer < 0 || *layer > 7)
                f.error("rank.levels", here + u"/net_layer"_s, LintText::tr("net_layer must be a number from 0 to 7."));
            const QString type = stringAt(level, "net_type");
            if (type != "TOPO_FILE_DESC"_L1 && type != "CLOS"_L1)
                f.error("rank.levels", here + u"/net_type"_s, LintText::tr("net_type must be TOPO_FILE_DESC or CLOS."));
        }
    }
}

// The list of a vLLM-Ascend 0.9.1 to 0.11.0 prefill-decode deployment
// (vllm-ascend, examples/disaggregated_prefill_v1/gen_ranktable.py).
void lintLegacy(const Json &root, Findings &f)
{
    f.info("rank.legacy", {},
           LintText::tr("A table of vLLM-Ascend 0.9.1 to 0.11.0 (LLMDataDist); later releases need none."));
    QSet<QString> servers, addresses;
    int cluster = 0;
    std::optional<bool> superpod;
    for (const char *key : {"prefill_device_list", "decode_device_list"}) {
        const Json *list = memberOf(root, key);
        const QString base = u"/"_s + QLatin1String(key);
        if (!list || !list->is_array() || list->empty()) {
            f.error("rank.legacy-list", base, LintText::tr("There is no %1.").arg(QLatin1String(key)));
            continue;
        }
        qsizetype index = 0;
        for (const Json &device : *list) {
            const QString where = pointer(base, index++);
            ++cluster;
            servers.insert(stringAt(device, "server_id"));
            const QString ip = stringAt(device, "device_ip");
            if (!isUsableAddress(ip) || addresses.contains(ip))
                f.error("rank.device-ip", where + u"/device_ip"_s,
                        LintText::tr("device_ip \"%1\" is no address, or used twice.").arg(ip));
            addresses.insert(ip);
            if (!numberIn(stringAt(device, "device_id")))
                f.error("rank.device-id", where + u"/device_id"_s,
                        LintText::tr("device_id must be a number in quotes."));
            if (stringAt(device, "cluster_id") != QString::number(cluster))
                f.error("rank.cluster-id", where + u"/cluster_id"_s,
                        LintText::tr("cluster_id must be \"%1\": they count through both lists.").arg(cluster));
            const bool has = memberOf(device, "super_device_id");
            if (superpod && *superpod != has)
                f.error("rank.super-device-id", where,
                        LintText::tr("Some devices have a super_device_id (A3), some have none (A2)."));
            superpod = has;
        }
    }
    checkServerCount(root, servers.size(), false, f);
}

} // namespace

Result<QList<LintFinding>> lintRankTable(const QByteArray &content, const LintContext &context)
{
    Findings f;
    const auto document = readDocument(content, rankTableMarks(), u"rank-table"_s, f);
    if (!document)
        return document.error();
    if (!*document) {
        checkFile(context, "rank.file", f);
        return f.list();
    }
    const Json &root = **document;
    Table table;
    checkVersion(root, table, f);
    checkStatus(root, f);
    if (root.contains("prefill_device_list") || root.contains("decode_device_list"))
        lintLegacy(root, f);
    else if (table.version == "2.0"_L1)
        lintVersion2(root, f);
    else if (root.contains("group_list") && !root.contains("server_list"))
        f.warning("rank.legacy", u"/group_list"_s,
                  LintText::tr("The old template with group_list, of Ascend 910 only."),
                  LintText::tr("Write server_list instead."));
    else
        lintServerList(root, context, table, f);
    return f.list();
}
