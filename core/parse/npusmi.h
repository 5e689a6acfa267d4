// Reads what npu-smi prints. Pure; columns are found from the header, never by offset.
// Layouts: npu-smi 20.2 to 26.0 as it prints them, and its published source (hicann/driver, npucli).
// What the tool did not say is nullopt, never 0.
// Every function: text that is not this kind is ErrorKind::Parse with one sentence.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

struct NpuChip
{
    std::optional<int> npu;              // npu-smi's first id; nullopt when the tool left that row out
    std::optional<int> chip;             // npu-smi's second id; nullopt on 950, which has no chip column
    // N of /dev/davinciN as printed: Phy-ID (A3), Device (310, 310P). 910A, 910B and
    std::optional<int> deviceId;
                                         // 950 tables have no such column, so it is nullopt: see deviceIds()
    QString name;                        // "910B3"; empty when the row is missing
    QString health;                      // "OK", "Warning", "Alarm", "Critical", "UNKNOWN"; empty when missing
    std::optional<double> powerWatts;
    std::optional<int> temperatureC;
    std::optional<qint64> hugepagesUsed, hugepagesTotal;
    QString busId;                       // empty when the tool printed NA
    std::optional<int> aiCorePercent;
    std::optional<qint64> memoryUsedMb, memoryTotalMb; // DDR, or the device memory on 310P
    std::optional<qint64> hbmUsedMb, hbmTotalMb;

    bool operator==(const NpuChip &) const = default;
};

struct NpuProcess
{
    std::optional<int> npu, chip;
    std::optional<qint64> pid;
    QString name;                        // may be empty in containers
    std::optional<qint64> memoryMb;
    std::optional<qint64> containerPid;  // column of 26.0 and later; nullopt on the host ("NA")

    bool operator==(const NpuProcess &) const = default;
};

// By its numbers; where one of them tells no chip, by the NPU alone.
bool isOn(const NpuProcess &process, const NpuChip &chip);

// A figure that cannot be: a damaged number. `figure` by its name in the JSON, `value` as it stood there.
struct NpuLeftOut
{
    QString chip;                        // "3/0"
    QString figure, value;

    bool operator==(const NpuLeftOut &) const = default;
};

struct NpuSmiInfo
{
    QString toolVersion;                 // left number of the banner
    QString driverVersion;               // "Version:" of the banner
    bool truncated = false;              // rows were cut off, left out ("...") or could not be read
    QList<NpuChip> chips;
    // without it `processes` says nothing (old tools, unknown 310P boards, cut texts)
    bool hasProcessTable = false;
    QList<NpuProcess> processes;
    QList<int> idleNpus;                 // "No running processes found in NPU <id>"
    QList<int> lostNpus;                 // the process table names them, the device table has no row of theirs
    QList<NpuLeftOut> leftOut;           // in the JSON among the warnings
    QStringList warnings;                // "[WARNING]The driver package may not be ..." and kin

    bool operator==(const NpuSmiInfo &) const = default;
};

// Several tables one after the other (two nodes, a loop) are refused: which one is meant is not for us to say.
Result<NpuSmiInfo> parseNpuSmiInfo(const QByteArray &text);

// The device id of each chip, in the order of `chips`: what the tool printed; else, where the table is whole, every
// card has one chip and the NPU ids are 0..n-1, the NPU id itself (one-chip cards are numbered alike by npu-smi and
// /dev on the machine itself; in a container or with gaps that need not hold, so there it stays nullopt).
// An inference by position: good for proposing, to be confirmed by /dev/davinciN or `npu-smi info -m`.
QList<std::optional<int>> deviceIds(const NpuSmiInfo &info);
// By which the vendor names its packages: "910b" (A2), "a3", "310p"; empty: none of them, or it does not say.
QString chipFamily(const NpuSmiInfo &info);
QString npuAndChip(const NpuChip &chip); // "3/0", by which metrics and health know it; "?/0": its NPU id was lost
Json toJson(const NpuSmiInfo &info);     // the shape of DESIGN "parse npu-smi-info"
