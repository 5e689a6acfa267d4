#include "core/shell/moveaside.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace {

// 0, or errno. EEXIST: somebody has that name already.
int renameToFree(const QString &from, const QString &to)
{
    const QByteArray old = QFile::encodeName(from), name = QFile::encodeName(to);
    if (::renameat2(AT_FDCWD, old.constData(), AT_FDCWD, name.constData(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL)
        return errno;
    if (QFileInfo::exists(to) || QFileInfo(to).isSymLink()) // a file system without that flag
        return EEXIST;
    return ::rename(old.constData(), name.constData()) == 0 ? 0 : errno;
}

} // namespace

Result<QString> moveAside(const QString &path, const QStringList &along)
{
    int wrong = EEXIST;
    for (int i = 1; i < 1000 && wrong == EEXIST; ++i) {
        const QString aside = path + u".damaged"_s + (i == 1 ? QString() : u"-%1"_s.arg(i));
        wrong = renameToFree(path, aside);
        if (wrong != 0)
            continue;
        for (const QString &suffix : along) {
            if (QFileInfo::exists(path + suffix))
                wrong = renameToFree(path + suffix, aside + suffix);
            if (wrong != 0)
                break;
        }
        if (wrong == 0)
            return aside;
    }
    return Error{ErrorKind::Storage,
                 QCoreApplication::translate("MoveAside", "The damaged file %1 cannot be moved aside: %2.")
                     .arg(path, QString::fromLocal8Bit(std::strerror(wrong))),
                 {},
                 {}};
}
