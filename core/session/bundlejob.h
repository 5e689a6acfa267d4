// BundleJob: a report of the open deployment for somebody who was not there (core/bundle/bundle.h), while the window
// goes on. Every node is asked for its facts, then, knowing all of them, for its tools, logs and files; then the
// archive is written. Asks on links of its own; changes nothing on a node. Lives on the GUI thread.
#pragma once

#include "core/bundle/bundle.h"
#include "core/session/noderound.h"
#include "core/targets/launch.h"

class BundleJob : public QObject
{
    Q_OBJECT

public:
    explicit BundleJob(Cluster &cluster, QObject *parent = nullptr);
    ~BundleJob() override;

    // report: of the checks as they stand. Nothing happens while one is running.
    void start(const QString &file, bool takesAddresses, const std::optional<ClusterReport> &report,
               const QString &version);
    void stop();                         // nothing is written

    bool isRunning() const { return m_isRunning; }
    int answered() const { return m_answered; } // of twice the nodes

signals:
    void changed();
    void finished(const QString &file, const BundleSummary &summary);
    void failed(const Error &error);     // also Canceled

private:
    struct Prepared;
    void askFacts(qsizetype index);
    void prepare();
    void askParts(qsizetype index, const QHash<QString, Launch> &launches, const QList<Artifact> &onNodes,
                  const QStringList &unstarted);
    void write();
    void end();
    void oneMore(void (BundleJob::*whenAll)());

    Cluster &m_cluster;
    BundleInput m_input;
    QString m_file;
    QList<QList<BundlePart>> m_parts;    // of each node
    int m_answered = 0, m_open = 0;
    bool m_isRunning = false;
    NodeRound m_round;                   // its worker generates and writes
};
