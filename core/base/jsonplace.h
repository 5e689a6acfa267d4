// Places in a JSON document and names that are nearly right: for sentences about somebody's file.
#pragma once

#include <QStringList>

QString pointer(const QString &base, const QString &key); // RFC 6901: "~" and "/" escaped
QString pointer(const QString &base, qsizetype index);

// The known name nearest to a word, if it is near enough to be a slip; empty: none.
QString nearestName(const QString &word, const QStringList &known);
