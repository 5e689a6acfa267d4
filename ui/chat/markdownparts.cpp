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
