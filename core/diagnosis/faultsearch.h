// FaultEntry: a row of the table of error codes and faults, and the search in it. Pure.
#pragma once

#include "core/diagnosis/faultmatcher.h"

struct FaultEntry
{
    QString name;                        // the code, or the rule's id
    QString component;
    QString meaning;
    QString others;                      // what else it may be (FaultRule::others); empty: nothing is known
    QString check, checkId, remedy, source; // check: empty where nothing is known
    QString signature;                   // of a rule: the words of the log, "… " between parts; empty for a code
    bool isCode = false;
};

FaultEntry faultEntry(const FaultRule &rule);

// Codes first, in their order, then rules; a code that a rule knows more of has what that says.
QList<FaultEntry> faultEntries(const QList<ErrorCode> &codes, const QList<FaultRule> &rules);

// Indices into the entries. written: words, a code as it stands in a log, or a whole line of a log. What a line or a
// code means by the rules comes first; then the entries that hold every word of it. All where nothing is written.
QList<int> searchFaults(const QList<FaultEntry> &entries, const QList<ErrorCode> &codes, const QList<FaultRule> &rules,
                        const FaultMatcher &matcher, const QString &written);
