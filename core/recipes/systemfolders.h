// Folders that are the system's own: a setting that names one would hide the container's, or change the host's.
#pragma once

#include <QStringList>

// "/", "//", "/etc/", "/usr/local/..", "/proc/1"; not "/dev/shm/weights".
inline bool isSystemFolder(const QString &path)
{
    QStringList parts;
    for (const QString &part : path.split(QLatin1Char('/'), Qt::SkipEmptyParts)) {
        if (part == QLatin1String("..") && !parts.isEmpty())
            parts.removeLast();
        else if (part != QLatin1String(".") && part != QLatin1String(".."))
            parts << part;
    }
    static const QStringList whole{QStringLiteral("proc"), QStringLiteral("sys"), QStringLiteral("dev")};
    static const QStringList folders{QString(),
                                     QStringLiteral("bin"),
                                     QStringLiteral("boot"),
                                     QStringLiteral("etc"),
                                     QStringLiteral("lib"),
                                     QStringLiteral("lib64"),
                                     QStringLiteral("run"),
                                     QStringLiteral("sbin"),
                                     QStringLiteral("usr"),
                                     QStringLiteral("usr/bin"),
                                     QStringLiteral("usr/lib"),
                                     QStringLiteral("usr/lib64"),
                                     QStringLiteral("usr/local"),
                                     QStringLiteral("usr/local/bin"),
                                     QStringLiteral("usr/local/lib"),
                                     QStringLiteral("usr/local/sbin"),
                                     QStringLiteral("usr/local/Ascend"),
                                     QStringLiteral("usr/sbin"),
                                     QStringLiteral("usr/share"),
                                     QStringLiteral("var"),
                                     QStringLiteral("var/lib"),
                                     QStringLiteral("var/run")};
    const bool ownMemory = parts.size() > 2 && parts[0] == QLatin1String("dev") && parts[1] == QLatin1String("shm");
    return folders.contains(parts.join(QLatin1Char('/'))) || (!ownMemory && whole.contains(parts.first()));
}
