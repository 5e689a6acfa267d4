#include "app/sim/hccntool.h"

#include <QDateTime>
#include <QLocale>

namespace sim {

namespace {

ToolOutput say(const QByteArray &text, int exitCode = 0) { return {text, {}, exitCode}; }
ToolOutput done() { return say("Cmd executed successfully!\n"); }
ToolOutput failed() { return say("Cmd execute failed!\n", 1); }

QString after(const QStringList &arguments, const char *word)
{
    const qsizetype at = arguments.indexOf(QLatin1String(word));
    return at < 0 ? QString() : arguments.value(at + 1);
}

bool isCardAddress(const QString &text)
{
    const QStringList parts = text.split(u'.');
    return parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        bool number = false;
        const int value = part.toInt(&number);
        return number && value >= 0 && value <= 255;
    });
}

ToolOutput ping(const Network &network, const QString &address, bool reachable)
{
    QByteArray text = "device " + QByteArray::number(network.deviceId) + " PING " + address.toUtf8() + '\n';
    if (!reachable || network.link != QLatin1String("UP"))
        return say(text + "3 packets transmitted, 0 received, 100.00% packet loss\n", 1);
    for (int i = 0; i < 3; ++i)
        text += "recv seq=" + QByteArray::number(i) + ",time=" + QByteArray::number(i ? 0.063 + network.deviceId * 0.001 : 0.114, 'f', 6) + "ms\n";
    return say(text + "3 packets transmitted, 3 received, 0.00% packet loss\n");
}

ToolOutput linkStat(const Network &network)
{
    const QByteArray id = "[devid " + QByteArray::number(network.deviceId) + ']';
    const auto date = [](const QDateTime &time) { return QLocale::c().toString(time, QStringLiteral("ddd MMM d HH:mm:ss yyyy")).toUtf8(); };
    const bool down = network.link != QLatin1String("UP");
    const QDateTime boot(QDate(2026, 11, 2), QTime(8, 15, 30), Qt::UTC);
    QByteArray text = id + "current time        : " + date(QDateTime::currentDateTimeUtc()) + '\n'
        + id + "link up count       : 1\n"
        + id + "link down count     : " + (down ? "1" : "0") + '\n'
        + id + "link change records :\n";
    if (down)
        text += id + "    " + date(boot.addSecs(86400)) + "    LINK DOWN\n";
    return say(text + id + "    " + date(boot) + "    LINK UP\n");
}

} // namespace

QByteArray hccnConf(const NodeState &state)
{
    QByteArray text;
    for (const Network &network : state.networks) {
        const QByteArray id = QByteArray::number(network.deviceId);
        text += "address_" + id + '=' + network.ip.toUtf8() + "\nnetmask_" + id + '=' + network.netmask.toUtf8()
            + "\nnetdetect_" + id + '=' + network.detect.toUtf8() + "\ngateway_" + id + '=' + network.gateway.toUtf8()
            + "\nsend_arp_status_" + id + "=1\n";
    }
    return text;
}

ToolOutput hccnTool(NodeState &state, const QStringList &arguments, const std::function<bool(const QString &)> &reachable)
{
    if (after(arguments, "-i").isEmpty())
        return say("Get invalid device id.\n", 1);
    bool isNumber = false;
    const int device = after(arguments, "-i").toInt(&isNumber);
    if (!isNumber || device < 0)
        return say("Get invalid device id.\n", 1);
    Network *network = nullptr;
    for (Network &candidate : state.networks)
        if (candidate.deviceId == device)
            network = &candidate;
    if (!network)
        return say("The device is not exist!\n", 1);

    const auto has = [&arguments](const char *word) { return arguments.contains(QLatin1String(word)); };
    const bool get = has("-g"), set = has("-s");
    if (has("-ping") && get) {
        const QString address = after(arguments, "address");
        return isCardAddress(address) ? ping(*network, address, reachable(address)) : failed();
    }
    if (has("-vnic") && get)
        return state.family == Family::Ascend910C
            ? say("vnic link status: UP\nvnic ipaddr: " + network->ip.toUtf8() + "\nvnic netmask: " + network->netmask.toUtf8() + '\n')
            : failed();
    if (has("-ip") && get)
        return network->ip.isEmpty() ? say("Get ipconf failed, because no ip was preset there!\n", 1)
                                     : say("ipaddr:" + network->ip.toUtf8() + "\nnetmask:" + network->netmask.toUtf8() + '\n');
    if (has("-ip") && set) {
        const QString address = after(arguments, "address"), netmask = after(arguments, "netmask");
        if (!isCardAddress(address) || !isCardAddress(netmask))
            return failed();
        network->ip = address;
        network->netmask = netmask;
        return done();
    }
    if (has("-gateway") && get)
        return network->gateway.isEmpty() ? say("Get gateway failed, because no gateway was preset there!\n", 1)
                                          : say("default gateway:" + network->gateway.toUtf8() + ", Iface:eth" + QByteArray::number(device) + '\n');
    if (has("-gateway") && set) {
        if (!isCardAddress(after(arguments, "gateway")))
            return failed();
        network->gateway = after(arguments, "gateway");
        return done();
    }
    if (has("-netdetect") && get)
        return say("netdetect address: " + (network->detect.isEmpty() ? QByteArray("0.0.0.0") : network->detect.toUtf8()) + '\n');
    if (has("-netdetect") && set) {
        if (!isCardAddress(after(arguments, "address")))
            return failed();
        network->detect = after(arguments, "address");
        return done();
    }
    if (has("-link_stat") && get)
        return linkStat(*network);
    if (has("-link") && get)
        return say("link status: " + network->link.toUtf8() + '\n');
    if (has("-net_health") && get)
        return say("net health status: " + network->health.toUtf8() + '\n');
    if (has("-tls") && get)
        return say("dev_id:" + QByteArray::number(device) + ", tls switch[" + QByteArray::number(network->tls)
                   + "](0:disable, 1:enable), tls preconfigured[1](0:non-preset, 1:preset), tls alarm time threshold[60]days\n");
    if (has("-tls") && set) {
        const QString value = after(arguments, "enable");
        if (value != QLatin1String("0") && value != QLatin1String("1"))
            return failed();
        network->tls = value.toInt();
        return done();
    }
    return failed();
}

} // namespace sim
