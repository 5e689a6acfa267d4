// SshGroup: a CommandGroup over the lanes of one SSH session, served in one poll loop. Lanes are opened as they are
// needed and stay until the group goes, so that it costs as many channels as it is wide, however many commands run.
// Where the node gives no lane, commands run the plain way, one after the other.
#pragma once

#include "core/shell/sshlane.h"

#include <vector>

class SshShell;

class SshGroup : public CommandGroup
{
public:
    SshGroup(SshShell &shell, SshLink &link, SshKiller &killer, int width)
        : m_shell(shell)
        , m_link(link)
        , m_killer(killer)
        , m_width(width)
    {
    }
    ~SshGroup() override;

    bool isFull() const override { return m_waiting.size() + busy() >= m_width; }
    void begin(qsizetype id, const Command &command) override;
    std::optional<CommandAnswer> next(std::stop_token stop) override;

private:
    qsizetype busy() const;
    void feed(const StopWaker &waker, const std::stop_token &stop);
    void runPlainly(std::stop_token stop);
    void look();                                  // takes answers, and commands of lanes that ended under them
    void expire();
    void wait(const StopWaker &waker);
    void endAll(const Error &error);              // of what runs, and of what waits
    bool kill(const QList<SshLane *> &lanes);

    SshShell &m_shell;
    SshLink &m_link;
    SshKiller &m_killer;
    int m_width;
    bool m_mayOpen = true;                        // the node has not refused another lane yet
    QList<std::pair<qsizetype, Command>> m_waiting;
    std::vector<std::unique_ptr<SshLane>> m_lanes;
    QList<CommandAnswer> m_ready;
};
