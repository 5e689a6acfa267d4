// NodeModel: the deployment's nodes as rows, with what is known about each.
#pragma once

#include "core/cluster/cluster.h"
#include "ui/common/badge.h"

#include <QAbstractTableModel>

class NodeModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, State, Host, User, Auth, Chips, Driver, Engine, ColumnCount };

    explicit NodeModel(Cluster &cluster, QObject *parent = nullptr);

    QString nodeAt(int row) const;
    int rowOf(const QString &node) const;                   // -1: none
    void setTwins(const QHash<QString, QStringList> &twins); // nodes that are one machine: nodesOfOneMachine()
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void rowChanged(const QString &node);
    QString text(int row, int column) const;
    QString nameOf(const QString &node) const; // with what the recipe has it do

    Cluster &m_cluster;
    QList<Node> m_nodes;
    QHash<QString, QString> m_roles;
    QHash<QString, QStringList> m_twins;
};

QString authWord(const Node &node);      // "agent", "key", "password", "not needed" (local)
