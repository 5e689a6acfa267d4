#include "core/facts/folderlook.h"

#include "core/base/languages.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

struct FolderText
{
    ASC_TR_FUNCTIONS(FolderLook)
};

// The login's ids; for each folder on the way and then for each entry "mode uid gid path" or "- path"; the mark.
// What it says is judged here, not there. `stat` does not follow links.
const QString lookScript
    = u"echo \"$(id -u) $(id -g)\"; m=$1; shift; "
      "for d; do stat -c '%f %u %g %n' \"$d\" 2>/dev/null || printf -- '- %s\\n' \"$d\"; done; "
      "if [ -d \"$d\" ] && [ ! -h \"$d\" ]; then "
      "for e in \"$d\"/* \"$d\"/.[!.]* \"$d\"/..?*; do if [ -e \"$e\" ] || [ -h \"$e\" ]; then stat -c "
      "'%f %u %g %n' \"$e\"; fi; done; "
      "if [ -f \"$m\" ] && [ ! -h \"$m\" ]; then printf 'mark '; head -c 200 \"$m\"; fi; fi; exit 0"_s;

struct Login
{
    qint64 user = -1, group = -1;
};

struct Seen
{
    mode_t mode = 0;
    qint64 user = -1, group = -1;
    QString path;
};

std::optional<Seen> seenIn(const QString &line)
{
    const QStringList words = line.split(u' ');
    if (words.size() < 4)
        return std::nullopt;
    bool isMode = false, isUser = false, isGroup = false;
    Seen seen;
    seen.mode = mode_t(words[0].toUInt(&isMode, 16));
    seen.user = words[1].toLongLong(&isUser);
    seen.group = words[2].toLongLong(&isGroup);
    seen.path = line.section(u' ', 3);
    return isMode && isUser && isGroup ? std::optional(seen) : std::nullopt;
}

std::optional<FolderDoubt> judged(const Seen &seen, const Login &login, bool isParent)
{
    if (S_ISLNK(seen.mode)) {
        FolderDoubt doubt = linkInPlace(seen.path, {u"rm"_s, u"--"_s, seen.path});
        if (isParent)
            doubt.remedy = FolderText::tr(
                "Name the folder that it leads to in the recipe's settings, or put a real folder in its place.");
        return doubt;
    }
    if (isParent && !S_ISDIR(seen.mode))
        return noFolderInPlace(seen.path);
    if (seen.user != 0 && seen.user != login.user)
        return FolderDoubt{FolderText::tr("%1 belongs to user number %2, neither to root nor to the user of the login.")
                               .arg(seen.path)
                               .arg(seen.user),
                           FolderText::tr("If that is nobody who should have a say in it: %1")
                               .arg(quoted({u"chown"_s, u"-h"_s, QString::number(login.user), seen.path}))};
    // In a folder such as /tmp nobody can rename or remove what is root's or ours.
    const bool isSticky = isParent && seen.user == 0 && (seen.mode & S_ISVTX) != 0;
    // a group of one
    const bool isOwnGroup = seen.group == 0 || (seen.group == login.group && login.group == login.user);
    const bool isOpen = (seen.mode & S_IWOTH) != 0 || ((seen.mode & S_IWGRP) != 0 && !isOwnGroup);
    if (isOpen && !isSticky)
        return FolderDoubt{
            FolderText::tr("Others may write to %1 (mode %2).").arg(seen.path, QString::number(seen.mode & 07777, 8)),
            FolderText::tr("Take that away: %1").arg(quoted({u"chmod"_s, u"go-w"_s, u"--"_s, seen.path}))};
    return std::nullopt;
}

} // namespace

FolderDoubt linkInPlace(const QString &place, const QStringList &removal)
{
    return {FolderText::tr("%1 is a symbolic link: what is written there lands somewhere else.").arg(place),
            FolderText::tr("Look where it leads, then remove it: %1").arg(quoted(removal))};
}

FolderDoubt noFileInPlace(const QString &place, const QString &path, const QStringList &before)
{
    return {FolderText::tr("%1 is there and is not a file, but a folder or the like; a file of this deployment has "
                           "that name.")
                .arg(place),
            FolderText::tr("Look what it is and move it away, for example: %1")
                .arg(quoted(before + QStringList{u"mv"_s, u"--"_s, path, path + u".moved"_s}))};
}

FolderDoubt noFolderInPlace(const QString &place)
{
    return {FolderText::tr("%1 is not a folder.").arg(place),
            FolderText::tr("Move it away, or choose another folder in the recipe's settings.")};
}

QString markPath(const QString &folder) { return folder + u"/.ascend-console-run"_s; }

QStringList foldersTo(const QString &folder)
{
    QStringList folders;
    for (qsizetype slash = folder.indexOf(u'/', 1); slash > 0; slash = folder.indexOf(u'/', slash + 1))
        folders << folder.left(slash);
    return folders << folder;
}

QStringList folderLookProbe(const QString &folder)
{
    return QStringList{u"sh"_s, u"-c"_s, lookScript, u"sh"_s, markPath(folder)} + foldersTo(folder);
}

Result<FolderLook> readFolderLook(const QString &folder, const CommandOutput &output)
{
    const QStringList folders = foldersTo(folder);
    QStringList lines = QString::fromUtf8(output.out).split(u'\n', Qt::SkipEmptyParts);
    const Error unreadable{ErrorKind::Parse,
                           FolderText::tr("The answer about the folder %1 cannot be read.").arg(folder),
                           {},
                           {{u"remedy"_s, FolderText::tr("See that sh, stat and head work on the node.")}}};
    bool isUser = false, isGroup = false;
    const QStringList ids = lines.isEmpty() ? QStringList() : lines.takeFirst().split(u' ');
    const Login login{ids.value(0).toLongLong(&isUser), ids.value(1).toLongLong(&isGroup)};
    if (output.truncated || !isUser || !isGroup || lines.size() < folders.size())
        return unreadable;
    FolderLook look;
    for (qsizetype i = 0; i < folders.size() && !look.doubt; ++i) {
        const QString &line = lines[i];
        if (line.startsWith("- "_L1)) {
            look.missing << folders[i];
            continue;
        }
        const std::optional<Seen> seen = seenIn(line);
        if (!seen)
            return unreadable;
        look.doubt = judged(*seen, login, true);
    }
    for (qsizetype i = folders.size(); i < lines.size() && !look.doubt; ++i) {
        if (lines[i].startsWith("mark "_L1)) {
            const QStringList words = lines[i].split(u' ');
            look.owner = words.value(1);
            look.by = words.value(2);
            break;
        }
        const std::optional<Seen> seen = seenIn(lines[i]);
        if (!seen)
            return unreadable;
        look.doubt = judged(*seen, login, false);
        look.entries << seen->path;
        if (!S_ISREG(seen->mode))
            look.notFiles << seen->path;
        if (!look.doubt && seen->path == markPath(folder) && !S_ISREG(seen->mode)) // a run would write its id to it
            look.doubt = noFileInPlace(seen->path, seen->path);
    }
    return look;
}
