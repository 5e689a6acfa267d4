#include "core/base/homepath.h"

#include <QDir>

#include <pwd.h>
#include <unistd.h>

#include <array>

using namespace Qt::StringLiterals;

QString withHome(const QString &path)
{
    if (path == "~"_L1 || path.startsWith("~/"_L1))
        return QDir::homePath() + path.mid(1);
    return path;
}

QString withTilde(const QString &path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + path.mid(home.size()) : path;
}

std::optional<QString> localUser()
{
    std::array<char, 16 * 1024> room;
    passwd entry = {}, *found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, room.data(), room.size(), &found) != 0 || !found)
        return std::nullopt;
    return QString::fromLocal8Bit(found->pw_name);
}

QString stateFolder()
{
    QString base = qEnvironmentVariable("XDG_STATE_HOME");
    if (base.isEmpty())
        base = QDir::homePath() + u"/.local/state"_s;
    return base + u"/ascend-console"_s;
}
