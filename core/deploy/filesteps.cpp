// The steps that put files on a node: its folder, and the artifacts in it.
#include "core/deploy/filesteps.h"

#include "core/base/sizetext.h"
#include "core/deploy/containersteps.h"
#include "core/deploy/handedits.h"
#include "core/runs/deploytext.h"
#include "core/deploy/targetfolder.h"
#include "core/shell/quote.h"
#include "core/topology/topology.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QString backupSuffix = u".before-ascend-console"_s;

struct FileState
{
    QString mode;                        // octal; empty: not there; linkState, otherState: no file
    QByteArray sha;
};

QStringList pathsOf(const QList<Artifact> &files)
{
    QStringList paths;
    for (const Artifact &file : files)
        paths << file.remotePath;
    return paths;
}

QStringList statesArgv(const QStringList &paths) // filesProbe()
{
    return QStringList{u"sh"_s, u"-c"_s,
                       u"for f; do if [ -h \"$f\" ]; then echo link; elif [ -e \"$f\" ] && [ ! -f \"$f\" ]; then "
                        "echo other; else m=$(stat -c %a \"$f\" 2>/dev/null) && s=$(sha256sum <\"$f\") && "
                        "echo \"$m $s\" || echo -; fi; done"_s,
                       u"sh"_s}
        + paths;
}

Result<QList<FileState>> statesOf(StepIo &io, const QStringList &paths, const QString &folder)
{
    if (paths.isEmpty())
        return QList<FileState>();
    const Result<CommandOutput> output = runOrFail(io, statesArgv(paths));
    if (!output)
        return output.error();
    QList<FileState> states;
    for (const QByteArray &line : output->out.split('\n')) {
        if (line.isEmpty())
            continue;
        const QByteArrayList words = line.simplified().split(' ');
        states << (words[0] == "-" ? FileState{} : FileState{QString::fromLatin1(words[0]), words.value(1)});
    }
    if (states.size() != paths.size())
        return stepFailure(
            io, DeployText::tr("The answer about the files in %1 cannot be read.").arg(folder),
            DeployText::tr("See that sh, stat and sha256sum work on the node."), textOf(*output));
    return states;
}

QString nameOf(const QString &path) { return path.section(QLatin1Char('/'), -1); }

// Neither overwrites nor follows anything, and keeps owner, mode and times: the original under a second name.
QStringList keepCommand(const QString &file)
{
    return {u"ln"_s, u"-T"_s, u"--"_s, file, file + backupSuffix};
}

// An undo that was cut off may have moved it already.
QStringList restore(const QString &kept, const QString &file)
{
    return {u"sh"_s, u"-c"_s, u"[ ! -e \"$1\" ] || mv -fT -- \"$1\" \"$2\""_s, u"sh"_s, kept, file};
}

QStringList makeCommand(const QString &folder)
{
    return {u"mkdir"_s, u"-m"_s, u"755"_s, u"--"_s, folder};
}

QStringList namesOf(const QList<Artifact> &files)
{
    QStringList names;
    for (const Artifact &file : files)
        names << nameOf(file.remotePath);
    return names;
}

bool isSame(const FileState &there, const Artifact &file)
{
    return there.sha == sha256Of(file.content) && there.mode == QString::number(file.mode, 8);
}

bool isChangedByHand(const StepIo &io, const QString &path, const FileState &there)
{
    return !there.mode.isEmpty() && ::isChangedByHand(io.data, path, there.sha);
}

} // namespace

QStringList filesProbe(const QList<Artifact> &files) { return statesArgv(pathsOf(files)); }

// A refusal is an answer here: no failure among the commands that were run.
static Result<CommandOutput> askedByTrying(StepIo &io, const QStringList &argv)
{
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = std::chrono::seconds(30), .isQuestion = true}, io.stop);
    io.log((output ? textOf(*output) : endWords(output.error())).toUtf8() + '\n');
    return output;
}

QStringList folderProbes(const StepContext &context) { return {quoted(folderLookProbe(context.launch.folder))}; }

QStringList folderCommands(const StepContext &context)
{
    QStringList lines;
    for (const QString &folder : foldersTo(context.launch.folder))
        lines << quoted(makeCommand(folder));
    return lines;
}

QString folderUndoText(const StepContext &context)
{
    return quoted({u"rmdir"_s, u"--"_s, context.launch.folder});
}

Result<StepAnswer> probeFolder(StepIo &io)
{
    const Result<FolderLook> target = lookAtTarget(io, io.context.launch.folder);
    if (!target)
        return target.error();
    return StepAnswer{target->isThere(), io.context.launch.folder};
}

// One after the other, so that a folder which somebody else makes at the same time is not taken for ours.
Result<void> makeFolder(StepIo &io)
{
    const Result<FolderLook> target = lookAtTarget(io, io.context.launch.folder);
    if (!target)
        return target.error();
    for (const QString &folder : target->missing) {
        io.data["folder"] = io.context.launch.folder; // before what follows is referred to: this may move it
        Json &made = io.data["made"];
        if (!made.is_array())
            made = Json::array();
        const bool isKnown = std::find(made.begin(), made.end(), Json(folder)) != made.end();
        if (!isKnown)
            made.push_back(folder);
        if (const Result<void> saved = io.save(); !saved)
            return saved;
        const Result<CommandOutput> output = runLogged(io, makeCommand(folder));
        if (!output)
            return output.error();
        if (output->exitCode == 0)
            continue;
        if (!isKnown)
            made.erase(made.size() - 1);
        if (made.empty()) {
            io.data.erase("made");
            io.data.erase("folder");
        }
        if (const Result<void> saved = io.save(); !saved)
            return saved;
        const Result<FolderLook> now = lookAtTarget(io, io.context.launch.folder);
        if (!now)
            return now.error();
        if (now->missing.contains(folder))
            return stepFailure(io, DeployText::tr("The folder %1 cannot be made.").arg(folder),
                               DeployText::tr(
                                   "See that the disk is not full and the user of the login may write there."),
                               textOf(*output));
    }
    return {};
}

// Two runs at once: one made the folder, the other was first to put its files there. Empty: no other run did; else what
// is said of it.
static QString ofAnothersFiles(StepIo &io, const QString &folder)
{
    const Result<FolderLook> target = lookAtTarget(io, folder);
    if (!target || !target->isThere() || target->owner.isEmpty() || target->owner == io.context.owner)
        return {};
    return DeployText::tr("the files in %1 stay: they are those of another run (by %2)")
        .arg(folder, target->by.isEmpty() ? DeployText::tr("unknown") : target->by);
}

// Only what was made, and only while nothing lies in it.
Result<void> undoFolder(StepIo &io)
{
    const Json made = io.data.value("made", Json::array());
    const QString target = stringAt(io.data, "folder"); // a run of an older version did not note it
    for (auto it = made.rbegin(); it != made.rend(); ++it) {
        const QString folder = it->get<QString>();
        const Result<CommandOutput> output = askedByTrying(io, {u"rmdir"_s, u"--"_s, folder});
        if (!output)
            return output.error();
        if (output->exitCode == 0)
            continue;
        const Result<CommandOutput> inside = askedByTrying(io, {u"ls"_s, u"-A"_s, u"--"_s, folder});
        if (!inside)
            return inside.error();
        if (inside->exitCode != 0)
            continue; // it is gone already
        if (const QString words = ofAnothersFiles(io, target.isEmpty() ? folder : target); !words.isEmpty()) {
            io.note = words;
            io.log((io.note + QLatin1Char('\n')).toUtf8());
            return {};
        }
        const QStringList names = QString::fromUtf8(inside->out).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        if (names.isEmpty())
            return stepFailure(io, DeployText::tr("The folder %1 cannot be removed.").arg(folder),
                               DeployText::tr("See the step's log, then undo again."), textOf(*output));
        QStringList foreign = names;
        foreign.removeIf([](const QString &name) { return name.contains(QLatin1String(changedSuffix)); });
        const auto inWords = [](const QStringList &list) {
            return list.mid(0, 5).join(u", "_s) + (list.size() > 5 ? u", …"_s : QString());
        };
        const QString sentence = DeployText::tr("the folder %1 stays: it holds %2")
                                     .arg(folder, inWords(foreign.isEmpty() ? names : foreign));
        // what was changed by hand and is kept, or others have something beside it: no fault of this deployment
        if (foreign.isEmpty() || it != made.rbegin()) {
            io.note = sentence;
            return {};
        }
        const QString remedy = DeployText::tr("That is not of this run. Move it away and undo again, or leave it: "
                                              "nothing else of this deployment's files is on the node.");
        return stepFailure(io, sentence + QLatin1Char('.'),
                           foreign.size() == names.size()
                               ? remedy
                               : remedy + u' '
                                   + DeployText::tr("What was changed by hand and is kept there (names that hold %1) "
                                                    "stays for you.")
                                         .arg(QLatin1String(changedSuffix)));
    }
    return {};
}

QStringList copyProbes(const StepContext &context) { return {quoted(filesProbe(context.files))}; }

QStringList copyCommands(const StepContext &context)
{
    QStringList lines{quoted(claimCommand(context)),
                      quoted(leftoversCommand(context.launch.folder, namesOf(context.files)))};
    for (const Artifact &file : context.files) {
        lines << quoted(keepCommand(file.remotePath))
                + DeployText::tr("   # if a file of others is there; one of ours that was changed is kept as %1")
                      .arg(nameOf(file.remotePath) + QLatin1String(changedSuffix));
        lines << DeployText::tr("upload %1 to %2 (mode %3, %4, SHA-256 %5…)")
                     .arg(file.path, file.remotePath, QString::number(file.mode, 8), sizeText(file.content.size()),
                          QString::fromLatin1(sha256Of(file.content).left(12)));
    }
    return lines;
}

QString copyUndoText(const StepContext &context)
{
    QStringList argv{u"rm"_s, u"-f"_s, u"--"_s};
    for (const Artifact &file : context.files)
        argv << file.remotePath;
    return quoted(argv);
}

Result<StepAnswer> probeCopies(StepIo &io)
{
    const Result<QList<FileState>> states = statesOf(io, pathsOf(io.context.files), io.context.launch.folder);
    if (!states)
        return states.error();
    int same = 0;
    for (qsizetype i = 0; i < states->size(); ++i)
        same += isSame(states->at(i), io.context.files[i]);
    return StepAnswer{same == states->size(),
                      DeployText::tr("%1 of %2 files as generated").arg(same).arg(states->size())};
}

namespace {

// A file of others is there, and so is what may be the original of an earlier run: neither is ours to overwrite.
std::optional<Error> secondBackup(const StepIo &io, const FolderLook &target, const QList<FileState> &states,
                                  const Json &files)
{
    for (qsizetype i = 0; i < states.size(); ++i) {
        const Artifact &file = io.context.files[i];
        const QString backup = file.remotePath + backupSuffix;
        if (states[i].mode.isEmpty() || isSame(states[i], file) || files.contains(file.remotePath.toStdString())
            || !target.has(backup))
            continue;
        return stepFailure(
            io,
            DeployText::tr(
                "%1 is there from an earlier run whose record this machine does not have; it was not overwritten.")
                .arg(backup),
            DeployText::tr("If it is your original, put it back: %1. If nobody needs it, move it away. Then run again.")
                .arg(quoted({u"mv"_s, u"--"_s, backup, file.remotePath})));
    }
    return std::nullopt;
}

// The original gets its second name before ours takes its place. That it is to be done is on disk before it is
// done: kill -9 in between neither loses it nor takes our own file for it.
Result<void> keepOriginal(StepIo &io, const QString &file, bool isThere)
{
    Json &files = io.data["files"];
    const std::string key = file.toStdString();
    const bool isUnderWay = stringAt(io.data, "backing") == file;
    if (!isUnderWay && files.contains(key))
        return {};
    files[key] = isThere ? file + backupSuffix : QString();
    if (!isThere)
        return io.save();
    io.data["backing"] = file;
    if (Result<void> saved = io.save(); !saved)
        return saved;
    const Result<FolderLook> target = lookAtTarget(io, io.context.launch.folder);
    if (!target)
        return target.error();
    if (!isUnderWay || !target->has(file + backupSuffix)) {
        Result<CommandOutput> kept = runLogged(io, keepCommand(file));
        if (kept && kept->exitCode != 0) // a file system without hard links
            kept = runLogged(io, copyAside(file, file + backupSuffix));
        if (!kept)
            return kept.error();
        if (kept->exitCode != 0) {
            files.erase(key);
            io.data.erase("backing");
            if (Result<void> saved = io.save(); !saved)
                return saved;
            return stepFailure(
                io,
                DeployText::tr("The file %1 that is there already could not be kept; it was left as it is.").arg(file),
                DeployText::tr("Move it away yourself, then run again."), textOf(*kept));
        }
    }
    io.data.erase("backing");
    return io.save();
}

Result<void> tidyUploads(StepIo &io, const QString &folder, const QStringList &names)
{
    const Result<CommandOutput> output = runOrFail(io, leftoversCommand(folder, names));
    return output ? Result<void>() : Result<void>(output.error());
}

} // namespace

Result<void> copyFiles(StepIo &io)
{
    const QString folder = io.context.launch.folder;
    const Result<FolderLook> target = lookAtTarget(io, folder);
    if (!target)
        return target.error();
    if (const std::optional<Error> wrong = inTheWay(io, *target))
        return *wrong;
    const Result<QList<FileState>> states = statesOf(io, pathsOf(io.context.files), folder);
    if (!states)
        return states.error();
    if (!io.data.value("files", Json()).is_object())
        io.data["files"] = Json::object();
    const Json before = io.data;
    const auto isNothing = [&] { // not even the mark is ours
        if (before.value("owner", Json()).is_null())
            io.data = before.at("files").empty() ? Json::object() : before;
    };
    if (const std::optional<Error> wrong = secondBackup(io, *target, *states, before.at("files"))) {
        isNothing();
        return *wrong;
    }
    io.data["folder"] = folder;
    io.data["owner"] = io.context.owner;
    io.data["engine"] = io.context.launch.runtime; // whoever uses the files: see undoCopies()
    io.data["container"] = io.context.launch.container;
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    if (const Result<void> claimed = claimTarget(io, *target); !claimed) {
        if (claimed.error().kind == ErrorKind::CommandFailed) // it is known not to be ours
            isNothing();
        return claimed;
    }
    if (const Result<void> tidy = tidyUploads(io, folder, namesOf(io.context.files)); !tidy)
        return tidy;
    for (qsizetype i = 0; i < states->size(); ++i) {
        const Artifact &file = io.context.files[i];
        if (isSame(states->at(i), file))
            continue;
        if (const Result<void> kept = keepOriginal(io, file.remotePath, !states->at(i).mode.isEmpty()); !kept)
            return kept;
        if (isChangedByHand(io, file.remotePath, states->at(i))) {
            if (const Result<void> kept = keepChangedFile(io, file.remotePath); !kept)
                return kept;
        }
        rememberPut(io.data, file.remotePath, file.content);
        if (const Result<void> noted = io.save(); !noted)
            return noted;
        io.log(DeployText::tr("upload %1 to %2\n").arg(file.path, file.remotePath).toUtf8());
        if (const Result<void> sent = io.shell.upload(file.content, file.remotePath, file.mode, io.stop); !sent)
            return sent;
    }
    return {};
}

// It was filled out of the folder that has its deployment's name, or the folder is mounted into it.
static bool usesFolder(const NodeContainer &container, const QString &folder)
{
    const auto isIn = [](const QString &path, const QString &parent) {
        const QString inside = parent.endsWith(QLatin1Char('/')) ? parent : parent + QLatin1Char('/');
        return path == parent || path.startsWith(inside);
    };
    return strictFolderName(container.deployment) == nameOf(folder)
        || std::any_of(container.mounted.cbegin(), container.mounted.cend(), [&](const QString &source) {
               return isIn(source, folder) || isIn(folder, source);
           });
}

Result<void> undoCopies(StepIo &io)
{
    const Json files = io.data.value("files", Json::object());
    const QString owner = stringAt(io.data, "owner");
    QString folder = stringAt(io.data, "folder");
    if (folder.isEmpty() && !files.empty()) // a run of an older version
        folder = QString::fromStdString(files.begin().key()).section(QLatin1Char('/'), 0, -2);
    if (folder.isEmpty())
        return {};
    const Result<FolderLook> target = lookAtTarget(io, folder);
    if (!target)
        return target.error();
    if (!target->isThere())
        return {};
    if (!target->owner.isEmpty() && target->owner != owner) {
        io.note = DeployText::tr("the files in %1 stay: they are those of another run (by %2)").arg(folder, target->by);
        io.log((io.note + QLatin1Char('\n')).toUtf8());
        return {};
    }
    // Two runs at once: one put the files there, the other found them in place and made its container of them.
    const QString engine = stringAt(io.data, "engine"), container = stringAt(io.data, "container");
    if (!files.empty() && !engine.isEmpty() && !container.isEmpty()) {
        const Result<NodeContainer> user = inspectContainer(io, engine, container);
        if (user && user->exists && user->isOfAnotherRun(owner) && usesFolder(*user, folder))
            return stepFailure(io,
                               DeployText::tr("The folder %1 stays: the container %2 of another run uses its files.")
                                   .arg(folder, container),
                               DeployText::tr("Undo again when that container is gone."), {});
    }
    QStringList names, noted;            // noted: of which it is known what was put there
    for (const auto &one : files.items()) {
        if (member(io.data, "put").contains(one.key()))
            noted << QString::fromStdString(one.key());
    }
    const Result<QList<FileState>> states = statesOf(io, noted, folder);
    if (!states)
        return states.error();
    for (const auto &[path, backup] : files.items()) {
        const QString file = QString::fromStdString(path);
        const QString kept = backup.get<QString>();
        const FileState there = states->value(noted.indexOf(file));
        names << nameOf(file);
        if (stringAt(io.data, "backing") == file && !target->has(kept))
            continue; // the run was cut off before it touched it
        if (kept.isEmpty() && target->notFiles.contains(file)) { // we put files there, and this is none
            io.note = DeployText::tr("%1 stays: it is not a file of this run").arg(file);
            io.log((io.note + QLatin1Char('\n')).toUtf8());
            continue;
        }
        if (!target->notFiles.contains(file) && isChangedByHand(io, file, there)) {
            if (const Result<void> asideNow = keepChangedFile(io, file); !asideNow)
                return asideNow;
        }
        const QStringList argv = kept.isEmpty() ? QStringList{u"rm"_s, u"-f"_s, u"--"_s, file} : restore(kept, file);
        const Result<CommandOutput> output = runOrFail(io, argv);
        if (!output)
            return output.error();
    }
    if (const Result<void> tidy = tidyUploads(io, folder, names); !tidy)
        return tidy;
    if (owner.isEmpty())
        return {};
    // From here on the paths are anybody's again: an undo that is cut off now must not go over them a second time.
    io.data["files"] = Json::object();
    io.data.erase("backing");
    io.data.erase("put");
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    const QString mark = markPath(folder);
    const Result<CommandOutput> output
        = runOrFail(io, {u"rm"_s, u"-f"_s, u"--"_s, mark, mark + QLatin1Char('.') + owner});
    return output ? Result<void>() : Result<void>(output.error());
}
