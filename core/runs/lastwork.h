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
