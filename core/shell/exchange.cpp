// Shell::exchange(): of a shell that cannot, over SSH, and on this machine.
#include "core/shell/localshell.h"
#include "core/shell/localshelltext.h"
#include "core/shell/sshsession.h"
#include "core/shell/sshtext.h"
#include "core/shell/tcpconnect.h"

#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype pieceSize = 1 << 16;

QString placeOf(const TcpQuestion &question)
{
    return question.host.contains(u':') ? u"[%1]:%2"_s.arg(question.host).arg(question.port)
                                        : u"%1:%2"_s.arg(question.host).arg(question.port);
}

Error tooMuch(const TcpQuestion &question)
{
    return {ErrorKind::Parse,
            SshText::tr("%1 says more than %2 MB: it was not read to its end.")
                .arg(placeOf(question))
                .arg(double(question.atMostBytes) / (1 << 20)),
            {},
            {}};
}

Error notInTime(const TcpQuestion &question, qint64 received)
{
    return {ErrorKind::Timeout,
            SshText::tr("%1 did not answer in %2 s.")
                .arg(placeOf(question))
                .arg(double(question.timeout.count()) / 1000),
            SshText::tr("Received: %1 bytes.").arg(received),
            {}};
}

Error nothingThere(const TcpQuestion &question, const QString &detail)
{
    return {ErrorKind::CommandFailed, SshText::tr("Nothing answers at %1.").arg(placeOf(question)), detail, {}};
}

// True: nothing more is needed.
Result<bool> take(const TcpQuestion &question, QByteArray &answer, const char *piece, qsizetype size)
{
    answer.append(piece, size);
    if (answer.size() > question.atMostBytes)
        return tooMuch(question);
    return question.isWhole && question.isWhole(answer);
}

} // namespace

Result<QByteArray> Shell::exchange(const TcpQuestion &question, std::stop_token)
{
    return nothingThere(question, {});
}

Result<QByteArray> SshShell::exchange(const TcpQuestion &question, std::stop_token stop)
{
    if (stop.stop_requested())
        return canceled();
    if (m_mute)
        return *m_mute;
    const StopWaker waker(std::move(stop));
    const Deadline deadline{Deadline::in(question.timeout), waker};
    m_link->sweep();
    const Result<LIBSSH2_CHANNEL *> opened = m_link->openForward(question.host, question.port, deadline);
    if (!opened && opened.error().kind == ErrorKind::Timeout)
        return notInTime(question, 0);
    if (!opened) {
        Error error = opened.error();
        if (error.kind == ErrorKind::Connection)
            error.facts.insert(u"sent"_s, u"no"_s);
        return error;
    }
    if (!*opened)
        return nothingThere(question, m_link->lastError());
    LIBSSH2_CHANNEL *const channel = *opened;
    QByteArray answer, piece(pieceSize, Qt::Uninitialized);
    const auto failed = [&](const Error &error) -> Error {
        return error.kind == ErrorKind::Timeout ? notInTime(question, answer.size()) : error;
    };
    std::optional<Error> error;
    for (qsizetype written = 0; written < question.say.size() && !error;) {
        const Result<int> n = m_link->finish(deadline, [&] {
            const qsizetype left = question.say.size() - written;
            const ssize_t done = libssh2_channel_write(channel, question.say.constData() + written, size_t(left));
            return done == 0 ? LIBSSH2_ERROR_EAGAIN : int(done);
        });
        if (!n)
            error = failed(n.error());
        else if (*n < 0)
            break;                       // it may have said why before it closed
        else
            written += *n;
    }
    while (!error) {
        const Result<int> n = m_link->finish(deadline, [&] {
            const ssize_t got = libssh2_channel_read(channel, piece.data(), size_t(piece.size()));
            return got == 0 && libssh2_channel_eof(channel) == 0 ? LIBSSH2_ERROR_EAGAIN : int(got);
        });
        if (!n)
            error = failed(n.error());
        if (!n || *n <= 0)
            break;
        const Result<bool> isWhole = take(question, answer, piece.constData(), *n);
        if (!isWhole)
            error = isWhole.error();
        else if (*isWhole)
            break;
    }
    m_link->retire(channel);
    if (error)
        return *error;
    return answer;
}

Result<QByteArray> LocalShell::exchange(const TcpQuestion &question, std::stop_token stop)
{
    if (stop.stop_requested())
        return canceled();
    const StopWaker waker(std::move(stop));
    const Deadline deadline{Deadline::in(question.timeout), waker};
    const Result<UniqueFd> socket = tcpConnect(question.host, question.port, deadline);
    if (!socket && socket.error().kind == ErrorKind::Connection)
        return nothingThere(question, socket.error().detail);
    if (!socket)
        return socket.error().kind == ErrorKind::Timeout ? notInTime(question, 0) : socket.error();
    QByteArray answer, piece(pieceSize, Qt::Uninitialized);
    qsizetype written = 0;
    for (;;) {
        if (waker.requested())
            return canceled();
        if (deadline.isOver())
            return notInTime(question, answer.size());
        const bool hasMore = written < question.say.size();
        pollfd fds[] = {{socket->get(), short(hasMore ? POLLIN | POLLOUT : POLLIN), 0}, {waker.fd(), POLLIN, 0}};
        if (::poll(fds, 2, deadline.pollTime(1000)) <= 0 || fds[0].revents == 0)
            continue;
        if (hasMore && (fds[0].revents & POLLOUT)) {
            const ssize_t n = ::send(socket->get(), question.say.constData() + written,
                                     size_t(question.say.size() - written), MSG_NOSIGNAL | MSG_DONTWAIT);
            written += std::max<ssize_t>(n, 0);
        }
        if (!(fds[0].revents & (POLLIN | POLLHUP | POLLERR)))
            continue;
        const ssize_t n = ::recv(socket->get(), piece.data(), size_t(piece.size()), MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n <= 0) {
            if (n < 0 && answer.isEmpty())
                return nothingThere(question, QString::fromLocal8Bit(std::strerror(errno)));
            return answer;
        }
        const Result<bool> isWhole = take(question, answer, piece.constData(), n);
        if (!isWhole)
            return isWhole.error();
        if (*isWhole)
            return answer;
    }
}
