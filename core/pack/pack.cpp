#include "core/pack/pack.h"

#include "core/base/homepath.h"
#include "core/base/sizetext.h"
#include "core/pack/packtext.h"
#include "core/shell/atomicfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

const QStringList ownNames{u"deployment.json"_s, u"image.tar"_s, u"image.tar.part"_s, u"weights"_s,
                           u"image.json"_s,      u"files"_s,     u"SHA256SUMS"_s,     u"README.txt"_s};

QString absolute(const QString &base, const QString &path)
{
    const QString whole = withHome(path);
    return whole.isEmpty() || !QDir::isRelativePath(whole) ? path : QDir::cleanPath(base + u'/' + whole);
}

Error storage(const QString &sentence, const QString &detail = {})
{
    return {ErrorKind::Storage, sentence, detail, {}};
}

// By a part, as all that is large.
Result<QByteArray> copyHere(const QString &from, const QString &to, std::stop_token stop)
{
    const Result<QByteArray> sum = sha256OfFile(from, stop);
    if (!sum)
        return sum.error();
    if (QFileInfo::exists(to)) {
        const Result<QByteArray> there = sha256OfFile(to, stop);
        if (there && *there == *sum)
            return *sum;
        return storage(PackText::tr("%1 is there already and is another file; it was left alone.").arg(to));
    }
    AtomicFile file(to);
    if (const Result<void> opened = file.open(); !opened)
        return opened.error();
    const PieceSender write = [&](qint64, const QByteArray &piece) { return file.write(piece); };
    const Result<QByteArray> sent = sendInPieces(from, 0, write, {}, stop);
    if (!sent)
        return sent.error();
    if (const Result<void> done = file.commit(0600); !done)
        return done.error();
    return *sent;
}

// Its first words, in English, are there in every one (packReadme).
bool isPackReadme(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly)
        && file.readLine(10'000).contains("\", packed by ascend-console ");
}

} // namespace

Result<void> demandRoomHere(const QString &folder, qint64 bytes)
{
    QDir there(folder);
    while (!there.exists() && there.cdUp()) { }
    const QStorageInfo disk(there.absolutePath());
    const qint64 room = disk.bytesAvailable();
    if (!disk.isValid() || room < 0 || room >= bytes)
        return {};
    return storage(PackText::tr("There is no room in %1 on this computer: %2 are to come, %3 are free.")
                       .arg(folder, sizeText(bytes), sizeText(room)));
}

Result<void> demandPackFolder(const QString &folder)
{
    const QFileInfo info(folder);
    if (!info.exists())
        return {};
    if (!info.isDir())
        return storage(PackText::tr("%1 is no folder.").arg(folder));
    const QStringList names
        = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    // Of a pack's names others use some as well: its own README says that it is one.
    const bool isPack = names.contains(u"README.txt"_s) && isPackReadme(folder + u"/README.txt"_s);
    static const QStringList common{u"README.txt"_s, u"deployment.json"_s, u"SHA256SUMS"_s};
    for (const QString &name : names) {
        if (!ownNames.contains(name) || (!isPack && common.contains(name)))
            return storage(
                PackText::tr("%1 holds what is of no pack (%2); it was left alone. Choose an empty folder, or "
                             "one that is not there yet.")
                    .arg(folder, name));
    }
    return {};
}

Deployment packedDeployment(const Pack &pack)
{
    Deployment carried = pack.deployment;
    const QString base = QFileInfo(pack.file).absolutePath();
    for (Node &node : carried.nodes) {
        node.identityFile = absolute(base, node.identityFile);
        node.root = absolute(base, node.root);
        const auto auth = node.other.find("auth");
        if (auth != node.other.end() && auth->is_object() && auth->contains("knownHostsFile"))
            (*auth)["knownHostsFile"] = absolute(base, stringAt(*auth, "knownHostsFile"));
    }
    if (pack.image) {
        carried.settings["imageFrom"] = "desktop";
        carried.settings["imageArchive"] = "image.tar";
    }
    if (pack.weights) {
        carried.settings["weightsFrom"] = "desktop";
        carried.settings["weightsAddress"] = "weights";
    }
    return carried;
}

QStringList furtherFilesIn(const QString &folder)
{
    return QDir(folder + u"/files"_s).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

Result<void> writePack(const Pack &pack, const QString &folder, const PackSay &say, std::stop_token stop)
{
    if (const Result<void> made = makePrivateFolder(folder); !made)
        return made;
    QByteArray sums;
    if (pack.image)
        sums += pack.image->file.sha256.toUtf8() + "  image.tar\n";
    QStringList names;
    for (const QString &path : pack.further) {
        const QString name = QFileInfo(path).fileName();
        if (names.contains(name))
            return storage(PackText::tr("Two of the further files are called %1.").arg(name));
        if (std::any_of(name.begin(), name.end(), [](QChar c) { return c.category() == QChar::Other_Control; }))
            return storage(PackText::tr("The name of %1 holds a line end or another control character, which a list "
                                        "of checksums cannot: rename it.").arg(path));
        names << name;
        say(PackText::tr("copying %1").arg(path));
        if (const Result<QByteArray> sum = copyHere(path, folder + u"/files/"_s + name, stop); !sum)
            return sum.error();
    }
    for (const QString &name : furtherFilesIn(folder)) { // those of an earlier time, too
        const Result<QByteArray> sum = sha256OfFile(folder + u"/files/"_s + name, stop);
        if (!sum)
            return sum.error();
        sums += *sum + "  files/" + name.toUtf8() + '\n';
    }
    // first: by it the folder is known for a pack when this is cut short
    const QByteArray readme = packReadme(pack, furtherFilesIn(folder));
    if (const Result<void> written = writeAtomically(folder + u"/README.txt"_s, readme, 0600); !written)
        return written;
    if (const Result<void> saved = saveDeployment(packedDeployment(pack), folder + u"/deployment.json"_s); !saved)
        return saved;
    const Result<QByteArray> own = sha256OfFile(folder + u"/deployment.json"_s, stop);
    if (!own)
        return own.error();
    sums += *own + "  deployment.json\n";
    if (pack.weights) {
        const Result<QByteArray> list = sha256OfFile(folder + u"/weights/SHA256SUMS"_s, stop);
        if (!list)
            return list.error();
        sums += *list + "  weights/SHA256SUMS\n";
    }
    return writeAtomically(folder + u"/SHA256SUMS"_s, sums, 0600);
}
