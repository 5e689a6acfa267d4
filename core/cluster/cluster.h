// Cluster: the open deployment and everything that is known about its nodes. Pages show it and ask
// it; it lives on the GUI thread and owns the links.
//
// A link that needs an answer from a person (unknown host key, password) fails with an Error;
// Cluster tells of it by questionRaised(), the window asks in place, and the page starts the job again.
#pragma once

#include "core/findings/finding.h"
#include "core/facts/nodefacts.h"
#include "core/nodes/connect.h"
#include "core/cluster/nodehealth.h"
#include "core/nodes/nodelink.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

// What was at work on a node. Elsewhere: a run or an undo of another process, which does not tell which of them.
enum class ChangedBy { Run, Undo, Driver, Elsewhere };
struct NodeChange
{
    qint64 atMs = 0;                                   // 0: none
    ChangedBy by = ChangedBy::Run;
};

enum class NodeState { Unknown, Connecting, Reachable, Unreachable, NeedsAnswer };

class Cluster : public QObject
{
    Q_OBJECT

public:
    explicit Cluster(ConnectionSettings connections, QObject *parent = nullptr);
    ~Cluster() override;

    const Deployment &deployment() const { return m_deployment; }
    QString path() const { return m_path; }           // empty: never saved
    bool isModified() const { return m_hasLearned || isEdited(); }    // otherwise than the file says it
    bool isEdited() const { return m_deployment != m_saved; }         // by the user
    bool isSimulated() const;                         // the file says so, or any node that answered anybody
    const ConnectionSettings &connections() const { return m_connections; }

    void open(const Deployment &deployment, const QString &path);  // a file was read, or a new one begun
    void edit(const Deployment &deployment);                       // the user changed something
    void markSaved(const QString &path);

    // One link per node for facts and checks; made on first use, remade when the node is edited.
    NodeLink *link(const QString &node);
    // A further link of the caller's own (sampling, a run). repeats: the same is asked over it again and again, and is
    // told when its outcome changes (quiet.h).
    std::unique_ptr<NodeLink> openLink(const QString &node, bool repeats = false) const;

    // Asks every node (or one) for its facts; factsChanged() for each as it arrives.
    void inspect(const QString &node = {});
    std::optional<NodeFacts> facts(const QString &node) const;
    QList<NodeFacts> allFacts() const;                // in the deployment's order; unreachable ones included
    NodeState state(const QString &node) const;       // of the last inspection; what to show is health()
    void take(const NodeFacts &facts);                // somebody else has asked a node for all of its facts: the checks
    // Something on it has just been changed: what was asked before is of the past.
    void markChanged(const QString &node, ChangedBy by);
    NodeChange lastChange(const QString &node) const; // since the facts were asked; none: not that we know

    // What every page shows of a node. Whoever asks a node something tells what came of it.
    NodeHealth health(const QString &node) const;
    void noteSimulated(const QString &node);          // it said so to somebody who asked it without one of our links
    void tell(const QString &node, const QList<HealthNote> &news);
    // Whether what the checks found wrong with it, or a run, was asked under another recipe or other settings than now.
    void withdrawChecks(const QString &node, bool isOfOtherSettings, HealthSource source = HealthSource::Checks);
    // What somebody has settled there since: those checks' complaints of it are no more, nor is a run's of that step.
    void settle(const QString &node, const QStringList &checks);
    qint64 now() const { return m_clock(); }
    void setClock(std::function<qint64()> clock);     // for tests

signals:
    void deploymentChanged();                         // opened or edited
    void opened();                                    // after it: another one
    void modifiedChanged();
    void factsChanged(const QString &node);
    void stateChanged(const QString &node);
    void healthChanged(const QString &node);          // also when it got older by a minute
    void nodeChanged(const QString &node, ChangedBy by);
    void simulatedChanged();
    void questionRaised(const QString &node, const Error &question); // kind HostKey or Authentication

protected:
    void customEvent(QEvent *event) override;

private:
    void setState(const QString &node, NodeState state);
    void putAside(const Node &node);
    void takeBack(const Node &node);
    void followHealth(const QString &node);
    void outdateBetween(const QString &node);
    void hearOfSimulated();
    void takeSimulated();

    ConnectionSettings m_connections;
    Deployment m_deployment, m_saved;    // m_saved: as the file has it; as it was begun
    QString m_path;
    bool m_hasLearned = false;           // something that its file does not say
    QHash<QString, NodeFacts> m_facts;
    QHash<QString, NodeState> m_states;
    QHash<QString, QList<HealthNote>> m_notes;
    QHash<QString, NodeChange> m_changes;
    struct Known
    {
        Node node;
        std::optional<NodeFacts> facts;
        NodeState state;
        QList<HealthNote> notes;
        NodeChange change;
        bool isSimulated;
    };
    QList<Known> m_former;                             // of nodes that were removed or edited: an undo brings them back
    QHash<QString, NodeHealth> m_shown;                // as healthChanged() told it last
    std::function<qint64()> m_clock;
    QTimer m_ageing;
    struct SimulatedInbox;
    std::shared_ptr<SimulatedInbox> m_simulatedInbox;  // written by link threads
    QSet<QString> m_simulated;
    std::vector<std::pair<QString, std::unique_ptr<NodeLink>>> m_links;
};
