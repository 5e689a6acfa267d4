// The steps of a run as a list: model and painter.
#pragma once

#include "core/deploy/checkmode.h"
#include "core/deploy/deployrun.h"
#include "ui/common/badge.h"

#include <QAbstractListModel>
#include <QElapsedTimer>
#include <QSet>
#include <QStyledItemDelegate>

class StepListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    // ExpectedRole: 0 where nobody knows
    enum Role {
        StateRole = Qt::UserRole,
        MessageRole,
        TookRole,
        ExpectedRole,
        NodeRole,
        LookRole,
        SymbolRole,
        ToneRole
    };
    using QAbstractListModel::QAbstractListModel;

    void setRun(const DeployRun *run);                   // nullptr: empty; takes up the states it has
    void refresh();                                      // the run has begun another work, or the language is another
    void setState(int step, StepState state, const QString &message, qint64 tookMs);
    void tick();                                         // the running ones have got older
    void setServes(bool serves);                         // false: what steps found of the service is of the past
    // The same of some nodes: of those where something else was at work since, and of those where only the service is
    // known to have ended, not its container.
    void setPast(const QSet<QString> &nodes, const QSet<QString> &ended);
    // What a run would do in each step, by its id, in place of how the last one ended; empty: that is shown again.
    void setAhead(const QHash<QString, CheckedStep> &ahead);
    // In an undo a step that waits has nothing to do, unless it changed something.
    Look look(int step) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row
    {
        QString id, node, message;
        int expectedSeconds = 0;
        bool isIdle = false;             // the undo has nothing to do here
        StepState state = StepState::Pending;
        qint64 tookMs = 0;               // -1: not known
        QElapsedTimer since;             // not valid: another process began it
    };
    bool isOfThePast(const Row &row) const;

    const DeployRun *m_run = nullptr;
    QList<Row> m_rows;
    bool m_serves = true;
    QSet<QString> m_past, m_ended;
    QHash<QString, CheckedStep> m_ahead;
};

int expectedSecondsOf(const DeployRun &run, int step);   // what is known of the time is known of deploying; 0: nothing

class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

// in the language of the moment, also of a run that was planned in another
QString stepTitle(const QString &id);
Look lookAhead(const CheckedStep &step);                 // "± Would change"
// "4.2 s", "12 s of about 15 min"; expectedSeconds 0: not known; tookMs -1: nothing is to be said of time
QString stepTimeText(StepState state, qint64 tookMs, int expectedSeconds);
