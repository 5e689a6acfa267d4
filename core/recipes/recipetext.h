#pragma once

#include "core/base/languages.h"

#include <QCoreApplication>

// The translations' context "Recipe", for the files of this folder that speak in it.
struct RecipeText
{
    ASC_TR_FUNCTIONS(Recipe)
};
