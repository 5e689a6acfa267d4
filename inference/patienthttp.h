// PatientHttpServer: httplib's server, on which a client that is slow to say its request or to take its answer costs a
// thread for a bounded time and never makes another one wait. (httplib's own limit is a pause between two bytes: a byte
// every four seconds holds a thread for ever, and its pool ends at a few hundred.)
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

#include "httplib.h"

class PatientHttpServer : public httplib::Server
{
public:
    struct Limits
    {
        // more: the one that has been saying its request for longest is put out
        size_t connections = 512;
        std::chrono::milliseconds head{10'000};  // from its first byte to its last
        std::chrono::milliseconds body{10'000};  // and a second more for each 64 KiB
        std::chrono::milliseconds idle{5'000};   // between two requests
        std::chrono::milliseconds write{10'000}; // for one piece to be taken
    };

    explicit PatientHttpServer(const Limits &limits);
    ~PatientHttpServer() override;

    // After binding. httplib lets five callers wait to be accepted: with more at once some try again only after
    // seconds.
    void letMoreWait();

    // By a handler, when it has the whole request: its connection is not put out to make room. That connection's
    // socket.
    static int requestIsHere();

    // Why what came is no request, to a handler of errors: httplib tells all of it as a 400.
    enum class Fault { Other, Late, LargeHeader };
    static Fault fault();
    // Words for what httplib does not answer by itself: a first line that is too long for it (414), or without an end
    // (408).
    std::function<void(httplib::Response &)> explain;

private:
    class Threads;
    class Socket;
    struct Connection
    {
        socket_t socket;
        std::atomic<bool> isServed = false;      // its request is here
        bool isPutOut = false;                   // to make room; guarded by m_mutex
    };

    bool process_and_close_socket(socket_t socket) override;
    bool talk(Connection &connection);
    void answerUnread(Socket &stream) const;
    bool awaitRequest(socket_t socket) const;
    void makeRoom();
    bool isClosing() const { return svr_sock_ == INVALID_SOCKET; }

    static thread_local const Socket *s_stream;  // of this thread's connection
    Limits m_limits;
    std::mutex m_mutex;
    std::list<Connection> m_connections;         // oldest first
};
