// An answer's Markdown cut into prose and code, so that code gets a box of its own. Pure.
#pragma once

#include <QList>
#include <QString>

struct MarkdownPart
{
    bool isCode = false;
    QString text;                        // without the fences
    QString language;                    // of code, as written behind the fence
    bool operator==(const MarkdownPart &) const = default;
};

// Fences of ``` or ~~~, up to three spaces in; a fence that is never closed runs to the end (CommonMark 4.5).
QList<MarkdownPart> markdownParts(const QString &markdown);

// How many of its first characters can be rendered while the rest is still to come: whole paragraphs, tables and code,
// and a list when what follows it has begun. From there on the rest reads as it would by itself. 0: none yet.
qsizetype settledLength(const QString &markdown);

// Prose whose lines stay lines, as models mean them and as they were while the answer came: a line end inside a
// paragraph becomes U+2028. What Markdown reads line by line (lists, headings, quotes, tables, rules) keeps its own.
QString withLineBreaks(const QString &prose);
