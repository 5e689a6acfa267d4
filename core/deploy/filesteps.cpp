// The steps that put files on a node: its folder, and the artifacts in it.
#include "core/deploy/filesteps.h"

#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QCryptographicHash>

namespace {

struct DeployText
{
    Q_DECLARE_TR_FUNCTIONS(Deploy)
};

const QString backupSuffix = QStringLiteral(".before-ascend-console");

QByteArray sha256(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
}

// Which of the folders are missing, one per line.
QStringList missingProbe(const QString &folder)
{
    QStringList argv{QStringLiteral("sh"), QStringLiteral("-c"),
                     QStringLiteral("for d; do [ -d \"$d\" ] || printf '%s\\n' \"$d\"; done"), QStringLiteral("sh")};
    for (qsizetype slash = folder.indexOf(QLatin1Char('/'), 1); slash > 0; slash = folder.indexOf(QLatin1Char('/'), slash + 1))
        argv << folder.left(slash);
    return argv << folder;
}

QString sizeText(qint64 bytes)
{
    return bytes < 1024 ? DeployText::tr("%1 bytes").arg(bytes) : DeployText::tr("%1 KiB").arg(double(bytes) / 1024, 0, 'f', 1);
}

struct FileState
{
    QString mode;                        // octal; empty: not there
    QByteArray sha;
};

Result<QList<FileState>> statesOf(StepIo &io)
{
    const Result<CommandOutput> output = runOrFail(io, filesProbe(io.context.files));
    if (!output)
        return output.error();
    QList<FileState> states;
    for (const QByteArray &line : output->out.split('\n')) {
        if (line.isEmpty())
            continue;
        const QByteArrayList words = line.simplified().split(' ');
        states << (words[0] == "-" ? FileState{} : FileState{QString::fromLatin1(words[0]), words.value(1)});
    }
    if (states.size() != io.context.files.size())
        return stepFailure(io, DeployText::tr("The answer about the files in %1 cannot be read.").arg(io.context.launch.folder),
                           DeployText::tr("See that sh, stat and sha256sum work on the node."), textOf(*output));
    return states;
}

// An undo that was cut off may have moved it already.
QStringList restore(const QString &kept, const QString &file)
{
    return {QStringLiteral("sh"), QStringLiteral("-c"), QStringLiteral("[ ! -e \"$1\" ] || mv -f \"$1\" \"$2\""), QStringLiteral("sh"), kept, file};
}

bool isSame(const FileState &there, const Artifact &file)
{
    return there.sha == sha256(file.content) && there.mode == QString::number(file.mode, 8);
}

} // namespace

// For each file one line: its mode and SHA-256, or "-" where there is none.
QStringList filesProbe(const QList<Artifact> &files)
{
    QStringList argv{QStringLiteral("sh"), QStringLiteral("-c"),
                     QStringLiteral("for f; do m=$(stat -c %a \"$f\" 2>/dev/null) && s=$(sha256sum <\"$f\") && echo \"$m $s\" || echo -; done"),
                     QStringLiteral("sh")};
    for (const Artifact &file : files)
        argv << file.remotePath;
    return argv;
}

QStringList folderProbes(const StepContext &context) { return {quoted(missingProbe(context.launch.folder))}; }

QStringList folderCommands(const StepContext &context)
{
    return {quoted({QStringLiteral("mkdir"), QStringLiteral("-p"), context.launch.folder})};
}

QString folderUndoText(const StepContext &context)
{
    return quoted({QStringLiteral("rmdir"), context.launch.folder});
}

Result<StepAnswer> probeFolder(StepIo &io)
{
    const Result<CommandOutput> output = runOrFail(io, missingProbe(io.context.launch.folder));
    if (!output)
        return output.error();
    return StepAnswer{output->out.trimmed().isEmpty(), io.context.launch.folder};
}

Result<void> makeFolder(StepIo &io)
{
    const Result<CommandOutput> missing = runOrFail(io, missingProbe(io.context.launch.folder));
    if (!missing)
        return missing.error();
    Json &made = io.data["made"];
    if (!made.is_array())
        made = Json::array();
    for (const QByteArray &line : missing->out.split('\n')) {
        if (!line.isEmpty())
            made.push_back(QString::fromUtf8(line));
    }
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    const Result<CommandOutput> output = runOrFail(io, {QStringLiteral("mkdir"), QStringLiteral("-p"), io.context.launch.folder});
    return output ? Result<void>() : Result<void>(output.error());
}

// Only what was made, and only while nothing of others lies in it: rmdir refuses then, which is right.
Result<void> undoFolder(StepIo &io)
{
    const Json made = io.data.value("made", Json::array());
    for (auto it = made.rbegin(); it != made.rend(); ++it) {
        const Result<CommandOutput> output = runLogged(io, {QStringLiteral("rmdir"), it->get<QString>()});
        if (!output)
            return output.error();
    }
    return {};
}

QStringList copyProbes(const StepContext &context) { return {quoted(filesProbe(context.files))}; }

QStringList copyCommands(const StepContext &context)
{
    QStringList lines;
    for (const Artifact &file : context.files)
        lines << DeployText::tr("upload %1 to %2 (mode %3, %4, SHA-256 %5…); a file of others is kept as %2%6")
                     .arg(file.path, file.remotePath, QString::number(file.mode, 8), sizeText(file.content.size()),
                          QString::fromLatin1(sha256(file.content).left(12)), backupSuffix);
    return lines;
}

QString copyUndoText(const StepContext &context)
{
    QStringList argv{QStringLiteral("rm"), QStringLiteral("-f")};
    for (const Artifact &file : context.files)
        argv << file.remotePath;
    return quoted(argv);
}

Result<StepAnswer> probeCopies(StepIo &io)
{
    const Result<QList<FileState>> states = statesOf(io);
    if (!states)
        return states.error();
    int same = 0;
    for (qsizetype i = 0; i < states->size(); ++i)
        same += isSame(states->at(i), io.context.files[i]);
    return StepAnswer{same == states->size(), DeployText::tr("%1 of %2 files as generated").arg(same).arg(states->size())};
}

Result<void> copyFiles(StepIo &io)
{
    const Result<QList<FileState>> states = statesOf(io);
    if (!states)
        return states.error();
    Json &files = io.data["files"];
    if (!files.is_object())
        files = Json::object();
    for (qsizetype i = 0; i < states->size(); ++i) {
        const Artifact &file = io.context.files[i];
        if (isSame(states->at(i), file))
            continue;
        const std::string key = file.remotePath.toStdString();
        if (!files.contains(key)) {
            QString backup;
            if (!states->at(i).mode.isEmpty()) { // somebody else's
                backup = file.remotePath + backupSuffix;
                const Result<CommandOutput> kept = runOrFail(io, {QStringLiteral("cp"), QStringLiteral("-p"), file.remotePath, backup});
                if (!kept)
                    return kept.error();
            }
            files[key] = backup;
            if (const Result<void> saved = io.save(); !saved)
                return saved;
        }
        io.log(DeployText::tr("upload %1 to %2\n").arg(file.path, file.remotePath).toUtf8());
        if (const Result<void> sent = io.shell.upload(file.content, file.remotePath, file.mode, io.stop); !sent)
            return sent;
    }
    return {};
}

Result<void> undoCopies(StepIo &io)
{
    const Json files = io.data.value("files", Json::object());
    for (const auto &[path, backup] : files.items()) {
        const QString file = QString::fromStdString(path);
        const QString kept = backup.get<QString>();
        const QStringList argv = kept.isEmpty() ? QStringList{QStringLiteral("rm"), QStringLiteral("-f"), file}
                                                : restore(kept, file);
        const Result<CommandOutput> output = runOrFail(io, argv);
        if (!output)
            return output.error();
    }
    return {};
}
