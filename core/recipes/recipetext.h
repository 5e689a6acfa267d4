#pragma once

#include <QCoreApplication>

// The translations' context "Recipe", for the files of this folder that speak in it.
struct RecipeText
{
    Q_DECLARE_TR_FUNCTIONS(Recipe)
};
