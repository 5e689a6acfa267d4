// What engines say of the lines of generated files.
#pragma once

#include "core/recipes/recipe.h"

#include <QCoreApplication>

struct LineNotes
{
    Q_DECLARE_TR_FUNCTIONS(LineNotes)
};

// its title and help; empty: the recipe has none of this key
QString settingNote(const Recipe &recipe, const QString &key);
