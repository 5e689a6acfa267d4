#include "core/checks/checkcontext.h"
#include "core/recipes/members.h"
#include "core/recipes/recipe.h"

using namespace Qt::StringLiterals;

CheckSettings checkSettingsOf(const Deployment &deployment)
{
    Json values = deployment.settings;
    CheckSettings settings;
    if (const Result<Recipe> recipe = findRecipe(deployment.recipe)) {
        if (const Result<Json> effective = effectiveSettings(*recipe, deployment.settings))
            values = *effective;
        if (recipe->chipsPerNode > 0)
            settings.chipsPerNode = recipe->chipsPerNode;
        settings.kind = recipe->kind;
    }
    settings.image = stringAt(values, "image");
    settings.weights = stringAt(values, "weights");
    settings.containerName = stringAt(values, "containerName");
    if (const QString folder = stringAt(values, "remoteFolder"); !folder.isEmpty())
        settings.folder = deploymentFolder(values, deployment.name);
    settings.ipc = stringAt(values, "ipc", settings.ipc);
    if (const std::optional<qint64> gb = integerAt(values, "shmGb"))
        settings.shmGb = int(*gb);
    // Defaults: mindie.md §3.2 and §3.3; MASTER_PORT and the HCCL range as in the guide.
    const auto port = [&](const char *key, const QString &what, int fallback) {
        settings.ports.append({what, int(integerAt(values, key).value_or(fallback))});
    };
    port("port", u"service"_s, 1025);
    port("managementPort", u"management"_s, 1026);
    port("metricsPort", u"metrics"_s, 1027);
    port("multiNodesInferPort", u"multi-node"_s, 1120);
    port("masterPort", u"MASTER_PORT"_s, 7008);
    const QStringList range = stringAt(values, "hcclHostPortRange").split(u'-');
    if (range.size() == 2 && range[0].toInt() > 0 && range[1].toInt() >= range[0].toInt()) {
        settings.hcclFirstPort = range[0].toInt();
        settings.hcclLastPort = range[1].toInt();
    }
    const std::optional<qint64> tp = integerAt(values, "tp");
    if (tp && *tp > 0 && settings.chipsPerNode)
        settings.dataParallel = int(*settings.chipsPerNode * deployment.nodes.size() / *tp);
    return settings;
}
