// The recipes to choose from: what each needs, and whether the nodes have it as far as they are known. None is hidden:
// nodes are added and asked later, too.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"
#include "ui/common/badge.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

// `nodes` of the deployment, `facts` of those that were asked. By counts and kind only; what checks find is not asked
// here. Tone Ok: it fits; Warning: it does not, and why; Unknown: not known yet.
Look fitOf(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts);
QString needsOf(const Recipe &recipe);                   // "vLLM-Ascend · 1 node × 16 NPUs · A3"

class RecipeListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole, NeedsRole, FitRole, ToneRole };
    using QAbstractListModel::QAbstractListModel;

    void setRecipes(const QList<Recipe> &recipes);
    void setNodes(int nodes, const QList<NodeFacts> &facts);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    void judge();

    QList<Recipe> m_recipes;
    QList<Look> m_fits;
    int m_nodes = 0;
    QList<NodeFacts> m_facts;
};

class RecipeDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};
