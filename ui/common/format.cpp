#include "ui/common/format.h"

#include "core/base/sizetext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <cmath>

using namespace Qt::StringLiterals;

namespace format {

namespace {

QString words(const char *text)
{
    return QCoreApplication::translate("Format", text);
}

bool isChinese(QChar c) { return c.unicode() > 0x2e80; }

} // namespace

QString none()
{
    return u"–"_s;
}

QString number(double value, int decimals)
{
    if (!std::isfinite(value))
        return none();
    const bool isNothing = std::abs(value) < 0.5 * std::pow(10, -decimals); // and no "-0"
    return QLocale().toString(isNothing ? 0.0 : value, 'f', decimals);
}

int usualDecimals(double value)
{
    const double size = std::abs(value);
    if (value == std::floor(value) || size >= 10)
        return 0;
    return size >= 0.1 || size < 0.0005 ? 1 : size >= 0.01 ? 2 : 3; // 0.04 is not "0.0"
}

QString value(double value, const QString &unit, int decimals)
{
    if (!std::isfinite(value))
        return none();
    if (decimals < 0)
        decimals = usualDecimals(value);
    return unit.isEmpty() ? number(value, decimals) : number(value, decimals) + u'\u00a0' + unit;
}

QString percent(std::optional<double> share)
{
    return share ? value(*share, u"%"_s, 0) : none();
}

QString bytes(std::optional<qint64> bytes)
{
    if (!bytes)
        return none();
    const SizeParts size = sizeParts(*bytes);
    return number(size.value, size.decimals) + u'\u00a0' + size.unit;
}

QString bytesOf(std::optional<qint64> used, std::optional<qint64> total)
{
    if (!total)
        return bytes(used);
    const SizeParts size = sizeParts(*total), part = sizeParts(used.value_or(0), total);
    return words(QT_TRANSLATE_NOOP("Format", "%1 of %2"))
               .arg(used ? number(part.value, part.decimals) : none(), number(size.value, size.decimals))
        + u'\u00a0' + size.unit;
}

QString duration(qint64 ms)
{
    if (ms < 0)
        return none();
    if (ms < 1000)
        return words(QT_TRANSLATE_NOOP("Format", "%1 ms")).arg(number(double(ms)));
    if (ms < 60'000)
        return words(QT_TRANSLATE_NOOP("Format", "%1 s")).arg(number(double(ms) / 1000.0, 1));
    const qint64 seconds = ms / 1000;
    const auto two = [](qint64 n) { return u"%1"_s.arg(n, 2, 10, QLatin1Char('0')); };
    if (seconds < 3600)
        return words(QT_TRANSLATE_NOOP("Format", "%1 min %2 s")).arg(number(double(seconds / 60)), two(seconds % 60));
    return words(QT_TRANSLATE_NOOP("Format", "%1 h %2 min"))
        .arg(number(double(seconds / 3600)), two(seconds / 60 % 60));
}

QString time(qint64 epochMs)
{
    return timeAt(epochMs, QDateTime::currentMSecsSinceEpoch());
}

QString timeAt(qint64 epochMs, qint64 nowMs)
{
    if (epochMs <= 0)
        return none();
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(epochMs);
    const bool isToday = when.date() == QDateTime::fromMSecsSinceEpoch(nowMs).date();
    return when.toString(isToday ? u"HH:mm:ss"_s : u"yyyy-MM-dd HH:mm:ss"_s);
}

QString list(const QStringList &names)
{
    if (QLocale().language() != QLocale::Chinese || names.size() < 2)
        return QLocale().createSeparatedList(names);
    // Qt's list leaves no room between a Latin name and the word for "and".
    const auto room = [](const QString &name, bool isAtEnd) {
        const bool isClose = name.isEmpty() || isChinese(isAtEnd ? name.back() : name.front());
        return isClose ? QString() : u" "_s;
    };
    const QString before = names.first(names.size() - 1).join(u'、');
    return before + room(before, true) + u'和' + room(names.last(), false) + names.last();
}

} // namespace format
