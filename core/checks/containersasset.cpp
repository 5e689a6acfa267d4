// Whether the deployment's own containers are those that its settings ask for: a run changes none, it stops there.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/engines/recipebook.h"
#include "core/targets/launch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

Finding compareContainers(const QList<NodeAnswers> &nodes, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("how the container is to be made")))
        return *wait;
    const QString &name = context.settings.containerName;
    QList<const NodeAnswers *> made;
    for (const NodeAnswers &node : nodes) {
        if (node.madeBy.contains(name))
            made << &node;
    }
    const auto isUntold = [](const NodeAnswers &node) {
        return std::any_of(node.findings.cbegin(), node.findings.cend(), [](const Finding &finding) {
            return finding.check == u"container.name"
                && (finding.verdict == Verdict::Unknown || finding.verdict == Verdict::Skipped);
        });
    };
    if (const auto untold = std::find_if(nodes.cbegin(), nodes.cend(), isUntold); untold != nodes.cend())
        return skipped(u"container.name"_s, Checks::tr("%1 does not tell its containers").arg(untold->node.name));
    if (made.isEmpty())
        return passed(Checks::tr("none yet"), Checks::tr("no run has made a container of this deployment yet"));
    const Deployment &deployment = context.deployment;
    if (nodes.size() < deployment.nodes.size())
        return skipped(u"connection.reachable"_s, Checks::tr("it takes an answer of every node"));
    const Result<Recipe> recipe = findRecipe(deployment.recipe, context.language);
    if (!recipe)
        return unknown(recipe.error());
    QList<NodeFacts> facts;
    for (const NodeAnswers &node : nodes)
        facts << node.facts;
    const Result<QHash<QString, Launch>> launches = launchesOf(deployment, *recipe, facts);
    if (!launches)
        return skipped(u"recipe.settings"_s, launches.error().message);
    QStringList other, same, without;
    for (const NodeAnswers &node : nodes) {
        if (!made.contains(&node)) {
            without << node.node.name;
            continue;
        }
        (runHash(launches->value(node.node.name)) == node.madeBy.value(name) ? same : other) << node.node.name;
    }
    const QString rest = without.isEmpty()
        ? QString()
        : u"; "_s + Checks::tr("%1 has none that a run of this deployment made").arg(without.join(u", "_s));
    if (other.isEmpty())
        return passed(Checks::tr("as set"),
                      Checks::tr("container %1 on %2 carries the mark of the command that the settings ask for")
                              .arg(name, same.join(u", "_s))
                          + rest);
    return ofSettings(
        warned(Checks::tr("made otherwise"),
               Checks::tr("container %1 on %2 was made by another command than the settings ask for now (image, "
                          "weights, mounts, shared memory or devices): a run stops before it and changes nothing there")
                       .arg(name, other.join(u", "_s))
                   + rest,
               Checks::tr(
                   "Set back what was changed, if what runs is to stay. Otherwise undo the deployment and deploy "
                   "it again: the service stands still meanwhile.")));
}
