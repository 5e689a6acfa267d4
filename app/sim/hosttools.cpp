#include "app/sim/hosttools.h"

#include "app/sim/statefile.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

Json faultOf(const NodeState &state, const char *name)
{
    const auto faults = state.other.find("faults");
    return faults != state.other.end() && faults->contains(name) ? (*faults)[name] : Json();
}

} // namespace

double skewSecondsOf(const NodeState &state)
{
    const double fault = state.hasFault(u"clock-skew"_s)
        ? numberAt(faultOf(state, "clock-skew"), "seconds").value_or(90)
        : 0;
    return numberAt(state.other, "clockSkewSeconds").value_or(0) + fault;
}

QDateTime clockOf(const NodeState &state)
{
    return QDateTime::currentDateTime().addMSecs(qint64(1000 * skewSecondsOf(state)));
}

QDateTime clockOf(const QString &folder)
{
    const Result<NodeState> state = loadState(folder);
    return state ? clockOf(*state) : QDateTime::currentDateTime();
}

ToolOutput systemctlTool(NodeState &state, const QStringList &arguments)
{
    QStringList words = arguments;
    const bool isNow = words.removeAll(u"--now"_s) > 0;
    words.removeAll(u"--no-pager"_s);
    const QString verb = words.value(0), unit = QString(words.value(1)).remove(u".service"_s);
    const auto unplayed = [&arguments] { return notSimulated(u"systemctl "_s + arguments.join(u' ')); };
    static const QHash<QString, const char *> descriptions{{u"docker"_s, "Docker Application Container Engine"},
                                                           {u"firewalld"_s, "firewalld - dynamic firewall daemon"},
                                                           {u"irqbalance"_s, "irqbalance daemon"},
                                                           {u"sshd"_s, "OpenSSH server daemon"}};
    if (words.size() != 2 || !descriptions.contains(unit))
        return unplayed();
    const QByteArray name = unit.toUtf8() + ".service";
    if (unit == "docker"_L1 && state.hasFault(u"no-docker"_s)) {
        if (verb == "is-active"_L1)
            return {"inactive\n", {}, 3};
        if (verb == "status"_L1)
            return {{}, "Unit " + name + " could not be found.\n", 4};
        if (verb == "enable"_L1)
            return {{}, "Failed to enable unit: Unit file " + name + " does not exist.\n", 1};
        if (verb == "start"_L1 || verb == "restart"_L1)
            return {{}, "Failed to " + verb.toUtf8() + ' ' + name + ": Unit " + name + " not found.\n", 5};
        return unplayed();
    }
    const bool isActive = unit == "irqbalance"_L1 ? stringAt(state.other, "irqbalance", u"active"_s) == "active"_L1
        : unit == "firewalld"_L1                  ? state.hasFault(u"firewall-on"_s)
                                                  : true;
    if (verb == "is-active"_L1)
        return isActive ? ToolOutput{"active\n", {}, 0} : ToolOutput{"inactive\n", {}, 3};
    if (verb == "status"_L1)
        return {(isActive ? "\u25cf " : "\u25cb ") + name + " - " + descriptions.value(unit)
                    + "\n     Loaded: loaded (/usr/lib/systemd/system/" + name
                    + "; enabled; vendor preset: enabled)\n     Active: "
                    + (isActive ? "active (running)" : "inactive (dead)") + '\n',
                {},
                isActive ? 0 : 3};
    const bool starts = verb == "start"_L1 || (verb == "enable"_L1 && isNow);
    if (verb == "enable"_L1 && !isNow)
        return {};                       // it is
    if (starts && isActive)
        return {};
    // Docker's restart would end containers.
    if (unit != "irqbalance"_L1 || (!starts && verb != "stop"_L1 && verb != "restart"_L1))
        return unplayed();
    state.other["irqbalance"] = verb == "stop"_L1 ? "inactive" : "active";
    return {};
}

ToolOutput timedatectlTool(NodeState &state, const QStringList &arguments)
{
    if (arguments.value(0) == "set-ntp"_L1 && arguments.size() == 2) {
        for (const char *fault : {"clock-unsynchronised", "clock-skew"}) { // a time server sets it
            if (arguments[1] == "true"_L1 && state.hasFault(QLatin1String(fault)))
                state.other["faults"].erase(fault);
        }
        return {};
    }
    // under a time server it would not be off
    const bool isFree = state.hasFault(u"clock-unsynchronised"_s) || state.hasFault(u"clock-skew"_s);
    if (arguments.isEmpty() || arguments == QStringList{u"status"_s}) {
        const QDateTime clock = clockOf(state).toUTC();
        const QByteArray now = QLocale::c().toString(clock, u"ddd yyyy-MM-dd HH:mm:ss"_s).toLatin1();
        return {"               Local time: " + now + " UTC\n           Universal time: " + now
                    + " UTC\n                 RTC time: n/a\n                Time zone: UTC (UTC, +0000)\n"
                      "System clock synchronized: "
                    + (isFree ? "no" : "yes") + "\n              NTP service: " + (isFree ? "inactive" : "active")
                    + "\n          RTC in local TZ: no\n",
                {},
                0};
    }
    if (arguments.value(0) != "show"_L1)
        return notSimulated(u"timedatectl "_s + arguments.join(u' '));
    const QByteArray is = isFree ? "no\n" : "yes\n";
    return {"NTP=" + is + "NTPSynchronized=" + is, {}, 0};
}

ToolOutput getenforceTool(const NodeState &state)
{
    return {state.hasFault(u"selinux-enforcing"_s) ? "Enforcing\n" : "Disabled\n", {}, 0};
}

ToolOutput iptablesTool(const NodeState &state, const QStringList &arguments)
{
    if (!arguments.contains("-S"_L1) || !arguments.contains("INPUT"_L1))
        return notSimulated(u"iptables "_s + arguments.join(u' '));
    return {state.hasFault(u"firewall-on"_s) ? "-P INPUT ACCEPT\n-A INPUT -m conntrack --ctstate INVALID -j DROP\n"
                                               "-A INPUT -j REJECT --reject-with icmp-host-prohibited\n"
                                             : "-P INPUT ACCEPT\n",
            {},
            0};
}

ToolOutput firewallCmdTool(NodeState &state, const QStringList &arguments)
{
    if (!state.hasFault(u"firewall-on"_s))
        return {{}, "FirewallD is not running\n", 252};
    if (arguments == QStringList{u"--state"_s})
        return {"running\n", {}, 0};
    if (arguments == QStringList{u"--get-default-zone"_s})
        return {"public\n", {}, 0};
    Json &fault = state.other["faults"]["firewall-on"];
    const QString added = u"--add-source="_s, opened = u"--add-port="_s;
    if (arguments == QStringList{u"--list-ports"_s}) {
        QStringList ports;
        for (const Json &port : fault.value("open", Json::array()))
            ports << port.get<QString>();
        return {ports.join(u' ').toUtf8() + '\n', {}, 0};
    }
    if (arguments.contains("--zone=trusted"_L1) && arguments.contains("--list-sources"_L1)) {
        QStringList sources;
        for (const Json &source : fault.value("trusted", Json::array()))
            sources << source.get<QString>();
        return {sources.join(u' ').toUtf8() + '\n', {}, 0};
    }
    QStringList warnings;
    bool isTaken = false;
    const auto add = [&](const char *list, const QString &what) {
        isTaken = true;
        if (arguments.contains("--permanent"_L1)) // of the next start
            return;
        Json &known = fault[list];
        if (std::find(known.cbegin(), known.cend(), Json(what)) == known.cend())
            known.push_back(what);
        else
            warnings << u"Warning: ALREADY_ENABLED: "_s + what;
    };
    for (const QString &argument : arguments) {
        if (argument.startsWith(opened))
            add("open", argument.mid(opened.size()));
        else if (argument.startsWith(added) && arguments.contains("--zone=trusted"_L1))
            add("trusted", argument.mid(added.size()));
    }
    if (isTaken)
        return {"success\n", warnings.isEmpty() ? QByteArray() : warnings.join(u'\n').toUtf8() + '\n', 0};
    return notSimulated(u"firewall-cmd "_s + arguments.join(u' '));
}

QByteArray withInterfaceFaults(const QByteArray &addresses, const NodeState &state)
{
    const Result<Json> told = parseJson(addresses, u"ip -j addr"_s);
    const QString own = stringAt(state.other, "interface");
    if (!told || !told->is_array())
        return addresses;
    Json links = *told;
    for (const Json &known : *told) {
        if (stringAt(known, "ifname") != own)
            continue;
        for (Json &link : links) {
            if (stringAt(link, "ifname") == own && state.hasFault(u"mtu-differs"_s))
                link["mtu"] = 9000;
        }
        if (!state.hasFault(u"interface-alike"_s))
            continue;
        Json alike = known;
        alike["ifname"] = own + u'1';
        alike["ifindex"] = 90;
        alike["addr_info"] = Json::array({Json{{"family", "inet"},
                                               {"local", "10.201.0.9"},
                                               {"prefixlen", 24},
                                               {"scope", "global"},
                                               {"label", own + u'1'}}});
        links.push_back(alike);
    }
    return compactJson(links) + '\n';
}

QByteArray withInterfaceFaultsInText(const QByteArray &text, const NodeState &state)
{
    if (!state.hasFault(u"mtu-differs"_s))
        return text;
    const QByteArray own = ": " + stringAt(state.other, "interface").toUtf8();
    QByteArrayList lines = text.split('\n');
    for (QByteArray &line : lines) {     // "2: enp189s0f0: <...> mtu 1500 ...", "2: enp189s0f0@if3: <...>"
        const qsizetype at = line.indexOf(own), mtu = line.indexOf(" mtu "), end = line.indexOf(' ', mtu + 5);
        const QByteArray after = line.mid(at + own.size(), 1);
        if (at > 0 && at < 6 && mtu > at && end > mtu && (after == ":" || after == "@"))
            line.replace(mtu + 5, end - mtu - 5, "9000");
    }
    return lines.join('\n');
}

bool setsMtuOfInterface(const QStringList &arguments, const NodeState &state)
{
    return arguments.value(0).startsWith(u'l') && arguments.value(1) == "set"_L1
        && arguments.contains(stringAt(state.other, "interface"))
        && arguments.value(arguments.indexOf("mtu"_L1) + 1).toInt() > 0 && arguments.contains("mtu"_L1);
}

ToolOutput lspciTool(const NodeState &state)
{
    QByteArray text;
    for (const Chip &chip : state.chips) {
        if (chip.bus)
            text += chip.bus->mid(5).toLower().toUtf8()
                + " Processing accelerators: Huawei Technologies Co., Ltd. Device"
                + (state.family == Family::Ascend910B ? " d802" : "") + '\n';
    }
    return {text, {}, 0};
}

ToolOutput unameTool(const NodeState &state, const QStringList &arguments)
{
    QString wanted;
    for (const QString &argument : arguments) {
        static const QHash<QString, QString> longNames{{u"--all"_s, u"a"_s},
                                                       {u"--kernel-name"_s, u"s"_s},
                                                       {u"--nodename"_s, u"n"_s},
                                                       {u"--kernel-release"_s, u"r"_s},
                                                       {u"--kernel-version"_s, u"v"_s},
                                                       {u"--machine"_s, u"m"_s},
                                                       {u"--processor"_s, u"p"_s},
                                                       {u"--operating-system"_s, u"o"_s}};
        if (longNames.contains(argument))
            wanted += longNames[argument];
        else if (argument.startsWith(u'-') && !argument.startsWith("--"_L1))
            wanted += argument.mid(1);
        else
            return {{}, "uname: extra operand '" + argument.toUtf8() + "'\n", 1};
    }
    if (wanted.isEmpty())
        wanted = u"s"_s;
    if (wanted.contains(u'a'))
        wanted = u"snrvmpo"_s;
    const QString machine = stringAt(state.other, "architecture", u"aarch64"_s);
    const std::pair<QChar, QString> parts[] = {{u's', u"Linux"_s},
                                               {u'n', state.name},
                                               {u'r', stringAt(state.other, "kernel")},
                                               {u'v', u"#1 SMP Thu Jun 27 15:22:10 CST 2024"_s},
                                               {u'm', machine},
                                               {u'p', machine},
                                               {u'i', machine},
                                               {u'o', u"GNU/Linux"_s}};
    QStringList words;
    for (const auto &[letter, word] : parts)
        if (wanted.contains(letter))
            words << word;
    return {words.join(u' ').toUtf8() + '\n', {}, 0};
}

namespace {

// As df -h: rounded up, one decimal below ten.
QByteArray humanSize(qint64 bytes)
{
    static constexpr char units[] = "BKMGTP";
    double size = double(bytes);
    int unit = 0;
    for (; size >= 1024 && unit < 5; ++unit)
        size /= 1024;
    if (bytes == 0)
        return "0";
    const bool isShort = unit > 0 && std::ceil(size * 10) < 100;
    const QByteArray number = QByteArray::number(isShort ? std::ceil(size * 10) / 10 : std::ceil(size), 'f', isShort);
    return unit == 0 ? number : number + units[unit];
}

} // namespace

ToolOutput dfTool(const NodeState &state, const QStringList &arguments)
{
    qint64 block = 1024;
    bool isHuman = false;
    QStringList paths;
    for (const QString &argument : arguments) {
        isHuman = isHuman || argument == "--human-readable"_L1
            || (argument.startsWith(u'-') && !argument.startsWith("--"_L1) && !argument.startsWith("-B"_L1)
                && argument.contains(u'h'));
        if (argument.startsWith("-B"_L1)) {
            const QString size = argument.mid(2);
            block = size == "G"_L1 ? 1LL << 30
                : size == "M"_L1   ? 1LL << 20
                : size == "K"_L1   ? 1024
                                   : qMax<qint64>(1, size.toLongLong());
        } else if (argument == "-m"_L1) {
            block = 1LL << 20;
        } else if (!argument.startsWith(u'-')) {
            paths << argument;
        }
    }
    const Json filesystems = state.other.value("filesystems", Json::array());
    QList<Json> shown;
    if (paths.isEmpty())
        for (const Json &filesystem : filesystems)
            shown << filesystem;
    for (const QString &path : std::as_const(paths)) {
        Json best;
        for (const Json &filesystem : filesystems) {
            const QString mount = stringAt(filesystem, "mount");
            const bool holds = mount == "/"_L1 || path == mount || path.startsWith(mount + u'/');
            if (holds && (best.is_null() || mount.size() > stringAt(best, "mount").size()))
                best = filesystem;
        }
        if (!best.is_null())
            shown << best;
    }
    const Json full = faultOf(state, "disk-full");
    QByteArray text = "Filesystem " + (block == 1024 ? QByteArray("1024") : QByteArray::number(block))
        + "-blocks Used Available Capacity Mounted on\n";
    QList<QList<QByteArray>> rows{{"Filesystem", "Size", "Used", "Avail", "Use%", "Mounted on"}};
    for (const Json &filesystem : std::as_const(shown)) {
        const qint64 total = integerAt(filesystem, "total").value_or(0);
        const bool isFull = !full.is_null() && stringAt(full, "mount") == stringAt(filesystem, "mount");
        const qint64 used = isFull ? total : integerAt(filesystem, "used").value_or(0);
        const QByteArray source = stringAt(filesystem, "source").toUtf8(),
                         mount = stringAt(filesystem, "mount").toUtf8();
        if (isHuman) {
            rows << QList<QByteArray>{source, humanSize(total), humanSize(used), humanSize(total - used),
                                      QByteArray::number(total ? (used * 100 + total - 1) / total : 0) + '%', mount};
            continue;
        }
        text += source + ' ' + QByteArray::number(total / block) + ' '
            + QByteArray::number(used / block) + ' ' + QByteArray::number((total - used) / block) + ' '
            + QByteArray::number(total ? used * 100 / total : 0) + "% " + mount + '\n';
    }
    if (!isHuman)
        return {text, {}, 0};
    qsizetype widths[] = {14, 5, 5, 5, 4};
    for (const QList<QByteArray> &row : std::as_const(rows)) {
        for (qsizetype i = 0; i < std::ssize(widths); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    text.clear();
    for (const QList<QByteArray> &row : std::as_const(rows)) {
        text += row[0].leftJustified(widths[0]);
        for (qsizetype i = 1; i < std::ssize(widths); ++i)
            text += ' ' + row[i].rightJustified(widths[i]);
        text += ' ' + row.last() + '\n';
    }
    return {text, {}, 0};
}

ToolOutput ipTool(const NodeState &state, const QStringList &arguments)
{
    const QString interface = stringAt(state.other, "interface"), address = stringAt(state.other, "address"),
                  gateway = stringAt(state.other, "gateway");
    const bool json = arguments.contains("-j"_L1) || arguments.contains("-json"_L1);
    QString object;
    for (const QString &argument : arguments)
        if (!argument.startsWith(u'-') && object.isEmpty())
            object = argument;
    const bool isLink = object.startsWith(u'l');
    if (isLink && arguments.contains("set"_L1))
        return notSimulated(u"ip "_s + arguments.join(u' '));
    if (object.startsWith(u'a') || isLink) {
        if (!json) {
            const QString text = isLink
                ? u"1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n"
                  "2: %1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n"_s.arg(interface)
                : u"1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n"
                  "2: %1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    inet %2/24 scope global %1\n"_s
                      .arg(interface, address);
            return {withInterfaceFaultsInText(text.toUtf8(), state), {}, 0};
        }
        const auto link = [](int index, const QString &name, const char *type, const Json &addresses) {
            return Json{{"ifindex", index},
                        {"ifname", name},
                        {"flags", {"UP", "LOWER_UP"}},
                        {"mtu", index == 1 ? 65536 : 1500},
                        {"operstate", index == 1 ? "UNKNOWN" : "UP"},
                        {"link_type", type},
                        {"addr_info", addresses}};
        };
        const auto inet = [](const QString &address, int prefix, const char *scope, const QString &label) {
            return Json{
                {"family", "inet"}, {"local", address}, {"prefixlen", prefix}, {"scope", scope}, {"label", label}};
        };
        Json links = Json::array();
        links.push_back(link(1, u"lo"_s, "loopback", Json::array({inet(u"127.0.0.1"_s, 8, "host", u"lo"_s)})));
        links.push_back(link(2, interface, "ether", Json::array({inet(address, 24, "global", interface)})));
        links.push_back(
            link(3, u"docker0"_s, "ether", Json::array({inet(u"172.17.0.1"_s, 16, "global", u"docker0"_s)})));
        return {withInterfaceFaults(compactJson(links) + '\n', state), {}, 0};
    }
    if (object.startsWith(u'r')) {
        const QString subnet = address.section(u'.', 0, 2) + u".0/24"_s;
        if (!json)
            return {u"default via %1 dev %2\n%3 dev %2 proto kernel scope link src %4\n"_s
                        .arg(gateway, interface, subnet, address)
                        .toUtf8(),
                    {},
                    0};
        const Json routes
            = Json::array({Json{{"dst", "default"}, {"gateway", gateway}, {"dev", interface}, {"flags", Json::array()}},
                           Json{{"dst", subnet},
                                {"dev", interface},
                                {"protocol", "kernel"},
                                {"scope", "link"},
                                {"prefsrc", address},
                                {"flags", Json::array()}}});
        return {compactJson(routes) + '\n', {}, 0};
    }
    return {{}, "Object \"" + object.toUtf8() + "\" is unknown, try \"ip help\".\n", 1};
}

namespace {

struct ListeningSocket
{
    QString address, port;
    QByteArray inode;
};

QList<ListeningSocket> listeningSockets(const QByteArray &procNetTcp)
{
    QList<ListeningSocket> sockets;
    const QByteArrayList lines = procNetTcp.split('\n');
    for (const QByteArray &line : lines.mid(1)) {
        const QByteArrayList fields = line.simplified().split(' ');
        if (fields.value(3) != "0A")
            continue;
        const QByteArrayList local = fields.value(1).split(':');
        const quint32 raw = local.value(0).toUInt(nullptr, 16);
        sockets.append({u"%1.%2.%3.%4"_s.arg(raw & 0xff).arg(raw >> 8 & 0xff).arg(raw >> 16 & 0xff).arg(raw >> 24),
                        QString::number(local.value(1).toInt(nullptr, 16)), fields.value(9)});
    }
    return sockets;
}

} // namespace

QStringList procNetListening(const QByteArray &procNetTcp, const QString &onlyAddress)
{
    QStringList result;
    for (const ListeningSocket &socket : listeningSockets(procNetTcp)) {
        if (onlyAddress.isEmpty() || socket.address == onlyAddress)
            result << socket.address + u':' + socket.port;
    }
    result.removeDuplicates();
    return result;
}

QHash<QString, QString> usersOfSockets(const QByteArray &procNetTcp)
{
    QHash<QByteArray, QString> addresses;
    for (const ListeningSocket &socket : listeningSockets(procNetTcp))
        addresses.insert("socket:[" + socket.inode + ']', socket.address + u':' + socket.port);
    QHash<QString, QString> users;
    for (const QString &pid : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        if (pid.toInt() <= 0)
            continue;
        const QDir open(u"/proc/%1/fd"_s.arg(pid));
        for (const QString &fd : open.entryList(QDir::Files | QDir::System | QDir::Hidden)) {
            char target[64];
            const ssize_t size = ::readlink(QFile::encodeName(open.filePath(fd)).constData(), target, sizeof(target));
            const QString address = size > 0 ? addresses.value(QByteArray(target, size)) : QString();
            QFile name(u"/proc/%1/comm"_s.arg(pid));
            if (address.isEmpty() || !name.open(QIODevice::ReadOnly))
                continue;
            QString &words = users[address];
            words += (words.isEmpty() ? QString() : u","_s)
                + u"(\"%1\",pid=%2,fd=%3)"_s.arg(QString::fromUtf8(name.readAll().trimmed()), pid, fd);
        }
    }
    for (QString &words : users)
        words = u"users:(%1)"_s.arg(words);
    return users;
}

ToolOutput ssTool(const NodeState &state, const QStringList &arguments, const QStringList &listening,
                  const QHash<QString, QString> &users)
{
    QStringList sockets = listening;
    QHash<QString, QString> behind = users;
    if (const Json busy = faultOf(state, "port-busy"); !busy.is_null()) {
        sockets << u"0.0.0.0:%1"_s.arg(qint64(numberAt(busy, "port").value_or(1025)));
        behind[sockets.last()]
            = u"users:((\"python3\",pid=%1,fd=7))"_s.arg(integerAt(busy, "pid").value_or(90412));
    }
    const bool withUsers = arguments.join(u' ').contains(u'p');
    QByteArray text;
    if (!arguments.join(u' ').contains(u'H'))
        text = "State  Recv-Q Send-Q Local Address:Port Peer Address:Port\n";
    for (const QString &socket : std::as_const(sockets))
        text += "LISTEN 0      128    " + socket.toUtf8().rightJustified(20) + "    0.0.0.0:*"
            + (withUsers && behind.contains(socket) ? "    " + behind.value(socket).toUtf8() : QByteArray()) + '\n';
    return {text, {}, 0};
}

QStringList skewedDate(const QStringList &arguments, double skewSeconds, qint64 nowMs)
{
    static const QRegularExpression given(u"^(-[a-zA-Z]*[dsrf]|--date|--set|--reference|--file).*"_s);
    for (const QString &argument : arguments)
        if (given.match(argument).hasMatch())
            return arguments;
    if (skewSeconds == 0)
        return arguments;
    return QStringList{u"-d"_s, u"@%1"_s.arg(double(nowMs) / 1000 + skewSeconds, 0, 'f', 3)} + arguments;
}

} // namespace sim
