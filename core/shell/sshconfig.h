// ~/.ssh/config as a value (format: ssh_config(5)): what it says about one host name. The first value
// wins, except IdentityFile, which adds up. Pure: files to Include come through a function.
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <functional>
#include <optional>

struct SshHostConfig
{
    QString hostName;                  // HostName, %h filled in; empty: the name as given
    QString user;
    std::optional<int> port;
    QStringList identityFiles;         // as written, tokens filled in, "~" not
    bool identitiesOnly = false;
    QString identityAgent;             // a socket; "none": no agent; empty: $SSH_AUTH_SOCK
    QStringList proxyJump;             // "user@host:port" each, nearest first; empty: straight
    bool hasProxyCommand = false;      // which we do not run: the caller says so
    QString hostKeyAlias;
    // as written, tokens filled in, "~" not; "none" alone: no file; empty: it says nothing
    QStringList userKnownHostsFiles;
    QStringList globalKnownHostsFiles; // the same; without tokens
    // "Match exec ...": what may have been meant for this host and cannot be decided here; taken as no match
    QStringList notUnderstood;

    bool operator==(const SshHostConfig &) const = default;
};

// Texts of the files that match what Include says (globs, "~", names relative to ~/.ssh), in order.
using SshIncludeReader = std::function<QList<QByteArray>(const QString &pattern)>;

// localUser: for Match localuser, and for Match user where nothing else says as whom.
SshHostConfig sshConfigFor(const QByteArray &text, const QString &host, const QString &givenUser,
                           const SshIncludeReader &include = {}, const QString &localUser = {});

// The names of all Host lines that are neither patterns nor negated, each once, in order; those of included files, too.
QStringList sshConfigHosts(const QByteArray &text, const SshIncludeReader &include = {});

// One hop of ProxyJump: "user@host:port", "[::1]:22", "ssh://user@host:port".
struct SshDestination
{
    QString user;
    QString host;
    std::optional<int> port;
    bool operator==(const SshDestination &) const = default;
};
std::optional<SshDestination> parseSshDestination(const QString &text);
QStringList splitProxyJump(const QString &text);     // "a,b": nearest first; "none" and "": no jump host
bool isProxyJump(const QString &text);               // every part of it is a destination, and not an option
