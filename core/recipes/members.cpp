#include "core/recipes/members.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/mindieparallel.h"
#include "core/recipes/ranktable.h"
#include "core/recipes/systemfolders.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QSet>

#include <arpa/inet.h>

#include <algorithm>

namespace {

Error invalid(const QString &message) { return {ErrorKind::Invalid, message, {}, {}}; }

QString withHash(const QString &changed, const QString &original)
{
    if (changed == original)
        return original;
    const QByteArray hash = QCryptographicHash::hash(original.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return (changed.isEmpty() ? QString() : changed + QLatin1Char('-')) + QString::fromLatin1(hash);
}

// 80 characters of CJK stay below the 255 bytes that a file system takes.
constexpr qsizetype longestName = 72;

// hccn_tool's answer, else /etc/hccn.conf's address_N (rank-tables.md §7).
QString deviceAddress(const NodeFacts &facts, int id)
{
    for (const HccnFacts &hccn : facts.hccn) {
        if (hccn.deviceId == id && isUsableAddress(hccn.ip))
            return hccn.ip;
    }
    const QString key = QStringLiteral("address_%1=").arg(id);
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
        .arg(node.name).arg(id).arg(said(QStringLiteral("hccn"), ArtifactsText::tr("hccn_tool -i %1 -ip -g reports none").arg(id)),
                                    said(QStringLiteral("hccn.conf"), ArtifactsText::tr("/etc/hccn.conf has no address_%1").arg(id)));
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

Result<Member> memberOf(const Node &node, const NodeFacts &facts, const Recipe &recipe, int firstRank)
{
    Member member;
    member.name = node.name;
    member.folder = folderName(node.name);
    if (!facts.reachable && !facts.error)
        return invalid(ArtifactsText::tr("%1 has not been asked yet, so its addresses and devices are not known; ask it first.").arg(node.name));
    if (!facts.reachable)
        return invalid(ArtifactsText::tr("%1 could not be asked for its facts, so its addresses and devices are unknown. Ask it again. %2", "node; what went wrong")
                           .arg(node.name, facts.error->message));
    member.ip = facts.hostIp;
    member.interface = facts.hostInterface;
    if (!isUsableAddress(member.ip))
        return invalid(ArtifactsText::tr("%1 has no known address of its own for the other nodes to reach it by.").arg(node.name));
    const QList<int> ids = deviceIds(facts);
    if (ids.isEmpty() && facts.errors.contains(QStringLiteral("npu-smi")))
        return invalid(ArtifactsText::tr("%1: its NPU devices are not known: %2").arg(node.name, facts.errors.value(QStringLiteral("npu-smi")).message));
    if (ids.size() < recipe.chipsPerNode)
        return invalid(ArtifactsText::tr("%1 has %2 NPU devices; the recipe needs %3 on each node.").arg(node.name).arg(ids.size()).arg(recipe.chipsPerNode));
    for (const int id : ids.mid(0, recipe.chipsPerNode)) {
        const QString ip = deviceAddress(facts, id);
        if (ip.isEmpty() && (facts.errors.contains(QStringLiteral("hccn")) || facts.errors.contains(QStringLiteral("hccn.conf"))))
            return invalid(addressNotKnown(node, facts, id));
        if (ip.isEmpty())
            return invalid(ArtifactsText::tr("%1 device %2 has no address: hccn_tool -i %2 -ip -g reports none and /etc/hccn.conf has no address_%2.")
                               .arg(node.name).arg(id));
        member.devices << MemberDevice{id, ip, firstRank + int(member.devices.size())};
    }
    member.engineFound = !facts.container.engine.isEmpty();
    member.engine = facts.container.engine == QLatin1String("podman") ? facts.container.engine : QStringLiteral("docker");
    return member;
}

Json jsonList(const QList<int> &numbers)
{
    Json list = Json::array();
    for (const int number : numbers)
        list.push_back(number);
    return list;
}

Result<void> addParallel(TemplateValues &values, const Recipe &recipe, const Json &settings, int cards)
{
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, cards);
    if (!parallel)
        return parallel.error();
    values[QStringLiteral("parallel.dp")] = parallel->dp;
    values[QStringLiteral("parallel.moeEp")] = parallel->moeEp;
    values[QStringLiteral("parallel.hcclBuffSize")] = parallel->bufferMb;
    values[QStringLiteral("parallel.bufferTerm")] = parallel->bufferTerm.isEmpty() ? QStringLiteral("0 MB") : parallel->bufferTerm;
    const qint64 tokens = integerAt(settings, "mtpTokens").value_or(0);
    values[QStringLiteral("parallel.plugin")] = tokens == 0 ? Json(nullptr)
        : Json(QStringLiteral("{\"plugin_type\":\"mtp\",\"num_speculative_tokens\": %1}").arg(tokens));
    const qint64 batch = integerAt(settings, "maxBatchSize").value_or(200);
    values[QStringLiteral("schedule.maxPrefillBatchSize")] = std::min<qint64>(50, batch); // default 50, at most maxBatchSize (§3.5)
    return {};
}

void addValues(Membership &all, const Deployment &deployment, const Recipe &recipe)
{
    const QString folder = deploymentFolder(all.settings, deployment.name);
    for (Member &member : all.members) {
        for (const auto &[key, value] : ::member(recipe.data, "launch").items())
            member.values[QStringLiteral("launch.") + QString::fromStdString(key)] = value;
        for (const auto &[key, value] : all.settings.items())
            member.values[QString::fromStdString(key)] = value;
        QList<int> physical, logical;
        for (const MemberDevice &device : member.devices) {
            logical << int(physical.size());
            physical << device.id;
        }
        member.values[QStringLiteral("deployment.folder")] = folder;
        member.values[QStringLiteral("node.ip")] = member.ip;
        member.values[QStringLiteral("node.interface")] = member.interface;
        member.values[QStringLiteral("node.cards")] = int(physical.size());
        member.values[QStringLiteral("node.visibleDevices")] = jsonList(physical);
        member.values[QStringLiteral("node.logicalDevices")] = jsonList(logical);
        member.values[QStringLiteral("master.ip")] = all.members.first().ip;
        member.values[QStringLiteral("cluster.cards")] = all.cards();
        member.values[QStringLiteral("cluster.nodes")] = int(all.members.size());
        member.values[QStringLiteral("cluster.multiNode")] = all.members.size() > 1;
    }
}

QStringList nodeWarnings(const Member &member, const NodeFacts &facts, const Json &settings)
{
    QStringList warnings;
    if (!member.engineFound)
        warnings << ArtifactsText::tr("%1: no container engine was found; the commands are written for docker.").arg(member.name);
    if (member.interface.isEmpty())
        warnings << ArtifactsText::tr("%1: the interface of %2 is unknown, so GLOO_SOCKET_IFNAME and its kin are not set.").arg(member.name, member.ip);
    const qint64 wanted = integerAt(settings, "shmGb").value_or(0) * (qint64(1) << 30);
    if (stringAt(settings, "ipc") == QLatin1String("host") && facts.shmTotalBytes && *facts.shmTotalBytes < wanted)
        warnings << ArtifactsText::tr("%1: /dev/shm has %2 GiB, %3 are wanted. With --ipc=host the host's /dev/shm counts; enlarge it: mount -o remount,size=%3g /dev/shm")
                        .arg(member.name).arg(*facts.shmTotalBytes >> 30).arg(wanted >> 30);
    return warnings;
}

} // namespace

namespace {

// Ports that one process, or the processes of one node, bind. Service, management and metrics may share theirs, which
// MindIE then serves from one server (http_server.cpp of 2.2 and 3.0); only service with metrics and without management
// is no arrangement that it knows.
Result<void> portsAgree(const Json &settings)
{
    const char *const keys[] = {"port", "managementPort", "metricsPort", "multiNodesInferPort", "masterPort"};
    constexpr size_t served = 3;         // the first of them are HTTP servers of one process
    const std::optional<qint64> service = integerAt(settings, "port");
    if (service && service == integerAt(settings, "metricsPort") && service != integerAt(settings, "managementPort"))
        return invalid(ArtifactsText::tr("\"port\" and \"metricsPort\" are both %1, \"managementPort\" is not: MindIE stops with \"Management or Business or Metrics port is invalid.\"; metrics may share the management port, or all three be one.").arg(*service));
    for (size_t i = 0; i < std::size(keys); ++i) {
        for (size_t k = i + 1; k < std::size(keys); ++k) {
            const std::optional<qint64> one = integerAt(settings, keys[i]), other = integerAt(settings, keys[k]);
            if (one && one == other && k >= served)
                return invalid(ArtifactsText::tr("\"%1\" and \"%2\" are both %3; the service binds both, so give each its own port.")
                                   .arg(QLatin1String(keys[i]), QLatin1String(keys[k])).arg(*one));
        }
    }
    return {};
}

Result<void> mountsAgree(const Json &settings)
{
    for (const QString &mount : stringAt(settings, "extraMounts").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString inContainer = mount.trimmed().section(QLatin1Char(':'), 1, 1);
        if (inContainer.startsWith(QLatin1Char('/')) && isSystemFolder(inContainer))
            return invalid(ArtifactsText::tr("\"extraMounts\" has \"%1\": %2 is a folder of the container's own system, and docker refuses a mount over \"/\"; choose another place in the container.").arg(mount.trimmed(), inContainer));
    }
    return {};
}

} // namespace

QString deploymentFolder(const Json &settings, const QString &deployment)
{
    return plainText(settings.value("remoteFolder", Json(""))) + QLatin1Char('/') + strictFolderName(deployment);
}

Result<void> rankTablePathFits(const QString &path)
{
    const qsizetype bytes = path.toUtf8().size();
    if (bytes > 256)
        return invalid(ArtifactsText::tr("The rank table's path has %1 bytes; MindIE takes a RANK_TABLE_FILE of more than 256 for not set (\"Value length is too long\"). Shorten \"remoteFolder\" or the deployment's name.").arg(bytes));
    return {};
}

Result<void> settingsAgree(const Recipe &recipe, const Json &settings, int cards)
{
    const auto n = [&](const char *key) { return integerAt(settings, key).value_or(0); };
    if (const Result<void> ports = portsAgree(settings); !ports)
        return ports;
    if (const Result<void> mounts = mountsAgree(settings); !mounts)
        return mounts;
    if (n("maxPrefillTokens") < n("maxInputTokenLen"))
        return invalid(ArtifactsText::tr("\"maxPrefillTokens\" (%1) must not be less than \"maxInputTokenLen\" (%2).").arg(n("maxPrefillTokens")).arg(n("maxInputTokenLen")));
    if (n("maxIterTimes") > n("maxSeqLen"))
        return invalid(ArtifactsText::tr("\"maxIterTimes\" (%1) must not be more than \"maxSeqLen\" (%2).").arg(n("maxIterTimes")).arg(n("maxSeqLen")));
    const Result<MindieParallel> parallel = mindieParallel(recipe, settings, cards);
    return parallel ? Result<void>() : Result<void>(parallel.error());
}

int Membership::cards() const
{
    int sum = 0;
    for (const Member &member : members)
        sum += int(member.devices.size());
    return sum;
}

QString folderName(const QString &name)
{
    QString changed = name.left(longestName);
    for (QChar &c : changed) {
        if (c == QLatin1Char('/') || c == QLatin1Char('\\') || c.category() == QChar::Other_Control
            || c.category() == QChar::Separator_Line || c.category() == QChar::Separator_Paragraph || c.isSurrogate())
            c = QLatin1Char('_');
    }
    if (changed.startsWith(QLatin1Char('.')) || changed.startsWith(QLatin1Char('-')))
        changed[0] = QLatin1Char('_');
    return withHash(changed, name);
}

QString strictFolderName(const QString &name)
{
    QString changed = name.left(longestName);
    for (QChar &c : changed) {
        const bool plain = c.isLetterOrNumber() || c == QLatin1Char('_') || c == QLatin1Char('.') || c == QLatin1Char('-');
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
    return inet_pton(AF_INET6, latin.constData(), bytes) == 1 && std::any_of(bytes, bytes + 16, [](unsigned char b) { return b != 0; });
}

Result<Membership> membership(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts)
{
    const Result<Json> settings = effectiveSettings(recipe, deployment.settings);
    if (!settings)
        return settings.error();
    Membership all;
    all.settings = *settings;
    if (deployment.nodes.size() < recipe.nodes)
        return invalid(ArtifactsText::tr("The recipe needs %1 nodes, the deployment has %2.").arg(recipe.nodes).arg(deployment.nodes.size()));
    if (deployment.nodes.size() > recipe.nodes)
        all.warnings << ArtifactsText::tr("The recipe is written for %1 nodes; generated for all %2 of the deployment.").arg(recipe.nodes).arg(deployment.nodes.size());
    QSet<QString> folders, addresses;
    for (const Node &node : deployment.nodes) {
        const auto its = std::find_if(facts.begin(), facts.end(), [&](const NodeFacts &f) { return f.name == node.name; });
        if (its == facts.end())
            return invalid(ArtifactsText::tr("Nothing is known about %1 yet; inspect it first.").arg(node.name));
        const Result<Member> member = memberOf(node, *its, recipe, all.cards());
        if (!member)
            return member.error();
        if (folders.contains(member->folder.toCaseFolded()))
            return invalid(ArtifactsText::tr("Two nodes are named \"%1\"; give each its own name.").arg(node.name));
        folders.insert(member->folder.toCaseFolded());
        QStringList own{member->ip};
        for (const MemberDevice &device : member->devices)
            own << device.ip;
        for (const QString &address : own) {
            if (addresses.contains(address))
                return invalid(ArtifactsText::tr("The address %1 of %2 is used twice; every node and every device needs its own.").arg(address, node.name));
            addresses.insert(address);
        }
        all.warnings << nodeWarnings(*member, *its, *settings);
        all.members << *member;
    }
    if (const Result<void> agreed = settingsAgree(recipe, *settings, all.cards()); !agreed)
        return agreed.error();
    addValues(all, deployment, recipe);
    for (Member &member : all.members) {
        if (const Result<void> parallel = addParallel(member.values, recipe, *settings, all.cards()); !parallel)
            return parallel.error();
    }
    if (const Result<void> fits = rankTablePathFits(all.members.first().value("deployment.folder") + QLatin1Char('/') + rankTableName(all)); !fits)
        return fits.error();
    return all;
}
