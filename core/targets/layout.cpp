#include "core/targets/layout.h"

#include "core/engines/engine.h"
#include "core/targets/standin.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct LayoutText
{
    Q_DECLARE_TR_FUNCTIONS(Layout)
};

// Of each node its facts, or a stand-in, whose addresses leave this file nowhere.
QList<NodeFacts> completed(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts)
{
    QList<NodeFacts> all;
    for (qsizetype i = 0; i < deployment.nodes.size(); ++i) {
        const Node &node = deployment.nodes[i];
        const auto its
            = std::find_if(facts.cbegin(), facts.cend(), [&](const NodeFacts &one) { return one.name == node.name; });
        const bool isKnown = its != facts.cend() && its->reachable && (its->npuSmi || !its->deviceIds.isEmpty());
        all << (isKnown ? *its : standIn(node, int(i), recipe.chipsPerNode));
    }
    return all;
}

// What is on every node is drawn at the one that clients ask.
QStringList listensOf(const QList<NodePort> &ports, int place, bool serves)
{
    QStringList listens;
    for (const NodePort &port : ports) {
        if (!port.isOn(place) || port.areFreeOnes || (port.node == NodePort::everyNode && !serves))
            continue;
        const QString numbers
            = port.first == port.last ? QString::number(port.first) : u"%1-%2"_s.arg(port.first).arg(port.last);
        listens << u"%1 (%2)"_s.arg(numbers, portName(QLatin1String(port.what)));
    }
    return listens;
}

Result<Layout> drawn(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &all,
                     const QList<NodeFacts> &facts)
{
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    const Result<Topology> topology = topologyOf(deployment, recipe, all);
    if (!topology)
        return topology.error();
    const QList<NodePort> ports = boundPorts(**engine, &recipe, topology->settings);
    Layout layout;
    for (const Placement &placement : topology->placements) {
        const Result<Process> process = processOn(*topology, placement, recipe);
        if (!process)
            return process.error();
        LaidNode node;
        node.name = placement.name;
        const bool isKnown = std::any_of(facts.cbegin(), facts.cend(), [&](const NodeFacts &one) {
            return one.name == placement.name && one.hostIp == placement.ip;
        });
        if (isKnown)
            node.address = placement.ip;
        for (const PlacedDevice &device : placement.devices)
            node.devices << device.id;
        node.groups = process->groupOf;
        node.ranks = process->rankOf;
        node.program
            = process->program.isEmpty() ? QFileInfo(process->argv().value(0)).fileName() : process->program;
        node.serves = process->serves;
        node.role = process->role;
        node.waitsFor = process->waitsFor;
        node.listens = listensOf(ports, int(layout.nodes.size()), node.serves);
        layout.nodes << node;
    }
    return layout;
}

} // namespace

Layout layoutOf(const Deployment &deployment, const Recipe &anyRecipe, const QList<NodeFacts> &facts)
{
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return {{}, recipe.error().message};
    const Result<Layout> layout = drawn(deployment, *recipe, completed(deployment, *recipe, facts), facts);
    if (layout)
        return *layout;
    Result<Layout> without = drawn(deployment, *recipe, completed(deployment, *recipe, {}), {});
    Layout told = without ? *without : Layout();
    told.refusal = layout.error().message;
    return told;
}
