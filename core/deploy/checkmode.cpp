#include "core/deploy/checkmode.h"

#include "core/base/languages.h"
#include "core/deploy/steprunner.h"
#include "core/runs/deploytext.h"

#include <algorithm>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

// Starting and ending a service depends on what is changed on other nodes.
bool isOfService(const StepKind &kind)
{
    return kind.id == QByteArray("stop-stale") || kind.id == QByteArray("start");
}
// The run waits in these, or talks to the endpoint.
bool isOfEndpoint(const StepKind &kind)
{
    return kind.id == QByteArray("wait-ready") || kind.id == QByteArray("confirm") || kind.id == QByteArray("verify");
}

// Asks nothing that an earlier step would have made: what fails now fails in the run.
bool standsAlone(const StepKind &kind)
{
    return kind.id == QByteArray("weights");
}

class NodeAsking {
public:
    NodeAsking(const DeployPlan &plan, const RunState &before, const Node &node)
        : m_plan(plan)
        , m_before(before)
        , m_node(node)
        , m_context(contextFor(plan, node.name))
    {
        m_context.isOnlyAsked = true;
    }

    void ask(const OpenNode &open, bool isService, std::stop_token stop)
    {
        if (m_isOver)
            return;
        const EveryLanguage every;
        const Result<std::unique_ptr<Shell>> shell = open(m_node);
        for (const DeployStep &step : m_plan.steps) {
            const StepKind *kind = stepKind(step.id);
            if (step.node != m_node.name || !kind || isOfEndpoint(*kind) || isOfService(*kind) != isService)
                continue;
            if (m_isOver)
                return;
            if (!shell)
                put(step, CheckedStep::State::Failed, {}, shell.error());
            else
                ask(step, *kind, **shell, open, stop);
        }
    }

    void noteChangedFiles() { m_context.filesChanged = true; }
    bool wouldChange(const char *kind) const
    {
        return std::any_of(m_steps.cbegin(), m_steps.cend(), [&](const CheckedStep &step) {
            return step.state != CheckedStep::State::Holds && step.id.section(u'@', 0, 0) == QLatin1String(kind);
        });
    }
    const QList<CheckedStep> &steps() const { return m_steps; }

private:
    void put(const DeployStep &step, CheckedStep::State state, const QString &message,
             const std::optional<Error> &error = {})
    {
        m_steps << CheckedStep{step.id,
                               step.node,
                               step.title,
                               state,
                               message,
                               error};
        if (state == CheckedStep::State::WouldChange && m_first.isEmpty())
            m_first = step.id;
        m_isOver = m_isOver || state == CheckedStep::State::Failed;
    }

    void ask(const DeployStep &step, const StepKind &kind, Shell &shell, const OpenNode &open, std::stop_token stop)
    {
        // An ended service is started anew.
        const bool isEnded = kind.id == QByteArray("start") && wouldChange("stop-stale");
        Json data = m_before.step(step.id).data; // a copy: what is asked leaves no trace
        StepIo io{m_context, shell, stop, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}, open};
        const Result<StepAnswer> answer = kind.probe(io);
        if (!answer && answer.error().kind == ErrorKind::Canceled)
            return put(step, CheckedStep::State::Failed, {}, answer.error());
        if (!answer && !m_first.isEmpty() && answer.error().kind == ErrorKind::CommandFailed && !standsAlone(kind))
            return put(step, CheckedStep::State::Follows, m_first);
        if (!answer)
            return put(step, CheckedStep::State::Failed, {}, answer.error());
        if (answer->holds && !isEnded)
            return put(step, CheckedStep::State::Holds, answer->message);
        if (kind.change)
            return put(step, CheckedStep::State::WouldChange, answer->message);
        put(step, CheckedStep::State::Failed, {}, stepFailure(io, answer->message, {}));
    }

    const DeployPlan &m_plan;
    const RunState &m_before;
    const Node &m_node;
    StepContext m_context;
    QList<CheckedStep> m_steps;
    QString m_first; // id of the first step that would change something
    bool m_isOver = false; // the run would stop here
};

} // namespace

QList<CheckedStep> checkPlan(const DeployPlan &plan, const QString &stateFile, const OpenNode &open,
                             std::stop_token stop)
{
    RunState before(stateFile);
    (void)before.load(plan.deployment, plan.identity);
    std::vector<NodeAsking> nodes;
    nodes.reserve(size_t(plan.deployment.nodes.size()));
    for (const Node &node : plan.deployment.nodes)
        nodes.emplace_back(plan, before, node);
    const auto askAll = [&](bool isService) {
        std::vector<std::jthread> threads;
        for (NodeAsking &node : nodes)
            threads.emplace_back([&node, &open, isService, stop] { node.ask(open, isService, stop); });
    };
    askAll(false);
    // A file that is put into any container anew ends the service everywhere.
    if (std::any_of(nodes.cbegin(), nodes.cend(),
                    [](const NodeAsking &node) { return node.wouldChange("copy-into-container"); })) {
        for (NodeAsking &node : nodes)
            node.noteChangedFiles();
    }
    askAll(true);
    QList<CheckedStep> all;
    for (const NodeAsking &node : nodes)
        all << node.steps();
    return all;
}

QStringList changedNodes(const QList<CheckedStep> &steps)
{
    QStringList nodes;
    for (const CheckedStep &step : steps) {
        if (step.state == CheckedStep::State::WouldChange && !nodes.contains(step.node))
            nodes << step.node;
    }
    return nodes;
}

QString checkedStateName(CheckedStep::State state)
{
    switch (state) {
    case CheckedStep::State::Holds:
        return u"holds"_s;
    case CheckedStep::State::WouldChange:
        return u"would-change"_s;
    case CheckedStep::State::Follows:
        return u"follows"_s;
    case CheckedStep::State::Failed:
        break;
    }
    return u"failed"_s;
}
