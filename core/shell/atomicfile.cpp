#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

struct AtomicFileText
{
    Q_DECLARE_TR_FUNCTIONS(AtomicFile)
};

// Where this program keeps its things; a folder of the same name elsewhere (a checkout) is the user's.
bool isOwnFolder(const QString &path)
{
    const std::pair<const char *, const char *> homes[]
        = {{"XDG_STATE_HOME", "/.local/state"}, {"XDG_CONFIG_HOME", "/.config"}, {"XDG_DATA_HOME", "/.local/share"}};
    for (const auto &[variable, usual] : homes) {
        const QString given = qEnvironmentVariable(variable);
        if (path
            == QDir::cleanPath(given.isEmpty() ? QDir::homePath() + QLatin1String(usual) : given)
                + u"/ascend-console"_s)
            return true;
    }
    return false;
}

// With nobody else's hand in them, whatever the umask: scripts may lie there.
bool makeFolders(const QString &folder)
{
    const QString path = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    for (qsizetype slash = path.indexOf(QLatin1Char('/'), 1);; slash = path.indexOf(QLatin1Char('/'), slash + 1)) {
        const QByteArray part = QFile::encodeName(slash < 0 ? path : path.left(slash));
        if (::mkdir(part.constData(), 0755) != 0 && errno != EEXIST && !QFileInfo(QFile::decodeName(part)).isDir())
            return false;
        if (slash < 0)
            return QFileInfo(path).isDir();
    }
}

// ".NAME.", as the temporary files of this target begin; 16 hexadecimal digits and ".tmp" follow.
QString temporaryPrefix(const QFileInfo &target) { return u"/.%1."_s.arg(target.fileName().left(60)); }

// Who writes to a temporary file holds a lock on it; older programs did not, but they write on. nullopt: not known.
std::optional<bool> isBeingWritten(const QString &path)
{
    const UniqueFd fd(::open(QFile::encodeName(path).constData(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!fd)
        return std::nullopt;
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0)
        return false;
    return errno == EWOULDBLOCK ? std::optional(true) : std::nullopt;
}

// What a program that was killed over this target has left. Nobody writes for a day without a byte.
void removeLeftBehind(const QFileInfo &target)
{
    static const QRegularExpression ending(u"^[0-9a-f]{16}\\.tmp\\z"_s);
    const QString prefix = temporaryPrefix(target).mid(1);
    const QDateTime now = QDateTime::currentDateTime(), limit = now.addDays(-1), soonest = now.addSecs(-10 * 60);
    for (const QFileInfo &file : QDir(target.path()).entryInfoList(QDir::Files | QDir::Hidden | QDir::NoSymLinks)) {
        if (file.fileName().startsWith(prefix) && ending.match(file.fileName().mid(prefix.size())).hasMatch()
            && file.ownerId() == ::geteuid() && file.lastModified() < soonest
            && (file.lastModified() < limit || isBeingWritten(file.filePath()) == false))
            QFile::remove(file.filePath());
    }
}

} // namespace

AtomicFile::AtomicFile(QString path) : m_path(std::move(path)) {}

AtomicFile::~AtomicFile()
{
    if (!m_temporary.isEmpty())
        ::unlink(m_temporary.constData());
}

Error AtomicFile::failed(const QString &sentence) const
{
    return {ErrorKind::Storage, sentence.arg(m_path), QString::fromLocal8Bit(std::strerror(errno)), {}};
}

Result<void> AtomicFile::open()
{
    const QFileInfo target(m_path);
    if (m_path.isEmpty() || m_path.contains(QChar(0)) || target.fileName().isEmpty() || target.isDir()) {
        errno = target.isDir() ? EISDIR : EINVAL;
        return failed(AtomicFileText::tr("%1 cannot be written: it is not the name of a file."));
    }
    if (!makeFolders(target.path()))
        return failed(AtomicFileText::tr("The folder of %1 cannot be made."));
    removeLeftBehind(target);
    const QString temporary
        = target.path() + temporaryPrefix(target)
        + u"%1.tmp"_s.arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    const QByteArray name = QFile::encodeName(temporary);
    m_fd = UniqueFd(::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!m_fd)
        return failed(AtomicFileText::tr("%1 cannot be written."));
    m_temporary = name;
    (void)::flock(m_fd.get(), LOCK_EX | LOCK_NB); // see isBeingWritten()
    return {};
}

Result<void> AtomicFile::write(const QByteArray &piece)
{
    for (qsizetype done = 0; done < piece.size();) {
        const ssize_t n = ::write(m_fd.get(), piece.constData() + done, size_t(piece.size() - done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n == 0 ? ENOSPC : errno;
            return failed(AtomicFileText::tr("%1 cannot be written."));
        }
        done += n;
    }
    return {};
}

Result<void> AtomicFile::giveTo(uid_t user, gid_t group)
{
    struct stat facts = {};
    if (::fstat(m_fd.get(), &facts) == 0 && facts.st_uid == user && facts.st_gid == group)
        return {};
    if (::fchown(m_fd.get(), user, group) != 0)
        return failed(AtomicFileText::tr("%1 cannot be replaced by a file of the same owner."));
    return {};
}

Result<void> AtomicFile::commit(int mode)
{
    if (::fchmod(m_fd.get(), mode_t(mode)) != 0 || ::fsync(m_fd.get()) != 0)
        return failed(AtomicFileText::tr("%1 cannot be written."));
    if (::rename(m_temporary.constData(), QFile::encodeName(m_path).constData()) != 0)
        return failed(AtomicFileText::tr("%1 cannot be replaced."));
    m_temporary.clear();
    m_fd.reset();                        // its lock is needed until then
    // The new name survives a power cut, too; some file systems cannot be asked for it.
    const UniqueFd folder(
        ::open(QFile::encodeName(QFileInfo(m_path).path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder && ::fsync(folder.get()) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EBADF)
        return failed(AtomicFileText::tr("%1 was written, but the disk does not say that it will last."));
    return {};
}

Result<void> makePrivateFolder(const QString &folder)
{
    const QString path = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    bool isOurs = false; // from our own folder on
    for (qsizetype slash = path.indexOf(QLatin1Char('/'), 1);; slash = path.indexOf(QLatin1Char('/'), slash + 1)) {
        const QString part = slash < 0 ? path : path.left(slash);
        const QByteArray name = QFile::encodeName(part);
        isOurs = isOurs || isOwnFolder(part);
        struct stat facts = {};
        const bool isThere = ::stat(name.constData(), &facts) == 0;
        const bool isMade = !isThere && ::mkdir(name.constData(), 0700) == 0;
        if (!isThere && !isMade && errno != EEXIST)
            return Error{ErrorKind::Storage,
                         AtomicFileText::tr("The folder %1 cannot be made.").arg(part),
                         QString::fromLocal8Bit(std::strerror(errno)),
                         {}};
        if (isThere && !S_ISDIR(facts.st_mode))
            return Error{ErrorKind::Storage, AtomicFileText::tr("%1 is not a folder.").arg(part), {}, {}};
        const bool isLax = isThere && isOurs && facts.st_uid == ::getuid() && (facts.st_mode & 077) != 0;
        if ((isMade || isLax) && ::chmod(name.constData(), 0700) != 0) // the umask may have taken our own rights
            return Error{ErrorKind::Storage,
                         AtomicFileText::tr("The folder %1 cannot be made.").arg(part),
                         QString::fromLocal8Bit(std::strerror(errno)),
                         {}};
        if (slash < 0)
            return {};
    }
}

Result<void> writeAtomically(const QString &path, const QByteArray &content, int mode, std::stop_token stop,
                             const Shell::ProgressHandler &onProgress)
{
    AtomicFile file(path);
    if (Result<void> opened = file.open(); !opened)
        return opened;
    constexpr qsizetype pieceSize = 1 << 20;
    for (qsizetype done = 0; done < content.size();) {
        if (stop.stop_requested())
            return canceled();
        const QByteArray piece = content.mid(done, pieceSize);
        if (Result<void> written = file.write(piece); !written)
            return written;
        done += piece.size();
        if (onProgress)
            onProgress(done, content.size());
    }
    return file.commit(mode);
}
