// SshShell itself. Others hold a Shell: see sshshell.h.
#pragma once

#include "core/shell/shell.h"
#include "core/shell/sshcommand.h"

#include <vector>

class SshShell : public Shell
{
public:
    // loginEnd: until when the login might have taken; the first command's channel is opened by then.
    SshShell(std::unique_ptr<SshLink> link, std::chrono::steady_clock::time_point loginEnd)
        : m_link(std::move(link)), m_loginEnd(loginEnd) {}
    ~SshShell() override;

    Result<CommandOutput> run(const Command &command, std::stop_token stop,
                              const OutputHandler &onOutput = {}) override;
    Result<QByteArray> exchange(const TcpQuestion &question, std::stop_token stop) override;
    std::unique_ptr<CommandGroup> group(int width) override;
    Result<void> upload(const QByteArray &content, const QString &remotePath, int mode,
                        std::stop_token stop, const ProgressHandler &onProgress = {}) override;
    Result<void> download(const QString &remotePath, const QString &localPath,
                          std::stop_token stop, const ProgressHandler &onProgress = {}) override;

    void killLater(const QList<qint64> &groups) { m_survivingGroups += groups; }
    void noteAnswer() { m_hasAnswered = true; } // the login shell ran a line of ours
    bool isMute() const { return m_mute.has_value(); }

private:
    void killOrphans(std::chrono::milliseconds time);
    Error mute(const SshCommand &command, std::chrono::milliseconds limit) const;

    std::unique_ptr<SshLink> m_link;
    const std::chrono::steady_clock::time_point m_loginEnd;
    bool m_hasAnswered = false;
    std::optional<Error> m_mute;       // its first command was not answered: nothing more is asked
    SshKiller m_killer{*m_link};       // after the link: gone before it
    std::vector<std::unique_ptr<SshCommand>> m_orphans; // that a stop could not end in its 100 ms: at the next chance
    QList<qint64> m_survivingGroups;   // of lanes, likewise
};
