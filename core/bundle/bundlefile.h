// The archive that a bundle is written into: a .tar.gz, which any machine can open. Appears whole or not at all, for
// its user alone (0600). Blocking.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>

#include <stop_token>

struct BundlePart
{
    QString path;                        // in the archive: "nodes/node1/npu-smi-info.txt"
    QByteArray content;
    QString command;                     // that printed it; empty: it is no command's
    QString trouble;                     // why it is not whole, or not there at all; empty: nothing is amiss
    bool operator==(const BundlePart &) const = default;
};

// A node may say what it likes: no part of a path leaves the archive's folder, is hidden or longer than a file system
// takes.
QString pathPart(const QString &name);

// Under one folder, `root`. ErrorKind::Storage, Canceled.
Result<void> writeArchive(const QString &file, const QString &root, const QList<BundlePart> &parts,
                          const QDateTime &when, std::stop_token stop);
