// What a recipe uses that asks for a newer driver than the engine itself: resources/versions.json,
// "driverFeatures", each with its source.
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QStringList>

// Ids of the features ("full-and-piecewise") that the environment and command line of a recipe, as
// resolvedRecipe() gives it, use with these settings. kind: "a2", "a3". What a condition says that
// cannot be judged before the nodes' parts are known counts as used.
QStringList featuresUsed(const Json &recipe, const QString &kind, const Json &settings);
