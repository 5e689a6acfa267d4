// The recipes to choose from, those that fit the nodes first: what each needs, and what of it the nodes lack as far as
// they are known. None is hidden: nodes are added and asked later, too.
#pragma once

#include "core/checks/proposals.h"
#include "ui/common/badge.h"

#include <QAbstractListModel>
#include <QStyledItemDelegate>

// Tone Ok: it fits; Warning: it does not, or a check would warn of it, and why; Unknown: it is not known.
Look lookOf(const Proposal &proposal);
QString needsOf(const Recipe &recipe);                   // "vLLM-Ascend · 1 node × 16 NPUs · A3"

class RecipeListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole, NeedsRole, FitRole, ToneRole };
    using QAbstractListModel::QAbstractListModel;

    void setRecipes(const QList<Recipe> &recipes);
    void setNodes(int nodes, const QList<NodeFacts> &facts, const QString &chosen = {},
                  const Json &settings = Json::object()); // of the recipe chosen

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QList<int> orderOf(const QList<Proposal> &proposals) const;

    const Recipe &recipeAt(int row) const { return m_recipes[m_order[row]]; }

    QList<Recipe> m_recipes;             // as they were given: each is a big value
    QList<int> m_order;                  // of them, by row
    QList<Proposal> m_proposals;         // by row
    int m_nodes = 0;
    QList<NodeFacts> m_facts;
    QString m_chosen;
    Json m_settings = Json::object();
};

class RecipeDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};
