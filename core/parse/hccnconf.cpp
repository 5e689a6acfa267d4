#include "core/parse/hccnconf.h"

#include "core/parse/text.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;
using namespace parse;

Result<HccnConf> parseHccnConf(const QByteArray &text)
{
    static const QRegularExpression entry(uR"(^\s*([A-Za-z][A-Za-z0-9_]*?)_(\d{1,4})\s*=\s*(.*?)\s*$)"_s);
    const WholeLines lines = wholeLines(text);
    QMap<int, HccnConfDevice> devices;
    bool known = false, truncated = lines.isCut;
    for (const QString &line : lines.lines) {
        truncated |= isElision(line);
        const QRegularExpressionMatch match = entry.match(line);
        if (!match.hasMatch())
            continue;
        const int id = match.captured(2).toInt();
        HccnConfDevice &device = devices[id];
        device.deviceId = id;
        const QString key = match.captured(1), value = match.captured(3);
        known |= key == u"address" || key == u"netmask" || key == u"netdetect" || key == u"gateway"
            || key == u"send_arp_status";
        if (key == u"address")
            device.address = value;
        else if (key == u"netmask")
            device.netmask = value;
        else if (key == u"netdetect")
            device.netdetect = value;
        else if (key == u"gateway")
            device.gateway = value;
        else if (key == u"send_arp_status")
            device.sendArpStatus = smallInteger(value);
        else
            device.others.insert(key, value);
    }
    if (!known)
        return notThisKind(u"/etc/hccn.conf"_s, lines);
    return HccnConf{devices.values(), truncated};
}

Json toJson(const HccnConf &conf)
{
    const auto textOrNull = [](const QString &text) { return text.isEmpty() ? Json(nullptr) : Json(text); };
    Json devices = Json::array();
    for (const HccnConfDevice &device : conf.devices) {
        Json others = Json::object();
        for (auto it = device.others.cbegin(); it != device.others.cend(); ++it)
            others[it.key().toStdString()] = it.value();
        devices.push_back({{"deviceId", device.deviceId},
                           {"address", textOrNull(device.address)},
                           {"netmask", textOrNull(device.netmask)},
                           {"netdetect", textOrNull(device.netdetect)},
                           {"gateway", textOrNull(device.gateway)},
                           {"sendArpStatus", nullable(device.sendArpStatus)},
                           {"others", others}});
    }
    return {{"devices", devices}, {"truncated", conf.truncated}};
}
