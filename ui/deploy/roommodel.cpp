#include "ui/deploy/roommodel.h"

#include "ui/common/format.h"

void RoomModel::set(const QList<CapacityPart> &parts)
{
    beginResetModel();
    m_parts = parts;
    endResetModel();
}

void RoomModel::retranslate()
{
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int RoomModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_parts.size());
}
int RoomModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RoomModel::data(const QModelIndex &index, int role) const
{
    const CapacityPart &part = m_parts[index.row()];
    if (role == Qt::TextAlignmentRole && (index.column() == Parameters || index.column() == PerCard))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Formula)
        return part.formula;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Part:
        return part.name;
    case Parameters:
        return part.parameters >= 1e7
            ? tr("%1 B", "billions of parameters").arg(format::number(part.parameters / 1e9, 2))
            : tr("%1 M", "millions of parameters").arg(format::number(part.parameters / 1e6, 2));
    case PerCard:
        return format::bytes(qint64(part.bytesPerCard));
    case Formula:
        return part.formula;
    }
    return {};
}

QVariant RoomModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Part:
        return tr("Part of the model");
    case Parameters:
        return tr("Parameters");
    case PerCard:
        return tr("On a card");
    case Formula:
        return tr("Formula");
    }
    return {};
}
