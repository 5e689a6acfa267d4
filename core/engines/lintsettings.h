// What is wrong with a deployment's settings by its recipe and the recipe's engine: the one judgement of `lint
// deployment` and of the check "recipe.settings".
#pragma once

#include "core/lint/linting.h"

// `settings` as in the file, where null is as none; `deployment` its name, `nodes` those of its nodes. Where: pointers
// into the deployment's file. Rules "deployment.setting", "deployment.settings-agree", "deployment.image-release", ...
void lintSettings(const Recipe &recipe, const Json &settings, const QString &deployment, const QStringList &nodes,
                  Findings &f);
