// CheckRun: the checks on all nodes at once, one link each, told as they go. Lives on the GUI thread; the blocking
// work is core/checks/rounds.h.
//
// First every node is asked by itself; when all have answered, each is asked about the others; then what they said is
// compared. A node that cannot be reached, or is lost, ends alone. Deleting a run midway is safe.
#pragma once

#include "core/checks/rounds.h"
#include "core/nodes/nodelink.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

// Blocking. Whether only the deployment itself uses the chips there, as the check npu.idle sees it. identity: as of
// CheckRun.
Result<bool> areChipsOwn(Shell &shell, const Deployment &deployment, const Node &node, const QString &identity,
                         std::stop_token stop);

class CheckRun : public QObject
{
    Q_OBJECT

public:
    // The link of a node, by name; it must outlive the run or the run's stop().
    using LinkOf = std::function<NodeLink *(const QString &node)>;

    CheckRun(const Deployment &deployment, LinkOf linkOf, const QString &language, QObject *parent = nullptr);

    // fileIdentity(): to know the deployment's own run
    void setIdentity(const QString &identity) { m_identity = identity; }
    // from the next start() on: every pair of cards and of nodes
    void setAllPairs(bool all) { m_asksAllPairs = all; }
    void start(const CheckSelection &selection = {});
    // One check again: on one node, or (empty) on all; a check across nodes asks all. Other findings stay.
    void again(const QString &check, const QString &node = {});
    void stop();

    bool isRunning() const { return m_pending > 0; }
    // It is being asked and has not told; node empty: across nodes. What it said before may stand in the report.
    bool isAwaited(const QString &check, const QString &node) const;
    const ClusterReport &report() const { return m_report; }

signals:
    void started(const QString &check);                              // empty: all
    void findingReady(const QString &node, const Finding &finding);  // node empty: across nodes
    void nodeEnded(const QString &node, const Error &error);         // not reached, or lost
    void factsKnown(const NodeFacts &facts);                         // all facts of a node, where the round needed them
    void finished();                                                 // also after stop()

private:
    void begin(const CheckSelection &selection, const QString &only);
    void askFirst(const Node &node);
    void askSecond();
    void askSecond(const Node &node);
    void compare();
    void end();
    void note(const QString &node, const Finding &finding);
    void fail(const Node &node, const Error &error);
    void done();                                                     // one node's round is over
    NodeReport &reportOf(const QString &node);
    CheckContext contextFor(const Node &node) const;

    Deployment m_deployment;
    LinkOf m_linkOf;
    QString m_language, m_identity;
    ClusterReport m_report;
    QHash<QString, NodeAnswers> m_answers;
    QHash<QString, QList<Finding>> m_told;                           // in this round, by node
    QList<Node> m_nodes;                                             // asked in this round
    CheckSelection m_selection;
    CheckContext m_context;                                          // of no node yet: what follows from the recipe
    QString m_wanted;                                                // the one check, or empty
    QElapsedTimer m_took;
    int m_pending = 0;                                               // nodes awaited; 1 while they are compared
    bool m_isSecond = false;
    bool m_isStopped = false;
    bool m_asksAllPairs = false;
    Worker m_comparison;                                             // last: its thread ends first
};
