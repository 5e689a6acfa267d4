#include "core/targets/recipewarnings.h"

// A warning of the recipe holds for this cluster unless it has the cards the warning asks for.
QStringList recipeWarnings(const Recipe &recipe, int cards)
{
    QStringList warnings;
    qsizetype index = 0;
    for (const Json &warning : member(recipe.data, "warnings")) {
        const qint64 belowCards = integerAt(warning, "belowCards").value_or(0);
        if ((belowCards == 0 || cards < belowCards) && index < recipe.warnings.size())
            warnings << recipe.warnings[index];
        ++index;
    }
    return warnings;
}
