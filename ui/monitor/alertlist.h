// The alerts that go on, above the figures: what, where, since when, what to do; acknowledge, silence for an hour. What
// one rule says of several chips or nodes is one row.
#pragma once

#include "core/session/alertkeeper.h"

#include <QFrame>
#include <QTimer>

#include <tuple>

class QLabel;
class QVBoxLayout;

class AlertList : public QFrame
{
    Q_OBJECT

public:
    explicit AlertList(AlertKeeper &alerts, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    using Group = QList<Alert>;          // of one rule, all acknowledged or none; oldest first
    using Key = std::tuple<QString, QString, QString, qint64, bool>; // of an alert, and whether it is acknowledged
    QList<Group> groups() const;         // by their oldest
    QList<QList<Key>> keysOf(const QList<Group> &groups) const;
    void rebuild();
    QWidget *rowOf(const Group &group);
    QString detailOf(const Group &group) const;
    QString silenceHelp() const;         // until when, if it is pressed now
    void refresh();                      // the values, and what is said of the time

    AlertKeeper &m_alerts;
    QLabel *m_title, *m_more, *m_wrong;          // m_wrong: why the user's own rules do not hold
    QVBoxLayout *m_rows;
    QList<QWidget *> m_shown;
    QList<QLabel *> m_details;           // of each row
    QList<QList<Key>> m_keys;            // what there was to show, also what had no room
    QTimer m_tick;
};

