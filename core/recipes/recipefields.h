// The members that a recipe of any engine has. See recipe.h for what they mean.
#pragma once

#include "core/recipes/recipeshape.h"

QList<RecipeField> recipeFields();
QList<RecipeField> recipeSettingFields();
