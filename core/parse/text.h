// What every parser starts with: bytes from a terminal, a log or an editor, made into plain lines.
// Never fails: bytes that are no text and control characters become U+FFFD, so that what they stand in is no value.
// Colours, what was taken back at a prompt, carriage returns, byte order marks (UTF-16 from PowerShell too) and NULs
// beside blanks are gone afterwards; tabs and blanks are kept.
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>

namespace parse {

QString plainText(const QByteArray &bytes);
// without the line ends; the text's final newline makes no empty last line
QStringList plainLines(const QByteArray &bytes);

// For what is read line by line as "key : value": a last line without its end may be cut ("655" of "65536") and is not
// believed. A shell prompt after the answer is no part of it.
struct WholeLines
{
    QStringList lines;
    bool isCut = false;
};
WholeLines wholeLines(const QByteArray &bytes);

// What a terminal folded has no longer line than its width, and every folded line has just that.
qsizetype longestLine(const QStringList &lines);

// "...", "……", "| ... |": somebody left lines out.
bool isElision(QStringView line);

// "NA", "N/A", "-", "--", "unknown" (any case), nothing: the tool has no value here.
bool isBlankValue(QStringView token);

// The whole token is one decimal number; anything else (blanks inside, units, hex) is nullopt.
std::optional<qint64> integer(QStringView token);
std::optional<int> smallInteger(QStringView token);
std::optional<double> number(QStringView token); // finite only

inline Json textOrNull(const QString &text) // what a tool did not say is null in the answer
{
    return text.isEmpty() ? Json(nullptr) : Json(text);
}

// The sentence of a refusal; `what` is the tool's call ("npu-smi info"). A line in which a tool says
// why it did not answer is put into it.
Error notThisKind(const QString &what, const QStringList &lines);
Error notThisKind(const QString &what, const WholeLines &text);
// Several answers where one is read: to take one of them would hide the others.
Error severalOf(const QString &what);

// The first line in which npu-smi or hccn_tool reports that it could not answer; empty when there is none.
// Texts: the tools' published source (hicann/driver: npucli, hccn).
QString toolError(const QStringList &lines);

} // namespace parse
