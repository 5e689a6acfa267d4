#include "app/sim/mindiecheck.h"

#include <QRegularExpression>

#include <sstream>
#include <stdexcept>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

bool isAddress(const QString &text)
{
    if (text.contains(u':')) { // of version 6; all zero is none
        static const QRegularExpression shape(u"^\\[?[0-9a-fA-F:]*[1-9a-fA-F][0-9a-fA-F:]*\\]?$"_s);
        return shape.match(text).hasMatch();
    }
    const QStringList parts = text.split(u'.');
    return text != "0.0.0.0"_L1 && parts.size() == 4
        && std::all_of(parts.begin(), parts.end(), [](const QString &part) {
               static const QRegularExpression digits(u"^\\d{1,3}$"_s);
               return digits.match(part).hasMatch() && part.toInt() <= 255;
           });
}

// As std::stoi: what a text begins with.
std::optional<int> leadingNumber(const QString &text)
{
    try {
        return std::stoi(text.toStdString());
    } catch (const std::exception &) {
        return {};
    }
}

QString textAt(const Json &object, const char *key)
{
    if (!object.is_object() || !object.contains(key))
        throw std::runtime_error(std::string("Config parameter '") + key + "' not found");
    if (!object[key].is_string())
        throw std::runtime_error(std::string("Config parameter '") + key + "' is not a string");
    return object[key].get<QString>();
}

struct Device
{
    QString id, ip, rank;
};

// What is wrong with a device, one thing at most.
QStringList faultsOf(const Device &device)
{
    const auto outside
        = [](const QString &text, int most, const char *bound, const char *name, const char *range) -> QStringList {
        const std::optional<int> number = leadingNumber(text);
        if (!number)
            return {u"Parameter %1 is invalid in ranktable file."_s.arg(QLatin1String(bound))};
        const quint32 value = quint32(*number);
        if (value <= quint32(most))
            return {};
        return {u"%1 [%2] is out of bound [%3]"_s.arg(QLatin1String(bound)).arg(value).arg(most),
                u"Parameter %1 is %2, which is out of allow range %3."_s.arg(QLatin1String(name))
                    .arg(value)
                    .arg(QLatin1String(range))};
    };
    if (const QStringList faults = outside(device.id, 63, "device_id", "device_id", "[0, 63]"); !faults.isEmpty())
        return faults;
    if (!isAddress(device.ip))
        return {device.ip.isEmpty() ? u"Input device_ip is empty"_s
                                    : u"Input device_ip [%1] is invalid"_s.arg(device.ip),
                u"Parameter device_ip is invalid in ranktable file."_s};
    return outside(device.rank, 511, "rankId", "rankId in ranktable", "[0, 511]");
}

QStringList faultsOf(const QList<RankServer> &servers, const QList<QList<Device>> &devices, quint32 count)
{
    QStringList faults;
    if (count < 2 || count > 60)
        faults << u"Parameter server_count must be in range [2, 60], but got %1"_s.arg(count);
    if (qsizetype(count) != servers.size())
        faults << u"Parameter server_count is %1, which is not equal to server_list length in ranktable "
                  "file, which is %2"_s.arg(count)
                      .arg(servers.size());
    if (servers.isEmpty())
        return faults;
    const qsizetype size = devices.first().size();
    if (size < 1 || size > 32)
        faults << u"The number of devices on single node must be in [1, 32], but got %1"_s.arg(size);
    for (qsizetype i = 0; i < servers.size(); ++i) {
        if (devices[i].size() != size)
            return faults << u"The number of devices in every server node is %1 which not equal in "
                             "ranktable file, which is %2"_s.arg(devices[i].size())
                                 .arg(size);
        if (servers[i].containerIp.isEmpty())
            return faults << u"The containerIp in the server node is empty in ranktable file."_s;
        for (const Device &device : devices[i]) {
            const QStringList wrong = faultsOf(device);
            faults += wrong;
            if (!wrong.isEmpty())
                break;
        }
    }
    return faults;
}

} // namespace

RankTable readRankTable(const QByteArray &text)
{
    RankTable table;
    const auto unread = [&table](const QString &why) {
        table.unread << why;
        return table;
    };
    Json json;
    std::istringstream stream(text.toStdString());
    try {
        stream >> json;
    } catch (const std::exception &) {
        json = Json();
    }
    if (!json.is_object() || !json.contains("server_count") || !json["server_count"].is_string())
        return unread(u"Ranktable file is invalid. Please check json format! "_s);
    const std::optional<int> count = leadingNumber(json["server_count"].get<QString>());
    if (!count)
        return unread(u"Invalid server_count in ranktable file"_s);
    if (!json.contains("server_list"))
        return unread(u"Parameter server_list is invalid in ranktable "
                      "file[json.exception.out_of_range.403] key 'server_list' not found"_s);
    QList<QList<Device>> devices;
    try {
        for (const Json &entry : json["server_list"]) {
            RankServer server;
            server.serverId = textAt(entry, "server_id");
            if (entry.contains("container_ip"))
                server.containerIp = textAt(entry, "container_ip");
            devices << QList<Device>();
            for (const Json &device : entry.value("device", Json::array())) {
                devices.last() << Device{textAt(device, "device_id"), textAt(device, "device_ip"),
                                         textAt(device, "rank_id")};
                server.deviceIds << leadingNumber(devices.last().last().id).value_or(noDeviceId);
                server.deviceTexts << devices.last().last().id;
                server.deviceIps << devices.last().last().ip;
            }
            table.servers << server;
        }
    } catch (const std::exception &e) {
        table.thrown = QString::fromUtf8(e.what());
        return table;
    }
    table.isRead = true;
    table.faults = faultsOf(table.servers, devices, quint32(*count));
    return table;
}

} // namespace sim
