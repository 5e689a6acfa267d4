#include "core/deploy/targetfolder.h"

#include "core/deploy/containersteps.h"
#include "core/deploy/filesteps.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"
#include "core/shell/uploadname.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

Error unsafe(const StepIo &io, const QString &sentence, const QString &remedy)
{
    return stepFailure(io, sentence + QLatin1Char(' ') + DeployText::tr("Nothing was changed there."), remedy);
}

Error ofAnotherRun(const StepIo &io, const QString &by)
{
    const QString folder = io.context.launch.folder;
    return stepFailure(io,
                       DeployText::tr(
                           "The files in %1 are those of another run of a deployment (by %2); they were left alone.")
                           .arg(folder, by.isEmpty() ? DeployText::tr("unknown") : by),
                       DeployText::tr("Undo that run where it was started. If its record is lost and nobody needs it: "
                                      "put back what ends in .before-ascend-console, remove the other files, then %1")
                           .arg(quoted({u"rm"_s, u"--"_s, markPath(folder)})));
}

} // namespace

std::optional<Error> inTheWay(const StepIo &io, const FolderLook &target)
{
    for (const Artifact &file : io.context.files) {
        if (!target.notFiles.contains(file.remotePath))
            continue;
        const FolderDoubt doubt = noFileInPlace(file.remotePath, file.remotePath);
        return unsafe(io, doubt.sentence, doubt.remedy);
    }
    return std::nullopt;
}

static QString placeInside(const QString &path) { return DeployText::tr("%1 in the container").arg(path); }

static QStringList execInside(const StepIo &io)
{
    return {io.context.launch.runtime, u"exec"_s, io.context.launch.container};
}

Error inTheWayInside(const StepIo &io, const QString &path, bool isLink)
{
    const QString place = placeInside(path);
    const FolderDoubt doubt = isLink ? linkInPlace(place, execInside(io) + QStringList{u"rm"_s, u"--"_s, path})
                                     : noFileInPlace(place, path, execInside(io));
    return unsafe(io, doubt.sentence, doubt.remedy);
}

Error folderInTheWayInside(const StepIo &io, bool isLink)
{
    if (isLink)
        return inTheWayInside(io, io.context.launch.folder, true);
    const FolderDoubt doubt = noFolderInPlace(placeInside(io.context.launch.folder));
    return unsafe(io, doubt.sentence, doubt.remedy);
}

Result<FolderLook> lookAtTarget(StepIo &io, const QString &folder)
{
    const Result<CommandOutput> output = runOrFail(io, folderLookProbe(folder));
    if (!output)
        return output.error();
    const Result<FolderLook> look = readFolderLook(folder, *output);
    if (!look)
        return stepFailure(io, look.error().message, look.error().facts.value(u"remedy"_s), textOf(*output));
    if (look->doubt)
        return unsafe(io, look->doubt->sentence, look->doubt->remedy);
    return look;
}

// Written whole under another name first: who finds the mark finds it with its words. `ln` neither overwrites nor
// follows, and neither does what is done on a file system without hard links.
QStringList claimCommand(const StepContext &context)
{
    const QString mark = markPath(context.launch.folder);
    return {u"sh"_s,
            u"-c"_s,
            u"umask 077; printf '%s\\n' \"$3\" >\"$2\" && { ln -T \"$2\" \"$1\" 2>/dev/null || "
             "(set -C; cat \"$2\" >\"$1\"); }; r=$?; rm -f \"$2\"; exit $r"_s,
            u"sh"_s,
            mark,
            mark + QLatin1Char('.') + context.owner,
            context.owner + QLatin1Char(' ') + context.by};
}

Result<void> claimTarget(StepIo &io, const FolderLook &target)
{
    const QString folder = io.context.launch.folder;
    QString owner = target.owner, by = target.by;
    if (owner.isEmpty()) {
        const Result<CommandOutput> claimed = runLogged(io, claimCommand(io.context));
        if (!claimed)
            return claimed.error();
        const Result<FolderLook> now = lookAtTarget(io, folder);
        if (!now)
            return now.error();
        owner = now->owner;
        by = now->by;
        if (owner.isEmpty())
            return stepFailure(io, DeployText::tr("No file can be made in %1.").arg(folder),
                               DeployText::tr(
                                   "See that the disk is not full and the user of the login may write there."),
                               textOf(*claimed));
    }
    if (owner == io.context.owner)
        return {};
    return ofAnotherRun(io, by);
}

QStringList leftoversCommand(const QString &folder, const QStringList &fileNames)
{
    return QStringList{u"sh"_s, u"-c"_s,
                       u"cd -- \"$1\" || exit 1; shift; rm -f -- ./"_s + uploadPrefix
                           + u"*; for f; do rm -f -- ./.\"$f\".????????????????.tmp; done"_s,
                       u"sh"_s, folder}
    + fileNames;
}

QStringList targetProbes(const StepContext &context)
{
    QStringList probes{quoted(folderLookProbe(context.launch.folder))};
    if (const QStringList inside = placesInsideProbe(context); !inside.isEmpty())
        probes << quoted(inside);
    return probes;
}

Result<StepAnswer> probeTarget(StepIo &io)
{
    const Result<FolderLook> target = lookAtTarget(io, io.context.launch.folder);
    if (!target)
        return target.error();
    if (const std::optional<Error> wrong = inTheWay(io, *target))
        return *wrong;
    if (const Result<void> inside = lookInside(io); !inside)
        return inside.error();
    if (!target->owner.isEmpty() && target->owner != io.context.owner) {
        const Result<StepAnswer> files = probeCopies(io); // what it needs is there already, or it stops here
        if (!files)
            return files.error();
        if (!files->holds)
            return ofAnotherRun(io, target->by);
        return StepAnswer{true,
                          DeployText::tr("the files in %1 are those of another run of a deployment (by %2)")
                              .arg(io.context.launch.folder,
                                   target->by.isEmpty() ? DeployText::tr("unknown") : target->by)};
    }
    return StepAnswer{true,
                      target->isThere()
                          ? DeployText::tr("%1 and what lies in it belong to nobody else").arg(io.context.launch.folder)
                          : DeployText::tr("%1 is to be made").arg(target->missing.first())};
}
