// The steps of a run as a list: model and painter.
#pragma once

#include "core/deploy/deployrun.h"

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QStyledItemDelegate>

class StepListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { StateRole = Qt::UserRole, MessageRole, TookRole, ExpectedRole, NodeRole };
    using QAbstractListModel::QAbstractListModel;

    void setRun(const DeployRun *run);                   // nullptr: empty; takes up the states it has
    void setState(int step, StepState state, const QString &message, qint64 tookMs);
    void tick();                                         // the running ones have got older

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        QString title, node, message;
        int expectedSeconds = 0;
        StepState state = StepState::Pending;
        qint64 tookMs = 0;
        QElapsedTimer since;
    };
    QList<Row> m_rows;
};

class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

QString stepTimeText(StepState state, qint64 tookMs, int expectedSeconds); // "4.2 s", "12 s of about 15 min"
