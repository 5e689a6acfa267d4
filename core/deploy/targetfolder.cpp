#include "core/deploy/targetfolder.h"

#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <sys/stat.h>

namespace {

// The login's ids; for each folder on the way and then for each entry "mode uid gid path" or "- path"; the mark.
// What it says is judged here, not there. `stat` does not follow links.
const QString lookScript = QStringLiteral(
    "echo \"$(id -u) $(id -g)\"; m=$1; shift; "
    "for d; do stat -c '%f %u %g %n' \"$d\" 2>/dev/null || printf -- '- %s\\n' \"$d\"; done; "
    "if [ -d \"$d\" ] && [ ! -h \"$d\" ]; then "
    "for e in \"$d\"/* \"$d\"/.[!.]* \"$d\"/..?*; do if [ -e \"$e\" ] || [ -h \"$e\" ]; then stat -c '%f %u %g %n' \"$e\"; fi; done; "
    "if [ -f \"$m\" ] && [ ! -h \"$m\" ]; then printf 'mark '; head -c 200 \"$m\"; fi; fi; exit 0");

struct Login
{
    qint64 user = -1, group = -1;
};

Error unsafe(const StepIo &io, const QString &sentence, const QString &remedy)
{
    return stepFailure(io, sentence + QLatin1Char(' ') + DeployText::tr("Nothing was changed there."), remedy);
}

struct Seen
{
    mode_t mode = 0;
    qint64 user = -1, group = -1;
    QString path;
};

std::optional<Seen> seenIn(const QString &line)
{
    const QStringList words = line.split(QLatin1Char(' '));
    if (words.size() < 4)
        return std::nullopt;
    bool isMode = false, isUser = false, isGroup = false;
    Seen seen;
    seen.mode = mode_t(words[0].toUInt(&isMode, 16));
    seen.user = words[1].toLongLong(&isUser);
    seen.group = words[2].toLongLong(&isGroup);
    seen.path = line.section(QLatin1Char(' '), 3);
    return isMode && isUser && isGroup ? std::optional(seen) : std::nullopt;
}

std::optional<Error> judged(const StepIo &io, const Seen &seen, const Login &login, bool isParent)
{
    if (S_ISLNK(seen.mode))
        return unsafe(io, DeployText::tr("%1 is a symbolic link: what is written there lands somewhere else.").arg(seen.path),
                      isParent ? DeployText::tr("Name the folder that it leads to in the recipe's settings, or put a real folder in its place.")
                               : DeployText::tr("Look where it leads, then remove it: %1").arg(quoted({QStringLiteral("rm"), QStringLiteral("--"), seen.path})));
    if (isParent && !S_ISDIR(seen.mode))
        return unsafe(io, DeployText::tr("%1 is not a folder.").arg(seen.path), DeployText::tr("Move it away, or choose another folder in the recipe's settings."));
    if (seen.user != 0 && seen.user != login.user)
        return unsafe(io, DeployText::tr("%1 belongs to user number %2, neither to root nor to the user of the login.").arg(seen.path).arg(seen.user),
                      DeployText::tr("If that is nobody who should have a say in it: %1").arg(quoted({QStringLiteral("chown"), QStringLiteral("-h"), QString::number(login.user), seen.path})));
    // In a folder such as /tmp nobody can rename or remove what is root's or ours.
    const bool isSticky = isParent && seen.user == 0 && (seen.mode & S_ISVTX) != 0;
    const bool isOwnGroup = seen.group == 0 || (seen.group == login.group && login.group == login.user); // a group of one
    const bool isOpen = (seen.mode & S_IWOTH) != 0 || ((seen.mode & S_IWGRP) != 0 && !isOwnGroup);
    if (isOpen && !isSticky)
        return unsafe(io, DeployText::tr("Others may write to %1 (mode %2).").arg(seen.path, QString::number(seen.mode & 07777, 8)),
                      DeployText::tr("Take that away: %1").arg(quoted({QStringLiteral("chmod"), QStringLiteral("go-w"), QStringLiteral("--"), seen.path})));
    return std::nullopt;
}

} // namespace

std::optional<Error> inTheWay(const StepIo &io, const TargetFolder &target)
{
    for (const Artifact &file : io.context.files) {
        if (target.notFiles.contains(file.remotePath))
            return unsafe(io, DeployText::tr("%1 is there and is not a file, but a folder or the like; a file of this deployment has that name.").arg(file.remotePath),
                          DeployText::tr("Look what it is and move it away, for example: %1")
                              .arg(quoted({QStringLiteral("mv"), QStringLiteral("--"), file.remotePath, file.remotePath + QStringLiteral(".moved")})));
    }
    return std::nullopt;
}

QString markPath(const QString &folder) { return folder + QStringLiteral("/.ascend-console-run"); }

QStringList foldersTo(const QString &folder)
{
    QStringList folders;
    for (qsizetype slash = folder.indexOf(QLatin1Char('/'), 1); slash > 0; slash = folder.indexOf(QLatin1Char('/'), slash + 1))
        folders << folder.left(slash);
    return folders << folder;
}

QStringList targetProbe(const QString &folder)
{
    return QStringList{QStringLiteral("sh"), QStringLiteral("-c"), lookScript, QStringLiteral("sh"), markPath(folder)} + foldersTo(folder);
}

Result<TargetFolder> lookAtTarget(StepIo &io, const QString &folder)
{
    const Result<CommandOutput> output = runOrFail(io, targetProbe(folder));
    if (!output)
        return output.error();
    const QStringList folders = foldersTo(folder);
    QStringList lines = QString::fromUtf8(output->out).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const Error unreadable = stepFailure(io, DeployText::tr("The answer about the folder %1 cannot be read.").arg(folder),
                                         DeployText::tr("See that sh, stat and head work on the node."), textOf(*output));
    bool isUser = false, isGroup = false;
    const QStringList ids = lines.isEmpty() ? QStringList() : lines.takeFirst().split(QLatin1Char(' '));
    const Login login{ids.value(0).toLongLong(&isUser), ids.value(1).toLongLong(&isGroup)};
    if (output->truncated || !isUser || !isGroup || lines.size() < folders.size())
        return unreadable;
    TargetFolder target;
    for (const QString &path : folders) {
        const QString line = lines.takeFirst();
        if (line.startsWith(QLatin1String("- "))) {
            target.missing << path;
            continue;
        }
        const std::optional<Seen> seen = seenIn(line);
        if (!seen)
            return unreadable;
        if (const std::optional<Error> wrong = judged(io, *seen, login, true))
            return *wrong;
    }
    for (const QString &line : std::as_const(lines)) {
        if (line.startsWith(QLatin1String("mark "))) {
            const QStringList words = line.split(QLatin1Char(' '));
            target.owner = words.value(1);
            target.by = words.value(2);
            break;
        }
        const std::optional<Seen> seen = seenIn(line);
        if (!seen)
            return unreadable;
        if (const std::optional<Error> wrong = judged(io, *seen, login, false))
            return *wrong;
        target.entries << seen->path;
        if (!S_ISREG(seen->mode))
            target.notFiles << seen->path;
    }
    return target;
}

// Written whole under another name first: who finds the mark finds it with its words. `ln` neither overwrites nor follows.
QStringList claimCommand(const StepContext &context)
{
    const QString mark = markPath(context.launch.folder);
    return {QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral("umask 077; printf '%s\\n' \"$3\" >\"$2\" && ln -T \"$2\" \"$1\"; r=$?; rm -f \"$2\"; exit $r"), QStringLiteral("sh"),
            mark, mark + QLatin1Char('.') + context.owner, context.owner + QLatin1Char(' ') + context.by};
}

Result<void> claimTarget(StepIo &io, const TargetFolder &target)
{
    const QString folder = io.context.launch.folder;
    QString owner = target.owner, by = target.by;
    if (owner.isEmpty()) {
        const Result<CommandOutput> claimed = runLogged(io, claimCommand(io.context));
        if (!claimed)
            return claimed.error();
        const Result<TargetFolder> now = lookAtTarget(io, folder);
        if (!now)
            return now.error();
        owner = now->owner;
        by = now->by;
        if (owner.isEmpty())
            return stepFailure(io, DeployText::tr("No file can be made in %1.").arg(folder), DeployText::tr("See that the disk is not full and the user of the login may write there."), textOf(*claimed));
    }
    if (owner == io.context.owner)
        return {};
    return stepFailure(io, DeployText::tr("The files in %1 are those of another run of a deployment (by %2); they were left alone.").arg(folder, by.isEmpty() ? DeployText::tr("unknown") : by),
                       DeployText::tr("Undo that run where it was started. If its record is lost and nobody needs it: put back what ends in .before-ascend-console, remove the other files, then %1")
                           .arg(quoted({QStringLiteral("rm"), QStringLiteral("--"), markPath(folder)})));
}

QStringList leftoversCommand(const QString &folder, const QStringList &fileNames)
{
    return QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
                       QStringLiteral("cd -- \"$1\" || exit 1; shift; rm -f -- ./.asc-upload.*; for f; do rm -f -- ./.\"$f\".????????????????.tmp; done"), QStringLiteral("sh"), folder}
        + fileNames;
}

QStringList targetProbes(const StepContext &context) { return {quoted(targetProbe(context.launch.folder))}; }

Result<StepAnswer> probeTarget(StepIo &io)
{
    const Result<TargetFolder> target = lookAtTarget(io, io.context.launch.folder);
    if (!target)
        return target.error();
    if (const std::optional<Error> wrong = inTheWay(io, *target))
        return *wrong;
    return StepAnswer{true, target->isThere() ? DeployText::tr("%1 and what lies in it belong to nobody else").arg(io.context.launch.folder)
                                              : DeployText::tr("%1 is to be made").arg(target->missing.first())};
}
