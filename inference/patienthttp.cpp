#include "inference/patienthttp.h"

#include <algorithm>
#include <deque>
#include <functional>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds look{200};                // how often a wait looks whether the server is closing
thread_local std::atomic<bool> *current = nullptr; // Connection::isServed of this thread's
thread_local int currentSocket = -1;

// False: not before `end`, or the server is closing.
bool await(int socket, short events, Clock::time_point end, const std::function<bool()> &isClosing)
{
    while (!isClosing()) {
        const auto left = std::chrono::ceil<milliseconds>(end - Clock::now()); // else it ends a moment before
        if (left.count() <= 0)
            return false;
        pollfd one{socket, events, 0};
        const int ready = ::poll(&one, 1, int(std::min(left, look).count()));
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return false;
}

void addressOf(int socket, bool peer, std::string &ip, int &port)
{
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    if ((peer ? ::getpeername : ::getsockname)(socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        return;
    char text[INET6_ADDRSTRLEN] = {};
    if (address.ss_family == AF_INET) {
        const auto &in = reinterpret_cast<const sockaddr_in &>(address);
        ::inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
        port = ntohs(in.sin_port);
    } else if (address.ss_family == AF_INET6) {
        const auto &in = reinterpret_cast<const sockaddr_in6 &>(address);
        ::inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
        port = ntohs(in.sin6_port);
    }
    ip = text;
}

} // namespace

// A thread for each connection that is there, kept for the next one for a while. httplib's pool may leave a connection
// waiting behind a busy thread though another could be started.
class PatientHttpServer::Threads : public httplib::TaskQueue
{
public:
    Threads(PatientHttpServer &server, size_t most) : m_server(server), m_most(most) {}

    bool enqueue(std::function<void()> job) override
    {
        bool isFull = false;
        {
            const std::lock_guard lock(m_mutex);
            joinEnded();
            m_jobs.push_back(std::move(job));
            if (m_jobs.size() > m_idle) {
                isFull = m_threads.size() >= m_most;
                if (!isFull) {
                    const auto place = m_threads.emplace(m_threads.end());
                    *place = std::thread([this, place] { work(place); });
                }
            }
        }
        m_wake.notify_one();
        if (isFull)
            m_server.makeRoom();
        return true;
    }

    void shutdown() override
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closing = true;
        }
        m_wake.notify_all();
        std::unique_lock lock(m_mutex);
        m_ends.wait(lock, [this] { return m_ended.size() == m_threads.size(); });
        joinEnded();
    }

private:
    using Place = std::list<std::thread>::iterator;

    void work(Place place)
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            ++m_idle;
            const bool woken
                = m_wake.wait_for(lock, std::chrono::seconds(5), [this] { return !m_jobs.empty() || m_closing; });
            --m_idle;
            if (!woken || m_jobs.empty())
                break;
            const std::function<void()> job = std::move(m_jobs.front());
            m_jobs.pop_front();
            lock.unlock();
            job();
            lock.lock();
        }
        m_ended.push_back(place);
        m_ends.notify_all();
    }

    void joinEnded()
    {
        for (const Place place : m_ended) {
            place->join();
            m_threads.erase(place);
        }
        m_ended.clear();
    }

    PatientHttpServer &m_server;
    const size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_wake, m_ends;
    std::deque<std::function<void()>> m_jobs;
    std::list<std::thread> m_threads;
    std::vector<Place> m_ended;                  // to be joined
    size_t m_idle = 0;
    bool m_closing = false;
};

class PatientHttpServer::Socket : public httplib::Stream
{
public:
    Socket(int socket, const Limits &limits, std::function<bool()> isClosing)
        : m_socket(socket), m_limits(limits), m_isClosing(std::move(isClosing)), m_end(m_begun + limits.head) {}

    bool isLate() const { return m_isLate; }     // the request did not come to its end
    bool isOverTime() const { return m_isOverTime; } // for it took too long, not that the client is gone
    bool hasAnswered() const { return m_hasAnswered; }
    bool isHeaderLarge() const                   // for httplib
    {
        return m_isHead && m_lines > 0
            && (std::max(m_line, m_longest) > CPPHTTPLIB_HEADER_MAX_LENGTH
                || m_lines > CPPHTTPLIB_HEADER_MAX_COUNT + 1);
    }
    void expectBody(size_t bytes)
    {
        m_isHead = false;
        m_end = Clock::now() + m_limits.body + std::chrono::seconds(bytes >> 16);
    }

    bool is_readable() const override { return m_from < m_to; }
    bool wait_readable() const override { return await(m_socket, POLLIN, m_end, m_isClosing); }
    bool wait_writable() const override { return await(m_socket, POLLOUT, Clock::now() + m_limits.write, m_isClosing); }

    ssize_t read(char *to, size_t size) override
    {
        if (m_from == m_to) {
            const ssize_t got = wait_readable() ? ::recv(m_socket, m_buffer, sizeof m_buffer, 0) : -1;
            m_isLate = got <= 0;
            m_isOverTime = m_isLate && Clock::now() >= m_end;
            if (m_isLate)
                return got;
            m_from = 0;
            m_to = size_t(got);
        }
        const size_t count = std::min(size, m_to - m_from);
        std::copy_n(m_buffer + m_from, count, to);
        consume_buffered(count);
        return ssize_t(count);
    }

    // All of it within the limit: a client that takes a byte now and then is not waited for.
    ssize_t write(const char *from, size_t size) override
    {
        m_hasAnswered = true;
        const Clock::time_point end = Clock::now() + m_limits.write;
        for (size_t sent = 0; sent < size;) {
            if (!await(m_socket, POLLOUT, end, m_isClosing))
                return -1;
            const ssize_t count = ::send(m_socket, from + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno != EAGAIN && errno != EINTR)
                return -1;
            sent += size_t(std::max<ssize_t>(0, count));
        }
        return ssize_t(size);
    }

    void get_remote_ip_and_port(std::string &ip, int &port) const override { addressOf(m_socket, true, ip, port); }
    void get_local_ip_and_port(std::string &ip, int &port) const override { addressOf(m_socket, false, ip, port); }
    socket_t socket() const override { return m_socket; }
    time_t duration() const override
    {
        return std::chrono::duration_cast<milliseconds>(Clock::now() - m_begun).count();
    }

    const char *buffered_data(size_t &size) const override
    {
        size = m_to - m_from;
        return size ? m_buffer + m_from : nullptr;
    }
    void consume_buffered(size_t size) override
    {
        for (const size_t end = m_from + size; m_from < end;) {
            const char *from = m_buffer + m_from, *to = m_buffer + end;
            const size_t length = size_t((m_isHead ? std::find(from, to, '\n') : to) - from);
            m_line += length;
            m_from += length;
            if (m_from == end)
                break;
            ++m_from;
            if (m_lines++ > 0)                   // the first one is the request's
                m_longest = std::max(m_longest, m_line);
            m_line = 0;
        }
    }

private:
    const int m_socket;
    const Limits m_limits;
    const std::function<bool()> m_isClosing;
    const Clock::time_point m_begun = Clock::now();
    Clock::time_point m_end;                     // of the reading
    char m_buffer[16384];
    size_t m_from = 0, m_to = 0;
    bool m_isLate = false, m_isOverTime = false, m_hasAnswered = false, m_isHead = true;
    size_t m_lines = 0, m_line = 0, m_longest = 0; // of the head: whole ones, bytes of the one that is read, most bytes
};

thread_local const PatientHttpServer::Socket *PatientHttpServer::s_stream = nullptr;

PatientHttpServer::PatientHttpServer(const Limits &limits) : m_limits(limits)
{
    new_task_queue = [this] { return new Threads(*this, m_limits.connections); };
}

PatientHttpServer::~PatientHttpServer() = default;

void PatientHttpServer::letMoreWait()
{
    ::listen(svr_sock_, 1024);
}

int PatientHttpServer::requestIsHere()
{
    if (current)
        *current = true;
    return currentSocket;
}

PatientHttpServer::Fault PatientHttpServer::fault()
{
    if (!s_stream)
        return Fault::Other;
    return s_stream->isOverTime() ? Fault::Late : s_stream->isHeaderLarge() ? Fault::LargeHeader : Fault::Other;
}

bool PatientHttpServer::process_and_close_socket(socket_t socket)
{
    std::list<Connection>::iterator connection;
    {
        const std::lock_guard lock(m_mutex);
        connection = m_connections.emplace(m_connections.end());
        connection->socket = socket;
    }
    current = &connection->isServed;
    currentSocket = socket;
    const bool fine = serve_guarded([&] { return talk(*connection); });
    // Closing over bytes that nobody read makes the kernel take back the answer (a 413) with a reset.
    ::shutdown(socket, SHUT_WR);
    const Clock::time_point end = Clock::now() + std::chrono::seconds(1);
    char rest[16384];
    while (await(socket, POLLIN, end, [this] { return isClosing(); }) && ::recv(socket, rest, sizeof rest, 0) > 0) { }
    current = nullptr;
    currentSocket = -1;
    const std::lock_guard lock(m_mutex);
    // first: makeRoom() must not meet a number that is somebody else's by then
    m_connections.erase(connection);
    ::close(socket);
    return fine;
}

bool PatientHttpServer::talk(Connection &connection)
{
    std::string remote, local;
    int remotePort = 0, localPort = 0;
    addressOf(connection.socket, true, remote, remotePort);
    addressOf(connection.socket, false, local, localPort);
    bool fine = false;
    for (size_t left = keep_alive_max_count_; left > 0 && awaitRequest(connection.socket); --left) {
        Socket stream(connection.socket, m_limits, [this] { return isClosing(); });
        bool isOver = false, isRead = false;
        s_stream = &stream;
        fine = process_request(stream, remote, remotePort, local, localPort, left == 1, isOver,
                               [&](httplib::Request &request) {
                                   isRead = true;
                                   const size_t length
                                       = request.get_header_value_u64("Content-Length", payload_max_length_);
                                   stream.expectBody(std::min(length, payload_max_length_));
                               });
        s_stream = nullptr;
        connection.isServed = false;
        if (!fine && !isRead && !stream.hasAnswered())
            answerUnread(stream);
        // Of a head that was not understood the rest is no next request: each piece would be answered by itself.
        if (!fine || isOver || !isRead || stream.isLate())
            break;
    }
    return fine;
}

// httplib ends over a first line that it cannot read and says nothing.
void PatientHttpServer::answerUnread(Socket &stream) const
{
    if (stream.isLate() && !stream.isOverTime()) // nobody is there any more
        return;
    httplib::Response response;
    response.status = stream.isOverTime() ? 408 : 414;
    if (explain)
        explain(response);
    const std::string answer = "HTTP/1.1 " + std::to_string(response.status) + ' '
        + httplib::status_message(response.status) + "\r\nConnection: close\r\nContent-Type: "
        + response.get_header_value("Content-Type", "text/plain") + "\r\nContent-Length: "
        + std::to_string(response.body.size()) + "\r\n\r\n" + response.body;
    stream.write(answer.data(), answer.size());
}

bool PatientHttpServer::awaitRequest(socket_t socket) const
{
    return await(socket, POLLIN, Clock::now() + m_limits.idle, [this] { return isClosing(); });
}

void PatientHttpServer::makeRoom()
{
    const std::lock_guard lock(m_mutex);
    for (Connection &connection : m_connections) {
        if (!connection.isServed && !connection.isPutOut) {
            ::shutdown(connection.socket, SHUT_RDWR);
            connection.isPutOut = true;
            return;
        }
    }
}
