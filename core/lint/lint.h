// Lint: what an engine would refuse, or take silently for something else, said before it starts.
//
// Files and launch lines. Pure: any bytes give findings or an Error (ErrorKind::Parse: not this kind of
// file at all, or larger than any such file). Rules follow the engines' own checks and mention their exact messages, so
// that a person who searches for the message of a log finds the cause.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

enum class Severity { Info, Warning, Error };

struct LintFinding
{
    QString rule;                        // "rank.contiguous"
    Severity severity = Severity::Error;
    QString where;                       // JSON pointer, or "line 12"
    QString message;                     // one sentence
    QString remedy;                      // what to do

    bool operator==(const LintFinding &) const = default;
};

// What is known about the file and the cluster besides its bytes; everything may be unknown.
struct LintContext
{
    std::optional<int> mode;             // permission bits
    std::optional<bool> isLink;
    QList<NodeFacts> facts;              // to compare device addresses with
    // of the engine, "0.18.0", "2.2", or, for variables, its image; empty: not known
    QString release;
};

// bytes: the largest deployment that is opened; no engine's file comes near it
inline constexpr qint64 largestLinted = 4 * 1024 * 1024;

bool hasErrors(const QList<LintFinding> &findings);
QString severityName(Severity severity); // "info", "warning", "error"
Json toJson(const LintFinding &finding);
Json toJson(const QList<LintFinding> &findings); // the shape of DESIGN "lint"
