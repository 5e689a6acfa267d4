#include "core/ranktable/takeaway.h"

#include "core/lint/linting.h"
#include "core/ranktable/tablecompare.h"
#include "core/ranktable/tabletext.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QSet<int> cardsToTake(const RankTable &table, int device, TakeAway how)
{
    const RankServer &its = table.servers[table.devices[device].server];
    if (how == TakeAway::Card)
        return {device};
    if (how == TakeAway::Server)
        return {its.devices.begin(), its.devices.end()};
    QSet<int> gone;
    const qsizetype place = its.devices.indexOf(device);
    for (const RankServer &server : table.servers) {
        if (place < server.devices.size())
            gone.insert(server.devices[place]);
    }
    return gone;
}

// The lists without what is gone; from the last to the first, so that places stay what they are.
Json without(const RankTable &table, const QSet<int> &gone, bool isServerGone, int serverGone)
{
    Json document = table.document;
    for (qsizetype i = table.devices.size(); i-- > 0;) {
        const QString where = table.devices[i].where;
        if (gone.contains(int(i)))
            document.at(Json::json_pointer(where.section(u'/', 0, -2).toStdString()))
                .erase(size_t(where.section(u'/', -1).toInt()));
    }
    if (!isServerGone)
        return document;
    const QString where = table.servers[serverGone].where;
    document["server_list"].erase(size_t(where.section(u'/', -1).toInt()));
    const auto pods = document.find("super_pod_list");
    if (pods == document.end() || !pods->is_array())
        return document;
    for (size_t pod = pods->size(); pod-- > 0;) {
        const Json *servers = memberOf((*pods)[pod], "server_list");
        if (!servers || !servers->is_array())
            continue;
        Json left = Json::array();
        for (const Json &server : *servers) {
            if (stringAt(server, "server_id") != table.servers[serverGone].id)
                left.push_back(server);
        }
        if (left.empty())
            pods->erase(pod);
        else
            (*pods)[pod]["server_list"] = left;
    }
    return document;
}

QStringList ranksOf(const RankTable &table, const RankServer &server)
{
    QStringList ranks;
    for (const int device : server.devices)
        ranks << table.devices[device].rankId;
    return ranks;
}

QStringList idsOf(const RankTable &table, const RankServer &server)
{
    QStringList ids;
    for (const int device : server.devices)
        ids << table.devices[device].deviceId;
    return ids;
}

QString serverName(const RankServer &server) { return server.id.isEmpty() ? server.where : server.id; }

void tellServers(const RankTable &before, const RankTable &after, QStringList &changes)
{
    for (const RankServer &server : before.servers) {
        const auto now = std::find_if(after.servers.cbegin(), after.servers.cend(),
                                      [&server](const RankServer &other) { return other.id == server.id; });
        if (now == after.servers.cend()) {
            changes << TableText::tr("%1 is out of the table: end its processes, and start none there.")
                           .arg(serverName(server));
            continue;
        }
        const QStringList ranks = ranksOf(before, server), left = ranksOf(after, *now);
        if (ranks != left)
            changes << TableText::tr("%1: ranks %2 become %3.").arg(serverName(server), rangesOf(ranks),
                                                                     rangesOf(left));
        const QStringList ids = idsOf(before, server), idsLeft = idsOf(after, *now);
        if (ids != idsLeft)
            changes << TableText::tr("%1: its processes may use the devices %2 only, not %3 (container's /dev/davinci, "
                                     "lists of visible devices, npuDeviceIds), %4 instead of %5 of them (worldSize).")
                           .arg(serverName(server), rangesOf(idsLeft), rangesOf(ids))
                           .arg(idsLeft.size())
                           .arg(ids.size());
    }
}

// A backup address, or the other half of an A3's NPU, of what is left.
void tellNeighbours(const RankTable &before, const QSet<int> &gone, const RankTable &after, QStringList &changes)
{
    QSet<QString> addresses;
    for (const int device : gone) {
        const RankDevice &its = before.devices[device];
        addresses.insert(its.deviceIp);
        bool isNumber = false;
        const int id = its.deviceId.toInt(&isNumber);
        if (before.version != "1.2"_L1 || !isNumber)
            continue;
        const QString other = QString::number(id ^ 1);
        const RankServer &server = before.servers[its.server];
        const bool isLeft = std::any_of(server.devices.cbegin(), server.devices.cend(), [&](int at) {
            return !gone.contains(at) && before.devices[at].deviceId == other;
        });
        if (isLeft)
            changes << TableText::tr("%1: devices %2 and %3 are the two chips of one NPU of an A3. If the NPU is at "
                                     "fault, take device %3 away, too.")
                           .arg(serverName(server), its.deviceId, other);
    }
    addresses.remove({});
    for (const RankDevice &device : after.devices) {
        const Json &object = after.document.at(Json::json_pointer(device.where.toStdString()));
        if (const QString backup = stringAt(object, "backup_device_ip"); addresses.contains(backup))
            changes << TableText::tr("%1 device %2 has %3 of a device that is taken away as its backup_device_ip: "
                                     "give it another, or take the key out.")
                           .arg(serverName(after.servers[device.server]), device.deviceId, backup);
    }
}

} // namespace

Result<TakenAway> taken(const RankTable &table, int device, TakeAway how)
{
    if (const Result<RankTable> editable = numbered(table); !editable)
        return editable.error();
    if (device < 0 || device >= table.devices.size())
        return Error{ErrorKind::Invalid, TableText::tr("The table has no device %1.").arg(device), {}, {}};
    const QSet<int> gone = cardsToTake(table, device, how);
    const bool isServer = how == TakeAway::Server;
    if (gone.size() == table.devices.size())
        return Error{ErrorKind::Invalid, TableText::tr("No device would be left in the table."), {}, {}};
    for (int i = 0; !isServer && i < table.servers.size(); ++i) {
        const QList<int> &its = table.servers[i].devices;
        if (!its.isEmpty() && std::all_of(its.begin(), its.end(), [&gone](int at) { return gone.contains(at); }))
            return Error{ErrorKind::Invalid,
                         TableText::tr("No device would be left on %1: take the whole server away.")
                             .arg(serverName(table.servers[i])),
                         {},
                         {}};
    }
    const int serverGone = table.devices[device].server;
    const Result<RankTable> left = numbered(rankTableOf(without(table, gone, isServer, serverGone)));
    if (!left)
        return left.error();

    TakenAway result{*left, {}};
    QStringList &changes = result.changes;
    changes << TableText::tr("The table has %1 ranks instead of %2: data parallel × tensor parallel (× context or "
                             "pipeline parallel, where there is any) must be %1, with MindIE also moe_ep × moe_tp, "
                             "and the model must fit on so many cards.")
                   .arg(left->devices.size())
                   .arg(table.devices.size());
    if (isServer && serverGone == 0)
        changes << TableText::tr("%1 is the first server now: it holds rank 0 and is the master; clients ask it.")
                       .arg(serverName(left->servers.first()));
    tellServers(table, *left, changes);
    const qsizetype most = std::max_element(left->servers.cbegin(), left->servers.cend(), [](const auto &a,
                                                                                             const auto &b) {
                               return a.devices.size() < b.devices.size();
                           })->devices.size();
    if (std::any_of(left->servers.cbegin(), left->servers.cend(),
                    [most](const RankServer &server) { return server.devices.size() != most; }))
        changes << TableText::tr("The servers have different numbers of devices: MindIE refuses that. Take one card of "
                                 "each server, or the whole server.");
    if (left->servers.size() == 1 && table.servers.size() > 1)
        changes << TableText::tr("One server is left: MindIE needs no table on one node and wants RANK_TABLE_FILE "
                                 "unset.");
    tellNeighbours(table, gone, *left, changes);
    changes << TableText::tr("Put the same file on every server (HCCL compares the tables) and start every process "
                             "anew. Its usual name is %1.")
                   .arg(usualNameOf(*left));
    return result;
}
