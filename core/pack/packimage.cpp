#include "core/pack/pack.h"

#include "core/base/json.h"
#include "core/base/sizetext.h"
#include "core/pack/packtext.h"
#include "core/shell/atomicfile.h"
#include "core/shell/quote.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

using std::chrono::minutes;

namespace {

Error failure(const QString &sentence, const QString &detail = {})
{
    return {ErrorKind::CommandFailed, sentence, detail, {}};
}

Error missing(const QString &sentence)
{
    Error error = failure(sentence);
    error.facts.insert(u"missing"_s, u"image"_s);
    return error;
}

QString errText(const CommandOutput &output)
{
    return QString::fromUtf8(output.err.right(2000)).trimmed();
}

// $1 the folder's name below /var/tmp, $2 engine, $3 image, $4 bytes that it may take. The folder is this login's
// alone: others could put a file there that is then taken for the image. Prints the archive's path.
const QString saveScript
    = u"cd -P /var/tmp || exit 1; [ -d \"$1\" ] || mkdir -m 700 -- \"$1\" || exit 1; "
      "[ ! -L \"$1\" ] && [ -O \"$1\" ] && [ -z \"$(find \"$1\" -maxdepth 0 -perm /077)\" ] || exit 90; cd -P -- "
      "\"$1\" || "
      "exit 1; [ -f image.tar ] && { echo \"$PWD/image.tar\"; exit 0; }; rm -f image.tar.new; "
      "room=$(df -B1 -P . | tail -n 1 | awk '{print $4}'); "
      "[ -z \"$room\" ] || [ \"$room\" -ge \"$4\" ] || { echo \"$room\" >&2; exit 91; }; "
      "\"$2\" save -o image.tar.new \"$3\" >&2 && mv -f image.tar.new image.tar || { rm -f image.tar.new; exit 92; }; "
      "echo \"$PWD/image.tar\""_s;

// What was packed of the same image before, where it is still whole: an engine need not save it alike twice.
std::optional<PulledFile> packedBefore(const QString &folder, const PackedImage &image, std::stop_token stop)
{
    QFile file(folder + u"/image.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const Result<Json> json = parseJson(file.read(64 * 1024), u"image.json"_s);
    if (!json || stringAt(*json, "id") != image.id || stringAt(*json, "reference") != image.reference
        || image.id.isEmpty())
        return {};
    const Result<QByteArray> sum = sha256OfFile(folder + u"/image.tar"_s, std::move(stop));
    if (!sum || QString::fromLatin1(*sum) != stringAt(*json, "sha256"))
        return {};
    return PulledFile{QFileInfo(folder + u"/image.tar"_s).size(), QString::fromLatin1(*sum)};
}

} // namespace

Result<PackedImage> packImage(Shell &shell, const QString &engine, const QString &image, const QString &folder,
                              const PackSay &say, std::stop_token stop)
{
    const QStringList inspect{engine, u"image"_s, u"inspect"_s, image};
    const Result<CommandOutput> told = shell.run({.argv = inspect, .timeout = minutes(1), .isQuestion = true}, stop);
    if (!told)
        return told.error();
    if (told->exitCode == 127)
        return missing(PackText::tr("There is no %1 on it.").arg(engine));
    if (told->exitCode != 0)
        return told->err.toLower().contains("no such image") || told->err.contains("not known")
            ? missing(PackText::tr("It has no image %1.").arg(image))
            : failure(PackText::tr("%1 does not say whether there is an image %2.").arg(engine, image), errText(*told));
    const Result<Json> json = parseJson(told->out, quoted(inspect));
    if (!json || !json->is_array() || json->empty())
        return failure(PackText::tr("%1 says of the image %2 what cannot be read.").arg(engine, image),
                       json ? QString() : json.error().message);
    PackedImage packed{image, stringAt(json->front(), "Id"), stringAt(json->front(), "Architecture"), {}};
    const qint64 size = integerAt(json->front(), "Size").value_or(0);
    if (const std::optional<PulledFile> before = packedBefore(folder, packed, stop)) {
        packed.file = *before;
        say(PackText::tr("the image %1 is packed already").arg(image));
        return packed;
    }
    const QString here = folder + u"/image.tar"_s;
    const qint64 came = QFileInfo(QFileInfo::exists(here) ? here : here + u".part"_s).size();
    if (const Result<void> room = demandRoomHere(folder, size - came); !room)
        return room.error();
    // Another image of that name is another archive.
    const QByteArray mark = QCryptographicHash::hash((packed.id + u' ' + image).toUtf8(), QCryptographicHash::Sha1);
    const QString name = u"ascend-console-pack."_s + QString::fromLatin1(mark.toHex().left(12));
    say(PackText::tr("saving the image %1 there (%2)").arg(image, sizeText(size)));
    const Result<CommandOutput> saved
        = shell.run({.argv = {u"sh"_s, u"-c"_s, saveScript, u"sh"_s, name, engine, image, QString::number(size)},
                     .timeout = minutes(120),
                     .isQuestion = true},
                    stop);
    if (!saved)
        return saved.error();
    switch (saved->exitCode) {
    case 0:
        break;
    case 90:
        return failure(PackText::tr("/var/tmp/%1 is not this login's alone: others could change what lies there. Look "
                                    "who made it, and remove it.")
                           .arg(name));
    case 91:
        return failure(PackText::tr("There is no room for the image below /var/tmp: it takes %1, %2 are free.")
                           .arg(sizeText(size), sizeText(saved->err.trimmed().toLongLong())));
    default:
        return failure(PackText::tr("The image %1 could not be saved.").arg(image), errText(*saved));
    }
    const QString there = QString::fromUtf8(saved->out).trimmed();
    QElapsedTimer since;
    since.start();
    const auto progress = [&](qint64 done, qint64 all) {
        if (since.elapsed() < 1000 && done < all)
            return;
        since.restart();
        say(PackText::tr("image: %1 of %2").arg(sizeText(done), sizeText(all)));
    };
    const Result<PulledFile> file = pullInPieces(shell, there, here, progress, stop);
    if (!file)
        return file.error();
    packed.file = *file;
    const QByteArray note = prettyJson({{"reference", image},
                                        {"id", packed.id},
                                        {"architecture", packed.architecture},
                                        {"sha256", file->sha256},
                                        {"bytes", file->sizeBytes}});
    if (const Result<void> noted = writeAtomically(folder + u"/image.json"_s, note, 0600); !noted)
        return noted.error();
    const Result<CommandOutput> gone
        = shell.run({.argv = {u"sh"_s, u"-c"_s, u"cd -P /var/tmp && rm -f -- \"$1/image.tar\" && rmdir -- \"$1\""_s,
                              u"sh"_s, name},
                     .timeout = minutes(5),
                     .isQuestion = true},
                    stop);
    if (!gone || gone->exitCode != 0)
        say(PackText::tr("/var/tmp/%1 could not be removed on the node; it is not needed any more").arg(name));
    return packed;
}
