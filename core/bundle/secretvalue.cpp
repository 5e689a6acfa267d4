#include "core/bundle/secretvalue.h"

#include "core/bundle/byte.h"
#include "core/bundle/secretshapes.h"

#include <QSet>

#include <algorithm>

namespace {

using Words = QSet<QByteArray>;

// Unquoted after a colon or a blank it is a sentence: "Password: required".
bool isProse(const QByteArray &word)
{
    static const Words words{"required",  "missing",   "invalid",
                             "failed",    "empty",     "expired",
                             "ok",        "set",       "unset",
                             "not",       "is",        "was",
                             "error",     "incorrect", "wrong",
                             "denied",    "changed",   "updated",
                             "reset",     "optional",  "try",
                             "the",       "a",         "an",
                             "to",        "or",        "and",
                             "with",      "must",      "for",
                             "in",        "has",       "have",
                             "flag",      "option",    "argument",
                             "value",     "values",    "requires",
                             "expected",  "expects",   "too",
                             "will",      "should",    "can",
                             "cannot",    "of",        "from",
                             "by",        "as",        "that",
                             "this",      "are",       "be",
                             "used",      "provided",  "authentication",
                             "command",   "if",        "on",
                             "found",     "mismatch",  "accepted",
                             "rejected",  "unknown",   "ignored",
                             "hidden",    "redacted",  "str",
                             "string",    "bytes",     "optional[str]",
                             "secretstr", "at",        "needs",
                             "when",      "please",    "they",
                             "it",        "we",        "you"};
    return words.contains(word);
}

bool isNoValue(const QByteArray &word)
{
    static const Words words{"null", "none", "nil", "true", "false", "undefined", "yes", "no", "off", "nan", "~"};
    return words.contains(word);
}

bool isOfAProgram(const SecretText &whole, const SecretValue &value, const SecretName &name)
{
    const QByteArrayView text = whole.part(value.from, value.to);
    qsizetype end = 0;
    while (end < text.size() && (Byte::isLetter(text[end]) || text[end] == '_' || text[end] == '.'))
        ++end;
    if (end == 0 || text.front() == '.')
        return false;
    if (end == text.size())
        return name.tells == SecretName::Assigned && text.contains('.');
    return text[end] == '(' && (text.back() == ')' || text.back() == '(' || whole.byte(value.to) == ')');
}

bool isToldOfAToken(const SecretText &whole, const SecretValue &value)
{
    return whole.part(value.end, std::min(whole.size(), value.end + 40)).contains("logprob");
}

} // namespace

// What is written for a value that stands elsewhere, or was taken out already.
bool isStandIn(QByteArrayView value)
{
    if (value.startsWith("[taken out") || value.startsWith("[private key taken") || value.startsWith("${")
        || value.startsWith("$(") || value.startsWith("{{") || value.startsWith("%("))
        return true;
    if (value.startsWith('<') && value.endsWith('>'))
        return true;
    if (value.startsWith('$') && value.size() > 1
        && std::all_of(value.begin() + 1, value.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }))
        return true;
    for (const QByteArrayView object : {"self.", "os.", "args.", "config.", "cfg.", "settings.", "kwargs."}) {
        if (value.startsWith(object))
            return true;
    }
    if (value.startsWith('%') && value.size() <= 3) // %1, %s
        return true;
    return std::all_of(value.begin(), value.end(), [](char c) { return c == '*' || c == '.'; });
}

bool isNumber(QByteArrayView value)
{
    return std::all_of(value.begin(), value.end(), [](char c) {
        return Byte::isDigit(c) || c == '.' || c == ',' || c == '%' || c == '-' || c == '+';
    });
}

bool looksLikeAName(QByteArrayView value)
{
    return std::all_of(value.begin(), value.end(), Byte::isWord);
}

bool isSecretValue(const SecretText &whole, const SecretName &name, const SecretValue &value, SecretSign sign,
                   QByteArrayView own)
{
    using Sign = SecretSign;
    const QByteArrayView text = whole.part(value.from, value.to);
    if (text.isEmpty() || isStandIn(text))
        return false;
    const QByteArray word = text.first(std::min<qsizetype>(text.size(), 32)).toByteArray().toLower();
    if (isNoValue(word))
        return false;
    if (!value.isQuoted) {
        const bool isSentence = sign == Sign::Colon || sign == Sign::Speech || sign == Sign::Flag;
        QByteArray bareWord = word;
        while (!bareWord.isEmpty() && !Byte::isWord(bareWord.back()) && bareWord.back() != ']')
            bareWord.chop(1);
        if (isSentence && (bareWord.isEmpty() || isProse(bareWord) || isNoValue(bareWord)))
            return false;
        const bool isOneOfMany = own.endsWith('s') || own.endsWith('S'); // "keeps no secrets: name a mirror"
        if (sign == Sign::Colon && isOneOfMany && std::all_of(text.begin(), text.end(), Byte::isLower)
            && !own.endsWith("ss"))
            return false;
        if (text.startsWith('<') || (text.startsWith('[') && sign != Sign::Equals))
            return false;
        if (sign == Sign::Equals && !own.isEmpty() && text.compare(own, Qt::CaseInsensitive) == 0
            && Byte::isLetter(text.front()) && looksLikeAName(text))
            return false; // api_key=api_key: a line of a program
        if (sign == Sign::Equals && isOfAProgram(whole, value, name))
            return false;
    }
    if (name.kind == SecretName::Folder && (text.startsWith('/') || text.startsWith('~') || text.startsWith('.')))
        return false;
    if (name.mayBeCount && isNumber(text))
        return false;
    if (name.kind == SecretName::Signature)
        return sign != Sign::Speech && looksLikeSecret(text, 16);
    switch (name.tells) {
    case SecretName::Always:
        return !(isFilePath(text) && std::none_of(text.begin(), text.end(), Byte::isDigit) && text.count('/') > 1);
    case SecretName::Assigned:
        if (value.isQuoted && sign == Sign::Colon && name.mayBeCount)
            return looksLikeSecret(text)
                || (text.size() >= 6 && !Byte::isSpace(text.front()) && !isToldOfAToken(whole, value));
        if (value.isQuoted || sign == Sign::Equals || sign == Sign::Flag)
            return true;
        return looksLikeSecret(text);
    case SecretName::ByLook:
        return looksLikeSecret(text);
    case SecretName::Nothing:
        break;
    }
    return false;
}
