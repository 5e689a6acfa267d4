// LogFilter: which lines are shown. Pure.
#pragma once

#include "core/logs/logstore.h"

struct LogFilter
{
    LogLevel least = LogLevel::Unknown;  // and graver ones; Unknown: all, also those that say none
    QString node, process;               // empty: all
    QString words;                       // somewhere in the text; upper and lower case of A-Z are one
    std::optional<qint64> fromMs;        // lines that may have been said since, where that is not known

    bool isEmpty() const { return *this == LogFilter(); }
    bool operator==(const LogFilter &) const = default;
};

// Made once for a filter, asked for each line.
class LogSieve
{
public:
    explicit LogSieve(const LogFilter &filter);
    bool passes(const LogStore &store, qint64 line) const;

private:
    LogFilter m_filter;
    QByteArray m_words;                  // lower case
};

// Whether a text holds these words, which are lower case already.
bool holdsWords(QByteArrayView text, QByteArrayView lowerCase);
