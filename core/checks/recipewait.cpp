#include "core/checks/recipewait.h"

#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"

std::optional<Finding> waitsForRecipe(const CheckContext &context, const QString &what, bool isSaidAnyway)
{
    const QString &id = context.deployment.recipe;
    if (isSaidAnyway || (!id.isEmpty() && hasRecipe(id)))
        return {};
    Finding finding;
    finding.verdict = Verdict::Skipped;
    finding.value = Checks::tr("waits for a recipe");
    finding.summary = id.isEmpty()
        ? Checks::tr("not asked, no recipe is chosen yet; the recipe says %1").arg(what)
        : Checks::tr("not asked, this program has no recipe named \"%1\"; the recipe says %2").arg(id, what);
    return finding;
}

Finding noWeightsNamed()
{
    Finding finding = unknown(Checks::tr("the deployment names no weights folder"));
    finding.remedy = Checks::tr("Name the weights folder in the recipe's settings.");
    return finding;
}

bool isWaitingForRecipe(const Finding &finding)
{
    return finding.verdict == Verdict::Skipped && !finding.value.isEmpty();
}
