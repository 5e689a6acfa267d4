// LastValuesModel: one row per chip, its last values. What was not reported is "–".
#pragma once

#include "ui/monitor/figures.h"

#include <QAbstractTableModel>

class LastValuesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Node, Npu, Health, Utilization, Memory, Temperature, Power, Processes, Updated, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setChips(const QList<ChipNow> &chips); // rows stay where the chips are the same
    const ChipNow &chip(int row) const { return m_chips[row]; }
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : int(m_chips.size()); }
    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : ColumnCount; }
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const ChipNow &chip, int column) const;

    QList<ChipNow> m_chips;
};
