// AtomicFile: a local file that appears whole or not at all: temporary name in the same folder, fsync,
// mode, rename, fsync of the folder; every count and every answer is looked at. Without commit() nothing is left
// behind, and what a killed program left of the same target some minutes ago goes with the next one (after a day where
// the file system knows no locks). Whatever must last is written with it. Errors: ErrorKind::Storage.
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
    Result<void> giveTo(uid_t user, gid_t group); // instead of to whoever runs this; before commit()
    Result<void> commit(int mode);

private:
    Error failed(const QString &sentence) const;

    QString m_path;
    QByteArray m_temporary;
    UniqueFd m_fd;
};

// Makes the folder and its parents, for this user alone (0700 whatever the umask says). One that is there and lies
// in this program's part of the user's state, configuration or data loses what others may do in it; any other is left
// as it is.
Result<void> makePrivateFolder(const QString &folder);

Result<void> writeAtomically(const QString &path, const QByteArray &content, int mode, std::stop_token stop = {},
                             const Shell::ProgressHandler &onProgress = {});
