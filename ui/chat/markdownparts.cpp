#include "ui/chat/markdownparts.h"

#include <QRegularExpression>
#include <QStringList>

using namespace Qt::StringLiterals;

QList<MarkdownPart> markdownParts(const QString &markdown)
{
    static const QRegularExpression fence(u"^ {0,3}(`{3,}|~{3,})\\s*([^`]*)$"_s);
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
        const QRegularExpressionMatch match = fence.match(line);
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
        const bool closes = match.hasMatch() && match.captured(2).trimmed().isEmpty()
            && match.captured(1).startsWith(open); // as long or longer, of the same sign
        if (!closes) {
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
