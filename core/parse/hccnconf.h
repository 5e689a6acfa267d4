// Reads /etc/hccn.conf: address_N= netmask_N= netdetect_N= gateway_N= send_arp_status_N=, N the physical device id
// (HCCL's user guide has the first three).
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QMap>

#include <optional>

struct HccnConfDevice
{
    int deviceId = 0;
    QString address, netmask, netdetect, gateway;     // empty: not in the file
    std::optional<int> sendArpStatus;
    QMap<QString, QString> others;                    // "IPv6address" and what else stands there with this number
    bool operator==(const HccnConfDevice &) const = default;
};

struct HccnConf
{
    QList<HccnConfDevice> devices;                    // by device id
    bool truncated = false;                           // "..." in the text
    bool operator==(const HccnConf &) const = default;
};

Result<HccnConf> parseHccnConf(const QByteArray &text);
Json toJson(const HccnConf &conf);
