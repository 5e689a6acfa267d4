// A folder of this machine that artifacts are saved into, by the window and by `generate`. A file stands in the
// way when it is there with another text, and no earlier save (its MANIFEST.json) left it as it is now: it is
// somebody else's, or was edited since, and is never overwritten unasked. Blocking. Errors: ErrorKind::Storage.
#pragma once

#include "core/artifacts/artifact.h"

#include <stop_token>

QStringList inTheWay(const QString &folder, const QList<Artifact> &files); // by Artifact::path

// Moves it beside, never over anything. Its new name.
Result<QString> putAside(const QString &path);

// Over whatever is there, MANIFEST.json last: ask inTheWay() before.
Result<void> writeArtifacts(const QString &folder, const QList<Artifact> &files, std::stop_token stop = {});
