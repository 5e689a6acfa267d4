// ClusterMonitor: what is known now and lately about every chip, host and the endpoint of the open deployment.
// Owns the samplers (links of their own) and the history. GUI thread; lives as long as the page.
#pragma once

#include "core/metrics/endpointsampler.h"
#include "core/metrics/history.h"
#include "core/metrics/sampler.h"
#include "core/nodes/cluster.h"

struct WatchedNode
{
    QString name;
    qint64 lastMs = 0;                   // of the last samples that had values; 0: none yet
    qint64 stepMs = 1000;                // from the reading before to the last one: slow nodes are not stale ones (at most 30 s)
    std::optional<Error> error;          // of the last attempt, when it failed
    QStringList devices;                 // "0/0", sorted by number
};

class ClusterMonitor : public QObject
{
    Q_OBJECT

public:
    explicit ClusterMonitor(Cluster &cluster, QObject *parent = nullptr);
    ~ClusterMonitor() override;

    void start();                        // does nothing when it runs already
    void stop();
    bool isRunning() const { return m_isRunning; }
    void setInterval(std::chrono::milliseconds interval);   // holds at once, also while it runs
    std::chrono::milliseconds interval() const { return m_interval; }

    const MetricHistory &history() const { return m_history; }
    const QList<WatchedNode> &nodes() const { return m_nodes; }
    QString endpointNode() const { return m_endpointNode; } // under which the endpoint's samples stand; empty: no endpoint
    qint64 now() const { return m_clock(); }
    bool isStale(const WatchedNode &node) const;            // no values for three steps and at least 5 s
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }

    // For tests and replay: as if a sampler had said so.
    void watch(const QStringList &nodes);
    void take(const QString &node, const QList<Sample> &samples);
    void noteFailure(const QString &node, const Error &error);

signals:
    void nodesChanged();                 // another set of nodes or chips
    void updated();                      // new samples or failures; at most once per turn of the event loop

private:
    void follow();
    void announce();

    Cluster &m_cluster;
    MetricHistory m_history;
    QList<WatchedNode> m_nodes;
    QString m_endpointNode;
    std::vector<std::unique_ptr<Sampler>> m_samplers;
    std::unique_ptr<EndpointSampler> m_endpoint;
    std::chrono::milliseconds m_interval{1000};
    std::function<qint64()> m_clock;
    QTimer m_announce;
    bool m_isRunning = false;
};
