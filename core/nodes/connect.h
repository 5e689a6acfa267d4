// How a Shell to a node is opened, and who is told of every command that runs on one.
#pragma once

#include "core/nodes/deployment.h"
#include "core/nodes/nodelink.h"

#include <QHash>

#include <mutex>

// Passwords and passphrases, in memory only. Thread safe. Keys: "password:<user>@<host>:<port>",
// "passphrase:<identity file>", "answer:<user>@<host>:<port>:<prompt>"; "password:*" (or another word
// before the colon) serves every node where nothing more special is known, but no jump host: those have
// "jump-password:*". User, host and port are those in effect, after ~/.ssh/config; an Authentication error names the
// key.
class Secrets
{
public:
    void set(const QString &key, const QString &secret);
    std::optional<QString> find(const QString &key) const;
    std::optional<QString> findForJumpHost(const QString &key) const;
    void forget(const QString &key);

private:
    std::optional<QString> found(const QString &key, const QString &everywhere) const;
    mutable std::mutex m_mutex;
    QHash<QString, QString> m_secrets;
};

// One command that ran (or was tried) on a node: a row of the Activity page. Never holds stdin.
struct CommandRecord
{
    QString node;
    QString line;                        // quoted
    qint64 startedMs = 0;                // since the epoch
    qint64 tookMs = 0;
    std::optional<int> exitCode;         // unset: we do not know what it did
    QString error;                       // why not
    bool isQuestion = false;             // as Command's
    QString topic;                       // as Command's
    bool wasStopped = false;             // by us or the user, before it ended
    QString outputHead;                  // the first 64 KiB of stdout and stderr
    qint64 outputBytes = 0;              // of all that came
    bool operator==(const CommandRecord &) const = default;
};

struct ConnectionSettings
{
    QString sshConfigFile = QStringLiteral("~/.ssh/config");
    // any other: instead of what ~/.ssh/config says (UserKnownHostsFile)
    QString knownHostsFile = QStringLiteral("~/.ssh/known_hosts");
    // relative roots and identity files start here: the deployment file's folder
    QString baseFolder;
    std::shared_ptr<Secrets> secrets;
    std::function<void(const CommandRecord &)> onCommand; // called on link threads, from several at once
    // Called as onCommand is, for every connection to a node that has our simulator's mark; unset: no node is asked for
    // it.
    std::function<void(const QString &node)> onSimulated;
    std::chrono::seconds connectTimeout{10};              // per hop, login included
    std::chrono::seconds keepalive{5};                    // a peer silent for four times this is lost
    // "SHA256:...": unknown hosts with such a key are added to known_hosts
    QStringList acceptedFingerprints;
    // folders that the caller made himself (tests) and local nodes may have their root in; else only in what our
    // simulator holds
    QStringList ownRoots;
};

// SSH or local, as the node says; every command is recorded. The errors the factory's call may give:
//   HostKey        facts: state ("unknown" | "changed" | "damaged": the known one cannot be read), host, port, type,
//                  fingerprint ("SHA256:..."), line (to append to known_hosts), knownFingerprint when changed;
//                  knownType and knownFingerprint when unknown, but known by a key of another type
//   Authentication facts: need ("password" | "passphrase" | "answer"), key (for Secrets), prompt; none when
//                  no answer would help; jump ("yes") when a jump host asks
//   Connection, Timeout, Invalid (~/.ssh/config asks for what cannot be done)
ShellFactory shellFactoryFor(const Node &node, const ConnectionSettings &settings);

// What of the SSH configuration this program cannot decide for the node, a sentence a line of it; empty where it
// decides all. Reads the file.
QStringList passedOverFor(const Node &node, const ConnectionSettings &settings);

// Where the node's other ports are, seen from here. Reads ~/.ssh/config and nothing else.
struct NodeAddress
{
    QString host;                        // HostName of ~/.ssh/config, else the host as the node gives it
    QString jumpHost;                    // SSH goes through it (ProxyJump), other connections do not; empty: none
};
NodeAddress addressOf(const Node &node, const ConnectionSettings &settings);
