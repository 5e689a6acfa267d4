// What a key of config.json or of the rank table means.
#pragma once

#include "core/recipes/recipe.h"

QString mindieLineNote(const QString &artifactKind, const QString &key, const Recipe &recipe); // as Engine::lineNote
