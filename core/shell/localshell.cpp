#include "core/shell/localshell.h"

#include "core/shell/atomicfile.h"
#include "core/shell/childprocess.h"
#include "core/shell/localgroup.h"
#include "core/shell/localshelltext.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

const char *const binFolders[] = {"/bin", "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"};

} // namespace

LocalShell::LocalShell(QString root)
    : m_root(root.isEmpty() ? QString() : QDir::cleanPath(QFileInfo(root).absoluteFilePath()))
{
}

QString LocalShell::inRoot(const QString &path) const
{
    if (m_root.isEmpty())
        return path;
    QStringList parts; // "/../x" stays inside, as at a real root
    for (const QString &part : path.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        if (part != ".."_L1 && part != "."_L1)
            parts << part;
        else if (part == ".."_L1 && !parts.isEmpty())
            parts.removeLast();
    }
    return m_root + QLatin1Char('/') + parts.join(QLatin1Char('/'));
}

QStringList LocalShell::placed(const QStringList &argv) const
{
    if (m_root.isEmpty())
        return argv;
    const QString enter = m_root + u"/enter"_s;
    if (QFileInfo(enter).isExecutable())
        return QStringList{enter} + argv;
    QStringList changed;
    for (const QString &argument : argv) {
        const bool isThere = argument.startsWith(QLatin1Char('/')) && QFileInfo::exists(inRoot(argument));
        changed << (isThere ? inRoot(argument) : argument);
    }
    return changed;
}

Result<CommandOutput> LocalShell::run(const Command &command, std::stop_token stop, const OutputHandler &onOutput)
{
    ChildProcess::Start start;
    start.argv = placed(command.argv);
    if (!m_root.isEmpty()) {
        for (const char *folder : binFolders)
            start.pathPrefix << m_root + QLatin1String(folder);
    }
    return ChildProcess::run(start, command, std::move(stop), onOutput);
}

std::unique_ptr<CommandGroup> LocalShell::group(int width)
{
    return std::make_unique<LocalGroup>(*this, width);
}

Result<void> LocalShell::upload(const QByteArray &content, const QString &path, int mode,
                                std::stop_token stop, const ProgressHandler &onProgress)
{
    return writeAtomically(inRoot(path), content, mode, std::move(stop), onProgress);
}

Result<void> LocalShell::download(const QString &path, const QString &localPath,
                                  std::stop_token stop, const ProgressHandler &onProgress)
{
    const QString source = inRoot(path);
    QFile file(source);
    struct stat facts = {};
    if (!file.open(QIODevice::ReadOnly) || ::fstat(file.handle(), &facts) != 0)
        return Error{ErrorKind::Storage,
                     LocalShellText::tr("The file %1 cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    if (S_ISDIR(facts.st_mode))
        return Error{ErrorKind::Storage, LocalShellText::tr("%1 is a folder, not a file.").arg(path), {}, {}};

    AtomicFile target(localPath);
    if (const Result<void> opened = target.open(); !opened)
        return opened.error();
    qint64 done = 0;
    while (true) {
        if (stop.stop_requested())
            return canceled();
        const QByteArray piece = file.read(1 << 20);
        if (piece.isEmpty())
            break;
        if (const Result<void> written = target.write(piece); !written)
            return written.error();
        done += piece.size();
        if (onProgress)
            onProgress(done, qMax<qint64>(done, facts.st_size));
    }
    if (file.error() != QFile::NoError)
        return Error{ErrorKind::Storage,
                     LocalShellText::tr("The file %1 cannot be read.").arg(path),
                     file.errorString(),
                     {}};
    return target.commit(int(facts.st_mode & 07777));
}
