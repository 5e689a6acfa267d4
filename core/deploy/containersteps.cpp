#include "core/deploy/containersteps.h"

#include "core/deploy/containerfiles.h"
#include "core/deploy/detached.h"
#include "core/runs/deploytext.h"
#include "core/deploy/filesteps.h"
#include "core/deploy/handedits.h"
#include "core/deploy/imagearchive.h"
#include "core/deploy/targetfolder.h"
#include "core/facts/answerwords.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

using std::chrono::minutes;
using std::chrono::seconds;

namespace {

QStringList imageProbe(const StepContext &context)
{
    return {context.launch.runtime, u"image"_s, u"inspect"_s, context.launch.image};
}

QStringList inspectArgv(const QString &engine, const QString &name)
{
    return {engine, u"container"_s, u"inspect"_s, name};
}

// What of the node docker will make because it is to be mounted and is not there: each folder with those above it that
// are missing, too. argv; empty: it makes none.
QStringList foldersProbe(const StepContext &context)
{
    QStringList paths;
    const QStringList &argv = context.launch.runArgv;
    for (qsizetype i = 0; i + 1 < argv.size(); ++i) {
        if (argv[i] == "-v"_L1)
            paths << argv[i + 1].section(QLatin1Char(':'), 0, 0);
    }
    if (context.launch.runtime != "docker"_L1 || paths.isEmpty())
        return {};
    const QString script = u"for p; do while [ ! -e \"$p\" ] && [ -n \"$p\" ]; do printf '%s\\n' \"$p\"; "
                           "p=${p%/*}; done; done"_s;
    return QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s} + paths;
}

Result<QStringList> foldersToBeMade(StepIo &io)
{
    const QStringList argv = foldersProbe(io.context);
    if (argv.isEmpty())
        return QStringList();
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output = io.shell.run({.argv = argv, .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    QStringList folders = QString::fromUtf8(output->out).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    folders.removeDuplicates();
    std::sort(folders.begin(), folders.end(), [](const QString &a, const QString &b) { return a.size() > b.size(); });
    return folders;
}

bool saysThereIsNone(const CommandOutput &output)
{
    const QByteArray said = (output.err + output.out).toLower();
    return said.contains("no such") || said.contains("not known") || said.contains("no container with name");
}

Error engineTrouble(const StepIo &io, const QString &engine, const CommandOutput &output)
{
    return stepFailure(io, DeployText::tr("The container engine %1 does not answer.").arg(engine),
                       DeployText::tr("See that it is installed and its service runs: systemctl status docker."),
                       textOf(output));
}

struct Inside
{
    const Artifact *file;                // what it must be
    QString path;                        // in the container
    bool isLocked;                       // mode 640 is demanded (MindIE-LLM docs, faq.md)
};

// The copies whose result can be compared byte by byte; whole folders cannot.
QList<Inside> filesInside(const StepContext &context, bool *hasMore = nullptr)
{
    QList<Inside> result;
    for (const CopiedFile &copied : copiedFiles(context.launch)) {
        const auto is = [&](const Artifact &file) { return file.remotePath == copied.from; };
        const auto file = std::find_if(context.files.cbegin(), context.files.cend(), is);
        if (file != context.files.cend())
            result.append({&*file, copied.to, context.launch.lockedFiles.contains(copied.to)});
        else if (hasMore)
            *hasMore = true;
    }
    for (const CopyStep &copy : context.launch.copies) {
        if (hasMore && copy.argv.size() == 4 && copy.argv[1] == "cp"_L1 && copy.argv[2].endsWith("/."_L1))
            *hasMore = true;
    }
    return result;
}

// Of the folder one line, too, and behind the files' the one of the pid file, which start.sh writes there.
QStringList insideProbe(const StepContext &context)
{
    QList<Artifact> placed;
    for (const Inside &inside : filesInside(context)) {
        placed << Artifact{};
        placed.last().remotePath = inside.path;
    }
    placed << Artifact{};
    placed.last().remotePath = context.launch.pidPath;
    QStringList probe = filesProbe(placed);
    probe[2].prepend(u"d=$1; shift; if [ -h \"$d\" ]; then echo link; elif [ -e \"$d\" ] && [ ! -d \"$d\" ]; then "
                     "echo other; else echo -; fi; "_s);
    probe.insert(4, context.launch.folder);
    return QStringList{context.launch.runtime, u"exec"_s, context.launch.container} + probe;
}

} // namespace

Result<NodeContainer> inspectContainer(StepIo &io, const QString &engine, const QString &name)
{
    const QStringList argv = inspectArgv(engine, name);
    io.log("$ " + quoted(argv).toUtf8() + '\n'); // its answer is hundreds of lines: not for the log
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    NodeContainer state;
    if (output->exitCode != 0) {
        if (saysThereIsNone(*output))
            return state;
        return engineTrouble(io, engine, *output);
    }
    const Result<Json> json = parseJson(output->out, quoted(argv));
    if (!json || !json->is_array() || json->empty() || !json->front().is_object())
        return stepFailure(io,
                           DeployText::tr("The answer of %1 about the container %2 cannot be read.").arg(engine, name),
                           {}, textOf(*output));
    const Json &container = json->front();
    state.exists = true;
    state.id = stringAt(container, "Id");
    state.imageId = stringAt(container, "Image");
    state.running = container.contains("State") && boolAt(container.at("State"), "Running").value_or(false);
    if (const Json &mounts = member(container, "Mounts"); mounts.is_array()) {
        for (const Json &mount : mounts) {
            if (const QString source = stringAt(mount, "Source"); !source.isEmpty())
                state.mounted << source;
        }
    }
    if (const Json &labels = member(member(container, "Config"), "Labels"); labels.is_object()) {
        QHash<QString, QString> all;
        for (const auto &[key, value] : labels.items())
            all.insert(QString::fromStdString(key), stringAt(labels, key.c_str()));
        static_cast<ContainerLabels &>(state) = ContainerLabels::of(all);
    }
    return state;
}

Result<void> demandOurs(StepIo &io)
{
    const Launch &launch = io.context.launch;
    const Result<NodeContainer> state = inspectContainer(io, launch.runtime, launch.container);
    if (!state)
        return state.error();
    if (!state->exists || state->isOf(io.context.owner, io.context.deployment))
        return {};
    return stepFailure(io,
                       DeployText::tr("The container %1 was made by another run of this deployment: one on another "
                                      "machine, of another user, or one whose record is lost; it was left alone.")
                           .arg(launch.container),
                       DeployText::tr("Go on where that run was started. If its record is lost and nobody needs the "
                                      "container, remove it: %1. Then run again.")
                           .arg(quoted(launch.removeArgv)));
}

Error withoutContainer(StepIo &io, const Error &error)
{
    if (error.kind != ErrorKind::CommandFailed)
        return error;
    const Launch &launch = io.context.launch;
    Result<NodeContainer> now = inspectContainer(io, launch.runtime, launch.container);
    for (int look = 0; look < 3 && now && now->running && !io.stop.stop_requested(); ++look) {
        pauseFor(std::chrono::milliseconds(500), io.stop); // its processes end before it does
        now = inspectContainer(io, launch.runtime, launch.container);
    }
    if (!now || now->running)
        return error;
    return stepFailure(io,
                       now->exists
                           ? DeployText::tr("The container %1 was stopped while this step worked with it.")
                                 .arg(launch.container)
                           : DeployText::tr("The container %1 was removed while this step worked with it.")
                                 .arg(launch.container),
                       now->exists
                           ? DeployText::tr("Read what it said last (%1); then resume: it is started again.")
                                 .arg(quoted({launch.runtime, u"logs"_s, u"--tail"_s, u"20"_s, launch.container}))
                           : DeployText::tr("Find out who removed it; then resume: it is made again."),
                       error.message + (error.detail.isEmpty() ? QString() : u'\n' + error.detail));
}

// --- image

QStringList imageProbes(const StepContext &context)
{
    const QStringList there{quoted(imageProbe(context))};
    return context.launch.imageOrder.isArchive() ? there + archiveProbes(context) : there;
}

QStringList imageCommands(const StepContext &context)
{
    if (context.launch.imageOrder.isArchive())
        return archiveCommands(context);
    return {quoted({context.launch.runtime, u"pull"_s, context.launch.image})};
}

Result<StepAnswer> probeImage(StepIo &io)
{
    const QStringList argv = imageProbe(io.context);
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true}, io.stop);
    if (!output)
        return output.error();
    if (output->exitCode != 0) {
        if (saysThereIsNone(*output))
            return StepAnswer{false, DeployText::tr("not on the node")};
        return engineTrouble(io, io.context.launch.runtime, *output);
    }
    const Result<Json> json = parseJson(output->out, quoted(argv));
    const QString arch
        = json && json->is_array() && !json->empty() ? stringAt(json->front(), "Architecture") : QString();
    const QString wanted = goArch(io.context.facts.os.arch);
    if (!arch.isEmpty() && !wanted.isEmpty() && arch != wanted)
        return stepFailure(
            io,
            DeployText::tr("The image %1 is made for %2, the node is %3.").arg(io.context.launch.image, arch, wanted),
            DeployText::tr(
                "Name an image for %1 in the recipe's settings; remove the wrong one if it has the same tag.")
                .arg(wanted));
    return StepAnswer{true, arch};
}

// Of the reference's first part; empty: Docker Hub.
static QString registryOf(const QString &image)
{
    const QString first = image.contains(u'/') ? image.section(u'/', 0, 0) : QString();
    return first.contains(u'.') || first.contains(u':') || first == "localhost"_L1 ? first : QString();
}

// By the words of docker, containerd and podman, and of the registry that they repeat (the distribution API's error
// codes; Harbor's "artifact ... not found"). A registry that answered needs no other way to it.
static QString pullRemedy(const Launch &launch, const QByteArray &said)
{
    const auto says = [low = said.toLower()](const QByteArrayList &parts) {
        qsizetype at = 0;
        for (const QByteArray &part : parts) {
            if (at = low.indexOf(part, at); at < 0)
                return false;
            at += part.size();
        }
        return true;
    };
    const auto isAny = [&says](std::initializer_list<QByteArrayList> words) {
        return std::any_of(words.begin(), words.end(), says);
    };
    if (isAny({{"manifest unknown"}, {"manifest for ", " not found"}, {"name unknown"}, {"unknown: ", " not found"},
               {"repository name not known"}, {"failed to resolve reference", "not found"}}))
        return DeployText::tr("The registry answers that it has no such image for this node: check name and tag there, "
                              "letter by letter, and correct the setting \"image\".");
    QStringList login{launch.runtime, u"login"_s};
    if (const QString registry = registryOf(launch.image); !registry.isEmpty())
        login << registry;
    if (isAny({{"unauthorized"}, {"authentication required"}, {"requires authentication"},
               {"no basic auth credentials"}, {"access denied"}, {"resource is denied"}, {": denied"}}))
        return DeployText::tr("The registry asks for a login, or has no image of this name: check the name (setting "
                              "\"image\"), log in on the node (%1), and resume.")
            .arg(quoted(login));
    return DeployText::tr("Without a way to the registry: on a machine that has one run `docker pull`, then `docker "
                          "save -o image.tar IMAGE`. Set \"imageFrom\" to desktop and \"imageArchive\" to that file "
                          "on this computer, and resume; or copy it to every node and run `docker load -i image.tar` "
                          "there.");
}

Result<void> pullImage(StepIo &io)
{
    if (io.context.launch.imageOrder.isArchive())
        return loadArchive(io);
    io.data["folder"] = io.context.launch.folder.toStdString(); // for undo, while it runs
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    const Result<CommandOutput> output
        = runDetached(io, imageLoadName, {io.context.launch.runtime, u"pull"_s, io.context.launch.image}, minutes(240));
    if (!output && output.error().kind != ErrorKind::CommandFailed)
        return output.error();           // it may run on
    io.data.erase("folder");
    if (!output)
        return output.error();
    if (output->exitCode == 0)
        return {};
    const QString why = lastWords(textOf(*output)).left(300);
    const QString what
        = why.isEmpty() ? DeployText::tr("The image %1 is not on the node and could not be pulled.")
                        : DeployText::tr("The image %1 is not on the node and could not be pulled: %2",
                                         "the reason as docker says it");
    return stepFailure(
        io, why.isEmpty() ? what.arg(io.context.launch.image) : what.arg(io.context.launch.image, why),
        pullRemedy(io.context.launch, output->out + output->err), textOf(*output));
}

// An image that came whole was slow to get and harms nobody.
QString imageUndoText(const StepContext &context)
{
    return context.launch.imageOrder.isArchive()
        ? DeployText::tr("ends a load of %1 that still runs, and removes a copy of its archive that was cut short; an "
                         "image that is there stays")
              .arg(context.launch.image)
        : DeployText::tr("ends a pull of %1 that still runs; an image that is there stays").arg(context.launch.image);
}

Result<void> undoImage(StepIo &io)
{
    const QString folder = stringAt(io.data, "folder");
    io.note = DeployText::tr("the image %1 stays").arg(io.context.launch.image);
    if (folder.isEmpty())                // it came to its end
        return {};
    const Result<bool> ran = endDetached(io, folder, imageLoadName);
    if (!ran)
        return ran.error();
    QStringList notes;
    if (*ran)
        notes << DeployText::tr("a pull that still ran was ended");
    const Result<bool> part = undoArchive(io);
    if (!part)
        return part.error();
    if (*part)
        notes << DeployText::tr("a copy of the image's archive that was cut short was removed");
    if (!notes.isEmpty())
        io.note = notes.join(u"; "_s);
    return {};
}

// --- container

QStringList labelledRun(const StepContext &context)
{
    const QStringList &argv = context.launch.runArgv;
    const qsizetype at = argv.indexOf(u"run"_s) + 1;
    return argv.mid(0, at) + ContainerLabels{context.deployment, runHash(context.launch), context.owner}.options()
        + argv.mid(at);
}

QStringList containerProbes(const StepContext &context)
{
    QStringList probes{quoted(inspectArgv(context.launch.runtime, context.launch.container))};
    if (const QStringList folders = foldersProbe(context); !folders.isEmpty())
        probes << quoted(folders);
    return probes;
}

QStringList containerCommands(const StepContext &context)
{
    return {quoted(labelledRun(context)),
            quoted({context.launch.runtime, u"start"_s, context.launch.container})
                + DeployText::tr("   # instead, if it is ours and stopped")};
}

QString containerUndoText(const StepContext &context)
{
    const QString remove = DeployText::tr("# whatever else was written inside the container goes with it: copy out "
                                          "what is needed first")
        + u'\n' + quoted(context.launch.removeArgv);
    return foldersProbe(context).isEmpty()
        ? remove
        : remove + DeployText::tr("   # then rmdir of empty folders that docker made for its mounts");
}

Result<StepAnswer> probeContainer(StepIo &io)
{
    const Launch &launch = io.context.launch;
    const Result<NodeContainer> state = inspectContainer(io, launch.runtime, launch.container);
    if (!state)
        return state.error();
    if (!state->exists)
        return StepAnswer{false, DeployText::tr("no such container")};
    if (!state->isFor(io.context.deployment))
        return stepFailure(
            io,
            DeployText::tr(
                "A container named %1 exists already and was not made by this deployment; it was left alone.")
                .arg(launch.container),
            DeployText::tr("Choose another container name in the recipe's settings, or remove it yourself when nobody "
                           "needs it: %1")
                .arg(quoted({launch.runtime, u"rm"_s, u"-f"_s, launch.container})));
    if (state->runHash != runHash(io.context.launch))
        return stepFailure(
            io,
            DeployText::tr("The container %1 of this deployment was made with other settings.").arg(launch.container),
            DeployText::tr("Undo the deployment first; it removes the container. Then deploy again."));
    const QString found = state->running ? DeployText::tr("running") : DeployText::tr("stopped");
    const bool isOwn = !stringAt(io.data, "container").isEmpty(); // what removeContainer() goes by
    return StepAnswer{state->running,
                      isOwn ? found : DeployText::tr("%1; this run did not make it, undo leaves it").arg(found)};
}

Result<void> startContainer(StepIo &io)
{
    const Launch &launch = io.context.launch;
    const Result<NodeContainer> state = inspectContainer(io, launch.runtime, launch.container);
    if (!state)
        return state.error();
    if (state->exists) {
        if (const Result<void> ours = demandOurs(io); !ours)
            return ours;
        const Result<CommandOutput> started = runOrFail(io, {launch.runtime, u"start"_s, launch.container}, minutes(5));
        return started ? Result<void>() : Result<void>(started.error());
    }
    const Result<QStringList> folders = foldersToBeMade(io);
    if (!folders)
        return folders.error();
    const Json before = io.data;
    io.data = {{"engine", launch.runtime},
               {"container", launch.container},
               {"deployment", io.context.deployment},
               {"owner", io.context.owner}};
    if (!folders->isEmpty())
        io.data["folders"] = *folders;
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    if (!io.context.facts.driverVersion.isEmpty()) // of what was there when it was made; to tell drift by
        io.data["driver"] = io.context.facts.driverVersion;
    const Result<CommandOutput> output = runOrFail(io, labelledRun(io.context), minutes(5));
    if (output)
        return {};
    Error error = output.error();
    if (error.kind != ErrorKind::CommandFailed)
        return error; // nobody knows whether it was made; the label will tell
    // It may be there and not run, or somebody else was faster: ours is only what carries our id.
    const Result<NodeContainer> now = inspectContainer(io, launch.runtime, launch.container);
    if (now && (!now->exists || now->owner != io.context.owner))
        io.data = before;
    if (now && now->exists && now->owner != io.context.owner) {
        const Result<void> ours = demandOurs(io);
        return ours ? Result<void>(error) : ours;
    }
    if (error.detail.contains("exec format error"_L1))
        error.facts.insert(u"remedy"_s, DeployText::tr("The image is for another architecture than the node."));
    return error;
}

Result<void> removeContainer(StepIo &io)
{
    const QString engine = stringAt(io.data, "engine"), name = stringAt(io.data, "container");
    if (engine.isEmpty() || name.isEmpty())
        return {};
    const Result<NodeContainer> state = inspectContainer(io, engine, name);
    if (!state)
        return state.error();
    if (!state->exists)
        return {};
    if (!state->isOf(stringAt(io.data, "owner"), stringAt(io.data, "deployment")) || state->id.isEmpty()) {
        io.note = DeployText::tr("the container %1 stays: this run did not make it").arg(name);
        io.log((io.note + QLatin1Char('\n')).toUtf8());
        return {};
    }
    // By its id: under its name there may be another one by now.
    const Result<CommandOutput> output = runOrFail(io, {engine, u"rm"_s, u"-f"_s, state->id}, minutes(2));
    if (!output)
        return output.error();
    io.note = DeployText::tr("what else was written inside the container %1 went with it").arg(name);
    // Made by docker for this container; only what is empty goes.
    QStringList folders;
    for (const Json &folder : io.data.value("folders", Json::array())) {
        if (const QString path = folder.get<QString>(); path.startsWith(QLatin1Char('/')))
            folders << path;
    }
    if (folders.isEmpty())
        return {};
    const QString script = u"for d; do rmdir -- \"$d\" 2>/dev/null || [ ! -e \"$d\" ] || printf '%s\\n' \"$d\"; done"_s;
    const Result<CommandOutput> removed
        = runLogged(io, QStringList{u"sh"_s, u"-c"_s, script, u"sh"_s} + folders);
    if (!removed)
        return removed.error();
    if (const QString stays = textOf(*removed).section(QLatin1Char('\n'), 0, 0); !stays.isEmpty())
        io.note += u"; "_s + DeployText::tr("%1, which docker made to mount it, stays: it is not empty").arg(stays);
    return {};
}

// --- files in the container

QStringList placesInsideProbe(const StepContext &context)
{
    return filesInside(context).isEmpty() ? QStringList() : insideProbe(context);
}

QStringList fillProbes(const StepContext &context)
{
    return {quoted(insideProbe(context)), quoted(inspectArgv(context.launch.runtime, context.launch.container))};
}

QStringList fillCommands(const StepContext &context)
{
    QStringList lines{DeployText::tr("# what was changed by hand in the container is kept in %1 first")
                          .arg(context.launch.folder)};
    for (const CopyStep &copy : context.launch.copies)
        lines << quoted(copy.argv);
    return lines;
}

namespace {

struct InsideState
{
    QString mode;                        // octal; empty: not there
    QByteArray sha;
};

// Error: a place holds something else than a file, or the folder's something else than a folder. docker cp goes where a
// link leads and overwrites what is there (docker/cli, cli/command/container/cp.go: "If the destination is a symbolic
// link, we should evaluate it"). Folders above ours may be links: they are the image's.
Result<QList<InsideState>> readInside(const StepIo &io, const QByteArray &answer)
{
    const QList<Inside> wanted = filesInside(io.context);
    QByteArrayList lines = answer.split('\n');
    if (const QByteArray folder = lines.takeFirst().trimmed(); folder == linkState || folder == otherState)
        return folderInTheWayInside(io, folder == linkState);
    QList<InsideState> states;
    for (const QByteArray &line : std::as_const(lines)) {
        const QByteArrayList words = line.simplified().split(' ');
        if (states.size() <= wanted.size() && (words[0] == linkState || words[0] == otherState))
            return inTheWayInside(io,
                                  states.size() < wanted.size() ? wanted[states.size()].path
                                                                : io.context.launch.pidPath,
                                  words[0] == linkState);
        states << (words[0] == "-" ? InsideState{} : InsideState{QString::fromLatin1(words[0]), words.value(1)});
    }
    return states;
}

Result<QList<InsideState>> statesInside(StepIo &io)
{
    const Result<CommandOutput> output = runOrFail(io, insideProbe(io.context));
    if (!output)
        return withoutContainer(io, output.error());
    return readInside(io, output->out);
}

bool isAsWanted(const InsideState &there, const Inside &wanted)
{
    return there.sha == sha256Of(wanted.file->content) && (!wanted.isLocked || there.mode == "640"_L1);
}

void noteFrom(StepIo &io)
{
    const Launch &launch = io.context.launch;
    io.data["from"] = {{"engine", launch.runtime},
                       {"container", launch.container},
                       {"deployment", io.context.deployment},
                       {"owner", io.context.owner},
                       {"folder", launch.folder}};
}

// Only what this run itself put into this very container is known well enough: in a new one the image's own are there.
Result<void> keepChanged(StepIo &io, const NodeContainer &container, const QList<Inside> &wanted,
                         const QList<InsideState> &states)
{
    const Launch &launch = io.context.launch;
    const bool isNew = stringAt(io.data, "filledInto") != container.id;
    if (isNew) {
        io.data["put"] = Json::object();
        io.data["filledInto"] = container.id;
    }
    io.data["replaced"] = Json::array();
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const InsideState there = states.value(i);
        if (isAsWanted(there, wanted[i]))
            continue;
        // In a new container it is the image's: not a change, also when this is cut off before it is copied over.
        if (isNew && !there.mode.isEmpty())
            io.data["put"][wanted[i].path.toStdString()] = Json::array({there.sha.toStdString()});
        QString words = wanted[i].path;
        if (!there.mode.isEmpty() && isChangedByHand(io.data, wanted[i].path, there.sha)) {
            const Result<QString> kept = keepChangedInside(io, launch.runtime, container.id, wanted[i].path,
                                                           launch.folder, sumsOfPut(io.data, wanted[i].path));
            if (!kept)
                return kept.error();
            if (!kept->isEmpty())
                sayKept(io, DeployText::tr("%1 in the container").arg(wanted[i].path), *kept);
            words = DeployText::tr("%1 (it had been changed by hand)").arg(words);
        }
        io.data["replaced"].push_back(words);
        rememberPut(io.data, wanted[i].path, wanted[i].file->content);
    }
    noteFrom(io);
    return io.save();
}

} // namespace

Result<void> lookInside(StepIo &io)
{
    const QStringList argv = placesInsideProbe(io.context);
    if (argv.isEmpty())
        return {};
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    const Result<CommandOutput> output
        = io.shell.run({.argv = argv, .timeout = seconds(30), .isQuestion = true}, io.stop);
    if (!output && output.error().kind != ErrorKind::Timeout)
        return output.error();
    if (!output || output->exitCode != 0) // no engine, no such container, or it does not run: those steps tell
        return {};
    const Result<QList<InsideState>> states = readInside(io, output->out);
    if (states)
        return {};
    const Result<NodeContainer> its = inspectContainer(io, io.context.launch.runtime, io.context.launch.container);
    if (!its)
        return its.error();
    return its->isFor(io.context.deployment) ? Result<void>(states.error()) : Result<void>();
}

Result<StepAnswer> probeFilled(StepIo &io)
{
    bool hasMore = false;
    const QList<Inside> wanted = filesInside(io.context, &hasMore);
    const Result<QList<InsideState>> states = statesInside(io);
    if (!states)
        return states.error();
    int same = 0;
    for (qsizetype i = 0; i < wanted.size(); ++i)
        same += isAsWanted(states->value(i), wanted[i]);
    if (hasMore && same == wanted.size()) { // whole folders: ours if copied into this very container
        const Result<NodeContainer> state
            = inspectContainer(io, io.context.launch.runtime, io.context.launch.container);
        if (!state)
            return state.error();
        if (state->id.isEmpty() || state->id != stringAt(io.data, "filled"))
            return StepAnswer{false, DeployText::tr("folders not copied yet")};
    }
    // Copied by a program that kept no sums: what it put there is known from now on.
    if (const QString filled = stringAt(io.data, "filled");
        same == wanted.size() && !filled.isEmpty() && stringAt(io.data, "filledInto").isEmpty()) {
        io.data["filledInto"] = filled;
        for (const Inside &one : wanted)
            rememberPut(io.data, one.path, one.file->content);
        noteFrom(io);
    }
    return StepAnswer{same == wanted.size(),
                      DeployText::tr("%1 of %2 files as generated").arg(same).arg(wanted.size())};
}

Result<void> copyIntoContainer(StepIo &io)
{
    if (Result<void> ours = demandOurs(io); !ours)
        return ours;
    const Result<NodeContainer> before = inspectContainer(io, io.context.launch.runtime, io.context.launch.container);
    if (!before)
        return before.error();
    const Result<QList<InsideState>> states = statesInside(io);
    if (!states)
        return states.error();
    if (const Result<void> kept = keepChanged(io, *before, filesInside(io.context), *states); !kept)
        return kept;
    for (const CopyStep &copy : io.context.launch.copies) {
        const Result<CommandOutput> output = runOrFail(io, copy.argv, minutes(30));
        if (!output)
            return withoutContainer(io, output.error());
    }
    const Result<NodeContainer> state = inspectContainer(io, io.context.launch.runtime, io.context.launch.container);
    if (!state)
        return state.error();
    io.data["filled"] = state->id;
    return io.save();
}

QString fillUndoText(const StepContext &context)
{
    return DeployText::tr("# what was changed by hand in the container is kept in %1 first")
        .arg(context.launch.folder);
}

// What is in the container goes with it; not what somebody made of it.
Result<void> undoFill(StepIo &io)
{
    const Json from = member(io.data, "from");
    const QString engine = stringAt(from, "engine"), name = stringAt(from, "container"),
                  folder = stringAt(from, "folder"), id = stringAt(io.data, "filledInto");
    if (engine.isEmpty() || name.isEmpty() || folder.isEmpty() || id.isEmpty())
        return {};
    const Result<NodeContainer> state = inspectContainer(io, engine, name);
    if (!state)
        return state.error();
    if (!state->exists || state->id != id || !state->isOf(stringAt(from, "owner"), stringAt(from, "deployment")))
        return {};
    const Result<FolderLook> target = lookAtTarget(io, folder);
    if (!target)
        return target.error();
    if (!target->isThere() || (!target->owner.isEmpty() && target->owner != stringAt(from, "owner")))
        return {};                       // nothing of this run lies there: no place for it
    const Json put = io.data.value("put", Json::object());
    for (const auto &one : put.items()) {
        const QString path = QString::fromStdString(one.key());
        const Result<QString> kept = keepChangedInside(io, engine, id, path, folder, sumsOfPut(io.data, path));
        if (!kept)
            return kept.error();
        if (!kept->isEmpty())
            sayKept(io, DeployText::tr("%1 in the container").arg(path), *kept);
    }
    return {};
}
