#include "ui/common/deploymentname.h"

#include <QCoreApplication>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

struct DeploymentNameText
{
    Q_DECLARE_TR_FUNCTIONS(DeploymentName)
};

QString nameOfFile(const QString &path)
{
    const QString name = QFileInfo(path).fileName();
    for (const QLatin1StringView end : {".deployment.json"_L1, ".json"_L1}) {
        if (name.size() > end.size() && name.endsWith(end, Qt::CaseInsensitive))
            return name.chopped(end.size());
    }
    return name;
}

} // namespace

QString deploymentName(const Cluster &cluster)
{
    const Deployment &deployment = cluster.deployment();
    if (!deployment.name.isEmpty())
        return deployment.name;
    if (!cluster.path().isEmpty())
        return nameOfFile(cluster.path());
    return deployment.nodes.isEmpty() ? QString() : DeploymentNameText::tr("Unnamed deployment");
}
