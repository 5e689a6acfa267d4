// LastWork: what was done last with a run, as its state file tells it: by whom does not matter. Pure.
#pragma once

#include "core/runs/statefile.h"

struct LastWork
{
    enum class End { Done, Failed, Cut }; // Cut: somebody stopped it, it was told to go so far only, or it goes on

    RunWork work = RunWork::Deploy;
    End end = End::Cut;
    bool operator==(const LastWork &) const = default;
};

LastWork lastWorkIn(const StateDocument &document);

// Of a deploy that failed and was the last work; without steps: it was not.
struct LastFailure
{
    struct Step
    {
        QString node, step;
        QString message;                 // in every language, see inLanguage()
        bool operator==(const Step &) const = default;
    };
    QList<Step> steps;
    QStringList unstarted;               // nodes whose service it never came to start: what is there of a log is older
    bool operator==(const LastFailure &) const = default;
};

LastFailure lastFailureIn(const StateDocument &document);
LastFailure lastFailureOf(const QString &stateFile);     // reads it; one that cannot be read tells of none
