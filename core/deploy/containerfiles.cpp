#include "core/deploy/containerfiles.h"

#include "core/deploy/containersteps.h"
#include "core/runs/deploytext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

QList<CopiedFile> copiedFiles(const Launch &launch)
{
    QList<CopiedFile> files;
    for (const CopyStep &copy : launch.copies) {
        if (copy.argv.size() == 4 && copy.argv[1] == "cp"_L1 && !copy.argv[2].endsWith("/."_L1))
            files.append({copy.argv[2], copy.argv[3].mid(copy.argv[3].indexOf(QLatin1Char(':')) + 1)});
    }
    return files;
}

// folder: a variable of the shell. It is no link, or the line ends with the link and where it leads.
static QString noLinkAt(const QString &folder)
{
    return u"[ ! -h \"%1\" ] || { printf '%s\\n' \"%1\"; readlink -- \"%1\"; exit 91; }; "_s.arg(folder);
}

// Links on the way: a run refuses every one of them (core/facts/folderlook.h).
static const QString linkOnTheWay = u"p=$1; while q=${p%/*}; [ -n \"$q\" ] && [ \"$q\" != \"$p\" ]; do p=$q; "_s
    + noLinkAt(u"$p"_s) + u"done; "_s;
static const QString regularFileOnly
    = u"[ ! -h \"$1\" ] || { readlink -- \"$1\"; exit 90; }; [ ! -d \"$1\" ] || exit 92; [ ! -p \"$1\" ] || exit 93; "
      "[ ! -e \"$1\" ] || [ -f \"$1\" ] || exit 94; exec cat -- \"$1\""_s;

// In the container; other folders there are the image's, and may be links.
static const QString ourFolderOnly = noLinkAt(u"$2"_s);

QStringList nodeFileArgv(const QString &path)
{
    return {u"sh"_s, u"-c"_s, linkOnTheWay + regularFileOnly, u"sh"_s, path};
}

// Whoever may write in the container may put a link in the log's place, and this is read as root.
static const QString logOnly = u"d=${1%/*}; "_s + noLinkAt(u"$d"_s)
    + u"if [ -h \"$1\" ]; then case $(readlink -f -- \"$1\") in \"$(readlink -f -- \"$d\")\"/*) ;; "
      "*) readlink -- \"$1\"; exit 95;; esac; fi; "
      "[ ! -e \"$1\" ] || [ -f \"$1\" ] || exit 96; exec tail -c \"$2\" -- \"$1\""_s;

QStringList serviceLogArgv(const Launch &launch, qint64 bytes)
{
    return {launch.runtime, u"exec"_s, launch.container, u"sh"_s, u"-c"_s, logOnly, u"sh"_s, launch.logPath,
            QString::number(bytes)};
}

QString wordsInPlace(const CommandOutput &there)
{
    const QString out = QString::fromUtf8(there.out).trimmed();
    switch (there.exitCode) {
    case 90:
        return DeployText::tr("it is a symbolic link to %1, whose content is not shown; a run stops before it")
            .arg(out);
    case 91:
        return DeployText::tr("a folder on the way to it, %1, is a symbolic link to %2, where nothing was looked at; "
                              "a run stops before it")
            .arg(out.section(u'\n', 0, 0), out.section(u'\n', 1));
    case 92:
        return DeployText::tr("a folder is in its place; a run stops before it");
    case 93:
        return DeployText::tr("a named pipe is in its place; a run stops before it");
    case 94:
        return DeployText::tr("a device or the like is in its place; a run stops before it");
    case 95:
        return DeployText::tr("it is a symbolic link to %1, out of its folder, and was not read").arg(out);
    case 96:
        return DeployText::tr("a folder, a pipe or the like is in its place and was not read");
    default:
        return {};
    }
}

Result<NodeFile> readNodeFile(Shell &shell, const QString &path, std::stop_token stop)
{
    const Result<CommandOutput> there = shell.run({.argv = nodeFileArgv(path), .isQuestion = true}, stop);
    if (!there)
        return there.error();
    if (const QString words = wordsInPlace(*there); !words.isEmpty())
        return NodeFile{std::nullopt, words, {}};
    if (there->exitCode != 0)
        return NodeFile{std::nullopt, {}, QString::fromUtf8(there->err).trimmed()};
    return NodeFile{there->out, {}, {}};
}

QByteArray modeOf(Shell &shell, const QStringList &before, const QString &path, std::stop_token stop)
{
    const QStringList argv = before + QStringList{u"stat"_s, u"-c"_s, u"%a"_s, u"--"_s, path};
    const Result<CommandOutput> mode = shell.run({.argv = argv, .isQuestion = true}, stop);
    return mode && mode->exitCode == 0 ? mode->out.trimmed() : QByteArray();
}

static QString otherThan(const QByteArray &mode, const QByteArray &wanted)
{
    return mode.isEmpty() || mode == wanted
        ? QString()
        : DeployText::tr("its mode is %1, not %2", "permission bits of a file")
              .arg(QString::fromLatin1(mode), QString::fromLatin1(wanted));
}

QString otherMode(const Artifact &file, const QByteArray &mode)
{
    return otherThan(mode, QByteArray::number(file.mode, 8));
}

QString otherModeInside(const Launch &launch, const ContainerFile &file)
{
    return launch.lockedFiles.contains(file.file.to) ? otherThan(file.mode, "640") : QString();
}

Result<ContainerFiles> readContainerFiles(Shell &shell, const Launch &launch, const QString &deployment,
                                          std::stop_token stop)
{
    StepContext context;
    context.launch = launch;
    Json data;
    StepIo io{context, shell, stop, [](const QByteArray &) {}, data, [] { return Result<void>(); }, {}};
    ContainerFiles found;
    const auto unknown = [&](const QString &sentence, const QString &remedy, const QString &detail = {}) {
        found.error = Error{ErrorKind::CommandFailed, sentence, detail, {{u"remedy"_s, remedy}}};
        return found;
    };
    const Result<NodeContainer> state = inspectContainer(io, launch.runtime, launch.container);
    if (!state) {
        if (state.error().kind != ErrorKind::CommandFailed)
            return state.error();
        const Result<CommandOutput> engine = shell.run(
            {.argv = {u"sh"_s, u"-c"_s, u"command -v -- \"$1\""_s, u"sh"_s, launch.runtime}, .isQuestion = true}, stop);
        if (engine && engine->exitCode != 0)
            return found;                // no engine, no container
        return unknown(state.error().message.section(u": "_s, 1), state.error().facts.value(u"remedy"_s),
                       state.error().detail);
    }
    if (!state->exists)
        return found;
    found.container = launch.container;
    if (!state->isFor(deployment))
        return unknown(DeployText::tr("The container %1 was not made by this deployment: its files were not compared.")
                           .arg(launch.container),
                       DeployText::tr("Choose another container name in the recipe's settings."));
    if (!state->running)
        return unknown(DeployText::tr("The container %1 does not run: its files were not compared.")
                           .arg(launch.container),
                       DeployText::tr("Start it (%1), then compare again.")
                           .arg(quoted({launch.runtime, u"start"_s, launch.container})));
    for (const CopiedFile &file : copiedFiles(launch)) {
        const bool isBelow = file.to.startsWith(launch.folder + u'/');
        const Result<CommandOutput> there = shell.run(
            {.argv = {launch.runtime, u"exec"_s, launch.container, u"sh"_s, u"-c"_s, ourFolderOnly + regularFileOnly,
                      u"sh"_s, file.to, isBelow ? launch.folder : QString()},
             .isQuestion = true},
            stop);
        if (!there)
            return there.error();
        if (const QString words = wordsInPlace(*there); !words.isEmpty()) {
            found.files.append({file, std::nullopt, words, {}});
            continue;
        }
        if (there->exitCode != 0 && there->exitCode != 1) // 1: cat's own word
            return unknown(DeployText::tr("The container %1 cannot be asked for its files.").arg(launch.container),
                           DeployText::tr("See that the container runs; deploy again if it does not."),
                           textOf(*there));
        ContainerFile one{file, there->exitCode == 0 ? std::optional(there->out) : std::nullopt, {}, {}};
        if (one.content && launch.lockedFiles.contains(file.to))
            one.mode = modeOf(shell, {launch.runtime, u"exec"_s, launch.container}, file.to, stop);
        found.files.append(one);
    }
    return found;
}
