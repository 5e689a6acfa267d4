// What a card counts, out of tools that print "key : value" lines: npu-smi info -t ecc, hccn_tool -link_stat and -stat.
// Layouts: driver 23.0.7 and 25.0 (mind-cluster, environment_check.zip). Pure.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>

#include <optional>

// The keys without the blanks before the colon; of a key that comes twice the last value.
QHash<QString, QString> keyValues(const QByteArray &text);

struct EccCounts
{
    qint64 doubleBit = 0;                // errors of the HBM that could not be corrected, since the driver was loaded
    qint64 isolatedPages = 0;            // of double bit errors, from before as well; 0 where it is not printed
    bool operator==(const EccCounts &) const = default;
};
std::optional<EccCounts> eccCounts(const QByteArray &text); // nullopt: the tool does not tell

struct LinkChange
{
    QDateTime at;                        // as the card counts time, without a zone
    bool isUp = false;
    bool operator==(const LinkChange &) const = default;
};
std::optional<QList<LinkChange>> linkChanges(const QByteArray &text); // newest first; nullopt: another text
// How often the link went down after it had settled. A port goes up and down while the machine starts: what happened in
// the first ten minutes is not counted, nor how the link stands now.
QList<QDateTime> linkDowns(const QList<LinkChange> &changes);         // newest first
// How often it went down in all, also while the machine started, and if it is down now. nullopt: it is not told.
std::optional<qint64> linkDownCount(const QByteArray &text);

struct NetworkOctets
{
    quint64 in = 0, out = 0;             // bytes over the card's port since it was started
    bool operator==(const NetworkOctets &) const = default;
};
std::optional<NetworkOctets> networkOctets(const QByteArray &text);
