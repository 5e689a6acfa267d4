#include "core/facts/imagecann.h"

#include "core/base/data.h"

#include <QRegularExpression>
#include <QVersionNumber>

#include <algorithm>

using namespace Qt::StringLiterals;

const Result<Json> &versionTables()
{
    static const Result<Json> tables = jsonDataFile(u"versions.json"_s);
    return tables;
}

std::optional<ImageContent> imageContent(const Json &versions, const QString &image)
{
    for (const Json &entry : member(versions, "imageCann")) {
        if (stringAt(entry, "image").compare(image, Qt::CaseInsensitive) == 0)
            return ImageContent{stringAt(entry, "cann"), textsAt(entry, "drivers"), stringAt(entry, "source")};
    }
    return std::nullopt;
}

QList<CannDrivers> cannDrivers(const Json &versions)
{
    QList<CannDrivers> tables;
    for (const Json &entry : member(versions, "cannDriver"))
        tables << CannDrivers{stringAt(entry, "cann"), textsAt(entry, "drivers"), textsAt(entry, "compatible"),
                              textsAt(entry, "incompatible"), stringAt(entry, "source")};
    return tables;
}

bool isOneOfDrivers(const QString &driver, const QStringList &entries)
{
    return std::any_of(entries.cbegin(), entries.cend(), [&](const QString &entry) {
        const QString whole = entry.endsWith(u".X"_s) ? entry.chopped(2) : entry;
        return driver.compare(whole, Qt::CaseInsensitive) == 0 || driver.startsWith(whole + u'.', Qt::CaseInsensitive);
    });
}

// A row of whole lines ("25.2.X") is a statement on what goes; single drivers are only those that were paired.
bool CannDrivers::isOlderThanAll(const QString &driver) const
{
    const QStringList all = good();
    const bool areLines
        = std::any_of(all.cbegin(), all.cend(), [](const QString &one) { return one.endsWith(".X"_L1); });
    const auto line = [](const QString &version) {
        const QVersionNumber number = QVersionNumber::fromString(version);
        return QVersionNumber(number.majorVersion(), number.minorVersion());
    };
    const QVersionNumber its = line(driver);
    return areLines && its.majorVersion() > 0
        && std::all_of(all.cbegin(), all.cend(), [&](const QString &one) { return its < line(one); });
}

QString releaseInImage(const QString &image, const QString &pattern)
{
    return pattern.isEmpty()
        ? QString()
        : QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption).match(image).captured();
}

std::optional<OlderThanNeighbours> olderThanNeighbours(const QString &driver, const QString &cann,
                                                       const QList<CannDrivers> &tables)
{
    const auto released = [](const QString &text) { // "8.5.1", but no "8.3.RC2", "8.5.0.alpha001"
        qsizetype end = 0;
        const QVersionNumber version = QVersionNumber::fromString(text, &end);
        return end == text.size() ? version : QVersionNumber();
    };
    const QVersionNumber its = released(cann);
    const CannDrivers *before = nullptr, *after = nullptr;
    for (const CannDrivers &table : tables) {
        const QVersionNumber one = released(table.cann);
        if (one.isNull() || its.isNull() || one.majorVersion() != its.majorVersion()
            || one.minorVersion() != its.minorVersion())
            continue;
        if (one < its && (!before || released(before->cann) < one))
            before = &table;
        if (its < one && (!after || one < released(after->cann)))
            after = &table;
    }
    if (!before || !after || !before->isOlderThanAll(driver) || !after->isOlderThanAll(driver))
        return std::nullopt;
    return OlderThanNeighbours{before->cann, after->cann, before->good()};
}
