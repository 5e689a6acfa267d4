// SshShell: Shell over SSH (libssh2). Built by openSshShell(), which connects, checks the host key and
// logs in, through jump hosts if there are any.
//
// How a command runs: the quoted argv is the argument of a constant `sh -c` line that first says, on
// stdout and stderr, a word made for this command, so that what a login script prints does not get into
// the output, and the number of its process group, so that stop and timeout can end it with `kill`
// over a second channel (sshkiller.h; sshd's own "signal" request is refused for root). It also appends the system
// folders to PATH, which a plain user lacks. Where the word does not come, the login shell did not run the line:
// an Error (Connection), whatever it said instead. Where it does not run the first one in time, nothing more is asked.
#pragma once

#include "core/shell/shell.h"
#include "core/shell/sshlogin.h"

struct SshHop
{
    SshLogin login;                    // login.host and login.port are where to connect
    QString name;                      // as the user calls it; empty: the host
    QString hostKeyName;               // to look up in known_hosts; empty: the host
    QStringList knownHostsFiles;       // all are asked; the user's before the system's
    // where an accepted key is written to; empty: it is kept nowhere and asked about anew
    QString newKeysFile;
};

struct SshSettings
{
    QString simulatorKnownHosts;       // asked about the node that the others do not know; never written to
    // named for the node by a stranger: an unknown key is not accepted for it, only told
    QString unbelievedKnownHosts;
    QStringList acceptedFingerprints;  // of unknown hosts: their keys are stored without a question
    // of the node; "hostkey:HOST:PORT:FINGERPRINT": accepted where no key is kept, while the program runs
    SecretFinder secrets;
    SecretFinder jumpSecrets;          // of the jump hosts: what is meant for one machine is shown to no other
    std::chrono::seconds connectTimeout{10};   // for each hop, login included
    std::chrono::seconds keepalive{5};         // lost after this and three unanswered questions of as long
};

// hops: jump hosts, then the node. Errors as core/nodes/connect.h says; a HostKey error has facts["unbelieved"], the
// sentences about unbelievedKnownHosts, and facts["contradicted"] = "yes" where another key stands there; facts["file"]
// is SshHop::newKeysFile.
Result<std::unique_ptr<Shell>> openSshShell(const QList<SshHop> &hops, const SshSettings &settings,
                                            std::stop_token stop);

// facts["sent"] of an Error that run() gives: "no" when the node certainly did not see the command.
inline bool wasNotSent(const Error &error) { return error.facts.value(QStringLiteral("sent")) == QLatin1String("no"); }
