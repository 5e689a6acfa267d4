// The cards' own network ports: address, link, health, gateway, TLS switch, and the file they are set from.
// Texts and values of hccn_tool: its published source (hicann/driver, src/custom/network/hccn) and HCCL's docs.
#include "core/checks/catalogue.h"
#include "core/facts/answerwords.h"
#include "core/facts/npufacts.h"
#include "core/parse/text.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct Asked
{
    QList<DeviceAnswer> answers;
    std::optional<Finding> finding;      // why there is nothing to judge
};

bool isMissing(const DeviceAnswer &answer)
{
    return (answer.exitCode == 127 || answer.exitCode == 126) && !lacksLibrary(answer.text);
}

// Puts one question to all devices that are known to be there.
Asked askAll(NodeProbe &probe, const QString &what)
{
    Asked asked;
    const QList<int> ids = deviceIdsOf(probe);
    if (ids.isEmpty()) {
        const Result<NpuSmiInfo> info = npuSmi(probe);
        asked.finding = info ? skipped(u"npu.count"_s, Checks::tr("it is not known which devices there are"))
                             : skipped(u"driver.present"_s, info.error().message);
        return asked;
    }
    Result<QList<DeviceAnswer>> answers = askHccn(probe, what, ids);
    if (!answers) {
        asked.finding = unknown(answers.error());
        return asked;
    }
    asked.answers = *std::move(answers);
    if (asked.answers.isEmpty())
        asked.finding = unknown(Checks::tr("hccn_tool gave no answer"));
    else if (asked.answers.first().exitCode == 126
             && asked.answers.first().text.toLower().contains("permission denied"))
        asked.finding = unknown(keptOut(Checks::tr("hccn_tool is there, but this user may not run it")));
    else if (isMissing(asked.answers.first()))
        asked.finding = unknown(Checks::tr("hccn_tool is neither on the PATH nor in /usr/local/Ascend/driver/tools"));
    return asked;
}

// What is said when some devices gave no answer that could be read.
Finding unread(const QList<DeviceAnswer> &answers, const QList<int> &devices)
{
    QString why;
    for (const DeviceAnswer &answer : answers) {
        if (!devices.contains(answer.device))
            continue;
        why = answer.exitCode == 124 ? Checks::tr("hccn_tool did not answer in time")
                                     : parse::toolError(parse::plainLines(answer.text));
        if (!why.isEmpty())
            break;
    }
    return why.isEmpty()
        ? unknown(Checks::tr("hccn_tool's answer cannot be read for device %1").arg(listText(devices)))
        : unknown(Checks::tr("hccn_tool says nothing usable about device %1: %2").arg(listText(devices), why));
}

std::optional<quint32> ipv4(const QString &text)
{
    const QStringList parts = text.split(u'.');
    quint32 value = 0;
    for (const QString &part : parts) {
        bool ok = false;
        const uint number = part.toUInt(&ok);
        if (!ok || number > 255)
            return {};
        value = value << 8 | number;
    }
    return parts.size() == 4 ? std::optional(value) : std::nullopt;
}

QStringList named(const CheckContext &context, const QList<int> &devices)
{
    QStringList names;
    for (const int device : devices)
        names << Checks::tr("%1 device %2").arg(context.node.name).arg(device);
    return names;
}

// Devices whose link is down; asked (or remembered) so that what follows from it is not reported again.
QSet<int> devicesDown(NodeProbe &probe)
{
    QSet<int> down;
    const Result<QList<DeviceAnswer>> answers = askHccn(probe, u"link"_s, deviceIdsOf(probe));
    if (answers) {
        for (const DeviceAnswer &answer : *answers) {
            if (readHccnLink(answer.text) == u"DOWN"_s)
                down.insert(answer.device);
        }
    }
    return down;
}

QString ipCommand(int device, const QString &address, const QString &netmask)
{
    return u"`hccn_tool -i %1 -ip -s address %2 netmask %3`"_s.arg(device).arg(address, netmask);
}

QString setAddress(int device, const QString &netmask)
{
    return netmask.isEmpty()
        ? Checks::tr("Set it: %1, with an address of its own for A and the cards' netmask for M; likewise on the other "
                     "devices named.")
              .arg(ipCommand(device, u"A"_s, u"M"_s))
        : Checks::tr("Set it: %1, with an address of its own for A; likewise on the other devices named.")
              .arg(ipCommand(device, u"A"_s, netmask));
}

// Address and netmask by device; empty: none.
using Addresses = QHash<int, QPair<QString, QString>>;

// The netmask that more than half of these cards have; empty: there is none.
QString usualMask(const QList<QPair<QString, QString>> &cards)
{
    QHash<QString, qsizetype> counts;
    for (const auto &[address, netmask] : cards)
        ++counts[netmask];
    for (auto it = counts.cbegin(); it != counts.cend(); ++it) {
        if (it.value() * 2 > cards.size())
            return it.key();
    }
    return {};
}

bool isInNetwork(const QString &address, const QString &of, const QString &netmask)
{
    const auto one = ipv4(address), card = ipv4(of), mask = ipv4(netmask);
    return one && card && mask && (*one & *mask) == (*card & *mask);
}

// A card in the network that more than half of these share; nullopt: they share none, or it is not known.
std::optional<QPair<QString, QString>> usualCard(const QList<QPair<QString, QString>> &cards)
{
    const QString netmask = usualMask(cards);
    for (const auto &card : cards) {
        const QString &address = card.first;
        const auto isBeside
            = [&](const QPair<QString, QString> &other) { return isInNetwork(other.first, address, netmask); };
        if (2 * std::count_if(cards.cbegin(), cards.cend(), isBeside) > cards.size())
            return QPair(address, netmask);
    }
    return {};
}

QString setNetmask(int device, const QString &address, const QString &netmask)
{
    return Checks::tr("Set the netmask as on the other devices: %1.").arg(ipCommand(device, address, netmask));
}

} // namespace

static Finding checkCardAddress(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"ip"_s);
    if (asked.finding)
        return *asked.finding;
    QList<int> without, unreadable;
    QHash<QString, QList<int>> owners;
    Addresses addresses;
    for (const DeviceAnswer &answer : asked.answers) {
        const auto ip = readHccnIp(answer.text);
        if (!ip) {
            unreadable << answer.device;
        } else if (ip->first.isEmpty()) {
            without << answer.device;
        } else {
            owners[ip->first] << answer.device;
            addresses.insert(answer.device, *ip);
        }
    }
    const QString netmask = usualMask(addresses.values());
    QList<int> otherMask;
    for (auto it = addresses.cbegin(); it != addresses.cend(); ++it) {
        if (!netmask.isEmpty() && !it->second.isEmpty() && it->second != netmask)
            otherMask << it.key();
    }
    std::sort(otherMask.begin(), otherMask.end());
    Finding finding;
    QList<int> twice;
    for (auto it = owners.cbegin(); it != owners.cend(); ++it) {
        if (it->size() > 1)
            twice += *it;
    }
    std::sort(twice.begin(), twice.end());
    if (!without.isEmpty()) {
        finding = failed(Checks::tr("%1 without").arg(without.size()),
                         Checks::tr("no address is set on device %1").arg(listText(without)),
                         setAddress(without.first(), netmask));
        finding.devices = named(context, without);
    } else if (!twice.isEmpty()) {
        finding = failed(Checks::tr("twice"), Checks::tr("devices %1 share an address").arg(listText(twice)),
                         setAddress(twice.last(), netmask));
        finding.devices = named(context, twice);
    } else if (!unreadable.isEmpty()) {
        return unread(asked.answers, unreadable);
    } else if (!otherMask.isEmpty()) {
        const int first = otherMask.first();
        finding = warned(Checks::tr("netmask differs"),
                         Checks::tr("device %1 has the netmask %2; most of the node's cards have %3")
                             .arg(listText(otherMask), addresses.value(first).second, netmask),
                         setNetmask(first, addresses.value(first).first, netmask));
        finding.devices = named(context, otherMask);
    } else {
        finding = passed(Checks::tr("%1 set").arg(owners.size()),
                         Checks::tr("each of its %1 devices has an address of its own").arg(owners.size()));
    }
    return finding;
}

static Finding checkCardLink(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"link"_s);
    if (asked.finding)
        return *asked.finding;
    QList<int> down, unreadable;
    int up = 0;
    for (const DeviceAnswer &answer : asked.answers) {
        const auto link = readHccnLink(answer.text);
        if (!link)
            unreadable << answer.device;
        else if (*link == u"UP")
            ++up;
        else
            down << answer.device;
    }
    if (!down.isEmpty()) {
        const QString value = Checks::tr("%1 up, %2 down").arg(up).arg(down.size());
        const QString summary = Checks::tr("the link of device %1 is down").arg(listText(down));
        const QString remedy
            = Checks::tr("Check cable and optical module (`hccn_tool -i %1 -optical -g`, `hccn_tool -i %1 -link_stat "
                         "-g`) and the switch port (`hccn_tool -i %1 -lldp -g` names it as long as the link is up).")
                  .arg(down.first());
        // On A3 the RoCE link may be down while HCCS works, as users report.
        Finding finding = context.settings.kind == u"a3"
            ? warned(value,
                     summary + u' '
                         + Checks::tr("(on A3 that may be normal while HCCS works: try `hccn_tool -i %1 -hccs_ping -g "
                                      "address ADDRESS`, with the address of another card)")
                               .arg(down.first()),
                     remedy)
            : failed(value, summary, remedy);
        finding.devices = named(context, down);
        return finding;
    }
    if (!unreadable.isEmpty())
        return unread(asked.answers, unreadable);
    return passed(Checks::tr("%1 up").arg(up), Checks::tr("the links of all %1 devices are up").arg(up));
}

static QString seeProbe(int device)
{
    return Checks::tr("See what it probes: `hccn_tool -i %1 -netdetect -g`; it should be the gateway. Then look at "
                      "link and switch.")
        .arg(device);
}

static Finding checkNetHealth(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"net_health"_s);
    if (asked.finding)
        return *asked.finding;
    const QSet<int> down = devicesDown(probe);
    const Result<QString> confText = hccnConf(probe);
    const QHash<int, QHash<QString, QString>> conf
        = confText ? readHccnConf(*confText) : QHash<int, QHash<QString, QString>>();
    QList<int> unreadable, bad, unsure, left, initial, unset;
    QStringList said;
    int good = 0;
    for (const DeviceAnswer &answer : asked.answers) {
        const auto health = readHccnHealth(answer.text);
        if (down.contains(answer.device)) {
            left << answer.device; // network.link has told of it
        } else if (!health) {
            unreadable << answer.device;
        } else if (*health == u"Success") {
            ++good;
        } else if (*health == u"Init") {
            initial << answer.device;
        } else if (*health == u"Unknown" || *health == u"Detect ip set") {
            unsure << answer.device;
        } else {
            bad << answer.device;
            said << Checks::tr("device %1: %2").arg(answer.device).arg(*health);
        }
    }
    // Nothing to probe, not a fault, as long as no address to probe is set. What the card has now goes before what it
    // was given in the file.
    QHash<int, QString> probed;
    const Result<QList<DeviceAnswer>> live = askHccn(probe, u"netdetect"_s, initial);
    for (const DeviceAnswer &answer : live ? *live : QList<DeviceAnswer>())
        probed.insert(answer.device, readHccnNetdetect(answer.text).value_or(QString()));
    for (const int device : std::as_const(initial)) {
        QString address = probed.value(device);
        if (address.isEmpty())
            address = conf.value(device).value(u"netdetect"_s);
        if (address.isEmpty() || address == u"0.0.0.0") {
            ++good;
            unset << device;
        } else {
            unsure << device;
        }
    }
    std::sort(unsure.begin(), unsure.end());
    const QString idle = unset.isEmpty()
        ? QString()
        : u"; "_s + Checks::tr("device %1 has no address to probe").arg(listText(unset));
    Finding finding;
    if (!bad.isEmpty()) {
        finding = failed(Checks::tr("%1 bad").arg(bad.size()),
                         Checks::tr("the network probe fails: %1").arg(said.join(u", "_s)), seeProbe(bad.first()));
        finding.devices = named(context, bad);
    } else if (!unreadable.isEmpty()) {
        return unread(asked.answers, unreadable);
    } else if (!unsure.isEmpty()) {
        finding = warned(Checks::tr("%1 pending").arg(unsure.size()),
                         Checks::tr("the network probe of device %1 has no result yet").arg(listText(unsure)),
                         seeProbe(unsure.first()));
        finding.devices = named(context, unsure);
    } else if (good == 0) {
        return skipped(u"network.link"_s, Checks::tr("the link of device %1 is down").arg(listText(left)));
    } else {
        finding = passed(Checks::tr("%1 well").arg(good),
                         (left.isEmpty()
                              ? Checks::tr("the network probe of all %1 devices is well").arg(good)
                              : Checks::tr(
                                    "the network probe of %1 devices is well; device %2 is left out, its link is down")
                                    .arg(good)
                                    .arg(listText(left)))
                             + idle);
    }
    return finding;
}

// All devices have one gateway and most have it in their network: what is wrong of the others is not the gateway.
static Finding addressOffGateway(const QList<int> &devices, const Addresses &addresses, const QString &usualMask,
                                 const QString &gateway)
{
    const int first = devices.first();
    const auto [ip, mask] = addresses.value(first);
    const QString value = Checks::tr("%1 outside").arg(devices.size());
    const auto card = ipv4(ip), usual = ipv4(usualMask), way = ipv4(gateway);
    if (mask != usualMask && card && usual && way && (*card & *usual) == (*way & *usual))
        return failed(value,
                      Checks::tr("the gateway %1, which all devices have, is not in the network of device %2: device "
                                 "%3 has the netmask %4, the others have %5")
                          .arg(gateway, listText(devices))
                          .arg(first)
                          .arg(mask, usualMask),
                      setNetmask(first, ip, usualMask));
    return failed(value,
                  Checks::tr("the gateway %1, which all devices have, is not in the network of device %2: device %3 "
                             "has the address %4")
                      .arg(gateway, listText(devices))
                      .arg(first)
                      .arg(ip),
                  Checks::tr("Give it a free address of the others' network: %1, with that address for A. If its "
                             "network is meant to be another one, set the gateway of that: `hccn_tool -i %2 -gateway "
                             "-s gateway G`, with its address for G.")
                      .arg(ipCommand(first, u"A"_s, usualMask))
                      .arg(first));
}

static Finding checkGateway(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"gateway"_s);
    if (asked.finding)
        return *asked.finding;
    const Result<QList<DeviceAnswer>> addresses = askHccn(probe, u"ip"_s, deviceIdsOf(probe));
    QHash<int, std::optional<QPair<QString, QString>>> own;
    if (addresses) {
        for (const DeviceAnswer &answer : *addresses)
            own[answer.device] = readHccnIp(answer.text);
    }
    const Result<QString> confText = hccnConf(probe);
    const auto conf = confText ? readHccnConf(*confText) : QHash<int, QHash<QString, QString>>();
    QList<int> unreadable, without, outside;
    QList<int> bare, otherwise, untold;  // their gateway cannot be judged: why not
    QList<QPair<QString, QString>> inside;
    QSet<QString> gateways;
    for (const DeviceAnswer &answer : asked.answers) {
        const auto gateway = readHccnGateway(answer.text);
        if (!gateway) {
            unreadable << answer.device;
            continue;
        }
        if (gateway->isEmpty()) {
            without << answer.device;
            continue;
        }
        gateways << *gateway;
        const auto [ip, netmask] = own.value(answer.device).value_or(QPair<QString, QString>());
        const QString configured = conf.value(answer.device).value(u"address"_s);
        const auto card = ipv4(ip), mask = ipv4(netmask), way = ipv4(*gateway);
        if (own.value(answer.device) && ip.isEmpty())
            bare << answer.device; // network.address tells of it
        else if (!card || !mask || !way)
            untold << answer.device;
        else if (!configured.isEmpty() && configured != ip)
            otherwise << answer.device; // the address itself is wrong: network.hccn-conf tells of it
        else if ((*card & *mask) != (*way & *mask))
            outside << answer.device;
        else
            inside << std::pair(ip, netmask);
    }
    // With one gateway for all others it is that; else a person knows.
    const auto setGateway = [&](int device) {
        const QString gateway = gateways.size() == 1 && outside.isEmpty() ? *gateways.cbegin() : QString();
        return gateway.isEmpty()
            ? Checks::tr("Set it: `hccn_tool -i %1 -gateway -s gateway G`, with the gateway of its network for G.")
                  .arg(device)
            : Checks::tr("Set it as on the other devices: `hccn_tool -i %1 -gateway -s gateway %2`.")
                  .arg(device)
                  .arg(gateway);
    };
    Finding finding;
    const QString netmask = usualMask(inside);
    if (!outside.isEmpty() && outside.size() < inside.size() && gateways.size() == 1 && !netmask.isEmpty()) {
        Addresses theirs;
        for (const int device : std::as_const(outside))
            theirs.insert(device, *own.value(device));
        finding = addressOffGateway(outside, theirs, netmask, *gateways.cbegin());
        finding.devices = named(context, outside);
    } else if (!outside.isEmpty()) {
        finding = failed(Checks::tr("%1 outside").arg(outside.size()),
                         Checks::tr("the gateway of device %1 is not in its own network").arg(listText(outside)),
                         setGateway(outside.first()));
        finding.devices = named(context, outside);
    } else if (!unreadable.isEmpty()) {
        return unread(asked.answers, unreadable);
    } else if (!without.isEmpty()) {
        // Cards in one network reach each other without.
        finding = warned(Checks::tr("%1 without").arg(without.size()),
                         Checks::tr("no gateway is set on device %1; cards of one network do not need it, others do")
                             .arg(listText(without)),
                         setGateway(without.first()));
        finding.devices = named(context, without);
    } else {
        QStringList left;
        if (!bare.isEmpty())
            left << Checks::tr("no address is set on device %1").arg(listText(bare));
        if (!otherwise.isEmpty())
            left << Checks::tr("the address of device %1 is not the one of /etc/hccn.conf").arg(listText(otherwise));
        if (!untold.isEmpty())
            left << Checks::tr("address or netmask of device %1 is not told").arg(listText(untold));
        if (inside.isEmpty())
            return skipped(otherwise.isEmpty() ? u"network.address"_s : u"network.hccn-conf"_s, left.join(u"; "_s));
        QStringList list(gateways.cbegin(), gateways.cend());
        list.sort();
        finding = passed(list.size() == 1 ? list.first() : Checks::tr("%1 set").arg(asked.answers.size()),
                         left.isEmpty()
                             ? Checks::tr("all %1 devices have a gateway in their own network").arg(inside.size())
                             : Checks::tr("%1 devices have a gateway in their own network; the others are left out: %2")
                                   .arg(inside.size())
                                   .arg(left.join(u"; "_s)));
    }
    return finding;
}

static Finding checkTls(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"tls"_s);
    if (asked.finding)
        return *asked.finding;
    QList<int> on, off, unreadable;
    for (const DeviceAnswer &answer : asked.answers) {
        const std::optional<int> tls = readHccnTls(answer.text);
        (!tls ? unreadable : *tls == 1 ? on : off) << answer.device;
    }
    if (!on.isEmpty() && !off.isEmpty()) {
        Finding finding
            = failed(Checks::tr("mixed"),
                     Checks::tr(
                         "the TLS switch is on for device %1 and off for device %2; HCCL needs it equal everywhere")
                         .arg(listText(on), listText(off)));
        finding.devices = named(context, on.size() < off.size() ? on : off);
        return finding;
    }
    if (!unreadable.isEmpty())
        return unread(asked.answers, unreadable);
    return on.isEmpty()
        ? passed(Checks::tr("off"), Checks::tr("the TLS switch of all %1 devices is off").arg(off.size()))
        : passed(Checks::tr("on"), Checks::tr("the TLS switch of all %1 devices is on").arg(on.size()));
}

// Of the gateways: where the file says otherwise than the cards, or nothing, a finding, for after a restart there is
// what it says. Else for how many devices both say the same.
struct FileGateways
{
    std::optional<Finding> finding;
    int equal = 0;
};

static FileGateways gatewaysOfFile(NodeProbe &probe, const CheckContext &context,
                                   const QHash<int, QHash<QString, QString>> &conf)
{
    const Result<QList<DeviceAnswer>> answers = askHccn(probe, u"gateway"_s, deviceIdsOf(probe));
    if (!answers)
        return {}; // network.gateway tells of that
    Addresses cards;
    const Result<QList<DeviceAnswer>> addresses = askHccn(probe, u"ip"_s, deviceIdsOf(probe));
    for (const DeviceAnswer &answer : addresses ? *addresses : QList<DeviceAnswer>())
        cards.insert(answer.device, readHccnIp(answer.text).value_or(QPair<QString, QString>()));
    FileGateways result;
    QList<int> absent, different;
    QStringList said;
    QHash<int, QString> live;
    for (const DeviceAnswer &answer : *answers) {
        const std::optional<QString> gateway = readHccnGateway(answer.text);
        const QString configured = conf.value(answer.device).value(u"gateway"_s);
        if (!gateway || (gateway->isEmpty() && configured.isEmpty()))
            continue;
        if (*gateway == configured) {
            ++result.equal;
            continue;
        }
        live.insert(answer.device, *gateway);
        (configured.isEmpty() ? absent : different) << answer.device;
        if (!configured.isEmpty())
            said << Checks::tr("device %1 has %2, the file says %3")
                        .arg(answer.device)
                        .arg(gateway->isEmpty() ? Checks::tr("no gateway") : *gateway, configured);
    }
    const QList<int> &devices = different.isEmpty() ? absent : different;
    if (devices.isEmpty())
        return result;
    const int first = devices.first();
    // An example is only what lies in the card's own network: another gateway reaches nobody.
    const auto [card, netmask] = cards.value(first);
    const QString present = live.value(first), configured = conf.value(first).value(u"gateway"_s);
    const bool isPresents = isInNetwork(present, card, netmask);
    const bool isFiles = !isPresents && isInNetwork(configured, card, netmask);
    const auto command = [first](const QString &gateway) {
        return u"`hccn_tool -i %1 -gateway -s gateway %2`"_s.arg(first).arg(gateway);
    };
    const QString right = isPresents
        ? Checks::tr("Set the gateway that is right, the live one for example: %1.").arg(command(present))
        : isFiles
        ? Checks::tr("Set the gateway that is right, the file's for example: %1.").arg(command(configured))
        : Checks::tr("Set the gateway that is right: %1, with the gateway of its network for G.").arg(command(u"G"_s));
    Finding finding = different.isEmpty()
        ? warned(Checks::tr("%1 not in file").arg(absent.size()),
                 Checks::tr("/etc/hccn.conf does not name the gateway of device %1: it is gone after a restart")
                     .arg(listText(absent)),
                 isPresents ? Checks::tr("Set the gateway again, it is written to the file as well: %1; likewise on "
                                         "the other devices named.")
                                  .arg(command(present))
                            : right + u' ' + Checks::tr("That is written to /etc/hccn.conf as well."))
        : failed(Checks::tr("%1 differ").arg(different.size()),
                 Checks::tr("/etc/hccn.conf and the live gateways differ: %1").arg(said.join(u"; "_s)),
                 right + u' ' + Checks::tr("That is written to /etc/hccn.conf as well."));
    finding.devices = named(context, devices);
    result.finding = finding;
    return result;
}

static Finding checkHccnConf(NodeProbe &probe, const CheckContext &context)
{
    const Asked asked = askAll(probe, u"ip"_s);
    if (asked.finding)
        return *asked.finding;
    const Result<QString> text = hccnConf(probe);
    if (!text)
        return text.error().kind == ErrorKind::CommandFailed && !isKeptOut(text.error())
            ? warned(Checks::tr("none"), text.error().message)
            : unknown(text.error());
    const auto conf = readHccnConf(*text);
    QList<int> absent, withoutMask, different, unreadable;
    QStringList said;
    QStringList setAgain, setMask;       // commands
    const auto again = [](const QStringList &commands) {
        return commands.isEmpty() ? QString()
                                  : Checks::tr("Set the address again, it is written to the file as well: %1; likewise "
                                               "on the other devices named.")
                                        .arg(commands.first());
    };
    QList<QPair<QString, QString>> live;
    QHash<QString, int> holders;         // of the live addresses
    bool onlyMasks = true;
    int equal = 0;
    for (const DeviceAnswer &answer : asked.answers) {
        const auto ip = readHccnIp(answer.text);
        const QString configured = conf.value(answer.device).value(u"address"_s),
                      mask = conf.value(answer.device).value(u"netmask"_s);
        if (ip && !ip->first.isEmpty()) {
            live << *ip;
            holders.insert(ip->first, answer.device);
        }
        if (!ip) {
            unreadable << answer.device;
        } else if (configured.isEmpty()) {
            if (!ip->first.isEmpty()) {
                absent << answer.device;
                if (!ip->second.isEmpty())
                    setAgain << ipCommand(answer.device, ip->first, ip->second);
            }
        } else if (configured == ip->first && mask.isEmpty() && !ip->second.isEmpty()) {
            withoutMask << answer.device;
            setMask << ipCommand(answer.device, ip->first, ip->second);
        } else if (configured == ip->first && (ip->second.isEmpty() || mask == ip->second)) {
            ++equal;
        } else if (configured == ip->first) {
            different << answer.device;
            said << Checks::tr("device %1 has the netmask %2, the file says %3")
                        .arg(answer.device)
                        .arg(ip->second, mask);
        } else {
            different << answer.device;
            onlyMasks = false;
            said << Checks::tr("device %1 has %2, the file says %3")
                        .arg(answer.device)
                        .arg(ip->first.isEmpty() ? Checks::tr("no address") : ip->first, configured);
        }
    }
    Finding finding;
    if (!different.isEmpty()) {
        // Which of the two is right of the odd one, the other cards tell; where they do not, a person does.
        const int first = different.first();
        const QString netmask = usualMask(live), configured = conf.value(first).value(u"address"_s);
        const auto isOfFirst = [first](const DeviceAnswer &answer) { return answer.device == first; };
        const auto own = std::find_if(asked.answers.cbegin(), asked.answers.cend(), isOfFirst);
        const QString present = readHccnIp(own->text).value().first;
        const int holder = holders.value(configured, first); // of what the file says
        // Nor is an example what the other cards do not reach, where they share a network.
        QList<QPair<QString, QString>> others = live;
        others.removeOne(readHccnIp(own->text).value());
        const auto network = usualCard(others);
        const auto isAmongOthers = [&](const QString &address) {
            return ipv4(address) && (!network || isInNetwork(address, network->first, network->second));
        };
        QString address = present;
        if (configured != present) {
            if (ipv4(configured) && holder == first && isAmongOthers(configured))
                address = configured;
            else if (!isAmongOthers(present))
                address.clear();
        }
        const QString what = !onlyMasks && address == configured
            ? Checks::tr("Set the address that is right and that no other card has, the file's for example: %1.")
            : holder != first
            ? (address.isEmpty() ? Checks::tr("Device %1 has the address that the file says. Set one that no other "
                                              "card has: %2.")
                                 : Checks::tr("Device %1 has the address that the file says. Set one that no other "
                                              "card has, the live one for example: %2."))
                  .arg(QString::number(holder), u"%1"_s)
            : !onlyMasks && address.isEmpty()
            ? Checks::tr("Set the address that is right and that no other card has: %1.")
            : !onlyMasks && ipv4(configured)
            ? Checks::tr("Set the address that is right and that no other card has, the live one for example: %1.")
            : !onlyMasks                ? Checks::tr("What the file says is no address. Set the right one, the live "
                                                     "one for example: %1.")
            : netmask.isEmpty()         ? Checks::tr("Set the netmask that is right: %1.")
                                        : Checks::tr("Set the netmask that most of the node's cards have: %1.");
        QString remedy = what.arg(ipCommand(first, address.isEmpty() ? u"A"_s : address,
                                            netmask.isEmpty() ? u"M"_s : netmask));
        if (address.isEmpty())
            remedy += u' ' + Checks::tr("Put an address of its own there for A.");
        if (netmask.isEmpty())
            remedy += u' ' + Checks::tr("Put the cards' netmask there for M.");
        finding = failed(Checks::tr("%1 differ").arg(different.size()),
                         (onlyMasks ? Checks::tr("/etc/hccn.conf and the live netmasks differ: %1")
                                    : Checks::tr("/etc/hccn.conf and the live addresses differ: %1"))
                             .arg(said.join(u"; "_s)),
                         remedy + u' ' + Checks::tr("That is written to /etc/hccn.conf as well."));
        finding.devices = named(context, different);
    } else if (!unreadable.isEmpty()) {
        return unread(asked.answers, unreadable);
    } else if (!absent.isEmpty()) {
        finding = warned(Checks::tr("%1 not in file").arg(absent.size()),
                         Checks::tr("/etc/hccn.conf does not name device %1: its address is gone after a restart")
                             .arg(listText(absent)),
                         again(setAgain));
        finding.devices = named(context, absent);
    } else if (!withoutMask.isEmpty()) {
        finding = warned(Checks::tr("%1 not in file").arg(withoutMask.size()),
                         Checks::tr("/etc/hccn.conf does not name the netmask of device %1: its network is another one "
                                    "after a restart")
                             .arg(listText(withoutMask)),
                         again(setMask));
        finding.devices = named(context, withoutMask);
    } else if (equal == 0) {
        return skipped(u"network.address"_s, Checks::tr("no device has an address"));
    } else {
        const FileGateways gateways = gatewaysOfFile(probe, context, conf);
        if (gateways.finding)
            return *gateways.finding;
        finding = passed(
            Checks::tr("equal"),
            gateways.equal >= equal
                ? Checks::tr("/etc/hccn.conf names the live addresses, netmasks and gateways of all %1 devices")
                      .arg(equal)
                : gateways.equal > 0
                ? Checks::tr("/etc/hccn.conf names the live addresses and netmasks of all %1 devices, and the gateways "
                             "of %2; the others tell none")
                      .arg(equal)
                      .arg(gateways.equal)
                : Checks::tr("/etc/hccn.conf names the live addresses and netmasks of all %1 devices; none tells a "
                             "gateway")
                      .arg(equal));
    }
    return finding;
}

// Fails when / warns when:
QList<NodeCheck> networkChecks()
{
    return {
        {"network.address", "", checkCardAddress, 1, noCardNetwork}, // none set, or the same twice
        {"network.link", "", checkCardLink, 1, noCardNetwork},       // DOWN (A3: warns)
        // any fault of a device whose link is up; Init without netdetect passes
        {"network.health", "", checkNetHealth, 1, noCardNetwork},
        {"network.gateway", "", checkGateway, 1, noCardNetwork},     // outside the card's network; warns: none set
        {"network.tls", "", checkTls, 1, noCardNetwork},             // on for some devices and off for others
        // another address, netmask or gateway than the live one; warns: not in the file
        {"network.hccn-conf", "", checkHccnConf, 1, noCardNetwork},
    };
}
