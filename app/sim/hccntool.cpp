#include "app/sim/hccntool.h"

#include "app/sim/statefile.h"

#include <QDateTime>
#include <QLocale>

using namespace Qt::StringLiterals;

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
    if (!reachable || network.link != "UP"_L1)
        return say(text + "3 packets transmitted, 0 received, 100.00% packet loss\n", 1);
    for (int i = 0; i < 3; ++i)
        text += "recv seq=" + QByteArray::number(i)
            + ",time=" + QByteArray::number(i ? 0.063 + network.deviceId * 0.001 : 0.114, 'f', 6) + "ms\n";
    return say(text + "3 packets transmitted, 3 received, 0.00% packet loss\n");
}

ToolOutput linkStat(const Network &network, bool flaps)
{
    const QByteArray id = "[devid " + QByteArray::number(network.deviceId) + ']';
    const auto date
        = [](const QDateTime &time) { return QLocale::c().toString(time, u"ddd MMM d HH:mm:ss yyyy"_s).toUtf8(); };
    const bool down = network.link != "UP"_L1;
    const QDateTime boot(QDate(2026, 11, 2), QTime(8, 15, 30), Qt::UTC);
    QByteArray text = id + "current time        : " + date(QDateTime::currentDateTimeUtc()) + '\n' + id
        + "link up count       : " + (flaps ? "2" : "1") + '\n' + id
        + "link down count     : " + (down || flaps ? "1" : "0") + '\n' + id + "link change records :\n";
    if (flaps) // a day later, for four seconds
        text += id + "    " + date(boot.addSecs(90004)) + "    LINK UP\n" + id + "    " + date(boot.addSecs(90000))
            + "    LINK DOWN\n";
    else if (down)
        text += id + "    " + date(boot.addSecs(86400)) + "    LINK DOWN\n";
    return say(text + id + "    " + date(boot) + "    LINK UP\n");
}

// Names, order and units: driver 23.0.7 on 910B3 (mind-cluster, environment_check.zip); no light: 23.0.5 on 910A.
ToolOutput optical(const Network &network, bool isWeak)
{
    const bool dark = network.link != "UP"_L1;
    const auto line = [](const char *name, const QByteArray &value) {
        return QByteArray(name).leftJustified(21) + ": " + value + '\n';
    };
    const auto number = [](double value) { return QByteArray::number(value, 'f', 4); };
    QByteArray text = "optical info:\n" + line("present", "present")
        + line("temperature", QByteArray::number(45 + network.deviceId % 4) + " C")
        + line("high power enable reg", "enabled") + line("vendor name", "Simulated")
        + line("vendor part number", "SIM-QSFP")
        + line("vendor serial number", "SIM" + QByteArray::number(10000000 + network.deviceId))
        + line("vendor org unique id", "0x0 0x0 0x0") + line("xsfp identifier", "QSFP+ or later")
        + line("xsfp wave length", "850 nm") + line("manufact date code", "2023.6.18") + line("Vcc", "3263.00 mV");
    for (int lane = 0; lane < 4; ++lane)
        text += line(("Tx Power" + QByteArray::number(lane)).constData(), number(1.4 + lane * 0.01) + " mW")
            + line(("Rx Power" + QByteArray::number(lane)).constData(),
                   number(dark                      ? 0.0054
                              : isWeak && lane == 1 ? 0.0871
                                                    : 1.01 - lane * 0.005)
                       + " mW");
    text += line("Vcc High Thres", "3465.00 mV") + line("Vcc Low Thres", "3135.00 mV") + line("Temp High Thres", "70 C")
        + line("Temp Low Thres", "0 C") + line("TxPower High Thres", "3.5481 mW")
        + line("TxPower Low Thres", "0.2818 mW") + line("RxPower High Thres", "3.5481 mW")
        + line("RxPower Low Thres", "0.1445 mW");
    for (int lane = 0; lane < 4; ++lane)
        text += line(("Tx Bias" + QByteArray::number(lane)).constData(), number(7.936 - lane * 0.004) + " mA");
    text += line("Tx Los Flag", "0x0") + line("Rx Los Flag", dark ? "0xff" : "0x0") + line("Tx LoL Flag", "0x0")
        + line("Rx LoL Flag", dark ? "0xff" : "0x0");
    for (int lane = 0; lane < 4; ++lane)
        text += line(("Host SNR Lane" + QByteArray::number(lane)).constData(), "not supported");
    for (int lane = 0; lane < 4; ++lane)
        text += line(("Media SNR Lane" + QByteArray::number(lane)).constData(),
                     number(dark ? 0 : 23.1 - lane * 0.2) + " dB");
    return say(text);
}

ToolOutput lldp(const Network &network)
{
    if (network.link != "UP"_L1)
        return notSimulated(u"hccn_tool -lldp of a port that is down"_s);
    const QByteArray port = "400GE1/" + QByteArray::number(network.deviceId / 2 + 1)
        + "/5:" + QByteArray::number(network.deviceId % 2 + 1);
    return say("Chassis ID TLV\n\tMAC: 02:00:00:00:00:01\nPort ID TLV\n\tIfname: " + port
               + "\nSystem Description TLV\n\tSimulated switch\n"
                 "System Capabilities TLV\n\tEnabled capabilities: Bridge, Router\nManagement Address TLV\n\tIPv4: "
                 "192.0.2.1\nMaximum Frame Size TLV\n\t9216\nEnd of LLDPDU TLV\n");
}

ToolOutput statistics()
{
    QByteArrayList names{"mac_tx_mac_pause_num", "mac_rx_mac_pause_num"};
    for (const char *way : {"tx", "rx"}) {
        names << QByteArray("mac_") + way + "_pfc_pkt_num";
        for (int priority = 0; priority < 8; ++priority)
            names << QByteArray("mac_") + way + "_pfc_pri" + QByteArray::number(priority) + "_pkt_num";
    }
    for (const char *way : {"tx", "rx"})
        for (const char *what : {"total_pkt", "total_oct", "bad_pkt", "bad_oct"})
            names << QByteArray("mac_") + way + '_' + what + "_num";
    names << "mac_rx_fcs_err_pkt_num";
    for (const char *what :
         {"rx_rc_pkt", "rx_all_pkt", "rx_err_pkt", "tx_rc_pkt", "tx_all_pkt", "tx_err_pkt", "cqe", "rx_cnp_pkt",
          "tx_cnp_pkt", "unexpected_ack", "out_of_order", "verification_err", "qp_status_err", "new_pkt_rty", "ecn_db"})
        names << QByteArray("roce_") + what + "_num";
    for (const char *what : {"tx_all_pkg", "tx_all_oct", "rx_all_pkg", "rx_all_oct"})
        names << QByteArray("nic_") + what + "_num";
    QByteArray text = "packet statistics:\n";
    for (const QByteArray &name : std::as_const(names)) // no packet goes over a simulated port
        text += name + ":0\n";
    return say(text);
}

// What the real tool takes and this one does not play.
const char *const notPlayed[]
    = {"-status",    "-hw_stats",   "-route", "-arp",       "-mac",       "-mtu",        "-pfc",
       "-shaping",   "-dscp_to_tc", "-speed", "-duplex",    "-hccs_ping", "-traceroute", "-vlan",
       "-roce_port", "-dev_info",   "-scdr",  "-cdr",       "-xsfp",      "-optical",    "-lldp",
       "-stat",      "-fec",        "-link",  "-net_health"};

// The line of a key, or one more.
QByteArray withLine(const QByteArray &conf, const QByteArray &key, const QByteArray &value)
{
    QByteArrayList lines = conf.split('\n');
    const auto at = std::find_if(lines.begin(), lines.end(),
                                 [&key](const QByteArray &line) { return line.startsWith(key + '='); });
    if (at != lines.end()) {
        *at = key + '=' + value;
        return lines.join('\n');
    }
    return (conf.isEmpty() || conf.endsWith('\n') ? conf : conf + '\n') + key + '=' + value + '\n';
}

} // namespace

QByteArray hccnConfAfter(QByteArray conf, const Network &network, const QStringList &arguments)
{
    const QByteArray id = QByteArray::number(network.deviceId);
    if (arguments.contains("-ip"_L1))
        return withLine(withLine(conf, "address_" + id, network.ip.toUtf8()), "netmask_" + id,
                        network.netmask.toUtf8());
    if (arguments.contains("-gateway"_L1))
        return withLine(conf, "gateway_" + id, network.gateway.toUtf8());
    if (arguments.contains("-netdetect"_L1))
        return withLine(conf, "netdetect_" + id, network.detect.toUtf8());
    return conf;
}

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

ToolOutput hccnTool(NodeState &state, const QStringList &arguments,
                    const std::function<bool(const QString &)> &reachable)
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
    const auto isOf = [&state, device](const char *fault) {
        return state.hasFault(QLatin1String(fault))
            && integerAt(state.other["faults"][fault], "device").value_or(-1) == device;
    };
    if (has("-ping") && get) {
        const QString address = after(arguments, "address");
        return isCardAddress(address) ? ping(*network, address, reachable(address)) : failed();
    }
    if (has("-vnic") && get)
        return state.family == Family::Ascend910C ? say("vnic link status: UP\nvnic ipaddr: " + network->ip.toUtf8()
                                                        + "\nvnic netmask: " + network->netmask.toUtf8() + '\n')
                                                  : failed();
    if (has("-ip") && get)
        return network->ip.isEmpty()
            ? say("Get ipconf failed, because no ip was preset there!\n", 1)
            : say("ipaddr:" + network->ip.toUtf8() + "\nnetmask:" + network->netmask.toUtf8() + '\n');
    if (has("-ip") && set) {
        const QString address = after(arguments, "address"), netmask = after(arguments, "netmask");
        if (!isCardAddress(address) || !isCardAddress(netmask))
            return failed();
        network->ip = address;
        network->netmask = netmask;
        cure(state, "wrong-device-ip", device);
        return done();
    }
    if (has("-gateway") && get)
        return network->gateway.isEmpty()
            ? say("Get gateway failed, because no gateway was preset there!\n", 1)
            : say("default gateway:" + network->gateway.toUtf8() + ", Iface:eth" + QByteArray::number(device) + '\n');
    if (has("-gateway") && set) {
        if (!isCardAddress(after(arguments, "gateway")))
            return failed();
        network->gateway = after(arguments, "gateway");
        return done();
    }
    if (has("-netdetect") && get)
        return say("netdetect address: "
                   + (network->detect.isEmpty() ? QByteArray("0.0.0.0") : network->detect.toUtf8()) + '\n');
    if (has("-netdetect") && set) {
        if (!isCardAddress(after(arguments, "address")))
            return failed();
        network->detect = after(arguments, "address");
        return done();
    }
    if (has("-link_stat") && get)
        return linkStat(*network, isOf("link-flaps"));
    if (has("-link") && get)
        return say("link status: " + network->link.toUtf8() + '\n');
    if (has("-net_health") && get) {
        // Who is asked to answer is the address of -netdetect: usually the gateway, which no card has.
        const bool isAnswered = network->detect.isEmpty() || network->detect == network->gateway
            || network->detect == "0.0.0.0"_L1 || reachable(network->detect);
        const QString health = isAnswered || network->health != "Success"_L1 ? network->health : u"Receive timeout"_s;
        return say("net health status: " + health.toUtf8() + '\n');
    }
    if (has("-tls") && get)
        return say("dev_id:" + QByteArray::number(device) + ", tls switch[" + QByteArray::number(network->tls)
                   + "](0:disable, 1:enable), tls preconfigured[1](0:non-preset, 1:preset), tls alarm time "
                     "threshold[60]days\n");
    if (has("-tls") && set) {
        const QString value = after(arguments, "enable");
        if (value != "0"_L1 && value != "1"_L1)
            return failed();
        network->tls = value.toInt();
        cure(state, "tls-differs", device);
        return done();
    }
    if (has("-optical") && get)
        return optical(*network, isOf("optical-weak"));
    if (has("-lldp") && get)
        return lldp(*network);
    if (has("-stat") && get)
        return statistics();
    if (has("-fec") && get)
        return say("fec mode: rs FEC mode\n");
    for (const char *word : notPlayed)
        if (has(word))
            return notSimulated(u"hccn_tool %1"_s.arg(QLatin1String(word)));
    return failed();
}

} // namespace sim
