#include "core/shell/remoteoutput.h"

namespace {

constexpr qsizetype longestPreamble = 1 << 20; // a login script that says more: its words stay in the output

} // namespace

void RemoteOutput::add(OutputStream stream, const char *data, qsizetype size)
{
    const int i = int(stream);
    if (m_seen[i]) {
        m_keeper.add(stream, data, size);
        return;
    }
    QByteArray &held = m_held[i];
    held.append(data, size);
    const qsizetype at = held.indexOf(m_word);
    const qsizetype end = at < 0 ? -1 : held.indexOf('\n', at);
    if (end < 0 && held.size() < longestPreamble)
        return;
    m_seen[i] = true;
    if (end >= 0) {
        bool isNumber = false;
        const qint64 group = held.mid(at + m_word.size(), end - at - m_word.size()).trimmed().toLongLong(&isNumber);
        if (isNumber && group > 1)
            m_group = group;
        held.remove(0, end + 1);
    }
    m_keeper.add(stream, held.constData(), held.size());
    held.clear();
}

void RemoteOutput::end()
{
    for (const OutputStream stream : {OutputStream::Out, OutputStream::Err}) {
        const int i = int(stream);
        if (!m_seen[i])
            m_keeper.add(stream, m_held[i].constData(), m_held[i].size());
        m_seen[i] = true;
    }
}
