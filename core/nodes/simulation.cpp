#include "core/nodes/simulation.h"

#include "core/base/json.h"
#include "core/shell/fd.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

bool isOurs(const QString &path, mode_t kind)
{
    struct stat facts = {};
    return ::lstat(QFile::encodeName(path).constData(), &facts) == 0 && (facts.st_mode & S_IFMT) == kind
        && facts.st_uid == ::geteuid() && (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// app/sim/nodeview.cpp writes "PID START" there.
qint64 keeperOf(const QString &root)
{
    const int fd = ::open(QFile::encodeName(root + u"/.sim/run/keeper"_s).constData(),
                          O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const UniqueFd file(fd);
    char text[64];
    const ssize_t size = ::read(file.get(), text, sizeof text);
    return QByteArray(text, std::max<ssize_t>(size, 0)).split(' ').value(0).toLongLong();
}

bool hasRoot(qint64 process, const QString &root)
{
    const QByteArray folder = "/proc/" + QByteArray::number(process);
    struct stat itself = {}, its = {}, wanted = {};
    return ::stat(folder.constData(), &itself) == 0 && itself.st_uid == ::geteuid()
        && ::stat((folder + "/root/.").constData(), &its) == 0
        && ::stat(QFile::encodeName(root).constData(), &wanted) == 0 && its.st_dev == wanted.st_dev
        && its.st_ino == wanted.st_ino;
}

} // namespace

bool isOwnSimulatedNode(const QString &given)
{
    const QString root = QFileInfo(given).canonicalFilePath();
    if (root.isEmpty() || root == "/"_L1 || !isOurs(root, S_IFDIR) || !isOurs(QFileInfo(root).path(), S_IFDIR))
        return false;
    const qint64 keeper = keeperOf(root);
    return keeper > 1 && hasRoot(keeper, root);
}

bool isOwnKnownHosts(const QString &file)
{
    if (!isOurs(file, S_IFREG))
        return false;
    const QString cluster = QFileInfo(QFileInfo(file).path()).canonicalFilePath();
    if (cluster.isEmpty() || !isOurs(cluster, S_IFDIR))
        return false;
    for (const QString &node : QDir(cluster).entryList({u"node*"_s}, QDir::Dirs | QDir::NoSymLinks, QDir::Name)) {
        if (isOwnSimulatedNode(cluster + QLatin1Char('/') + node))
            return true;
    }
    return false;
}

QStringList simulatorsMark()
{
    return {u"cat"_s, u"/etc/ascend-sim.json"_s};
}

bool isSimulatorsMark(const CommandOutput &output)
{
    if (output.exitCode != 0)
        return false;
    const Result<Json> mark = parseJson(output.out, u"/etc/ascend-sim.json"_s);
    return mark && boolAt(*mark, "simulated").value_or(false);
}
