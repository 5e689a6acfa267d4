// Plays one step on one node: ask, change if it does not hold, ask again. Blocking; on the node's link.
#pragma once

#include "core/deploy/step.h"

StepContext contextFor(const DeployPlan &plan, const QString &node);
DeployStep describe(const StepKind &kind, const StepContext &context);

// Of an error that is not the step's own but the link's: during what, what to do, and how it goes on.
Error whereItStopped(Error error, const QString &title, const QString &node, RunWork work);

struct StepOutcome
{
    StepState state = StepState::Pending; // Done, UpToDate, Failed, Stopped, Undone
    QString message;
    Error error;                         // of Failed and Stopped
    qint64 tookMs = 0;
};

using StepLog = std::function<void(const QByteArray &)>;
using StepTell = std::function<void(const QString &words)>;

// The words that a step says hold every language (see inLanguage()) until they are shown; told() are those of the
// moment.
Error told(Error error);

// Every change of the step's record is on disk before the next command runs.
StepOutcome runStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell,
                    std::stop_token stop, const StepLog &log, const OpenNode &open = {}, const StepTell &tell = {});
StepOutcome undoStep(const StepKind &kind, const StepContext &context, RunState &state, Shell &shell,
                     std::stop_token stop, const StepLog &log);
