#include "ui/monitor/sourcewords.h"

#include "ui/common/format.h"

#include <QCoreApplication>
#include <QMap>

using namespace Qt::StringLiterals;

namespace {

struct SourceWords
{
    Q_DECLARE_TR_FUNCTIONS(SourceWords)
};

const SourceUse *useOf(const WatchedNode &node, const QString &metric)
{
    for (const SourceUse &use : node.uses) {
        if (use.metrics.contains(metric))
            return &use;
    }
    return nullptr;
}

} // namespace

QString sourceLine(const QList<WatchedNode> &nodes)
{
    constexpr qsizetype mostNamed = 4;
    struct Group
    {
        QStringList names;
        double tookMs = 0, share = 0;
    };
    QMap<QString, Group> groups;         // "npu-exporter" before "npu-smi"
    for (const WatchedNode &node : nodes) {
        const SourceUse *use = node.error ? nullptr : useOf(node, u"npu.aicore"_s); // else it gave them once
        if (use) {
            Group &group = groups[use->source];
            group.names << node.name;
            group.tookMs += use->tookMs;
            group.share += use->share;
        }
    }
    QStringList parts;
    for (auto group = groups.cbegin(); group != groups.cend(); ++group) {
        const auto count = double(group->names.size());
        const QString who = group->names.size() > mostNamed
            ? SourceWords::tr("%n nodes", nullptr, int(group->names.size()))
            : format::list(group->names);
        const QString words = parts.isEmpty() ? SourceWords::tr("Chips from %1: %2 (%3, %4 of the time)")
                                              : SourceWords::tr("from %1: %2 (%3, %4 of the time)");
        parts << words.arg(group.key(), who, format::value(group->tookMs / count, u"ms"_s, 0),
                           format::value(100 * group->share / count, u"%"_s, 1));
    }
    return parts.join(u" · "_s);
}

QString sourceLines(const QList<SourceUse> &uses)
{
    QStringList lines;
    for (const SourceUse &use : uses)
        lines << costInWords(use);
    return lines.join(u'\n');
}

QString sourceToolTip(const QList<WatchedNode> &nodes, const QString &endpointNode,
                      const QList<SourceUse> &endpointUses)
{
    constexpr qsizetype mostShown = 8;
    QStringList parts;
    for (const WatchedNode &node : nodes.first(std::min(mostShown, nodes.size()))) {
        QStringList lines;
        for (const SourceUse &use : node.name == endpointNode ? node.uses + endpointUses : node.uses)
            lines << inWords(use);
        if (!lines.isEmpty())
            parts << node.name + u'\n' + lines.join(u'\n');
    }
    if (nodes.size() > mostShown)
        parts << SourceWords::tr("… and %n more nodes", nullptr, int(nodes.size() - mostShown));
    return parts.join(u"\n\n"_s);
}
