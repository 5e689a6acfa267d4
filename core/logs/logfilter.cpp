#include "core/logs/logfilter.h"

#include <cstring>

namespace {

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

} // namespace

bool holdsWords(QByteArrayView text, QByteArrayView words)
{
    if (words.isEmpty())
        return true;
    if (text.size() < words.size())
        return false;
    const char first = words[0], other = first >= 'a' && first <= 'z' ? char(first - 32) : first;
    const char *at = text.data(), *const last = text.data() + (text.size() - words.size());
    while (at <= last) {
        const size_t left = size_t(last - at) + 1;
        const char *lower = static_cast<const char *>(std::memchr(at, first, left));
        const size_t until = lower ? size_t(lower - at) : left;
        const char *upper = other == first ? nullptr : static_cast<const char *>(std::memchr(at, other, until));
        at = upper ? upper : lower;
        if (!at)
            return false;
        qsizetype same = 1;
        while (same < words.size() && lowered(at[same]) == words[same])
            ++same;
        if (same == words.size())
            return true;
        ++at;
    }
    return false;
}

LogSieve::LogSieve(const LogFilter &filter)
    : m_filter(filter)
    , m_words(filter.words.toUtf8())
{
    for (char &c : m_words)
        c = lowered(c);
}

bool LogSieve::passes(const LogStore &store, qint64 line) const
{
    if (store.level(line) < m_filter.least)
        return false;
    if (m_filter.fromMs && store.ms(line) < *m_filter.fromMs
        && (!store.isLater(line) || store.untilMs(line).value_or(*m_filter.fromMs) < *m_filter.fromMs))
        return false;
    if (!m_filter.node.isEmpty() && store.node(line) != m_filter.node)
        return false;
    if (!m_filter.process.isEmpty() && store.process(line) != m_filter.process)
        return false;
    return holdsWords(store.text(line), m_words);
}
