#include "core/ranktable/tablejson.h"

using namespace Qt::StringLiterals;

namespace {

void putText(Json &object, const char *key, const QString &text)
{
    if (!text.isEmpty())
        object[key] = text;
}

} // namespace

Json toJson(const RankTable &table)
{
    Json servers = Json::array();
    for (const RankServer &server : table.servers) {
        Json devices = Json::array();
        for (const int index : server.devices) {
            const RankDevice &device = table.devices[index];
            Json one = {{"where", device.where}};
            putText(one, "deviceId", device.deviceId);
            putText(one, "deviceIp", device.deviceIp);
            putText(one, "rankId", device.rankId);
            putText(one, "superDeviceId", device.superDeviceId);
            putText(one, "part", device.part);
            devices.push_back(one);
        }
        Json one = Json::object();
        putText(one, "serverId", server.id);
        putText(one, "containerIp", server.containerIp);
        putText(one, "superPod", server.superPod);
        one["devices"] = devices;
        servers.push_back(one);
    }
    return {{"format", table.format == RankFormat::PrefillDecode ? u"prefill-decode"_s : table.version},
            {"readOnly", table.isReadOnly()},
            {"servers", servers}};
}

Json toJson(const QList<TableDifference> &differences)
{
    Json all = Json::array();
    for (const TableDifference &difference : differences)
        all.push_back({{"where", difference.where},
                       {"in", difference.isInFirst ? "first" : "second"},
                       {"what", difference.what}});
    return all;
}
