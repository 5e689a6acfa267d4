// Reads version.info of the driver and the firmware, and CANN's ascend_toolkit_install.info: "Key=value" lines,
// as drivers 23.0.7 to 25.0.rc1 and CANN 8.5.0 to 9.1.0 have them and mind-cluster's docs show them (faultdiag).
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QPair>

struct VersionRange
{
    QString from, to;                    // "7.0.0", "7.1.99"; one entry alone: to is empty
    bool operator==(const VersionRange &) const = default;
};

struct VersionInfo
{
    QString kind;                        // "driver", "firmware", "toolkit"; empty: the file does not tell
    QString version;                     // "23.0.7", "7.1.0.11.220"
    QString packageVersion, innerVersion;
    QString packageName, arch, path;     // toolkit
    QList<VersionRange> compatibleFirmware;  // driver: compatible_version_fw
    QList<VersionRange> compatibleDriver;    // firmware: compatible_version_drv
    QList<QPair<QString, QString>> values;   // everything, in the file's order
    bool truncated = false;                  // the text ends within a line
    bool operator==(const VersionInfo &) const = default;
};

Result<VersionInfo> parseVersionInfo(const QByteArray &text);
Json toJson(const VersionInfo &info);
