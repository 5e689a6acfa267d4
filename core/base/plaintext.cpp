#include "core/base/plaintext.h"

using namespace Qt::StringLiterals;

namespace {

// Marks that reorder what is shown (Unicode UAX #9): a command could read otherwise than it runs.
bool turnsDirection(char16_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool isDelOrC1(char16_t c) { return c >= 0x7F && c <= 0x9F; }

bool isHarmful(char16_t c)
{
    return (c < 0x20 && c != '\n' && c != '\t') || isDelOrC1(c) || turnsDirection(c);
}

} // namespace

QString shortened(const QString &text)
{
    constexpr qsizetype most = 80;
    return text.size() > most ? text.left(most) + u"…"_s : text;
}

QString withoutControls(const QString &text)
{
    qsizetype first = 0;
    while (first < text.size() && !isHarmful(text[first].unicode()))
        ++first;
    if (first == text.size())
        return text;
    QString shown = text.left(first);
    for (qsizetype i = first; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        if (!isHarmful(c))
            shown += text[i];
        else if (c == '\r' && i + 1 < text.size() && text[i + 1] == QLatin1Char('\n'))
            continue; // a line end of another system
        else if (c < 0x20)
            shown += QChar(char16_t(0x2400 + c));
        else if (c == 0x7F)
            shown += QChar(char16_t(0x2421));
        else
            shown += u"<U+%1>"_s.arg(uint(c), 4, 16, QLatin1Char('0')).toUpper();
    }
    return shown;
}

QByteArray withoutControls(const QByteArray &json)
{
    // Below 0x20 a JSON writer has escaped everything but its own line ends.
    const QString text = QString::fromUtf8(json);
    QString escaped;
    qsizetype from = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        if (!isDelOrC1(c) && !turnsDirection(c))
            continue;
        escaped += QStringView(text).mid(from, i - from);
        escaped += u"\\u%1"_s.arg(uint(c), 4, 16, QLatin1Char('0'));
        from = i + 1;
    }
    if (from == 0)
        return json;
    escaped += QStringView(text).mid(from);
    return escaped.toUtf8();
}
