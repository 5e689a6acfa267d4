#include "core/cluster/cluster.h"

#include "core/base/languages.h"
#include "core/cluster/factschange.h"
#include "core/engines/recipebook.h"
#include "core/nodes/asking.h"
#include "core/nodes/quiet.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QEvent>
#include <QFileInfo>

#include <algorithm>
#include <mutex>

using namespace Qt::StringLiterals;

// Nodes that said on a link's thread that they are simulated; emptied on ours.
struct Cluster::SimulatedInbox
{
    std::mutex mutex;
    Cluster *owner = nullptr;
    int generation = 0;                  // of the open deployment: links of an earlier one do not speak for this
    QStringList nodes;

    void put(int of, const QString &node)
    {
        // As Worker does: a plain event, made before our mutex is taken, which ThreadSanitizer can see.
        auto wakeUp = std::make_unique<QEvent>(QEvent::User);
        const std::scoped_lock lock(mutex);
        if (!owner || of != generation)
            return;
        nodes << node;
        QCoreApplication::postEvent(owner, wakeUp.release());
    }
};

Cluster::Cluster(ConnectionSettings connections, QObject *parent)
    : QObject(parent)
    , m_connections(std::move(connections))
    , m_clock([] { return QDateTime::currentMSecsSinceEpoch(); })
    , m_simulatedInbox(std::make_shared<SimulatedInbox>())
{
    m_simulatedInbox->owner = this;
    hearOfSimulated();
    m_ageing.setInterval(5000);
    connect(&m_ageing, &QTimer::timeout, this, [this] {
        for (const Node &node : std::as_const(m_deployment.nodes))
            followHealth(node.name);
    });
}

Cluster::~Cluster()
{
    const std::scoped_lock lock(m_simulatedInbox->mutex);
    m_simulatedInbox->owner = nullptr;
}

bool Cluster::isSimulated() const
{
    return m_deployment.simulated || !m_simulated.isEmpty()
        || std::any_of(m_facts.cbegin(), m_facts.cend(), [](const NodeFacts &facts) { return facts.simulated; });
}

// From now on; the links that were made before are heard no more.
void Cluster::hearOfSimulated()
{
    const std::scoped_lock lock(m_simulatedInbox->mutex);
    m_simulatedInbox->nodes.clear();
    m_connections.onSimulated = [inbox = m_simulatedInbox, generation = ++m_simulatedInbox->generation](
                                    const QString &node) { inbox->put(generation, node); };
}

void Cluster::customEvent(QEvent *)
{
    takeSimulated();
}

void Cluster::takeSimulated()
{
    const bool before = isSimulated();
    QStringList nodes;
    {
        const std::scoped_lock lock(m_simulatedInbox->mutex);
        nodes.swap(m_simulatedInbox->nodes);
    }
    for (const Node &node : std::as_const(m_deployment.nodes)) {
        if (nodes.contains(node.name))
            m_simulated.insert(node.name);
    }
    if (isSimulated() == before)
        return;
    if (!m_path.isEmpty()) {             // the file does not say it: the next start would not know
        m_hasLearned = true;
        emit modifiedChanged();
    }
    emit simulatedChanged();
}

void Cluster::open(const Deployment &deployment, const QString &path)
{
    m_links.clear();
    m_facts.clear();
    m_states.clear();
    m_notes.clear();
    m_changes.clear();
    m_former.clear();
    m_shown.clear();
    m_simulated.clear();
    hearOfSimulated();
    m_ageing.start();
    m_deployment = m_saved = deployment;
    m_path = path;
    m_connections.baseFolder = path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
    m_hasLearned = false;
    emit deploymentChanged();
    emit opened();
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
    for (const Node &node : std::as_const(m_deployment.nodes)) {
        if (!isSame(node.name))
            putAside(node);
    }
    std::erase_if(m_links, [&](const auto &entry) { return !isSame(entry.first); });
    m_facts.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_states.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_notes.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_shown.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    m_simulated.removeIf([&](const QString &node) { return !isSame(node); });
    m_changes.removeIf([&](const auto &entry) { return !isSame(entry.key()); });
    QList<Node> others;
    std::copy_if(now.cbegin(), now.cend(), std::back_inserter(others),
                 [&](const Node &node) { return !isSame(node.name); });
    for (const Node &node : std::as_const(others))
        takeBack(node);
    if (!m_ageing.isActive()) // nothing was ever opened
        m_ageing.start();
    m_deployment = deployment;
    emit deploymentChanged();
    emit modifiedChanged();
}

// What was learned of a node is true of it still when its removal is undone; only its age grows.
void Cluster::putAside(const Node &node)
{
    m_former.removeIf([&](const Known &known) { return known.node == node; });
    const NodeState state = m_states.value(node.name, NodeState::Unknown);
    m_former << Known{node,
                      facts(node.name),
                      state == NodeState::Connecting ? NodeState::Unknown : state,
                      m_notes.value(node.name),
                      m_changes.value(node.name),
                      m_simulated.contains(node.name)};
}

void Cluster::takeBack(const Node &node)
{
    const auto it
        = std::find_if(m_former.cbegin(), m_former.cend(), [&](const Known &known) { return known.node == node; });
    if (it == m_former.cend())
        return;
    if (it->facts)
        m_facts[node.name] = *it->facts;
    m_states[node.name] = it->state;
    m_notes[node.name] = it->notes;
    if (it->change.atMs > 0)
        m_changes[node.name] = it->change;
    if (it->isSimulated)
        m_simulated.insert(node.name);
    m_former.erase(it);
}

void Cluster::markSaved(const QString &path)
{
    m_path = path;
    m_saved = m_deployment;
    m_hasLearned = false;
    emit modifiedChanged();
}

// Why a node is not reached is shown as long as it is so.
static ShellFactory keptInEach(ShellFactory open)
{
    return [open = std::move(open)](std::stop_token stop) -> Result<std::unique_ptr<Shell>> {
        Result<std::unique_ptr<Shell>> opened = [&] {
            const EveryLanguage every;
            return open(std::move(stop));
        }();
        if (!opened)
            return keptInEach(opened.error());
        return opened;
    };
}

std::unique_ptr<NodeLink> Cluster::openLink(const QString &name, bool repeats) const
{
    for (const Node &node : m_deployment.nodes) {
        if (node.name == name)
            return std::make_unique<NodeLink>(
                keptInEach(shellFactoryFor(node, repeats ? quiet(m_connections) : m_connections)));
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
            return inspectNode(shell, node, withDefaults(deployment), job.stop());
        }, [this, node](Result<NodeFacts> answer) {
            if (answer) {
                take(*answer);
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
            m_changes.remove(node.name);
            tell(node.name, notesOf(facts, now()));
            // which no answer of a person makes right
            const bool needsAnswer = isQuestion(error) && !isChangedHostKey(error);
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

void Cluster::noteSimulated(const QString &node)
{
    {
        const std::scoped_lock lock(m_simulatedInbox->mutex);
        m_simulatedInbox->nodes << node;
    }
    takeSimulated();
}

void Cluster::take(const NodeFacts &facts)
{
    const auto named = [&](const Node &node) { return node.name == facts.name; };
    if (std::none_of(m_deployment.nodes.cbegin(), m_deployment.nodes.cend(), named))
        return;
    if (facts.simulated)
        noteSimulated(facts.name);
    // Asking again makes nothing a matter of the past; only an answer that is another one does.
    const auto before = m_facts.constFind(facts.name);
    const bool isAsBefore = before != m_facts.cend() && isAlike(*before, facts);
    const bool isNoNews = isAsBefore && lastChange(facts.name).atMs == 0;
    m_facts[facts.name] = facts;
    m_changes.remove(facts.name);
    QList<HealthNote> notes = notesOf(facts, now());
    for (HealthNote &note : notes) {
        note.isAsBefore = isAsBefore;
        note.isNoNews = isNoNews;
    }
    tell(facts.name, notes);
    if (!isNoNews)
        outdateBetween(facts.name);
    setState(facts.name, NodeState::Reachable);
    emit factsChanged(facts.name);
}

// What the checks found the others to differ from may be otherwise now.
void Cluster::outdateBetween(const QString &node)
{
    for (const Node &other : std::as_const(m_deployment.nodes)) {
        const auto notes = m_notes.find(other.name);
        if (other.name == node || notes == m_notes.end())
            continue;
        for (HealthNote &note : *notes)
            note.isPast = note.isPast || note.isBetween;
        followHealth(other.name);
    }
}

void Cluster::markChanged(const QString &node, ChangedBy by)
{
    const auto named = [&](const Node &one) { return one.name == node; };
    if (std::none_of(m_deployment.nodes.cbegin(), m_deployment.nodes.cend(), named))
        return;
    if (m_facts.contains(node))
        m_changes[node] = {now(), by};
    emit nodeChanged(node, by);
}

NodeChange Cluster::lastChange(const QString &node) const { return m_changes.value(node); }

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

void Cluster::setState(const QString &node, NodeState state)
{
    if (m_states.value(node, NodeState::Unknown) == state)
        return;
    m_states[node] = state;
    emit stateChanged(node);
    followHealth(node);
}

NodeHealth Cluster::health(const QString &node) const
{
    return healthOf(m_notes.value(node), state(node) == NodeState::Connecting, now(), dataLanguage());
}

void Cluster::tell(const QString &node, const QList<HealthNote> &news)
{
    const auto named = [&](const Node &one) { return one.name == node; };
    if (news.isEmpty() || std::none_of(m_deployment.nodes.cbegin(), m_deployment.nodes.cend(), named))
        return;
    // The node's name stands beside the words wherever they are shown.
    const auto withoutName = [&node](QString &words) {
        for (const QString &prefix : {node + u": "_s, node + u"："_s}) {
            if (words.startsWith(prefix))
                words.remove(0, prefix.size());
        }
    };
    QList<HealthNote> notes = news;
    for (HealthNote &note : notes) {
        withoutName(note.words);
        for (QString &words : note.wordsIn)
            withoutName(words);
    }
    m_notes[node] = mergedNotes(m_notes.value(node), notes);
    followHealth(node);
}

void Cluster::withdrawChecks(const QString &node, bool isOfOtherSettings, HealthSource source)
{
    const auto notes = m_notes.find(node);
    if (notes == m_notes.end())
        return;
    for (HealthNote &note : *notes) {
        if (note.source == source && note.topic == HealthTopic::Checks && note.level > HealthLevel::Ok)
            note.isOfOtherSettings = isOfOtherSettings;
    }
    followHealth(node);
}

void Cluster::settle(const QString &node, const QStringList &checks)
{
    const auto notes = m_notes.find(node);
    if (notes == m_notes.end())
        return;
    notes->removeIf([&checks](const HealthNote &note) {
        return note.topic == HealthTopic::Checks && note.level > HealthLevel::Ok && checks.contains(note.check);
    });
    followHealth(node);
}

void Cluster::setClock(std::function<qint64()> clock)
{
    m_clock = std::move(clock);
    for (const Node &node : std::as_const(m_deployment.nodes))
        followHealth(node.name);
}

// The monitor tells each second; what a page shows changes with the words and by the minute.
void Cluster::followHealth(const QString &node)
{
    NodeHealth seen = health(node);
    seen.atMs = seen.atMs > 0 ? (now() - seen.atMs) / 60'000 + 1 : 0;
    seen.whyAtMs = 0;
    const auto it = m_shown.constFind(node);
    if (it != m_shown.cend() && *it == seen)
        return;
    m_shown[node] = seen;
    emit healthChanged(node);
}
