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

} // namespace

Look lookOf(const Proposal &proposal)
{
    const QString missing = proposal.missing.join(u' ');
    switch (proposal.fit) {
    case Proposal::Fit::Fits:
        if (!proposal.doubts.isEmpty())
            return {u"!"_s,
                    RecipeWords::tr("Number and kind of NPUs fit the recipe, but: %1").arg(proposal.doubts.join(u' ')),
                    style::Tone::Warning};
        return {u"✓"_s, RecipeWords::tr("Number and kind of NPUs fit the recipe"), style::Tone::Ok};
    case Proposal::Fit::Unknown: return {u"?"_s, missing, style::Tone::Unknown};
    case Proposal::Fit::Lacks: break;
    }
    return {u"!"_s, RecipeWords::tr("Does not fit: %1").arg(missing), style::Tone::Warning};
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
    m_proposals = proposals(m_recipes, m_nodes, m_facts, m_chosen, m_settings);
    m_order = orderOf(m_proposals);
    endResetModel();
}

void RecipeListModel::setNodes(int nodes, const QList<NodeFacts> &facts, const QString &chosen, const Json &settings)
{
    m_nodes = nodes;
    m_facts = facts;
    m_chosen = chosen;
    m_settings = settings;
    const QList<Proposal> said = proposals(m_recipes, nodes, facts, chosen, settings);
    if (said == m_proposals)
        return;
    const QList<int> order = orderOf(said);
    if (order == m_order) {
        m_proposals = said;
        emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    emit layoutAboutToBeChanged();       // what is shown of it keeps its recipe
    const QModelIndexList kept = persistentIndexList();
    QModelIndexList now;
    for (const QModelIndex &one : kept)
        now << index(int(order.indexOf(m_order[one.row()])));
    m_order = order;
    m_proposals = said;
    changePersistentIndexList(kept, now);
    emit layoutChanged();
}

QList<int> RecipeListModel::orderOf(const QList<Proposal> &proposals) const
{
    QHash<QString, int> places;
    for (int i = 0; i < m_recipes.size(); ++i)
        places.insert(m_recipes[i].id, i);
    QList<int> order;
    for (const Proposal &proposal : proposals)
        order << places.value(proposal.recipe);
    return order;
}

int RecipeListModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : int(m_recipes.size()); }

QVariant RecipeListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Recipe &recipe = recipeAt(index.row());
    const Look fit = lookOf(m_proposals[index.row()]);
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
