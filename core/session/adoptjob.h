// AdoptJob: what runs on the nodes of the open deployment, read while the window goes on, and what it would be as a
// recipe (core/adopt). Asks on links of its own; changes nothing, neither on a node nor in the deployment. Lives on the
// GUI thread.
#pragma once

#include "core/adopt/adoption.h"
#include "core/session/noderound.h"

class AdoptJob : public QObject {
    Q_OBJECT

public:
    explicit AdoptJob(Cluster &cluster, QObject *parent = nullptr);
    ~AdoptJob() override;

    void start(); // nothing happens while it is running
    void stop();

    bool isRunning() const { return m_isRunning; }
    int answered() const { return m_answered; }
    int asked() const { return m_asked; }

signals:
    void changed();
    void finished(const Adoption &adoption);
    void failed(const Error &error); // a node that could not be asked: half a cluster is none; also Canceled
    void questionRaised(const QString &node, const Error &question); // then failed()

private:
    void judge();
    void end();

    Cluster &m_cluster;
    QList<RunningNode> m_nodes;
    QString m_name; // of the deployment
    int m_answered = 0, m_asked = 0;
    bool m_isRunning = false;
    NodeRound m_round;
};
