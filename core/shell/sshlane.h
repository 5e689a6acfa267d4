// SshLane: a plain `sh` on a channel of its own, which runs one command after the other. What it is told comes on its
// stdin, quoted as ever; each command gets a word made for it, which stands before and after what it says
// (remoteoutput.h), and reads from /dev/null.
//
// Nothing is told before the lane has said our word for the greeting: to a menu, a forced command or a restricted shell
// not a letter is sent. Such a lane ends, and whoever wanted it runs the command the plain way (sshcommand.h).
#pragma once

#include "core/shell/commandgroup.h"
#include "core/shell/sshcommand.h"

class SshLane
{
public:
    // Error: the link is lost, or the deadline has passed; nullptr: the node gives no further channel.
    static Result<std::unique_ptr<SshLane>> open(SshLink &link, const Deadline &deadline);
    ~SshLane();

    enum class State { Greeting, Idle, Busy, Ended };
    State state() const { return m_state; }

    // Of an idle lane. Error: it could not be sent whole.
    Result<void> begin(qsizetype id, const Command &command, const Deadline &deadline);
    bool step();                                  // takes what has come; true: there was something
    bool isAnswered() const;                      // the command under way has said its end, or the lane ended under it
    CommandAnswer take();                         // its answer
    CommandAnswer giveUp(const Error &error, bool mayBeAlive); // ends the lane; who calls has ended what runs in it
    // The lane ended before the command had begun: to be run elsewhere.
    std::optional<std::pair<qsizetype, Command>> notBegun();

    std::chrono::steady_clock::time_point deadline() const; // of the command, or of the greeting; never: idle
    std::chrono::steady_clock::time_point since() const { return m_since; }
    std::optional<qint64> processGroup() const { return m_greeting.processGroup(); }
    Error timeoutError() const { return timedOut(command()); } // of the command under way
    bool isRunning() const { return m_running != nullptr; }
    void close(const Deadline &deadline);         // waits until the node has room for another channel
    void drain();                                 // so that a dying command's window is not full

private:
    struct Running;
    const Command &command() const;
    SshLane(SshLink &link, LIBSSH2_CHANNEL *channel);
    Result<void> write(const QByteArray &text, const Deadline &deadline);
    CommandAnswer ended(Result<CommandOutput> result);

    SshLink &m_link;
    LIBSSH2_CHANNEL *m_channel;
    State m_state = State::Greeting;
    QByteArray m_word = newWord();
    Shell::OutputHandler m_nobody;
    OutputKeeper m_greetingKeeper{0, m_nobody};
    RemoteOutput m_greeting{m_word, m_greetingKeeper};
    std::unique_ptr<Running> m_running;
    std::chrono::steady_clock::time_point m_since = std::chrono::steady_clock::now();
    QByteArray m_buffer;
    bool m_isTaught = false;
};
