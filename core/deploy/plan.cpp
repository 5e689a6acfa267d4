#include "core/deploy/steprunner.h"

namespace {

bool isMaster(const Deployment &deployment, const QString &node)
{
    return !deployment.nodes.isEmpty() && deployment.nodes.first().name == node;
}

} // namespace

Result<DeployPlan> planDeployment(const Deployment &deployment, const Recipe &recipe, const Endpoint &endpoint,
                                  const QList<NodeFacts> &facts)
{
    const Result<ArtifactSet> artifacts = generateArtifacts(deployment, recipe, facts);
    if (!artifacts)
        return artifacts.error();
    DeployPlan plan{deployment, recipe, endpoint, facts, *artifacts, {}, {}, artifacts->warnings, {}, {}, {}, {}};
    for (const Node &node : deployment.nodes) {
        const Result<Launch> launch = nodeLaunch(deployment, recipe, facts, node.name);
        if (!launch)
            return launch.error();
        plan.launches.insert(node.name, *launch);
    }
    QHash<QString, StepContext> contexts;
    for (const Node &node : deployment.nodes)
        contexts.insert(node.name, contextFor(plan, node.name));
    for (const StepKind &kind : stepKinds()) {
        for (const Node &node : deployment.nodes) {
            if (!kind.masterOnly || isMaster(deployment, node.name))
                plan.steps << describe(kind, contexts.value(node.name));
        }
    }
    return plan;
}

Result<DeployPlan> planFromState(const Deployment &deployment, const QString &stateFile, const QString &identity)
{
    RunState state(stateFile);
    if (const Result<void> loaded = state.load(deployment, identity); !loaded)
        return loaded.error();
    DeployPlan plan;
    plan.deployment = deployment;
    plan.identity = identity;
    const QStringList known = state.ids();
    for (const StepKind &kind : stepKinds()) {
        for (const Node &node : deployment.nodes) {
            const QString id = stepIdOf(kind, node.name);
            if (!known.contains(id))
                continue;
            DeployStep step;
            step.id = id;
            step.title = kind.title();
            step.node = node.name;
            plan.steps << step;
        }
    }
    return plan;
}
