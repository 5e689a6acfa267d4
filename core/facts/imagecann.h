// Which CANN an engine's image holds, and which drivers go with it: resources/versions.json, whose entries name their
// sources. What no public table says stays unknown.
#pragma once

#include "core/base/json.h"

#include <QStringList>

struct ImageContent
{
    QString cann;                        // empty: not known
    QStringList drivers;                 // that it is known to run with, where its CANN says nothing
    QString source;
};

struct CannDrivers
{
    QString cann;
    QStringList paired, compatible, incompatible; // "25.5.X", "26.0.RC1"
    QString source;
    bool isOlderThanAll(const QString &driver) const; // false where nothing says which is the oldest that goes
    QStringList good() const // a driver that stands in both stands once
    {
        QStringList all = paired + compatible;
        all.removeDuplicates();
        return all;
    }
};

// resources/versions.json, read once: it is asked for every recipe and at every change of a setting.
const Result<Json> &versionTables();

// image: product and tag as imageRelease finds them, "vllm-ascend:v0.23.0".
std::optional<ImageContent> imageContent(const Json &versions, const QString &image);
QList<CannDrivers> cannDrivers(const Json &versions);

// "25.5.X" takes every 25.5; "25.0.RC1" its builds, too ("25.0.rc1.1").
bool isOneOfDrivers(const QString &driver, const QStringList &entries);

// Product and release in the path of an image, by the engine's pattern (EngineDemands); empty: not told.
QString releaseInImage(const QString &image, const QString &pattern);

// Of a CANN that stands in no table, but lies between two of its own line (8.5.0, 8.5.2), and a driver that is older
// than all that either takes. Nothing: it is not, or no table says it.
struct OlderThanNeighbours
{
    QString before, after;
    QStringList good;                    // what the former takes
};
std::optional<OlderThanNeighbours> olderThanNeighbours(const QString &driver, const QString &cann,
                                                       const QList<CannDrivers> &tables);
