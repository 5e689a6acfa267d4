#include "core/base/homepath.h"

#include <QDir>

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

QString stateFolder()
{
    QString base = qEnvironmentVariable("XDG_STATE_HOME");
    if (base.isEmpty())
        base = QDir::homePath() + u"/.local/state"_s;
    return base + u"/ascend-console"_s;
}
