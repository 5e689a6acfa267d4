// SshShell itself. Others hold a Shell: see sshshell.h.
#pragma once

#include "core/shell/shell.h"
#include "core/shell/sshcommand.h"

#include <vector>

class SshShell : public Shell
{
public:
    explicit SshShell(std::unique_ptr<SshLink> link) : m_link(std::move(link)) {}
    ~SshShell() override;

    Result<CommandOutput> run(const Command &command, std::stop_token stop,
                              const OutputHandler &onOutput = {}) override;
    std::unique_ptr<CommandGroup> group(int width) override;
    Result<void> upload(const QByteArray &content, const QString &remotePath, int mode,
                        std::stop_token stop, const ProgressHandler &onProgress = {}) override;
    Result<void> download(const QString &remotePath, const QString &localPath,
                          std::stop_token stop, const ProgressHandler &onProgress = {}) override;

    void killLater(const QList<qint64> &groups) { m_survivingGroups += groups; }

private:
    void killOrphans(std::chrono::milliseconds time);

    std::unique_ptr<SshLink> m_link;
    SshKiller m_killer{*m_link};       // after the link: gone before it
    std::vector<std::unique_ptr<SshCommand>> m_orphans; // that a stop could not end in its 100 ms: at the next chance
    QList<qint64> m_survivingGroups;   // of lanes, likewise
};
