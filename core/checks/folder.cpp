// The deployment's folder on the node: the artifacts are copied into it, by the user of the login.
#include "core/checks/catalogue.h"
#include "core/checks/recipewait.h"
#include "core/facts/containerfacts.h"
#include "core/facts/folderlook.h"
#include "core/shell/quote.h"

using namespace Qt::StringLiterals;

// Its nearest part that is there: what it is, whether this user may make something in it, mode and owner, its path.
// `-w` also knows of a disk that is mounted read-only; nothing is tried out.
QStringList folderProbe(const QString &folder)
{
    return {u"sh"_s, u"-c"_s,
            u"d=$1; until [ -e \"$d\" ] || [ -h \"$d\" ]; do d=${d%/*}; [ -n \"$d\" ] || d=/; done; "
            "k=other; if [ -d \"$d\" ]; then k=folder; fi; w=no; if [ -w \"$d\" ] && [ -x \"$d\" ]; then w=yes; fi; "
            "printf '%s\\n%s\\n%s\\n%s\\n%s\\n' \"$(id -un)\" $k $w \"$(stat -c '%a %U:%G' \"$d\")\" \"$d\""_s,
            u"sh"_s, folder};
}

static Finding checkTargetFolder(NodeProbe &probe, const CheckContext &context)
{
    const QString folder = context.settings.folder;
    if (const auto wait
        = waitsForRecipe(context, Checks::tr("into which folder the files are copied"), !folder.isEmpty()))
        return *wait;
    if (folder.isEmpty()) {
        Finding finding = unknown(Checks::tr("the deployment names no folder for its files"));
        finding.remedy = Checks::tr("Name the folder in the recipe's settings, from / on.");
        return finding;
    }
    if (const auto refused = refusedPath(folder))
        return *refused;
    // Renamed, it would be another folder in the same one: container.name tells of that.
    if (const QString made = context.made.folder;
        !made.isEmpty() && made.section(u'/', 0, -2) != folder.section(u'/', 0, -2))
        return ofSettings(warned(
            Checks::tr("another folder"),
            Checks::tr("this deployment's files were put into %1, the settings name %2; nothing is run there while "
                       "they are in the other one")
                .arg(made, folder),
            Checks::tr("Set the folder back, or undo first: that takes away what was made of the other one.")));
    const Result<CommandOutput> output = probe.ask(folderProbe(folder));
    if (!output)
        return unknown(output.error());
    const QStringList lines = textOf(output->out).split(u'\n');
    const QString user = lines.value(0), nearest = lines.value(4), modeAndOwner = lines.value(3);
    if (output->exitCode != 0 || lines.size() != 5 || !nearest.startsWith(u'/')
        || !QStringList{u"yes"_s, u"no"_s}.contains(lines[2]))
        return unknown(Checks::tr("the answer about the folder %1 cannot be read").arg(folder),
                       textOf(output->err).left(40));
    const QString look
        = Checks::tr(
              "See `ls -ld %1` there. Log in as a user who may, or choose another folder in the recipe's settings.")
              .arg(quoted(nearest));
    if (lines[1] != u"folder")
        return ofSettings(
            failed(Checks::tr("no folder"),
                   Checks::tr("%1 is there and is no folder, so the deployment's files cannot be put into %2")
                       .arg(nearest, folder),
                   look));
    if (lines[2] == u"no")
        return ofSettings(failed(
            Checks::tr("may not write"),
            Checks::tr(
                "%1 may not write to %2 (mode and owner: %3), where the deployment's files are to be put into %4")
                .arg(user, nearest, modeAndOwner, folder),
            look));
    const Result<CommandOutput> asked = probe.ask(folderLookProbe(folder));
    if (!asked)
        return unknown(asked.error());
    const Result<FolderLook> whole = readFolderLook(folder, *asked);
    if (!whole)
        return unknown(whole.error());
    if (whole->doubt)
        return failed(Checks::tr("not safe"),
                      Checks::tr("a run would not put the deployment's files into %1: %2", "a folder; a sentence")
                          .arg(folder, whole->doubt->sentence),
                      whole->doubt->remedy);
    if (!whole->owner.isEmpty() && whole->owner != context.run)
        return warned(Checks::tr("another run's"),
                      Checks::tr("the files in %1 are those of another run of a deployment (by %2)")
                          .arg(folder, orDash(whole->by)),
                      Checks::tr(
                          "Go on where that run was started, or choose another folder in the recipe's settings."));
    if (whole->owner.isEmpty() && !whole->notFiles.isEmpty())
        return warned(Checks::tr("not only files"),
                      Checks::tr(
                          "in %1 lie things that are no files, such as %2: a run stops where one of them has the "
                          "name of a file of its own")
                          .arg(folder, whole->notFiles.first()),
                      Checks::tr("Look what it is (`ls -l %1`) and move it away if nobody needs it there, or choose "
                                 "another folder in the recipe's settings.")
                          .arg(quoted(folder)));
    if (nearest != folder)
        return passed(Checks::tr("to be made"),
                      Checks::tr("%1 may make the folder %2 in %3").arg(user, folder, nearest));
    return passed(Checks::tr("writable"), Checks::tr("%1 may write to %2").arg(user, folder));
}

QStringList mountsProbe(const QStringList &paths)
{
    return QStringList{
               u"sh"_s, u"-c"_s,
               u"for p; do if [ -d \"$p\" ] && [ -z \"$(ls -A \"$p\")\" ]; then echo empty; elif [ -e \"$p\" ]; "
               "then echo yes; else echo no; fi; done"_s,
               u"sh"_s}
    + paths;
}

// docker makes what is not there, as an empty folder of root's, also where a file is to be; podman refuses to start.
static Finding checkMounts(NodeProbe &probe, const CheckContext &context)
{
    if (const auto wait = waitsForRecipe(context, Checks::tr("what is mounted into the container")))
        return *wait;
    const QStringList paths = context.settings.driverMounts + context.settings.mountedFrom;
    if (paths.isEmpty())
        return passed(Checks::tr("none"), Checks::tr("recipe and settings mount nothing of the node but the weights"));
    const Result<CommandOutput> output = probe.ask(mountsProbe(paths));
    if (!output)
        return unknown(output.error());
    const QStringList lines = textOf(output->out).split(u'\n');
    QStringList missing, hollow;
    bool isReadable = output->exitCode == 0 && lines.size() == paths.size(), isOwn = false;
    for (qsizetype i = 0; isReadable && i < paths.size(); ++i) {
        isReadable = lines[i] == u"yes" || lines[i] == u"no" || lines[i] == u"empty";
        if (lines[i] == u"empty" && i < context.settings.driverMounts.size())
            hollow << paths[i]; // as docker makes it where it was missing
        if (lines[i] != u"no")
            continue;
        missing << paths[i];
        isOwn = isOwn || context.settings.mountedFrom.contains(paths[i]);
    }
    if (!isReadable)
        return unknown(Checks::tr("the answer about what is mounted cannot be read"), textOf(output->err).left(40));
    if (missing.isEmpty() && !hollow.isEmpty())
        return warned(Checks::tr("%1 empty").arg(hollow.size()),
                      Checks::tr("what is to be mounted into the container is an empty folder: %1; docker makes such a "
                                 "one where a file or folder of the driver is missing")
                          .arg(firstFew(hollow)),
                      Checks::tr(
                          "Remove it while no container uses it (`rmdir %1`), and bring back what the driver, or "
                          "whoever set the cards' addresses, had there.")
                          .arg(quoted(hollow.first())));
    if (missing.isEmpty())
        return passed(Checks::tr("%1 there").arg(paths.size()),
                      Checks::tr("what is mounted into the container is there: %1").arg(firstFew(paths)));
    const Result<ContainerFacts> engine = containerEngine(probe);
    const QString sentence
        = Checks::tr("what is to be mounted into the container is not there: %1").arg(firstFew(missing));
    const QString remedy = isOwn
        ? Checks::tr("If something is to be in it, such as a network drive, mount that first; or take it out of the "
                     "setting extraMounts.")
        : missing == QStringList{u"/etc/hccn.conf"_s}
        ? Checks::tr("`hccn_tool` writes it where the cards' addresses are set: `hccn_tool -i N -ip -s address A "
                     "netmask M` for each card, with the device's number for N, its address for A and its mask for M. "
                     "See the check network.hccn-conf.")
        : (missing.first() == "/usr/local/Ascend/firmware"_L1
               ? Checks::tr("It comes with the firmware's package: see what `ls -l %1` says there, and whether the "
                            "firmware was installed whole.")
               : Checks::tr("It comes with the driver: see what `ls -l %1` says there, and whether the driver was "
                            "installed whole."))
              .arg(quoted(missing.first()));
    Finding finding = engine && engine->engine == u"podman"
        ? failed(Checks::tr("%1 missing").arg(missing.size()),
                 sentence + u"; "_s + Checks::tr("podman does not start the container then"), remedy)
        : warned(Checks::tr("%1 missing").arg(missing.size()),
                 sentence + u"; "_s + Checks::tr("docker makes an empty folder of root's in its place"), remedy);
    return isOwn ? ofSettings(finding) : finding;
}

// Fails when / warns when:
QList<NodeCheck> folderChecks()
{
    return {
        {"host.mounts", "", checkMounts}, // podman: one is not there; warns: docker makes it, empty
        // what is there of it is no folder, not this user's to write, or others may write there too; warns: another
        // run's files, what is no file, or its own run's files are in another folder
        {"host.target-folder", "", checkTargetFolder},
    };
}
