// What is different between two rank tables, device by device: a device is the same one when server_id and device_id
// are (in 2.0: when rank_id is), wherever it stands. Pure.
#pragma once

#include "core/ranktable/ranktable.h"

struct TableDifference
{
    QString where;                       // JSON pointer in the second table; of what only the first has, in the first
    bool isInFirst = false;              // `where` is in the first
    QString what;                        // one sentence
    QString device;                      // JSON pointer, in the first, of the device that it is about; empty: of none
    bool operator==(const TableDifference &) const = default;
};

// In the order: the document's own keys, servers, devices, ranks. Empty: both say the same.
QList<TableDifference> differencesOf(const RankTable &first, const RankTable &second);

// "0–7", "0–3, 8"; of numbers in rising order, what is none as it is written.
QString rangesOf(const QStringList &numbers);
