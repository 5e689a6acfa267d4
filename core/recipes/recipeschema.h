// What a recipe's file may hold, said before anything is made of it: members and their types, settings with defaults
// that fit, variants, "when", and the names in ${...}. Pure. A file without problems generates without an exception.
#pragma once

#include "core/base/json.h"
#include "core/recipes/recipeshape.h"

struct RequiredSetting
{
    const char *key, *type;              // "weights", "path"
};

// What of a recipe is an engine's own (core/engines).
struct RecipeDialect
{
    QString engine;                      // as recipes name it
    QList<RecipeField> members;          // of the file, beside those that every recipe has
    // those of them in which ${...} is replaced; in environment's variables it always is
    QStringList expanded;
    QStringList names;                   // "parallel.dp": what ${...} may name beside settings
    QStringList scriptNames;             // the same in environment's variables only: "rankTable.path"
    QList<RequiredSetting> settings;     // that it cannot do without
    QStringList ports;                   // keys of those that are a port
};

// A sentence for each mistake, with the file and the place as a JSON pointer: "my-recipe.json: /settings/3/default:
// ...". None: the file is right. `what` is the file's name. own: what was laid over another recipe to make the file
// (extends.h); places are named as one finds them there: "/settings/maxSeqs/default".
QStringList recipeProblems(const Json &file, const QString &what, const QList<RecipeDialect> &dialects,
                           const Json *own = nullptr);
