#include "app/sim/sshd.h"

#include "app/sim/process.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QThread>

#include <signal.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

QString pidFileOf(const QString &node)
{
    return node + u"/run/sshd.pid"_s;
}
QString configurationOf(const QString &node)
{
    return node + u"/etc/ssh/sshd_config"_s;
}

QByteArray textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

bool hasSshd(const QString &node) { return QFile::exists(configurationOf(node)); }

namespace {

QString sshdProgram()
{
    for (const char *folder : {"/usr/sbin/", "/sbin/", "/usr/local/sbin/", "/usr/bin/"})
        if (const QString path = QLatin1String(folder) + u"sshd"_s; QFile::exists(path))
            return path;
    return {};
}

} // namespace

void becomeSshd()
{
    const QByteArray program = sshdProgram().toLocal8Bit();
    ::execl(program.constData(), program.constData(), "-f", "/etc/ssh/sshd_config", "-E", "/var/log/sshd.log", nullptr);
}

Result<void> startSshd(const QString &node)
{
    const QString sshd = sshdProgram();
    if (sshd.isEmpty())
        return Error{ErrorKind::CommandFailed, u"sshd is missing on this machine (Debian: openssh-server)."_s, {}, {}};
    const bool own = QFile::exists(node + u"/.sim/own-network"_s); // then it lives in the node's own view
    const QString log = node + u"/var/log/sshd.log"_s;
    const QStringList argv = own
        ? QStringList{node + u"/enter"_s, sshd, u"-f"_s, u"/etc/ssh/sshd_config"_s, u"-E"_s, u"/var/log/sshd.log"_s}
        : QStringList{
            u"/usr/bin/env"_s, u"ASCEND_SIM_NODE="_s + node, sshd, u"-f"_s, configurationOf(node), u"-E"_s, log};
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(argv.first(), argv.mid(1));
    if (process.waitForFinished(15'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) {
        // It goes to the background before it listens, and writes its pid when it does.
        for (QDeadlineTimer deadline(10'000); !deadline.hasExpired(); QThread::msleep(10))
            if (textOf(pidFileOf(node)).trimmed().toInt() > 0)
                return {};
    }
    process.kill();
    process.waitForFinished(1000);
    return Error{ErrorKind::CommandFailed,
                 u"sshd of %1 does not start."_s.arg(QDir(node).dirName()),
                 QString::fromUtf8(process.readAllStandardError() + textOf(log)),
                 {}};
}

void killSshd(const QString &node)
{
    const int listener = textOf(pidFileOf(node)).trimmed().toInt();
    const QHash<int, OsProcess> all = allProcesses();
    if (listener <= 1 || all.value(listener).name != "sshd") // ended already; the number may be somebody else's now
        return;
    QList<int> doomed{listener};
    for (qsizetype i = 0; i < doomed.size(); ++i)
        for (auto it = all.cbegin(); it != all.cend(); ++it)
            if (it->parent == doomed[i] && it->name.startsWith("sshd"))
                doomed << it.key();
    for (const int pid : std::as_const(doomed))
        ::kill(pid, SIGKILL);
    QFile::remove(pidFileOf(node));
}

} // namespace sim
