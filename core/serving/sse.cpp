#include "core/serving/sse.h"

QList<SseEvent> SseParser::feed(const QByteArray &piece)
{
    QList<SseEvent> events;
    qsizetype start = 0;
    if (m_afterCr && !piece.isEmpty()) { // CRLF cut in the middle
        m_afterCr = false;
        if (piece[0] == '\n')
            start = 1;
    }
    for (qsizetype i = start; i < piece.size(); ++i) {
        const char c = piece[i];
        if (c != '\n' && c != '\r')
            continue;
        m_line.append(piece.constData() + start, i - start);
        line(events);
        start = i + 1;
        if (c == '\r') {
            if (start == piece.size()) {
                m_afterCr = true;
            } else if (piece[start] == '\n') {
                ++start;
                ++i;
            }
        }
    }
    m_line.append(piece.constData() + start, piece.size() - start);
    if (m_line.size() + m_data.size() > longestEvent) {
        m_overflowed = m_dropping = true;
        m_line.clear();
        m_data.clear();
        m_hasData = false;
    }
    return events;
}

QList<SseEvent> SseParser::finish()
{
    QList<SseEvent> events;
    if (!m_line.isEmpty())
        line(events);
    dispatch(events);
    m_afterCr = m_begun = false;
    return events;
}

void SseParser::line(QList<SseEvent> &events)
{
    QByteArray line;
    line.swap(m_line);
    if (!m_begun) {
        m_begun = true;
        if (line.startsWith("\xEF\xBB\xBF"))
            line.remove(0, 3);
    }
    if (line.isEmpty()) {
        dispatch(events);
        return;
    }
    const qsizetype colon = line.indexOf(':');
    if (colon == 0 || m_dropping) // a comment, or the rest of what was too long
        return;
    const QByteArray field = colon < 0 ? line : line.left(colon);
    QByteArray value = colon < 0 ? QByteArray() : line.mid(colon + 1);
    if (value.startsWith(' '))
        value.remove(0, 1);
    if (field == "data") {
        if (m_hasData)
            m_data += '\n';
        m_data += value;
        m_hasData = true;
    } else if (field == "event") {
        m_name = value;
    }
}

void SseParser::dispatch(QList<SseEvent> &events)
{
    if (m_hasData)
        events.append({m_name, m_data});
    m_name.clear();
    m_data.clear();
    m_hasData = m_dropping = false;
}
