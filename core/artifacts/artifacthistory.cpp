#include "core/artifacts/artifacthistory.h"

#include "core/topology/topology.h"
#include "core/shell/atomicfile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace {

Json textsOf(const ArtifactSet &set)
{
    Json texts = Json::object();
    for (const Artifact &file : set.files)
        texts[file.path.toStdString()] = QString::fromUtf8(file.content);
    return texts;
}

ArtifactTexts read(const Json &document, const char *key)
{
    ArtifactTexts texts;
    if (!document.is_object() || !document.contains(key) || !document.at(key).is_object())
        return texts;
    for (const auto &[path, text] : document.at(key).items()) {
        if (text.is_string())
            texts.insert(QString::fromStdString(path), text.get<QString>().toUtf8());
    }
    return texts;
}

} // namespace

Result<ArtifactTexts> ArtifactHistory::remember(const ArtifactSet &set)
{
    QFile file(m_file);
    const Result<Json> before
        = file.open(QIODevice::ReadOnly) ? parseJson(file.readAll(), m_file) : Result<Json>(Json::object());
    const Json known = before ? *before : Json::object();
    const Json now = textsOf(set);
    const bool had = known.is_object() && known.contains("current") && known.at("current").is_object();
    if (had && known.at("current") == now)
        return read(known, "last");
    Json document = {{"current", now}};
    if (had)
        document["last"] = known.at("current");
    Result<void> written = makePrivateFolder(QFileInfo(m_file).path());
    if (written)
        written = writeAtomically(m_file, prettyJson(document), 0600);
    if (!written)
        return written.error();
    return read(document, "last");
}

QString artifactHistoryFile(const Deployment &deployment, const QString &path)
{
    // Two deployments of one name, or of none, must not be shown as changes of each other.
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(deployment.name.toUtf8());
    hash.addData(QFileInfo(path).canonicalFilePath().toUtf8());
    for (const Node &node : path.isEmpty() ? deployment.nodes : QList<Node>())
        hash.addData(u"\n%1\n%2\n%3"_s.arg(node.name, node.host, node.root).toUtf8());
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + u"/artifacts/%1-%2.json"_s.arg(strictFolderName(deployment.name),
                                         QString::fromLatin1(hash.result().toHex().left(12)));
}
