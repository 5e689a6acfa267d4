// The deployment's settings, before anything runs: as `lint deployment` judges them.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/engines/lintsettings.h"
#include "core/engines/recipebook.h"

#include <algorithm>

using namespace Qt::StringLiterals;

Finding checkRecipeSettings(const QList<NodeAnswers> &, const CheckContext &context)
{
    const Deployment &deployment = context.deployment;
    const Result<Recipe> recipe = findRecipe(deployment.recipe, context.language);
    if (!recipe && !deployment.recipe.isEmpty()) // the others wait for one; that this is none is its own failure
        return failed(Checks::tr("no such recipe"), recipe.error().message,
                      Checks::tr("Choose a recipe that this program has; `ascendctl recipes` lists them."));
    if (const auto wait = waitsForRecipe(context, Checks::tr("which settings there are")))
        return *wait;
    if (!recipe)
        return unknown(recipe.error());
    Findings findings;
    QStringList nodes;
    for (const Node &node : deployment.nodes)
        nodes << node.name;
    lintSettings(*recipe, deployment.settings, deployment.name, nodes, findings);
    QStringList refused, doubtful;
    if (!deployment.nodes.isEmpty() && deployment.nodes.size() < recipe->nodes)
        refused << Checks::tr("Number of nodes: the recipe needs %1, the deployment has %2.")
                       .arg(recipe->nodes)
                       .arg(deployment.nodes.size());
    for (const LintFinding &finding : findings.list()) {
        if (finding.severity != Severity::Info)
            (finding.severity == Severity::Error ? refused : doubtful) << finding.message;
    }
    if (!refused.isEmpty())
        return failed(Checks::tr("%1 refused", "settings").arg(refused.size()),
                      Checks::tr("the settings cannot be used: %1").arg((refused + doubtful).join(u' ')));
    if (!doubtful.isEmpty())
        return warned(Checks::tr("%1 doubtful", "settings").arg(doubtful.size()),
                      Checks::tr("the settings can be used, but: %1").arg(doubtful.join(u' ')));
    return passed(Checks::tr("accepted"),
                  Checks::tr("the recipe and its engine take the settings"));
}
