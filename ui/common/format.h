// Format: values to text in the user's locale (QLocale()), with their units. Pure.
// What was not reported (nullopt, NaN) is "–", never 0.
#pragma once

#include <QStringList>

#include <optional>

namespace format {

QString none();                                             // "–"
QString number(double value, int decimals = 0);             // "1,024"
QString value(double value, const QString &unit, int decimals = -1); // "612 ms", "46 °C"; -1: the usual ones
int usualDecimals(double value);                            // none from 10 on, one below, more where it is "0.0"
QString percent(std::optional<double> value);               // 0-100: "71 %"
QString bytes(std::optional<qint64> bytes);                 // binary: "503 GiB"
QString bytesOf(std::optional<qint64> used, std::optional<qint64> total); // "812 of 1,024 GiB"
QString duration(qint64 ms);                                // "340 ms", "4.2 s", "3 min 05 s", "2 h 10 min"
QString time(qint64 epochMs);                               // "18:02:11" today, else "2026-11-19 18:02:11"
QString timeAt(qint64 epochMs, qint64 nowMs);               // the same with the clock given
QString list(const QStringList &names);                     // "node1, node2, and node3"

} // namespace format
