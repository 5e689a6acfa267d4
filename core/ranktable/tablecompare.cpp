#include "core/ranktable/tablecompare.h"

#include "core/base/jsonplace.h"
#include "core/lint/linting.h"
#include "core/ranktable/tabletext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// `name` in words, for a document's or an object's keys; `but` are told by somebody else.
void compareKeys(const Json &first, const Json &second, const QString &where, const QString &of, const QStringList &but,
                 QList<TableDifference> &all)
{
    const auto named = [&of](const QString &key) { return of.isEmpty() ? key : of + u' ' + key; };
    for (const auto &[name, value] : first.items()) {
        const QString key = QString::fromStdString(name);
        if (but.contains(key))
            continue;
        const auto other = second.find(name);
        if (other == second.end())
            all << TableDifference{pointer(where, key), true,
                                   TableText::tr("%1 (%2) is only in the first.").arg(named(key), shownValue(value))};
        else if (*other != value)
            all << TableDifference{
                pointer(where, key), false,
                value.is_structured()
                    ? TableText::tr("%1 is another one.").arg(named(key))
                    : TableText::tr("%1: %2 → %3").arg(named(key), shownValue(value), shownValue(*other))};
    }
    for (const auto &[name, value] : second.items()) {
        const QString key = QString::fromStdString(name);
        if (!but.contains(key) && !first.contains(name))
            all << TableDifference{pointer(where, key), false,
                                   TableText::tr("%1 (%2) is only in the second.").arg(named(key), shownValue(value))};
    }
}

const Json &objectOf(const RankTable &table, const QString &where)
{
    return table.document.at(Json::json_pointer(where.toStdString()));
}

QString deviceKey(const RankTable &table, const RankDevice &device)
{
    if (table.format == RankFormat::Ranks)
        return device.rankId;
    return table.servers[device.server].id + u'\n' + device.deviceId;
}

QString deviceName(const RankTable &table, const RankDevice &device)
{
    if (table.format == RankFormat::Ranks)
        return TableText::tr("rank %1").arg(device.rankId);
    return TableText::tr("%1 device %2", "a server; a number").arg(table.servers[device.server].id, device.deviceId);
}

QHash<QString, int> devicesByKey(const RankTable &table)
{
    QHash<QString, int> all;
    for (int i = 0; i < table.devices.size(); ++i)
        all.insert(deviceKey(table, table.devices[i]), i);
    return all;
}

QStringList serverNames(const RankTable &table)
{
    QStringList names;
    for (const RankServer &server : table.servers)
        names << server.id;
    return names;
}

void compareServers(const RankTable &first, const RankTable &second, QList<TableDifference> &all)
{
    const QStringList before = serverNames(first), now = serverNames(second);
    for (qsizetype i = 0; i < before.size(); ++i) {
        const RankServer &server = first.servers[i];
        const qsizetype at = now.indexOf(before[i]);
        if (at < 0)
            all << TableDifference{server.where, true,
                                   TableText::tr("Server %1 with %n devices is only in the first.", nullptr,
                                                 int(server.devices.size()))
                                       .arg(server.id)};
        else if (first.format == RankFormat::Servers && second.format == RankFormat::Servers)
            compareKeys(objectOf(first, server.where), objectOf(second, second.servers[at].where),
                        second.servers[at].where, server.id, {u"device"_s, u"server_id"_s}, all);
    }
    for (const RankServer &server : second.servers) {
        if (!before.contains(server.id))
            all << TableDifference{server.where, false,
                                   TableText::tr("Server %1 with %n devices is only in the second.", nullptr,
                                                 int(server.devices.size()))
                                       .arg(server.id)};
    }
    QStringList common = before, commonNow = now;
    common.removeIf([&now](const QString &id) { return !now.contains(id); });
    commonNow.removeIf([&before](const QString &id) { return !before.contains(id); });
    if (common != commonNow)
        all << TableDifference{u"/server_list"_s, false,
                               TableText::tr("The servers stand in another order: %1 → %2. The first one holds rank "
                                             "0.")
                                   .arg(common.join(u", "_s), commonNow.join(u", "_s))};
}

void compareDevices(const RankTable &first, const RankTable &second, QList<TableDifference> &all)
{
    const QHash<QString, int> now = devicesByKey(second), before = devicesByKey(first);
    const QStringList serversBefore = serverNames(first), serversNow = serverNames(second);
    QList<TableDifference> ranks;
    for (const RankDevice &device : first.devices) {
        const auto at = now.constFind(deviceKey(first, device));
        const qsizetype told = all.size();
        const QString server = first.servers[device.server].id;
        if (at == now.cend()) {
            if (serversNow.contains(server)) // a whole server was told
                all << TableDifference{device.where, true,
                                       TableText::tr("%1 is only in the first.").arg(deviceName(first, device)),
                                       device.where};
            continue;
        }
        const RankDevice &other = second.devices[*at];
        const QString name = deviceName(first, device);
        if (device.part != other.part)
            all << TableDifference{other.where, false,
                                   TableText::tr("%1: %2 → %3").arg(name, device.part, other.part)};
        compareKeys(objectOf(first, device.where), objectOf(second, other.where), other.where, name,
                    {u"rank_id"_s, u"device_id"_s, u"server_id"_s}, all);
        for (qsizetype i = told; i < all.size(); ++i)
            all[i].device = device.where;
        if (device.rankId != other.rankId && first.format == RankFormat::Servers)
            ranks << TableDifference{other.where + u"/rank_id"_s, false,
                                     TableText::tr("%1: rank %2 → %3").arg(name, device.rankId, other.rankId),
                                     device.where};
    }
    for (const RankDevice &device : second.devices) {
        if (!before.contains(deviceKey(second, device)) && serversBefore.contains(second.servers[device.server].id))
            all << TableDifference{device.where, false,
                                   TableText::tr("%1 is only in the second.").arg(deviceName(second, device))};
    }
    all << ranks;
}

} // namespace

QList<TableDifference> differencesOf(const RankTable &first, const RankTable &second)
{
    QList<TableDifference> all;
    compareKeys(first.document, second.document, {}, {},
                {u"server_list"_s, u"rank_list"_s, u"prefill_device_list"_s, u"decode_device_list"_s}, all);
    if (first.format != second.format) {
        all << TableDifference{{}, false, TableText::tr("The two list their devices in different ways.")};
        return all;
    }
    compareServers(first, second, all);
    compareDevices(first, second, all);
    return all;
}

QString rangesOf(const QStringList &numbers)
{
    QStringList parts;
    QList<std::pair<int, int>> runs;
    QStringList others;
    for (const QString &text : numbers) {
        bool isNumber = false;
        const int number = text.toInt(&isNumber);
        if (!isNumber)
            others << text;
        else if (!runs.isEmpty() && runs.last().second + 1 == number)
            runs.last().second = number;
        else
            runs << std::pair(number, number);
    }
    for (const auto &[from, to] : std::as_const(runs))
        parts << (from == to ? QString::number(from) : u"%1–%2"_s.arg(from).arg(to));
    return (parts + others).join(u", "_s);
}
