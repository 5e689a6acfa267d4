// Lines that differ between two texts: for `ascendctl diff` and the artifacts page.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

struct DiffLine
{
    char kind = ' ';                     // ' ' in both, '-' only before, '+' only after
    QString text;
    int before = 0, after = 0;           // line numbers from 1; 0: not in that text
    bool operator==(const DiffLine &) const = default;
};

// Very long texts that have little in common come back as all removed and all added.
QList<DiffLine> lineDiff(const QString &before, const QString &after);

// As `diff -u` prints it; empty when the texts are equal.
QString unifiedDiff(const QString &before, const QString &after, const QString &beforeName, const QString &afterName,
                    int context = 3);
