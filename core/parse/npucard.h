// Reads `npu-smi info -t usages|common|health|board -i N [-c C]`: "Key : value" lines of one card, chip by chip.
// Layouts: npu-smi's published source (hicann/driver, npucli) and printed answers. Pure.
// A line that the tool left out is not in `values`.
// `Chip ID` stands after its values (before them on 310 and in `-t common`); the reader finds out which.
// Text that is not this kind is ErrorKind::Parse with one sentence, which repeats what the tool said instead.
#pragma once

#include "core/base/json.h"

#include <QList>
#include <QPair>

#include <optional>

struct NpuCardChip
{
    std::optional<int> chip;                  // nullopt: 950, or asked with -c and the command line is not in the text
    bool failed = false;                      // "Failed to query npu chip: N info."
    QList<QPair<QString, QString>> values;    // in the tool's order, as printed

    std::optional<double> number(const QString &key) const; // nullopt: not printed, or not a number
    QString text(const QString &key) const;                 // empty: not printed, or NA
    bool operator==(const NpuCardChip &) const = default;
};

struct NpuCard
{
    std::optional<int> npu;                   // nullopt when neither the text nor a command line in it says so
    std::optional<int> chipCount;
    QList<NpuCardChip> chips;
    std::optional<NpuCardChip> mcu;           // its Temperature(C) is not the chip's
    bool operator==(const NpuCard &) const = default;
};

struct NpuUsages { QList<NpuCard> cards; bool truncated = false; };   // several: outputs of a loop, one after the other
// truncated: the text ends within a line or a chip or names more chips than it has, or a value of it is damaged (and
// left empty)
struct NpuCommon { QList<NpuCard> cards; bool truncated = false; };

Result<NpuUsages> parseNpuSmiUsages(const QByteArray &text);
Result<NpuCommon> parseNpuSmiCommon(const QByteArray &text);
Json toJson(const NpuUsages &usages);
Json toJson(const NpuCommon &common);

struct NpuChipHealth
{
    std::optional<int> chip;
    QString health;                           // "OK", "Warning", "Alarm", "Critical", "UNKNOWN"; empty: not printed
    std::optional<QStringList> errorCodes;    // nullopt: not asked (without -c); empty: NA
    std::optional<QStringList> errorInformation;
    bool operator==(const NpuChipHealth &) const = default;
};

struct NpuCardHealth
{
    std::optional<int> npu, chipCount;
    QList<NpuChipHealth> chips;
    QString mcuHealth;                        // empty: no MCU block
    bool operator==(const NpuCardHealth &) const = default;
};

struct NpuHealth { QList<NpuCardHealth> cards; bool truncated = false; };
Result<NpuHealth> parseNpuSmiHealth(const QByteArray &text);
Json toJson(const NpuHealth &health);

struct NpuCardBoard
{
    std::optional<int> npu, chip;             // chip: asked with -c
    QString softwareVersion;                  // the driver's; empty: not printed (with -c) or NA
    QString firmwareVersion, compatibility, productName, serialNumber, chipName, busId;
    QList<QPair<QString, QString>> values;    // everything, in the tool's order, as printed
    bool operator==(const NpuCardBoard &) const = default;
};

struct NpuBoard { QList<NpuCardBoard> cards; bool truncated = false; };
Result<NpuBoard> parseNpuSmiBoard(const QByteArray &text);
Json toJson(const NpuBoard &board);
