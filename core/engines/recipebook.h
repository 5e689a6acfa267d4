// The recipes that there are: those that the program brings, and the user's own, *.json in
// $XDG_CONFIG_HOME/ascend-console/recipes
// (~/.config where that is not set). Each file is checked when it is read; a wrong one is refused with the reason, and
// the others work.
#pragma once

#include "core/nodes/deployment.h"
#include "core/recipes/recipe.h"

struct RefusedRecipe
{
    QString file;                        // its path
    QString id;                          // as far as it could be read
    Error error;                         // the first mistake, with file and place; the others in its detail
};

struct RecipeBook
{
    QList<Recipe> recipes;               // the program's, then the user's, by the files' names
    QList<RefusedRecipe> refused;
    QString folderState;                 // of the user's folder: another one when a file in it has changed
};

QString ownRecipesFolder();

// In the language given ("en", "zh"). Cheap while nothing has changed on disk; from any thread. An Error: the program's
// own data is broken.
Result<RecipeBook> recipeBook(const QString &language = QStringLiteral("en"));
Result<QList<Recipe>> loadRecipes(const QString &language = QStringLiteral("en"));

// A refused file that has this id says why.
Result<Recipe> findRecipe(const QString &id, const QString &language = QStringLiteral("en"));
bool hasRecipe(const QString &id);

// With the recipe's defaults where the deployment sets nothing, for who asks its nodes about folders and containers,
// also where a setting does not fit; as it is where its recipe is not known.
Deployment withDefaults(Deployment deployment);

// For RecipeWatch: on this thread, what was read last is given without a look at the disk.
void trustReadRecipes(bool trust);

// One file's content; `what` names it. ErrorKind::Parse.
Result<Recipe> recipeFromText(const QByteArray &text, const QString &what,
                              const QString &language = QStringLiteral("en"));

Json toJson(const RefusedRecipe &refused);
