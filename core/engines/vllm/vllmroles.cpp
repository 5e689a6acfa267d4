#include "core/engines/vllm/vllmroles.h"

#include "core/recipes/artifactstext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error rolesRefuse(const QString &message, const char *setting)
{
    Error error{ErrorKind::Invalid, message, {}, {}};
    error.facts.insert(u"setting"_s, QLatin1String(setting));
    return error;
}

const Json &roleSetting(const Json &settings, const QString &role, const char *key)
{
    return member(settings, roleKey(settings, role, key).toUtf8().constData());
}

int wholeSetting(const Json &settings, const QString &role, const char *key, int usual)
{
    return int(integerAt(settings, roleKey(settings, role, key).toUtf8().constData()).value_or(usual));
}

// One on prefill ranks whatever decode ranks have (vllm-ascend: DeepSeek-V3.2.md and DeepSeek-V4-Pro.md; that of V3.1
// has one on both).
qint64 guessedBy(const Json &settings, bool isPrefill)
{
    const qint64 guessed = integerAt(settings, "mtpTokens").value_or(0);
    return isPrefill ? std::min<qint64>(guessed, 1) : guessed;
}

// Mooncake's AscendDirectTransport takes any of these (vllm-ascend, pd_disaggregation_mooncake_multi_node.md).
constexpr int firstOfMooncake = 20000;
int lastOfMooncake(const Recipe &recipe)
{
    return firstOfMooncake + 1000 * recipe.chipsPerNode - 1;
}

const RankGroup *firstOf(const QList<RankGroup> &groups, const QString &role)
{
    const auto its = std::find_if(groups.cbegin(), groups.cend(),
                                  [&](const RankGroup &group) { return group.role == role; });
    return its == groups.cend() ? nullptr : &*its;
}

} // namespace

QString roleKey(const Json &settings, const QString &role, const char *key)
{
    const QString name = QString::fromLatin1(key), own = role + name.at(0).toUpper() + name.mid(1);
    return !role.isEmpty() && settings.contains(own.toStdString()) ? own : name;
}

int firstRankPort(const Json &settings) { return int(integerAt(settings, "rankPort").value_or(7100)); }

const RankGroup *groupWith(const QList<RankGroup> &groups, int node)
{
    const auto its = std::find_if(groups.cbegin(), groups.cend(),
                                  [&](const RankGroup &group) { return group.nodes.contains(node); });
    return its == groups.cend() ? nullptr : &*its;
}

bool hasRoles(const Recipe &recipe) { return !member(member(recipe.data, "serve"), "roles").empty(); }

QList<RankGroup> rankGroups(const Recipe &recipe, const Json &settings)
{
    QList<RankGroup> groups;
    int node = 0;
    const int kvPort = wholeSetting(settings, {}, "kvPort", 36000);
    for (const Json &role : member(member(recipe.data, "serve"), "roles")) {
        const int nodes = int(integerAt(role, "nodes").value_or(0));
        const bool isTogether = boolAt(role, "together").value_or(false);
        const int tp = std::max(1, wholeSetting(settings, stringAt(role, "id"), "tp", 1));
        for (int i = 0; i < nodes; ++i, ++node) {
            if (i == 0 || !isTogether)
                groups << RankGroup{stringAt(role, "id"), int(groups.size()), {}, tp, 0, recipe.chipsPerNode / tp,
                                    kvPort + 100 * int(groups.size())};
            groups.last().nodes << node;
            groups.last().dp += groups.last().localDp;
        }
    }
    return groups;
}

Result<void> rolesAgree(const Recipe &recipe, const Json &settings, int cards)
{
    if (const Result<void> fits = nodesAgree(recipe, cards); !fits)
        return fits;
    const QList<RankGroup> groups = rankGroups(recipe, settings);
    const RankGroup *prefill = firstOf(groups, u"prefill"_s), *decode = firstOf(groups, u"decode"_s);
    if (!prefill || !decode)
        return rolesRefuse(ArtifactsText::tr("The recipe has roles, but no prefill or no decode nodes."), "tp");
    for (const RankGroup *group : {prefill, decode}) {
        if (recipe.chipsPerNode % group->tp != 0)
            return rolesRefuse(ArtifactsText::tr("\"%1\" is %2, but the %3 cards of a node cannot be divided by it. %4 "
                                                 "would divide them.")
                                   .arg(roleKey(settings, group->role, "tp"))
                                   .arg(group->tp)
                                   .arg(recipe.chipsPerNode)
                                   .arg(dividersOf(recipe.chipsPerNode, recipe.chipsPerNode)),
                               group == prefill ? "prefillTp" : "tp");
    }
    if (prefill->tp % decode->tp != 0)
        return rolesRefuse(ArtifactsText::tr("\"prefillTp\" is %1 and \"tp\" %2: the prefill ranks' must be a multiple "
                                             "of the decode ranks', or their KV cache cannot be handed over.")
                               .arg(prefill->tp)
                               .arg(decode->tp),
                           "prefillTp");
    const int reserved = lastOfMooncake(recipe) + 1, kvPort = groups.first().kvPort, kvEnd = groups.last().kvPort + 99,
              rankPort = firstRankPort(settings), rankEnd = rankPort + recipe.chipsPerNode - 1;
    if (kvPort < reserved && kvEnd >= firstOfMooncake)
        return rolesRefuse(ArtifactsText::tr("\"kvPort\" is %1; with %2 NPUs on a node Mooncake takes random ports "
                                             "from 20000 to %3. Choose %4 or more.")
                               .arg(kvPort)
                               .arg(recipe.chipsPerNode)
                               .arg(reserved - 1)
                               .arg(reserved),
                           "kvPort");
    for (const char *key : {"port", "rpcPort", "rankPort"}) {
        const bool areRanks = QLatin1String(key) == "rankPort"_L1;
        const int first = areRanks ? rankPort : wholeSetting(settings, {}, key, 0),
                  last = areRanks ? rankEnd : first;
        if (first < reserved && last >= firstOfMooncake)
            return rolesRefuse(ArtifactsText::tr("\"%1\" is %2; with %3 NPUs on a node Mooncake takes random ports "
                                                 "from 20000 to %4, which then cannot be bound. Choose at most %5, or "
                                                 "%6 or more.")
                                   .arg(QLatin1String(key))
                                   .arg(first)
                                   .arg(recipe.chipsPerNode)
                                   .arg(reserved - 1)
                                   .arg(19999 - (last - first))
                                   .arg(reserved),
                               key);
    }
    if (kvEnd > 65535)
        return rolesRefuse(ArtifactsText::tr("\"kvPort\" is %1; the groups need ports up to %2, and there are 65535.")
                               .arg(kvPort)
                               .arg(kvEnd),
                           "kvPort");
    if (rankEnd > 65535)
        return rolesRefuse(ArtifactsText::tr("\"rankPort\" is %1; the ranks of a node need ports up to %2, and there "
                                             "are 65535.")
                               .arg(rankPort)
                               .arg(rankEnd),
                           "rankPort");
    for (const char *key : {"port", "rpcPort"}) {
        const int port = wholeSetting(settings, {}, key, 0);
        if ((port >= rankPort && port <= rankEnd) || (port >= kvPort && port <= kvEnd))
            return rolesRefuse(ArtifactsText::tr("\"%1\" is %2, which is one of the ranks' own ports (%3 to %4, %5 to "
                                                 "%6); give each its own.")
                                   .arg(QLatin1String(key))
                                   .arg(port)
                                   .arg(rankPort)
                                   .arg(rankEnd)
                                   .arg(kvPort)
                                   .arg(kvEnd),
                               key);
    }
    if (rankEnd >= kvPort && rankPort <= kvEnd)
        return rolesRefuse(ArtifactsText::tr("\"rankPort\" (%1 to %2) and \"kvPort\" (%3 to %4) overlap.")
                               .arg(rankPort)
                               .arg(rankEnd)
                               .arg(kvPort)
                               .arg(kvEnd),
                           "rankPort");
    return {};
}

const QStringList &roleValueNames()
{
    static const QStringList names{u"role.mtpTokens"_s,
                                   u"role.isPrefill"_s,
                                   u"role.isDecode"_s,
                                   u"role.usesFlashComm"_s,
                                   u"role.kvRole"_s,
                                   u"role.tp"_s,
                                   u"role.isDataParallel"_s,
                                   u"role.maxSeqs"_s,
                                   u"role.maxBatchedTokens"_s,
                                   u"role.hcclBuffSize"_s,
                                   u"role.gpuMemoryUtilization"_s,
                                   u"role.recomputes"_s,
                                   u"role.overlapsSharedExpert"_s,
                                   u"role.finegrained"_s,
                                   u"group.kvPort"_s,
                                   u"group.engineId"_s,
                                   u"group.address"_s,
                                   u"rank.port"_s,
                                   u"rank.number"_s,
                                   u"prefill.dp"_s,
                                   u"prefill.tp"_s,
                                   u"decode.dp"_s,
                                   u"decode.tp"_s};
    return names;
}

void addRoleValues(Topology &all, const Recipe &recipe)
{
    const QList<RankGroup> groups = rankGroups(recipe, all.settings);
    const RankGroup *prefill = firstOf(groups, u"prefill"_s), *decode = firstOf(groups, u"decode"_s);
    const QString release = stringAt(member(recipe.data, "serve"), "release");
    for (int node = 0; node < all.placements.size(); ++node) {
        const RankGroup *group = groupWith(groups, node);
        TemplateValues &values = all.placements[node].values;
        for (const QString &name : roleValueNames())
            values[name] = nullptr;
        if (!group || !prefill || !decode)
            continue;
        const bool isDecode = group->role == "decode"_L1;
        values[u"role.isPrefill"_s] = !isDecode;
        values[u"role.isDecode"_s] = isDecode;
        // vllm_ascend: "Flash Comm v1 is only supported when tp_size > 1."; the tutorial has it on prefill nodes.
        values[u"role.usesFlashComm"_s] = !isDecode && group->tp > 1;
        values[u"role.kvRole"_s] = isDecode ? "kv_consumer" : "kv_producer";
        for (const char *key : {"maxSeqs", "maxBatchedTokens", "hcclBuffSize", "gpuMemoryUtilization"})
            values[u"role."_s + QLatin1String(key)] = roleSetting(all.settings, group->role, key);
        values[u"role.tp"_s] = group->tp;
        // vllm, ParallelConfig: "data_parallel_external_lb can only be set when data_parallel_size > 1"
        values[u"role.isDataParallel"_s] = group->dp > 1 ? Json(true) : Json(nullptr);
        values[u"role.mtpTokens"_s] = guessedBy(all.settings, !isDecode);
        // From 0.23.0 on a prefill node passes it over (vllm-tutorials of that release print none there).
        values[u"role.recomputes"_s] = isDecode || release == "0.18.0"_L1 ? Json(true) : Json(nullptr);
        // Both are for decode ranks of one card: the tutorial's "Notice" of these two keys.
        const bool isOneCard = isDecode && group->tp == 1;
        values[u"role.overlapsSharedExpert"_s] = isOneCard ? Json(true) : Json(nullptr);
        values[u"role.finegrained"_s]
            = isOneCard ? Json{{"lmhead_tensor_parallel_size", group->localDp}} : Json(nullptr);
        values[u"group.kvPort"_s] = group->kvPort;
        values[u"group.engineId"_s] = std::to_string(group->number);
        values[u"group.address"_s] = all.placements[group->nodes.first()].ip;
        values[u"rank.port"_s] = firstRankPort(all.settings);
        values[u"rank.number"_s] = group->firstRank(node);
        values[u"parallel.dp"_s] = group->dp;
        values[u"parallel.localDp"_s] = group->localDp;
        values[u"parallel.isTensorParallel"_s] = group->tp > 1;
        values[u"prefill.dp"_s] = prefill->dp;
        values[u"prefill.tp"_s] = prefill->tp;
        values[u"decode.dp"_s] = decode->dp;
        values[u"decode.tp"_s] = decode->tp;
    }
}

QList<NodePort> rankPorts(const Recipe &recipe, const Json &settings)
{
    QList<NodePort> ports;
    const int first = firstRankPort(settings);
    for (const RankGroup &group : rankGroups(recipe, settings)) {
        const int rpc = wholeSetting(settings, {}, "rpcPort", 0); // the first node of all has it among Engine::ports
        if (group.number > 0 && rpc > 0)
            ports << NodePort{group.nodes.first(), rpc, rpc, "data parallel RPC"};
        for (const int node : group.nodes) {
            const int kv = group.kvPort + group.firstRank(node) * group.tp;
            ports << NodePort{node, first, first + group.localDp - 1, "rank", true, group.role == "decode"_L1};
            ports << NodePort{node, kv, kv + group.localDp * group.tp - 1, "KV transfer"};
            ports << NodePort{node, firstOfMooncake, lastOfMooncake(recipe), "Mooncake", false, false, true};
        }
    }
    return ports;
}

QList<CapacityGroup> rankCapacity(const Recipe &recipe, const Json &settings,
                                  const std::function<QList<SpreadPart>(int node)> &spreadOn)
{
    QList<CapacityGroup> all;
    for (const RankGroup &group : rankGroups(recipe, settings)) {
        const bool isPrefill = group.role == "prefill"_L1;
        if (isPrefill && group.number > 0)
            continue;                    // its like has been counted
        Json own = settings;
        for (const char *key : {"tp", "maxSeqs", "hcclBuffSize", "gpuMemoryUtilization"})
            own[key] = roleSetting(settings, group.role, key);
        own["mtpTokens"] = guessedBy(settings, isPrefill);
        all << CapacityGroup{isPrefill ? ArtifactsText::tr("A prefill group (%1 cards)").arg(group.dp * group.tp)
                                       : ArtifactsText::tr("The decode group (%1 cards)").arg(group.dp * group.tp),
                             group.dp * group.tp,
                             isPrefill ? CapacityKeys{"prefillGpuMemoryUtilization", "maxModelLen", "prefillMaxSeqs",
                                                      "mtpTokens", "prefillTp"}
                                       : CapacityKeys{"gpuMemoryUtilization", "maxModelLen", "maxSeqs", "mtpTokens"},
                             own,
                             spreadOn(group.nodes.first())};
    }
    return all;
}
