// LogFeed: one stream of a node, bytes in and lines out: each with its level, its time on the one clock and the fault
// rule that knows it. Any encoding, cut anywhere, of any length (core/diagnosis/loglines.h); what comes out is UTF-8
// without control characters; the journal's records are lines, too (core/diagnosis/journal.h). A line without a time
// was said no sooner than the line above it, whose time it has, and no later than the one below it, or than the file
// was written to last. Pure; one thread.
#pragma once

#include "core/diagnosis/faultmatcher.h"
#include "core/diagnosis/journal.h"
#include "core/diagnosis/loglines.h"
#include "core/diagnosis/logtime.h"
#include "core/diagnosis/traceback.h"
#include "core/logs/logclock.h"
#include "core/logs/loglevel.h"

#include <memory>

struct LogEntry
{
    std::optional<qint64> ms;            // since 1970 by this machine's clock; of the nearest line above that says it
    LogLevel level = LogLevel::Unknown;
    int rule = -1;                       // index into the rules; -1: none knows it
    QByteArray text;                     // UTF-8, no control characters but tabs; cut at longestText
    bool isOver = false;                 // it says that the service is ready (FaultRule::over)
    bool isLater = false;                // it says no time: it was said at ms or later,
    std::optional<qint64> untilMs = {};  // and no later than this; nullopt: how much later is not known

    bool operator==(const LogEntry &) const = default;
};

struct LogBatch                          // lines of one stream, in its order
{
    QString node, process;
    QList<LogEntry> entries;

    bool operator==(const LogBatch &) const = default;
};

class LogFeed
{
public:
    static constexpr qsizetype longestText = 16 * 1024;
    // Stamped: each line begins with the time that `docker logs --timestamps` puts there; a line that does not is of
    // the tool itself: see tools().
    enum class Layout { Plain, DockerStamped };

    LogFeed(QString node, QString process, std::shared_ptr<const FaultMatcher> matcher, Layout layout = Layout::Plain);

    void setClock(const LogClock &clock) { m_clock = clock; }
    void beginAt(std::optional<qint64> ms) { m_ms = ms; } // of lines before the first that says its time
    void wasWrittenBy(std::optional<qint64> ms) { m_writtenBy = ms; } // all that is fed from now on
    void skipFirstLine() { m_skipsFirst = true; } // it begins in the middle of one
    void skipUntil(const QByteArray &stamp) { m_doneUntil = stamp; } // Stamped: those up to it came before
    void feed(QByteArrayView piece);
    void settle() { m_lines->settle(); } // nothing follows for now: lines that are whole are handed on
    void finish();                       // nothing follows any more: the last line may lack its end
    // A line that came otherwise, with its time by our clock.
    void add(qint64 ms, QByteArrayView line);

    LogBatch take();                     // since the last one
    bool hasNews() const { return !m_batch.entries.isEmpty(); }
    qint64 newBytes() const { return m_newBytes; }
    QByteArray lastStamp() const { return m_lastStamp; } // Stamped: of the last line
    QStringList takeTools() { return std::exchange(m_tools, {}); } // what docker itself said instead

private:
    void takeLine(QByteArrayView line, qint64 number);
    void takePlain(QByteArrayView line);
    void put(std::optional<qint64> ms, QByteArrayView line);

    const std::shared_ptr<const FaultMatcher> m_matcher;
    const Layout m_layout;
    LogClock m_clock;
    std::unique_ptr<LogLines> m_lines;
    JournalReader m_journal;
    LogTimes m_times;
    LogLevels m_levels;
    TracebackText m_tracebacks;
    LogBatch m_batch;
    std::optional<qint64> m_ms, m_writtenBy;
    qsizetype m_openLines = 0;           // the last ones of m_batch: no time has come below them
    QByteArray m_lastStamp, m_doneUntil;
    QStringList m_tools;
    qint64 m_newBytes = 0, m_lastNumber = 0;
    bool m_skipsFirst = false;
};

// The text of a line for a list: UTF-8, no control characters; the same bytes where there is nothing to do.
QByteArray harmlessText(QByteArrayView line);
