#include "core/shell/pieces.h"

#include "core/base/languages.h"
#include "core/shell/atomicfile.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

struct PiecesText {
    ASC_TR_FUNCTIONS(Pieces)
};

Error unreadable(const QFile &file)
{
    return {ErrorKind::Storage, PiecesText::tr("%1 cannot be read.").arg(file.fileName()), file.errorString(), {}};
}

// Up to `length` bytes of the file are added.
Result<void> addFile(QCryptographicHash &hash, QFile &file, qint64 length, const std::stop_token &stop)
{
    for (qint64 at = 0; at < length;) {
        if (stop.stop_requested())
            return canceled();
        const QByteArray piece = file.read(std::min(pieceBytes, length - at));
        if (piece.isEmpty())
            return unreadable(file);
        hash.addData(piece);
        at += piece.size();
    }
    return {};
}

Result<CommandOutput> asked(Shell &shell, const QStringList &argv, const QString &path, std::stop_token stop,
                            std::chrono::milliseconds timeout = std::chrono::minutes(10))
{
    Result<CommandOutput> output = shell.run({.argv = argv, .timeout = timeout, .isQuestion = true}, std::move(stop));
    if (!output || output->exitCode == 0)
        return output;
    return Error{ErrorKind::CommandFailed,
                 PiecesText::tr("%1 cannot be read on the node.").arg(path),
                 QString::fromUtf8(output->err.right(2000)).trimmed(),
                 {}};
}

// What begins at byte `at`, pieceBytes at most, and never nothing.
Result<QByteArray> pieceThere(Shell &shell, const QString &path, qint64 at, std::stop_token stop)
{
    const Result<CommandOutput> piece
        = asked(shell,
                {u"sh"_s, u"-c"_s, u"tail -c +\"$2\" -- \"$1\" | head -c \"$3\""_s, u"sh"_s, path,
                 QString::number(at + 1), QString::number(pieceBytes)},
                path, std::move(stop));
    if (!piece)
        return piece.error();
    if (piece->out.isEmpty())
        return Error{ErrorKind::CommandFailed,
                     PiecesText::tr("%1 has become shorter while it was fetched.").arg(path),
                     {},
                     {}};
    return piece->out;
}

} // namespace

Result<QByteArray> sha256OnNode(Shell &shell, const QString &remotePath, std::stop_token stop)
{
    const Result<CommandOutput> sum = asked(shell, {u"sh"_s, u"-c"_s, u"sha256sum <\"$1\""_s, u"sh"_s, remotePath},
                                            remotePath, std::move(stop), std::chrono::hours(2));
    return sum ? Result<QByteArray>(sum->out.trimmed().left(64).toLower()) : sum.error();
}

Result<QByteArray> sendFromNode(Shell &from, const QString &remotePath, qint64 size, qint64 there,
                                const PieceSender &send, const std::function<void(qint64)> &progress,
                                std::stop_token stop)
{
    while (there < size) {
        if (stop.stop_requested())
            return canceled();
        const Result<QByteArray> piece = pieceThere(from, remotePath, there, stop);
        if (!piece)
            return piece.error();
        const QByteArray wanted = piece->left(size - there); // it may have grown meanwhile
        if (const Result<void> sent = send(there, wanted); !sent)
            return sent.error();
        there += wanted.size();
        if (progress)
            progress(there);
    }
    return sha256OnNode(from, remotePath, stop);
}

Result<QByteArray> sendInPieces(const QString &path, qint64 there, const PieceSender &send,
                                const std::function<void(qint64)> &progress, std::stop_token stop)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file);
    const qint64 size = file.size();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (qint64 at = 0; at < size;) {
        if (stop.stop_requested())
            return canceled();
        const QByteArray piece = file.read(std::min(pieceBytes, size - at));
        if (piece.isEmpty())
            return unreadable(file);
        hash.addData(piece);
        at += piece.size();
        if (at <= there)
            continue;
        if (const Result<void> sent = send(there, piece.right(at - there)); !sent)
            return sent.error();
        there = at;
        if (progress)
            progress(at);
    }
    return hash.result().toHex();
}

Result<PulledFile> pullInPieces(Shell &shell, const QString &remotePath, const QString &localPath,
                                const Shell::ProgressHandler &progress, std::stop_token stop)
{
    if (const Result<void> made = makePrivateFolder(QFileInfo(localPath).absolutePath()); !made)
        return made.error();
    const Result<CommandOutput> told
        = asked(shell, {u"stat"_s, u"-L"_s, u"-c"_s, u"%s"_s, u"--"_s, remotePath}, remotePath, stop);
    if (!told)
        return told.error();
    const qint64 size = told->out.trimmed().toLongLong();
    if (QFileInfo::exists(localPath)) {
        const Result<QByteArray> own = sha256OfFile(localPath, stop);
        const Result<QByteArray> other = own ? sha256OnNode(shell, remotePath, stop) : own;
        if (!other)
            return other.error();
        if (*own == *other)
            return PulledFile{size, QString::fromLatin1(*own)};
        return Error{ErrorKind::Storage,
                     PiecesText::tr("%1 is there already and is not what the node has; it was left alone. Remove it, "
                                    "or choose another folder.")
                         .arg(localPath),
                     {},
                     {}};
    }
    QFile part(localPath + u".part"_s);
    if (!part.open(QIODevice::ReadWrite) || !part.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
        return Error{ErrorKind::Storage,
                     PiecesText::tr("%1 cannot be written.").arg(part.fileName()),
                     part.errorString(),
                     {}};
    if (part.size() > size && !part.resize(0)) // of another file
        return Error{ErrorKind::Storage,
                     PiecesText::tr("%1 cannot be written.").arg(part.fileName()),
                     part.errorString(),
                     {}};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    qint64 at = part.size();
    if (const Result<void> added = addFile(hash, part, at, stop); !added)
        return added.error();
    while (at < size) {
        if (stop.stop_requested())
            return canceled();
        const Result<QByteArray> piece = pieceThere(shell, remotePath, at, stop);
        if (!piece)
            return piece.error();
        if (part.write(*piece) != piece->size() || !part.flush())
            return Error{ErrorKind::Storage,
                         PiecesText::tr("%1 cannot be written.").arg(part.fileName()),
                         part.errorString(),
                         {}};
        hash.addData(*piece);
        at += piece->size();
        if (progress)
            progress(at, size);
    }
    const QByteArray own = hash.result().toHex();
    const Result<QByteArray> other = sha256OnNode(shell, remotePath, stop);
    if (!other)
        return other.error();
    part.close();
    if (own != *other) {
        part.remove();
        return Error{ErrorKind::CommandFailed,
                     PiecesText::tr("%1 arrived otherwise than it is on the node (SHA-256); what came was removed. "
                                    "Something writes to it there, or a disk is broken. Run it again.")
                         .arg(remotePath),
                     {},
                     {}};
    }
    if (!part.rename(localPath))
        return Error{ErrorKind::Storage,
                     PiecesText::tr("%1 cannot be written.").arg(localPath),
                     part.errorString(),
                     {}};
    return PulledFile{size, QString::fromLatin1(own)};
}

Result<QByteArray> sha256OfFile(const QString &path, std::stop_token stop)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(file);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (const Result<void> added = addFile(hash, file, file.size(), stop); !added)
        return added.error();
    return hash.result().toHex();
}
