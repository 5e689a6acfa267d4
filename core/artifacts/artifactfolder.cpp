#include "core/artifacts/artifactfolder.h"

#include "core/recipes/recipetext.h"
#include "core/shell/atomicfile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <cerrno>
#include <cstring>
#include <optional>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace {

const QString manifestName = u"MANIFEST.json"_s;

std::optional<QByteArray> contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? std::optional(file.readAll()) : std::nullopt;
}

QString hashOf(const QByteArray &content)
{
    return QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
}

// What an earlier save wrote into the folder: path -> SHA-256. Nothing where there is no manifest of ours.
QHash<QString, QString> savedBefore(const QString &folder)
{
    QHash<QString, QString> hashes;
    const std::optional<QByteArray> text = contentOf(QDir(folder).filePath(manifestName));
    const Result<Json> manifest = text ? parseJson(*text, manifestName) : Result<Json>(Json());
    if (!manifest || !manifest->is_object() || !member(*manifest, "files").is_array()
        || stringAt(*manifest, "recipe").isEmpty())
        return hashes;
    hashes.insert(manifestName, hashOf(*text));
    for (const Json &file : member(*manifest, "files"))
        hashes.insert(stringAt(file, "path"), stringAt(file, "sha256"));
    return hashes;
}

bool isInTheWay(const QString &path, const Artifact &file, const QHash<QString, QString> &ours)
{
    const QFileInfo there(path);
    if (there.isSymLink())
        return true;
    if (!there.isFile())
        return false;
    const std::optional<QByteArray> content = contentOf(path);
    return !content || (*content != file.content && ours.value(file.path) != hashOf(*content));
}

} // namespace

QStringList inTheWay(const QString &folder, const QList<Artifact> &files)
{
    const QHash<QString, QString> ours = savedBefore(folder);
    QStringList paths;
    for (const Artifact &file : files) {
        if (isInTheWay(QDir(folder).filePath(file.path), file, ours))
            paths << file.path;
    }
    return paths;
}

Result<QString> putAside(const QString &path)
{
    for (int i = 1; i < 1000; ++i) {
        const QString aside = path + u".before-ascend-console"_s + (i == 1 ? QString() : u"-%1"_s.arg(i));
        struct stat facts = {};
        if (::lstat(QFile::encodeName(aside).constData(), &facts) == 0)
            continue;
        if (::rename(QFile::encodeName(path).constData(), QFile::encodeName(aside).constData()) == 0)
            return aside;
        break;
    }
    return Error{
        ErrorKind::Storage,
        RecipeText::tr(
            "%1 is there and was not written by an earlier generate; it could not be moved aside and was left alone.")
            .arg(path),
        QString::fromLocal8Bit(std::strerror(errno)),
        {}};
}

Result<void> writeArtifacts(const QString &folder, const QList<Artifact> &files, std::stop_token stop)
{
    for (const Artifact &file : files) {
        if (Result<void> written = writeAtomically(QDir(folder).filePath(file.path), file.content, file.mode, stop);
            !written)
            return written;
    }
    return {};
}
