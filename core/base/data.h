// The data files of `resources/` that core needs (recipes, checks, versions, fault rules),
// compiled in. A new recipe or rule is a new data file; no code here changes.
#pragma once

#include "core/base/json.h"

// name is relative to resources/, for example "versions.json". ErrorKind::Storage if there is none.
Result<QByteArray> dataFile(const QString &name);
Result<Json> jsonDataFile(const QString &name);

// Names under a folder of resources/, sorted: dataFileNames("recipes") -> {"recipes/a.json", ...}.
QStringList dataFileNames(const QString &folder);
