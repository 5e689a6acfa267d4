#include "core/checks/checkrun.h"

#include "core/runs/runstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

static void takeRun(CheckContext &context, const KnownRun &run)
{
    context.run = run.id;
    context.original = run.original;
    context.made = run.made.value(context.node.name);
    context.imageFailure = run.imageFailures.value(context.node.name);
}

Result<bool> areChipsOwn(Shell &shell, const Deployment &deployment, const Node &node, const QString &identity,
                         std::stop_token stop)
{
    CheckContext context = contextOf(deployment, node, u"en"_s);
    takeRun(context, knownRunOf(deployment, identity));
    const CheckSelection idle{{u"npu.idle"_s}};
    bool areOwn = false;
    const Result<NodeAnswers> answers = firstRound(shell, context, idle, stop, [&](const Finding &finding) {
        areOwn = areOwn || (finding.check == idle.only.first() && finding.isOwn);
    });
    if (!answers)
        return answers.error();
    return areOwn;
}

CheckRun::CheckRun(const Deployment &deployment, LinkOf linkOf, const QString &language, QObject *parent)
    : QObject(parent)
    , m_deployment(deployment)
    , m_linkOf(std::move(linkOf))
    , m_language(language)
{
    m_report.simulated = deployment.simulated;
    for (const Node &node : deployment.nodes) {
        NodeReport report;
        report.node = node.name;
        m_report.nodes << report;
    }
}

void CheckRun::start(const CheckSelection &selection)
{
    if (isRunning())
        return;
    m_report.cluster.clear();
    for (NodeReport &node : m_report.nodes) {
        node.findings.clear();
        node.error.reset();
        node.reachable = false;
    }
    m_answers.clear();
    m_wanted.clear();
    begin(selection, {});
}

void CheckRun::again(const QString &check, const QString &node)
{
    if (isRunning())
        return;
    CheckSelection selection{{check}};
    m_wanted = check;
    // What compares nodes, and what asks one node about the others, needs fresh answers of all.
    begin(selection, selection.wantsFacts() ? QString() : node);
}

bool CheckRun::isAwaited(const QString &check, const QString &node) const
{
    const auto isOf = [&check](const Finding &finding) { return finding.check == check; };
    const auto isNamed = [&node](const Node &one) { return one.name == node; };
    const QList<Finding> told = m_told.value(node);
    return isRunning() && m_selection.wants(check)
        && (node.isEmpty() || std::any_of(m_nodes.cbegin(), m_nodes.cend(), isNamed))
        && std::none_of(told.cbegin(), told.cend(), isOf);
}

void CheckRun::stop()
{
    if (!isRunning())
        return;
    m_isStopped = true;
    for (const Node &node : std::as_const(m_nodes)) {
        if (NodeLink *link = m_linkOf(node.name))
            link->cancelAll();
    }
}

void CheckRun::begin(const CheckSelection &selection, const QString &only)
{
    m_selection = selection;
    m_selection.allPairs = selection.allPairs || m_asksAllPairs;
    m_isSecond = false;
    m_isStopped = false;
    m_told.clear();
    m_nodes.clear();
    for (const Node &node : m_deployment.nodes) {
        if (only.isEmpty() || node.name == only)
            m_nodes << node;
    }
    m_took.start();
    m_context = contextOf(m_deployment, {}, m_language);
    m_pending = int(m_nodes.size());
    emit started(m_wanted);
    if (m_nodes.isEmpty()) {
        emit finished();
        return;
    }
    for (const Node &node : std::as_const(m_nodes))
        askFirst(node);
}

CheckContext CheckRun::contextFor(const Node &node) const
{
    CheckContext context = m_context;
    context.node = node;
    return context;
}

void CheckRun::askFirst(const Node &node)
{
    NodeLink *link = m_linkOf(node.name);
    if (!link) {
        fail(node, {ErrorKind::Invalid, Checks::tr("There is no way to reach %1.").arg(node.name), {}, {}});
        done();
        return;
    }
    link->run(
        this,
        [this, context = contextFor(node), selection = m_selection,
         identity = m_identity](Shell &shell, Job &job) mutable {
            takeRun(context, knownRunOf(context.deployment, identity));
            return firstRound(shell, context, selection, job.stop(), [this, &job, &context](const Finding &finding) {
                job.notify([this, node = context.node.name, finding] { note(node, finding); });
            });
        },
        [this, node](Result<NodeAnswers> answers) {
            if (answers) {
                m_answers[node.name] = *answers;
                m_report.simulated = m_report.simulated || answers->facts.simulated;
                reportOf(node.name).reachable = true;
                reportOf(node.name).error.reset();
                if (answers->facts.npuSmi)
                    reportOf(node.name).chips = chipsShown(*answers->facts.npuSmi);
                if (m_selection.wantsFacts())
                    emit factsKnown(answers->facts);
            } else {
                fail(node, answers.error());
            }
            done();
        });
}

void CheckRun::askSecond()
{
    m_isSecond = true;
    QList<Node> asked;
    for (const Node &node : std::as_const(m_nodes)) {
        if (m_answers.contains(node.name) && m_linkOf(node.name))
            asked << node;
    }
    m_pending = int(asked.size());
    if (asked.isEmpty())
        compare();
    for (const Node &node : std::as_const(asked))
        askSecond(node);
}

void CheckRun::askSecond(const Node &node)
{
    CheckContext context = contextFor(node);
    context.own = m_answers.value(node.name);
    context.asksAllPairs = m_selection.allPairs;
    for (const Node &other : std::as_const(m_nodes)) {
        if (other.name == node.name)
            continue;
        NodeAnswers none;
        none.node = other;
        context.others << m_answers.value(other.name, none);
    }
    m_linkOf(node.name)->run(
        this,
        [this, context, selection = m_selection, identity = m_identity](Shell &shell, Job &job) mutable {
            takeRun(context, knownRunOf(context.deployment, identity));
            return secondRound(shell, context, selection, job.stop(), [this, &job, &context](const Finding &finding) {
                job.notify([this, node = context.node.name, finding] { note(node, finding); });
            });
        },
        [this, node](Result<NodeAnswers> answers) {
            if (!answers)
                fail(node, answers.error());
            done();
        });
}

void CheckRun::compare()
{
    if (m_isStopped)
        return end();
    QList<NodeAnswers> all;
    for (const Node &node : std::as_const(m_nodes))
        all << m_answers.value(node.name);
    m_pending = 1;                       // recipes are read and every node's container is worked out
    m_comparison.run(
        this,
        [all, selection = m_selection, context = m_context](Job &) { return compareNodes(all, selection, context); },
        [this](const QList<Finding> &findings) {
            m_pending = 0;
            for (const Finding &finding : m_isStopped ? QList<Finding>() : findings)
                note({}, finding);
            end();
        });
}

void CheckRun::end()
{
    m_report.tookMs = m_took.elapsed();
    emit finished();
}

void CheckRun::note(const QString &node, const Finding &finding)
{
    m_told[node] << finding;
    QList<Finding> &findings = node.isEmpty() ? m_report.cluster : reportOf(node).findings;
    const auto it = std::find_if(findings.begin(), findings.end(),
                                 [&](const Finding &known) { return known.check == finding.check; });
    if (it == findings.end())
        findings << finding;
    else
        *it = finding;
    emit findingReady(node, finding);
}

void CheckRun::fail(const Node &node, const Error &error)
{
    NodeReport &report = reportOf(node.name);
    report.error = error;
    if (error.kind == ErrorKind::Canceled) // what it said before stands
        return;
    report.reachable = !m_told.value(node.name).isEmpty();
    m_answers.remove(node.name);
    const QList<Finding> before = m_told.value(node.name);
    for (const Finding &finding : findingsWithout(error, node, before, m_selection, m_language)) {
        if (!before.contains(finding))
            note(node.name, finding);
    }
    emit nodeEnded(node.name, error);
}

void CheckRun::done()
{
    if (--m_pending > 0)
        return;
    if (!m_isSecond && !m_isStopped && m_selection.wantsSecondRound())
        askSecond();
    else
        compare();
}

NodeReport &CheckRun::reportOf(const QString &node)
{
    for (NodeReport &report : m_report.nodes) {
        if (report.node == node)
            return report;
    }
    Q_ASSERT(false);
    return m_report.nodes.first();
}
