#include "ui/chat/markdownparts.h"

#include <QRegularExpression>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace {

// Of code: what it is made of, and what is written behind it.
QRegularExpressionMatch fenceIn(const QString &line)
{
    static const QRegularExpression fence(u"^ {0,3}(`{3,}|~{3,})\\s*([^`]*)$"_s);
    return fence.match(line);
}

bool closes(const QRegularExpressionMatch &fence, const QString &open)
{
    return fence.hasMatch() && fence.captured(2).trimmed().isEmpty()
        && fence.captured(1).startsWith(open); // as long or longer, of the same sign
}

} // namespace

QList<MarkdownPart> markdownParts(const QString &markdown)
{
    QList<MarkdownPart> parts;
    QStringList prose, code;
    QString open, language; // the fence that is open
    const auto flushProse = [&] {
        const QString text = prose.join(u'\n');
        if (!text.trimmed().isEmpty())
            parts << MarkdownPart{false, text.trimmed(), {}};
        prose.clear();
    };
    const QStringList lines = markdown.split(u'\n');
    for (const QString &line : lines) {
        const QRegularExpressionMatch match = fenceIn(line);
        if (open.isEmpty()) {
            if (!match.hasMatch()) {
                prose << line;
                continue;
            }
            flushProse();
            open = match.captured(1);
            language = match.captured(2).trimmed();
            continue;
        }
        if (!closes(match, open)) {
            code << line;
            continue;
        }
        parts << MarkdownPart{true, code.join(u'\n'), language};
        code.clear();
        open.clear();
    }
    if (!open.isEmpty())
        parts << MarkdownPart{true, code.join(u'\n'), language};
    else
        flushProse();
    return parts;
}

qsizetype settledLength(const QString &markdown)
{
    // What is too short to say; what may go on with a list; what is an item of one.
    static const QRegularExpression tooShort(u"^(?:\\s|.?$)"_s), mayGoOn(u"^(?:\\s|\\d|[-+*](?:\\s|$)|.?$)"_s),
        item(u"^ {0,3}(?:[-+*]|\\d{1,9}[.)])(?:\\s|$)"_s);
    qsizetype settled = 0, start = 0;
    bool isApart = false;                // a blank line or the end of code stands before
    bool isList = false;                 // since then
    QString open;
    const QStringList lines = markdown.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); start += lines[i].size() + 1, ++i) {
        const QRegularExpressionMatch fence = fenceIn(lines[i]);
        if (!open.isEmpty()) {
            isApart = closes(fence, open);
            if (isApart)
                open.clear();
            continue;
        }
        const bool beginsCode = fence.hasMatch() && lines[i].front() != u' ' && i + 1 < lines.size();
        if (beginsCode || (isApart && !(isList ? mayGoOn : tooShort).match(lines[i]).hasMatch())) {
            settled = start;
            isList = false;
        }
        isList = isList || item.match(lines[i]).hasMatch();
        open = fence.captured(1);
        isApart = lines[i].trimmed().isEmpty();
    }
    return settled;
}

QString withLineBreaks(const QString &prose)
{
    // A line that ends its block, and one that begins another: nothing of a paragraph goes on between them.
    static const QRegularExpression ends(u"^\\s*(?:$|#{1,6}\\s|(?:[-*_=]\\s*){3,}$)|\\||^(?: {4}|\\t)| {2}$|\\\\$"_s);
    static const QRegularExpression begins(
        u"^\\s*(?:$|#{1,6}\\s|[-*+]\\s|\\d{1,9}[.)]\\s|>|=+\\s*$|(?:[-*_]\\s*){2,}$)|\\|"_s);
    QString text;
    const QStringList lines = prose.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        text += lines[i];
        if (i + 1 == lines.size())
            break;
        const bool goesOn = !ends.match(lines[i]).hasMatch() && !begins.match(lines[i + 1]).hasMatch();
        text += goesOn ? QChar(QChar::LineSeparator) : QChar(u'\n');
    }
    return text;
}
