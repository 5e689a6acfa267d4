#include "core/parse/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringDecoder>

#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace parse {

namespace {

QString decoded(const QByteArray &bytes)
{
    if (bytes.startsWith("\xFF\xFE"))
        return QStringDecoder(QStringDecoder::Utf16LE)(bytes.mid(2));
    if (bytes.startsWith("\xFE\xFF"))
        return QStringDecoder(QStringDecoder::Utf16BE)(bytes.mid(2));
    if (bytes.startsWith("\xEF\xBB\xBF"))
        return QString::fromUtf8(bytes.mid(3));
    return QString::fromUtf8(bytes);
}

// The length of the escape sequence that starts at `at` (which holds ESC): CSI, OSC, or two characters; 1: it is none.
qsizetype escapeLength(const QString &text, qsizetype at)
{
    if (at + 1 >= text.size())
        return 1;
    const QChar kind = text[at + 1];
    qsizetype end = at + 2;
    if (kind == u'[') {
        while (end < text.size() && !(text[end] >= u'@' && text[end] <= u'~') && text[end] != u'\n')
            ++end;
        return end < text.size() && text[end] != u'\n' ? end + 1 - at : 1;
    }
    if (kind == u']') {
        while (end < text.size() && text[end] != u'\a' && text[end] != u'\n' && text[end] != u'\x1b')
            ++end;
        if (end < text.size() && text[end] == u'\a')
            return end + 1 - at;
        return (end + 1 < text.size() && text[end] == u'\x1b' && text[end + 1] == u'\\' ? end + 2 : end) - at;
    }
    if (kind == u'(' || kind == u')') // character set; one more character
        return std::min<qsizetype>(3, text.size() - at);
    // ECMA-35: what may end one. Of the digits terminals use 7 and 8 (the cursor), which are none within a number.
    const bool isCursor = (kind == u'7' || kind == u'8') && (at == 0 || !text[at - 1].isDigit());
    return (kind >= u':' && kind <= u'~') || isCursor ? 2 : 1;
}

// What a terminal prints when a typed character is taken back: "\b \b" (the kernel), "\b ESC [ K" (readline).
// How many characters it takes back, and its length; anything else is no deletion.
std::pair<qsizetype, qsizetype> deletion(const QString &text, qsizetype at)
{
    const auto run = [&text](qsizetype from, QChar c) {
        qsizetype end = from;
        while (end < text.size() && text[end] == c)
            ++end;
        return end - from;
    };
    const qsizetype count = run(at, u'\b');
    if (QStringView(text).mid(at + count).startsWith(u"\x1b[K"))
        return {count, count + 3};
    if (run(at + count, u' ') == count && run(at + 2 * count, u'\b') >= count)
        return {count, 3 * count};
    return {0, 0};
}

} // namespace

QString plainText(const QByteArray &bytes)
{
    const QString text = decoded(bytes);
    QString plain;
    plain.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'\x1b') {
            const qsizetype length = escapeLength(text, i);
            if (length == 1)
                plain += QChar(QChar::ReplacementCharacter);
            i += length - 1;
            if (length > 1 && i + 1 < text.size() && text[i + 1] == u'\x0f') // sgr0 of "linux" and "screen" (terminfo)
                ++i;
        } else if (c == u'\r') {
            while (i + 1 < text.size() && text[i + 1] == u'\r') // "\r\r\n" of a doubly translated log
                ++i;
            if (i + 1 >= text.size() || text[i + 1] != u'\n')
                plain += u'\n';
        } else if (c == u'\b') {
            const auto [count, length] = deletion(text, i);
            if (count == 0)
                plain += QChar(QChar::ReplacementCharacter);
            for (qsizetype n = 0; n < count && !plain.isEmpty() && plain.back() != u'\n'; ++n)
                plain.chop(1);
            i += std::max<qsizetype>(1, length) - 1;
        } else if (c == QChar::Null) {
            while (i + 1 < text.size() && text[i + 1] == QChar::Null)
                ++i;
            const bool isWithin = !plain.isEmpty() && !plain.back().isSpace() && i + 1 < text.size();
            if (isWithin && !text[i + 1].isSpace())
                plain += QChar(QChar::ReplacementCharacter);
        } else if (c == QChar::Nbsp || c == QChar(0x3000)) { // web pages and Chinese input methods
            plain += u' ';
        } else if (c == QChar(0xFF1A)) {                     // fullwidth colon
            plain += u':';
        } else if ((c.unicode() < 0x20 && c != u'\n' && c != u'\t')
                   || (c.unicode() >= 0x7f && c.unicode() <= 0x9f)) {
            plain += QChar(QChar::ReplacementCharacter);
        } else if (c != QChar(0xFEFF) && c != QChar(0x200B)) {
            plain += c;
        }
    }
    return plain;
}

QStringList plainLines(const QByteArray &bytes)
{
    QStringList lines = plainText(bytes).split(u'\n');
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

WholeLines wholeLines(const QByteArray &bytes)
{
    static const QRegularExpression prompt(uR"([#$>]\s*$)"_s);
    WholeLines text{plainText(bytes).split(u'\n'), false};
    const QString last = text.lines.takeLast(); // what stands after the last newline
    text.isCut = !last.trimmed().isEmpty() && !last.contains(prompt);
    return text;
}

qsizetype longestLine(const QStringList &lines)
{
    qsizetype width = 0;
    for (const QString &line : lines)
        width = std::max(width, line.size());
    return width;
}

bool isElision(QStringView line)
{
    int dots = 0;
    for (const QChar c : line) {
        if (c == u'.')
            ++dots;
        else if (c == QChar(0x2026) || c == QChar(0x22EE) || c == QChar(0x22EF)) // … ⋮ ⋯
            dots += 3;
        else if (c != u'|' && !c.isSpace())
            return false;
    }
    return dots >= 2;
}

bool isBlankValue(QStringView token)
{
    const QStringView t = token.trimmed();
    return t.isEmpty() || t == u"-" || t == u"--" || t.compare(u"NA", Qt::CaseInsensitive) == 0
           || t.compare(u"N/A", Qt::CaseInsensitive) == 0 || t.compare(u"unknown", Qt::CaseInsensitive) == 0;
}

std::optional<qint64> integer(QStringView token)
{
    const QStringView t = token.trimmed();
    const QStringView digits = t.startsWith(u'-') ? t.mid(1) : t;
    if (digits.isEmpty() || !std::all_of(digits.begin(), digits.end(), [](QChar c) { return c >= u'0' && c <= u'9'; }))
        return std::nullopt;
    bool ok = false;
    const qint64 value = t.toLongLong(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<int> smallInteger(QStringView token)
{
    const std::optional<qint64> value = integer(token);
    if (!value || *value < std::numeric_limits<int>::min() || *value > std::numeric_limits<int>::max())
        return std::nullopt;
    return int(*value);
}

std::optional<double> number(QStringView token)
{
    static const QRegularExpression decimal(uR"(^[+-]?\d+(\.\d*)?$)"_s);
    const QString t = token.trimmed().toString();
    if (!decimal.match(t).hasMatch())
        return std::nullopt;
    bool ok = false;
    const double value = t.toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

QString toolError(const QStringList &lines)
{
    static const QRegularExpression said(
        u"dcmi mod(ule|el) initialized? failed|Failed to |failed\\. (err|ret) is|[Ii]nvalid (card|device|chip) id"
        "|Error parameter of|This command must input|does not support|execute failed|failed, because|The device is "
        "|Get lock failed|is busy|permission denied|Permission denied|cannot open shared object|error while loading"
        "|command not found|: not found|No such file or directory|Control link unreachable|Optical module is not"_s);
    for (const QString &line : lines) {
        if (line.contains(said))
            return line.simplified();
    }
    return {};
}

Error notThisKind(const QString &what, const WholeLines &text)
{
    if (text.isCut && toolError(text.lines).isEmpty())
        return {ErrorKind::Parse,
                QCoreApplication::translate(
                    "Parse", "The text ends within a line, and nothing before that line is what %1 prints.")
                    .arg(what),
                {},
                {}};
    return notThisKind(what, text.lines);
}

Error severalOf(const QString &what)
{
    return {ErrorKind::Parse,
            QCoreApplication::translate("Parse", "This text holds more than one answer of %1; give them one at a time.")
                .arg(what),
            {},
            {}};
}

Error notThisKind(const QString &what, const QStringList &lines)
{
    const QString said = toolError(lines).left(300);
    if (said.isEmpty())
        return {ErrorKind::Parse,
                QCoreApplication::translate("Parse", "This is not what %1 prints.").arg(what),
                {},
                {}};
    return {ErrorKind::Parse,
            QCoreApplication::translate("Parse", "%1 did not answer; it said: %2").arg(what, said), said, {}};
}

} // namespace parse
