// Checks across nodes: pure functions over what all nodes answered. Only reachable nodes are given to them.
#include "core/checks/catalogue.h"
#include "core/facts/npufacts.h"
#include "core/shell/quote.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

Finding tooFew()
{
    return skipped(u"connection.reachable"_s, Checks::tr("it takes two nodes that answer"));
}

// "node1 25.2.0, node2 25.3.rc1"
// Of many nodes, those that say the same together, the few first: they are what is looked for.
QString listed(const QList<QPair<QString, QString>> &values)
{
    constexpr qsizetype few = 4;
    QStringList parts, said;
    QHash<QString, QStringList> nodes;
    for (const auto &[node, value] : values) {
        parts << u"%1 %2"_s.arg(node, value);
        if (!nodes.contains(value))
            said << value;
        nodes[value] << node;
    }
    if (values.size() <= few)
        return parts.join(u", "_s);
    std::stable_sort(said.begin(), said.end(),
                     [&](const QString &a, const QString &b) { return nodes[a].size() < nodes[b].size(); });
    parts.clear();
    for (const QString &value : std::as_const(said))
        parts << u"%1: %2"_s.arg(value, firstFew(nodes[value]));
    return parts.join(u"; "_s);
}

// Those that say otherwise than more than half of all; where no half agrees, as with two, each of them.
QStringList oddOnes(const QList<QPair<QString, QString>> &values)
{
    QStringList all, odd;
    for (const auto &[node, value] : values) {
        const auto isAlike = [&value](const auto &other) { return other.second == value; };
        all << node;
        if (2 * std::count_if(values.cbegin(), values.cend(), isAlike) <= values.size())
            odd << node;
    }
    return odd.isEmpty() ? all : odd;
}

Finding about(QStringList nodes, Finding finding)
{
    nodes.removeDuplicates();
    finding.nodes = nodes;
    return finding;
}

QSet<QString> distinct(const QList<QPair<QString, QString>> &values)
{
    QSet<QString> set;
    for (const auto &[node, value] : values)
        set.insert(value);
    return set;
}

} // namespace

// Whose clock is to be set: those that are off against more than half of the nodes; where no half agrees, as with two
// nodes, those that are off against this computer.
struct ClocksOff
{
    QStringList names, shown;            // "node2 by +90.0 s"
    bool isAgainstNodes = false;
};

static ClocksOff clocksOff(const QList<const NodeAnswers *> &known, double uncertainty)
{
    constexpr double allowed = 1;        // as what the comparison passes
    const auto offset = [](const NodeAnswers *node) { return *node->facts.clockOffsetSeconds; };
    QList<double> offsets;
    for (const NodeAnswers *node : known)
        offsets << offset(node);
    std::sort(offsets.begin(), offsets.end());
    const double middle = offsets[offsets.size() / 2];
    const auto isNear = [&](double one) { return std::abs(one - middle) - 2 * uncertainty <= allowed; };
    ClocksOff off;
    off.isAgainstNodes = 2 * std::count_if(offsets.cbegin(), offsets.cend(), isNear) > offsets.size();
    for (const NodeAnswers *node : known) {
        const double by = offset(node) - (off.isAgainstNodes ? middle : 0);
        if (std::abs(by) - (off.isAgainstNodes ? 2 : 1) * uncertainty <= allowed)
            continue;
        off.names << node->node.name;
        off.shown << Checks::tr("%1 by %2 s", "a node; +90.0")
                         .arg(node->node.name, (by < 0 ? u"-%1"_s : u"+%1"_s).arg(std::abs(by), 0, 'f', 1));
    }
    return off;
}

static Finding compareClocks(const QList<NodeAnswers> &nodes, const CheckContext &)
{
    QList<const NodeAnswers *> known;
    double uncertainty = 0;
    for (const NodeAnswers &node : nodes) {
        if (!node.facts.clockOffsetSeconds)
            continue;
        known << &node;
        uncertainty = std::max(uncertainty, node.clockUncertaintySeconds.value_or(0));
    }
    if (known.size() < 2)
        return skipped(u"host.clock"_s, Checks::tr("it takes the clocks of two nodes"));
    const auto [first, last]
        = std::minmax_element(known.cbegin(), known.cend(), [](const NodeAnswers *one, const NodeAnswers *other) {
              return *one->facts.clockOffsetSeconds < *other->facts.clockOffsetSeconds;
          });
    const double apart = *(*last)->facts.clockOffsetSeconds - *(*first)->facts.clockOffsetSeconds;
    const QString value = u"%1 s"_s.arg(apart, 0, 'f', apart < 10 ? 2 : 0);
    QString summary
        = Checks::tr("the clocks of %1 and %2 are %3 apart (half of each round trip taken off, known to %4 s)")
              .arg((*last)->node.name, (*first)->node.name, value)
              .arg(2 * uncertainty, 0, 'f', 2);
    const double certain = apart - 2 * uncertainty;
    if (certain <= 1)
        return passed(value, summary);
    const ClocksOff off = clocksOff(known, uncertainty);
    if (!off.names.isEmpty())
        summary += u"; "_s
            + (off.isAgainstNodes ? Checks::tr("off against the other nodes: %1")
                                  : Checks::tr("off against this computer: %1"))
                  .arg(firstFew(off.shown));
    const QStringList toSet = off.names.isEmpty() ? QStringList{(*first)->node.name, (*last)->node.name} : off.names;
    const QString remedy
        = Checks::tr("Set the clock of %1: there run `timedatectl set-ntp true`, or where chrony runs already `chronyc "
                     "makestep` to correct it at once. All nodes should follow the same time server.")
              .arg(toSet.join(u", "_s));
    return about(toSet, certain > 5 ? failed(value, summary, remedy) : warned(value, summary, remedy));
}

static Finding compareVersionsOfNodes(const QList<NodeAnswers> &nodes, const CheckContext &)
{
    QList<QPair<QString, QString>> drivers, firmwares;
    for (const NodeAnswers &node : nodes) {
        if (!node.facts.driverVersion.isEmpty())
            drivers.append({node.node.name, node.facts.driverVersion});
        if (!node.facts.firmwareVersion.isEmpty())
            firmwares.append({node.node.name, node.facts.firmwareVersion});
    }
    if (nodes.size() < 2)
        return tooFew();
    for (const NodeAnswers &node : nodes) {
        if (node.isInstalling)
            return skipped(u"driver.version"_s,
                           Checks::tr("an installer of driver or firmware runs on %1").arg(node.node.name));
    }
    if (drivers.size() < 2)
        return skipped(u"driver.version"_s, Checks::tr("it takes the versions of two nodes"));
    if (distinct(drivers).size() > 1)
        return about(oddOnes(drivers),
                     failed(Checks::tr("differ"),
                            Checks::tr("the nodes have different drivers: %1").arg(listed(drivers))));
    if (distinct(firmwares).size() > 1)
        return about(oddOnes(firmwares),
                     failed(Checks::tr("differ"),
                            Checks::tr("the nodes have different firmware: %1").arg(listed(firmwares))));
    return passed(Checks::tr("equal"),
                  firmwares.size() < 2 ? Checks::tr("driver %1 on every node that tells").arg(drivers.first().second)
                                       : Checks::tr("driver %1 and firmware %2 on every node that tells")
                                             .arg(drivers.first().second, firmwares.first().second));
}

static Finding compareTls(const QList<NodeAnswers> &nodes, const CheckContext &)
{
    QList<QPair<QString, QString>> switches;
    bool mixed = false;
    for (const NodeAnswers &node : nodes) {
        QSet<int> values;
        for (const HccnFacts &card : node.facts.hccn) {
            if (card.tlsSwitch)
                values.insert(*card.tlsSwitch);
        }
        if (values.size() == 1)
            switches.append({node.node.name, values.contains(1) ? Checks::tr("on") : Checks::tr("off")});
        mixed = mixed || values.size() > 1;
    }
    if (nodes.size() < 2)
        return tooFew();
    if (distinct(switches).size() > 1)
        return about(oddOnes(switches),
                     failed(Checks::tr("differ"),
                            Checks::tr("the TLS switch differs between the nodes: %1").arg(listed(switches))));
    if (mixed)
        return skipped(u"network.tls"_s, Checks::tr("a node's own devices differ already"));
    if (switches.size() < 2)
        return skipped(u"network.tls"_s, Checks::tr("it takes the switches of two nodes"));
    return passed(switches.first().second,
                  Checks::tr("the TLS switch is %1 on all devices of all nodes").arg(switches.first().second));
}

// Two names of one machine: its own address is the same, and those of all its cards.
static std::optional<Finding> oneMachineTwice(const QList<NodeAnswers> &nodes)
{
    QHash<QString, const NodeAnswers *> seen;
    for (const NodeAnswers &node : nodes) {
        QStringList addresses;
        for (const HccnFacts &card : node.facts.hccn)
            addresses << card.ip;
        addresses.sort();
        addresses.prepend(node.facts.hostIp);
        if (node.facts.hostIp.isEmpty() || addresses.join(QString()) == node.facts.hostIp)
            continue;
        const QString known = addresses.join(u' ');
        if (const NodeAnswers *other = seen.value(known))
            return about({other->node.name, node.node.name},
                         failed(Checks::tr("one machine"),
                                Checks::tr("%1 and %2 are one machine: its address %3 and those of all its cards are "
                                           "the same under both names")
                                    .arg(other->node.name, node.node.name, node.facts.hostIp),
                                Checks::tr("Name each machine once in the deployment: correct the host (of a "
                                           "simulated node its root) of %1 or %2, or take one of the two out.")
                                    .arg(other->node.name, node.node.name)));
        seen.insert(known, &node);
    }
    return std::nullopt;
}

// Of the cards that have this address, the one whose /etc/hccn.conf has another: that one is wrong. Empty: none.
static QString asInTheFile(const QList<NodeAnswers> &nodes, const QString &address)
{
    for (const NodeAnswers &node : nodes) {
        const auto conf = readHccnConf(node.facts.hccnConf);
        for (auto it = conf.cbegin(); it != conf.cend(); ++it) {
            const QString kept = it->value(u"address"_s);
            const bool isIt
                = std::any_of(node.facts.hccn.cbegin(), node.facts.hccn.cend(), [&](const HccnFacts &card) {
                      return card.deviceId == it.key() && card.ip == address;
                  });
            if (isIt && !kept.isEmpty() && kept != address)
                return Checks::tr("On %1 /etc/hccn.conf has another address for device %2: set that, `hccn_tool -i %2 "
                                  "-ip -s address %3 netmask M`, with the cards' netmask for M.")
                    .arg(node.node.name)
                    .arg(it.key())
                    .arg(kept);
        }
    }
    return {};
}

static Finding compareAddresses(const QList<NodeAnswers> &nodes, const CheckContext &)
{
    QHash<QString, QStringList> owners;
    QSet<QString> told;
    QStringList unread;                  // their hccn_tool gave no answer that could be read
    for (const NodeAnswers &node : nodes) {
        for (const HccnFacts &card : node.facts.hccn) {
            if (!card.isIpTold)
                unread << Checks::tr("%1 device %2").arg(node.node.name).arg(card.deviceId);
            if (card.ip.isEmpty())
                continue;
            told.insert(node.node.name);
            owners[card.ip] << Checks::tr("%1 device %2").arg(node.node.name).arg(card.deviceId);
        }
    }
    if (nodes.size() < 2)
        return tooFew();
    if (told.size() < 2)
        return skipped(u"network.address"_s, Checks::tr("it takes the cards' addresses of two nodes"));
    if (const std::optional<Finding> one = oneMachineTwice(nodes))
        return *one;
    QStringList twice, devices, names;
    QString remedy;
    for (auto it = owners.cbegin(); it != owners.cend(); ++it) {
        QSet<QString> onNodes;
        for (const QString &owner : *it)
            onNodes.insert(owner.section(u' ', 0, -3));
        if (onNodes.size() > 1) { // twice on one node is network.address's matter
            twice << u"%1 (%2)"_s.arg(it.key(), it->join(u", "_s));
            devices << *it;
            names += onNodes.values();
            if (remedy.isEmpty())
                remedy = asInTheFile(nodes, it.key());
            if (remedy.isEmpty())
                remedy = Checks::tr("Give one of the cards another address, for example on %1: `hccn_tool -i %2 -ip -s "
                                    "address A netmask M`, with a free address for A and the cards' netmask for M.")
                             .arg(it->last().section(u' ', 0, -3), it->last().section(u' ', -1));
        }
    }
    const bool isSharedOnANode
        = std::any_of(owners.cbegin(), owners.cend(), [](const QStringList &its) { return its.size() > 1; });
    if (twice.isEmpty() && isSharedOnANode)
        return skipped(u"network.address"_s, Checks::tr("cards of one node share an address"));
    if (twice.isEmpty() && !unread.isEmpty())
        return passed(Checks::tr("%1 unique, %2 not read").arg(owners.size()).arg(unread.size()),
                      Checks::tr("none of the cards' addresses that could be read is used on two nodes; %1 could not "
                                 "be read: %2",
                                 "a number; cards")
                          .arg(QString::number(unread.size()), firstFew(unread)));
    if (twice.isEmpty())
        return passed(Checks::tr("%1 unique").arg(owners.size()),
                      Checks::tr("none of the cards' addresses is used on two nodes"));
    twice.sort();
    Finding finding = failed(Checks::tr("%1 twice").arg(twice.size()),
                             Checks::tr("an address is used on two nodes: %1").arg(twice.join(u"; "_s)), remedy);
    finding.devices = devices;
    return about(names, finding);
}

// For people: no engine reads it.
static bool isForPeople(const QString &path)
{
    static const QRegularExpression names(
        u"^(README|LICEN[CS]E|NOTICE|CHANGELOG|AUTHORS|CITATION)[-_A-Z]*(\\.txt)?$|"
        "\\.(md|rst|pdf|html?|png|jpe?g|gif|svg|webp|log)$"_s,
        QRegularExpression::CaseInsensitiveOption);
    return names.match(path.section(u'/', -1)).hasMatch();
}

// By these names Transformers and the engines look for a model's files: who lacks one that the other has lacks it.
static bool isOfEveryModel(const QString &name)
{
    static const QRegularExpression names(
        u"^(config\\.json|tokenizer(_config)?\\.json|tokenizer\\.model|vocab\\.(json|txt)|merges\\.txt|"
        "special_tokens_map\\.json|chat_template\\.(jinja|json)|.*\\.safetensors\\.index\\.json)$"_s);
    return names.match(name).hasMatch();
}

static QStringList onlyOn(const NodeAnswers &one, const NodeAnswers &other)
{
    QStringList names = one.weights->sizes().keys();
    const QMap<QString, qint64> its = other.weights->sizes();
    names.removeIf([&](const QString &name) { return its.contains(name); });
    return names;
}

// The model's files that the other has.
static QStringList missingOn(const NodeAnswers &one, const NodeAnswers &other)
{
    QStringList names = onlyOn(other, one);
    names.removeIf([](const QString &name) { return !isOfEveryModel(name); });
    return names;
}

// What only one of them has stays when the other's files are copied over it.
static QString staysAfterCopy(const NodeAnswers &from, const NodeAnswers &to)
{
    QStringList extra = onlyOn(to, from);
    extra.removeIf([](const QString &name) { return isForPeople(name) || isOfEveryModel(name); });
    return extra.isEmpty() ? QString()
                           : Checks::tr("%1 has files that %2 has not, and a copy does not take them away: %3. Remove "
                                        "them there if they are none of the model's.")
                                 .arg(to.node.name, from.node.name, firstFew(extra));
}

static bool hasFailed(const NodeAnswers &node, QLatin1String check)
{
    return std::any_of(node.findings.cbegin(), node.findings.cend(), [&](const Finding &finding) {
        return finding.check == check && finding.verdict == Verdict::Fail;
    });
}

// What the other checks of the weights found wrong with them on that node.
static QStringList failedChecksOf(const NodeAnswers &node)
{
    QStringList failed;
    for (const Finding &finding : node.findings) {
        if (finding.verdict == Verdict::Fail && finding.check.startsWith("weights."_L1))
            failed << finding.check;
    }
    return failed;
}

// By their sizes, and by what weights.complete found in them.
static bool areFilesThere(const NodeAnswers &node)
{
    return node.weights->isWhole() && !hasFailed(node, "weights.complete"_L1);
}

// The same beside another node's: it lacks nothing of the model that this one has.
static bool areFilesThere(const NodeAnswers &node, const NodeAnswers &other)
{
    return areFilesThere(node) && missingOn(node, other).isEmpty();
}

// And nothing else is found wrong with them.
static bool areWeightsWhole(const NodeAnswers &node) { return areFilesThere(node) && failedChecksOf(node).isEmpty(); }

// One is whole and the other lacks files: only then the folder of the one may be copied over the other's.
static bool isWholeBeside(const NodeAnswers &node, const NodeAnswers &other)
{
    return areWeightsWhole(node) && missingOn(node, other).isEmpty() && !areFilesThere(other, node);
}

// Nobody's folder may be copied: with each something is wrong, or with one whose files are all there.
static bool isNeitherToBeCopied(const NodeAnswers &one, const NodeAnswers &two)
{
    return !isWholeBeside(one, two) && !isWholeBeside(two, one)
        && !(failedChecksOf(one).isEmpty() && failedChecksOf(two).isEmpty());
}

// Of the files that differ those that a check found wrong on `to` and right on `from`. Tensors only where both have one
// index: those of another model, or of another quantization, do not belong to what is there.
static QStringList rightOnlyOn(const NodeAnswers &from, const NodeAnswers &to, const QStringList &differing)
{
    const QString index = from.weightsDigests.value(from.weights->indexFile);
    const bool areOfOneModel = !index.isEmpty() && index == to.weightsDigests.value(to.weights->indexFile);
    const auto isRight = [&](QLatin1String check) {
        return hasFailed(to, check)
            && std::any_of(from.findings.cbegin(), from.findings.cend(), [&](const Finding &finding) {
                   return finding.check == check
                       && (finding.verdict == Verdict::Pass || finding.verdict == Verdict::Warn);
               });
    };
    QStringList right;
    for (const QString &name : differing) {
        if (!from.weights->files.contains(name))
            continue;
        const bool isDescription = name.startsWith("quant_model_description"_L1) && name.endsWith(".json"_L1);
        if (name == "config.json"_L1 ? isRight("weights.config"_L1)
                : isDescription      ? isRight("weights.quantization"_L1)
                                     : areOfOneModel && isRight("weights.complete"_L1)
                    && (from.weights->indexed.contains(name) || missingOn(to, from).contains(name)))
            right << name;
    }
    return right;
}

struct DifferentWeights
{
    const NodeAnswers *one, *two;
    QStringList files;                   // that differ
};

// What only each of the two has right, and no command that would take the other's away.
static QString copyByFile(const DifferentWeights &pair)
{
    QStringList sentences, wrong;
    for (const NodeAnswers *node : {pair.one, pair.two}) {
        if (const QStringList failed = failedChecksOf(*node); !failed.isEmpty())
            wrong << Checks::tr("on %1 failed: %2", "a node; ids of checks").arg(node->node.name, failed.join(u", "_s));
    }
    sentences << Checks::tr("Do not copy the whole folder between %1 and %2 (%3): good files could be replaced by bad "
                            "ones.")
                     .arg(pair.one->node.name, pair.two->node.name, wrong.join(u"; "_s));
    for (const auto &[from, to] : {std::pair(pair.one, pair.two), std::pair(pair.two, pair.one)}) {
        if (const QStringList right = rightOnlyOn(*from, *to, pair.files); !right.isEmpty())
            sentences << Checks::tr("As far as the checks tell, right on %1 and not on %2: %3.")
                             .arg(from->node.name, to->node.name, firstFew(right));
    }
    return sentences.join(u' ');
}

// From the whole copy to the others. The other way round would destroy what is good, so where sizes do not tell, a
// person has to.
static QString copyWeights(const QList<DifferentWeights> &pairs, const QString &folder)
{
    const QString source = quoted(folder + u'/');
    // -s: before 3.2.4 a shell on the other side takes the path apart
    const QString command = source == folder + u'/' ? u"rsync -a --partial"_s : u"rsync -a -s --partial"_s;
    const auto copy = [&](const QString &host) {
        return u"`%1 %2 %3`"_s.arg(command, source, quoted(host + u':' + folder + u'/'));
    };
    const NodeAnswers *good = nullptr;
    QStringList names, commands, sentences, byFile;
    bool isOpen = false;
    for (const DifferentWeights &pair : pairs) {
        const bool isOneWhole = isWholeBeside(*pair.one, *pair.two);
        if (!isOneWhole && !isWholeBeside(*pair.two, *pair.one)) {
            if (isNeitherToBeCopied(*pair.one, *pair.two))
                byFile << copyByFile(pair);
            else
                isOpen = true;
            continue;
        }
        const NodeAnswers *whole = isOneWhole ? pair.one : pair.two, *broken = isOneWhole ? pair.two : pair.one;
        if (!good)
            good = whole;
        if (whole != good) {
            isOpen = true;
            continue;
        }
        if (names.contains(broken->node.name))
            continue;
        names << broken->node.name;
        commands << copy(broken->facts.hostIp.isEmpty() ? broken->node.host : broken->facts.hostIp);
    }
    if (good)
        sentences << Checks::tr("As far as sizes and headers tell, the weights on %1 are whole and those on %2 are "
                                "not: on %1 run %3.")
                         .arg(good->node.name, names.join(u", "_s), commands.join(u", "_s));
    if (isOpen)
        sentences << Checks::tr("Find out which node has the publisher's files: the model's page gives sizes and "
                                "SHA-256 of each. Then copy from that node to the other: %1, with the other node's "
                                "address for OTHER. Copied the other way round, the good files are lost.")
                         .arg(copy(u"OTHER"_s));
    sentences << byFile;
    if (!byFile.isEmpty())
        sentences << Checks::tr("Copy each file by itself, from the node where size and SHA-256 are those of the "
                                "model's page, or take it from its publisher. Copied the other way round, the good "
                                "files are lost.");
    for (const DifferentWeights &pair : pairs) {
        if (isNeitherToBeCopied(*pair.one, *pair.two))
            continue;
        if (!isWholeBeside(*pair.two, *pair.one))
            sentences << staysAfterCopy(*pair.one, *pair.two);
        if (!isWholeBeside(*pair.one, *pair.two))
            sentences << staysAfterCopy(*pair.two, *pair.one);
    }
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

static Finding compareWeights(const QList<NodeAnswers> &nodes, const CheckContext &context)
{
    if (nodes.size() < 2)
        return tooFew();
    const NodeAnswers *reference = nullptr; // the first that is whole; if none is, the first
    QList<const NodeAnswers *> compared;
    QStringList open;                    // the deployment fetches there what is missing
    for (const NodeAnswers &node : nodes) {
        if (context.fetchesWeightsOn(node.node.name) && (!node.weights || !node.weights->isWhole())) {
            open << node.node.name;
            continue;
        }
        if (!node.weights || node.weights->files.isEmpty())
            continue;
        compared << &node;
        if (!reference || (areWeightsWhole(node) && !areWeightsWhole(*reference)))
            reference = &node;
    }
    QStringList differences;
    QStringList besides;                 // of those that differ, what no engine reads
    QStringList sameSized;               // of one size, with other contents
    QList<DifferentWeights> pairs;
    QSet<QString> generation; // digests of generation_config.json, empty where there is none
    for (const NodeAnswers *one : compared) {
        const NodeAnswers &node = *one;
        generation.insert(node.weightsDigests.value(u"generation_config.json"_s));
        if (one == reference)
            continue;
        QStringList files;
        const QMap<QString, qint64> own = node.weights->sizes(), its = reference->weights->sizes();
        QSet<QString> names(own.keyBegin(), own.keyEnd());
        names.unite(QSet<QString>(its.keyBegin(), its.keyEnd()));
        for (const QString &name : std::as_const(names)) {
            const auto here = own.constFind(name), there = its.constFind(name);
            const bool sameSize = here != own.cend() && there != its.cend() && *here == *there;
            const QString digestHere = node.weightsDigests.value(name),
                          digestThere = reference->weightsDigests.value(name);
            const bool isOther = !digestHere.isEmpty() && !digestThere.isEmpty() && digestHere != digestThere;
            if (!sameSize || isOther)
                (isForPeople(name) ? besides : files) << name;
            if (sameSize && isOther && !isForPeople(name) && !sameSized.contains(name))
                sameSized << name;
        }
        files.sort();
        if (files.removeAll(u"generation_config.json"_s) > 0)
            files.prepend(u"generation_config.json"_s); // named even where many differ
        if (files.isEmpty())
            continue;
        pairs.append({reference, one, files});
        QString difference
            = Checks::tr("%1 and %2 differ in %3").arg(reference->node.name, node.node.name, firstFew(files));
        for (const auto &[lacking, whole] : {std::pair(reference, one), std::pair(one, reference)}) {
            if (const QStringList missing = missingOn(*lacking, *whole); !missing.isEmpty())
                difference
                    += u", "_s + Checks::tr("missing on %1: %2").arg(lacking->node.name, firstFew(missing));
        }
        differences << difference;
    }
    if (compared.size() < 2 && !open.isEmpty())
        return skipped(u"weights.complete"_s,
                       Checks::tr("the deployment still fetches them on %1").arg(open.join(u", "_s)));
    if (compared.size() < 2)
        return skipped(u"weights.complete"_s, Checks::tr("it takes the weights of two nodes"));
    QString remedy = copyWeights(pairs, context.settings.weights);
    sameSized.sort();
    const bool isAnyCopied = !std::all_of(pairs.cbegin(), pairs.cend(), [](const DifferentWeights &pair) {
        return isNeitherToBeCopied(*pair.one, *pair.two);
    });
    if (!sameSized.isEmpty() && isAnyCopied) // man rsync: its "quick check"
        remedy += u' '
            + Checks::tr("rsync leaves out a file whose size and time are the same on both sides; %1 differs at the "
                         "same size: if it still does after the copy, run it again with `--checksum`, which reads "
                         "every file.")
                  .arg(firstFew(sameSized));
    if (generation.size() > 1 && !differences.isEmpty())
        remedy += u' '
            + Checks::tr("The default sampling parameters (generation_config.json) must be equal: requests that name "
                         "none may hang otherwise.");
    QString how
        = Checks::tr("names and sizes of all files but hidden ones were compared, in subfolders down to the third, and "
                     "the contents of *.json, *.txt, *.model and *.py up to 64 MiB; the other files were not read");
    besides.removeDuplicates();
    besides.sort();
    if (!besides.isEmpty())
        how += u"; "_s + Checks::tr("not counted, for no engine reads it: %1 differs").arg(firstFew(besides));
    QStringList names;                   // those that are not whole; where that does not tell, both
    for (const DifferentWeights &pair : std::as_const(pairs)) {
        if (!isWholeBeside(*pair.one, *pair.two))
            names << pair.one->node.name;
        if (!isWholeBeside(*pair.two, *pair.one))
            names << pair.two->node.name;
    }
    if (!differences.isEmpty())
        return about(names,
                     failed(Checks::tr("differ"),
                            Checks::tr("the weights differ: %1 (%2)").arg(differences.join(u"; "_s), how), remedy));
    return passed(Checks::tr("equal"),
                  Checks::tr("the weights are the same on every node that has them (%1)").arg(how));
}

// Fails when / warns when:
const QList<ClusterCheck> &clusterChecks()
{
    static const QList<ClusterCheck> checks = {
        {"host.clock-equal", "host.clock", compareClocks}, // more than 5 s apart; warns: more than 1 s
        {"driver.equal", "driver.version", compareVersionsOfNodes}, // driver or firmware differ
        {"network.tls-equal", "network.tls", compareTls}, // one node all on, another all off
        {"network.addresses-unique", "network.address", compareAddresses}, // an address on two nodes, or one node twice
        {"network.mtu-equal", "network.interface", compareMtus}, // warns: they differ
        // names, sizes or digests of small files differ
        {"weights.equal", "weights.complete", compareWeights, "weights."},
        // warns: made by another command than the settings ask for now
        {"container.as-set", "container.name", compareContainers},
        {"recipe.settings", "", checkRecipeSettings}, // the recipe or the engine refuses them; warns: doubtful ones
        // the weights, or one request of the full length beside them, are more than the cards hold
        {"recipe.capacity", "weights.config", checkRecipeCapacity},
    };
    return checks;
}
