// SlowLink: a TCP relay on 127.0.0.1 that delivers what passes through it later, each way: a node on another continent.
#pragma once

#include "core/shell/fd.h"

#include <QByteArray>

#include <array>
#include <chrono>
#include <deque>
#include <list>
#include <thread>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

class SlowLink
{
public:
    SlowLink(int targetPort, std::chrono::milliseconds delayEachWay)
        : m_targetPort(targetPort), m_delay(delayEachWay), m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        ::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), size);
        ::listen(m_listener.get(), 16);
        ::getsockname(m_listener.get(), reinterpret_cast<sockaddr *>(&address), &size);
        m_port = ntohs(address.sin_port);
        m_thread = std::jthread([this](std::stop_token stop) { relay(stop); });
    }

    int port() const { return m_port; }

private:
    using Clock = std::chrono::steady_clock;
    struct Late
    {
        Clock::time_point due;
        QByteArray bytes;                // empty: the end
    };
    struct Way
    {
        int from = -1, to = -1;
        std::deque<Late> under;          // under way
        bool isRead = false;             // to its end
    };
    struct Line
    {
        UniqueFd client, server;
        std::array<Way, 2> ways;
    };

    static sockaddr_in loopback(int port)
    {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(uint16_t(port));
        return address;
    }

    void accept()
    {
        Line line;
        line.client = UniqueFd(::accept(m_listener.get(), nullptr, nullptr));
        line.server = UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        const sockaddr_in address = loopback(m_targetPort);
        if (::connect(line.server.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
            return;
        line.ways[0] = {line.client.get(), line.server.get(), {}, false};
        line.ways[1] = {line.server.get(), line.client.get(), {}, false};
        m_lines.push_back(std::move(line));
    }

    void read(Way &way) const
    {
        QByteArray bytes(1 << 16, Qt::Uninitialized);
        const ssize_t n = ::read(way.from, bytes.data(), size_t(bytes.size()));
        bytes.truncate(std::max<ssize_t>(0, n));
        way.isRead = bytes.isEmpty();
        way.under.push_back({Clock::now() + m_delay, bytes});
    }

    static void deliver(Way &way)
    {
        while (!way.under.empty() && way.under.front().due <= Clock::now()) {
            const QByteArray bytes = way.under.front().bytes;
            way.under.pop_front();
            if (bytes.isEmpty())
                ::shutdown(way.to, SHUT_WR);
            for (qsizetype sent = 0; sent < bytes.size();) {
                const ssize_t n = ::send(way.to, bytes.constData() + sent, size_t(bytes.size() - sent), MSG_NOSIGNAL);
                if (n <= 0)
                    return;
                sent += n;
            }
        }
    }

    void relay(std::stop_token stop)
    {
        while (!stop.stop_requested()) {
            std::vector<pollfd> polled{{m_listener.get(), POLLIN, 0}};
            std::vector<Way *> readers;
            for (Line &line : m_lines) {
                for (Way &way : line.ways) {
                    deliver(way);
                    if (!way.isRead && way.under.size() < 1000) {
                        polled.push_back({way.from, POLLIN, 0});
                        readers.push_back(&way);
                    }
                }
            }
            ::poll(polled.data(), polled.size(), 2);
            for (size_t i = 1; i < polled.size(); ++i) {
                if (polled[i].revents)
                    read(*readers[i - 1]);
            }
            if (polled[0].revents)
                accept();
        }
    }

    const int m_targetPort;
    const std::chrono::milliseconds m_delay;
    UniqueFd m_listener;
    int m_port = 0;
    std::list<Line> m_lines;
    std::jthread m_thread;               // last: it ends before what it uses
};
