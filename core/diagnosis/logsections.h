// A file that a failed run kept (core/logs/keptlogs.h) is the logs of several nodes; a head stands before each:
// "==> node1: start-service at 2026-03-18T10:33:52.113Z". Any other file is one log. Pure; pieces may be cut anywhere.
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

struct LogHead
{
    QString node, step;
    std::optional<qint64> beganMs;       // when it said the first word, by the clock of the machine that kept it

    bool operator==(const LogHead &) const = default;
};

std::optional<LogHead> logHead(QByteArrayView line); // nullopt: it is no head

class LogSections
{
public:
    // begins: a head came, and how many lines the file has up to it; takes: what stands below it, or all of a file
    // whose first line is no head.
    LogSections(std::function<void(const LogHead &head, qint64 lines)> begins,
                std::function<void(QByteArrayView piece)> takes);
    void feed(const QByteArray &piece);
    void finish();

private:
    const std::function<void(const LogHead &head, qint64 lines)> m_begins;
    const std::function<void(QByteArrayView piece)> m_takes;
    std::optional<bool> m_isKept;
    QByteArray m_partial;
    qint64 m_lines = 0;
    bool m_isInLine = false;             // its beginning was handed on: it is no head
};
