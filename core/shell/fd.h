// UniqueFd closes its file descriptor. StopWaker makes a stop request visible to poll(), so that a
// blocking wait ends at once and not at the end of a time slice.
#pragma once

#include <chrono>
#include <stop_token>
#include <utility>

#include <sys/eventfd.h>
#include <unistd.h>

class UniqueFd
{
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : m_fd(fd) {}
    UniqueFd(UniqueFd &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    UniqueFd &operator=(UniqueFd &&other) noexcept
    {
        if (this != &other) {
            reset();
            m_fd = std::exchange(other.m_fd, -1);
        }
        return *this;
    }
    ~UniqueFd() { reset(); }

    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    void reset()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }

private:
    int m_fd = -1;
};

class StopWaker
{
public:
    explicit StopWaker(std::stop_token stop)
        : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
        , m_stop(std::move(stop))
        , m_callback(m_stop, Wake{m_fd.get()})
    {
    }

    int fd() const { return m_fd.get(); }     // readable once stop was requested
    bool requested() const { return m_stop.stop_requested(); }

private:
    struct Wake
    {
        int fd;
        void operator()() const { [[maybe_unused]] const int rc = ::eventfd_write(fd, 1); }
    };
    UniqueFd m_fd;
    std::stop_token m_stop;
    std::stop_callback<Wake> m_callback;
};

// How long a blocking function may go on: until the deadline or a stop request.
struct Deadline
{
    std::chrono::steady_clock::time_point end;
    const StopWaker &stop;

    static std::chrono::steady_clock::time_point in(std::chrono::milliseconds time)
    {
        const auto now = std::chrono::steady_clock::now();
        const auto longest = std::chrono::hours(24 * 365); // no overflow for "for ever"
        return now
            + (time < longest ? std::chrono::steady_clock::duration(time)
                              : std::chrono::steady_clock::duration(longest));
    }
    bool isOver() const { return std::chrono::steady_clock::now() >= end; }
    // For poll(): milliseconds left, at most `slice`, rounded up.
    int pollTime(int slice) const
    {
        const auto left
            = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        return left <= 0 ? 0 : left < slice ? int(left) : slice;
    }
};
