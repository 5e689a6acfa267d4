#include "core/parse/cardcounters.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

QHash<QString, QString> keyValues(const QByteArray &text)
{
    QHash<QString, QString> values;
    for (const QString &line : QString::fromUtf8(text).split(u'\n')) {
        const qsizetype colon = line.indexOf(u':');
        if (colon > 0)
            values.insert(line.left(colon).trimmed(), line.mid(colon + 1).trimmed());
    }
    return values;
}

std::optional<EccCounts> eccCounts(const QByteArray &text)
{
    const QHash<QString, QString> values = keyValues(text);
    bool ok = false;
    const qint64 doubleBit = values.value(u"HBM Double Bit Error Count"_s).toLongLong(&ok);
    if (!ok || doubleBit < 0)
        return {};
    return EccCounts{doubleBit, values.value(u"HBM Double Bit Isolated Pages Count"_s).toLongLong()};
}

// "[devid 5]    Sat Jan 18 11:52:42 2025    LINK DOWN"; newer manuals have "device" for "devid".
std::optional<QList<LinkChange>> linkChanges(const QByteArray &text)
{
    static const QRegularExpression record(u"^\\[dev(?:id|ice) \\d+\\]\\s+\\w{3} (\\w{3})\\s+(\\d{1,2}) "
                                           "(\\d\\d:\\d\\d:\\d\\d) (\\d{4})\\s+LINK (UP|DOWN)\\s*$"_s,
                                           QRegularExpression::MultilineOption);
    if (!text.contains("link change records"))
        return {};
    QList<LinkChange> changes;
    for (auto matches = record.globalMatch(QString::fromUtf8(text)); matches.hasNext();) {
        const auto match = matches.next();
        const QDateTime at = QLocale::c().toDateTime(match.captured(1) + u' ' + match.captured(2) + u' '
                                                         + match.captured(4) + u' ' + match.captured(3),
                                                     u"MMM d yyyy HH:mm:ss"_s);
        if (at.isValid())
            changes << LinkChange{at, match.captured(5) == "UP"_L1};
    }
    return changes;
}

QList<QDateTime> linkDowns(const QList<LinkChange> &changes)
{
    QList<QDateTime> downs;
    if (changes.isEmpty())
        return downs;
    const QDateTime settled = changes.last().at.addSecs(600);
    for (qsizetype i = 1; i < changes.size(); ++i) {
        if (!changes[i].isUp && changes[i].at >= settled)
            downs << changes[i].at;
    }
    return downs;
}

std::optional<qint64> linkDownCount(const QByteArray &text)
{
    static const QRegularExpression counted(u"link down count\\s*:\\s*(\\d+)"_s);
    if (const auto match = counted.match(QString::fromUtf8(text)); match.hasMatch())
        return match.captured(1).toLongLong();
    const std::optional<QList<LinkChange>> changes = linkChanges(text); // older tools print no count
    if (!changes)
        return {};
    return std::count_if(changes->cbegin(), changes->cend(), [](const LinkChange &one) { return !one.isUp; });
}

std::optional<NetworkOctets> networkOctets(const QByteArray &text)
{
    const QHash<QString, QString> values = keyValues(text);
    bool in = false, out = false;
    const NetworkOctets octets{values.value(u"mac_rx_total_oct_num"_s).toULongLong(&in),
                               values.value(u"mac_tx_total_oct_num"_s).toULongLong(&out)};
    return in && out ? std::optional(octets) : std::nullopt;
}
