#include "app/ctl/spans.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace ctl {

std::optional<std::chrono::milliseconds> spanOf(const QString &text)
{
    static const QRegularExpression span(u"^(\\d{1,7})(ms|s|m|h)?$"_s);
    const QRegularExpressionMatch match = span.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const qint64 number = match.captured(1).toLongLong();
    const QString unit = match.captured(2);
    return std::chrono::milliseconds(number
                                     * (unit == u"ms"      ? 1
                                            : unit == u"m" ? 60'000
                                            : unit == u"h" ? 3600'000
                                                           : 1000));
}

} // namespace ctl
