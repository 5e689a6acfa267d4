// LocalGroup: a CommandGroup of child processes, one thread each.
#pragma once

#include "core/shell/commandgroup.h"

#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>

class LocalShell;

class LocalGroup : public CommandGroup
{
public:
    LocalGroup(LocalShell &shell, int width) : m_shell(shell), m_width(width) {}

    bool isFull() const override { return m_underWay >= m_width; }
    void begin(qsizetype id, const Command &command) override;
    std::optional<CommandAnswer> next(std::stop_token stop) override;

private:
    LocalShell &m_shell;
    int m_width;
    int m_underWay = 0;                  // begun and not yet taken
    bool m_isStopped = false;            // what is begun from now on is not started
    std::mutex m_mutex;
    std::condition_variable m_came;
    std::deque<CommandAnswer> m_answers;
    std::list<std::jthread> m_threads;   // last: they end before what they write to
};
