// The user's known_hosts as a file: replaced whole, so that a full disk cannot leave half a line, with the mode and the
// owner it had. OpenSSH adds lines to the same file without a lock: none of them is lost.
#pragma once

#include "core/base/result.h"
#include "core/shell/fd.h"

#include <QByteArray>

#include <sys/stat.h>

class KnownHostsFile
{
public:
    // Links are followed. A file that is not there is empty. ErrorKind::Storage.
    static Result<KnownHostsFile> read(const QString &file);

    // false: somebody has written since it was read, and nothing was replaced: read it anew. `late` is what came into
    // the old file while it was being replaced.
    Result<bool> append(const QByteArray &lines, QByteArray &late) const;

private:
    bool isAsRead() const;

    QString m_path;
    QByteArray m_text;
    UniqueFd m_fd;                       // none: not there
    struct stat m_facts = {};
};

// Adds the line to the file (made with mode 0600, its folder with 0700). ErrorKind::Storage.
Result<void> appendKnownHost(const QString &file, const QString &line);
