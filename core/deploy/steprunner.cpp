#include "core/deploy/steprunner.h"

#include <QCoreApplication>
#include <QElapsedTimer>

namespace {

StepOutcome ended(RunState &state, const QString &id, StepRecord record, const Error &error, qint64 tookMs)
{
    record.state = error.kind == ErrorKind::Canceled ? StepState::Stopped : StepState::Failed;
    record.message = error.message;
    record.tookMs = tookMs;
    const Result<void> saved = state.set(id, record);
    return {record.state, error.message, saved || error.kind == ErrorKind::Canceled ? error : saved.error(), tookMs};
}

} // namespace

StepContext contextFor(const DeployPlan &plan, const QString &node)
{
    StepContext context;
    context.deployment = plan.deployment.name;
    context.whole = plan.deployment;
    for (const Node &one : plan.deployment.nodes) {
        if (one.name == node)
            context.node = one;
    }
    for (const NodeFacts &facts : plan.facts) {
        if (facts.name == node)
            context.facts = facts;
    }
    for (const Artifact &file : plan.artifacts.files) {
        if (!file.remotePath.isEmpty() && (file.node.isEmpty() || file.node == node))
            context.files << file;
    }
    context.launch = plan.launches.value(node);
    context.endpoint = plan.endpoint;
    return context;
}

DeployStep describe(const StepKind &kind, const StepContext &context)
{
    DeployStep step;
    step.id = stepIdOf(kind, context.node.name);
    step.title = kind.title();
    step.node = context.node.name;
    step.probes = kind.probes ? kind.probes(context) : QStringList();
    step.commands = kind.commands ? kind.commands(context) : QStringList();
    step.undo = kind.undoText ? kind.undoText(context) : QString();
    step.expectedSeconds = kind.expectedSeconds;
    return step;
}

StepOutcome runStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell, std::stop_token stop, const StepLog &log)
{
    const QString id = stepIdOf(kind, context.node.name);
    QElapsedTimer timer;
    timer.start();
    StepRecord record = state.step(id);
    record.state = StepState::Running;
    record.message.clear();
    record.tookMs = 0;
    const auto save = [&] { return state.set(id, record); };
    StepIo io{context, shell, stop, log, record.data, save};
    if (const Result<void> saved = save(); !saved)
        return ended(state, id, record, saved.error(), timer.elapsed());

    Result<StepAnswer> answer = kind.probe(io);
    if (!answer)
        return ended(state, id, record, answer.error(), timer.elapsed());
    record.state = kind.change ? StepState::AlreadyHeld : StepState::Done;
    if (!answer->holds) {
        record.state = StepState::Running;
        record.changed = true; // before the change: kill -9 in the middle of it must not make us forget
        if (const Result<void> saved = save(); !saved)
            return ended(state, id, record, saved.error(), timer.elapsed());
        if (const Result<void> changed = kind.change(io); !changed)
            return ended(state, id, record, changed.error(), timer.elapsed());
        answer = kind.probe(io);
        if (!answer)
            return ended(state, id, record, answer.error(), timer.elapsed());
        if (!answer->holds)
            return ended(state, id, record, stepFailure(io, QCoreApplication::translate("Deploy", "It was done, and yet it does not hold: %1.").arg(answer->message),
                                                        QCoreApplication::translate("Deploy", "Something on the node undoes it; look at the step's log.")), timer.elapsed());
        record.state = StepState::Done;
    }
    record.message = answer->message;
    record.tookMs = timer.elapsed();
    if (const Result<void> saved = save(); !saved)
        return ended(state, id, record, saved.error(), timer.elapsed());
    return {record.state, record.message, {}, record.tookMs};
}

StepOutcome undoStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell, std::stop_token stop, const StepLog &log)
{
    const QString id = stepIdOf(kind, context.node.name);
    QElapsedTimer timer;
    timer.start();
    StepRecord record = state.step(id);
    StepIo io{context, shell, stop, log, record.data, [&] { return state.set(id, record); }};
    if (kind.undo) {
        if (const Result<void> undone = kind.undo(io); !undone)
            return ended(state, id, record, undone.error(), timer.elapsed());
    }
    if (const Result<void> saved = state.forget(id); !saved)
        return {StepState::Failed, saved.error().message, saved.error(), timer.elapsed()};
    return {StepState::Undone, {}, {}, timer.elapsed()};
}
