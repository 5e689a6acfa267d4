#include "core/shell/quote.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isPlain(QChar c)
{
    const ushort u = c.unicode();
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9')
        || QStringView(u"_@%+=:,./-").contains(c);
}

bool isAssignment(const QString &word)
{
    const qsizetype equals = word.indexOf(QLatin1Char('='));
    return equals > 0 && std::all_of(word.begin(), word.begin() + equals, [](QChar c) {
        return c == QLatin1Char('_') || (c.unicode() < 128 && c.isLetterOrNumber());
    });
}

} // namespace

QString quoted(const QString &argument)
{
    if (!argument.isEmpty() && std::all_of(argument.begin(), argument.end(), isPlain))
        return argument;
    QString inside = argument;
    inside.replace(QLatin1Char('\''), "'\\''"_L1);
    return QLatin1Char('\'') + inside + QLatin1Char('\'');
}

QString quoted(const QStringList &argv)
{
    QStringList words;
    for (const QString &argument : argv)
        words << quoted(argument);
    // A leading NAME=value would be taken for an assignment, not for a command.
    if (!words.isEmpty() && isAssignment(words.first()))
        words.first() = QLatin1Char('\'') + words.first() + QLatin1Char('\'');
    return words.join(QLatin1Char(' '));
}
