#include "core/shell/remoteoutput.h"

namespace {

constexpr qsizetype mostHeld = 1 << 16;      // of a login script that says more the end is kept, for the word may begin there
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
        m_keeper.add(stream, data, size);
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
    m_keeper.add(stream, held.constData() + end + 1, held.size() - end - 1);
    held.clear();
}

void RemoteOutput::end()
{
    const int err = int(OutputStream::Err);
    if (isAnswer() && !m_seen[err]) { // the word was lost there, the words were not
        m_keeper.add(OutputStream::Err, m_held[err].constData(), m_held[err].size());
        m_seen[err] = true;
    }
}
