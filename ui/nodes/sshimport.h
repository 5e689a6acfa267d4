// SshImport: the hosts of ~/.ssh/config to tick; the ticked ones become nodes. Such a node holds the alias
// only: address, user, key and jump host stay where they are written.
#pragma once

#include "core/base/worker.h"
#include "core/nodes/connect.h"
#include "core/nodes/sshconfigfile.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;

Node nodeOf(const ConfiguredHost &host, const QList<Node> &others); // its name is free and good for a node

class SshImport : public QWidget
{
    Q_OBJECT

public:
    explicit SshImport(ConnectionSettings connections, QWidget *parent = nullptr);
    void begin(const QList<Node> &others);       // reads the file, in the background

signals:
    void accepted(const QList<Node> &nodes);
    void canceled();

protected:
    void changeEvent(QEvent *event) override;

private:
    void show(const QList<ConfiguredHost> &hosts);
    void refresh();
    QList<Node> ticked() const;

    ConnectionSettings m_connections;
    QList<Node> m_others;
    QList<ConfiguredHost> m_hosts;
    bool m_isReading = false;
    QLabel *m_title, *m_hint;
    QListWidget *m_list;
    QPushButton *m_add, *m_cancel;
    Worker m_worker;
};
