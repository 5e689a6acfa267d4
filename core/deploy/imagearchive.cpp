#include "core/deploy/imagearchive.h"

#include "core/base/sizetext.h"
#include "core/deploy/detached.h"
#include "core/deploy/transferpace.h"
#include "core/runs/deploytext.h"
#include "core/shell/localshell.h"
#include "core/shell/pieces.h"
#include "core/shell/quote.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr qint64 longestManifest = 16 << 20;

QStringList memberArgv(const QString &archive, const QString &member)
{
    return {u"tar"_s, u"-xOf"_s, archive, u"--"_s, member};
}

QString archivePath(const StepContext &context)
{
    const ImageOrder &order = context.launch.imageOrder;
    return order.isOfDesktop() ? pathHere(context, order.archive) : order.archive;
}

// Another file, or the same one changed, is another copy: the end of one is never put behind the beginning of another.
QString partPath(const StepContext &context)
{
    const QFileInfo file(archivePath(context));
    const QByteArray mark = file.absoluteFilePath().toUtf8() + ' ' + QByteArray::number(file.size()) + ' '
        + QByteArray::number(file.lastModified().toMSecsSinceEpoch());
    return context.launch.folder + u"/.asc-image-"_s
        + QString::fromLatin1(QCryptographicHash::hash(mark, QCryptographicHash::Sha1).toHex().left(12)) + u".part"_s;
}

QString whereText(const StepIo &io) // the archive, and where it lies
{
    const ImageOrder &order = io.context.launch.imageOrder;
    return order.isOfDesktop() ? DeployText::tr("%1 on this computer").arg(archivePath(io.context)) : order.archive;
}

QString remedyOfOrder(const StepIo &io)
{
    return DeployText::tr("On a machine that has the image run %1, put the file there, or name another one (setting "
                          "\"imageArchive\"); then resume.")
        .arg(quoted({u"docker"_s, u"save"_s, u"-o"_s, u"image.tar"_s, io.context.launch.image}));
}

Result<CommandOutput> extracted(StepIo &io, const QString &member)
{
    const ImageOrder &order = io.context.launch.imageOrder;
    const QStringList argv = memberArgv(archivePath(io.context), member);
    const Command command{.argv = argv, .timeout = minutes(20), .keepAtMost = longestManifest, .isQuestion = true};
    io.log("$ " + quoted(argv).toUtf8() + '\n');
    LocalShell here;
    return order.isOfDesktop() ? here.run(command, io.stop) : io.shell.run(command, io.stop);
}

Result<QByteArray> memberOf(StepIo &io, const QString &member)
{
    const auto isMissing = [](const CommandOutput &one) { return one.err.contains("Not found"); };
    Result<CommandOutput> output = extracted(io, member);
    if (output && isMissing(*output)) { // packed anew as `tar -cf FILE .`, which docker loads as well
        Result<CommandOutput> other = extracted(io, u"./"_s + member);
        if (!other || !isMissing(*other))
            output = std::move(other);
    }
    if (!output)
        return output.error();
    if (output->exitCode == 0 && !output->out.isEmpty() && !output->truncated)
        return output->out;
    const bool isOther = isMissing(*output) || output->err.contains("not look like");
    return stepFailure(io,
                       isOther
                           ? DeployText::tr("%1 is no archive of an image as `docker save` writes one: it has no %2.")
                                 .arg(whereText(io), member)
                           : DeployText::tr("The archive %1 cannot be read.").arg(whereText(io)),
                       remedyOfOrder(io), textOf(*output));
}

// Asked before anything is copied, and long before docker would say it.
Result<void> demandImage(StepIo &io)
{
    const Launch &launch = io.context.launch;
    if (launch.imageOrder.isOfDesktop() && !QFileInfo(archivePath(io.context)).isFile())
        return stepFailure(io, DeployText::tr("There is no file %1.").arg(whereText(io)), remedyOfOrder(io));
    const Result<QByteArray> text = memberOf(io, u"manifest.json"_s);
    if (!text)
        return text.error();
    const Result<QList<ArchivedImage>> images = readImageManifest(*text);
    if (!images)
        return stepFailure(
            io, DeployText::tr("%1 is no archive of an image: %2").arg(whereText(io), images.error().message),
            remedyOfOrder(io), images.error().detail);
    const ArchivedImage *image = imageNamed(*images, launch.image);
    if (!image) {
        QStringList tags;
        for (const ArchivedImage &one : *images)
            tags << one.tags;
        return stepFailure(io,
                           tags.isEmpty() ? DeployText::tr("The archive %1 holds an image without a name, and not %2.")
                                                .arg(whereText(io), launch.image)
                                          : DeployText::tr("The archive %1 holds %2, and not %3.")
                                                .arg(whereText(io), tags.mid(0, 5).join(u", "_s), launch.image),
                           DeployText::tr("Name the image as the archive does (setting \"image\"), or another archive.")
                               + u' ' + remedyOfOrder(io));
    }
    const Result<QByteArray> config = memberOf(io, image->config);
    if (!config)
        return config.error();
    const Result<Json> json = parseJson(*config, image->config);
    const QString arch = json ? stringAt(*json, "architecture") : QString();
    const QString wanted = goArch(io.context.facts.os.arch);
    if (!arch.isEmpty() && !wanted.isEmpty() && arch != wanted)
        return stepFailure(io,
                           DeployText::tr("The image %1 in %2 is made for %3, the node is %4; nothing was copied.")
                               .arg(launch.image, whereText(io), arch, wanted),
                           DeployText::tr("Save it anew from the image for %1: `docker pull --platform linux/%1 %2`, "
                                          "then `docker save`.")
                               .arg(wanted, quoted(launch.image)));
    return {};
}

Result<void> demandRoom(StepIo &io, qint64 needed)
{
    const QString folder = io.context.launch.folder;
    const Result<CommandOutput> output = runOrFail(io, {u"df"_s, u"-B1"_s, u"-P"_s, u"--"_s, folder});
    if (!output)
        return output.error();
    bool isNumber = false;
    const qint64 room = output->out.trimmed().split('\n').last().simplified().split(' ').value(3).toLongLong(&isNumber);
    if (!isNumber || room >= needed)
        return {};
    return stepFailure(io,
                       DeployText::tr("There is no room for the archive in %1: %2 are to be copied, %3 are free.")
                           .arg(folder, sizeText(needed), sizeText(room)),
                       DeployText::tr("Make room there, or put the archive on a disk of the node that has room and set "
                                      "\"imageFrom\" to node."));
}

// How much of it is there. A folder or a link in its place was put there by somebody else.
const QString partThere = u"refuse() { echo \"unsafe: $1\" >&2; exit 90; }; [ ! -L \"$1\" ] && "
                          "{ [ -f \"$1\" ] || [ ! -e \"$1\" ]; } || refuse \"$1\"; "
                          "h=$(stat -c %s -- \"$1\" 2>/dev/null) || h=0; "_s;

Result<CommandOutput> onPart(StepIo &io, const QString &script, const QStringList &arguments,
                             const QByteArray &input = {})
{
    const QStringList argv = QStringList{u"sh"_s, u"-c"_s, partThere + script, u"sh"_s} + arguments;
    Result<CommandOutput> output
        = io.shell.run({.argv = argv, .input = input, .timeout = minutes(10), .isQuestion = true}, io.stop);
    if (!output || output->exitCode == 0)
        return output;
    return stepFailure(io, DeployText::tr("The archive could not be copied to %1.").arg(arguments.first()),
                       DeployText::tr("Resume takes it up where it stopped; what holds is not repeated."),
                       textOf(*output));
}

// One after the other in pieces, so that a stop is heard and what came before a lost link is not sent again.
Result<void> copyToNode(StepIo &io, const QString &part)
{
    const QString path = archivePath(io.context);
    const qint64 size = QFileInfo(path).size();
    const Result<CommandOutput> before = onPart(io, u"echo \"$h\""_s, {part});
    if (!before)
        return before.error();
    qint64 there = before->out.trimmed().toLongLong();
    if (there > size) { // of nobody's making that is known
        if (const Result<CommandOutput> gone = onPart(io, u"rm -f -- \"$1\""_s, {part}); !gone)
            return gone.error();
        there = 0;
    }
    if (const Result<void> room = demandRoom(io, size - there); !room)
        return room;
    if (there > 0)
        io.log(DeployText::tr("%1 of %2 are there already\n").arg(sizeText(there), sizeText(size)).toUtf8());
    const QString append = u"umask 077; [ \"$h\" = \"$2\" ] || { echo \"size $h, not $2\" >&2; exit 91; }; "
                           "cat >>\"$1\" || exit 92; stat -c %s -- \"$1\""_s;
    QElapsedTimer said;
    said.start();
    TransferPace pace;
    const auto send = [&](qint64 at, const QByteArray &piece) -> Result<void> {
        const Result<CommandOutput> sent = onPart(io, append, {part, QString::number(at)}, piece);
        return sent ? Result<void>() : sent.error();
    };
    const Result<QByteArray> hash = sendInPieces(path, there, send, [&](qint64 at) {
        if (said.elapsed() < 1000 && at < size)
            return;
        const QString words = DeployText::tr("copied: %1", "how far").arg(pace.words(at, size));
        io.log(words.toUtf8() + '\n');
        if (io.tell)
            io.tell(words);
        said.restart();
    }, io.stop);
    if (!hash && hash.error().kind == ErrorKind::Storage)
        return stepFailure(io, DeployText::tr("The archive %1 cannot be read.").arg(whereText(io)), remedyOfOrder(io),
                           hash.error().detail);
    if (!hash)
        return hash.error();
    const Result<CommandOutput> sum = runOrFail(io, {u"sha256sum"_s, u"--"_s, part}, minutes(60));
    if (!sum)
        return sum.error();
    if (sum->out.trimmed().left(64).toLower() == *hash)
        return {};
    if (const Result<CommandOutput> gone = onPart(io, u"rm -f -- \"$1\""_s, {part}); !gone)
        return gone.error();
    return stepFailure(
        io,
        DeployText::tr("The archive arrived otherwise than it is on this computer (SHA-256); the copy was "
                       "removed."),
        DeployText::tr("Something writes to the file here or there, or a disk is broken. Resume copies it "
                       "anew."));
}

} // namespace

QString goArch(const QString &machine)
{
    if (machine == "aarch64"_L1)
        return u"arm64"_s;
    return machine == "x86_64"_L1 ? u"amd64"_s : machine;
}

QStringList archiveProbes(const StepContext &context)
{
    const ImageOrder &order = context.launch.imageOrder;
    const QString here = order.isOfDesktop() ? DeployText::tr("   # on this computer") : QString();
    return {quoted(memberArgv(archivePath(context), u"manifest.json"_s)) + here};
}

QStringList archiveCommands(const StepContext &context)
{
    const ImageOrder &order = context.launch.imageOrder;
    const QString runtime = context.launch.runtime;
    if (!order.isOfDesktop())
        return {quoted({runtime, u"load"_s, u"-i"_s, order.archive})};
    const QString part = partPath(context);
    return {DeployText::tr("# copies %1 from this computer to %2 in pieces, then:").arg(archivePath(context), part),
            quoted({u"sha256sum"_s, u"--"_s, part}), quoted({runtime, u"load"_s, u"-i"_s, part}),
            quoted({u"rm"_s, u"-f"_s, u"--"_s, part})};
}

Result<void> loadArchive(StepIo &io)
{
    const Launch &launch = io.context.launch;
    if (const Result<void> is = demandImage(io); !is)
        return is;
    const bool isCopied = launch.imageOrder.isOfDesktop();
    const QString file = isCopied ? partPath(io.context) : launch.imageOrder.archive;
    if (stringAt(io.data, "part") != file) { // of another archive that was named, or was there, before
        if (const Result<bool> gone = undoArchive(io); !gone)
            return gone.error();
    }
    io.data["folder"] = launch.folder.toStdString(); // for undo, while it runs
    if (isCopied)
        io.data["part"] = file.toStdString();
    if (const Result<void> saved = io.save(); !saved)
        return saved;
    if (isCopied) {
        if (const Result<void> copied = copyToNode(io, file); !copied)
            return copied;
    }
    const Result<CommandOutput> output
        = runDetached(io, imageLoadName, {launch.runtime, u"load"_s, u"-i"_s, file}, minutes(120));
    if (!output)
        return output.error(); // it may run on
    if (output->exitCode != 0)
        return stepFailure(io, DeployText::tr("The image %1 could not be loaded from %2.").arg(launch.image, file),
                           DeployText::tr("Read what %1 said. Without room, make some where it keeps its images; then "
                                          "resume.")
                               .arg(launch.runtime),
                           textOf(*output));
    if (isCopied) {
        if (const Result<bool> gone = undoArchive(io); !gone)
            return gone.error();
    }
    io.data.erase("folder");
    return io.save();
}

Result<bool> undoArchive(StepIo &io)
{
    const QString part = stringAt(io.data, "part");
    if (part.isEmpty())
        return false;
    const Result<CommandOutput> gone = onPart(io, u"[ ! -e \"$1\" ] || { rm -f -- \"$1\" && echo gone; }"_s, {part});
    if (!gone)
        return gone.error();
    io.data.erase("part");
    return gone->out.contains("gone");
}
