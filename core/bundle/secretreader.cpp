#include "core/bundle/secretreader.h"

#include "core/bundle/byte.h"
#include "core/bundle/secretwalk.h"

#include <QSet>

#include <algorithm>
#include <cstring>

namespace {

constexpr QByteArrayView encodedMark("%3A%2F%2F"); // "://" in an address that is part of another

// It ends in letters and digits mixed: "密码AAF111", but no sentence.
bool endsLikeAPassword(QByteArrayView value)
{
    qsizetype from = value.size(), digits = 0;
    while (from > 0 && Byte::isWord(value[from - 1]))
        digits += Byte::isDigit(value[--from]);
    return value.size() - from >= 6 && digits > 0 && digits < value.size() - from;
}

QList<SecretSpan> merged(QList<SecretSpan> spans)
{
    std::stable_sort(spans.begin(), spans.end(), [](const SecretSpan &a, const SecretSpan &b) {
        return std::pair(a.from, -a.to) < std::pair(b.from, -b.to);
    });
    QList<SecretSpan> apart;
    for (const SecretSpan &one : std::as_const(spans)) {
        if (!apart.isEmpty() && one.from < apart.last().to)
            apart.last().to = std::max(apart.last().to, one.to);
        else
            apart << one;
    }
    return apart;
}

} // namespace

QList<SecretSpan> SecretReader::read()
{
    m_spans = privateKeys(m_text);
    for (qsizetype at = 0; at < m_size;) {
        if (!m_ahead.isEmpty() && at >= m_ahead.first().from) {
            at = std::max(at, m_ahead.takeFirst().to);
            continue;
        }
        const char c = m_text[at];
        if (Byte::isWord(c))
            at = readRun(at);
        else if (c == ':' && m_text.sliced(at).startsWith("://"))
            at = readAddress(at);
        else if (c == '%' && part(at, std::min(m_size, at + 9)).compare(encodedMark, Qt::CaseInsensitive) == 0)
            at = readEncodedAddress(at);
        else if (c == '$' && passwordHash(m_text, at) > 0)
            at = take(at, at + passwordHash(m_text, at));
        else if (uint8_t(c) >= 0x80)
            at = readChinese(at);
        else
            ++at;
    }
    return merged(m_spans);
}

qsizetype SecretReader::take(qsizetype from, qsizetype to)
{
    if (to > from)
        m_spans << SecretSpan{from, to};
    return std::max(to, from);
}

qsizetype SecretReader::readAuthorization(qsizetype from, qsizetype to, bool isWhole, bool isSure)
{
    qsizetype at = from;
    while (at < to && (Byte::isWord(m_text[at]) || m_text[at] == '-'))
        ++at;
    const QByteArray scheme = part(from, at).toByteArray().toLower();
    static const QSet<QByteArray> single{"bearer", "basic",   "token", "negotiate", "ntlm",
                                         "apikey", "api-key", "key",   "kerberos"};
    static const QSet<QByteArray> several{"digest", "hawk", "oauth", "aws", "signature", "hmac"};
    const qsizetype rest = skipBlanks(at);
    if (rest > at && rest < to && (single.contains(scheme) || several.contains(scheme) || scheme.contains("hmac"))) {
        if (isStandIn(part(rest, to)))
            return rest;
        if (isWhole || !single.contains(scheme))
            return take(rest, to);
        const Value value = valueAt(rest, {});
        return isStandIn(part(value.from, value.to)) ? value.end : take(value.from, std::min(to, value.to));
    }
    const Value value = isWhole ? Value{from, to, to, true} : bare(from, {});
    const SecretName name{isSure || isWhole ? SecretName::Always : SecretName::ByLook, SecretName::Plain, false};
    if (!isSecret(name, value, Sign::Colon) || single.contains(part(value.from, value.to).toByteArray().toLower()))
        return from;
    return take(value.from, std::min(to, value.to));
}

qsizetype SecretReader::readHeader(qsizetype at, const SecretName &name, const std::optional<Quote> &outer,
                                   qsizetype nameFrom)
{
    const qsizetype start = skipQuotePrefix(at);
    const auto quote = quoteAt(start);
    const bool hasOwn = quote && !(outer && *quote == *outer);
    qsizetype from = at, to;
    if (hasOwn) {
        from = start + quote->slashes + 1;
        to = closing(from, *quote);
    } else {
        const bool isQuoted = outer && outer->mark != '`';
        to = isQuoted ? closing(at, *outer) : lineEnd(at);
        if (const qsizetype cut = part(at, to).indexOf("\\r\\n"); cut >= 0)
            to = at + cut;
    }
    if (to <= from)
        return at;
    if (name.kind == SecretName::Authorization) {
        const QByteArrayView before = part(lineStart(nameFrom), nameFrom).trimmed();
        return readAuthorization(from, to, hasOwn, outer || before.isEmpty() || before == "<" || before == ">");
    }
    if (isStandIn(part(from, to)))
        return to;
    return take(from, to);
}

qsizetype SecretReader::readAfterSign(qsizetype at, const SecretName &name, Sign sign,
                                      const std::optional<Quote> &outer, bool isQuotedName, qsizetype nameFrom,
                                      QByteArrayView own)
{
    qsizetype from = skipBlanks(at);
    if (name.kind == SecretName::Authorization || (name.kind == SecretName::Cookie && sign == Sign::Colon))
        return isLineEnd(from) ? at : readHeader(from, name, outer, nameFrom);
    if (sign == Sign::Colon && name.tells != SecretName::ByLook
        && (isBlockMark(from) || (isLineEnd(from) && !isQuotedName)))
        return readBelow(from, name, nameFrom);
    if (isLineEnd(from)) {
        if (!isQuotedName)
            return at;
        from = skipSpaces(from);
        if (!quoteAt(from) && byte(from) != '[')
            return at;
    }
    const char first = byte(from);
    if (first == '(') {
        if (const qsizetype end = readLogin(from, own); end > from)
            return end;
    }
    if ((first == '[' || first == '(' || first == '{') && !has(from, "[taken out") && !has(from, "{{"))
        return readList(from, name, at);
    const Value value = valueAt(from, sign == Sign::Equals ? outer : std::nullopt);
    if (sign == Sign::Equals && from > at && !value.isQuoted && part(value.from, value.to).contains('=')
        && isNextName(value.from)) // passwd= user=
        return at;
    if (!isSecret(name, value, sign, own))
        return at;
    qsizetype to = value.to, end = value.end;
    if (name.kind == SecretName::Cookie || name.kind == SecretName::Folder) {
        while (byte(end) == ';' && name.kind == SecretName::Cookie && byte(end + 1) == ' '
               && Byte::isWord(byte(end + 2)))
            to = end = bare(end + 2, {}).end;
    }
    // "password = two words": alone on its line, as files of settings have it
    if (sign == Sign::Equals && Byte::isBlank(byte(at)) && !value.isQuoted && !outer && name.kind == SecretName::Plain
        && own.toByteArray().toLower().contains("pass") && part(lineStart(nameFrom), nameFrom).trimmed().isEmpty()) {
        const qsizetype last = lineEnd(from);
        while (to < last && !has(to, " #") && !has(to, " ;") && !has(to, "\t#"))
            end = ++to;
        while (to > value.to && Byte::isSpace(byte(to - 1)))
            --to;
    }
    take(value.from, to);
    return end;
}

bool SecretReader::isNextName(qsizetype at) const
{
    const qsizetype from = at;
    while (Byte::isName(byte(at)))
        ++at;
    return at > from && Byte::isLetter(byte(from)) && byte(at) == '=' && byte(at + 1) != '='
        && !Byte::isSpace(byte(at + 1));
}

qsizetype SecretReader::readSpeech(qsizetype at, const SecretName &name, QByteArrayView own, qsizetype nameFrom)
{
    const bool isTab = byte(at) == '\t';
    qsizetype next = skipBlanks(at);
    for (const QByteArrayView verb : {"is ", "was ", "is: ", "was: "}) {
        if (!has(next, verb))
            continue;
        const Value value = valueAt(skipBlanks(next + verb.size()), {});
        const QByteArrayView text = part(value.from, value.to);
        const bool isAny = name.tells == SecretName::Always && own.toByteArray().toLower().startsWith("pass")
            && !std::all_of(text.begin(), text.end(), Byte::isLower); // "was refused", "is asked"
        return isAny || looksLikeSecret(text) ? takeIf(name, value, Sign::Speech, at) : at;
    }
    const Value value = valueAt(next, {});
    const QByteArrayView text = part(value.from, value.to);
    if (isTab && looksLikeSecret(text)) // a table
        return takeIf(name, value, Sign::Speech, at);
    const bool isVariable = own.contains('_') && std::none_of(own.begin(), own.end(), Byte::isLower);
    const QByteArrayView flag = part(std::max<qsizetype>(0, nameFrom - 6), nameFrom);
    if (isVariable && looksLikeSecret(text)) // "HF_TOKEN X"; not "docker run -e HF_TOKEN image"
        return flag.endsWith("-e ") || flag.endsWith("--env ") ? at : takeIf(name, value, Sign::Speech, at);
    if (name.tells != SecretName::Always || name.kind != SecretName::Plain)
        return at;
    const bool isNetrc = own == "password" || own == "passwd";
    if (own.compare(QByteArrayView("password"), Qt::CaseInsensitive) != 0
        && own.compare(QByteArrayView("passwd"), Qt::CaseInsensitive) != 0)
        return at;
    const qsizetype start = lineStart(nameFrom);
    const QByteArrayView before = part(start, nameFrom).trimmed();
    const bool isLast = isLineEnd(skipBlanks(value.end));
    const bool isFile
        = isNetrc && ((before.isEmpty() && isLast) || before.contains("login ") || before.startsWith("machine "));
    const bool looks = text.size() >= 6 && std::any_of(text.begin(), text.end(), Byte::isDigit)
        && std::any_of(text.begin(), text.end(), Byte::isLetter) && !text.contains('/');
    return isFile || looks ? takeIf(name, value, Sign::Speech, at) : at;
}

qsizetype SecretReader::readName(qsizetype from, qsizetype to, const SecretName &name)
{
    const QByteArrayView own = part(from, to);
    qsizetype dashes = from;
    while (dashes > 0 && m_text[dashes - 1] == '-' && from - dashes < 3)
        --dashes;
    const bool isFlag = dashes < from && !Byte::isName(byte(dashes - 1));
    const std::optional<Quote> before = quoteBefore(dashes);
    qsizetype at = skipColours(to);
    std::optional<Quote> outer = before;
    bool isQuotedName = false;
    if (before && quoteAt(at) == before) {
        at += before->slashes + 1;
        isQuotedName = true;
        outer.reset();
        if (byte(at) == ']') // headers["x-api-key"] = "X"
            ++at;
    }
    if (!isQuotedName && name.tells == SecretName::Always) { // user[password]=X, secret[key]=X of a form
        qsizetype end = at;
        if (byte(at) == '[')
            ++end;
        while (end > at && Byte::isName(byte(end)))
            ++end;
        if (byte(end) == ']' && byte(end + 1) == '=' && (end > at || byte(from - 1) == '['))
            at = end + 1;
    }
    if (byte(from - 1) == '<' && (byte(at) == '>' || Byte::isBlank(byte(at))))
        return readElement(at, name);
    if (isFlag && isQuotedName && byte(skipSpaces(at)) == ',')
        return readElements(at, name, *before);
    const bool isItem = isFlag && isListItem(dashes - (isQuotedName ? 1 : 0));
    if (isFlag
        && (Byte::isBlank(byte(at)) || (byte(at) == '\0' && at < m_size) || (isItem && isLineEnd(at))
            || has(at, "\\\n")))
        return readFlag(at, name, own, isItem);
    const qsizetype sign = skipBlanks(at);
    if (isQuotedName && byte(sign) == ',') {
        if (isOutcome(from - before->slashes - 1))
            return to;
        const qsizetype after = readTuple(sign, name, from, *before);
        return after != sign ? after : std::max(to, readPair(at, name));
    }
    const auto after = [&](qsizetype width, Sign kind) {
        return readAfterSign(sign + width, name, kind, outer, isQuotedName, from, own);
    };
    switch (byte(sign)) {
    case '=':
        return after(byte(sign + 1) == '>' || byte(sign + 1) == '=' ? 2 : 1, Sign::Equals);
    case ':':
        if (byte(sign + 1) == ':' || has(sign, "://") || isFlag)
            return to;
        return byte(sign + 1) == '=' ? after(2, Sign::Equals) : after(1, Sign::Colon);
    case '(': // APIKey(value='X'), SecretStr('X')
        if (const qsizetype end = sign == at ? readLogin(sign, own) : sign; end > sign)
            return end;
        for (const QByteArrayView label : {"value=", ""}) {
            const qsizetype inner = sign + 1 + label.size();
            if (sign != at || !has(sign + 1, label) || !quoteAt(inner))
                continue;
            const Value value = valueAt(inner, {});
            if (!label.isEmpty() || looksLikeSecret(part(value.from, value.to)))
                return std::max(to, takeIf(name, value, Sign::Equals, at));
            break;
        }
        break;
    case '%':
        if (has(sign, "%3D") || has(sign, "%3d"))
            return after(3, Sign::Equals);
        break;
    case '\xef':
        if (has(sign, "：") || has(sign, "＝"))
            return after(3, has(sign, "＝") ? Sign::Equals : Sign::Colon);
        break;
    case '\xa3':
        if (has(sign, "\xa3\xba") || has(sign, "\xa3\xbd"))
            return after(2, Sign::Colon);
        break;
    default:
        break;
    }
    if (const qsizetype end = readPair(at, name); end != at)
        return end;
    if (Byte::isBlank(byte(at)) && !isQuotedName)
        return std::max(to, readSpeech(at, name, own, from));
    return to;
}

// "  - --api-key" of YAML
bool SecretReader::isListItem(qsizetype at) const
{
    const QByteArrayView before = part(lineStart(at), at).trimmed();
    return before == "-";
}

qsizetype SecretReader::readRun(qsizetype from)
{
    qsizetype to = from;
    while (to < m_size && Byte::isName(m_text[to]))
        ++to;
    bool isStart = true;
    for (qsizetype i = from; i < to; ++i) { // keys by their prefix
        if (isStart) {
            if (const qsizetype size = prefixedSecret(m_text, i); size > 0) {
                take(i, i + size);
                return std::max(to, i + size);
            }
        }
        isStart = !Byte::isLetter(m_text[i]) && !Byte::isDigit(m_text[i]);
    }
    qsizetype end = to;
    while (end > from && !Byte::isWord(m_text[end - 1]))
        --end;
    const QByteArrayView run = part(from, end);
    if (const qsizetype after = readCommand(from, end); after > end)
        return after;
    if (const qsizetype after = readParameter(from, end); after > end)
        return after;
    if (run == "value") {
        if (const auto quote = quoteBefore(from); quote && quoteAt(end) == quote)
            return std::max(end, readReversedPair(end + quote->slashes + 1, *quote));
    }
    if (!mayTell(run))
        return std::max(to, from + 1);
    if (run.size() == 6 && run.compare(QByteArrayView("bearer"), Qt::CaseInsensitive) == 0
        && Byte::isBlank(byte(end))) {
        const Value value = bare(skipBlanks(end), {});
        return looksLikeSecret(part(value.from, value.to)) ? take(value.from, value.to) : end;
    }
    if (run.size() == 5 && run.compare(QByteArrayView("token"), Qt::CaseInsensitive) == 0 && Byte::isBlank(byte(end))) {
        const Value value = bare(skipBlanks(end), {}); // the scheme without its header; what is shorter may be a word
        const QByteArrayView text = part(value.from, value.to);
        if (looksLikeAName(text) && looksLikeSecret(text, 20))
            return take(value.from, value.to);
    }
    SecretName name = secretName(run);
    qsizetype start = from;
    if (name.tells < SecretName::Always && byte(from - 1) == ' ' && Byte::isLetter(byte(from - 2))
        && looksLikeAName(run)) {
        qsizetype before = from - 1; // "API key: X"
        while (before > 0 && Byte::isLetter(m_text[before - 1]) && from - before < 24)
            --before;
        QByteArray both = part(before, end).toByteArray();
        if (const SecretName composed = secretName(both.toLower()); composed.tells == SecretName::Always) {
            name = {SecretName::ByLook, SecretName::Plain, true};
            start = before;
        } else if (composed.tells == SecretName::Nothing) {
            name = composed;
        }
    }
    if (name.tells == SecretName::Nothing)
        return std::max(to, from + 1);
    return std::max(end, readName(start, end, name));
}

// "verdict": "pass", "value": "enp189s0f0" is no pair of a name and its value. `at`: the quote before "pass".
bool SecretReader::isOutcome(qsizetype at) const
{
    const auto back = [&] {
        while (at > 0 && Byte::isBlank(m_text[at - 1]))
            --at;
    };
    back();
    if (byte(at - 1) != ':')
        return false;
    --at;
    back();
    while (at > 0 && (m_text[at - 1] == '"' || m_text[at - 1] == '\\'))
        --at;
    for (const QByteArrayView word : {"verdict", "state", "status", "result"}) {
        if (at >= word.size() && part(at - word.size(), at) == word)
            return true;
    }
    return false;
}

qsizetype SecretReader::readAddress(qsizetype at)
{
    if (at + 3 <= m_addressEnd)
        return at + 3;
    qsizetype end = at + 3;
    const QList<SecretSpan> found = addressSecrets(m_text, at, end);
    m_addressEnd = end;
    m_spans += found;
    qsizetype after = at + 3;
    for (const SecretSpan &one : found)
        after = std::max(after, one.to);
    return after;
}

qsizetype SecretReader::readEncodedAddress(qsizetype at)
{
    const qsizetype from = at + encodedMark.size(), last = std::min(m_size, from + longestHead);
    qsizetype end = from;
    while (end < last && (Byte::isName(m_text[end]) || std::strchr("%~+!*", m_text[end])) && m_text[end] != '\0')
        ++end;
    for (qsizetype i = from; i < end; ++i) { // the path
        if (has(i, "%2F") || has(i, "%2f") || has(i, "%3F") || has(i, "%3f"))
            end = i;
    }
    const QByteArrayView user = part(from, from + std::max<qsizetype>(0, part(from, end).lastIndexOf("%40")));
    const qsizetype colon = std::max(user.indexOf("%3A"), user.indexOf("%3a"));
    if (colon >= 0 ? colon + 3 < user.size() : looksLikeSecret(user))
        return take(from, from + user.size());
    return from;
}

// Behind the "?" of an address or a path: "https://host/o?a=1&", "GET /o?".
bool SecretReader::isInQuery(qsizetype at) const
{
    const auto ends = [](char c) { return uint8_t(c) <= 0x20 || std::strchr("\"'<>`", c) != nullptr; };
    const qsizetype first = std::max<qsizetype>(0, at - longestHead);
    while (at > first && m_text[at - 1] != '?' && !ends(m_text[at - 1]))
        --at;
    if (byte(at - 1) != '?')
        return false;
    while (at > first && m_text[at - 1] != '/' && !ends(m_text[at - 1]))
        --at;
    return byte(at - 1) == '/';
}

qsizetype SecretReader::readParameter(qsizetype from, qsizetype to)
{
    // Elsewhere these are words of anything: "code=200", "key=layer".
    static const QSet<QByteArray> ofAddresses{"key",   "code",         "sign",           "hmac",          "auth",
                                              "token", "access_token", "ossaccesskeyid", "x-amz-credential"};
    constexpr qsizetype shortestNumber = 6; // "?code=200"
    if (byte(to) != '=')
        return to;
    QByteArray name = part(from, to).toByteArray().toLower();
    const bool isEscaped = byte(from - 1) == '\\' && name.startsWith("u0026"); // "&" as JSON may have it
    if (isEscaped)
        name.remove(0, 5);
    const bool isPolicy = name == "policy";
    const bool isOfQuery = isEscaped || byte(from - 1) == '?' || byte(from - 1) == '&'
        || (from >= 5 && has(from - 5, "&amp;"));
    const bool isOfAddress = isOfQuery && ofAddresses.contains(name) && isInQuery(from);
    if (!isOfQuery || (!isPolicy && !isOfAddress && name != "sig" && !name.endsWith("signature")))
        return to;
    const Value value = bare(to + 1, {});
    if (isOfAddress) {
        const QByteArrayView text = part(value.from, value.to);
        return text.size() < shortestNumber && isNumber(text)
            ? to
            : takeIf({SecretName::Always, SecretName::Plain, false}, value, Sign::Equals, to);
    }
    if (isPolicy && !looksLikeSecret(part(value.from, value.to), 16) // what the signature is of
        && !part(lineStart(from), lineEnd(to, longestHead)).contains("ignature="))
        return to;
    return takeIf({SecretName::Always, SecretName::Plain, true}, value, Sign::Equals, to);
}

qsizetype SecretReader::readChinese(qsizetype at)
{
    const qsizetype size = chineseSecretName(m_text.sliced(at));
    if (size == 0)
        return at + 1;
    qsizetype next = at + size;
    std::optional<Quote> outer = quoteBefore(at);
    bool isQuotedName = false;
    if (const auto quote = quoteAt(next)) {
        next += quote->slashes + 1;
        isQuotedName = true;
        outer.reset();
    }
    next = skipBlanks(next);
    struct {
        const char *text;
        Sign sign;
    } const signs[] = {{"：", Sign::Colon},  {"＝", Sign::Equals}, {":", Sign::Colon},       {"=", Sign::Equals},
                       {"为", Sign::Speech}, {"是", Sign::Speech}, {"\xa3\xba", Sign::Colon}};
    const SecretName name{SecretName::Always, SecretName::Plain, false};
    for (const auto &one : signs) {
        if (!has(next, one.text))
            continue;
        qsizetype from = next + qsizetype(std::strlen(one.text));
        while (has(from, "：") || byte(from) == ':' || byte(from) == '>')
            from += byte(from) == ':' || byte(from) == '>' ? 1 : 3;
        if (const qsizetype start = skipBlanks(from); uint8_t(byte(start)) >= 0x80) { // a sentence, mostly
            const Value value = bare(start, outer);
            return endsLikeAPassword(part(value.from, value.to)) ? take(value.from, value.to) : at + size;
        }
        return std::max(at + size, readAfterSign(from, name, one.sign, outer, isQuotedName, at, {}));
    }
    if (const qsizetype end = isQuotedName ? readPair(next, name) : next; end != next)
        return end;
    return at + size;
}

namespace {

// A text for matching that is shorter than what is written, and where its bytes stand there.
struct Shortened
{
    struct Cut
    {
        qsizetype at = 0, before = 0;    // from this byte of `plain` on, so many bytes were left out before
    };
    QByteArray plain;
    QList<Cut> cuts;

    qsizetype placeOf(qsizetype at) const
    {
        const auto after = std::upper_bound(cuts.cbegin(), cuts.cend(), at,
                                            [](qsizetype value, const Cut &cut) { return value < cut.at; });
        return after == cuts.cbegin() ? at : at + std::prev(after)->before;
    }
};

// Without terminals' colours, which may stand between any two bytes, also written as programs write ESC.
struct WithoutColours : Shortened
{
    explicit WithoutColours(QByteArrayView text)
    {
        plain.reserve(text.size());
        for (qsizetype at = 0; at < text.size();) {
            qsizetype mark = at;
            while (mark < text.size() && text[mark] == '\\')
                ++mark;
            const qsizetype end = endOfColour(text, mark, mark > at);
            if (end > at) {
                cuts << Cut{plain.size(), end - plain.size()};
                at = end;
                continue;
            }
            if (mark == at)
                ++mark;
            plain += text.sliced(at, mark - at);
            at = mark;
        }
    }

    // 0: none begins at `at`, which is behind the backslashes of an escape.
    static qsizetype endOfColour(QByteArrayView text, qsizetype at, bool isEscape)
    {
        if (at >= text.size() || (!isEscape && text[at] != '\x1b'))
            return 0;
        qsizetype end = 0;
        for (const QByteArrayView mark : {"u001b[", "u001B[", "x1b[", "x1B[", "033[", "\x1b["}) {
            if ((mark.front() != '\x1b') == isEscape && text.sliced(at).startsWith(mark))
                end = at + mark.size();
        }
        if (end == 0)
            return 0;
        const qsizetype last = std::min(text.size(), end + 32);
        while (end < last && text[end] >= 0x20 && text[end] < 0x40)
            ++end;
        return std::min(text.size(), end + 1);
    }
};

// A line of an address, a form or a log of requests with %22 and kin as what they stand for, also where they are
// encoded twice (%2522). No control character begins a line anew.
struct WithoutPercents : Shortened
{
    enum class Plus { Itself, Blank }; // in a form it is a blank, in a path it may be of the value

    WithoutPercents(QByteArrayView line, Plus plus)
    {
        plain.reserve(line.size());
        for (qsizetype at = 0; at < line.size();) {
            if (line.sliced(at).first(std::min(line.size() - at, encodedMark.size()))
                    .compare(encodedMark, Qt::CaseInsensitive) == 0) { // readEncodedAddress() knows where its parts end
                plain += encodedMark;
                at += encodedMark.size();
                continue;
            }
            qsizetype digits = at + 1;
            while (line.sliced(digits).startsWith("25") && areDigits(line, digits + 2))
                digits += 2;
            const char c = line[at] == '%' && areDigits(line, digits)
                ? QByteArray::fromHex(line.sliced(digits, 2).toByteArray()).front()
                : '\0';
            if (uint8_t(c) >= 0x20 && c != '\x7f') {
                plain += c;
                at = digits + 2;
                cuts << Cut{plain.size(), at - plain.size()};
                continue;
            }
            plain += plus == Plus::Blank && line[at] == '+' ? ' ' : line[at];
            ++at;
        }
    }

    static bool areDigits(QByteArrayView text, qsizetype at)
    {
        return at + 2 <= text.size() && Byte::isHex(text[at]) && Byte::isHex(text[at + 1]);
    }
};

// As it is written, and what of it is encoded.
QList<SecretSpan> plainSecrets(QByteArrayView text)
{
    QList<SecretSpan> spans = SecretReader(text).read();
    qsizetype to = 0;
    for (qsizetype at = 0; (at = text.indexOf('%', at)) >= 0; at = to) {
        const qsizetype from = at > 0 ? text.lastIndexOf('\n', at - 1) + 1 : 0;
        to = text.indexOf('\n', at);
        if (to < 0)
            to = text.size();
        const QByteArrayView line = text.sliced(from, to - from);
        for (const auto plus : {WithoutPercents::Plus::Itself, WithoutPercents::Plus::Blank}) {
            const WithoutPercents without(line, plus);
            if (without.cuts.isEmpty() || (plus == WithoutPercents::Plus::Blank && !line.contains('+')))
                continue;
            for (SecretSpan one : SecretReader(without.plain).read()) {
                one.from = from + without.placeOf(one.from);
                one.to = from + without.placeOf(one.to);
                spans << one;
            }
        }
    }
    return merged(std::move(spans));
}

} // namespace

QList<SecretSpan> secretsOf(QByteArrayView text)
{
    if (!text.contains('\x1b') && !text.contains("1b[") && !text.contains("1B[") && !text.contains("033["))
        return plainSecrets(text);
    const WithoutColours without(text);
    QList<SecretSpan> spans = plainSecrets(without.plain);
    for (SecretSpan &one : spans) {
        one.to = one.to > one.from ? without.placeOf(one.to - 1) + 1 : without.placeOf(one.to);
        one.from = without.placeOf(one.from);
    }
    return spans;
}
