// What a recipe warns of, as every target says it.
#pragma once

#include "core/recipes/recipe.h"

QStringList recipeWarnings(const Recipe &recipe, int cards); // `recipe` resolved
// Of them those that hold because there are fewer cards than its maker names.
QStringList sizeWarnings(const Recipe &recipe, int cards);
