#include "app/sim/httpget.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace sim {

HttpAnswer httpGet(const QString &address, int port, const QByteArray &path, int timeoutMs)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeoutMs);
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return {};
    const auto waitFor = [&](short events) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        pollfd one{fd, events, 0};
        return left > 0 && ::poll(&one, 1, int(left)) > 0;
    };
    sockaddr_in target = {};
    target.sin_family = AF_INET;
    target.sin_port = htons(quint16(port));
    ::inet_pton(AF_INET, address.toLatin1().constData(), &target.sin_addr);
    QByteArray text;
    int failure = 0;
    socklen_t size = sizeof(failure);
    const bool connected
        = (::connect(fd, reinterpret_cast<sockaddr *>(&target), sizeof(target)) == 0 || errno == EINPROGRESS)
        && waitFor(POLLOUT) && ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size) == 0 && failure == 0;
    if (connected) {
        const QByteArray request
            = "GET " + path + " HTTP/1.1\r\nHost: " + address.toLatin1() + "\r\nConnection: close\r\n\r\n";
        (void)!::send(fd, request.constData(), size_t(request.size()), MSG_NOSIGNAL);
        char piece[4096];
        while (waitFor(POLLIN)) {
            const ssize_t length = ::recv(fd, piece, sizeof(piece), 0);
            if (length <= 0)
                break;
            text.append(piece, length);
        }
    }
    ::close(fd);
    const qsizetype head = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.") || head < 0)
        return {};
    return {text.mid(9, 3).toInt(), text.mid(head + 4)};
}

} // namespace sim
