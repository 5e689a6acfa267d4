// LogWatch: reads a service's log as it grows and says when it is ready or has failed, and why.
// Pure; bytes may be cut anywhere. What it knows of failures are the fault rules (core/diagnosis/faultrule.h).
#pragma once

#include "core/diagnosis/faultmatcher.h"
#include "core/diagnosis/traceback.h"

struct LogFinding
{
    QString line;                        // as printed, cut at 500 characters
    QString rule;                        // its id; empty where none knows the line
};

class LogWatch
{
public:
    // readyLines: any of them contained in a line means ready. failureLines: contained in a line
    // that also says "fail" or "error" means that it will not come up.
    // rules: those of the service's engine; a line that is known by one that "ends" the service has failed it, too.
    // readyTimes: so many lines must have said it
    LogWatch(QStringList readyLines, QStringList failureLines, QList<FaultRule> rules, int readyTimes = 1);

    void feed(const QByteArray &piece);
    void finish();                       // the log has ended: its last line may lack its newline

    bool isReady() const { return m_ready; }
    bool hasFailed() const { return m_failed; }
    // The likely cause: the first line that a rule knows as a cause, else as a consequence of one that this log does
    // not show; else the line that ended it, and only then what also stands in logs of services that work.
    std::optional<LogFinding> cause() const;
    QString tail() const { return m_tail.join(QLatin1Char('\n')); } // its last lines, eight at most

private:
    void line(const QByteArray &bytes);

    QStringList m_readyLines, m_failureLines;
    QList<FaultRule> m_rules;
    FaultMatcher m_matcher;
    TracebackText m_tracebacks;
    int m_readyTimes;
    QStringList m_tail;
    QByteArray m_partial;
    bool m_ready = false, m_failed = false;
    std::optional<LogFinding> m_cause, m_consequence, m_echo, m_hint; // the first line known as such
    std::optional<LogFinding> m_last, m_raised; // raised: Python's "SomeError: why"
};
