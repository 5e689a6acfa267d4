#include "app/sim/sshd.h"

#include "app/sim/process.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QThread>

#include <signal.h>

namespace sim {

namespace {

QString pidFileOf(const QString &node) { return node + QStringLiteral("/run/sshd.pid"); }
QString configurationOf(const QString &node) { return node + QStringLiteral("/etc/ssh/sshd_config"); }

QByteArray textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

bool hasSshd(const QString &node) { return QFile::exists(configurationOf(node)); }

Result<void> startSshd(const QString &node)
{
    QString sshd;
    for (const char *folder : {"/usr/sbin/", "/sbin/", "/usr/local/sbin/", "/usr/bin/"})
        if (const QString path = QLatin1String(folder) + QStringLiteral("sshd"); sshd.isEmpty() && QFile::exists(path))
            sshd = path;
    if (sshd.isEmpty())
        return Error{ErrorKind::CommandFailed,
                     QStringLiteral("sshd is missing on this machine (Debian: openssh-server)."),
                     {},
                     {}};
    const bool own = QFile::exists(node + QStringLiteral("/.sim/own-network")); // then it lives in the node's own view
    const QString log = node + QStringLiteral("/var/log/sshd.log");
    const QStringList argv = own ? QStringList{node + QStringLiteral("/enter"),
                                               sshd,
                                               QStringLiteral("-f"),
                                               QStringLiteral("/etc/ssh/sshd_config"),
                                               QStringLiteral("-E"),
                                               QStringLiteral("/var/log/sshd.log")}
                                 : QStringList{QStringLiteral("/usr/bin/env"),
                                               QStringLiteral("ASCEND_SIM_NODE=") + node,
                                               sshd,
                                               QStringLiteral("-f"),
                                               configurationOf(node),
                                               QStringLiteral("-E"),
                                               log};
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
    return Error{ErrorKind::CommandFailed, QStringLiteral("sshd of %1 does not start.").arg(QDir(node).dirName()),
                 QString::fromUtf8(process.readAllStandardError() + textOf(log)), {}};
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
