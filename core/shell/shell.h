// Shell: the one way this program runs a command on a machine, or moves a file to or from it.
// Blocking; called on a NodeLink's thread or in a test, never on the GUI thread.
//
// One Shell belongs to one thread. Several commands at once on one machine: group(). Need two other things at once?
// Open a second NodeLink.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

// A command is an argv; core/shell/quote.h is the only place that turns one into a shell line.
struct Command
{
    QStringList argv;
    QByteArray input = {};                       // stdin; closed after it. Secrets go here, never into argv
    std::chrono::milliseconds timeout{10'000};   // the whole command
    qint64 keepAtMost = 256 * 1024 * 1024;       // bytes of stdout (and of stderr) kept; the rest is counted, not kept
    // a nonzero exit code is one of the answers, no failure: is there such a file?
    bool isQuestion = false;
    QString topic = {};                          // those of one topic ask the same, with other arguments; or empty

    bool operator==(const Command &) const = default;
};

struct CommandOutput
{
    int exitCode = -1;                           // 128 + n for a command killed by signal n
    QByteArray out;
    QByteArray err;
    bool truncated = false;                      // more came than keepAtMost
    std::chrono::milliseconds took{0};

    bool operator==(const CommandOutput &) const = default;
};

enum class OutputStream { Out, Err };

// A question to a server that the machine itself reaches: a port on its loopback, a container's address.
struct TcpQuestion
{
    QString host;                                // as the machine knows it
    int port = 0;
    QByteArray say;
    std::chrono::milliseconds timeout{5'000};    // the whole exchange
    qint64 atMostBytes = 16 * 1024 * 1024;       // more is an Error (Parse)
    // after each piece: the answer is whole, though the other side keeps the connection; unset: until it closes
    std::function<bool(const QByteArray &soFar)> isWhole = {};
};

class CommandGroup;

class Shell
{
public:
    // Called on the shell's thread with pieces as they arrive (not cut at lines).
    using OutputHandler = std::function<void(OutputStream stream, const QByteArray &piece)>;
    using ProgressHandler = std::function<void(qint64 done, qint64 total)>;

    virtual ~Shell() = default;

    // A nonzero exit code is an answer, not an Error. Error means: we do not know what the command
    // did (Timeout, Canceled, Connection, HostKey, Authentication); its detail says what was and was not done.
    // A stop request ends the command (the remote process too) within 100 ms.
    virtual Result<CommandOutput> run(const Command &command, std::stop_token stop,
                                      const OutputHandler &onOutput = {}) = 0;

    // What a server says that the machine reaches by TCP; over SSH through a channel of the same connection, so that no
    // port has to be open and no jump host is in the way. Errors: CommandFailed (nothing listens there, or sshd forbids
    // forwarding; the connection goes on), Timeout (sshd may still be trying: the connection is given up), Parse,
    // Connection, Canceled. Unless a kind of shell knows better, it cannot (CommandFailed).
    virtual Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token stop);

    // Up to `width` commands at once (core/shell/commandgroup.h); it has the shell for itself as long as it lives.
    // Unless a kind of shell knows better, they run one after the other.
    virtual std::unique_ptr<CommandGroup> group(int width);

    // Atomic: written under a temporary name in the same folder (made if missing), fsync, chmod, rename.
    virtual Result<void> upload(const QByteArray &content, const QString &remotePath, int mode,
                                std::stop_token stop, const ProgressHandler &onProgress = {}) = 0;

    // Atomic on this side, keeps the remote mode bits.
    virtual Result<void> download(const QString &remotePath, const QString &localPath,
                                  std::stop_token stop, const ProgressHandler &onProgress = {}) = 0;
};
