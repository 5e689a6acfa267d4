// NodeInstallCard: one node of an installation: what is on it, what speaks against it, and its stages.
#pragma once

#include "core/driver/driverinstall.h"

#include <QFrame>

class Badge;
class QGridLayout;
class QLabel;

class NodeInstallCard : public QFrame
{
    Q_OBJECT

public:
    explicit NodeInstallCard(const QString &node, QWidget *parent = nullptr);

    QString node() const { return m_node; }
    void show(const NodeView &view, bool isRunning);

private:
    const QString m_node;
    Badge *m_badge;
    QLabel *m_name, *m_now, *m_notes;
    QGridLayout *m_stages;
    QList<QWidget *> m_rows;
};
