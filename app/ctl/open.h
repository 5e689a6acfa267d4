// Opening a deployment file for a verb: the file named among the arguments, and how to reach its nodes.
// Shared by every verb that asks nodes.
//
// Options taken out of the arguments:
//   --accept-new-host-key SHA256:...  (again and again) an unknown host with this key is added to known_hosts
//   --known-hosts FILE, --ssh-config FILE   instead of those in ~/.ssh
//   --password-fd N, --jump-password-fd N, --passphrase-fd N   one line each is read from the descriptor
// The password is every node's, the jump password every jump host's. The environment variables ASCENDCTL_PASSWORD and
// ASCENDCTL_JUMP_PASSWORD are these where no descriptor is given; they are taken out of the environment, so that no
// command that we start sees them.
#pragma once

#include "core/nodes/connect.h"

#include <stop_token>

namespace ctl {

inline constexpr const char *connectionUsage = "[--accept-new-host-key SHA256:...] [--known-hosts FILE] [--ssh-config "
                                               "FILE] [--password-fd N] [--jump-password-fd N] [--passphrase-fd N]";

struct Opened
{
    Deployment deployment;
    QString path;
    ConnectionSettings connections;
};

// Takes the first argument that is no option, and the options above; leaves the rest to the verb. Keys of the file that
// have no effect are told to people (stderr). Errors: Parse, Invalid, Storage as loadDeployment() says; facts["usage"]
// for wrong usage: ctl::fail() gives both their exit codes.
Result<Opened> openDeployment(QStringList &arguments, const std::stop_token &stop);

// Invalid: the deployment has no nodes, so there is nobody to ask.
Result<void> wantNodes(const Opened &opened);

// The connection options alone, for a verb that reads its nodes elsewhere.
Result<ConnectionSettings> takeConnectionOptions(QStringList &arguments, const std::stop_token &stop);

// What to do about an error that waits for an answer (unknown host key, password), as one sentence;
// empty: there is nothing to say beyond its message.
QString howToGoOn(const Error &error);

} // namespace ctl
