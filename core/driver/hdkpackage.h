// A driver or firmware package of the HDK (*.run) on this machine: what its name says, its size and checksum.
// Names as Huawei publishes them: Ascend-hdk-<chip>-npu-driver_<version>_linux-<arch>.run,
// Ascend-hdk-<chip>-npu-firmware_<version>.run, and for A3 Atlas-A3-hdk-npu-driver_..., Atlas-A3-hdk-npu-firmware_....
#pragma once

#include "core/base/result.h"
#include "core/engines/engine.h"
#include "core/nodes/deployment.h"

#include <QList>

#include <functional>
#include <stop_token>

enum class PackageKind { Driver, Firmware };

struct HdkPackage
{
    PackageKind kind = PackageKind::Driver;
    QString path;                        // on this machine
    QString name;                        // of the file: the installers go by it
    QString chips;                       // lower case: "910b", "310p", "a3"
    QString version;                     // as the name has it: "25.2.0", "7.7.0.6.236"
    QString arch;                        // "aarch64", "x86_64"; empty: the name does not say (firmware)
    qint64 bytes = 0;
    QString sha256;                      // lower case hex

    bool operator==(const HdkPackage &) const = default;
};

// Pure. ErrorKind::Invalid: no name of a package.
Result<HdkPackage> packageOfName(const QString &fileName);

// Reads all of the file. `expected`: the checksum that the user was given; where it is empty, FILE.sha256 beside it is
// taken, if there is one. ErrorKind::Invalid: not a package of this kind, or another checksum; Storage: not readable.
Result<HdkPackage> examinePackage(const QString &path, PackageKind kind, const QString &expected, std::stop_token stop,
                                  const std::function<void(qint64 done, qint64 total)> &onProgress = {});

// What speaks against installing these two together. One that refuses cannot be agreed to.
struct InstallNote
{
    bool refuses = false;
    QString sentence, remedy;
    bool asksToStop = false;             // refuses until it is agreed that containers are stopped
    bool operator==(const InstallNote &) const = default;
};
QList<InstallNote> pairNotes(const HdkPackage &driver, const HdkPackage &firmware);

// What the deployment that will run with it asks of a driver. Without an image nothing is asked.
struct DriverDemands
{
    QString image;
    EngineDemands engine;
    bool operator==(const DriverDemands &) const = default;
};
DriverDemands driverDemandsOf(const Deployment &deployment);
// What the deployment's own checks would warn of once this driver is on its nodes; a warning each.
QList<InstallNote> demandNotes(const HdkPackage &driver, const DriverDemands &demands);
