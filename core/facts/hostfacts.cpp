#include "core/facts/hostfacts.h"

#include "core/base/languages.h"
#include "core/facts/answerwords.h"
#include "core/nodes/simulation.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct HostFacts
{
    ASC_TR_FUNCTIONS(HostFacts)
};

bool isIpv4(const QString &text)
{
    static const QRegularExpression shape(u"^\\d{1,3}(\\.\\d{1,3}){3}$"_s);
    return shape.match(text).hasMatch();
}

} // namespace

bool isSimulated(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask(simulatorsMark());
    return output && isSimulatorsMark(*output);
}

OsFacts readOsRelease(const QString &text)
{
    OsFacts os;
    for (const QString &line : text.split(u'\n')) {
        const qsizetype equals = line.indexOf(u'=');
        if (equals < 1)
            continue;
        QString value = line.mid(equals + 1).trimmed();
        if (value.size() >= 2 && (value.startsWith(u'"') || value.startsWith(u'\'')) && value.endsWith(value.front()))
            value = value.mid(1, value.size() - 2);
        const QString key = line.left(equals).trimmed();
        if (key == u"PRETTY_NAME")
            os.prettyName = value;
        else if (key == u"ID")
            os.id = value;
        else if (key == u"VERSION_ID")
            os.versionId = value;
    }
    return os;
}

Result<OsFacts> osFacts(NodeProbe &probe)
{
    const Result<CommandOutput> kernel = probe.ask({u"uname"_s, u"-srm"_s});
    if (!kernel)
        return kernel.error();
    const QStringList parts = words(textOf(kernel->out));
    if (kernel->exitCode != 0 || parts.size() < 3)
        return noAnswer(u"uname"_s, *kernel);
    const Result<CommandOutput> release = probe.ask({u"cat"_s, u"/etc/os-release"_s});
    if (!release)
        return release.error();
    OsFacts os = release->exitCode == 0 ? readOsRelease(textOf(release->out)) : OsFacts();
    os.kernel = parts[1];
    os.arch = parts.last();
    return os;
}

QString hostName(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask({u"uname"_s, u"-n"_s});
    return output && output->exitCode == 0 ? textOf(output->out).trimmed() : QString();
}

QStringList clockQuestion() { return {u"date"_s, u"+%s.%N"_s}; }

Result<ClockReading> clockReading(NodeProbe &probe)
{
    const QStringList argv = clockQuestion();
    const Result<CommandOutput> output = probe.ask(argv);
    if (!output)
        return output.error();
    const auto [before, after] = probe.momentOf(argv).value_or(NodeProbe::Moment());
    const QString text = textOf(output->out).trimmed();
    static const QRegularExpression shape(u"^(\\d{9,11})(\\.(\\d{1,9})?.*)?$"_s);
    const QRegularExpressionMatch match = shape.match(text);
    if (output->exitCode != 0 || !match.hasMatch())
        return noAnswer(u"date"_s, *output);
    const QString fraction = match.captured(3);
    const double theirs = match.captured(1).toDouble() + (fraction.isEmpty() ? 0.5 : (u"0."_s + fraction).toDouble());
    const double halfTrip = double(after - before) / 2000.0;
    return ClockReading{theirs - (double(before) / 1000.0 + halfTrip), halfTrip + (fraction.isEmpty() ? 0.5 : 0.0)};
}

Memory readMeminfo(const QString &text)
{
    Memory memory;
    qint64 pages = -1, freePages = -1, promisedPages = 0, pageBytes = -1, allBytes = -1;
    for (const QString &line : text.split(u'\n')) {
        const QStringList parts = words(line);
        if (parts.size() < 2)
            continue;
        bool ok = false;
        const qint64 kib = parts[1].toLongLong(&ok);
        if (!ok)
            continue;
        if (parts[0] == u"MemTotal:")
            memory.totalBytes = kib * 1024;
        else if (parts[0] == u"MemAvailable:")
            memory.availableBytes = kib * 1024;
        else if (parts[0] == u"SwapTotal:")
            memory.swapTotalBytes = kib * 1024;
        else if (parts[0] == u"SwapFree:")
            memory.swapFreeBytes = kib * 1024;
        else if (parts[0] == u"HugePages_Total:")
            pages = kib; // a number of pages, no kB
        else if (parts[0] == u"HugePages_Free:")
            freePages = kib;
        else if (parts[0] == u"HugePages_Rsvd:")
            promisedPages = kib;
        else if (parts[0] == u"Hugepagesize:")
            pageBytes = kib * 1024;
        else if (parts[0] == u"Hugetlb:") // of all sizes
            allBytes = kib * 1024;
    }
    memory.hugePageBytes = std::max<qint64>(0, pageBytes);
    if (allBytes > 0 && pages >= 0 && pageBytes > 0)
        memory.otherHugeBytes = std::max<qint64>(0, allBytes - pages * pageBytes);
    if (freePages >= 0 && pageBytes > 0)
        memory.idleHugeBytes = std::max<qint64>(0, freePages - promisedPages) * pageBytes;
    return memory;
}

Result<Memory> memory(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask({u"cat"_s, u"/proc/meminfo"_s});
    if (!output)
        return output.error();
    const Memory memory = readMeminfo(textOf(output->out));
    if (!memory.totalBytes)
        return noAnswer(u"cat /proc/meminfo"_s, *output);
    return memory;
}

std::optional<DiskSpace> readDf(const QString &text)
{
    // Filesystem 1-blocks Used Available Capacity Mounted on; with -P one line each. Blocks of 1 or 1024 bytes.
    const QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    qint64 unit = 1;
    for (const QString &line : lines) {
        if (line.startsWith(u"Filesystem"_s)) {
            unit = line.contains(u"1024-blocks"_s) || line.contains(u"1K-blocks"_s) ? 1024 : 1;
            continue;
        }
        const QStringList parts = words(line);
        // From the right: the device's name may hold blanks.
        qsizetype percent = -1;
        for (qsizetype i = parts.size() - 2; i >= 4 && percent < 0; --i) {
            if (parts[i].endsWith(u'%') || parts[i] == u"-")
                percent = i;
        }
        if (percent < 4)
            continue;
        bool totalOk = false, freeOk = false;
        const qint64 total = parts[percent - 3].toLongLong(&totalOk);
        const qint64 available = parts[percent - 1].toLongLong(&freeOk);
        if (totalOk && freeOk)
            return DiskSpace{{}, QStringList(parts.mid(percent + 1)).join(u' '), total * unit, available * unit};
    }
    return {};
}

Result<DiskSpace> diskSpace(NodeProbe &probe, const QString &path)
{
    QString folder = path;
    while (true) {
        Result<CommandOutput> output = probe.ask({u"df"_s, u"-B1"_s, u"-P"_s, folder});
        if (!output)
            return output.error();
        if (output->exitCode != 0 && QByteArray(output->err).contains("invalid option"))
            output = probe.ask({u"df"_s, u"-P"_s, u"-k"_s, folder}); // an old busybox knows no -B
        if (!output)
            return output.error();
        if (std::optional<DiskSpace> space = readDf(textOf(output->out))) {
            space->path = folder;
            return *space;
        }
        const qsizetype slash = folder.lastIndexOf(u'/');
        if (slash < 0 || folder == u"/" || isMissingTool(*output))
            return noAnswer(u"df"_s, *output);
        folder = slash == 0 ? u"/"_s : folder.left(slash);
    }
}

QMap<QString, int> readMtus(const QByteArray &text)
{
    QMap<QString, int> mtus;
    if (text.trimmed().startsWith('[')) {
        const Result<Json> json = parseJson(text, u"ip -j addr"_s);
        for (const Json &link : json && json->is_array() ? *json : Json::array()) {
            if (const std::optional<qint64> mtu = link.is_object() ? integerAt(link, "mtu") : std::nullopt)
                mtus.insert(stringAt(link, "ifname"), int(*mtu));
        }
        return mtus;
    }
    // 2: eth0: <BROADCAST,UP> mtu 1500 qdisc mq state UP
    static const QRegularExpression line(u"^\\d+:\\s+([^\\s:@]+)\\S*\\s+<[^>]*>\\s+mtu\\s+(\\d+)"_s,
                                         QRegularExpression::MultilineOption);
    for (auto matches = line.globalMatch(QString::fromUtf8(text)); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        mtus.insert(match.captured(1), match.captured(2).toInt());
    }
    return mtus;
}

// iproute2 and the kernel's if.h: NO-CARRIER is put in where an interface is set up and not running.
QStringList readDownInterfaces(const QByteArray &text)
{
    QStringList down;
    const auto isDown = [](const QString &state) { return state == "DOWN"_L1 || state == "LOWERLAYERDOWN"_L1; };
    if (text.trimmed().startsWith('[')) {
        const Result<Json> json = parseJson(text, u"ip -j addr"_s);
        for (const Json &link : json && json->is_array() ? *json : Json::array()) {
            if (!link.is_object())
                continue;
            const Json flags = link.value("flags", Json::array());
            const bool hasNoCarrier = flags.is_array()
                && std::any_of(flags.cbegin(), flags.cend(), [](const Json &flag) { return flag == "NO-CARRIER"; });
            if (hasNoCarrier || isDown(stringAt(link, "operstate")))
                down << stringAt(link, "ifname");
        }
        return down;
    }
    // 2: eth0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc mq state DOWN
    static const QRegularExpression interface(u"^\\d+:\\s+([^\\s:@]+)\\S*\\s+<([^>]*)>(.*)$"_s,
                                              QRegularExpression::MultilineOption),
        state(u"\\sstate\\s+(\\S+)"_s);
    for (auto matches = interface.globalMatch(QString::fromUtf8(text)); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (match.captured(2).split(u',').contains("NO-CARRIER"_L1)
            || isDown(state.match(match.captured(3)).captured(1)))
            down << match.captured(1);
    }
    return down;
}

std::optional<QList<HostAddress>> readIpAddresses(const QByteArray &text)
{
    QList<HostAddress> addresses;
    if (text.trimmed().startsWith('[')) {
        const Result<Json> json = parseJson(text, u"ip -j addr"_s);
        if (!json || !json->is_array())
            return {};
        for (const Json &link : *json) {
            const QString interface = stringAt(link, "ifname");
            if (!link.is_object() || !link.contains("addr_info") || !link["addr_info"].is_array())
                continue;
            for (const Json &info : link["addr_info"]) {
                const QString ip = stringAt(info, "local");
                const QString scope = stringAt(info, "scope");
                if (!ip.isEmpty() && scope != u"host" && scope != u"link")
                    addresses.append({interface, ip});
            }
        }
        return addresses;
    }
    // 2: eth0    inet 10.20.0.2/24 brd 10.20.0.255 scope global eth0
    static const QRegularExpression line(u"^\\d+:\\s+([^\\s:@]+)\\S*\\s+inet6?\\s+([0-9a-fA-F.:]+)(/\\d+)?(.*)$"_s,
                                         QRegularExpression::MultilineOption);
    auto matches = line.globalMatch(QString::fromUtf8(text));
    bool any = false;
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        any = true;
        const QString rest = match.captured(4);
        if (!rest.contains(u"scope host"_s) && !rest.contains(u"scope link"_s) && match.captured(1) != u"lo")
            addresses.append({match.captured(1), match.captured(2)});
    }
    return any ? std::optional(addresses) : std::nullopt;
}

QString readDefaultInterface(const QByteArray &text)
{
    if (text.trimmed().startsWith('[')) {
        const Result<Json> json = parseJson(text, u"ip -j route"_s);
        if (json && json->is_array()) {
            for (const Json &route : *json) {
                if (stringAt(route, "dst") == u"default")
                    return stringAt(route, "dev");
            }
        }
        return {};
    }
    static const QRegularExpression line(u"^default\\b.*\\bdev\\s+(\\S+)"_s, QRegularExpression::MultilineOption);
    return line.match(QString::fromUtf8(text)).captured(1);
}

Result<HostNetwork> hostNetwork(NodeProbe &probe)
{
    Result<CommandOutput> output = probe.ask({u"ip"_s, u"-j"_s, u"addr"_s});
    if (!output)
        return output.error();
    HostNetwork network;
    std::optional<QList<HostAddress>> addresses = output->exitCode == 0 ? readIpAddresses(output->out) : std::nullopt;
    const bool knowsJson = addresses.has_value();
    if (!addresses) {
        output = probe.ask({u"ip"_s, u"-o"_s, u"addr"_s}); // busybox
        if (!output)
            return output.error();
        addresses = readIpAddresses(output->out);
    }
    if (!addresses)
        return noAnswer(u"ip addr"_s, *output);
    network.addresses = *addresses;
    network.mtu = readMtus(output->out);
    network.down = readDownInterfaces(output->out);
    const Result<CommandOutput> routes = probe.ask(knowsJson ? QStringList{u"ip"_s, u"-j"_s, u"route"_s}
                                                           : QStringList{u"ip"_s, u"route"_s});
    if (routes && routes->exitCode == 0)
        network.defaultInterface = readDefaultInterface(routes->out);
    return network;
}

HostAddress ownAddress(NodeProbe &probe, const Node &node)
{
    const Result<HostNetwork> network = hostNetwork(probe);
    if (!network)
        return {};
    const auto withIp = [&](const QString &ip) {
        const auto it = std::find_if(network->addresses.cbegin(), network->addresses.cend(),
                                     [&](const HostAddress &address) { return address.ip == ip; });
        return it == network->addresses.cend() ? HostAddress() : *it;
    };
    if (const HostAddress own = withIp(node.host); !own.ip.isEmpty())
        return own;
    if (node.transport == Transport::Ssh && !isIpv4(node.host)) {
        // A name: sshd tells by which of its addresses we came ("client port server port").
        const Result<CommandOutput> connection = probe.ask({u"sh"_s, u"-c"_s, u"echo \"$SSH_CONNECTION\""_s});
        if (connection) {
            if (const HostAddress own = withIp(words(textOf(connection->out)).value(2)); !own.ip.isEmpty())
                return own;
        }
    }
    for (const HostAddress &address : network->addresses) {
        if (address.interface == network->defaultInterface && isIpv4(address.ip))
            return address;
    }
    // No default route: the only interface with an address, if there is just one.
    QList<HostAddress> ipv4;
    std::copy_if(network->addresses.cbegin(), network->addresses.cend(), std::back_inserter(ipv4),
                 [](const HostAddress &address) { return isIpv4(address.ip); });
    return network->defaultInterface.isEmpty() && ipv4.size() == 1 ? ipv4.first() : HostAddress();
}

Limits readLimits(const QString &text)
{
    const auto valueOf = [](const QStringList &parts) -> std::optional<qint64> {
        if (parts.last() == u"unlimited")
            return -1;
        bool ok = false;
        const qint64 value = parts.last().toLongLong(&ok);
        return ok ? std::optional(value) : std::nullopt;
    };
    Limits limits;
    for (const QString &line : text.split(u'\n')) {
        const QStringList parts = words(line);
        if (parts.size() < 2)
            continue;
        if (line.startsWith(u"open files"_s) || line.startsWith(u"nofiles"_s) || line.startsWith(u"-n:"_s))
            limits.openFiles = valueOf(parts);
        else if (line.startsWith(u"max locked memory"_s) || line.startsWith(u"locked memory"_s)
                 || line.startsWith(u"-l:"_s))
            limits.lockedMemoryKb = valueOf(parts);
        else if (line.startsWith(u"max user processes"_s) || line.startsWith(u"process "_s)
                 || line.startsWith(u"processes"_s) || line.startsWith(u"-p:"_s))
            limits.processes = valueOf(parts);
    }
    return limits;
}

Result<Limits> limits(NodeProbe &probe)
{
    const Result<CommandOutput> output = probe.ask({u"sh"_s, u"-c"_s, u"ulimit -a"_s});
    if (!output)
        return output.error();
    const Limits limits = readLimits(textOf(output->out));
    if (!limits.openFiles)
        return noAnswer(u"ulimit -a"_s, *output);
    return limits;
}
