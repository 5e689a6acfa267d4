#include "ui/common/nodelook.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 justNowMs = 5000, minuteMs = 60'000, hourMs = 60 * minuteMs;

struct NodeLook
{
    Q_DECLARE_TR_FUNCTIONS(NodeLook)
};

Look freshLook(HealthLevel level)
{
    switch (level) {
    case HealthLevel::Unknown: break;
    case HealthLevel::Asking: return {u"…"_s, NodeLook::tr("Connecting"), style::Tone::Accent};
    case HealthLevel::Ok: return {u"✓"_s, NodeLook::tr("Reachable"), style::Tone::Ok};
    case HealthLevel::Warning: return {u"!"_s, NodeLook::tr("Warning"), style::Tone::Warning};
    case HealthLevel::Failed: return {u"✕"_s, NodeLook::tr("Faulty", "a node"), style::Tone::Danger};
    case HealthLevel::NeedsAnswer: return {u"!"_s, NodeLook::tr("Needs an answer"), style::Tone::Warning};
    case HealthLevel::KeyChanged: return {u"✕"_s, NodeLook::tr("Host key changed"), style::Tone::Danger};
    case HealthLevel::KeyDamaged: return {u"✕"_s, NodeLook::tr("Known host key damaged"), style::Tone::Danger};
    case HealthLevel::Lost: return {u"✕"_s, NodeLook::tr("Not reachable"), style::Tone::Danger};
    }
    return {u"?"_s, NodeLook::tr("Not asked yet"), style::Tone::Unknown};
}

QString sourceWord(HealthSource source)
{
    switch (source) {
    case HealthSource::Inspection: break;
    case HealthSource::Checks: return NodeLook::tr("Checks");
    case HealthSource::Monitor: return NodeLook::tr("Monitor");
    case HealthSource::Run: return NodeLook::tr("Run", "of a deployment");
    }
    return NodeLook::tr("Inspection");
}

QString workWord(ChangedBy work)
{
    switch (work) {
    case ChangedBy::Run: return NodeLook::tr("a run of the deployment");
    case ChangedBy::Undo: return NodeLook::tr("an undo of the deployment");
    case ChangedBy::Driver: return NodeLook::tr("an installation of driver and firmware");
    case ChangedBy::Elsewhere: return NodeLook::tr("a run or an undo of the deployment in another process");
    }
    return {};
}

} // namespace

QString workWords(const QList<ChangedBy> &works)
{
    QStringList words;
    for (const ChangedBy work : works)
        words << workWord(work);
    return words.join(NodeLook::tr(", ", "between things that were at work on a node"));
}

Look lookOf(const NodeHealth &health)
{
    Look look = freshLook(health.level);
    if (health.isStale && health.level != HealthLevel::Asking) {
        look.tone = style::Tone::Unknown;
        if (health.level == HealthLevel::Ok)
            look = {u"?"_s, NodeLook::tr("Was reachable"), style::Tone::Unknown};
    }
    if (health.isUnprepared)
        look.word = NodeLook::tr("Not ready", "a node that lacks something that the deployment needs");
    if (health.isDeclined)
        look.word
            = NodeLook::tr("Not logged in", "a node whose host key was not accepted, or whose password was not given");
    return look;
}

QString askedWords(qint64 atMs, qint64 nowMs)
{
    if (atMs <= 0)
        return {};
    const qint64 age = std::max<qint64>(0, nowMs - atMs);
    if (age < justNowMs)
        return NodeLook::tr("asked just now");
    if (age < minuteMs)
        return NodeLook::tr("asked %1 s ago", "seconds").arg(age / 1000);
    if (age < hourMs)
        return NodeLook::tr("asked %1 min ago").arg(age / minuteMs);
    return NodeLook::tr("asked %1 h ago").arg(age / hourMs);
}

qint64 untilAskedWordsChange(qint64 atMs, qint64 nowMs)
{
    const qint64 age = std::max<qint64>(0, nowMs - atMs);
    if (age < justNowMs)
        return justNowMs - age;
    const qint64 unit = age < minuteMs ? 1000 : age < hourMs ? minuteMs : hourMs;
    return unit - age % unit;
}

QString healthLine(const NodeHealth &health, qint64 nowMs)
{
    // What it rests on may be older than the last word of the node: it answers, and npu-smi has hung for a minute.
    const qint64 atMs = health.why.isEmpty() || health.isAsking ? health.atMs : health.whyAtMs;
    const QString word = lookOf(health).word.toLower(), asked = askedWords(atMs, nowMs);
    return asked.isEmpty() ? word : NodeLook::tr("%1, %2", "a node's state, when it was asked").arg(word, asked);
}

QString reachableWords(const Cluster &cluster)
{
    int reachable = 0, were = 0;
    bool isAsked = false;
    for (const Node &node : cluster.deployment().nodes) {
        const NodeHealth health = cluster.health(node.name);
        if (health.answers())
            ++(health.isStale ? were : reachable);
        isAsked = isAsked || health.isAsking || health.atMs > 0;
    }
    const qsizetype all = cluster.deployment().nodes.size();
    if (!isAsked)
        return {};
    if (were == 0)
        return NodeLook::tr("%1 of %2 reachable").arg(reachable).arg(all);
    return reachable == 0 ? NodeLook::tr("%1 of %2 reachable when last asked").arg(were).arg(all)
                          : NodeLook::tr("%1 of %2 reachable, %3 not asked lately").arg(reachable).arg(all).arg(were);
}

QString furtherWords(const NodeHealth &health, const QString &node)
{
    QStringList lines;
    for (const Difference &one : health.further)
        lines << freshLook(one.level).symbol + u' ' + (node.isEmpty() ? one.words : node + u": "_s + one.words);
    return lines.join(u'\n');
}

QString healthToolTip(const QString &node, const NodeHealth &health, qint64 nowMs)
{
    QString text = NodeLook::tr("%1: %2", "node: its state").arg(node, healthLine(health, nowMs));
    if (!health.why.isEmpty())
        text += u'\n' + health.why + u'\n' + saidWords(health, nowMs);
    if (!health.further.isEmpty())
        text += u'\n' + furtherWords(health);
    return text;
}

QList<TroubledNode> troubledNodes(const Cluster &cluster)
{
    QList<TroubledNode> troubled;
    for (const Node &node : cluster.deployment().nodes) {
        const NodeHealth health = cluster.health(node.name);
        const Look look = lookOf(health);
        if (look.tone == style::Tone::Warning || look.tone == style::Tone::Danger)
            troubled << TroubledNode{node.name, look, health.why.isEmpty() ? look.word : health.why};
    }
    return troubled;
}

QString saidWords(const NodeHealth &health, qint64 nowMs)
{
    return NodeLook::tr("%1, %2", "who said so, when")
        .arg(sourceWord(health.source), askedWords(health.whyAtMs, nowMs));
}
