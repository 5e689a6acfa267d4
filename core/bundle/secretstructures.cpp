#include "core/bundle/byte.h"
#include "core/bundle/secretwalk.h"

#include <algorithm>
#include <cstring>

qsizetype SecretReader::readList(qsizetype open, const SecretName &name, qsizetype after)
{
    const qsizetype first = skipSpaces(open + 1);
    const bool hasQuotes = quoteAt(skipQuotePrefix(first)).has_value();
    if (has(open, "[taken out") || has(first, "[taken out") || has(first, "taken out"))
        return after;
    if (!hasQuotes && (name.tells != SecretName::Always || m_text[open] == '{' || byte(first) == '{'))
        return after;
    if (open < m_openUntil)
        return after;
    Value list = listAt(open);
    if (list.to < 0) {
        list.to = list.end;
        m_openUntil = list.end; // none of those within is looked at again: the time stays bounded
    }
    bool looks = false;
    int texts = 0;
    for (qsizetype at = list.from; at < list.to;) {
        const auto quote = quoteAt(at);
        if (!quote) {
            ++at;
            continue;
        }
        const qsizetype from = at + quote->slashes + 1, to = std::min(list.to, closing(from, *quote));
        ++texts;
        looks = looks || looksLikeSecret(part(from, to));
        at = std::max(at + 1, closedAt(to, *quote));
        if (m_text[open] == '{' && name.tells == SecretName::Always && looksLikeSecret(part(from, to))
            && byte(skipBlanks(at)) != ':')
            take(from, to);
    }
    if (m_text[open] == '{')
        return after; // its members have names of their own
    if (texts == 0 && isNumber(part(list.from, list.to).trimmed()))
        return after;
    if (name.tells != SecretName::Always && !looks)
        return after;
    if (texts == 0 && !looksLikeSecret(part(list.from, list.to).trimmed(), 6))
        return after;
    qsizetype from = skipSpaces(list.from), to = list.to;
    while (to > from && Byte::isSpace(m_text[to - 1]))
        --to;
    return take(from, to);
}

qsizetype SecretReader::readLogin(qsizetype open, QByteArrayView own)
{
    if (!own.toByteArray().toLower().endsWith("auth"))
        return open;
    Value words[2];
    qsizetype next = open + 1;
    for (Value &word : words) {
        next = skipQuotePrefix(skipSpaces(next));
        const auto quote = quoteAt(next);
        if (!quote)
            return open;
        word = quoted(next, *quote);
        next = skipSpaces(word.end);
        if (byte(next) != (&word == words ? ',' : ')'))
            return open;
        ++next;
    }
    if (looksLikeSecret(part(words[0].from, words[0].to))) // a key and no password
        take(words[0].from, words[0].to);
    if (!isStandIn(part(words[1].from, words[1].to)))
        take(words[1].from, words[1].to);
    return words[1].end;
}

qsizetype SecretReader::readPair(qsizetype at, const SecretName &name)
{
    qsizetype next = at;
    const qsizetype last = std::min(m_size, at + longestCommand);
    while (next < last && (Byte::isSpace(m_text[next]) || m_text[next] == ',' || m_text[next] == ';'))
        ++next;
    if (has(next, "</")) {
        const qsizetype tag = m_text.indexOf("<value>", next);
        if (tag < 0 || tag > last)
            return at;
        const qsizetype from = tag + 7, to = m_text.indexOf("</", from);
        return to < 0 || to - from > longestList ? at : takeIf(name, {from, to, to, true}, Sign::Equals, at);
    }
    const auto quote = quoteAt(next);
    if (quote)
        next += quote->slashes + 1;
    for (const QByteArrayView word : {"value", "Value", "VALUE", "val", "default"}) {
        if (!has(next, word) || Byte::isName(byte(next + word.size())))
            continue;
        qsizetype sign = next + word.size();
        if (quote) {
            if (quoteAt(sign) != quote)
                return at;
            sign += quote->slashes + 1;
        }
        sign = skipBlanks(sign);
        if (byte(sign) != ':' && byte(sign) != '=')
            return at;
        return takeIf(name, valueAt(skipBlanks(sign + 1), {}), Sign::Pair, at);
    }
    return at;
}

qsizetype SecretReader::takeIf(const SecretName &name, const Value &value, Sign sign, qsizetype otherwise)
{
    if (!isSecret(name, value, sign))
        return otherwise;
    take(value.from, value.to);
    return value.end;
}

qsizetype SecretReader::readReversedPair(qsizetype at, const Quote &quote)
{
    qsizetype next = skipBlanks(at);
    if (byte(next) != ':')
        return at;
    next = skipBlanks(next + 1);
    if (quoteAt(next) != std::optional(quote))
        return at;
    const qsizetype from = next + quote.slashes + 1, to = closing(from, quote);
    next = skipSpaces(closedAt(to, quote));
    if (byte(next) != ',')
        return at;
    next = skipSpaces(next + 1);
    if (quoteAt(next) != std::optional(quote))
        return at;
    const qsizetype key = next + quote.slashes + 1, keyEnd = closing(key, quote);
    const QByteArray word = part(key, std::min(keyEnd, key + 8)).toByteArray().toLower();
    next = skipBlanks(closedAt(keyEnd, quote));
    if ((word != "name" && word != "key") || byte(next) != ':')
        return at;
    next = skipBlanks(next + 1);
    if (quoteAt(next) != std::optional(quote))
        return at;
    const qsizetype named = next + quote.slashes + 1;
    const SecretName name = secretName(part(named, closing(named, quote)));
    return takeIf(name, {from, to, closedAt(to, quote), true}, Sign::Pair, at);
}

qsizetype SecretReader::readTuple(qsizetype at, const SecretName &name, qsizetype nameFrom, const Quote &quote)
{
    qsizetype open = nameFrom - quote.slashes - 1;
    while (open > 0 && Byte::isLetter(m_text[open - 1]) && nameFrom - open < 8)
        --open;
    while (open > 0 && Byte::isSpace(m_text[open - 1]) && nameFrom - open < 200)
        --open;
    const char bracket = byte(open - 1);
    if (bracket != '(' && bracket != '[')
        return at;
    const qsizetype next = skipSpaces(at + 1), start = skipQuotePrefix(next);
    if (quoteAt(start) != std::optional(quote))
        return at;
    const qsizetype from = start + quote.slashes + 1, to = closing(from, quote);
    const qsizetype end = skipSpaces(closedAt(to, quote));
    const bool isPair = byte(end) == (bracket == '(' ? ')' : ']')
        || (bracket == '(' && byte(end) == ','
            && (Byte::isDigit(byte(skipSpaces(end + 1))) || byte(skipSpaces(end + 1)) == ')'));
    if (!isPair || to <= from)
        return at;
    const QByteArrayView text = part(from, to);
    if (name.kind == SecretName::Authorization)
        return readAuthorization(from, to, true, true);
    const bool isBytes = start > next;
    const bool isPlainWord = std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == ' ';
    });
    if (!isBytes && isPlainWord)
        return at;
    return takeIf(name, {from, to, closedAt(to, quote), true}, Sign::Pair, at);
}

qsizetype SecretReader::readBelow(qsizetype at, const SecretName &name, qsizetype nameFrom)
{
    const qsizetype start = lineStart(nameFrom);
    qsizetype indent = 0;
    while (start + indent < nameFrom && Byte::isBlank(m_text[start + indent]))
        ++indent;
    const bool isBlock = byte(at) == '|' || byte(at) == '>';
    qsizetype next = lineEnd(at), after = at;
    for (int lines = 0; next < m_size && lines < 256; ++lines) {
        const qsizetype from = next + (byte(next) == '\r' && byte(next + 1) == '\n' ? 2 : 1);
        qsizetype text = from;
        while (text < m_size && Byte::isBlank(m_text[text]))
            ++text;
        const qsizetype to = lineEnd(text);
        next = to;
        if (text == to && isBlock)
            continue;
        if (isBlock) {
            if (text - from <= indent)
                break;
            if (!isStandIn(part(text, to)))
                take(text, to);
            after = to;
            continue;
        }
        if (lines == 0 && text - from > indent && !has(text, "- ")) { // the value stands alone below its name
            const Value value = valueAt(text, {});
            if (skipBlanks(value.end) >= to && !part(value.from, value.to).contains(": ")
                && !part(value.from, value.to).endsWith(':') && isSecret(name, value, Sign::Pair))
                after = take(value.from, value.to);
            break;
        }
        if (text - from < indent || !has(text, "- "))
            break;
        const Value value = valueAt(skipBlanks(text + 2), {});
        if (skipBlanks(value.end) < to || part(value.from, value.to).endsWith(':'))
            break;
        if (isSecret(name, value, Sign::Pair))
            take(value.from, value.to);
        after = to;
    }
    return after;
}

bool SecretReader::isBlockMark(qsizetype at) const
{
    if (byte(at) != '|' && byte(at) != '>')
        return false;
    ++at;
    while (byte(at) == '-' || byte(at) == '+' || Byte::isDigit(byte(at)))
        ++at;
    return isLineEnd(skipBlanks(at));
}

qsizetype SecretReader::readElement(qsizetype at, const SecretName &name)
{
    qsizetype open = at;
    while (open < m_size && open - at < 200 && m_text[open] != '>' && m_text[open] != '<' && m_text[open] != '\n')
        ++open;
    if (byte(open) != '>' || byte(open - 1) == '/')
        return at;
    qsizetype from = open + 1;
    if (has(from, "<![CDATA["))
        from += 9;
    const qsizetype last = std::min(m_size, from + longestList);
    qsizetype to = from;
    while (to < last && m_text[to] != '<' && !has(to, "]]>"))
        ++to;
    if (!has(to, "</") && !has(to, "]]>"))
        return at;
    return takeIf(name, {from, to, to, true}, Sign::Equals, at);
}
