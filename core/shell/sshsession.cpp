#include "core/shell/sshsession.h"

#include "core/shell/sftptransfer.h"
#include "core/shell/sshgroup.h"
#include "core/shell/shelltransfer.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace {

Error notSent(Error error)
{
    error.facts.insert(u"sent"_s, u"no"_s);
    return error;
}

} // namespace

SshShell::~SshShell()
{
    killOrphans(std::chrono::seconds(1));
}

void SshShell::killOrphans(std::chrono::milliseconds time)
{
    for (const std::unique_ptr<SshCommand> &command : std::exchange(m_orphans, {})) {
        if (m_link->lost().isEmpty())
            command->kill(time);
    }
    const QList<qint64> groups = std::exchange(m_survivingGroups, {});
    const StopWaker never{std::stop_token()};
    if (!groups.isEmpty() && m_link->lost().isEmpty() && !m_link->isMidPacket())
        m_killer.kill(groups, Deadline{Deadline::in(time), never});
}

Result<CommandOutput> SshShell::run(const Command &command, std::stop_token stop, const OutputHandler &onOutput)
{
    if (stop.stop_requested())
        return canceled();
    killOrphans(std::chrono::seconds(5));
    auto running = std::make_unique<SshCommand>(*m_link, m_killer, command, onOutput);
    Result<CommandOutput> result = running->run(std::move(stop));
    if (running->mayBeAlive())
        m_orphans.push_back(std::move(running));
    return result;
}

std::unique_ptr<CommandGroup> SshShell::group(int width)
{
    killOrphans(std::chrono::seconds(5));
    return std::make_unique<SshGroup>(*this, *m_link, m_killer, width);
}

Result<void> SshShell::upload(const QByteArray &content, const QString &remotePath, int mode,
                              std::stop_token stop, const ProgressHandler &onProgress)
{
    SftpTransfer sftp(*m_link, *this, stop);
    const Result<bool> opened = sftp.open();
    if (!opened)
        return notSent(opened.error());
    return *opened ? sftp.upload(content, remotePath, mode, onProgress)
                   : uploadByCommand(*this, content, remotePath, mode, std::move(stop), onProgress);
}

Result<void> SshShell::download(const QString &remotePath, const QString &localPath,
                                std::stop_token stop, const ProgressHandler &onProgress)
{
    SftpTransfer sftp(*m_link, *this, stop);
    const Result<bool> opened = sftp.open();
    if (!opened)
        return notSent(opened.error());
    return *opened ? sftp.download(remotePath, localPath, onProgress)
                   : downloadByCommand(*this, remotePath, localPath, std::move(stop), onProgress);
}
