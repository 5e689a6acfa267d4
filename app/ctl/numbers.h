// Numbers on the command line: what is not one is refused, not taken for 0.
#pragma once

#include <QCommandLineParser>

namespace ctl {

// Unset: `name` was given and is not a whole number from `least` to `most`; `wrong` says so.
inline std::optional<int> wholeNumber(const QCommandLineParser &parser, const QString &name, int otherwise, int least,
                                      int most, QString &wrong)
{
    if (!parser.isSet(name))
        return otherwise;
    bool isNumber = false;
    const int number = parser.value(name).toInt(&isNumber);
    if (isNumber && number >= least && number <= most)
        return number;
    wrong = QStringLiteral("--%1 is a whole number from %2 to %3.").arg(name).arg(least).arg(most);
    return std::nullopt;
}

} // namespace ctl
