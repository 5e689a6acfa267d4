// SshLink: one SSH session over a socket, or over a channel of another SshLink (ProxyJump). Non-blocking:
// whoever needs something calls finish(), which waits in poll() for the socket, a stop request and the
// deadline. Knows nothing of keys, commands or files. One thread.
//
// Loss of the link is learned from our own send and receive functions, not from libssh2's error codes:
// libssh2 first gets to read everything that had arrived, so an answer that came whole is not lost.
#pragma once

#include "core/base/result.h"
#include "core/shell/fd.h"
#include "core/shell/hostkeys.h"
#include "core/shell/sshhandles.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

class SshQuestions;

class SshLink
{
public:
    struct Target
    {
        QString host;                    // address or name, as resolved
        int port = 22;
        QStringList knownKeyTypes;       // asked for first
        std::chrono::seconds keepalive{5}; // ask after this long of silence; three times unanswered: lost
    };

    // TCP (or a channel through `via`) and the SSH handshake; nothing is authenticated yet.
    static Result<std::unique_ptr<SshLink>> open(const Target &target, std::unique_ptr<SshLink> via,
                                                 const Deadline &deadline);
    ~SshLink();

    LIBSSH2_SESSION *session() const { return m_session; }
    HostKey hostKey() const;
    QString name() const;                // "host port N", for sentences
    const QString &lost() const { return m_lost; } // why; empty: not lost
    void markLost(const QString &why);
    // lost, and libssh2 is told so: what is freed after this does not wait for the other side
    void hangUp(const QString &why);
    QString lastError() const;           // what libssh2 says of the last call
    const QString &farewell() const { return m_farewell; } // what the other side said when it disconnected
    // how long a question whether it is alive has gone unanswered beyond all bounds; 0: it has not
    std::chrono::seconds silence() const;

    // Repeats call() (an int or a pointer of libssh2) while it would block. The error is Canceled,
    // Timeout or Connection; that libssh2 refused is a value: a negative code or nullptr.
    Result<int> finish(const Deadline &deadline, const std::function<int()> &call);
    template<typename T>
    Result<T *> finishPointer(const Deadline &deadline, const std::function<T *()> &call)
    {
        T *pointer = nullptr;
        const Result<int> rc = finish(deadline, [&] {
            pointer = call();
            return pointer ? 0 : libssh2_session_last_errno(m_session);
        });
        if (!rc)
            return rc.error();
        return pointer;
    }

    enum class Waited { Ready, Stopped, TimedOut, Lost };
    Waited wait(const Deadline &deadline, int atMostMs = 1000);

    Result<LIBSSH2_CHANNEL *> openChannel(const Deadline &deadline); // nullptr: refused
    // To what the other side reaches by TCP; nullptr: refused. One that is not answered in time, or is stopped, ends
    // the link: libssh2 opens one channel at a time, and sshd may try for minutes.
    Result<LIBSSH2_CHANNEL *> openForward(const QString &host, int port, const Deadline &deadline);
    LIBSSH2_CHANNEL *tryOpenChannel(bool &isRefused);                // one step; nullptr and not refused: call again
    void adopt(LIBSSH2_CHANNEL *channel) { m_channels << channel; }  // one that was opened otherwise
    void disown(LIBSSH2_CHANNEL *channel) { m_channels.removeAll(channel); }
    void retire(LIBSSH2_CHANNEL *channel);  // closes and frees it, now or later
    void sweep();
    // part of a packet waits for the socket: only the call that began it can go on
    bool isMidPacket() const;

    QString user;                           // logged in as, for sentences
    SshQuestions *questions = nullptr;      // while keyboard-interactive is under way (see sshauth.cpp)
    // Talk with the key agent ends here, when the call's own deadline is longer; whether it ended so.
    std::chrono::steady_clock::time_point agentDeadline = std::chrono::steady_clock::time_point::max();
    bool agentWasSilent = false;

private:
    SshLink() = default;
    Result<void> connectSocket(const Deadline &deadline);
    Result<void> openThrough(const Deadline &deadline);
    Result<void> handshake(const Deadline &deadline);
    int socket() const { return m_via ? m_via->socket() : m_socket.get(); }
    bool wantsToSend() const;
    void askIfAlive();
    Error waitError(Waited waited) const;

    static ssize_t onSend(libssh2_socket_t fd, const void *buffer, size_t length, int flags, void **abstract);
    static ssize_t onReceive(libssh2_socket_t fd, void *buffer, size_t length, int flags, void **abstract);
    void closedEarly(Error &error) const;
    ssize_t send(const char *buffer, size_t length);
    ssize_t receive(char *buffer, size_t length);
    bool mayReceive() const;
    void count(const char *received, ssize_t bytes);
    void refill();
    ssize_t talkToAgent(int fd, short events, const std::function<ssize_t()> &talk);
    static LIBSSH2_DISCONNECT_FUNC(onDisconnect);

    Target m_target;
    std::unique_ptr<SshLink> m_via;
    LIBSSH2_CHANNEL *m_tunnel = nullptr;     // of m_via
    UniqueFd m_socket;
    LIBSSH2_SESSION *m_session = nullptr;
    const Deadline *m_deadline = nullptr;    // of the call under way: also bounds talk with the key agent
    std::chrono::steady_clock::time_point m_heard, m_asked;
    int m_unanswered = 0;
    QString m_lost, m_farewell;
    bool m_isGreeted = false;                // the SSH handshake is done
    qint64 m_greetingBytes = 0;              // received before that
    QByteArray m_greeting;                   // the beginning of it
    // bytes received since the last wait(): libssh2 reads on while there is something to read
    qint64 m_sinceWait = 0;
    bool m_isClosing = false;
    bool m_isOpening = false;                // an openChannel() was given up half-way; the next one goes on with it
    bool m_isForwarding = false;             // likewise an openForward()
    QList<LIBSSH2_CHANNEL *> m_channels;     // in use
    QList<LIBSSH2_CHANNEL *> m_retired;      // to be freed
};
