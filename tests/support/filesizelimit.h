// FileSizeLimit: while it lives, no file of this process grows beyond that: a disk that is full in the middle of a
// write, without root.
#pragma once

#include <csignal>

#include <sys/resource.h>

class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        m_isSet = ::getrlimit(RLIMIT_FSIZE, &m_before) == 0;
        struct rlimit small = m_before;
        small.rlim_cur = bytes;
        m_isSet = m_isSet && ::setrlimit(RLIMIT_FSIZE, &small) == 0;
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FileSizeLimit(const FileSizeLimit &) = delete;
    FileSizeLimit &operator=(const FileSizeLimit &) = delete;

    bool isSet() const { return m_isSet; }

private:
    struct rlimit m_before = {};
    void (*m_handler)(int);
    bool m_isSet = false;
};
