// Handles of libssh2 that give themselves back. Only for handles whose release never blocks or may be
// skipped; a channel is released by SshLink::retire(), which can wait its turn.
#pragma once

#include <libssh2.h>
#include <libssh2_sftp.h>

#include <memory>

namespace ssh {

struct FreeAgent
{
    void operator()(LIBSSH2_AGENT *agent) const
    {
        libssh2_agent_disconnect(agent);
        libssh2_agent_free(agent);
    }
};
using Agent = std::unique_ptr<LIBSSH2_AGENT, FreeAgent>;

} // namespace ssh
