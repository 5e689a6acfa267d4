#include "core/shell/remoteoutput.h"

namespace {

// of a login script that says more the end is kept, for the word may begin there
constexpr qsizetype mostHeld = 1 << 16;
constexpr qsizetype longestMark = 128;       // the word, a process group, a line end
constexpr qsizetype longestPreamble = 2048;  // kept for the sentence that says what came instead

} // namespace

// Where the line of our word ends, and begins in `at`; -1: it has not come. On stderr the line goes on with a number.
qsizetype RemoteOutput::findMark(OutputStream stream, const QByteArray &text, qsizetype &at)
{
    for (at = text.indexOf(m_word); at >= 0; at = text.indexOf(m_word, at + 1)) {
        const qsizetype end = text.indexOf('\n', at);
        if (end < 0)
            return -1;
        const QByteArray rest = text.mid(at + m_word.size(), end - at - m_word.size()).trimmed();
        if (stream == OutputStream::Out && rest.isEmpty())
            return end;
        if (stream == OutputStream::Err) {
            bool isNumber = false;
            const qint64 group = rest.toLongLong(&isNumber);
            if (isNumber && group > 1)
                m_group = group;
            return end;
        }
    }
    return -1;
}

void RemoteOutput::add(OutputStream stream, const char *data, qsizetype size)
{
    const int i = int(stream);
    if (m_seen[i]) {
        pass(i, data, size);
        return;
    }
    QByteArray &held = m_held[i];
    held.append(data, size);
    if (m_preamble[i].size() < longestPreamble)
        m_preamble[i].append(data, qMin(size, longestPreamble - m_preamble[i].size()));
    qsizetype at = 0;
    const qsizetype end = findMark(stream, held, at);
    if (end < 0) {
        if (held.size() > mostHeld)
            held.remove(0, held.size() - longestMark);
        return;
    }
    m_seen[i] = true;
    m_preamble[i].clear();
    const QByteArray rest = held.mid(end + 1);
    held.clear();
    pass(i, rest.constData(), rest.size());
}

// What belongs to the answer goes on; the line of the word and an exit code ends it, wherever it begins.
void RemoteOutput::pass(int i, const char *data, qsizetype size)
{
    if (m_ended[i])
        return;
    const QByteArray text
        = m_tail[i].isEmpty() ? QByteArray::fromRawData(data, size) : m_tail[i] + QByteArray::fromRawData(data, size);
    const auto give = [&](qsizetype end) { m_keeper.add(OutputStream(i), text.constData(), end); };
    for (qsizetype at = text.indexOf(m_word); at >= 0; at = text.indexOf(m_word, at + 1)) {
        const qsizetype end = text.indexOf('\n', at);
        if (end < 0 && text.size() - at <= longestMark) {
            give(at);
            m_tail[i] = QByteArray(text.constData() + at, text.size() - at);
            return;
        }
        bool isNumber = false;
        const int code
            = end < 0 ? 0 : text.mid(at + m_word.size(), end - at - m_word.size()).trimmed().toInt(&isNumber);
        if (isNumber) {
            m_ended[i] = true;
            if (OutputStream(i) == OutputStream::Out)
                m_exitCode = code > 256 ? code - 128 : code; // ksh counts signals from 256, all others from 128
            give(at);
            m_tail[i].clear();
            return;
        }
    }
    qsizetype begun = qMin(text.size(), m_word.size() - 1); // of the word, at the end
    while (begun > 0 && !text.endsWith(m_word.first(begun)))
        --begun;
    give(text.size() - begun);
    m_tail[i] = QByteArray(text.constData() + text.size() - begun, begun);
}

void RemoteOutput::end()
{
    const int err = int(OutputStream::Err);
    if (isAnswer() && !m_seen[err]) { // the word was lost there, the words were not
        m_keeper.add(OutputStream::Err, m_held[err].constData(), m_held[err].size());
        m_seen[err] = true;
    }
    for (int i = 0; i < 2; ++i) {
        m_keeper.add(OutputStream(i), m_tail[i].constData(), m_tail[i].size());
        m_tail[i].clear();
    }
}
