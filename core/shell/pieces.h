// A large file between this computer and a node, in pieces: a stop is heard between them, and what came before a lost
// link is not sent again. Blocking.
#pragma once

#include "core/shell/shell.h"

inline constexpr qint64 pieceBytes = 8 << 20;

// Puts a piece behind the `at` bytes that are there.
using PieceSender = std::function<Result<void>(qint64 at, const QByteArray &piece)>;

// there: bytes of it that the other side has. progress: bytes that it has then; may be empty.
// Result: SHA-256 of the whole file as it was read here, in hex. Errors: those of `send`, Canceled; Storage: the file
// cannot be read, or has become shorter meanwhile.
Result<QByteArray> sendInPieces(const QString &path, qint64 there, const PieceSender &send,
                                const std::function<void(qint64)> &progress, std::stop_token stop);

// The same of a file on another machine, of `size` bytes, which comes through this computer; the bytes that are there
// are not read again. Result: its SHA-256 as that machine says it. Errors: those of `send` and of the link; Canceled;
// CommandFailed: it cannot be read there, or has become shorter.
Result<QByteArray> sendFromNode(Shell &from, const QString &remotePath, qint64 size, qint64 there,
                                const PieceSender &send, const std::function<void(qint64)> &progress,
                                std::stop_token stop);

// In hex, as that machine itself says it; errors as above.
Result<QByteArray> sha256OnNode(Shell &shell, const QString &remotePath, std::stop_token stop);

struct PulledFile
{
    qint64 sizeBytes = 0;
    QString sha256;                      // of both ends, in hex
};

// The other way: into `localPath` (0600, folders made for this user alone), by a part beside it (".part") that stays
// when the link is lost. A file that is there already and has the node's content is not fetched again; one with
// another content is not replaced. Errors: Storage, Canceled, those of the link; CommandFailed: the node cannot read
// it, or it arrived otherwise than it is there.
Result<PulledFile> pullInPieces(Shell &shell, const QString &remotePath, const QString &localPath,
                                const Shell::ProgressHandler &progress, std::stop_token stop);

// In hex; ErrorKind::Storage: it cannot be read.
Result<QByteArray> sha256OfFile(const QString &path, std::stop_token stop);
