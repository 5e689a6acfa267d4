#include "app/sim/hosttools.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <unistd.h>

namespace sim {

namespace {

Json faultOf(const NodeState &state, const char *name)
{
    const auto faults = state.other.find("faults");
    return faults != state.other.end() && faults->contains(name) ? (*faults)[name] : Json();
}

} // namespace

ToolOutput unameTool(const NodeState &state, const QStringList &arguments)
{
    QString wanted;
    for (const QString &argument : arguments) {
        static const QHash<QString, QString> longNames{{QStringLiteral("--all"), QStringLiteral("a")},
                                                       {QStringLiteral("--kernel-name"), QStringLiteral("s")},
                                                       {QStringLiteral("--nodename"), QStringLiteral("n")},
                                                       {QStringLiteral("--kernel-release"), QStringLiteral("r")},
                                                       {QStringLiteral("--kernel-version"), QStringLiteral("v")},
                                                       {QStringLiteral("--machine"), QStringLiteral("m")},
                                                       {QStringLiteral("--processor"), QStringLiteral("p")},
                                                       {QStringLiteral("--operating-system"), QStringLiteral("o")}};
        if (longNames.contains(argument))
            wanted += longNames[argument];
        else if (argument.startsWith(u'-') && !argument.startsWith(QLatin1String("--")))
            wanted += argument.mid(1);
        else
            return {{}, "uname: extra operand '" + argument.toUtf8() + "'\n", 1};
    }
    if (wanted.isEmpty())
        wanted = QStringLiteral("s");
    if (wanted.contains(u'a'))
        wanted = QStringLiteral("snrvmpo");
    const QString machine = stringAt(state.other, "architecture", QStringLiteral("aarch64"));
    const std::pair<QChar, QString> parts[] = {{u's', QStringLiteral("Linux")},
                                               {u'n', state.name},
                                               {u'r', stringAt(state.other, "kernel")},
                                               {u'v', QStringLiteral("#1 SMP Thu Jun 27 15:22:10 CST 2024")},
                                               {u'm', machine},
                                               {u'p', machine},
                                               {u'i', machine},
                                               {u'o', QStringLiteral("GNU/Linux")}};
    QStringList words;
    for (const auto &[letter, word] : parts)
        if (wanted.contains(letter))
            words << word;
    return {words.join(u' ').toUtf8() + '\n', {}, 0};
}

ToolOutput dfTool(const NodeState &state, const QStringList &arguments)
{
    qint64 block = 1024;
    QStringList paths;
    for (const QString &argument : arguments) {
        if (argument.startsWith(QLatin1String("-B"))) {
            const QString size = argument.mid(2);
            block = size == QLatin1String("G") ? 1LL << 30
                : size == QLatin1String("M")   ? 1LL << 20
                : size == QLatin1String("K")   ? 1024
                                               : qMax<qint64>(1, size.toLongLong());
        } else if (argument == QLatin1String("-m")) {
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
            const bool holds = mount == QLatin1String("/") || path == mount || path.startsWith(mount + u'/');
            if (holds && (best.is_null() || mount.size() > stringAt(best, "mount").size()))
                best = filesystem;
        }
        if (!best.is_null())
            shown << best;
    }
    const Json full = faultOf(state, "disk-full");
    QByteArray text = "Filesystem " + (block == 1024 ? QByteArray("1024") : QByteArray::number(block))
        + "-blocks Used Available Capacity Mounted on\n";
    for (const Json &filesystem : std::as_const(shown)) {
        const qint64 total = integerAt(filesystem, "total").value_or(0);
        const bool isFull = !full.is_null() && stringAt(full, "mount") == stringAt(filesystem, "mount");
        const qint64 used = isFull ? total : integerAt(filesystem, "used").value_or(0);
        text += stringAt(filesystem, "source").toUtf8() + ' ' + QByteArray::number(total / block) + ' '
            + QByteArray::number(used / block) + ' ' + QByteArray::number((total - used) / block) + ' '
            + QByteArray::number(total ? used * 100 / total : 0) + "% " + stringAt(filesystem, "mount").toUtf8() + '\n';
    }
    return {text, {}, 0};
}

ToolOutput ipTool(const NodeState &state, const QStringList &arguments)
{
    const QString interface = stringAt(state.other, "interface"), address = stringAt(state.other, "address"),
                  gateway = stringAt(state.other, "gateway");
    const bool json = arguments.contains(QLatin1String("-j")) || arguments.contains(QLatin1String("-json"));
    QString object;
    for (const QString &argument : arguments)
        if (!argument.startsWith(u'-') && object.isEmpty())
            object = argument;
    if (object.startsWith(u'a')) {
        if (!json)
            return {QStringLiteral(
                        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n"
                        "2: %1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 state UP\n    inet %2/24 scope global %1\n")
                        .arg(interface, address)
                        .toUtf8(),
                    {},
                    0};
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
        links.push_back(link(1, QStringLiteral("lo"), "loopback",
                             Json::array({inet(QStringLiteral("127.0.0.1"), 8, "host", QStringLiteral("lo"))})));
        links.push_back(link(2, interface, "ether", Json::array({inet(address, 24, "global", interface)})));
        links.push_back(
            link(3, QStringLiteral("docker0"), "ether",
                 Json::array({inet(QStringLiteral("172.17.0.1"), 16, "global", QStringLiteral("docker0"))})));
        return {compactJson(links) + '\n', {}, 0};
    }
    if (object.startsWith(u'r')) {
        const QString subnet = address.section(u'.', 0, 2) + QStringLiteral(".0/24");
        if (!json)
            return {QStringLiteral("default via %1 dev %2\n%3 dev %2 proto kernel scope link src %4\n")
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
        sockets.append(
            {QStringLiteral("%1.%2.%3.%4").arg(raw & 0xff).arg(raw >> 8 & 0xff).arg(raw >> 16 & 0xff).arg(raw >> 24),
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
    for (const QString &pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        if (pid.toInt() <= 0)
            continue;
        const QDir open(QStringLiteral("/proc/%1/fd").arg(pid));
        for (const QString &fd : open.entryList(QDir::Files | QDir::System | QDir::Hidden)) {
            char target[64];
            const ssize_t size = ::readlink(QFile::encodeName(open.filePath(fd)).constData(), target, sizeof(target));
            const QString address = size > 0 ? addresses.value(QByteArray(target, size)) : QString();
            QFile name(QStringLiteral("/proc/%1/comm").arg(pid));
            if (address.isEmpty() || !name.open(QIODevice::ReadOnly))
                continue;
            QString &words = users[address];
            words += (words.isEmpty() ? QString() : QStringLiteral(","))
                + QStringLiteral("(\"%1\",pid=%2,fd=%3)").arg(QString::fromUtf8(name.readAll().trimmed()), pid, fd);
        }
    }
    for (QString &words : users)
        words = QStringLiteral("users:(%1)").arg(words);
    return users;
}

ToolOutput ssTool(const NodeState &state, const QStringList &arguments, const QStringList &listening,
                  const QHash<QString, QString> &users)
{
    QStringList sockets = listening;
    QHash<QString, QString> behind = users;
    if (const Json busy = faultOf(state, "port-busy"); !busy.is_null()) {
        sockets << QStringLiteral("0.0.0.0:%1").arg(qint64(numberAt(busy, "port").value_or(1025)));
        behind[sockets.last()] = QStringLiteral("users:((\"python3\",pid=90412,fd=7))");
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
    static const QRegularExpression given(QStringLiteral("^(-[a-zA-Z]*[dsrf]|--date|--set|--reference|--file).*"));
    for (const QString &argument : arguments)
        if (given.match(argument).hasMatch())
            return arguments;
    if (skewSeconds == 0)
        return arguments;
    return QStringList{QStringLiteral("-d"), QStringLiteral("@%1").arg(double(nowMs) / 1000 + skewSeconds, 0, 'f', 3)}
    + arguments;
}

} // namespace sim
