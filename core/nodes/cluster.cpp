#include "core/nodes/cluster.h"

#include "core/nodes/asking.h"

#include <QFileInfo>

#include <algorithm>

Cluster::Cluster(ConnectionSettings connections, QObject *parent)
    : QObject(parent), m_connections(std::move(connections))
{
}

Cluster::~Cluster() = default;

bool Cluster::isSimulated() const
{
    return m_deployment.simulated
        || std::any_of(m_facts.cbegin(), m_facts.cend(), [](const NodeFacts &facts) { return facts.simulated; });
}

void Cluster::open(const Deployment &deployment, const QString &path)
{
    m_links.clear();
    m_facts.clear();
    m_states.clear();
    report = {};
    m_deployment = deployment;
    m_path = path;
    m_connections.baseFolder = path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
    m_modified = false;
    emit deploymentChanged();
    emit modifiedChanged();
}

void Cluster::edit(const Deployment &deployment)
{
    if (deployment == m_deployment)
        return;
    const QList<Node> &now = deployment.nodes;
    const auto isSame = [&](const QString &name) {
        const auto named = [&](const Node &node) { return node.name == name; };
        const auto before = std::find_if(m_deployment.nodes.cbegin(), m_deployment.nodes.cend(), named);
        const auto after = std::find_if(now.cbegin(), now.cend(), named);
        return before != m_deployment.nodes.cend() && after != now.cend() && *before == *after;
    };
    std::erase_if(m_links, [&](const auto &entry) { return !isSame(entry.first); });
    m_facts.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_states.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_deployment = deployment;
    m_modified = true;
    emit deploymentChanged();
    emit modifiedChanged();
}

void Cluster::markSaved(const QString &path)
{
    m_path = path;
    m_modified = false;
    emit modifiedChanged();
}

std::unique_ptr<NodeLink> Cluster::openLink(const QString &name) const
{
    for (const Node &node : m_deployment.nodes) {
        if (node.name == name)
            return std::make_unique<NodeLink>(shellFactoryFor(node, m_connections));
    }
    return nullptr;
}

NodeLink *Cluster::link(const QString &name)
{
    for (const auto &[node, link] : m_links) {
        if (node == name)
            return link.get();
    }
    std::unique_ptr<NodeLink> link = openLink(name);
    if (!link)
        return nullptr;
    m_links.emplace_back(name, std::move(link));
    return m_links.back().second.get();
}

void Cluster::inspect(const QString &only)
{
    for (const Node &node : m_deployment.nodes) {
        if (!only.isEmpty() && node.name != only)
            continue;
        setState(node.name, NodeState::Connecting);
        link(node.name)->run(this, [node, deployment = m_deployment](Shell &shell, Job &job) {
            return inspectNode(shell, node, deployment, job.stop());
        }, [this, node](Result<NodeFacts> answer) {
            if (answer) {
                m_facts[node.name] = *answer;
                setState(node.name, NodeState::Reachable);
                emit factsChanged(node.name);
                return;
            }
            const Error error = answer.error();
            if (error.kind == ErrorKind::Canceled) {
                setState(node.name, NodeState::Unknown);
                return;
            }
            NodeFacts facts;
            facts.name = node.name;
            facts.host = node.host;
            facts.error = error;
            m_facts[node.name] = facts;
            const bool needsAnswer = isQuestion(error) && !isChangedHostKey(error); // which no answer of a person makes right
            setState(node.name, needsAnswer ? NodeState::NeedsAnswer : NodeState::Unreachable);
            emit factsChanged(node.name);
            if (isQuestion(error))
                emit questionRaised(node.name, error);
        });
    }
}

std::optional<NodeFacts> Cluster::facts(const QString &node) const
{
    const auto it = m_facts.constFind(node);
    return it == m_facts.cend() ? std::nullopt : std::optional(*it);
}

QList<NodeFacts> Cluster::allFacts() const
{
    QList<NodeFacts> all;
    for (const Node &node : m_deployment.nodes) {
        if (const std::optional<NodeFacts> known = facts(node.name)) {
            all << *known;
        } else {
            NodeFacts unknown;
            unknown.name = node.name;
            unknown.host = node.host;
            all << unknown;
        }
    }
    return all;
}

NodeState Cluster::state(const QString &node) const
{
    return m_states.value(node, NodeState::Unknown);
}

void Cluster::answered()
{
    for (const Node &node : m_deployment.nodes) {
        if (state(node.name) == NodeState::NeedsAnswer)
            inspect(node.name);
    }
}

void Cluster::setState(const QString &node, NodeState state)
{
    if (m_states.value(node, NodeState::Unknown) == state)
        return;
    m_states[node] = state;
    emit stateChanged(node);
}
