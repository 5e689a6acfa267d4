#include "core/shell/tcpconnect.h"

#include "core/shell/sshtext.h"

#include <QByteArray>
#include <QCoreApplication>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace {

struct FreeAddresses
{
    void operator()(addrinfo *list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

int lookUp(const QByteArray &host, int port, int flags, Addresses &found)
{
    addrinfo hints = {};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo *list = nullptr;
    const int rc = ::getaddrinfo(host.constData(), QByteArray::number(port).constData(), &hints, &list);
    found.reset(list);
    return rc;
}

// getaddrinfo() cannot be interrupted: it runs on a thread of its own, which ends when it ends.
struct LookUp
{
    std::mutex mutex;
    UniqueFd done{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    int rc = 0;
    Addresses found;
};

Result<Addresses> resolve(const QString &host, int port, const Deadline &deadline)
{
    const QByteArray name = host.toUtf8();
    Addresses numeric;
    if (lookUp(name, port, AI_NUMERICHOST, numeric) == 0)
        return numeric;
    const auto job = std::make_shared<LookUp>();
    std::thread([job, name, port] {
        Addresses found;
        const int rc = lookUp(name, port, AI_ADDRCONFIG, found);
        const std::lock_guard lock(job->mutex);
        job->rc = rc;
        job->found = std::move(found);
        ::eventfd_write(job->done.get(), 1);
    }).detach();
    while (true) {
        if (deadline.stop.requested())
            return canceled();
        if (deadline.isOver())
            return Error{ErrorKind::Timeout,
                         SshText::tr("The name %1 could not be looked up in time.").arg(host),
                         {},
                         {}};
        pollfd polled[2] = {{job->done.get(), POLLIN, 0}, {deadline.stop.fd(), POLLIN, 0}};
        if (::poll(polled, 2, deadline.pollTime(100)) > 0 && polled[0].revents)
            break;
    }
    const std::lock_guard lock(job->mutex);
    // getaddrinfo(3) takes the name of an interface behind link-local addresses alone (RFC 4007, 11)
    if (job->rc != 0 && host.contains(u'%') && host.section(u'%', 0, 0).contains(u':'))
        return Error{ErrorKind::Connection,
                     SshText::tr("The address %1 cannot be used: only a link-local address (fe80::...) takes an "
                                 "interface behind a %, and this computer must have that interface. Leave it out, or "
                                 "correct it.")
                         .arg(host),
                     QString::fromLocal8Bit(::gai_strerror(job->rc)),
                     {{u"nameless"_s, host}}};
    if (job->rc == EAI_AGAIN)
        return Error{ErrorKind::Connection,
                     SshText::tr("The name %1 could not be looked up: no name server answered. Check this computer's "
                                 "network, or give the machine's address.")
                         .arg(host),
                     QString::fromLocal8Bit(::gai_strerror(job->rc)),
                     {{u"nameless"_s, host}}};
    if (job->rc != 0)
        return Error{ErrorKind::Connection,
                     SshText::tr("There is no machine named %1. Check the name, or give its address.").arg(host),
                     QString::fromLocal8Bit(::gai_strerror(job->rc)),
                     {{u"nameless"_s, host}}};
    return std::move(job->found);
}

// 0, or errno; -1 when time is up or a stop was asked for.
int connectTo(const addrinfo &address, UniqueFd &fd, const Deadline &deadline)
{
    fd = UniqueFd(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd)
        return errno;
    if (::connect(fd.get(), address.ai_addr, address.ai_addrlen) == 0)
        return 0;
    if (errno != EINPROGRESS)
        return errno;
    while (true) {
        if (deadline.stop.requested() || deadline.isOver())
            return -1;
        pollfd polled[2] = {{fd.get(), POLLOUT, 0}, {deadline.stop.fd(), POLLIN, 0}};
        if (::poll(polled, 2, deadline.pollTime(100)) > 0 && polled[0].revents)
            break;
    }
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
}

void tune(int fd)
{
    const auto set = [fd](int level, int option, int value) { ::setsockopt(fd, level, option, &value, sizeof value); };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1); // keeps an idle link alive in firewalls
    set(IPPROTO_TCP, TCP_KEEPIDLE, 30);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 10);
    set(IPPROTO_TCP, TCP_KEEPCNT, 4);
}

Error refused(const QString &host, int port, int reason)
{
    const QString place = u"%1:%2"_s.arg(host).arg(port);
    const QString detail = QString::fromLocal8Bit(std::strerror(reason));
    if (reason == ECONNREFUSED)
        return {
            ErrorKind::Connection,
            SshText::tr(
                "%1 refused the connection: nothing listens on that port. Check that sshd runs there, and the port.")
                .arg(place),
            detail,
            {}};
    if (reason == EHOSTUNREACH || reason == ENETUNREACH)
        return {ErrorKind::Connection,
                SshText::tr("There is no way to %1. Check the address, and that both machines are on the network.")
                    .arg(place),
                detail,
                {}};
    return {ErrorKind::Connection, SshText::tr("%1 cannot be reached.").arg(place), detail, {}};
}

} // namespace

Result<UniqueFd> tcpConnect(const QString &host, int port, const Deadline &deadline)
{
    const Result<Addresses> addresses = resolve(host, port, deadline);
    if (!addresses)
        return addresses.error();
    int reason = EHOSTUNREACH;
    for (const addrinfo *address = addresses->get(); address; address = address->ai_next) {
        UniqueFd fd;
        reason = connectTo(*address, fd, deadline);
        if (reason == 0) {
            tune(fd.get());
            return fd;
        }
        if (reason < 0)
            break;
    }
    if (deadline.stop.requested())
        return canceled();
    if (reason < 0)
        return Error{ErrorKind::Timeout,
                     SshText::tr("%1:%2 did not answer. Check the address, and that no firewall is in the way.")
                         .arg(host)
                         .arg(port),
                     {},
                     {}};
    return refused(host, port, reason);
}
