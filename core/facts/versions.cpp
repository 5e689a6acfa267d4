#include "core/facts/versions.h"

#include "core/facts/imagecann.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

Result<QList<DriverFirmwarePair>> driverFirmwarePairs()
{
    const Result<Json> &data = versionTables();
    if (!data)
        return data.error();
    QList<DriverFirmwarePair> pairs;
    const auto texts = [](const Json &entry, const char *key) {
        QStringList list;
        if (entry.contains(key) && entry[key].is_array()) {
            for (const Json &text : entry[key])
                list << (text.is_string() ? text.get<QString>() : QString());
        }
        return list;
    };
    for (const Json &entry : data->value("driverFirmware", Json::array()))
        pairs.append({texts(entry, "drivers"), stringAt(entry, "firmware"), stringAt(entry, "confidence"),
                      texts(entry, "sources")});
    return pairs;
}

QList<DriverFirmwarePair> pairsOfDriver(const QList<DriverFirmwarePair> &pairs, const QString &driver)
{
    QList<DriverFirmwarePair> found;
    std::copy_if(pairs.cbegin(), pairs.cend(), std::back_inserter(found),
                 [&](const DriverFirmwarePair &pair) { return pair.drivers.contains(driver.toLower()); });
    return found;
}

static QList<int> numbersOf(const QString &version)
{
    QList<int> numbers;
    for (const QString &part : version.toLower().split(u'.')) {
        bool ok = false;
        if (const int number = part.toInt(&ok); ok)
            numbers << number;
        else if (part.startsWith(u"rc"_s))
            numbers << part.mid(2).toInt() - 1000; // before the release
        else
            break; // "b030": a build of the same version
    }
    return numbers;
}

int compareVersions(const QString &left, const QString &right)
{
    const QList<int> a = numbersOf(left), b = numbersOf(right);
    for (qsizetype i = 0; i < std::max(a.size(), b.size()); ++i) {
        const int difference = a.value(i, 0) - b.value(i, 0);
        if (difference != 0)
            return difference;
    }
    return 0;
}

std::optional<bool> isInFirmwareRange(const QString &firmware, const QString &range)
{
    static const QRegularExpression shape(u"\\[([\\d.]+),([\\d.]+)\\]"_s);
    const auto match = shape.match(range);
    if (!match.hasMatch())
        return {};
    // Three numbers are given, five are installed: the rest does not count.
    const auto firstThree
        = [](const QString &version) { return QStringList(version.split(u'.').mid(0, 3)).join(u'.'); };
    return compareVersions(firstThree(firmware), match.captured(1)) >= 0
        && compareVersions(firstThree(firmware), match.captured(2)) <= 0;
}
