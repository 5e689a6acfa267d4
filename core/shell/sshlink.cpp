#include "core/shell/sshlink.h"

#include "core/base/plaintext.h"
#include "core/shell/sshtext.h"
#include "core/shell/tcpconnect.h"

#include <QCoreApplication>

#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>
#include <poll.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int slice = 100; // ms; the longest that any wait goes without looking around
constexpr int unansweredLimit = 3;
constexpr qint64 longestGreeting = 1 << 20;  // of a handshake some kilobytes are usual
constexpr qint64 mostAtOnce = 8 << 20;       // then whoever reads looks at stop and deadline first
constexpr std::chrono::seconds answerTime{3}; // a question whether the other side is alive is answered within this

void initLibrary()
{
    static std::once_flag once;
    std::call_once(once, [] { libssh2_init(0); });
}

QByteArray hostKeyPreference(const QStringList &knownTypes)
{
    QStringList order;
    for (const QString &type : knownTypes) {
        if (type == "ssh-rsa"_L1)
            order << u"rsa-sha2-512"_s << u"rsa-sha2-256"_s;
        order << type;
    }
    order << u"ssh-ed25519"_s << u"ecdsa-sha2-nistp256"_s << u"ecdsa-sha2-nistp384"_s << u"ecdsa-sha2-nistp521"_s
          << u"rsa-sha2-512"_s << u"rsa-sha2-256"_s << u"ssh-rsa"_s;
    order.removeDuplicates();
    return order.join(QLatin1Char(',')).toLatin1();
}

} // namespace

Result<std::unique_ptr<SshLink>> SshLink::open(const Target &target, std::unique_ptr<SshLink> via,
                                               const Deadline &deadline)
{
    initLibrary();
    std::unique_ptr<SshLink> link(new SshLink);
    link->m_target = target;
    link->m_via = std::move(via);
    link->m_heard = link->m_asked = Clock::now();
    const Result<void> reached = link->m_via ? link->openThrough(deadline) : link->connectSocket(deadline);
    if (!reached)
        return reached.error();
    if (const Result<void> greeted = link->handshake(deadline); !greeted)
        return greeted.error();
    return link;
}

SshLink::~SshLink()
{
    if (m_session) {
        if (m_lost.isEmpty())
            libssh2_session_disconnect(m_session, "bye"); // one try; the socket closes anyway
        hangUp(u"closed"_s);
        libssh2_session_free(m_session);
    }
    if (m_tunnel)
        m_via->retire(m_tunnel);
}

QString SshLink::name() const
{
    return u"%1:%2"_s
        .arg(m_target.host.contains(QLatin1Char(':')) ? QLatin1Char('[') + m_target.host + QLatin1Char(']')
                                                      : m_target.host)
        .arg(m_target.port);
}

Result<void> SshLink::connectSocket(const Deadline &deadline)
{
    Result<UniqueFd> connected = tcpConnect(m_target.host, m_target.port, deadline);
    if (!connected)
        return connected.error();
    m_socket = *std::move(connected);
    return {};
}

Result<void> SshLink::openThrough(const Deadline &deadline)
{
    const QByteArray host = m_target.host.toUtf8();
    Result<LIBSSH2_CHANNEL *> channel = m_via->finishPointer<LIBSSH2_CHANNEL>(deadline, [&] {
        return libssh2_channel_direct_tcpip_ex(m_via->session(), host.constData(), m_target.port, "127.0.0.1", 22);
    });
    if (!channel && channel.error().kind == ErrorKind::Timeout) // the jump host waits, too
        return Error{ErrorKind::Timeout,
                     SshText::tr("%1 did not answer the jump host %2 in time. Check the address, and that no firewall "
                                 "is in the way.")
                         .arg(name(), m_via->name()),
                     {},
                     {}};
    if (!channel)
        return channel.error();
    if (!*channel)
        return Error{ErrorKind::Connection,
                     SshText::tr("%1 cannot be reached through the jump host %2. Check the address, and that the jump "
                                 "host allows forwarding.")
                         .arg(name(), m_via->name()),
                     m_via->lastError(),
                     {}};
    m_tunnel = *channel;
    m_via->adopt(m_tunnel);
    return {};
}

// OpenSSH says "Exceeded MaxStartups" (sshd.c, drop_connection()) or "Not allowed at this time" (a penalty for failed
// logins, 9.8) in place of its banner, and older ones nothing.
void SshLink::closedEarly(Error &error) const
{
    error.message = SshText::tr("%1 closed the connection before the SSH handshake was done.").arg(name());
    QStringList lines;                   // that came before it named itself
    bool isSsh = false;
    for (const QString &line : QString::fromUtf8(m_greeting).split(u'\n')) {
        isSsh = line.startsWith("SSH-"_L1);
        if (isSsh)
            break;
        lines << line;
    }
    const QString said = withoutControls(lines.join(u' ').simplified());
    if (!said.isEmpty())
        error.message += u' ' + SshText::tr("It said: %1").arg(shortened(said));
    if ((said.isEmpty() && !isSsh) || said.contains("MaxStartups"_L1))
        error.facts.insert(
            u"remedy"_s,
            SshText::tr("Too many connections that have not logged in yet may be open there (MaxStartups in its "
                        "sshd_config): wait a moment and try again. If it goes on, see its sshd's log, and whether a "
                        "firewall or hosts.deny refuses this computer."));
}

Result<void> SshLink::handshake(const Deadline &deadline)
{
    m_session = libssh2_session_init_ex(nullptr, nullptr, nullptr, this);
    if (!m_session)
        return Error{ErrorKind::Connection,
                     SshText::tr("There is not enough memory for a connection to %1.").arg(name()),
                     {},
                     {}};
    libssh2_session_set_blocking(m_session, 0);
    libssh2_session_callback_set2(m_session, LIBSSH2_CALLBACK_SEND,
                                  reinterpret_cast<libssh2_cb_generic *>(&SshLink::onSend));
    libssh2_session_callback_set2(m_session, LIBSSH2_CALLBACK_RECV,
                                  reinterpret_cast<libssh2_cb_generic *>(&SshLink::onReceive));
    libssh2_session_callback_set2(m_session, LIBSSH2_CALLBACK_DISCONNECT,
                                  reinterpret_cast<libssh2_cb_generic *>(&SshLink::onDisconnect));
    libssh2_session_method_pref(m_session, LIBSSH2_METHOD_HOSTKEY,
                                hostKeyPreference(m_target.knownKeyTypes).constData());
    const Result<int> rc = finish(deadline, [&] { return libssh2_session_handshake(m_session, socket()); });
    if (!rc) {
        Error error = rc.error();
        const bool isOld = m_greeting.startsWith("SSH-1.") && !m_greeting.startsWith("SSH-1.99"); // that speaks both
        if (error.kind == ErrorKind::Timeout)
            error.message = isOld
                ? SshText::tr("%1 speaks SSH 1 only, which is not safe. Give it an SSH server of today.").arg(name())
                : SshText::tr("%1 accepts connections but does not answer as an SSH server in time. Check the port, "
                              "and that sshd is not stuck there.")
                      .arg(name());
        if (error.kind == ErrorKind::Connection && m_greetingBytes > longestGreeting)
            error.message
                = SshText::tr("%1 does not speak SSH: it sent more than 1 MB of something else. Check the port.")
                      .arg(name());
        else if (error.kind == ErrorKind::Connection)
            closedEarly(error);
        return error;
    }
    if (*rc != 0)
        return Error{ErrorKind::Connection,
                     SshText::tr("No SSH connection could be agreed with %1. Is it an SSH server, and a recent one?")
                         .arg(name()),
                     lastError(),
                     {}};
    m_isGreeted = true;
    libssh2_keepalive_config(m_session, 1, unsigned(qMax<qint64>(1, m_target.keepalive.count())));
    return {};
}

HostKey SshLink::hostKey() const
{
    size_t length = 0;
    int type = 0;
    const char *blob = libssh2_session_hostkey(m_session, &length, &type);
    return {blob ? QByteArray(blob, qsizetype(length)) : QByteArray()};
}

void SshLink::markLost(const QString &why)
{
    if (m_lost.isEmpty())
        m_lost = why;
}

void SshLink::hangUp(const QString &why)
{
    markLost(why);
    if (std::exchange(m_isClosing, true))
        return;
    // With half a packet unsent, libssh2 1.11.1 answers "would block" to every attempt to close a channel or to
    // free the session, for ever, unless it knows that the socket is disconnected. Of what the two sides can do,
    // only an end of file in place of a banner tells it (banner_receive() in its session.c): so it is let to greet
    // once more, with what it sends swallowed and nothing to read.
    libssh2_session_handshake(m_session, socket());
    if (m_isOpening)
        libssh2_channel_open_session(m_session);
    if (std::exchange(m_isForwarding, false))
        libssh2_channel_direct_tcpip_ex(m_session, "", 0, "", 0); // frees what it was about to send
    sweep();
}

bool SshLink::isMidPacket() const
{
    return libssh2_session_block_directions(m_session) & LIBSSH2_SESSION_BLOCK_OUTBOUND;
}

QString SshLink::lastError() const
{
    char *text = nullptr;
    int length = 0;
    libssh2_session_last_error(m_session, &text, &length, 0);
    return text ? QString::fromUtf8(text, length) : QString();
}

ssize_t SshLink::onSend(libssh2_socket_t fd, const void *buffer, size_t length, int flags, void **abstract)
{
    auto *link = static_cast<SshLink *>(*abstract);
    if (fd == link->socket())
        return link->send(static_cast<const char *>(buffer), length);
    return link->talkToAgent(fd, POLLOUT, [&] { return ::send(fd, buffer, length, flags | MSG_NOSIGNAL); });
}

ssize_t SshLink::onReceive(libssh2_socket_t fd, void *buffer, size_t length, int flags, void **abstract)
{
    auto *link = static_cast<SshLink *>(*abstract);
    if (fd == link->socket())
        return link->receive(static_cast<char *>(buffer), length);
    return link->talkToAgent(fd, POLLIN, [&] { return ::recv(fd, buffer, length, flags); });
}

LIBSSH2_DISCONNECT_FUNC(SshLink::onDisconnect)
{
    Q_UNUSED(session)
    Q_UNUSED(reason)
    Q_UNUSED(language)
    Q_UNUSED(language_len)
    if (message && message_len > 0)
        static_cast<SshLink *>(*abstract)->m_farewell = QString::fromUtf8(message, qMin(message_len, 500)).simplified();
}

// The key agent's socket blocks; libssh2 reads it through our callbacks, so that it can be waited for in slices.
ssize_t SshLink::talkToAgent(int fd, short events, const std::function<ssize_t()> &talk)
{
    while (true) {
        if (m_deadline && m_deadline->stop.requested())
            return -ETIMEDOUT;
        if (Clock::now() >= agentDeadline || (m_deadline && m_deadline->isOver())) {
            agentWasSilent = true;
            return -ETIMEDOUT;
        }
        pollfd polled[2] = {{fd, events, 0}, {m_deadline ? m_deadline->stop.fd() : -1, POLLIN, 0}};
        if (::poll(polled, 2, m_deadline ? m_deadline->pollTime(slice) : slice) > 0 && polled[0].revents) {
            const ssize_t n = talk();
            return n < 0 ? -errno : n;
        }
    }
}

ssize_t SshLink::send(const char *buffer, size_t length)
{
    if (m_isClosing || !m_lost.isEmpty())
        return m_isClosing ? ssize_t(length) : -EAGAIN;
    ssize_t n = 0;
    if (m_tunnel) {
        n = libssh2_channel_write(m_tunnel, buffer, length);
        if (n == LIBSSH2_ERROR_EAGAIN || n == 0)
            return -EAGAIN;
        if (n < 0)
            markLost(SshText::tr("The jump host %1 closed the connection.").arg(m_via->name()));
    } else {
        n = ::send(m_socket.get(), buffer, length, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            markLost(QString::fromLocal8Bit(std::strerror(errno)));
    }
    return n >= 0 ? n : -EAGAIN;
}

// libssh2 comes back to us only when there is nothing to read: a server that never stops talking (text before its
// banner, packets that mean nothing) would hold it for ever.
bool SshLink::mayReceive() const
{
    return m_sinceWait < mostAtOnce && !(m_deadline && (m_deadline->stop.requested() || m_deadline->isOver()));
}

void SshLink::count(const char *received, ssize_t bytes)
{
    m_sinceWait += bytes;
    if (m_isGreeted)
        return;
    constexpr qsizetype asFarAsShown = 200;
    m_greeting.append(received, std::min(qsizetype(bytes), asFarAsShown - m_greeting.size()));
    if ((m_greetingBytes += bytes) > longestGreeting)
        markLost(SshText::tr("It sent more than a greeting can be."));
}

void SshLink::refill()
{
    m_sinceWait = 0;
    if (m_via)
        m_via->refill();
}

ssize_t SshLink::receive(char *buffer, size_t length)
{
    if (m_isClosing || !m_lost.isEmpty())
        return m_isClosing ? 0 : -EAGAIN;
    if (!mayReceive())
        return -EAGAIN;
    ssize_t n = 0;
    if (m_tunnel) {
        n = libssh2_channel_read(m_tunnel, buffer, length);
        if (n == LIBSSH2_ERROR_EAGAIN || (n == 0 && !libssh2_channel_eof(m_tunnel))) {
            if (!m_via->lost().isEmpty())
                markLost(m_via->lost());
            return -EAGAIN;
        }
        if (n <= 0)
            markLost(SshText::tr("The jump host %1 closed the connection.").arg(m_via->name()));
    } else {
        n = ::recv(m_socket.get(), buffer, length, 0);
        if (n == 0)
            markLost(SshText::tr("The other side closed the connection."));
        else if (n < 0 && errno != EAGAIN && errno != EINTR)
            markLost(QString::fromLocal8Bit(std::strerror(errno)));
    }
    if (n <= 0)
        return -EAGAIN;
    m_heard = Clock::now();
    m_unanswered = 0;
    count(buffer, n);
    return n;
}

std::chrono::seconds SshLink::silence() const
{
    const auto silent = Clock::now() - m_heard;
    return m_unanswered > 0 && silent >= m_target.keepalive + answerTime
        ? std::chrono::duration_cast<std::chrono::seconds>(silent)
        : std::chrono::seconds(0);
}

bool SshLink::wantsToSend() const
{
    return (m_session && isMidPacket() && !m_tunnel)
        || (m_via && m_via->wantsToSend());
}

// A peer that is frozen, or a path that swallows packets, says nothing at all: no end of file, no reset.
void SshLink::askIfAlive()
{
    if (m_via)
        m_via->askIfAlive();
    const auto now = Clock::now();
    if (now - m_heard < m_target.keepalive || now - m_asked < m_target.keepalive || !m_session)
        return;
    if (m_unanswered >= unansweredLimit) {
        markLost(SshText::tr("It has not answered for %1 s.")
                     .arg(std::chrono::duration_cast<std::chrono::seconds>(now - m_heard).count()));
        return;
    }
    m_asked = now;
    ++m_unanswered;
    int next = 0;
    libssh2_keepalive_send(m_session, &next);
}

SshLink::Waited SshLink::wait(const Deadline &deadline, int atMostMs)
{
    refill();
    if (deadline.stop.requested())
        return Waited::Stopped;
    if (!m_lost.isEmpty())
        return Waited::Lost;
    if (deadline.isOver())
        return Waited::TimedOut;
    std::array<pollfd, 2> polled{pollfd{socket(), short(wantsToSend() ? POLLIN | POLLOUT : POLLIN), 0},
                                 pollfd{deadline.stop.fd(), POLLIN, 0}};
    // Over a tunnel data may already lie in the outer session, unseen by poll().
    const int longest = qMin(atMostMs, m_tunnel ? 10 : slice);
    if (::poll(polled.data(), polled.size(), deadline.pollTime(longest)) == 0)
        askIfAlive();
    return deadline.stop.requested() ? Waited::Stopped : Waited::Ready;
}

Error SshLink::waitError(Waited waited) const
{
    switch (waited) {
    case Waited::Stopped:
        return canceled();
    case Waited::TimedOut:
        return {ErrorKind::Timeout, SshText::tr("%1 did not answer in time.").arg(name()), {}, {}};
    default:
        return {ErrorKind::Connection, SshText::tr("The connection to %1 was lost.").arg(name()), m_lost, {}};
    }
}

Result<int> SshLink::finish(const Deadline &deadline, const std::function<int()> &call)
{
    if (deadline.stop.requested()) // also where the socket never makes us wait
        return canceled();
    m_deadline = &deadline;
    int rc = LIBSSH2_ERROR_EAGAIN;
    std::optional<Error> error;
    while ((rc = call()) == LIBSSH2_ERROR_EAGAIN) {
        const Waited waited = wait(deadline);
        if (waited != Waited::Ready) {
            error = waitError(waited);
            break;
        }
    }
    m_deadline = nullptr;
    if (error)
        return *error;
    return rc;
}

Result<LIBSSH2_CHANNEL *> SshLink::openChannel(const Deadline &deadline)
{
    const Result<LIBSSH2_CHANNEL *> channel
        = finishPointer<LIBSSH2_CHANNEL>(deadline, [&] { return libssh2_channel_open_session(m_session); });
    m_isOpening = !channel;
    if (channel && *channel)
        m_channels << *channel;
    return channel;
}

Result<LIBSSH2_CHANNEL *> SshLink::openForward(const QString &host, int port, const Deadline &deadline)
{
    if (m_isOpening) {
        const Result<LIBSSH2_CHANNEL *> begun = openChannel(deadline);
        if (!begun)
            return begun;
        if (*begun)
            retire(*begun);
    }
    const QByteArray name = host.toUtf8();
    const Result<LIBSSH2_CHANNEL *> channel = finishPointer<LIBSSH2_CHANNEL>(deadline, [&] {
        return libssh2_channel_direct_tcpip_ex(m_session, name.constData(), port, "127.0.0.1", 22);
    });
    m_isForwarding = !channel;
    if (!channel)
        hangUp(SshText::tr("a channel that was being opened did not come"));
    else if (*channel)
        m_channels << *channel;
    return channel;
}

LIBSSH2_CHANNEL *SshLink::tryOpenChannel(bool &isRefused)
{
    LIBSSH2_CHANNEL *channel = libssh2_channel_open_session(m_session);
    m_isOpening = !channel && libssh2_session_last_errno(m_session) == LIBSSH2_ERROR_EAGAIN;
    isRefused = !channel && !m_isOpening;
    if (channel)
        m_channels << channel;
    return channel;
}

void SshLink::retire(LIBSSH2_CHANNEL *channel)
{
    m_channels.removeAll(channel);
    m_retired << channel;
    sweep();
}

void SshLink::sweep()
{
    // Freeing waits for the other side's close; who has not closed yet is asked again next time,
    // and the end of the session frees the rest.
    m_retired.removeIf([](LIBSSH2_CHANNEL *channel) { return libssh2_channel_free(channel) != LIBSSH2_ERROR_EAGAIN; });
}
