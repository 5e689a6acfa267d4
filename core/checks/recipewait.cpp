#include "core/checks/recipewait.h"

#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"

using namespace Qt::StringLiterals;

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

std::optional<Finding> refusedPath(const QString &path)
{
    if (path.startsWith(u'/'))
        return {};
    return skipped(u"recipe.settings"_s, Checks::tr("%1 is no absolute path").arg(path));
}

std::optional<Finding> waitsForWeights(const CheckContext &context)
{
    const QString folder = context.settings.weights;
    if (!folder.isEmpty())
        return refusedPath(folder);
    if (const auto wait = waitsForRecipe(context, Checks::tr("where the weights lie")))
        return wait;
    Finding finding = unknown(Checks::tr("the deployment names no weights folder"));
    finding.remedy = Checks::tr("Name the weights folder in the recipe's settings.");
    return finding;
}

bool isWaitingForRecipe(const Finding &finding)
{
    return finding.verdict == Verdict::Skipped && !finding.value.isEmpty();
}
