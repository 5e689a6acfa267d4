#include "core/bundle/byte.h"
#include "core/bundle/secretwalk.h"

#include <QSet>

#include <algorithm>
#include <cstring>

namespace {

constexpr int mostWords = 16; // of one flag

// A place, not a further key: an address of the network, a path, a host's name.
bool isPlace(QByteArrayView value)
{
    if (value.contains("://") || isFilePath(value) || (value.startsWith('/') && value.contains('.')))
        return true;
    const qsizetype dot
        = value.first(std::max<qsizetype>(0, value.indexOf('/') < 0 ? value.size() : value.indexOf('/')))
              .lastIndexOf('.');
    return dot > 0 && value.size() - dot > 2 && value.size() - dot <= 8
        && std::all_of(value.begin(), value.end(), [](char c) { return Byte::isName(c) || c == '/' || c == ':'; });
}

} // namespace

qsizetype SecretReader::nextWord(qsizetype at, bool isItem) const
{
    const qsizetype start = at;
    for (;;) {
        at = skipBlanks(at);
        if (byte(at) == '\0' && at < m_size) {
            ++at;
        } else if (has(at, "\\\n") || has(at, "\\\r\n")) {
            at += byte(at + 1) == '\r' ? 3 : 2;
        } else if (has(at, "\\\\\\n")) {
            at += 4;
        } else if (isItem && isLineEnd(at)) { // YAML: the next item
            const qsizetype next = skipBlanks(skipSpaces(at));
            if (!has(next, "- "))
                return -1;
            at = next + 2;
        } else {
            break;
        }
    }
    if (at == start || at >= m_size || isLineEnd(at) || std::strchr("-|&;<>)#]}", m_text[at]) != nullptr)
        return -1;
    return at;
}

qsizetype SecretReader::readFlag(qsizetype at, const SecretName &name, QByteArrayView own, bool isItem)
{
    qsizetype after = at;
    for (int words = 0; words < mostWords; ++words) {
        const qsizetype next = nextWord(after, isItem);
        if (next < 0)
            break;
        const qsizetype start = skipQuotePrefix(next);
        const auto quote = quoteAt(start);
        if (quote
            && (Byte::isSpace(byte(start + quote->slashes + 1))
                || std::strchr(",]})", byte(start + quote->slashes + 1))))
            break; // the end of a text in quotes
        const Value value = quote ? quoted(start, *quote) : bare(next, {});
        if (value.to <= value.from)
            break;
        const QByteArrayView text = part(value.from, value.to);
        if ((text == "2" && byte(value.end) == '>') || (value.isQuoted && text.startsWith('-')))
            break;
        if (words == 0 && isMetaName(text, own))
            return at;
        if (words > 0 && !value.isQuoted && isPlace(text))
            break;
        if (isStandIn(text)) {
            after = value.end;
            continue;
        }
        if (words == 0 ? !isSecret(name, value, Sign::Flag)
                       : name.tells == SecretName::ByLook && !looksLikeSecret(text))
            break;
        after = take(value.from, value.to);
        after = value.end;
        if (!Byte::isBlank(byte(after)) && byte(after) != '\0' && !isItem)
            break;
    }
    return after;
}

bool SecretReader::isMetaName(QByteArrayView text, QByteArrayView own)
{
    QByteArray name = own.toByteArray().toUpper();
    name.replace('-', '_');
    return text == name
        || (name.endsWith(text.toByteArray()) && text == text.toByteArray().toUpper() && text.size() >= 3
            && Byte::isLetter(text.front()));
}

qsizetype SecretReader::readElements(qsizetype at, const SecretName &name, const Quote &quote)
{
    qsizetype after = at;
    for (int words = 0; words < mostWords; ++words) {
        qsizetype next = skipSpaces(after);
        if (byte(next) != ',')
            break;
        next = skipQuotePrefix(skipSpaces(next + 1));
        if (quoteAt(next) != std::optional(quote))
            break;
        const qsizetype from = next + quote.slashes + 1, to = closing(from, quote);
        const Value value{from, to, closedAt(to, quote), true};
        if (byte(skipBlanks(value.end)) == ':') // the next member of an object
            break;
        if (byte(from) == '-' || (words > 0 && isPlace(part(from, to))))
            break;
        if (!isStandIn(part(from, to))) {
            if (name.tells == SecretName::ByLook && !isSecret(name, value, Sign::Flag))
                break;
            take(from, to);
        }
        after = value.end;
    }
    return after;
}

qsizetype SecretReader::readCommand(qsizetype from, qsizetype to)
{
    constexpr struct {
        QByteArrayView command, flag;
        bool isGlued, isApart; // -pX, -p X
        QByteArrayView mark = {}; // the secret stands behind it: name:X, pass:X
    } rules[] = {{"login", "-p", false, true},      {"sshpass", "-p", true, true},
                 {"mysql", "-p", true, false},      {"mysqldump", "-p", true, false},
                 {"mysqladmin", "-p", true, false}, {"mariadb", "-p", true, false},
                 {"curl", "-u", true, true, ":"},   {"curl", "--user", false, true, ":"},
                 {"curl", "-U", true, true, ":"},   {"curl", "--proxy-user", false, true, ":"},
                 {"redis-cli", "-a", false, true},  {"redis-cli", "--pass", false, true},
                 {"ipmitool", "-P", false, true},   {"ldapsearch", "-w", false, true},
                 {"openssl", "-pass", false, true, "pass:"},
                 {"openssl", "-passin", false, true, "pass:"},
                 {"openssl", "-passout", false, true, "pass:"}};
    const QByteArrayView word = part(from, to);
    switch (word.front()) {
    case 'l':
    case 's':
    case 'm':
    case 'c':
    case 'f':
    case 'r':
    case 'i':
    case 'o':
    case 'p':
        break;
    default:
        return to;
    }
    if (word == "password-stdin" || word == "chpasswd" || (word == "sudo" && has(to, " -S")))
        return readPiped(from, to);
    if (word == "from-literal")
        return readLiteral(from, to);
    for (const auto &rule : rules) {
        if (word != rule.command)
            continue;
        const qsizetype last = lineEnd(to, longestCommand);
        for (qsizetype at = to; at + rule.flag.size() < last; ++at) {
            if (m_text[at] != '-' || !has(at, rule.flag)
                || !(Byte::isBlank(m_text[at - 1]) || Byte::isQuote(m_text[at - 1])))
                continue;
            qsizetype value = at + rule.flag.size();
            const bool isApart
                = Byte::isBlank(byte(value)) || Byte::isQuote(byte(value)) || byte(value) == '=' || byte(value) == ',';
            if (isApart ? !rule.isApart : !rule.isGlued)
                continue;
            while (value < last && isApart
                   && (Byte::isBlank(m_text[value]) || std::strchr("=,", m_text[value])
                       || (Byte::isQuote(m_text[value]) && (Byte::isBlank(byte(value + 1)) || byte(value + 1) == ','))))
                ++value;
            if (byte(value) == '-' || value >= last)
                continue;
            Value found = valueAt(value, {});
            if (part(found.from, found.to).contains("[taken"))
                continue;
            if (!rule.mark.isEmpty()) {
                const qsizetype mark = part(found.from, found.to).indexOf(rule.mark);
                const qsizetype behind = found.from + mark + rule.mark.size();
                const bool isOther = rule.mark == ":" ? isNumber(part(behind, found.to)) : mark > 0;
                if (mark < 0 || isOther)
                    continue;
                found.from = behind;
            }
            if (found.to > found.from && !isStandIn(part(found.from, found.to)))
                takeAhead({at, found.to}, found.from);
        }
    }
    return to;
}

void SecretReader::takeAhead(const SecretSpan &flag, qsizetype from)
{
    const auto place = std::lower_bound(m_ahead.begin(), m_ahead.end(), flag.from,
                                        [](const SecretSpan &one, qsizetype at) { return one.from < at; });
    if (place != m_ahead.end() && place->from == flag.from) // "sshpass -p X mysql -pY": by both
        return;
    m_ahead.insert(place, flag);
    take(from, flag.to);
}

qsizetype SecretReader::readLiteral(qsizetype from, qsizetype to)
{
    const QByteArrayView before = part(std::max<qsizetype>(0, from - longestCommand), from);
    const qsizetype create = before.lastIndexOf("create ");
    const QByteArrayView made = create < 0 ? QByteArrayView() : before.sliced(create + 7).trimmed();
    if (made.startsWith("configmap") || made.startsWith("cm "))
        return to;
    qsizetype name = to;
    while (name < m_size && name - to < 8
           && (Byte::isBlank(m_text[name]) || Byte::isQuote(m_text[name]) || std::strchr("=,\\", m_text[name])))
        ++name;
    qsizetype sign = name;
    while (Byte::isName(byte(sign)))
        ++sign;
    if (name == to || sign == name || byte(sign) != '=')
        return to;
    const Value value = valueAt(sign + 1, quoteBefore(name));
    if (isStandIn(part(value.from, value.to)))
        return value.end;
    return std::max(value.end, take(value.from, value.to));
}

qsizetype SecretReader::readPiped(qsizetype from, qsizetype to)
{
    const qsizetype start = std::max(lineStart(from), from - longestCommand);
    const QByteArrayView line = part(start, from);
    const qsizetype pipe = line.lastIndexOf('|');
    for (const QByteArrayView command : {"echo ", "printf "}) {
        const qsizetype echo = pipe < 0 ? -1 : line.first(pipe).lastIndexOf(command);
        if (echo < 0)
            continue;
        qsizetype value = skipBlanks(start + echo + command.size());
        while (has(value, "-n ") || has(value, "-e "))
            value = skipBlanks(value + 3);
        qsizetype end = start + pipe;
        while (end > value && Byte::isBlank(m_text[end - 1]))
            --end;
        if (end > value && Byte::isQuote(m_text[value]) && m_text[end - 1] == m_text[value] && end - value > 2) {
            ++value;
            --end;
        }
        if (end > value && !isStandIn(part(value, end)))
            take(value, end);
        break;
    }
    return to;
}
