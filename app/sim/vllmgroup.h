// The data parallel group of one simulated vLLM on several nodes: the first node's process has the API and waits for
// the ranks of the others; theirs (--headless) wait for it for five minutes (vllm/v1/engine/core.py,
// HANDSHAKE_TIMEOUT_MINS). One that ends takes the others with it: their collective operations lose the connection.
#pragma once

#include "app/sim/meeting.h"
#include "app/sim/state.h"

#include <QStringList>

namespace sim {

class VllmGroup
{
public:
    // arguments: those after `vllm serve`; folder: the node's.
    VllmGroup(const QStringList &arguments, const QString &folder);

    bool isHeadless() const { return m_isHeadless; }
    // every rank is a process with an API of its own (--data-parallel-rank: the external load balancer)
    bool isExternal() const { return m_isExternal; }
    bool isFollower() const { return m_first > 0; } // another process binds what all of the group meet at
    bool isSpread() const { return m_local < m_all; } // over several nodes
    int ranks() const { return m_all; }
    int localRanks() const { return m_local; }
    int firstRank() const { return m_first; }
    // Of each process that holds a card, as npu-smi shows it; the captures have both.
    QString workerName() const { return QStringLiteral("VLLMWorker_") + QLatin1String(m_all > 1 ? "DP" : "TP"); }
    QString headAddress() const { return m_head; }
    QString headUri() const;             // "tcp://172.16.0.1:13389"
    int rpcPort() const { return m_rpcPort; }

    // Waits for every rank, and for the links of the cards between the nodes. Empty: they have met, or a signal came;
    // else the log's line.
    QString meet(const NodeState &self, const QList<int> &devices);
    bool isWhole() const;                // every rank lives

private:
    bool linksAgree() const;

    const QString m_folder;
    bool m_isHeadless = false, m_isExternal = false;
    int m_all = 1, m_local = 1, m_first = 0, m_rpcPort = 29550;
    QString m_head, m_self;
    Meeting m_meeting;
};

} // namespace sim
