// CommandGroup: several commands side by side on one machine. Whoever has one gives it commands while it is not full
// and takes the answers as they come. A command that hangs or is ended takes only itself along.
//
// One thread; it must not outlive its Shell. What still runs when it goes is ended.
#pragma once

#include "core/shell/shell.h"

#include <optional>

struct CommandAnswer
{
    qsizetype id = -1;                   // as given to begin()
    Result<CommandOutput> result;        // as Shell::run() gives it
    QByteArray heard = {};               // what came of both streams, in its order, up to mostHeard
    qint64 receivedBytes = 0;            // of both
    qint64 startedMs = 0, endedMs = 0;   // since the epoch: when it was sent, and when its end had come
};

class CommandGroup
{
public:
    static constexpr qsizetype mostHeard = 64 * 1024;

    virtual ~CommandGroup() = default;

    virtual bool isFull() const = 0;
    virtual void begin(qsizetype id, const Command &command) = 0; // one without input
    // Waits for an answer; none: nothing is under way. After a stop request all that runs is ended and answered with
    // Canceled.
    virtual std::optional<CommandAnswer> next(std::stop_token stop) = 0;
};

// For a Shell that can do one thing at a time.
std::unique_ptr<CommandGroup> oneByOne(Shell &shell);
