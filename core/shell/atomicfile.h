// AtomicFile: a local file that appears whole or not at all: temporary name in the same folder, fsync,
// mode, rename. Without commit() nothing is left behind. Errors: ErrorKind::Storage.
#pragma once

#include "core/shell/fd.h"
#include "core/shell/shell.h"

class AtomicFile
{
public:
    explicit AtomicFile(QString path);
    ~AtomicFile();

    Result<void> open();                       // makes the folder if it is missing
    Result<void> write(const QByteArray &piece);
    Result<void> commit(int mode);

private:
    Error failed(const QString &sentence) const;

    QString m_path;
    QByteArray m_temporary;
    UniqueFd m_fd;
};

Result<void> writeAtomically(const QString &path, const QByteArray &content, int mode, std::stop_token stop = {},
                             const Shell::ProgressHandler &onProgress = {});
