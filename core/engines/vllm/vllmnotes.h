// What an argument of `vllm serve` means: the setting that it comes from, or why the recipe writes it.
#pragma once

#include "core/recipes/recipe.h"

QString vllmLineNote(const QString &artifactKind, const QString &key, const Recipe &recipe); // as Engine::lineNote
