#include "ui/deploy/recipelist.h"

#include "core/engines/engine.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct RecipeWords
{
    Q_DECLARE_TR_FUNCTIONS(RecipeList)
};

// "a2", "a3", or "" for another one; npu-smi's names: 910B1 to 910B4 of A2, Ascend910 of A3.
QString kindOf(const NpuChip &chip)
{
    return chip.name.startsWith("910B"_L1) ? u"a2"_s : chip.name == "Ascend910"_L1 ? u"a3"_s : QString();
}

qsizetype chipsOf(const NodeFacts &facts)
{
    return facts.deviceIds.isEmpty() ? facts.npuSmi->chips.size() : facts.deviceIds.size();
}

// Why this node cannot have its part; empty: it can.
QString lackOf(const Recipe &recipe, const NodeFacts &facts)
{
    const qsizetype chips = chipsOf(facts);
    if (chips < recipe.chipsPerNode)
        return RecipeWords::tr("%1 has %n NPUs.", nullptr, int(chips)).arg(facts.name);
    const QString name = chips > 0 && !facts.npuSmi->chips.isEmpty() ? facts.npuSmi->chips.first().name : QString();
    if (!recipe.kind.isEmpty() && !name.isEmpty() && kindOf(facts.npuSmi->chips.first()) != recipe.kind)
        return RecipeWords::tr("%1 has %2 NPUs; this is for %3.", "node; npu-smi's name of the chip; A2")
            .arg(facts.name, name, recipe.kind.toUpper());
    return {};
}

} // namespace

Look fitOf(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts)
{
    const auto lacks = [](const QString &why) {
        return Look{u"!"_s, RecipeWords::tr("Does not fit: %1").arg(why), style::Tone::Warning};
    };
    const auto open = [](const QString &why) { return Look{u"?"_s, why, style::Tone::Unknown}; };
    if (nodes == 0)
        return open(RecipeWords::tr("Whether it fits is known when there are nodes."));
    int known = 0;
    for (const NodeFacts &one : facts) {
        if (!one.reachable || !one.npuSmi)
            continue;
        ++known;
        if (const QString lack = lackOf(recipe, one); !lack.isEmpty())
            return lacks(lack);
    }
    if (nodes < recipe.nodes)
        return lacks(RecipeWords::tr("the deployment has %n nodes.", nullptr, nodes));
    if (nodes > recipe.nodes)
        return lacks(RecipeWords::tr("the deployment has %n nodes, more than it is written for.", nullptr, nodes));
    if (known < nodes)
        return open(RecipeWords::tr("Whether it fits is known when the nodes have been asked."));
    return {u"✓"_s, RecipeWords::tr("Number and kind of NPUs fit"), style::Tone::Ok};
}

QString needsOf(const Recipe &recipe)
{
    const Engine *engine = findEngine(recipe.engine);
    const QString size = RecipeWords::tr("%n nodes", nullptr, recipe.nodes) + u" × "_s
        + RecipeWords::tr("%n NPUs", nullptr, recipe.chipsPerNode);
    return QStringList{engine ? QString::fromLatin1(engine->name) : recipe.engine, size,
                       recipe.kind.isEmpty() ? RecipeWords::tr("any kind") : recipe.kind.toUpper()}.join(u" · "_s);
}

void RecipeListModel::setRecipes(const QList<Recipe> &recipes)
{
    beginResetModel();
    m_recipes = recipes;
    m_fits.clear();
    judge();
    endResetModel();
}

void RecipeListModel::setNodes(int nodes, const QList<NodeFacts> &facts)
{
    m_nodes = nodes;
    m_facts = facts;
    const QList<Look> before = m_fits;
    judge();
    if (m_fits != before && !m_recipes.isEmpty())
        emit dataChanged(index(0), index(rowCount() - 1));
}

void RecipeListModel::judge()
{
    m_fits.clear();
    for (const Recipe &recipe : std::as_const(m_recipes))
        m_fits << fitOf(recipe, m_nodes, m_facts);
}

int RecipeListModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_recipes.size()); }

QVariant RecipeListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Recipe &recipe = m_recipes[index.row()];
    const Look &fit = m_fits[index.row()];
    switch (role) {
    case Qt::DisplayRole: return recipe.title;
    case Qt::ToolTipRole: return QString(recipe.title + u'\n' + needsOf(recipe) + u'\n' + textOf(fit));
    case Qt::AccessibleTextRole: return QString(recipe.title + u", "_s + needsOf(recipe) + u", "_s + textOf(fit));
    case IdRole: return recipe.id;
    case NeedsRole: return needsOf(recipe);
    case FitRole: return textOf(fit);
    case ToneRole: return int(fit.tone);
    default: return {};
    }
}

QSize RecipeDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {440, 72}; }

void RecipeDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Colors c = style::colors();
    const auto tone = style::Tone(index.data(RecipeListModel::ToneRole).toInt());
    painter->save();
    const bool isUnder = option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
    painter->fillRect(option.rect, isUnder ? style::tint(c.accent) : c.surface);
    painter->setPen(c.border);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRect inner = option.rect.adjusted(style::grid * 3, style::grid * 2, -style::grid * 3, -style::grid * 2);
    const int third = inner.height() / 3;
    const auto line = [&](int number, const QString &words, const QFont &font, const QColor &color) {
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(QRect(inner.left(), inner.top() + number * third, inner.width(), third),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(words, Qt::ElideRight, inner.width()));
    };
    line(0, index.data().toString(), style::font(style::bodySize, true), c.text);
    line(1, index.data(RecipeListModel::NeedsRole).toString(), style::font(style::smallSize), c.secondText);
    line(2, index.data(RecipeListModel::FitRole).toString(), style::font(style::smallSize),
         tone == style::Tone::Unknown ? c.secondText : style::color(tone));
    painter->restore();
}
