#include "core/deploy/checkmode.h"

#include "core/base/languages.h"
#include "core/deploy/containersteps.h"
#include "core/deploy/steprunner.h"
#include "core/runs/deploytext.h"

#include <algorithm>
#include <thread>
#include <vector>

using namespace Qt::StringLiterals;

namespace {

// Ending and starting a service depend on what is changed on other nodes: each is asked on all before the next.
enum class Round { Before, End, Start };
Round roundOf(const StepKind &kind)
{
    return kind.id == QByteArray("stop-stale") ? Round::End
        : kind.id == QByteArray("start")       ? Round::Start
                                               : Round::Before;
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

    void ask(const OpenNode &open, Round round, std::stop_token stop)
    {
        if (m_isOver)
            return;
        const EveryLanguage every;
        const Result<std::unique_ptr<Shell>> shell = open(m_node);
        for (const DeployStep &step : m_plan.steps) {
            const StepKind *kind = stepKind(step.id);
            if (step.node != m_node.name || !kind || isOfEndpoint(*kind) || roundOf(*kind) != round)
                continue;
            if (m_isOver)
                return;
            if (!shell)
                put(step, CheckedStep::State::Failed, {}, shell.error());
            else
                ask(step, *kind, **shell, open, stop);
        }
    }

    // How a run would fill the container. Unknown: one that is stopped may hold its files.
    enum class Filling { AsItIs, Anew, Unknown };
    Filling filling() const { return m_filling; }
    QString fillingStep() const
    {
        const CheckedStep *step = stepOf("copy-into-container");
        return step ? step->id : QString();
    }
    void noteChangedFiles() { m_context.filesChanged = true; }
    void noteChangedFilesIf(const QString &otherStep) { m_mayEndFor = otherStep; }

    bool staysRunning() const            // what runs there, as far as is known after Round::End
    {
        const CheckedStep *end = stepOf("stop-stale");
        return m_runs && end && end->state != CheckedStep::State::WouldChange;
    }
    const QStringList &needed() const { return m_context.launch.process.waitsFor; }
    void noteTorn()                      // Round::End is to be asked again
    {
        m_context.isTorn = true;
        m_steps.removeIf([](const CheckedStep &step) { return step.id.section(u'@', 0, 0) == "stop-stale"_L1; });
    }
    const QString &name() const { return m_node.name; }
    const QList<CheckedStep> &steps() const { return m_steps; }

private:
    const CheckedStep *stepOf(const char *kind) const
    {
        const auto found = std::find_if(m_steps.cbegin(), m_steps.cend(), [&](const CheckedStep &step) {
            return step.id.section(u'@', 0, 0) == QLatin1String(kind);
        });
        return found == m_steps.cend() ? nullptr : &*found;
    }

    // What is in a container that does not run cannot be asked, and one that is not there will be filled.
    Filling fillingBy(CheckedStep::State state, StepIo &io) const
    {
        if (state == CheckedStep::State::WouldChange)
            return Filling::Anew;
        if (state != CheckedStep::State::Follows || m_context.launch.copies.isEmpty())
            return Filling::AsItIs;
        const Result<NodeContainer> container
            = inspectContainer(io, m_context.launch.runtime, m_context.launch.container);
        return container && !container->exists ? Filling::Anew : Filling::Unknown;
    }

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
        Json data = m_before.step(step.id).data; // a copy: what is asked leaves no trace
        if (roundOf(kind) == Round::End)
            data = Json::object();       // what ran then says nothing of now
        StepIo io{m_context, shell, stop, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}, open};
        putAnswer(step, kind, io);
        if (kind.id == QByteArray("copy-into-container"))
            m_filling = fillingBy(m_steps.last().state, io);
        if (roundOf(kind) == Round::End)
            m_runs = boolAt(data, "runs").value_or(false);
    }

    void putAnswer(const DeployStep &step, const StepKind &kind, StepIo &io)
    {
        const Result<StepAnswer> answer = kind.probe(io);
        if (!answer && answer.error().kind == ErrorKind::Canceled)
            return put(step, CheckedStep::State::Failed, {}, answer.error());
        if (!answer && !m_first.isEmpty() && answer.error().kind == ErrorKind::CommandFailed && !standsAlone(kind))
            return put(step, CheckedStep::State::Follows, m_first);
        if (!answer)
            return put(step, CheckedStep::State::Failed, {}, answer.error());
        const CheckedStep *end = roundOf(kind) == Round::Start ? stepOf("stop-stale") : nullptr;
        const bool isEnded = end && end->state == CheckedStep::State::WouldChange; // it is started anew
        const bool mayBeEnded = (end && end->state == CheckedStep::State::Follows)
            || (roundOf(kind) == Round::End && boolAt(io.data, "runs").value_or(false));
        if (answer->holds && mayBeEnded && !m_mayEndFor.isEmpty())
            return put(step, CheckedStep::State::Follows, m_mayEndFor);
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
    QString m_mayEndFor; // id of another node's step that decides whether what runs here is ended
    Filling m_filling = Filling::AsItIs;
    bool m_runs = false; // the service, before anything is changed
    bool m_isOver = false; // the run would stop here
};

// As the run does after all have been asked: a service without another one that it needs is ended.
void endTorn(std::vector<NodeAsking> &nodes, const OpenNode &open, std::stop_token stop)
{
    QStringList running;
    for (const NodeAsking &node : nodes) {
        if (node.staysRunning())
            running << node.name();
    }
    for (NodeAsking &node : nodes) {
        const QStringList &needed = node.needed();
        const bool isTorn = running.contains(node.name())
            && std::any_of(needed.cbegin(), needed.cend(),
                           [&](const QString &other) { return !running.contains(other); });
        if (!isTorn)
            continue;
        node.noteTorn();
        node.ask(open, Round::End, stop);
    }
}

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
    const auto askAll = [&](Round round) {
        std::vector<std::jthread> threads;
        for (NodeAsking &node : nodes)
            threads.emplace_back([&node, &open, round, stop] { node.ask(open, round, stop); });
    };
    const auto firstFilled = [&](NodeAsking::Filling how) {
        return std::find_if(nodes.cbegin(), nodes.cend(),
                            [how](const NodeAsking &node) { return node.filling() == how; });
    };
    askAll(Round::Before);
    // A file that is put into any container anew ends the service everywhere.
    if (firstFilled(NodeAsking::Filling::Anew) != nodes.cend()) {
        for (NodeAsking &node : nodes)
            node.noteChangedFiles();
    } else if (const auto unknown = firstFilled(NodeAsking::Filling::Unknown); unknown != nodes.cend()) {
        for (NodeAsking &node : nodes)
            node.noteChangedFilesIf(unknown->fillingStep());
    }
    askAll(Round::End);
    endTorn(nodes, open, stop);
    askAll(Round::Start);
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
