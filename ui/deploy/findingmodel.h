// FindingModel: the check matrix. Rows are checks under their groups, columns the nodes; a cell is what a check said
// of a node. A check across nodes has one cell, in the first node's column, which the view lets span the row.
#pragma once

#include "core/findings/acceptance.h"
#include "ui/common/badge.h"

#include <QAbstractTableModel>

// As its verdict looks; what passed because it is the deployment's own has a sign and a word of its own, and so has a
// warning that was accepted.
Look lookOf(const Finding &finding, bool isAccepted = false);

class FindingModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { SymbolRole = Qt::UserRole, ToneRole, HasFindingRole, SectionRole, DiffersRole, AcrossRole };

    explicit FindingModel(QObject *parent = nullptr);

    void setNodes(const QStringList &nodes, const QString &language); // empties it
    void setLanguage(const QString &language);                        // titles, and findings as far as they know it
    void setFinding(const QString &node, const Finding &finding);     // node empty: across nodes
    void clearFindings();
    bool setAccepted(const QList<Acceptance> &accepted);              // false: they are those that it has

    bool isSection(int row) const;
    bool isAcross(int row) const;
    // a warning that was not accepted, a failure or an unknown in it; for a section: in any of its rows
    bool isProblem(int row) const;
    bool isProblem(const QModelIndex &index) const;
    bool isAccepted(const QModelIndex &index) const;
    const CheckInfo *check(int row) const;                            // nullptr: a section
    QString node(int column) const;                                   // empty: the title's column, or across nodes
    const Finding *finding(const QModelIndex &index) const;           // nullptr: not asked yet
    QModelIndex indexOf(const QString &check, const QString &node) const;
    QModelIndex firstProblem() const;    // failures before warnings before unknowns; invalid: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        bool section = false;
        CheckInfo info;                  // of a section: group and title
        QList<std::optional<Finding>> cells; // per node; across nodes: the first
    };

    bool differs(const Row &row) const;

    QString m_language;
    QStringList m_nodes;
    QList<Acceptance> m_accepted;
    QList<Row> m_rows;
};
