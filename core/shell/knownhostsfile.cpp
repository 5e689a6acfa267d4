#include "core/shell/knownhostsfile.h"

#include "core/base/homepath.h"
#include "core/base/inputfile.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr qint64 largest = 64 << 20;

Error failed(const QString &file)
{
    return {ErrorKind::Storage,
            QCoreApplication::translate("HostKeys", "The host key cannot be added to %1.").arg(file),
            QString::fromLocal8Bit(std::strerror(errno)),
            {}};
}

// The file that a link leads to, also where that one is yet to be made.
QString targetOf(const QString &file)
{
    QString path = file;
    for (int links = 0; links < 40 && QFileInfo(path).isSymLink(); ++links)
        path = QFileInfo(path).symLinkTarget();
    const QString folder = QFileInfo(QFileInfo(path).path()).canonicalFilePath();
    return folder.isEmpty() ? path : folder + QLatin1Char('/') + QFileInfo(path).fileName();
}

bool isSameMoment(const struct stat &a, const struct stat &b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size
        && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

} // namespace

Result<KnownHostsFile> KnownHostsFile::read(const QString &file)
{
    KnownHostsFile known;
    known.m_path = targetOf(file);
    known.m_fd
        = UniqueFd(::open(QFile::encodeName(known.m_path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!known.m_fd) {
        if (errno == ENOENT)
            return known;
        return failed(file);
    }
    if (::fstat(known.m_fd.get(), &known.m_facts) != 0)
        return failed(file);
    if (!S_ISREG(known.m_facts.st_mode)) { // such as /dev/null: nothing that could be replaced
        errno = EINVAL;
        return failed(file);
    }
    const Result<QByteArray> text = readDescriptor(known.m_fd.get(), file, largest, {});
    if (!text)
        return text.error();
    known.m_text = *text;
    return known;
}

bool KnownHostsFile::isAsRead() const
{
    struct stat now = {};
    const bool isThere = ::stat(QFile::encodeName(m_path).constData(), &now) == 0;
    if (!m_fd)
        return !isThere && errno == ENOENT;
    return isThere && isSameMoment(now, m_facts) && now.st_size == m_text.size();
}

Result<bool> KnownHostsFile::append(const QByteArray &lines, QByteArray &late) const
{
    QByteArray text = m_text;
    if (!text.isEmpty() && !text.endsWith('\n'))
        text += '\n'; // a last line without its end must not swallow ours
    AtomicFile file(m_path);
    Result<void> done = file.open();
    if (done)
        done = file.write(text + lines);
    if (done && m_fd)
        done = file.giveTo(m_facts.st_uid, m_facts.st_gid);
    if (!done)
        return done.error();
    if (!isAsRead())
        return false;
    if (const Result<void> replaced = file.commit(m_fd ? int(m_facts.st_mode & 07777) : 0600); !replaced)
        return replaced.error();
    late.clear();
    if (m_fd) {
        // goes on where the first one ended
        const Result<QByteArray> rest = readDescriptor(m_fd.get(), m_path, largest, {});
        if (rest)
            late = *rest;
    }
    return true;
}

Result<void> appendKnownHost(const QString &givenFile, const QString &line)
{
    const QString file = withHome(givenFile);
    const QString folder = QFileInfo(targetOf(file)).path();
    if (!QFileInfo::exists(folder))
        QDir().mkpath(QFileInfo(folder).path());
    if (::mkdir(QFile::encodeName(folder).constData(), 0700) != 0 && errno != EEXIST)
        return failed(file);
    QByteArray wanted = line.toUtf8().replace('\n', ' ') + '\n';
    constexpr int tries = 100; // each lost to somebody who wrote a line meanwhile
    for (int i = 0; i < tries; ++i) {
        const Result<KnownHostsFile> known = KnownHostsFile::read(file);
        if (!known)
            return known.error();
        QByteArray late;
        const Result<bool> isAppended = known->append(wanted, late);
        if (!isAppended)
            return isAppended.error();
        if (*isAppended)
            wanted = late;
        if (wanted.isEmpty())
            return {};
    }
    errno = EBUSY;
    return failed(file);
}
