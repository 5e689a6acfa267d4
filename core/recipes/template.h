// Placeholders in a recipe's data: "${port}" alone becomes the value itself (a number stays a
// number, a list a list); inside a longer text it becomes its text. One pass: a value that itself
// contains "${...}" is taken as it is.
#pragma once

#include "core/base/json.h"

#include <QHash>

using TemplateValues = QHash<QString, Json>;

// ErrorKind::Invalid for a placeholder that nobody defined: the recipe is wrong, not the user.
Result<Json> expanded(const Json &pattern, const TemplateValues &values);
Result<QString> expandedText(const QString &pattern, const TemplateValues &values);

// "${name}" or a list of them: each must be neither empty nor false. Null holds. ErrorKind::Invalid as expanded().
Result<bool> conditionHolds(const Json &condition, const TemplateValues &values);

// A value as text for an environment variable: 0.92, INFO, "0,1,2".
QString plainText(const Json &value);
