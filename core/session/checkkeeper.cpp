#include "core/session/checkkeeper.h"

#include "core/base/languages.h"
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"
#include "core/runs/runstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

CheckKeeper::CheckKeeper(Cluster &cluster, QObject *parent)
    : QObject(parent)
    , m_cluster(cluster)
    , m_nodes(cluster.deployment().nodes)
    , m_accepted(acceptancesIn(cluster.deployment().other))
{
    connect(&cluster, &Cluster::deploymentChanged, this, &CheckKeeper::followDeployment);
    connect(&cluster, &Cluster::opened, this, [this] {
        m_toldOf.clear();
        forget();
    });
    connect(&cluster, &Cluster::nodeChanged, this,
            [this](const QString &node, ChangedBy by) { outdate({Since::Changed, m_cluster.now(), {node}, {by}}); });
    connect(&cluster, &Cluster::healthChanged, this, &CheckKeeper::followHealth);
}

CheckKeeper::~CheckKeeper() = default;

void CheckKeeper::runAll(bool allPairs)
{
    if (isRunning() || m_nodes.isEmpty())
        return;
    m_asked = m_cluster.deployment();
    m_hadRecipe = hasRecipe();
    m_past = {};
    m_endedMs = 0;
    m_healths.clear();
    m_run = std::make_unique<CheckRun>(
        m_asked, [this](const QString &node) { return m_cluster.link(node); }, dataLanguage());
    m_run->setIdentity(fileIdentity(m_asked, m_cluster.path()));
    connect(m_run.get(), &CheckRun::started, this, &CheckKeeper::begun);
    connect(m_run.get(), &CheckRun::findingReady, this, &CheckKeeper::findingReady);
    connect(m_run.get(), &CheckRun::finished, this, &CheckKeeper::takeEnd);
    connect(m_run.get(), &CheckRun::factsKnown, &m_cluster, &Cluster::take);
    connect(m_run.get(), &CheckRun::nodeEnded, this, [this](const QString &node, const Error &error) {
        // The window asks in place; then the checks are run again.
        if (error.kind == ErrorKind::HostKey || error.kind == ErrorKind::Authentication)
            emit m_cluster.questionRaised(node, error);
    });
    m_run->setAllPairs(allPairs);
    m_run->start();
}

void CheckKeeper::runAgain(const QString &check, const QString &node, bool allPairs)
{
    if (isRunning())
        return;
    if (!m_run || m_past.since != Since::Nothing)
        return runAll(allPairs);
    m_run->setAllPairs(allPairs);
    m_run->again(check, node);
}

void CheckKeeper::stop()
{
    if (m_run)
        m_run->stop();
}

int CheckKeeper::expected() const
{
    return int((firstRoundChecks().size() + secondRoundChecks().size()) * m_nodes.size() + clusterChecks().size());
}

void CheckKeeper::accept(const QString &node, const Finding &finding, bool isAccepted)
{
    QList<Acceptance> accepted = m_accepted;
    accepted.removeIf([&](const Acceptance &one) { return one.check == finding.check && one.node == node; });
    if (isAccepted && canBeAccepted(finding))
        accepted << acceptanceOf(node, finding);
    Deployment changed = m_cluster.deployment();
    putAcceptances(changed.other, accepted);
    m_cluster.edit(changed);
}

bool CheckKeeper::hasRecipe() const
{
    return ::hasRecipe(m_cluster.deployment().recipe);
}

int CheckKeeper::waiting() const
{
    const QList<Finding> all = allFindings(report());
    return int(std::count_if(all.cbegin(), all.cend(), isWaitingForRecipe));
}

bool CheckKeeper::isPassed() const
{
    if (!m_run || isRunning() || m_past.since != Since::Nothing || waiting() > 0)
        return false;
    const ClusterReport said = report();
    const VerdictCounts counts = countsOf(said);
    const bool allReached = std::all_of(said.nodes.cbegin(), said.nodes.cend(),
                                        [](const NodeReport &node) { return node.reachable; });
    return allReached && counts.failed == 0 && counts.passed > 0;
}

QList<Finding> CheckKeeper::blamed() const
{
    if (isRunning() || m_past.since != Since::Nothing)
        return {};
    QList<Finding> all = allFindings(report());
    all.removeIf([](const Finding &finding) {
        return finding.verdict != Verdict::Fail || !(finding.isOfSettings || finding.check.startsWith(u"recipe."));
    });
    return all;
}

void CheckKeeper::forget()
{
    m_run.reset();
    m_past = {};
    m_endedMs = 0;
    m_healths.clear();
    m_nodes = m_cluster.deployment().nodes;
    emit forgotten();
}

// Other pages tell of a node what the checks found wrong with it, also where these are forgotten.
void CheckKeeper::followSettings()
{
    for (auto it = m_toldOf.cbegin(); it != m_toldOf.cend(); ++it)
        m_cluster.withdrawChecks(it.key(), !isAskedAlike(*it));
}

// Mostly all were asked for the same, and judging it takes milliseconds: once for a hundred nodes.
bool CheckKeeper::isAskedAlike(Deployment then)
{
    then.nodes = m_cluster.deployment().nodes;
    if (std::exchange(m_judgedFor, m_cluster.deployment()) != m_cluster.deployment())
        m_judged.clear();
    for (const auto &[other, isAlike] : std::as_const(m_judged)) {
        if (other == then)
            return isAlike;
    }
    m_judged.emplaceBack(then, isCheckedAlike(m_cluster.deployment(), then));
    return m_judged.constLast().second;
}

void CheckKeeper::followDeployment()
{
    followSettings();
    const QList<Acceptance> before = std::exchange(m_accepted, acceptancesIn(m_cluster.deployment().other));
    if (m_cluster.deployment().nodes != m_nodes)
        return forget();
    if (m_accepted != before)
        followAccepted();
    if (m_run && !isAskedAlike(m_asked)) { // its nodes are these
        outdate({Since::Settings, m_cluster.now()});
    } else if (m_past.since == Since::Settings) { // as they were asked for again
        m_past = {};
        emit pastChanged();
    }
}

// The nodes say what counts now. That is nothing that has happened to them since the checks had ended.
void CheckKeeper::followAccepted()
{
    if (isRunning())                     // they are told when it ends
        return;
    const ClusterReport said = report(), counts = counted();
    for (qsizetype i = 0; i < said.nodes.size(); ++i) {
        const QString &node = said.nodes[i].node;
        if (m_cluster.health(node).atMs == 0) // another deployment of the same nodes is being opened
            continue;
        // What is of the past stays so, and tells no more of what was accepted.
        if (m_past.since != Since::Nothing || m_cluster.health(node).isOfOtherFacts) {
            QStringList settled;
            for (const Finding &finding : said.nodes[i].findings + findingsBetween(said, node)) {
                if (isAccepted(m_accepted, node, finding) || isAccepted(m_accepted, {}, finding))
                    settled << finding.check;
            }
            m_cluster.settle(node, settled);
            continue;
        }
        m_healths.remove(node);
        tellOf(counts.nodes[i], counts);
        if (const NodeHealth health = m_cluster.health(node); !health.isAsking)
            m_healths.insert(node, health);
    }
    followSettings();
}

void CheckKeeper::outdate(const Past &what)
{
    // What has changed a node weighs more than that it is worse now, unless a run says so itself; both more than that
    // other facts are known of it, and all more than other settings: those can be put back. Of two that became worse
    // the later one is told, and all that were changed or of which other facts are known.
    const Since before = m_past.since;
    if (m_run && before == what.since && (before == Since::Changed || before == Since::Otherwise)) {
        QStringList nodes;
        for (const Node &node : std::as_const(m_nodes)) {
            if (m_past.nodes.contains(node.name) || what.nodes.contains(node.name))
                nodes << node.name;
        }
        m_past.nodes = nodes;
        for (const ChangedBy by : what.by) {
            if (!m_past.by.contains(by))
                m_past.by << by;
        }
        emit pastChanged();
        return;
    }
    const bool isLater = before == Since::Worse && what.since == Since::Worse;
    const bool isOfRun = what.since == Since::Worse && what.health.source == HealthSource::Run;
    const bool isHeavier = before == Since::Changed ? isOfRun
        : before == Since::Otherwise                ? what.since != Since::Settings
                                                    : before == Since::Settings && what.since != Since::Settings;
    if (!m_run || (before != Since::Nothing && !isLater && !isHeavier))
        return;
    m_past = what;
    emit pastChanged();
}

void CheckKeeper::followHealth(const QString &node)
{
    const NodeHealth health = m_cluster.health(node);
    if (isRunning() || health.isAsking || m_endedMs == 0)
        return;
    const auto then = m_healths.constFind(node);
    if (then == m_healths.cend()) {      // it was being asked when the checks had ended
        m_healths.insert(node, health);
        return;
    }
    followOtherFacts(node, health);
    if (!isWorse(health, *then))
        return;
    if (m_past.since == Since::Worse && m_past.nodes.contains(node) && health.level == m_past.health.level)
        return; // told already; its words may count seconds
    outdate({Since::Worse, m_cluster.now(), {node}, {}, health, dataLanguage()});
}

bool CheckKeeper::isWorse(const NodeHealth &now, const NodeHealth &then) const
{
    const bool isOfRun = now.level == HealthLevel::Failed && now.source == HealthSource::Run;
    if (isOfRun && now.whyAtMs >= m_endedMs) // whatever else they had found
        return true;
    if (now.level == HealthLevel::Warning && now.source == HealthSource::Monitor) // it may only be late
        return false;
    const bool wasOnlyWarned = then.level == HealthLevel::Warning && then.source == HealthSource::Checks;
    if (wasOnlyWarned && now.level == HealthLevel::Warning) // of something else now
        return now.source == HealthSource::Inspection;
    return now.level > then.level;
}

bool CheckKeeper::hasTrouble(const QString &node) const
{
    const ClusterReport said = report();
    for (const NodeReport &one : said.nodes) {
        if (one.node == node)
            return !one.reachable
                || std::any_of(one.findings.cbegin(), one.findings.cend(),
                               [](const Finding &finding) { return finding.verdict == Verdict::Fail; });
    }
    return false;
}

bool CheckKeeper::isFailedBetween(const QString &node) const
{
    const QList<Finding> between = findingsBetween(report(), node);
    return std::any_of(between.cbegin(), between.cend(),
                       [](const Finding &finding) { return finding.verdict == Verdict::Fail; });
}

// Everywhere else it stands that the fault is over, or may be: the advice on it would be followed in vain.
void CheckKeeper::followOtherFacts(const QString &node, const NodeHealth &health)
{
    const auto isOnlyWarned = [](const NodeHealth &one) {
        return one.level == HealthLevel::Warning && one.source == HealthSource::Checks && !one.isOfOtherSettings;
    };
    const NodeHealth then = m_healths.value(node);
    const bool wasBad = then.level >= HealthLevel::Failed;
    const bool isOver = health.level == HealthLevel::Ok || health.isOfOtherFacts
        || (wasBad && isOnlyWarned(health)); // that stays, and is no failure
    const bool isTold = m_past.since == Since::Otherwise && m_past.nodes.contains(node);
    if (!isTold && isOver && wasBad && (hasTrouble(node) || isFailedBetween(node))) {
        outdate({Since::Otherwise, m_cluster.now(), {node}});
    } else if (isTold && health.level >= HealthLevel::Failed) { // it came back, and they hold
        m_past.nodes.removeAll(node);
        if (m_past.nodes.isEmpty())
            m_past = {};
        emit pastChanged();
    }
}

void CheckKeeper::tellOf(const NodeReport &node, const ClusterReport &counted)
{
    const QList<HealthNote> notes = notesOf(node, m_cluster.now(), findingsBetween(counted, node.node));
    const auto isOfChecks = [](const HealthNote &note) { return note.topic == HealthTopic::Checks; };
    if (std::any_of(notes.cbegin(), notes.cend(), isOfChecks))
        m_toldOf[node.node] = m_asked;
    m_cluster.tell(node.node, notes);
}

void CheckKeeper::takeEnd()
{
    const ClusterReport counts = counted();
    for (const NodeReport &node : counts.nodes)
        tellOf(node, counts);
    for (const Node &node : std::as_const(m_nodes)) {
        if (const NodeHealth health = m_cluster.health(node.name); !health.isAsking)
            m_healths.insert(node.name, health);
    }
    followSettings();                    // they may have changed meanwhile
    if (m_endedMs == 0) // else one of them was asked again; the others are as old as they were
        m_endedMs = m_cluster.now();
    emit ended();
}
