// RankTableModel: a rank table's devices as rows, its keys as columns. A cell that lint has found something in bears a
// sign and says it in its tool tip. What is typed goes out as edited(); the table itself is somebody else's.
#pragma once

#include "core/session/tablelab.h"

#include <QAbstractTableModel>

class RankTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit RankTableModel(QObject *parent = nullptr);

    void setTable(const LabTable *table);        // null: none
    void retranslate();
    QModelIndex indexOf(const QString &where) const; // the cell of a JSON pointer, or its row's first; invalid: none
    QString where(const QModelIndex &index) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void edited(int device, RankColumn column, const QString &text);

private:
    struct Column
    {
        std::optional<RankColumn> key;           // nullopt: prefill or decode
        bool operator==(const Column &) const = default;
    };
    const LintFinding *findingAt(const QModelIndex &index) const;

    RankTable m_table;
    QList<LintFinding> m_findings;
    QList<Column> m_columns;
};
