// SshCommand: one command on one channel, from the exec request to its exit code.
#pragma once

#include "core/shell/remoteoutput.h"
#include "core/shell/sshkiller.h"

// What is shared with the lanes (sshlane.h).
QByteArray newWord();                             // no command can know it
struct CommandFate
{
    bool wasSent = false, hasBegun = false, mayBeAlive = false;
    qint64 received = 0;
};
Error brokenCommand(const Error &error, const CommandFate &fate); // says what was and was not done
Error timedOut(const Command &command);
Error linkLost(const SshLink &link);
Error cutShort(const SshLink &link);
std::optional<Error> unfit(const Command &command);               // why it cannot be sent at all
// 128 + n of a closed channel; 0: it was not ended by a signal
int exitCodeOfSignal(SshLink &link, LIBSSH2_CHANNEL *channel);

class SshCommand
{
public:
    SshCommand(SshLink &link, SshKiller &killer, const Command &command, const Shell::OutputHandler &onOutput);
    ~SshCommand();

    // Before run(): the node must have taken the command by then, whatever time the command has.
    void startBy(std::chrono::steady_clock::time_point end) { m_startBy = end; }
    Result<CommandOutput> run(std::stop_token stop);
    bool isStarted() const { return m_isStarted; }            // the node has taken it and gave it to the login shell
    bool hasBegun() const { return m_output.hasBegun(); }     // the login shell ran our line
    QString saidInstead() const;
    // After a stop or timeout: the link was too slow to end it in time. Keep the object and call kill() again.
    bool mayBeAlive() const { return m_mayBeAlive; }
    void kill(std::chrono::milliseconds time);

private:
    enum class Turn { Idle, Busy, Ended };

    Result<void> start(const Deadline &deadline);
    Turn turn();                                  // moves what can be moved now
    void readAll(OutputStream stream, bool &moved);
    void writeSome(bool &moved);
    Result<int> exitCode(const Deadline &deadline);
    Error notRun(int exitCode) const;
    Error broken(const Error &error) const;       // says what was and was not done

    SshLink &m_link;
    SshKiller &m_killer;
    const Command m_command;
    OutputKeeper m_keeper;
    QByteArray m_word;
    RemoteOutput m_output;
    LIBSSH2_CHANNEL *m_channel = nullptr;
    QByteArray m_buffer;
    qsizetype m_written = 0;
    bool m_eofSent = false;
    bool m_wasSent = false;
    bool m_isStarted = false;
    std::chrono::steady_clock::time_point m_startBy = std::chrono::steady_clock::time_point::max();
    int m_readError = 0;
    bool m_mayBeAlive = false;
    bool m_isBySignal = false;
};
