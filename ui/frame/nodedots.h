// NodeDots: one mark per node at the top of the window: colour and shape say its health, the tool tip
// says it in words, with the reason and its age. More nodes than fit are counted instead.
#pragma once

#include "core/cluster/cluster.h"

#include <QAbstractButton>

class AgeTick;

class NodeDot : public QAbstractButton
{
    Q_OBJECT

public:
    explicit NodeDot(const QString &node, QWidget *parent = nullptr);
    void setHealth(const NodeHealth &health, qint64 nowMs);
    QString node() const { return m_node; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_node;
    NodeHealth m_health;
};

class NodeDots : public QWidget
{
    Q_OBJECT

public:
    explicit NodeDots(Cluster &cluster, QWidget *parent = nullptr);

signals:
    void chosen(const QString &node);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    void refresh();

    Cluster &m_cluster;
    QList<NodeDot *> m_dots;
    class QLabel *m_more;
    AgeTick *m_age = nullptr;
};
