// ascendctl generate D -o DIR [--facts FILE]: every artifact, per node, and MANIFEST.json.
#include "app/ctl/clusterfacts.h"
#include "app/ctl/recipeverbs.h"

#include "core/recipes/artifact.h"
#include "core/shell/atomicfile.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstring>
#include <optional>
#include <sys/stat.h>

namespace ctl {

namespace {

const QString manifestName = QStringLiteral("MANIFEST.json");

std::optional<QByteArray> contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? std::optional(file.readAll()) : std::nullopt;
}

// What an earlier generate wrote into the folder: path -> SHA-256. Nothing where there is no manifest of ours.
QHash<QString, QString> writtenBefore(const QString &folder)
{
    QHash<QString, QString> hashes;
    const std::optional<QByteArray> text = contentOf(QDir(folder).filePath(manifestName));
    const Result<Json> manifest = text ? parseJson(*text, manifestName) : Result<Json>(Json());
    if (!manifest || !manifest->is_object() || !member(*manifest, "files").is_array() || stringAt(*manifest, "recipe").isEmpty())
        return hashes;
    hashes.insert(manifestName, QString::fromLatin1(QCryptographicHash::hash(*text, QCryptographicHash::Sha256).toHex()));
    for (const Json &file : member(*manifest, "files"))
        hashes.insert(stringAt(file, "path"), stringAt(file, "sha256"));
    return hashes;
}

// What is not ours is moved beside, never over anything. Its new name; empty: nothing had to be moved.
Result<QString> putAside(const QString &path, const Artifact &file, const QHash<QString, QString> &ours)
{
    const QFileInfo there(path);
    if (!there.isSymLink() && !there.isFile())
        return QString();
    const std::optional<QByteArray> content = there.isSymLink() ? std::nullopt : contentOf(path);
    const auto hash = [&] { return QString::fromLatin1(QCryptographicHash::hash(*content, QCryptographicHash::Sha256).toHex()); };
    if (content && (*content == file.content || ours.value(file.path) == hash()))
        return QString();
    for (int i = 1; i < 1000; ++i) {
        const QString aside = path + QStringLiteral(".before-ascend-console") + (i == 1 ? QString() : QStringLiteral("-%1").arg(i));
        struct stat facts = {};
        if (::lstat(QFile::encodeName(aside).constData(), &facts) == 0)
            continue;
        if (::rename(QFile::encodeName(path).constData(), QFile::encodeName(aside).constData()) == 0)
            return aside;
        break;
    }
    return Error{ErrorKind::Storage, QStringLiteral("%1 is there and was not written by an earlier generate; it could not be moved aside and was left alone.").arg(path),
                 QString::fromLocal8Bit(std::strerror(errno)), {}};
}

} // namespace

int generate(const Call &call)
{
    QStringList arguments = call.arguments;
    QString folder;
    for (const QString &option : {QStringLiteral("-o"), QStringLiteral("--output")}) {
        const qsizetype at = arguments.indexOf(option);
        if (at >= 0 && at + 1 < arguments.size()) {
            folder = arguments[at + 1];
            arguments.remove(at, 2);
        }
    }
    if (folder.isEmpty()) {
        complain(QStringLiteral("usage: ascendctl generate D -o DIR [--facts FILE] [--json]"));
        return Usage;
    }
    const Result<ClusterFacts> cluster = gatherFacts(arguments, call);
    if (!cluster)
        return fail(cluster.error());
    if (!arguments.isEmpty()) {
        complain(QStringLiteral("ascendctl generate: what is \"%1\"?").arg(arguments.first()));
        return Usage;
    }
    const Result<ArtifactSet> set = generateArtifacts(cluster->opened.deployment, cluster->recipe, cluster->facts);
    if (!set) {
        // The question was put and the answer is no: facts, settings and recipe do not fit together.
        const int code = fail(set.error());
        if (call.json && set.error().kind == ErrorKind::Invalid) {
            Json none = {{"folder", nullptr}, {"files", Json::array()}, {"warnings", Json::array()}, {"error", set.error().message}};
            if (cluster->simulated)
                none["simulated"] = true;
            printJson(none);
        }
        return set.error().kind == ErrorKind::Invalid ? int(No) : code;
    }
    const QHash<QString, QString> ours = writtenBefore(folder);
    Json kept = Json::array();
    for (const Artifact &file : set->files) {
        const Result<QString> aside = putAside(QDir(folder).filePath(file.path), file, ours);
        if (!aside)
            return fail(aside.error());
        if (!aside->isEmpty()) {
            complain(QStringLiteral("%1 was not as an earlier generate wrote it; it is kept as %2.").arg(QDir(folder).filePath(file.path), *aside));
            kept.push_back(*aside);
        }
        const Result<void> written = writeAtomically(QDir(folder).filePath(file.path), file.content, file.mode, call.stop);
        if (!written)
            return fail(written.error());
    }
    for (const QString &warning : set->warnings)
        complain(QStringLiteral("warning: ") + warning);
    if (call.json) {
        Json document = {{"folder", QDir(folder).absolutePath()}};
        if (cluster->simulated)
            document["simulated"] = true;
        document["files"] = Json::array();
        for (const Artifact &file : set->files)
            document["files"].push_back({{"path", file.path}, {"kind", file.kind}, {"node", file.node.isEmpty() ? Json(nullptr) : Json(file.node)},
                                         {"remotePath", file.remotePath.isEmpty() ? Json(nullptr) : Json(file.remotePath)}, {"size", file.content.size()}});
        document["kept"] = kept;
        document["warnings"] = Json::array();
        for (const QString &warning : set->warnings)
            document["warnings"].push_back(warning);
        printJson(document);
    } else {
        for (const Artifact &file : set->files)
            printLine(QDir(folder).filePath(file.path));
    }
    return Yes;
}

} // namespace ctl
