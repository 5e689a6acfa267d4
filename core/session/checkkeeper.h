// CheckKeeper: the checks of the deployment that is open, whoever looks at them. Asks the nodes, keeps what they said,
// tells the cluster, and knows what has happened since that makes the answers of the past. Lives on the GUI thread;
// checks go on also where no page shows them.
#pragma once

#include "core/checks/checkrun.h"
#include "core/cluster/cluster.h"
#include "core/findings/acceptance.h"

class CheckKeeper : public QObject
{
    Q_OBJECT

public:
    // What has happened after the answers. Otherwise: of a node that something failed on, other facts are known.
    enum class Since { Nothing, Settings, Otherwise, Changed, Worse };
    struct Past
    {
        Since since = Since::Nothing;
        qint64 atMs = 0;                 // when it happened
        QStringList nodes;               // Otherwise, Changed, Worse: where, in the deployment's order
        QList<ChangedBy> by = {};        // Changed: what was at work there, each once
        NodeHealth health = {};          // Worse: as it was then
        QString language = {};           // in which `health` was told
    };

    explicit CheckKeeper(Cluster &cluster, QObject *parent = nullptr);
    ~CheckKeeper() override;

    // Nothing happens while checks are running or where there is no node.
    void runAll(bool allPairs = false);
    // One check again, on one node or (empty) on all; other findings stay. All are asked where what was said before is
    // of the past: one answer of now among old ones would mislead.
    void runAgain(const QString &check, const QString &node, bool allPairs = false);
    void stop();

    bool isRunning() const { return m_run && m_run->isRunning(); }
    // It is being asked and has not told, whatever it said before; node empty: across nodes.
    bool isAwaited(const QString &check, const QString &node) const { return m_run && m_run->isAwaited(check, node); }
    bool hasRun() const { return m_run != nullptr; }     // these nodes, in this program; also when it was cut short
    ClusterReport report() const { return m_run ? m_run->report() : ClusterReport(); } // so far
    // What of it counts: without the warnings that were accepted for this deployment.
    ClusterReport counted() const { return withoutAccepted(report(), m_accepted); }
    const QList<Acceptance> &accepted() const { return m_accepted; }
    // A warning of that node (empty: across nodes), or no longer; the deployment is edited.
    void accept(const QString &node, const Finding &finding, bool isAccepted);
    int expected() const;                // findings of a whole run
    qint64 endedMs() const { return m_endedMs; }         // 0: it did not; of what was asked first
    const Past &past() const { return m_past; }
    bool hadRecipe() const { return m_hadRecipe; }       // when the nodes were asked
    bool hasRecipe() const;                              // now
    int waiting() const;                 // findings that wait for a recipe
    bool isPassed() const;               // all was asked, nothing failed, and nothing has happened since
    // Failures that stand and are none of a node: the deployment's settings are to be changed.
    QList<Finding> blamed() const;

signals:
    void begun(const QString &check);    // empty: all, what was said before is gone
    void findingReady(const QString &node, const Finding &finding); // node empty: across nodes
    void ended();                        // also after stop()
    void forgotten();                    // another deployment, or other nodes
    void pastChanged();

private:
    void forget();
    void followDeployment();
    void followHealth(const QString &node);
    void followSettings();
    void followAccepted();
    void tellOf(const NodeReport &node, const ClusterReport &counted);
    bool isAskedAlike(Deployment then);                  // as the settings are now, whatever its nodes are
    void outdate(const Past &what);
    bool isWorse(const NodeHealth &now, const NodeHealth &then) const; // than when the checks had ended
    bool hasTrouble(const QString &node) const;          // of its own, as the checks said
    bool isFailedBetween(const QString &node) const;     // a comparison that is about it
    void followOtherFacts(const QString &node, const NodeHealth &health);
    void takeEnd();

    Cluster &m_cluster;
    QList<Node> m_nodes;                 // that the answers are of
    std::unique_ptr<CheckRun> m_run;
    Deployment m_asked;                  // as it was when its nodes were asked
    bool m_hadRecipe = false;
    QList<Acceptance> m_accepted;        // as the deployment has them
    Past m_past;
    qint64 m_endedMs = 0;
    QHash<QString, Deployment> m_toldOf; // as it was when a node was asked for what the cluster knows of its checks
    Deployment m_judgedFor;
    QList<std::pair<Deployment, bool>> m_judged;         // whether it is checked like m_judgedFor
    QHash<QString, NodeHealth> m_healths; // of the nodes when the checks had ended
};
