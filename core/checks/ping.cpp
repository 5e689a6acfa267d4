// Second round: every card of this node to the cards of the next nodes, rail by rail, or to every card of all others.
#include "core/checks/catalogue.h"
#include "core/facts/npufacts.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

constexpr int pingSeconds = 60;
// unless all pairs are wanted: the mesh grows with the nodes, not with their square
constexpr int neighbours = 3;

// A card takes part when its link is up and its address is the configured one: what is wrong with the others has
// been told by network.link, network.address and network.hccn-conf.
struct Cards
{
    QList<QPair<int, QString>> usable;   // number, address
    QList<QPair<int, QString>> all;      // the recipe's, with those that are left out
    QStringList left;                    // "node2 device 5"
};

Cards cardsOf(const QString &node, const NodeFacts &facts, int expected)
{
    const auto conf = readHccnConf(facts.hccnConf);
    Cards cards;
    QSet<int> seen;
    for (const HccnFacts &card : facts.hccn) {
        const QString configured = conf.value(card.deviceId).value(u"address"_s);
        seen.insert(card.deviceId);
        cards.all.append({card.deviceId, card.ip});
        if (card.ip.isEmpty() || card.link == u"DOWN" || (!configured.isEmpty() && configured != card.ip))
            cards.left << Checks::tr("%1 device %2").arg(node).arg(card.deviceId);
        else
            cards.usable.append({card.deviceId, card.ip});
    }
    for (int i = 0; i < expected && seen.size() < expected && !facts.hccn.isEmpty(); ++i) {
        if (!seen.contains(i)) {
            cards.all.append({i, QString()});
            cards.left << Checks::tr("%1 device %2").arg(node).arg(i);
            seen.insert(i);
        }
    }
    return cards;
}

} // namespace

// Every card of this node with the one of the same number on each of these nodes: they share a rail.
static QList<QPair<int, QString>> railPairs(const QList<QPair<int, QString>> &own,
                                            const QList<QList<QPair<int, QString>>> &others)
{
    QList<QPair<int, QString>> pairs;
    for (const QList<QPair<int, QString>> &cards : others) {
        for (const auto &[device, address] : own) {
            const auto partner = std::find_if(cards.cbegin(), cards.cend(),
                                              [number = device](const auto &card) { return card.first == number; });
            if (partner != cards.cend())
                pairs.append({device, partner->second});
        }
    }
    return pairs;
}

// Cards of equal number first, then further and further apart: when time runs out, what was asked is spread over all
// cards.
static QList<QPair<int, QString>> allPairs(const QList<QPair<int, QString>> &own,
                                           const QList<QList<QPair<int, QString>>> &others)
{
    QList<QPair<int, QString>> pairs;
    bool any = true;
    for (qsizetype shift = 0; any; ++shift) {
        any = false;
        for (const QList<QPair<int, QString>> &cards : others) {
            if (shift >= cards.size())
                continue;
            any = true;
            for (qsizetype i = 0; i < own.size(); ++i)
                pairs.append({own[i].first, cards[(i + shift) % cards.size()].second});
        }
    }
    return pairs;
}

// Where each pair stands. `others`: the nodes that were asked for, with all of their cards.
static CardPairs pairsOf(const QString &node, const Cards &own, const QList<std::pair<QString, Cards>> &others,
                         const QList<PingAnswer> &answers)
{
    CardPairs pairs{node, {}, {}};
    QHash<int, qsizetype> rowOf;
    const auto isUsable = [](const Cards &cards, int device) {
        return std::any_of(cards.usable.cbegin(), cards.usable.cend(),
                           [device](const auto &card) { return card.first == device; });
    };
    for (const auto &[device, address] : own.all)
        pairs.devices << device;
    std::sort(pairs.devices.begin(), pairs.devices.end());
    for (qsizetype row = 0; row < pairs.devices.size(); ++row)
        rowOf[pairs.devices[row]] = row;
    for (const auto &[name, cards] : others) {
        CardPairs::Block block{name, {}, {}};
        for (const auto &[device, address] : cards.all)
            block.devices << device;
        std::sort(block.devices.begin(), block.devices.end());
        for (const int from : std::as_const(pairs.devices)) {
            for (const int to : std::as_const(block.devices))
                block.states += char(isUsable(own, from) && isUsable(cards, to) ? CardPairs::NotAsked
                                                                               : CardPairs::LeftOut);
        }
        for (const PingAnswer &answer : answers) {
            const auto card = std::find_if(cards.usable.cbegin(), cards.usable.cend(),
                                           [&](const auto &one) { return one.second == answer.address; });
            if (card != cards.usable.cend() && rowOf.contains(answer.device))
                block.states[rowOf[answer.device] * block.devices.size() + block.devices.indexOf(card->first)]
                    = char(!answer.reached ? CardPairs::NoAnswer
                               : *answer.reached ? CardPairs::Reached : CardPairs::Lost);
        }
        pairs.blocks << block;
    }
    return pairs;
}

static Finding checkPing(NodeProbe &probe, const CheckContext &context)
{
    const int expected = context.settings.chipsPerNode.value_or(0);
    const Cards ownCards = cardsOf(context.node.name, context.own.facts, expected);
    const QList<QPair<int, QString>> &own = ownCards.usable;
    QStringList left = ownCards.left;
    QList<QList<QPair<int, QString>>> others, othersWhole;
    QList<std::pair<QString, Cards>> named;
    QHash<QString, QString> ownerOf;
    qsizetype reachable = 0;
    for (const NodeAnswers &other : context.others)
        reachable += other.reachable;
    for (const NodeAnswers &other :
         context.nextReachable(context.asksAllPairs ? int(context.others.size()) : neighbours)) {
        const Cards cards = cardsOf(other.node.name, other.facts, expected);
        others << cards.usable;
        othersWhole << cards.all;
        named.append({other.node.name, cards});
        left << cards.left;
        for (const auto &[device, ip] : cards.usable)
            ownerOf[ip] = Checks::tr("%1 device %2").arg(other.node.name).arg(device);
    }
    if (context.others.isEmpty())
        return skipped(u"connection.reachable"_s, Checks::tr("there is no other node"));
    if (others.isEmpty())
        return skipped(u"connection.reachable"_s, Checks::tr("no other node is reachable"));
    if (own.isEmpty() || ownerOf.isEmpty())
        return skipped(u"network.address"_s, Checks::tr("no card has a usable address"));

    const QList<QPair<int, QString>> all = allPairs(own, others);
    QList<QPair<int, QString>> pairs = context.asksAllPairs ? all : railPairs(own, others);
    if (pairs.isEmpty()) // no two cards have one number
        pairs = all;
    const bool isAll = others.size() == reachable && pairs.size() == all.size();
    const Result<QList<PingAnswer>> answers = askPings(probe, pairs, pingSeconds);
    if (!answers)
        return unknown(answers.error());
    QStringList lost;
    QString repeat;
    QSet<int> lostFrom;
    QStringList devices;
    int reached = 0, unreadable = 0;
    for (const PingAnswer &answer : *answers) {
        if (!answer.reached) {
            ++unreadable;
        } else if (*answer.reached) {
            ++reached;
        } else {
            if (repeat.isEmpty())
                repeat = Checks::tr(
                             "Repeat one pair by hand: `hccn_tool -i %1 -ping -g address %2`. If a whole card fails, "
                             "look at its link; if only pairs across switches fail, at the switches' routes.")
                             .arg(answer.device)
                             .arg(answer.address);
            lost << Checks::tr("device %1 to %2 (%3)")
                        .arg(answer.device)
                        .arg(ownerOf.value(answer.address), answer.address);
            if (!lostFrom.contains(answer.device))
                devices << Checks::tr("%1 device %2").arg(context.node.name).arg(answer.device);
            lostFrom.insert(answer.device);
        }
    }
    const qsizetype whole = (context.asksAllPairs || railPairs(own, others).isEmpty()
                                 ? allPairs(ownCards.all, othersWhole)
                                 : railPairs(ownCards.all, othersWhole)).size();
    const QString count = whole <= pairs.size()
        ? u"%1/%2"_s.arg(reached).arg(pairs.size())
        : Checks::tr("%1 of %2, %3 left out", "pairs of cards").arg(reached).arg(whole).arg(whole - pairs.size());
    Finding finding;
    if (!lost.isEmpty()) {
        const QStringList first = lost.mid(0, 8);
        finding = failed(
            count,
            lost.size() > first.size()
                ? Checks::tr("%1 of the %2 pairs of cards that were to be asked do not reach each other: %3, and more")
                      .arg(lost.size())
                      .arg(pairs.size())
                      .arg(first.join(u", "_s))
                : Checks::tr("%1 of the %2 pairs of cards that were to be asked do not reach each other: %3")
                      .arg(lost.size())
                      .arg(pairs.size())
                      .arg(first.join(u", "_s)));
        finding.remedy = repeat;
        finding.devices = devices;
    } else if (unreadable > 0) {
        finding = unknown(Checks::tr("hccn_tool -ping gave no answer that can be read for %1 of %2 pairs")
                              .arg(unreadable)
                              .arg(pairs.size()),
                          count);
    } else if (answers->size() < pairs.size()) {
        finding = warned(count,
                         Checks::tr("%1 of %2 pairs of cards were asked in %3 s, and reach each other")
                             .arg(answers->size())
                             .arg(pairs.size())
                             .arg(pingSeconds));
    } else {
        QString summary = isAll ? Checks::tr("all %1 pairs of cards reach each other").arg(pairs.size())
                                : Checks::tr("%1 pairs of cards of neighbouring nodes were asked, and reach each "
                                             "other; the other pairs were not asked")
                                      .arg(pairs.size());
        finding = passed(count, summary);
    }
    finding.pairs = pairsOf(context.node.name, ownCards, named, *answers);
    if (!left.isEmpty())
        finding.summary += u"; "_s + Checks::tr("left out, without a usable address or link: %1").arg(firstFew(left));
    return finding;
}

// Fails when / warns when:
QList<NodeCheck> pingChecks()
{
    return {
        {"network.ping", "", checkPing, 2, noCardNetwork}, // a pair of usable cards does not reach each other
    };
}
