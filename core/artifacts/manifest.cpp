#include "core/artifacts/manifest.h"

#include <QCryptographicHash>

Json manifest(const Deployment &deployment, const Recipe &recipe, const QList<Artifact> &files)
{
    Json list = Json::array();
    for (const Artifact &file : files) {
        const QByteArray hash = QCryptographicHash::hash(file.content, QCryptographicHash::Sha256).toHex();
        list.push_back({{"path", file.path},
                        {"node", file.node.isEmpty() ? Json(nullptr) : Json(file.node)},
                        {"kind", file.kind},
                        {"mode", QString::number(file.mode, 8).rightJustified(4, QLatin1Char('0'))},
                        {"size", file.content.size()},
                        {"sha256", QString::fromLatin1(hash)},
                        {"remotePath", file.remotePath.isEmpty() ? Json(nullptr) : Json(file.remotePath)}});
    }
    Json json = {{"deployment", deployment.name}, {"recipe", recipe.id}, {"files", list}};
    if (deployment.simulated)
        json["simulated"] = true;
    return json;
}
