// Which driver and firmware belong together: resources/versions.json, every entry with its source.
#pragma once

#include "core/base/json.h"

#include <QList>

struct DriverFirmwarePair
{
    QStringList drivers;                 // lower case: "25.3.rc1", "25.3.rc1.2"
    QString firmware;
    QString confidence;                  // "high", "medium", "low"
    QStringList sources;
};

Result<QList<DriverFirmwarePair>> driverFirmwarePairs();
// Entries of this driver version, any spelling of its case.
QList<DriverFirmwarePair> pairsOfDriver(const QList<DriverFirmwarePair> &pairs, const QString &driver);

// "24.1.rc2" < "24.1.0" < "24.1.0.3" < "25.0.rc1"; <0, 0, >0.
int compareVersions(const QString &left, const QString &right);
// compatible_version_fw=[7.0.0,7.7.99] of the driver's version.info; nullopt: no such range.
std::optional<bool> isInFirmwareRange(const QString &firmware, const QString &range);
