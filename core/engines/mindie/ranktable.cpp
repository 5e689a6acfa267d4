#include "core/engines/mindie/ranktable.h"

// All numbers are strings: HCCL and MindIE read them as such. With --net=host a container's address
// is its server's.
Json rankTable(const Topology &all)
{
    Json servers = Json::array();
    for (const Placement &member : all.placements) {
        Json devices = Json::array();
        for (const PlacedDevice &device : member.devices)
            devices.push_back({{"device_id", QString::number(device.id)}, {"device_ip", device.ip},
                               {"rank_id", QString::number(device.rank)}});
        servers.push_back({{"server_id", member.ip}, {"container_ip", member.ip}, {"device", devices}});
    }
    return {{"version", "1.0"}, {"server_count", QString::number(all.placements.size())},
            {"server_list", servers}, {"status", "completed"}};
}
