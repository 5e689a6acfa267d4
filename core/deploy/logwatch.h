// LogWatch: reads a service's log as it grows and says when it is ready or has failed, and why.
// Pure; bytes may be cut anywhere. Rules are data: resources/failures.json.
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QRegularExpression>

struct FailureRule
{
    QString id;                          // "mindie.mode"
    QStringList engines;                 // whose logs it is about; empty: any (the driver, HCCL, the host)
    QRegularExpression pattern;
    bool ends = false;                   // after this line the service will not come up
    QString cause, remedy;               // in the language given
};

// Those for the logs of one engine (a recipe's); empty: those for any. A broken data file or pattern is
// ErrorKind::Parse naming the rule.
Result<QList<FailureRule>> loadFailureRules(const QString &engine, const QString &language = QStringLiteral("en"));

struct LogFinding
{
    QString line;                        // as printed, cut at 500 characters
    QString cause, remedy;               // empty where no rule matched
};

class LogWatch
{
public:
    // readyLines: any of them contained in a line means ready. failureLines: contained in a line
    // that also says "fail" or "error" means that it will not come up.
    // readyTimes: so many lines must have said it
    LogWatch(QStringList readyLines, QStringList failureLines, QList<FailureRule> rules, int readyTimes = 1);

    void feed(const QByteArray &piece);
    void finish();                       // the log has ended: its last line may lack its newline

    bool isReady() const { return m_ready; }
    bool hasFailed() const { return m_failed; }
    // The likely cause: the first line that a rule knows, else the line that ended it.
    std::optional<LogFinding> cause() const { return m_cause ? m_cause : m_last; }
    QString tail() const { return m_tail.join(QLatin1Char('\n')); } // its last lines, eight at most

private:
    void line(const QByteArray &bytes);

    QStringList m_readyLines, m_failureLines;
    QList<FailureRule> m_rules;
    int m_readyTimes;
    QStringList m_tail;
    QByteArray m_partial;
    bool m_ready = false, m_failed = false;
    std::optional<LogFinding> m_cause, m_last, m_raised; // raised: Python's "SomeError: why"
};
