#include "core/deploy/runlock.h"

#include "core/base/homepath.h"
#include "core/nodes/machine.h"
#include "core/runs/deploytext.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype lockText = 4096;     // ids of processes in a machine's lock, at most

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

Result<UniqueFd> openedLock(const QString &path)
{
    const QString file = path + u".lock"_s;
    if (const Result<void> made = makePrivateFolder(QFileInfo(path).path()); !made) {
        Error error = cannotWrite(path);
        error.detail = made.error().message + QLatin1Char(' ') + made.error().detail;
        return error;
    }
    const int flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
    UniqueFd fd(::open(QFile::encodeName(file).constData(), flags, 0600));
    if (!fd)
        return cannotWrite(file);
    return fd;
}

// Anybody may share, one alone may write.
struct flock lockOf(short type)
{
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

// The kind of lock that is in the way of this one; F_UNLCK: none. nullopt: cannot be told (errno).
std::optional<short> inTheWayOf(short type, int fd)
{
    struct flock lock = lockOf(type);
    if (::fcntl(fd, F_OFD_GETLK, &lock) != 0)
        return std::nullopt;
    return lock.l_type;
}

// F_UNLCK: it is held now; else the kind of lock that is in its way. nullopt: there can be none on it (errno).
std::optional<short> lockOrWhatIsInTheWay(short type, int fd)
{
    for (;;) {
        struct flock lock = lockOf(type);
        if (::fcntl(fd, F_OFD_SETLK, &lock) == 0)
            return F_UNLCK;
        if (errno != EAGAIN && errno != EACCES)
            return std::nullopt;
        if (const std::optional<short> other = inTheWayOf(type, fd); other != short(F_UNLCK))
            return other;                // else it was let go meanwhile
    }
}

// That wrote its id there; 0: it did not.
qint64 writtenIn(const UniqueFd &lockFile)
{
    char who[32] = {};
    const ssize_t n = ::pread(lockFile.get(), who, sizeof who - 1, 0);
    return n > 0 ? QByteArray(who, n).split('\n').first().toLongLong() : 0;
}

} // namespace

LockedFile &LockedFile::operator=(LockedFile &&other) noexcept
{
    if (this != &other) {
        letGo();
        m_fd = std::move(other.m_fd);
    }
    return *this;
}

void LockedFile::letGo()
{
    struct flock nothing = lockOf(F_UNLCK);
    if (m_fd)
        ::fcntl(m_fd.get(), F_OFD_SETLK, &nothing);
    m_fd.reset();
}

Result<RunLock> RunLock::take(const QString &stateFile)
{
    const QString file = stateFile + u".lock"_s;
    Result<UniqueFd> opened = openedLock(stateFile);
    if (!opened)
        return opened.error();
    const std::optional<short> inTheWay = lockOrWhatIsInTheWay(F_WRLCK, opened->get());
    if (!inTheWay)
        return cannotWrite(file);
    if (*inTheWay != F_UNLCK) {
        const qint64 pid = writtenIn(*opened);
        const QString sentence = pid > 0
            ? DeployText::tr("Another run of this deployment is under way (process %1). Stop it there first.").arg(pid)
            : DeployText::tr("Another run of this deployment is under way. Stop it there first.");
        return Error{ErrorKind::Invalid, sentence, {}, {}};
    }
    RunLock lock;
    lock.m_file = LockedFile(*std::move(opened));
    const QByteArray pid = QByteArray::number(qint64(::getpid())) + '\n';
    if (::fchmod(lock.m_file.get(), 0600) != 0 || ::ftruncate(lock.m_file.get(), 0) != 0
        || ::write(lock.m_file.get(), pid.constData(), size_t(pid.size())) != pid.size())
        return cannotWrite(file);
    return lock;
}

std::optional<qint64> RunLock::holder(const QString &stateFile)
{
    const UniqueFd file(
        ::open(QFile::encodeName(stateFile + u".lock"_s).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file || inTheWayOf(F_RDLCK, file.get()).value_or(F_UNLCK) == F_UNLCK)
        return std::nullopt;
    return writtenIn(file);
}

// --- machines

namespace {

// On this machine, by what the node is known as when it is renamed or stands in several deployments.
QString machineLockOf(const Node &node)
{
    return stateFolder() + u"/driver-install/"_s + QString::fromLatin1(
               QCryptographicHash::hash(machineOf(node).toUtf8(), QCryptographicHash::Sha256).toHex());
}

short lockFor(MachineLock::Work work)
{
    return work == MachineLock::Work::Install ? F_WRLCK : F_RDLCK;
}

// Each that took it has written its id at the end; the last of them that still lives. 0: not known.
qint64 lastAlive(const UniqueFd &lockFile)
{
    QByteArray text(lockText, '\0');
    const ssize_t n = ::pread(lockFile.get(), text.data(), size_t(text.size()), 0);
    qint64 last = 0;
    for (const QByteArray &line : text.left(std::max<ssize_t>(n, 0)).split('\n')) {
        const qint64 pid = line.toLongLong();
        if (pid > 0 && (::kill(pid_t(pid), 0) == 0 || errno == EPERM))
            last = pid;
    }
    return last;
}

Error machineTaken(const Node &node, const UniqueFd &lockFile, bool isInstalled, MachineLock::Work work)
{
    const qint64 pid = lastAlive(lockFile);
    const QString process = pid > 0 ? DeployText::tr(" (process %1)").arg(pid) : QString();
    if (isInstalled && work == MachineLock::Work::Run)
        return {ErrorKind::Invalid,
                DeployText::tr("Driver and firmware are being installed on %1%2. Nothing was begun: a restart of the "
                               "node would end it in the middle.")
                    .arg(node.name, process),
                {},
                {{u"remedy"_s, DeployText::tr("Wait until they are installed, or stop that first.")}}};
    if (isInstalled)
        return {ErrorKind::Invalid,
                DeployText::tr("Driver and firmware are being installed on %1 from this machine already, by another "
                               "window or command%2.")
                    .arg(node.name, process),
                {},
                {{u"remedy"_s, DeployText::tr("Wait until they are installed, or stop that first.")}}};
    return {ErrorKind::Invalid,
            DeployText::tr("A run of a deployment is under way on %1%2: the driver is not replaced, and the node not "
                           "restarted, under it.")
                .arg(node.name, process),
            {},
            {{u"remedy"_s, DeployText::tr("Wait until it has ended, or stop it there first.")}}};
}

} // namespace

Result<MachineLock> MachineLock::take(const Node &node, Work work)
{
    const QString path = machineLockOf(node);
    Result<UniqueFd> opened = openedLock(path);
    if (!opened)
        return opened.error();
    const std::optional<short> inTheWay = lockOrWhatIsInTheWay(lockFor(work), opened->get());
    if (!inTheWay)
        return cannotWrite(path + u".lock"_s);
    if (*inTheWay != F_UNLCK)
        return machineTaken(node, *opened, *inTheWay == F_WRLCK, work);
    MachineLock lock;
    lock.m_file = LockedFile(*std::move(opened));
    struct stat there = {};
    const QByteArray pid = QByteArray::number(qint64(::getpid())) + '\n';
    if (::fchmod(lock.m_file.get(), 0600) != 0 || ::fstat(lock.m_file.get(), &there) != 0
        || (there.st_size + pid.size() > lockText && ::ftruncate(lock.m_file.get(), 0) != 0)
        || ::write(lock.m_file.get(), pid.constData(), size_t(pid.size())) != pid.size())
        return cannotWrite(path + u".lock"_s);
    return lock;
}

std::optional<Error> MachineLock::refusal(const Node &node, Work work)
{
    const QString file = machineLockOf(node) + u".lock"_s;
    const UniqueFd fd(::open(QFile::encodeName(file).constData(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    const short inTheWay = fd ? inTheWayOf(lockFor(work), fd.get()).value_or(F_UNLCK) : short(F_UNLCK);
    if (inTheWay == F_UNLCK)
        return std::nullopt;
    return machineTaken(node, fd, inTheWay == F_WRLCK, work);
}

Result<RunLocks> RunLocks::take(const QString &stateFile, const QList<Node> &nodes)
{
    RunLocks locks;
    Result<RunLock> run = RunLock::take(stateFile);
    if (!run)
        return run.error();
    locks.m_run = *std::move(run);
    if (const Result<void> added = locks.add(nodes); !added)
        return added.error();
    return locks;
}

Result<void> RunLocks::add(const QList<Node> &nodes)
{
    for (const Node &node : nodes) {
        const QString machine = machineOf(node);
        if (m_machines.contains(machine))
            continue;
        Result<MachineLock> lock = MachineLock::take(node, MachineLock::Work::Run);
        if (!lock)
            return lock.error();
        m_machines.emplace(machine, *std::move(lock));
    }
    return {};
}
