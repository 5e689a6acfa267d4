#include "core/topology/topology.h"

#include "core/base/plaintext.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/systemfolders.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QSet>

#include <arpa/inet.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error cannotPlace(const QString &message) { return {ErrorKind::Invalid, message, {}, {}}; }

QString withHash(const QString &changed, const QString &original)
{
    if (changed == original)
        return original;
    const QByteArray hash = QCryptographicHash::hash(original.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return (changed.isEmpty() ? QString() : changed + QLatin1Char('-')) + QString::fromLatin1(hash);
}


// hccn_tool's answer, else /etc/hccn.conf's address_N (HCCL's user guide).
QString deviceAddress(const NodeFacts &facts, int id)
{
    for (const HccnFacts &hccn : facts.hccn) {
        if (hccn.deviceId == id && isUsableAddress(hccn.ip))
            return hccn.ip;
    }
    const QString key = u"address_%1="_s.arg(id);
    for (const QString &line : facts.hccnConf.split(QLatin1Char('\n'))) {
        const QString trimmed = line.trimmed();
        if (trimmed.startsWith(key) && isUsableAddress(trimmed.mid(key.size()).trimmed()))
            return trimmed.mid(key.size()).trimmed();
    }
    return {};
}

// What could not be read says nothing of what is in it.
QString addressNotKnown(const Node &node, const NodeFacts &facts, int id)
{
    const auto said = [&facts](const QString &part, const QString &otherwise) {
        QString words = facts.errors.contains(part) ? facts.errors.value(part).message : otherwise;
        while (words.endsWith(QLatin1Char('.')) || words.endsWith(QChar(0x3002)))
            words.chop(1);
        return words;
    };
    return ArtifactsText::tr("The address of %1's device %2 is not known: %3; %4.", "node; number; why not; why not")
        .arg(node.name)
        .arg(id)
        .arg(said(u"hccn"_s, ArtifactsText::tr("hccn_tool -i %1 -ip -g reports none").arg(id)),
             said(u"hccn.conf"_s, ArtifactsText::tr("/etc/hccn.conf has no address_%1").arg(id)));
}

QList<int> deviceIds(const NodeFacts &facts)
{
    QList<int> ids = facts.deviceIds;
    if (ids.isEmpty() && facts.npuSmi) {
        for (const NpuChip &chip : facts.npuSmi->chips) {
            if (chip.deviceId)
                ids << *chip.deviceId;
        }
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Result<Placement> placementOf(const Node &node, const NodeFacts &facts, const Recipe &recipe, int firstRank,
                              bool withAddresses)
{
    Placement member;
    member.name = node.name;
    member.folder = folderName(node.name);
    if (!facts.reachable && !facts.error)
        return cannotPlace(
            ArtifactsText::tr("The addresses and devices of %1 are not known yet; ask it for its facts first.")
                .arg(node.name));
    if (!facts.reachable)
        return cannotPlace(
            ArtifactsText::tr(
                "%1 could not be asked for its facts, so its addresses and devices are unknown. Ask it again. %2",
                "node; what went wrong")
                .arg(node.name, facts.error->message));
    member.ip = facts.hostIp;
    member.interface = facts.hostInterface;
    if (!isUsableAddress(member.ip))
        return cannotPlace(
            ArtifactsText::tr("%1 has no known address of its own for the other nodes to reach it by.").arg(node.name));
    const QList<int> ids = deviceIds(facts);
    if (ids.isEmpty() && facts.errors.contains(u"npu-smi"_s))
        return cannotPlace(ArtifactsText::tr("%1: its NPU devices are not known: %2")
                               .arg(node.name, facts.errors.value(u"npu-smi"_s).message));
    if (ids.isEmpty())
        return cannotPlace(ArtifactsText::tr("%1 has no NPU devices; the recipe needs %2 on each node.")
                               .arg(node.name)
                               .arg(recipe.chipsPerNode));
    if (ids.size() < recipe.chipsPerNode && !recipe.chipsKey.isEmpty())
        return cannotPlace(
            ArtifactsText::tr(
                "%1 has %2 NPU devices; the setting \"%3\" asks for %4 on each node. Set it to at most %2.")
                .arg(node.name)
                .arg(ids.size())
                .arg(recipe.chipsKey)
                .arg(recipe.chipsPerNode));
    if (ids.size() < recipe.chipsPerNode)
        return cannotPlace(ArtifactsText::tr("%1 has %2 NPU devices; the recipe needs %3 on each node.")
                               .arg(node.name)
                               .arg(ids.size())
                               .arg(recipe.chipsPerNode));
    for (const int id : ids.mid(0, recipe.chipsPerNode)) {
        const QString ip = deviceAddress(facts, id);
        if (ip.isEmpty() && withAddresses
            && (facts.errors.contains(u"hccn"_s) || facts.errors.contains(u"hccn.conf"_s)))
            return cannotPlace(addressNotKnown(node, facts, id));
        if (ip.isEmpty() && withAddresses)
            return cannotPlace(ArtifactsText::tr("%1 device %2 has no address: hccn_tool -i %2 -ip -g reports none and "
                                                 "/etc/hccn.conf has no address_%2.")
                                   .arg(node.name)
                                   .arg(id));
        member.devices << PlacedDevice{id, ip, firstRank + int(member.devices.size())};
    }
    member.isRuntimeKnown = !facts.container.engine.isEmpty();
    member.runtime = facts.container.engine == "podman"_L1 ? facts.container.engine : u"docker"_s;
    return member;
}

Json jsonList(const QList<int> &numbers)
{
    Json list = Json::array();
    for (const int number : numbers)
        list.push_back(number);
    return list;
}

void addCommonValues(Topology &all, const Deployment &deployment, const Recipe &recipe)
{
    const QString folder = deploymentFolder(all.settings, deployment.name);
    for (Placement &member : all.placements) {
        for (const auto &[key, value] : ::member(recipe.data, "launch").items())
            member.values[u"launch."_s + QString::fromStdString(key)] = value;
        for (const auto &[key, value] : all.settings.items())
            member.values[QString::fromStdString(key)] = value;
        // The runtime counts the devices that it sees (ASCEND_RT_VISIBLE_DEVICES: "use logical ids 0..n-1", failure
        // 107001); those of a placement are the first of the machine, in a privileged container, too.
        QList<int> logical;
        while (logical.size() < member.devices.size())
            logical << int(logical.size());
        member.values[u"deployment.folder"_s] = folder;
        member.values[u"node.ip"_s] = member.ip;
        member.values[u"node.interface"_s] = member.interface;
        member.values[u"node.cards"_s] = int(logical.size());
        member.values[u"node.visibleDevices"_s] = jsonList(logical);
        member.values[u"node.logicalDevices"_s] = jsonList(logical);
        member.values[u"master.ip"_s] = all.placements.first().ip;
        member.values[u"cluster.cards"_s] = all.cards();
        member.values[u"cluster.nodes"_s] = int(all.placements.size());
        member.values[u"cluster.multiNode"_s] = all.placements.size() > 1;
    }
}

QStringList nodeWarnings(const Placement &member, const NodeFacts &facts, const Json &settings)
{
    QStringList warnings;
    if (!member.isRuntimeKnown)
        warnings << ArtifactsText::tr("%1: no container engine was found; the commands are written for docker.")
                        .arg(member.name);
    if (member.interface.isEmpty())
        warnings << ArtifactsText::tr(
                        "%1: the interface of %2 is unknown, so GLOO_SOCKET_IFNAME and its kin are not set.")
                        .arg(member.name, member.ip);
    const qint64 wanted = integerAt(settings, "shmGb").value_or(0) * (qint64(1) << 30);
    if (stringAt(settings, "ipc") == "host"_L1 && facts.shmTotalBytes && *facts.shmTotalBytes < wanted)
        warnings << ArtifactsText::tr("%1: /dev/shm has %2 GiB, %3 are wanted. With --ipc=host the host's /dev/shm "
                                      "counts; enlarge it: mount -o remount,size=%3g /dev/shm")
                        .arg(member.name)
                        .arg(*facts.shmTotalBytes >> 30)
                        .arg(wanted >> 30);
    return warnings;
}

} // namespace

const QStringList &placedNames()
{
    static const QStringList names{u"deployment.folder"_s,   u"node.ip"_s,
                                   u"node.interface"_s,      u"node.cards"_s,
                                   u"node.visibleDevices"_s, u"node.logicalDevices"_s,
                                   u"master.ip"_s,           u"cluster.cards"_s,
                                   u"cluster.nodes"_s,       u"cluster.multiNode"_s};
    return names;
}

Result<void> mountsAgree(const Json &settings)
{
    const auto refused = [](const QString &sentence) {
        return Error{ErrorKind::Invalid, sentence, {}, {{u"setting"_s, u"extraMounts"_s}}};
    };
    const QString weights = QDir::cleanPath(stringAt(settings, "weights")),
                  own = QDir::cleanPath(stringAt(settings, "remoteFolder"));
    if (weights.startsWith(QLatin1Char('/')) && (own + QLatin1Char('/')).startsWith(weights + QLatin1Char('/')))
        return Error{ErrorKind::Invalid,
                     ArtifactsText::tr("\"remoteFolder\" is %1, which lies in the weights folder: the container may "
                                       "only read that; choose another one.")
                         .arg(shortened(own)),
                     {},
                     {{u"setting"_s, u"remoteFolder"_s}}};
    QStringList taken{weights};
    for (const QString &entry : stringAt(settings, "extraMounts").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString mount = entry.trimmed();
        const QStringList parts = mount.split(QLatin1Char(':'));
        const bool isMount = parts.size() == 2 || (parts.size() == 3 && (parts[2] == "ro"_L1 || parts[2] == "rw"_L1));
        if (!isMount || !parts[0].startsWith(QLatin1Char('/')) || !parts[1].startsWith(QLatin1Char('/')))
            return refused(ArtifactsText::tr("Setting \"extraMounts\" has \"%1\"; each mount is HOST:CONTAINER or "
                                             "HOST:CONTAINER:ro with absolute paths.")
                               .arg(shortened(mount)));
        if (isSystemFolder(parts[1]))
            return refused(
                ArtifactsText::tr("\"extraMounts\" has \"%1\": %2 is a folder of the container's own system, and "
                                  "docker refuses a mount over \"/\"; choose another place in the container.")
                    .arg(shortened(mount), shortened(parts[1])));
        const QString place = QDir::cleanPath(parts[1]);
        if (taken.contains(place))
            return refused(ArtifactsText::tr("\"extraMounts\" has \"%1\": something is mounted at %2 already (the "
                                             "weights, or another entry); docker refuses two at one place.")
                               .arg(shortened(mount), shortened(place)));
        taken << place;
    }
    return {};
}

QString deploymentFolder(const Json &settings, const QString &deployment)
{
    return plainText(settings.value("remoteFolder", Json(""))) + QLatin1Char('/') + strictFolderName(deployment);
}

int Topology::cards() const
{
    int sum = 0;
    for (const Placement &member : placements)
        sum += int(member.devices.size());
    return sum;
}

QString folderName(const QString &name)
{
    QString changed = name.left(longestFolderName);
    for (QChar &c : changed) {
        if (c == QLatin1Char('/') || c == QLatin1Char('\\') || c.category() == QChar::Other_Control
            || c.category() == QChar::Separator_Line || c.category() == QChar::Separator_Paragraph || c.isSurrogate())
            c = QLatin1Char('_');
    }
    if (changed.startsWith(QLatin1Char('.')) || changed.startsWith(QLatin1Char('-')))
        changed[0] = QLatin1Char('_');
    return withHash(changed, name);
}

QString nameOfRun(const QString &deployment)
{
    return deployment.isEmpty() ? strictFolderName(deployment) : deployment;
}

QString strictFolderName(const QString &name)
{
    if (name.isEmpty()) // typed in and not saved yet; never the folder that all deployments are in
        return u"unnamed"_s;
    QString changed = name.left(longestFolderName);
    for (QChar &c : changed) {
        const bool plain
            = c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.') || c == QLatin1Char('-');
        if (!plain || c.isSurrogate())
            c = QLatin1Char('_');
    }
    if (changed.startsWith(QLatin1Char('.')) || changed.startsWith(QLatin1Char('-')))
        changed[0] = QLatin1Char('_');
    return withHash(changed, name);
}

bool isUsableAddress(const QString &text)
{
    const QByteArray latin = text.toLatin1();
    unsigned char bytes[16];
    if (inet_pton(AF_INET, latin.constData(), bytes) == 1)
        return latin != "0.0.0.0";
    return inet_pton(AF_INET6, latin.constData(), bytes) == 1
        && std::any_of(bytes, bytes + 16, [](unsigned char b) { return b != 0; });
}

Result<Topology> placed(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts,
                        bool withDeviceAddresses)
{
    const Result<Json> settings = effectiveSettings(recipe, deployment.settings);
    if (!settings)
        return settings.error();
    Topology all;
    all.settings = *settings;
    if (deployment.nodes.size() < recipe.nodes)
        return cannotPlace(ArtifactsText::tr("Number of nodes: the recipe needs %1, the deployment has %2.")
                               .arg(recipe.nodes)
                               .arg(deployment.nodes.size()));
    if (deployment.nodes.size() > recipe.nodes)
        all.warnings << ArtifactsText::tr(
                            "Number of nodes: the recipe is written for %1; generated for all %2 of the deployment.")
                            .arg(recipe.nodes)
                            .arg(deployment.nodes.size());
    QSet<QString> folders, addresses;
    for (const Node &node : deployment.nodes) {
        const auto its
            = std::find_if(facts.begin(), facts.end(), [&](const NodeFacts &f) { return f.name == node.name; });
        if (its == facts.end())
            return cannotPlace(ArtifactsText::tr("Nothing is known about %1 yet; inspect it first.").arg(node.name));
        const Result<Placement> member = placementOf(node, *its, recipe, all.cards(), withDeviceAddresses);
        if (!member)
            return member.error();
        if (folders.contains(member->folder.toCaseFolded()))
            return cannotPlace(ArtifactsText::tr("Two nodes are named \"%1\"; give each its own name.").arg(node.name));
        folders.insert(member->folder.toCaseFolded());
        QStringList own{member->ip};
        for (const PlacedDevice &device : withDeviceAddresses ? member->devices : QList<PlacedDevice>())
            own << device.ip;
        for (const QString &address : own) {
            if (addresses.contains(address))
                return cannotPlace(
                    ArtifactsText::tr("The address %1 of %2 is used twice; every node and every device needs its own.")
                        .arg(address, node.name));
            addresses.insert(address);
        }
        all.warnings << nodeWarnings(*member, *its, *settings);
        all.placements << *member;
    }
    addCommonValues(all, deployment, recipe);
    return all;
}
