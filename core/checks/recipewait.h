// Checks that compare a node with what the recipe asks for make no sense before one is chosen: they wait for it.
#pragma once

#include "core/checks/checkcontext.h"

// `what`: what the recipe would say, as "which image". nullopt: a recipe is chosen, or the deployment says it itself.
std::optional<Finding> waitsForRecipe(const CheckContext &context, const QString &what, bool isSaidAnyway = false);
// Nothing a node could be asked for: recipe.settings says what is wrong with a path that is not absolute.
std::optional<Finding> refusedPath(const QString &path);
// nullopt: the settings name a weights folder that a node can be asked for.
std::optional<Finding> waitsForWeights(const CheckContext &context);
bool isWaitingForRecipe(const Finding &finding);
