// What a session of a simulated node's sshd becomes. No Qt here: ascend-sim-front does it where nothing is wrong with
// the connections.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace sim {

// Marks in the node's folder that stand for its state: connections are lost (a fault), and the profile "real".
inline const char losesConnections[] = "/.sim/loses-connections";
inline const char hasRealLatency[] = "/.sim/real-latency";
constexpr unsigned realSessionMs = 2;    // stands for the way to the node

inline int becomeSession()
{
    const char *const command = getenv("SSH_ORIGINAL_COMMAND");
    (void)!chdir("/root");
    if (!command || !*command)
        execl("/bin/bash", "-bash", "-l", nullptr);
    else
        execl("/bin/bash", "bash", "-c", command, nullptr);
    perror("/bin/bash");
    return 127;
}

} // namespace sim
