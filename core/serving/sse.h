// SseParser: server-sent events out of a byte stream, however it is cut (https://html.spec.whatwg.org
// "server-sent events"): LF, CRLF and CR end a line, comments are skipped, `data` lines are joined by LF.
#pragma once

#include <QByteArray>
#include <QList>

struct SseEvent
{
    QByteArray name;                     // "event:"; empty for the usual message
    QByteArray data;
    bool operator==(const SseEvent &) const = default;
};

class SseParser
{
public:
    static constexpr qsizetype longestEvent = 16 * 1024 * 1024;

    QList<SseEvent> feed(const QByteArray &piece); // what became complete
    QList<SseEvent> finish();                      // at the end: an event that lacks its blank line
    bool overflowed() const { return m_overflowed; } // an event was longer than longestEvent and was dropped

private:
    void line(QList<SseEvent> &events);
    void dispatch(QList<SseEvent> &events);

    QByteArray m_line, m_name, m_data;
    bool m_hasData = false, m_afterCr = false, m_begun = false, m_overflowed = false, m_dropping = false;
};
