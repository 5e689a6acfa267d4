#include "core/deploy/runlock.h"

#include "core/base/homepath.h"
#include "core/nodes/machine.h"
#include "core/runs/deploytext.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

Error cannotWrite(const QString &file)
{
    return {ErrorKind::Storage,
            DeployText::tr(
                "The state of the run cannot be kept: %1 cannot be written. Nothing was changed on the nodes.")
                .arg(file),
            QString::fromLocal8Bit(std::strerror(errno)),
            {{u"remedy"_s,
              DeployText::tr("Make room on the disk, or see that this user may write in %1.")
                  .arg(QFileInfo(file).path())}}};
}

// That wrote its id there; 0: it did not.
qint64 writtenIn(const UniqueFd &lockFile)
{
    char who[32] = {};
    const ssize_t n = ::pread(lockFile.get(), who, sizeof who - 1, 0);
    return n > 0 ? QByteArray(who, n).split('\n').first().toLongLong() : 0;
}

} // namespace

Result<RunLock> RunLock::take(const QString &stateFile)
{
    const QString file = stateFile + u".lock"_s;
    if (const Result<void> made = makePrivateFolder(QFileInfo(stateFile).path()); !made) {
        Error error = cannotWrite(stateFile);
        error.detail = made.error().message + QLatin1Char(' ') + made.error().detail;
        return error;
    }
    RunLock lock;
    lock.m_fd = UniqueFd(::open(QFile::encodeName(file).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock.m_fd)
        return cannotWrite(file);
    if (::flock(lock.m_fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK)
            return cannotWrite(file);
        const qint64 pid = writtenIn(lock.m_fd);
        const QString sentence = pid > 0
            ? DeployText::tr("Another run of this deployment is under way (process %1). Stop it there first.").arg(pid)
            : DeployText::tr("Another run of this deployment is under way. Stop it there first.");
        return Error{ErrorKind::Invalid, sentence, {}, {}};
    }
    const QByteArray pid = QByteArray::number(qint64(::getpid())) + '\n';
    if (::fchmod(lock.m_fd.get(), 0600) != 0 || ::ftruncate(lock.m_fd.get(), 0) != 0
        || ::pwrite(lock.m_fd.get(), pid.constData(), size_t(pid.size()), 0) != pid.size())
        return cannotWrite(file);
    return lock;
}

std::optional<qint64> RunLock::holder(const QString &stateFile)
{
    const UniqueFd file(
        ::open(QFile::encodeName(stateFile + u".lock"_s).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return std::nullopt;             // what the look took ends with the descriptor
    return writtenIn(file);
}

QString driverLockOf(const Node &node)
{
    return stateFolder() + u"/driver-install/"_s + QString::fromLatin1(
               QCryptographicHash::hash(machineOf(node).toUtf8(), QCryptographicHash::Sha256).toHex());
}
