// Checks that compare a node with what the recipe asks for make no sense before one is chosen: they wait for it.
#pragma once

#include "core/checks/checkcontext.h"

// `what`: what the recipe would say, as "which image". nullopt: a recipe is chosen, or the deployment says it itself.
std::optional<Finding> waitsForRecipe(const CheckContext &context, const QString &what, bool isSaidAnyway = false);
Finding noWeightsNamed();                // a recipe is chosen, and its setting was emptied
bool isWaitingForRecipe(const Finding &finding);
