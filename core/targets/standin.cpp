#include "core/targets/standin.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

int wantedChips(const Recipe &recipe, const Deployment &deployment)
{
    const Result<Recipe> resolved = resolvedRecipe(recipe, deployment.settings);
    return resolved ? resolved->chipsPerNode : recipe.chipsPerNode;
}

QList<int> toldDevices(const NodeFacts &facts)
{
    QList<int> ids = facts.deviceIds;
    for (const NpuChip &chip : ids.isEmpty() && facts.npuSmi ? facts.npuSmi->chips : QList<NpuChip>()) {
        if (chip.deviceId)
            ids << *chip.deviceId;
    }
    return ids;
}

QList<int> filledUp(QList<int> ids, int chips)
{
    for (int id = 0; ids.size() < chips; ++id) {
        if (!ids.contains(id))
            ids << id;
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

// What decides where things are is kept of those that were asked.
QList<NodeFacts> standIns(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts)
{
    const int chips = wantedChips(recipe, deployment);
    QList<NodeFacts> all;
    for (qsizetype i = 0; i < deployment.nodes.size(); ++i) {
        const Node &node = deployment.nodes[i];
        NodeFacts one = standIn(node, int(i), chips);
        const auto its
            = std::find_if(facts.cbegin(), facts.cend(), [&](const NodeFacts &each) { return each.name == node.name; });
        if (its != facts.cend()) {
            one.container = its->container;
            one.hostInterface = its->hostInterface;
            one.simulated = its->simulated;
        }
        all << one;
    }
    return all;
}

} // namespace

NodeFacts standIn(const Node &node, int number, int chips)
{
    NodeFacts facts;
    facts.name = node.name;
    facts.reachable = true;
    facts.hostIp = u"198.18.%1.254"_s.arg(number % 256);
    for (int i = 0; i < chips; ++i) {
        facts.deviceIds << i;
        HccnFacts hccn;
        hccn.deviceId = i;
        hccn.ip = u"198.18.%1.%2"_s.arg(number % 256).arg(i + 1);
        facts.hccn << hccn;
    }
    return facts;
}

QList<NodeFacts> withEveryChip(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts)
{
    const int chips = wantedChips(recipe, deployment);
    QList<NodeFacts> all = facts;
    for (NodeFacts &one : all) {
        if (const QList<int> ids = toldDevices(one); one.reachable && !ids.isEmpty() && ids.size() < chips)
            one.deviceIds = filledUp(ids, chips);
    }
    return all;
}

Result<QHash<QString, Launch>> launchesToRead(const Deployment &deployment, const Recipe &recipe,
                                              const QList<NodeFacts> &facts)
{
    const Result<QHash<QString, Launch>> launches = launchesOf(deployment, recipe, facts);
    if (launches)
        return launches;
    Result<QHash<QString, Launch>> read = launchesOf(deployment, recipe, standIns(deployment, recipe, facts));
    return read ? read : launches;
}

Result<QList<Artifact>> filesToRead(const Deployment &deployment, const Recipe &recipe,
                                    const QList<NodeFacts> &facts)
{
    const Result<ArtifactSet> read = generateArtifacts(deployment, recipe, standIns(deployment, recipe, facts));
    if (!read)
        return read.error();
    QList<Artifact> files = read->files;
    for (Artifact &file : files)
        file.content.clear();
    return files;
}
