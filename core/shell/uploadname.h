// How a file is called on the node until all of it has arrived, beside its place: this and something that is unique.
// Who tidies away what uploads that were cut off have left looks for it.
#pragma once

#include <QString>

inline const QString uploadPrefix = QStringLiteral(".asc-upload.");
