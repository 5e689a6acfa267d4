// ChipModel: the chips of one node, as npu-smi and hccn_tool told of them.
#pragma once

#include "core/facts/nodefacts.h"

#include <QAbstractTableModel>

class ChipModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Npu, Device, Name, Health, Power, Temperature, AiCore, Hbm, Address, Link, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    // isPast: the node does not answer any more, so nothing of it is told as how it is
    void setFacts(const std::optional<NodeFacts> &facts, bool isPast = false);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const NpuChip &chip, int row, int column) const;
    bool hasSiblings() const;
    const HccnFacts *hccnOf(const NpuChip &chip, int row) const;

    std::optional<NodeFacts> m_facts;
    QList<NpuChip> m_chips;
    bool m_isPast = false;
};
