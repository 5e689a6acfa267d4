// FaultRule: what one line of a log says went wrong, why, and what to do. The rules are data, resources/faults: one
// file per component; a new rule is an entry there and a line that shows it in tests/fixtures/faults (CONTRIBUTING,
// "A fault rule"). Pure.
#pragma once

#include "core/base/json.h"

#include <QByteArrayList>
#include <QList>

enum class FaultRole {
    Cause,                               // it can be where a failure began
    Consequence,                         // one rank says so because something happened to another
    Hint,                                // words that also stand in logs of services that work
    Echo,                                // says only that something before it failed
};

enum class FaultSeverity { Fatal, Error, Warning }; // fatal: hardware, or a device that is lost

// Whether it is what one request met, after which the service goes on for the others.
enum class FaultOfRequest {
    Never,
    OnceReady,                           // where the service was ready before: it fetched an image for a client
    Always,
};

struct FaultRule
{
    QString id;                          // "hccl.socket-timeout"
    QString component;                   // the file's name: "hccl"
    QString componentTitle;              // "HCCL"
    QStringList engines;                 // whose logs say it; empty: any
    QString releases;                    // of the engine or the driver, in words; empty: no limit is known
    FaultRole role = FaultRole::Cause;
    FaultSeverity severity = FaultSeverity::Error;
    bool isInfo = false;                 // is said in lines of level INFO, too
    FaultOfRequest ofRequest = FaultOfRequest::Never;
    bool ends = false;                   // a service that says so while it starts will not come up
    // Ids, or "hardware.*": where one of these happened too, this is their consequence.
    QStringList follows;
    bool unlessStopped = false;          // means nothing within a minute after the service was told to stop
    bool anyone = false;                 // any program may say it: another one's line is no cause (speaker.h)
    // Ids as above: where a cause of these is there, this need not concern the service and is none, unless one of
    // `unless` shows that it does.
    QStringList yields, unless;
    // A line is meant that holds all parts of one of these, in this order. A digit at a part's end is a number's last:
    // "507014" is not found in 1507014 or 5070141. No regular expressions: the time for a line is bounded by its
    // length, whatever is in it.
    QList<QByteArrayList> signature;
    QList<QByteArrayList> isNot;         // as above: a line that holds one of these, too, is not meant
    // Numbers that return values carry. A line is meant that says one of them as a code ("error code 507899",
    // "ret = 507899", "retCode:507899"); as a number of anything else it says nothing.
    // A fault code of the driver ("0x80e01801") is meant wherever it stands by itself.
    QByteArrayList codes;
    // What the service says when it is ready (vllm-ascend's quick_start.md; MindIE-LLM's llm_daemon.cpp): what the same
    // log said of this rule before was said while it waited, and is no failure.
    QByteArrayList over;
    QString cause, check, remedy;        // in the language asked for
    // A sentence on what else is known to be said in the same words. By its line alone such a rule is a probable cause;
    // a certain one where one of `shownBy` (ids as above) was said in the same failure.
    QString others;
    QStringList shownBy;
    QString checkId;                     // of a check of ours (resources/checks.json) that looks at it; may be empty
    QString source;                      // where the words of the signature stand

    bool operator==(const FaultRule &) const = default;
};

QString roleName(FaultRole role); // "cause", "consequence", "hint", "echo"
QString severityName(FaultSeverity severity); // "fatal", "error", "warning"

QString causeWords(const FaultRule &rule); // its cause, and what else it may be

// ErrorKind::Parse: a rule that is not whole, by its id.
Result<QList<FaultRule>> loadFaultRules(const QString &language = QStringLiteral("en"));
Result<QList<FaultRule>> readFaultRules(const Json &file, const QString &component, const QString &language);

// Those that the log of a service of this engine can be known by: its own, and those of the driver, HCCL and the host.
QList<FaultRule> rulesOfEngine(const QList<FaultRule> &rules, const QString &engine);

// Code, what it means and what to do first: resources/error-codes.json.
struct ErrorCode
{
    QString code;                        // "EI0006", "507014", "-8005", "MIE05E01000B", "0x80E01801"
    QString component;                   // "HCCL", "ACL", "MindIE", ...
    QString meaning, action;
    QString rule;                        // id of the fault rule that knows more; may be empty
    QString source;

    bool operator==(const ErrorCode &) const = default;
};

Result<QList<ErrorCode>> loadErrorCodes(const QString &language = QStringLiteral("en"));
// However it is written: "mie05e01000b", "[EI0006]", "ret is -8005", "0X80e01801", "80E01801" as npu-smi has it. More
// than one where components share a number, or where several are written.
QList<ErrorCode> findErrorCode(const QList<ErrorCode> &codes, const QString &written);
Json toJson(const ErrorCode &code);
