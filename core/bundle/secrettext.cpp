#include "core/bundle/secrettext.h"

#include "core/bundle/byte.h"

#include <algorithm>
#include <cstring>

qsizetype SecretText::skipColours(qsizetype at) const
{
    while (byte(at) == '\x1b' && byte(at + 1) == '[') {
        qsizetype end = at + 2;
        while (end < m_size && end - at < 32 && m_text[end] >= 0x20 && m_text[end] < 0x40)
            ++end;
        at = std::min(m_size, end + 1);
    }
    return at;
}

qsizetype SecretText::skipBlanks(qsizetype at) const
{
    for (qsizetype before = -1; before != at;) {
        before = at;
        while (at < m_size && Byte::isBlank(m_text[at]))
            ++at;
        at = skipColours(at);
    }
    return at;
}

qsizetype SecretText::skipSpaces(qsizetype at) const
{
    while (at < m_size && Byte::isSpace(m_text[at]))
        ++at;
    return at;
}

qsizetype SecretText::lineEnd(qsizetype at, qsizetype most) const
{
    const qsizetype last = std::min(m_size, at + most);
    while (at < last && m_text[at] != '\n' && m_text[at] != '\r')
        ++at;
    return at;
}

qsizetype SecretText::lineStart(qsizetype at) const
{
    const qsizetype first = std::max<qsizetype>(0, at - longestHead);
    while (at > first && m_text[at - 1] != '\n')
        --at;
    return at;
}

std::optional<Quote> SecretText::quoteAt(qsizetype at) const
{
    qsizetype mark = at;
    while (byte(mark) == '\\' && mark - at < 64)
        ++mark;
    if (!Byte::isQuote(byte(mark)))
        return {};
    return Quote{m_text[mark], mark - at};
}

std::optional<Quote> SecretText::quoteBefore(qsizetype at) const
{
    if (!Byte::isQuote(byte(at - 1)))
        return {};
    qsizetype slash = at - 1;
    while (slash > 0 && m_text[slash - 1] == '\\' && at - slash < 64)
        --slash;
    return Quote{m_text[at - 1], at - 1 - slash};
}

qsizetype SecretText::closing(qsizetype from, const Quote &quote) const
{
    const qsizetype last = std::min(m_size, from + longestValue);
    qsizetype slashes = 0;
    for (qsizetype at = from; at < last && m_text[at] != '\n'; ++at) {
        if (m_text[at] == '\\') {
            ++slashes;
            continue;
        }
        if (m_text[at] == quote.mark) {
            const qsizetype more = slashes - quote.slashes;
            if (more == 0 || (more > 0 && more % (2 * (quote.slashes + 1)) == 0))
                return at - quote.slashes;
        }
        slashes = 0;
    }
    return lineEnd(from);
}

qsizetype SecretText::closedAt(qsizetype close, const Quote &quote) const
{
    return std::min(m_size, byte(close) == '\n' || byte(close) == '\r' ? close : close + quote.slashes + 1);
}

qsizetype SecretText::skipQuotePrefix(qsizetype at) const
{
    qsizetype end = at;
    while (end - at < 2 && byte(end) != '\0' && std::strchr("bBuUrRfF$@", byte(end)) != nullptr)
        ++end;
    return quoteAt(end) ? end : at;
}

// an odd number of such quotes stands before it
bool SecretText::opensOnItsLine(char mark, qsizetype at) const
{
    const qsizetype from = lineStart(at);
    return std::count(m_text.begin() + from, m_text.begin() + at, mark) % 2 == 1;
}

SecretValue SecretText::quoted(qsizetype at, const Quote &quote) const
{
    SecretValue value{at + quote.slashes + 1, 0, 0, true};
    value.to = closing(value.from, quote);
    value.end = closedAt(value.to, quote);
    // what a shell reads on: 'a'\''b', 'a'"b", "a"b
    while (quote.slashes == 0 && value.end > value.to && value.to > value.from) {
        qsizetype next = value.end;
        if (quote.mark == '\'' && has(next, "\\''"))
            next += 2;
        else if (quote.mark == '\'' && has(next, "\"'\"'") && !opensOnItsLine('"', at))
            next += 3;
        else if (Byte::isQuote(byte(next)) && byte(next) != '`' && !opensOnItsLine(byte(next), at))
            ;
        else if (Byte::isWord(byte(next))) {
            value.to = value.end = bare(next, {}).end;
            break;
        } else {
            break;
        }
        const Quote more{m_text[next], 0};
        const qsizetype close = closing(next + 1, more);
        if (close <= next + 1 && more.mark == quote.mark && next == value.end)
            break; // "ab"""
        value.to = close;
        value.end = closedAt(close, more);
    }
    return value;
}

bool SecretText::endsBare(qsizetype at, qsizetype from) const
{
    const char c = m_text[at], next = byte(at + 1);
    if (Byte::isSpace(c) || c == '\x1b' || uint8_t(c) < 0x20)
        return true;
    const auto namesOneMore = [&](qsizetype i) { // "...;Name=", "&name:", ", name: "
        const qsizetype start = i;
        while (Byte::isName(byte(i)) && i - start < longestList)
            ++i;
        return i > start && (byte(i) == '=' || byte(i) == ':' || has(i, "%3D"));
    };
    const auto isOpen
        = [&] { return at + 1 >= m_size || Byte::isSpace(next) || std::strchr(",;)]}>|&\"'`\\", next) != nullptr; };
    switch (c) {
    case ',':
    case ';':
    case '&':
        return isOpen() || next == '[' || next == '{' || next == '(' || next == '-' || namesOneMore(at + 1);
    case '"':
    case '\'':
    case '`':
        return at > from ? !Byte::isWord(next) : true;
    case ')':
    case ']':
    case '}':
        return isOpen() || next == '.' || next == ':';
    case '<':
        return next == '/' || next == 'b' || next == '<';
    case '|':
        return isOpen() && next != '\\';
    case '\\':
        if (Byte::isQuote(next))
            return endsBare(at + 1, from);
        if (next == '\\') {
            qsizetype i = at;
            while (byte(i) == '\\')
                ++i;
            return Byte::isQuote(byte(i)) ? !Byte::isWord(byte(i + 1)) : byte(i) == 'n' || byte(i) == '\n';
        }
        if (next == 'n' || next == 'r')
            return at + 2 >= m_size || !Byte::isLetter(byte(at + 2)) || namesOneMore(at + 2);
        return next == '\n' || next == '\0';
    case '%':
        return has(at, "%26") || has(at, "%22") || has(at, "%0A") || has(at, "%0D");
    case '\xe3': // 、。」』】
        return has(at, "\xe3\x80");
    case '\xef': // ，；）：！
        return has(at, "\xef\xbc") && byte(at + 2) != '\xbd' && byte(at + 2) != '\x9d';
    default:
        return false;
    }
}

SecretValue SecretText::bare(qsizetype from, const std::optional<Quote> &outer) const
{
    if (outer) {
        const qsizetype to = closing(from, *outer);
        if (byte(to) != '\n' && byte(to) != '\r' && to < m_size)
            return {from, to, to, false};
    }
    if (has(from, "[taken out]"))
        return {from, from + 11, from + 11, false};
    qsizetype to = from;
    const qsizetype last = std::min(m_size, from + longestValue);
    while (to < last && !endsBare(to, from))
        ++to;
    return {from, to, to, false};
}

SecretValue SecretText::valueAt(qsizetype at, const std::optional<Quote> &outer) const
{
    const qsizetype start = skipQuotePrefix(at);
    if (const auto quote = quoteAt(start); quote && !(outer && *quote == *outer))
        return quoted(start, *quote);
    return bare(at, outer);
}

SecretValue SecretText::listAt(qsizetype open) const
{
    const qsizetype last = std::min(m_size, open + longestList);
    int depth = 0;
    for (qsizetype at = open; at < last;) {
        const char c = m_text[at];
        if (const auto quote = quoteAt(at)) {
            at = std::max(at + 1, closedAt(closing(at + quote->slashes + 1, *quote), *quote));
            continue;
        }
        depth += c == '[' || c == '(' || c == '{';
        depth -= c == ']' || c == ')' || c == '}';
        if (depth == 0)
            return {open + 1, at, at + 1, false};
        ++at;
    }
    return {open + 1, -1, last, false};
}
