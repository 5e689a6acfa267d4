// ChildProcess: runs one program on this machine in a process group of its own, without a shell.
#pragma once

#include "core/shell/shell.h"

#include <sys/types.h>

namespace ChildProcess {

struct Start
{
    QStringList argv;          // argv[0] is looked up in PATH unless it has a slash
    QStringList pathPrefix;    // folders put before PATH
};

// `command` gives input, timeout and limits. A program that does not exist answers 127, one that may
// not be run 126, as a shell would. Stop and timeout send SIGTERM to the group and SIGKILL 40 ms later.
// Output of children that outlive the command is awaited for a quarter of a second, not for ever.
Result<CommandOutput> run(const Start &start, const Command &command, std::stop_token stop,
                          const Shell::OutputHandler &onOutput);

// posix_spawn() with these three as its only files, in a process group of its own, no signal blocked or ignored. An
// errno; 0: it runs.
int spawn(pid_t *pid, const char *program, char *const argv[], char *const environment[], int in, int out, int err);

} // namespace ChildProcess
