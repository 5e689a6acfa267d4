#include "core/recipes/recipewarnings.h"

#include <functional>

namespace {

// A warning of the recipe holds for this cluster unless it has the cards the warning asks for.
QStringList warningsThat(const Recipe &recipe, const std::function<bool(qint64 belowCards)> &hold)
{
    QStringList warnings;
    qsizetype index = 0;
    for (const Json &warning : member(recipe.data, "warnings")) {
        if (hold(integerAt(warning, "belowCards").value_or(0)) && index < recipe.warnings.size())
            warnings << recipe.warnings[index];
        ++index;
    }
    return warnings;
}

} // namespace

QStringList recipeWarnings(const Recipe &recipe, int cards)
{
    return warningsThat(recipe, [cards](qint64 belowCards) { return belowCards == 0 || cards < belowCards; });
}

QStringList sizeWarnings(const Recipe &recipe, int cards)
{
    return warningsThat(recipe, [cards](qint64 belowCards) { return cards < belowCards; });
}
