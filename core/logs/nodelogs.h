// NodeLogs: the logs of one node, asked for in rounds; it remembers how far each was read, so that a round goes on
// where the one before it ended, also after a lost connection. Blocking, on the node's link; one thread at a time.
#pragma once

#include "core/logs/logscript.h"
#include "core/logs/logfeed.h"
#include "core/shell/shell.h"

#include <map>

struct LogNews                           // told while a round goes on, at least every two seconds
{
    QList<LogBatch> batches;             // may be empty: it is alive
    std::optional<double> clockOffset;   // of the node, as measured for this round
    double clockUncertainty = 0;
    QStringList troubles;                // sentences: what of its logs cannot be had, and why
};

class NodeLogs
{
public:
    using Tell = std::function<void(LogNews news)>;

    NodeLogs(QString node, LogQuestion question, std::shared_ptr<const FaultMatcher> matcher);

    // Returns what could not be had, in sentences; empty: it was all there. Error: the node could not be asked
    // (Connection, Timeout, HostKey, ...), or somebody stopped it.
    Result<QStringList> read(Shell &shell, std::chrono::seconds follows, std::stop_token stop, const Tell &tell);
    void setTail(qint64 bytes, int lines); // of what was not read before

private:
    struct File
    {
        std::unique_ptr<LogFeed> feed;
        qint64 next = 0;                 // byte
    };
    void take(const LogFrame &frame);
    void takeKernel(const LogFrame &frame);
    void takeUnread(const LogFrame &frame);
    void tellNews(const Tell &tell);

    const QString m_node;
    const LogQuestion m_question;
    const std::shared_ptr<const FaultMatcher> m_matcher;
    LogClock m_clock;                    // of the container
    std::map<quint64, File> m_files;     // by inode: a log that is renamed goes on
    std::unique_ptr<LogFeed> m_container;
    LogFeed m_kernel;
    std::optional<double> m_kernelUntil; // seconds since it started
    std::optional<qint64> m_startedMs;
    LogRound m_round;
    QStringList m_unread;                // of this round, in sentences
    std::optional<double> m_newOffset;
    double m_uncertainty = 0;
    qint64 m_toldMs = 0;
};
