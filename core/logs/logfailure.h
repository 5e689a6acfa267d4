// What failed first among the lines of a store. The judging is core/diagnosis's; here are the lines that a rule knows,
// with their time on the one clock, and where each stands. Pure; take() on the thread of the store, judge() anywhere.
#pragma once

#include "core/logs/logstore.h"

struct FirstFailure
{
    qint64 line = -1;                    // its number in the store
    int rule = -1;
    bool isCause = false;                // else the first sign of it: the cause is not in these logs
    bool isCertain = true;
    bool isProbable = false;             // as FaultSighting has it
    bool operator==(const FirstFailure &) const = default;
};

struct KnownLines                        // what judge() needs of a store
{
    struct Line
    {
        qint64 number = 0, ms = 0;
        int origin = 0;
        QByteArray text;
        bool isLater = false;            // as LogEntry has it
        std::optional<qint64> untilMs = {};
    };
    QList<LogOrigin> origins;
    QList<Line> lines;                   // LogStore::marked()
};

KnownLines knownLines(const LogStore &store);
// nullopt also where it is another program's than the service's (FaultSighting::program).
std::optional<FirstFailure> firstFailure(const KnownLines &known, const QList<FaultRule> &rules);
