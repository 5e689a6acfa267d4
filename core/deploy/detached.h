// A long command that goes on on its node when nobody listens any more: the link drops, the desktop sleeps, the program
// is killed. What it says is kept beside the deployment's files, and read on from where it was left. Who comes again
// follows the one that runs instead of starting a second.
#pragma once

#include "core/deploy/step.h"

// name: of its files in the deployment's folder (".NAME.log", ".NAME.state", ".NAME.lock"), which are gone when its end
// was heard. One of that name and with other arguments is ended first. Blocking; what it says goes into the log. A stop
// ends the command; a lost link does not, and its error says so. On a node without flock it is run as any other.
// Error: the link; the timeout, after which it is ended; or it was cut short (the node restarted, somebody killed it).
Result<CommandOutput> runDetached(StepIo &io, const QString &name, const QStringList &argv,
                                  std::chrono::milliseconds timeout);

// For undo: ends it where it runs and takes its files away. True: it ran.
Result<bool> endDetached(StepIo &io, const QString &folder, const QString &name);

void setDetachedPause(std::chrono::milliseconds pause); // tests: between two questions; default 1 s
