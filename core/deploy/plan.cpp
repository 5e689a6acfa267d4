#include "core/deploy/steprunner.h"
#include "core/shell/quote.h"

#include <QCryptographicHash>

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
    const Result<QHash<QString, Launch>> launches = launchesOf(deployment, recipe, facts);
    if (!launches)
        return launches.error();
    DeployPlan plan{deployment, recipe, endpoint, facts, *artifacts, *launches, {}, artifacts->warnings,
                    {},         {},     {},       {}};
    QHash<QString, StepContext> contexts;
    for (const Node &node : deployment.nodes)
        contexts.insert(node.name, contextFor(plan, node.name));
    for (const StepKind &kind : stepKinds()) {
        for (const Node &node : deployment.nodes) {
            const bool applies = !kind.applies || kind.applies(contexts.value(node.name));
            if (applies && (!kind.masterOnly || isMaster(deployment, node.name)))
                plan.steps << describe(kind, contexts.value(node.name));
        }
    }
    return plan;
}

QString wantedBy(const DeployPlan &plan)
{
    if (plan.launches.isEmpty())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&hash](const QByteArray &part) {
        hash.addData(QByteArray::number(part.size()) + ':');
        hash.addData(part);
    };
    for (const Node &node : plan.deployment.nodes) {
        const Launch launch = plan.launches.value(node.name);
        add(placeOf(addressText(node)).toUtf8());
        for (const QStringList &argv : {launch.runArgv, launch.startArgv, launch.stopArgv})
            add(quoted(argv).toUtf8());
        add(launch.interrupts.toUtf8());
        for (const CopyStep &copy : launch.copies)
            add(quoted(copy.argv).toUtf8());
    }
    for (const Artifact &file : plan.artifacts.files) {
        if (file.remotePath.isEmpty())
            continue;
        add(file.remotePath.toUtf8());
        add(QByteArray::number(file.mode));
        add(file.content);
    }
    return QString::fromLatin1(hash.result().toHex().left(16));
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
