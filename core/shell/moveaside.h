// A file that was not understood leaves its place and is kept beside it, so that a new one can be begun and nothing is
// lost.
#pragma once

#include "core/base/result.h"

#include <QStringList>

// To FILE.damaged, where that is taken FILE.damaged-2, -3, ...: never over another file; of a link the link itself.
// `along`: suffixes of files that belong to it and go with it ("-wal"). The new name; ErrorKind::Storage: it stays
// where it was.
Result<QString> moveAside(const QString &path, const QStringList &along = {});
