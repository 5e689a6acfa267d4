// LogStore: lines of all nodes on one clock, as many as there is room for: the oldest that arrived make room for new
// ones, and how many did is known. A line is known by its number, in the order of arrival; order() has them by time.
// A copy shares the texts. Pure; one thread, and no call takes longer than what it is given or what it drops.
#pragma once

#include "core/logs/logfeed.h"

#include <deque>
#include <vector>

struct LogOrigin                         // what lines are of
{
    QString node, process;
    qint64 lines = 0;                    // that came, dropped ones too
    std::optional<qint64> firstMs, lastMs;
    bool operator==(const LogOrigin &) const = default;
};

class LogStore
{
public:
    static constexpr qint64 usualBytes = 160 * 1024 * 1024;

    explicit LogStore(qint64 mostBytes = usualBytes) : m_mostBytes(mostBytes) {}

    // now: where lines stand that have no time and are near none that has. Returns how many lines were dropped for
    // these.
    qint64 append(const LogBatch &batch, qint64 now);
    void clear();

    qint64 begin() const { return m_first; }                        // the lowest number that is there
    qint64 end() const { return m_first + qint64(m_rows.size()); }
    bool isEmpty() const { return m_rows.empty(); }
    qint64 dropped() const { return m_dropped; }
    qint64 bytes() const;                                           // with what a line takes beside its text

    qint64 ms(qint64 line) const { return row(line).ms; }           // where it stands among the others
    // ms() is known, as its own time or as that of the nearest line above; else it is not to be shown.
    bool hasTime(qint64 line) const { return row(line).hasTime; }
    bool isLater(qint64 line) const { return row(line).isLater; }   // LogEntry::isLater, or it has no time
    std::optional<qint64> untilMs(qint64 line) const;               // as LogEntry has it
    LogLevel level(qint64 line) const { return row(line).level; }
    int rule(qint64 line) const { return row(line).rule; }
    int originOf(qint64 line) const { return row(line).origin; }    // index into origins()
    QByteArrayView text(qint64 line) const;
    const QList<LogOrigin> &origins() const { return m_origins; }
    const QString &node(qint64 line) const { return m_origins[row(line).origin].node; }
    const QString &process(qint64 line) const { return m_origins[row(line).origin].process; }

    bool isBefore(qint64 a, qint64 b) const { return std::pair(row(a).ms, a) < std::pair(row(b).ms, b); }
    const std::vector<qint64> &order() const { return m_order; }    // all lines by time, then by number
    // Lines that a fault rule knows, or that say that a service is ready, by number; of many the first.
    const QList<qint64> &marked() const { return m_marked; }

private:
    struct Row
    {
        qint64 ms = 0;
        qint64 at = 0;                   // of its text, in all bytes that ever came
        quint32 size = 0;
        qint16 origin = 0, rule = -1;
        LogLevel level = LogLevel::Unknown;
        bool hasTime = false, isLater = false;
        quint32 laterBy = 0;             // seconds, rounded up, where it isLater
        static constexpr quint32 unknown = 0xffffffff;
    };
    struct Block
    {
        qint64 at = 0;
        QByteArray bytes;
    };
    const Row &row(qint64 line) const { return m_rows[size_t(line - m_first)]; }
    int originIndex(const QString &node, const QString &process);
    void sortIn(qint64 from);
    qint64 makeRoom();

    qint64 m_mostBytes;
    qint64 m_first = 0, m_dropped = 0, m_written = 0;
    std::deque<Row> m_rows;
    std::deque<Block> m_blocks;
    std::vector<qint64> m_order;
    QList<LogOrigin> m_origins;
    QList<qint64> m_marked;
};
