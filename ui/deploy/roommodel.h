// RoomModel: what lies on the cards, part by part: how many parameters, how much of a card, and the formula.
#pragma once

#include "core/artifacts/capacity.h"

#include <QAbstractTableModel>

class RoomModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Part, Parameters, PerCard, Formula, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;
    void set(const QList<CapacityPart> &parts);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<CapacityPart> m_parts;
};
