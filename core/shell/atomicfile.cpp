#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(AtomicFile)
};

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
        return failed(Words::tr("%1 cannot be written: it is not the name of a file."));
    }
    if (!QDir().mkpath(target.path()))
        return failed(Words::tr("The folder of %1 cannot be made."));
    const QString temporary = QStringLiteral("%1/.%2.%3.tmp").arg(target.path(), target.fileName().left(60))
                                  .arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
    const QByteArray name = QFile::encodeName(temporary);
    m_fd = UniqueFd(::open(name.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!m_fd)
        return failed(Words::tr("%1 cannot be written."));
    m_temporary = name;
    return {};
}

Result<void> AtomicFile::write(const QByteArray &piece)
{
    for (qsizetype done = 0; done < piece.size();) {
        const ssize_t n = ::write(m_fd.get(), piece.constData() + done, size_t(piece.size() - done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failed(Words::tr("%1 cannot be written."));
        done += n;
    }
    return {};
}

Result<void> AtomicFile::commit(int mode)
{
    if (::fchmod(m_fd.get(), mode_t(mode)) != 0 || ::fsync(m_fd.get()) != 0)
        return failed(Words::tr("%1 cannot be written."));
    m_fd.reset();
    if (::rename(m_temporary.constData(), QFile::encodeName(m_path).constData()) != 0)
        return failed(Words::tr("%1 cannot be replaced."));
    m_temporary.clear();
    const UniqueFd folder(::open(QFile::encodeName(QFileInfo(m_path).path()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder)
        ::fsync(folder.get()); // the new name survives a power cut, too
    return {};
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
