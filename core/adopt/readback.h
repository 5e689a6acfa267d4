// A template read backwards: where "${port}" stands in the pattern and 1025 in what is there, port is 1025. The inverse
// of core/recipes/template.h. Pure.
#pragma once

#include "core/base/json.h"

#include <QMap>

// By name; the first place that tells a name counts. A text with more than one name in it tells none.
QMap<QString, Json> readBack(const Json &pattern, const Json &seen);

// A text as a setting of that type ("integer", "number", "boolean", else text); null: it is none.
Json asTyped(const Json &value, const QString &type);
