// What a run would change now: each step's own question, asked on its node, and nothing changed. A step whose answer
// depends on what an earlier one would change first, there or on another node, cannot be asked yet; it says which one.
// Whether the endpoint answers is not asked here (the run waits for that); `verify` asks it.
#pragma once

#include "core/deploy/step.h"

struct CheckedStep
{
    enum class State { Holds, WouldChange, Follows, Failed };
    QString id, node, title;             // as DeployStep has them
    State state = State::Holds;
    // what was found, in words that hold every language (inLanguage()); of Follows: the id of the step that comes first
    QString message;
    std::optional<Error> error;          // of Failed: the run would stop there; the same, shown as told() of it
};

// Of every node, all at once, in the order of the plan's steps. `plan` as DeployRun has it (owner, file); stateFile: of
// the run before, it may not be there. A node that cannot be asked has one step, Failed, with the link's error.
QList<CheckedStep> checkPlan(const DeployPlan &plan, const QString &stateFile, const OpenNode &open,
                             std::stop_token stop);

QStringList changedNodes(const QList<CheckedStep> &steps);       // on which a run would change something

// As documents have it: "holds", "would-change", "follows", "failed".
QString checkedStateName(CheckedStep::State state);
