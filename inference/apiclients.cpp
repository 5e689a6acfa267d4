#include "inference/apiclients.h"

#include <condition_variable>
#include <string_view>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace {

// A closed connection whose end said nothing more is known to its kernel for a minute; after that it denies it, when it
// is asked.
void letNoticeBeTaken(int socket)
{
    const int on = 1, seconds = 5, times = 3;
    ::setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &seconds, sizeof seconds);
    ::setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
}

// One that has said all it wants to say (its end of the stream is here) may still listen, or have closed: what it is
// sent tells, since whoever has closed answers it with a reset. A stream sends; else an interim answer does, which
// every HTTP/1.1 client passes over (RFC 9110, section 15.2).
bool isGone(ApiClient &client)
{
    pollfd one{client.socket, POLLRDHUP, 0};
    if (::poll(&one, 1, 0) <= 0)
        return false;
    if ((one.revents & (POLLHUP | POLLERR)) != 0) // both directions are closed, or reset
        return true;
    if (client.isSentNothing && !client.wasAsked) {
        constexpr std::string_view interim = "HTTP/1.1 100 Continue\r\n\r\n"; // Python's skips no other
        client.wasAsked = ::send(client.socket, interim.data(), interim.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
    }
    return false;
}

} // namespace

void ApiClients::begin()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = false;
    }
    m_watch = std::jthread([this](std::stop_token quit) { watch(quit); });
}

void ApiClients::end()
{
    const std::lock_guard lock(m_mutex);
    m_isEnding = true;
    for (const std::shared_ptr<ApiClient> &client : m_clients)
        client->stop.request_stop();
}

void ApiClients::rest() { m_watch = {}; }

std::shared_ptr<ApiClient> ApiClients::add(int socket, bool isSentNothing)
{
    auto client = std::make_shared<ApiClient>();
    client->isSentNothing = isSentNothing;
    client->socket = socket;
    letNoticeBeTaken(socket);
    const std::lock_guard lock(m_mutex);
    if (m_isEnding)
        client->stop.request_stop();
    m_clients.push_back(client);
    return client;
}

void ApiClients::remove(const std::shared_ptr<ApiClient> &client)
{
    const std::lock_guard lock(m_mutex);
    m_clients.remove(client);
}

void ApiClients::watch(std::stop_token quit)
{
    std::mutex idle;
    std::condition_variable_any wake;
    while (!quit.stop_requested()) {
        {
            std::unique_lock lock(idle);
            wake.wait_for(lock, quit, std::chrono::milliseconds(50), [] { return false; });
        }
        const std::lock_guard lock(m_mutex);
        for (const std::shared_ptr<ApiClient> &client : m_clients)
            if (isGone(*client))
                client->stop.request_stop();
    }
}
