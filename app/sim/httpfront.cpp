#include "app/sim/httpfront.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace sim {

namespace {

sockaddr_in placeOf(const QString &address, int port)
{
    sockaddr_in place = {};
    place.sin_family = AF_INET;
    place.sin_port = htons(quint16(port));
    ::inet_pton(AF_INET, address.toLatin1().constData(), &place.sin_addr);
    return place;
}

bool sendAll(int socket, const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t size = ::send(socket, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (size <= 0)
            return false;
        sent += size;
    }
    return true;
}

// The value of a header; `head` begins with the request's first line.
QByteArray headerOf(const QByteArray &head, const QByteArray &name)
{
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).toLower() == name)
            return line.mid(colon + 1).trimmed();
    }
    return {};
}

void answerOne(int socket, const Answering &answering)
{
    constexpr qsizetype most = 64 << 20;
    const timeval patience{600, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    QByteArray text;
    qsizetype head = -1, whole = most;
    char piece[16384];
    while (text.size() < whole) {
        const ssize_t size = ::recv(socket, piece, sizeof piece, 0);
        if (size <= 0)
            break;
        text.append(piece, size);
        if (head < 0 && (head = text.indexOf("\r\n\r\n")) >= 0) {
            const QByteArray low = text.left(head).toLower();
            const qsizetype at = low.indexOf("\r\ncontent-length:");
            const qsizetype length = at < 0 ? 0 : low.mid(at + 17).split('\r').first().trimmed().toLongLong();
            whole = head + 4 + length;
            if (low.contains("expect: 100-continue"))
                sendAll(socket, "HTTP/1.1 100 Continue\r\n\r\n");
        }
    }
    const QByteArrayList words = text.left(text.indexOf("\r\n")).split(' ');
    if (head >= 0 && words.size() == 3 && text.size() >= whole)
        answering(socket, {words[0], words[1], text.mid(head + 4, whole - head - 4),
                           headerOf(text.left(head), "authorization")});
    ::close(socket);
}

} // namespace

HttpFront::~HttpFront()
{
    m_isEnding = true;
    if (m_thread.joinable())
        m_thread.join();
    if (m_socket >= 0)
        ::close(m_socket);
}

QString HttpFront::listen(const QString &address, int port, Answering answering)
{
    m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int one = 1;
    ::setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    const sockaddr_in place = placeOf(address, port);
    if (::bind(m_socket, reinterpret_cast<const sockaddr *>(&place), sizeof place) != 0 || ::listen(m_socket, 64) != 0)
        return QString::fromLocal8Bit(strerror(errno));
    m_thread = std::thread([this, answering = std::move(answering)] {
        while (!m_isEnding) {
            pollfd waiting{m_socket, POLLIN, 0};
            if (::poll(&waiting, 1, 200) <= 0)
                continue;
            const int socket = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
            if (socket >= 0)
                std::thread(answerOne, socket, answering).detach(); // ends with its client or with this process
        }
    });
    return {};
}

void sendAnswer(int socket, int status, const QByteArray &body, const QByteArray &type, const QByteArrayList &headers)
{
    QByteArray further;
    for (const QByteArray &header : headers)
        further += header + "\r\n";
    const char *word = status == 200 ? "OK"
        : status == 400              ? "Bad Request"
        : status == 401              ? "Unauthorized"
        : status == 404              ? "Not Found"
                                     : "Internal Server Error";
    sendAll(socket, "HTTP/1.1 " + QByteArray::number(status) + ' ' + word + "\r\nContent-Type: " + type
                + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + further
                + "Connection: close\r\n\r\n" + body);
}

bool passOn(int socket, const QString &address, int port, const QByteArray &path, const QByteArray &body)
{
    const int to = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in place = placeOf(address, port);
    bool isAnswered = false;
    if (::connect(to, reinterpret_cast<const sockaddr *>(&place), sizeof place) == 0
        && sendAll(to, (body.isEmpty() ? "GET " : "POST ") + path + " HTTP/1.1\r\nHost: " + address.toLatin1() + ':'
                       + QByteArray::number(port) + "\r\nContent-Type: application/json\r\nContent-Length: "
                       + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body)) {
        char piece[16384];
        for (ssize_t size; (size = ::recv(to, piece, sizeof piece, 0)) > 0;) {
            isAnswered = true;
            if (!sendAll(socket, QByteArray(piece, size)))
                break;
        }
    }
    ::close(to);
    return isAnswered;
}

} // namespace sim
