// What a diagnosis finds and answers, as values.
#pragma once

#include "core/diagnosis/faultrule.h"
#include "core/diagnosis/logtime.h"

#include <algorithm>
#include <optional>

struct FaultSighting
{
    int rule = -1;                       // index into the rules
    int source = -1;                     // index into the sources
    qint64 line = 0;                     // of the file, from 1
    std::optional<LogTime> time;         // of the line, or of the nearest one above it, else below, that has one:
                                         // see isAfter and isBefore
    // The line, or 400 characters of it around what was recognized; of a record of the journal's what journal.h makes
    // of it.
    QString text;
    qint64 count = 1;                    // so often within one failure
    std::optional<LogTime> last;
    QString program = {};                // another one than the service's that it is of (speaker.h); empty: none
    bool isSpokenOf = false;             // that is a pod or container of which the runtime tells
    bool isEngines = false;              // the kernel met it in what a process of the engine did
    bool isOfLogin = false;              // the kernel ended a program of anyone's in a login session, in no container
    bool isPassing = false;              // a warning, what one request may have met, or a link that came up again
    bool isRetried = false;              // the line says that it is tried again
    bool isProbable = false;             // FaultRule::others, and nothing shows that it is none of those
    bool isAfter = false;                // it says no time: it was said at `time` or later,
    std::optional<LogTime> until = {};   // and before the nearest line below that has one; none: nobody knows
    bool isBefore = false;               // it says none, nor does a line above it: it was said at `time` or before
    bool isZoneGuessed = false;          // nothing that has its clock names the zone in which `time` was read

    bool operator==(const FaultSighting &) const = default;
};

struct ServiceReady                      // a line that says so, or that it begins to start
{
    qint64 line = 0;
    std::optional<LogTime> time;         // of it, else of the nearest line above that has one
    std::optional<LogTime> below;        // of it, else of the nearest line below

    bool operator==(const ServiceReady &) const = default;
};

struct RaisedException                   // which ended a traceback, and no rule knows
{
    qint64 line = 0, begin = 0;          // of the file; where the traceback began
    std::optional<LogTime> time;         // as FaultSighting has it
    QString text;                        // 400 characters of it, without what a user typed

    bool operator==(const RaisedException &) const = default;
};

struct SourceReport
{
    QString node, file, encoding;
    bool isAnswer = false;               // as LogSource has it
    QString isNoText;                    // "gzip", "binary"; empty: a text
    QString error;                       // it could not be read; empty: it was
    qint64 bytes = 0, lines = 0;
    std::optional<LogTime> first, last;  // by the clock, not by the line
    bool wasSetBack = false;             // its clock, by more than ten minutes
    bool isComparable = true;            // its times with those of the other nodes
    bool isZoneUnknown = false;          // it has lines that name none, and others of its node name several
    QList<ServiceReady> ready = {};      // the last ones
    QList<ServiceReady> starts = {};     // as above, of one that had started before in this log
    std::optional<LogTime> answered = {}; // when its service last told of work that goes on, or of a request answered
    QList<RaisedException> exceptions = {}; // the first ones and the last ones
    qint64 stopLine = 0;                 // where it said last that its service is shut down; 0: it never did
    qint64 stopBegan = 0;                // where it began to say so then, and when, where one of these lines has a time
    std::optional<LogTime> stopped = {};
    std::optional<LogTime> stopAbove = {}; // of the nearest line above stopBegan that has one
    std::optional<int> readIn = {};      // minutes east of UTC: its lines that name none were taken for this one's

    bool operator==(const SourceReport &) const = default;
};

struct DiagnosisAnswer
{
    std::optional<FaultSighting> first;  // nothing: no rule knows any line
    bool isCause = false;                // else the earliest sign of it: its cause is not in these logs
    QString stopped;                     // the node whose service was shut down: first follows from that; empty: none
    // That it was the first: false where clocks cannot be compared, and where it is only probable.
    bool isCertain = true;
    QList<FaultSighting> causes;         // more of the same failure; where isCertain, or not isCause: after the first
    QList<FaultSighting> consequences;   // by rule, then node; the rest of the same failure
    QList<FaultSighting> earlier;        // causes of failures before it
    // What else failed meanwhile: of other programs, of what it need not use, or what the service went on after.
    QList<FaultSighting> others;
    QList<SourceReport> sources;
    QStringList notes;                   // sentences about what makes it doubtful

    bool hasLines() const                // else nothing was read
    {
        return std::any_of(sources.cbegin(), sources.cend(), [](const SourceReport &one) { return one.lines > 0; });
    }
};

Json toJson(const DiagnosisAnswer &answer, const QList<FaultRule> &rules);
QString timeText(const FaultSighting &one); // "≥ 2026-03-18 10:33:52.113" where it may have been later, "≤ ..." before
QString timeText(const std::optional<LogTime> &time); // "2026-03-18 10:33:52.113", "...Z" where the zone is known
