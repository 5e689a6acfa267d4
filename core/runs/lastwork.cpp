#include "core/runs/lastwork.h"

#include <algorithm>

LastWork lastWorkIn(const StateDocument &document)
{
    const auto anyIs = [&](StepState state) {
        return std::any_of(document.steps.cbegin(), document.steps.cend(),
                           [state](const auto &step) { return step.second.state == state; });
    };
    const bool serves = std::any_of(document.steps.cbegin(), document.steps.cend(), [](const auto &step) {
        const StepState state = step.second.state;   // pending: it was ended, and can be started again
        return step.first.startsWith(QLatin1String("start@")) && step.second.changed && state != StepState::Pending;
    });
    LastWork last;
    bool isDone = false;
    if (document.isServiceStopped) {
        last.work = RunWork::StopService;
        isDone = !serves;
    } else if (document.isUndoing) {
        last.work = RunWork::Undo;
        isDone = !document.hasChanges();
    } else {
        // Undone: a step that an earlier plan had. One that nobody came to yet has no record.
        const auto isPast = [](const auto &step) {
            const StepState state = step.second.state;
            return state == StepState::Done || state == StepState::UpToDate || state == StepState::Undone;
        };
        const auto isLast = [](const auto &step) {
            return step.first.section(QLatin1Char('@'), 0, 0) == stepNames().last()
                && step.second.state != StepState::Undone;
        };
        isDone = std::all_of(document.steps.cbegin(), document.steps.cend(), isPast)
            && std::any_of(document.steps.cbegin(), document.steps.cend(), isLast);
    }
    last.end = isDone                   ? LastWork::End::Done
        : anyIs(StepState::Failed) ? LastWork::End::Failed
                                   : LastWork::End::Cut;
    return last;
}

LastFailure lastFailureIn(const StateDocument &document)
{
    LastFailure failure;
    if (lastWorkIn(document) != LastWork{RunWork::Deploy, LastWork::End::Failed})
        return failure;
    for (const auto &[id, record] : document.steps) {
        const QString step = id.section(QLatin1Char('@'), 0, 0), node = id.section(QLatin1Char('@'), 1);
        if (record.state == StepState::Failed)
            failure.steps << LastFailure::Step{node, step, record.message};
    }
    for (const StateNode &node : document.nodes) {
        const auto its = std::find_if(document.steps.cbegin(), document.steps.cend(), [&](const auto &step) {
            return step.first == QLatin1String("start@") + node.name;
        });
        const StepState state = its == document.steps.cend() ? StepState::Pending : its->second.state;
        if (state == StepState::Pending || state == StepState::Undone)
            failure.unstarted << node.name;
    }
    return failure;
}

LastFailure lastFailureOf(const QString &stateFile)
{
    const Result<StateDocument> document = readStateFile(stateFile);
    return document ? lastFailureIn(*document) : LastFailure();
}
