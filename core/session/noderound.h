// NodeRound: links of a job's own to the nodes of a deployment, and a worker for what comes of their answers. Answers
// arrive until end(); those that were still to come find nobody. Lives on the GUI thread.
#pragma once

#include "core/cluster/cluster.h"

class NodeRound
{
public:
    // The links stay after end() until the next begin(): to wait for them takes a while. repeats: as openLink()'s.
    void begin(Cluster &cluster, const QList<Node> &nodes, bool repeats = false)
    {
        m_links.clear();
        for (const Node &node : nodes)
            m_links.push_back(cluster.openLink(node.name, repeats));
    }

    // As NodeLink::run() and Worker::run().
    template<typename Work, typename Done>
    void ask(QObject *guard, qsizetype node, Work work, Done done)
    {
        m_links[size_t(node)]->run(guard, std::move(work), ofThisTurn(std::move(done)));
    }
    template<typename Work, typename Done>
    void judge(QObject *guard, Work work, Done done)
    {
        m_worker.run(guard, std::move(work), ofThisTurn(std::move(done)));
    }

    // What runs on the node's link, and what waits there, ends as canceled.
    void cancel(qsizetype node) { m_links[size_t(node)]->cancelAll(); }

    // What a job on the worker tells while it runs.
    template<typename Call>
    auto ofThisTurn(Call call)
    {
        return [this, turn = m_turn, call = std::move(call)](auto &&...answer) mutable {
            if (turn == m_turn)
                call(std::forward<decltype(answer)>(answer)...);
        };
    }

    void end()
    {
        ++m_turn;
        m_worker.cancelAll();
        for (const std::unique_ptr<NodeLink> &link : m_links)
            link->cancelAll();
    }

private:
    std::vector<std::unique_ptr<NodeLink>> m_links;
    int m_turn = 0;
    Worker m_worker;
};
