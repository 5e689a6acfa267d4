// The alerts that go on, above the figures: what, where, since when, what to do; acknowledge, silence for an hour.
#pragma once

#include "core/session/alertkeeper.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QVBoxLayout;

class AlertList : public QFrame
{
    Q_OBJECT

public:
    explicit AlertList(AlertKeeper &alerts, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    QWidget *rowOf(const Alert &alert);
    QString detailOf(const Alert &alert) const;
    void refresh();                      // the values

    AlertKeeper &m_alerts;
    QLabel *m_title, *m_more, *m_wrong;          // m_wrong: why the user's own rules do not hold
    QVBoxLayout *m_rows;
    QList<QWidget *> m_shown;
    QList<QLabel *> m_details;           // of each row
    QTimer m_tick;
};

QString alertWords(const Alert &alert, const AlertRule &rule); // "node2 device 3/0: A chip is not OK"
