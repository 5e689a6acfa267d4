// As whom and by what means to log in. Values; the doing is in sshauth.h.
#pragma once

#include <QStringList>

#include <functional>
#include <optional>

// Looks a secret up: "password:user@host:port", "passphrase:FILE", "answer:user@host:port:PROMPT".
using SecretFinder = std::function<std::optional<QString>(const QString &key)>;

struct SshLogin
{
    enum class Method { Agent, Key, Password };
    QString user;
    QString host;                      // as named in secrets and sentences
    int port = 22;
    bool isJumpHost = false;           // on the way to the node: other secrets, other words
    Method method = Method::Agent;     // Agent: the agent's keys, then the identity files, then a known password
    QString agentSocket;               // empty: $SSH_AUTH_SOCK; "none": no agent
    QStringList identityFiles;         // absolute; missing ones are passed over
    bool areFilesNamed = false;        // by the node or ~/.ssh/config; else they are the usual ones
    bool identitiesOnly = false;       // of the agent's keys only those that have a file
};
