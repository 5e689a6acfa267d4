#include "core/shell/sshsession.h"

#include "core/shell/sftptransfer.h"
#include "core/shell/sshgroup.h"
#include "core/shell/shelltransfer.h"
#include "core/shell/sshtext.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds leastStart{5};  // to open a channel, where the login took most of its time
constexpr std::chrono::seconds patience{3};    // a login shell that says nothing for less than this is only slow

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
    if (m_mute)
        return *m_mute;
    killOrphans(std::chrono::seconds(5));
    auto running = std::make_unique<SshCommand>(*m_link, m_killer, command, onOutput);
    if (!m_hasAnswered)
        running->startBy(std::max(m_loginEnd, Clock::now() + leastStart));
    Result<CommandOutput> result = running->run(std::move(stop));
    m_hasAnswered = m_hasAnswered || running->hasBegun();
    if (!m_hasAnswered && !result && result.error().kind == ErrorKind::Timeout && command.timeout >= patience) {
        m_mute = mute(*running, command.timeout);
        result = *m_mute;
    }
    if (running->mayBeAlive())
        m_orphans.push_back(std::move(running));
    return result;
}

// Connection: who asks on would wait as long for each of its questions. Without facts["sent"], for a new login would
// meet the same shell.
Error SshShell::mute(const SshCommand &command, std::chrono::milliseconds limit) const
{
    const QString place = u"%1@%2"_s.arg(m_link->user, m_link->name());
    const double seconds = double(limit.count()) / 1000;
    if (!command.isStarted())
        return {ErrorKind::Connection,
                SshText::tr("%1 accepted the login and has not answered since. Look at the load of that machine, at "
                            "the network, and at the log of sshd there.")
                    .arg(place),
                SshText::tr("The command was not begun."),
                {}};
    const QString said = command.saidInstead();
    return {ErrorKind::Connection,
            SshText::tr("Logged in to %1, but its login shell does not answer: it did not begin the command within %2 "
                        "s. Look at what it does first: a forced command (command= in authorized_keys, ForceCommand), "
                        "~/.bashrc and ~/.profile, a home directory that hangs.")
                .arg(place)
                .arg(seconds),
            said.isEmpty() ? SshText::tr("It said nothing.") : SshText::tr("It said: %1").arg(said),
            {}};
}

std::unique_ptr<CommandGroup> SshShell::group(int width)
{
    if (!m_mute)
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
