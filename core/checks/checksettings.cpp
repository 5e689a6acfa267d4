#include "core/checks/checkcontext.h"
#include "core/checks/driverfeatures.h"
#include "core/engines/engine.h"
#include "core/engines/recipebook.h"
#include "core/recipes/template.h"
#include "core/topology/topology.h"
#include "core/engines/imageorder.h"
#include "core/weights/weightsource.h"

using namespace Qt::StringLiterals;

// By names of settings and of what is known of a node; what an engine alone knows the name of is taken for set.
struct NodeNetwork
{
    HcclNetwork hccl;
    bool usesGloo = false;
};

static NodeNetwork networkOf(const Recipe &recipe, const Json &settings, bool isGroup)
{
    TemplateValues values;
    for (const auto &[key, value] : settings.items())
        values[QString::fromStdString(key)] = value;
    for (const QString &name : placedNames())
        values[name] = u"${%1}"_s.arg(name).toStdString();
    values[u"cluster.multiNode"_s] = isGroup;
    NodeNetwork both;
    HcclNetwork &network = both.hccl;
    network.isKnown = true;
    for (const Json &group : member(member(recipe.data, "environment"), "groups")) {
        for (const Json &variable : member(group, "variables")) {
            const Result<bool> wanted = conditionHolds(member(variable, "onlyIf"), values);
            if (wanted && !*wanted)
                continue;
            const QString name = stringAt(variable, "name");
            network.hasAddress = network.hasAddress || name == "HCCL_IF_IP"_L1;
            network.hasTable = network.hasTable || name == "RANK_TABLE_FILE"_L1;
            both.usesGloo = both.usesGloo || name == "GLOO_SOCKET_IFNAME"_L1;
            const Result<QString> value = expandedText(stringAt(variable, "value"), values);
            if (name == "HCCL_SOCKET_IFNAME"_L1 && value)
                network.interfaces = *value;
            if (const int port = value ? value->toInt() : 0; name == "HCCL_IF_BASE_PORT"_L1 && port > 0)
                network.basePort = port;
        }
    }
    return both;
}

CheckSettings checkSettingsOf(const Deployment &deployment)
{
    CheckSettings settings;
    const Result<Recipe> found = findRecipe(deployment.recipe);
    // A setting that does not fit is recipe.settings' to tell: nobody else shall miss a default because of it.
    const Json values = found ? settingsAsTyped(*found, deployment.settings) : deployment.settings;
    const Result<Recipe> resolved = found ? resolvedRecipe(*found, deployment.settings) : found;
    const Recipe *recipe = resolved ? &*resolved : found ? &*found : nullptr; // a copy of one is dear
    if (recipe) {
        if (recipe->chipsPerNode > 0)
            settings.chipsPerNode = recipe->chipsPerNode;
        settings.kind = recipe->kind;
        settings.architecture = recipe->architecture;
        settings.chipsKey = recipe->chipsKey;
        settings.model = recipe->model;
        settings.release = stringAt(member(recipe->data, "serve"), "release");
        settings.quantization = recipe->quantization;
        const Json &environment = member(recipe->data, "environment");
        for (const Json &name : member(member(environment, "unset"), "names"))
            settings.unsetsProxies = settings.unsetsProxies || name == "http_proxy";
        const NodeNetwork network = networkOf(*recipe, values, deployment.nodes.size() > 1);
        settings.hcclNetwork = network.hccl;
        settings.usesGloo = network.usesGloo && deployment.nodes.size() > 1;
        settings.driverFeatures = featuresUsed(recipe->data, recipe->kind, values);
        settings.modelShape = modelShapeOf(recipe->data);
        for (const Json &mount : member(member(recipe->data, "container"), "mounts"))
            settings.driverMounts << stringAt(mount, "path");
    }
    settings.image = stringAt(values, "image");
    if (recipe)
        settings.otherRelease = otherRelease(*recipe, settings.image, values);
    settings.weights = stringAt(values, "weights");
    settings.command = stringAt(values, "command");
    const WeightsOrder order = weightsOrder(values);
    settings.fetchesWeights = !order.isNone();
    QStringList nodes;
    for (const Node &node : deployment.nodes)
        nodes << node.name;
    settings.weightsNode = weightsNodeOf(order, nodes);
    const ImageOrder image = imageOrder(values);
    settings.loadsImage = image.isArchive() && orderProblem(image).isEmpty();
    settings.pullsImage = !image.isArchive();
    settings.containerName = stringAt(values, "containerName");
    if (const QString folder = stringAt(values, "remoteFolder"); !folder.isEmpty())
        settings.folder = deploymentFolder(values, deployment.name);
    for (const QString &mount : stringAt(values, "extraMounts").split(u',', Qt::SkipEmptyParts)) {
        settings.mountedFrom << mount.trimmed().section(u':', 0, 0);
        settings.mounted << mount.trimmed().section(u':', 1, 1);
    }
    settings.mounted.removeAll(QString());
    settings.mountedFrom.removeIf([](const QString &path) { return !path.startsWith(u'/'); });
    settings.isPrivileged = boolAt(values, "privileged").value_or(true);
    settings.ipc = stringAt(values, "ipc", settings.ipc);
    if (const std::optional<qint64> gb = integerAt(values, "shmGb"))
        settings.shmGb = int(*gb);
    const Engine *engine = recipe ? findEngine(recipe->engine) : &usualEngine();
    settings.engineName = engine ? QString(QLatin1String(engine->name)) : QString();
    settings.demands = engine ? engine->demands : EngineDemands();
    settings.usesCardNetwork = !engine || engine->needsDeviceAddresses || deployment.nodes.size() > 1;
    if (engine)
        settings.ports = boundPorts(*engine, recipe, values);
    if (engine && engine->demands.noLongerThanModel) {
        settings.longestKey = QLatin1String(engine->capacity.length);
        settings.longestContext = integerAt(values, engine->capacity.length);
    }
    settings.joinsByRankTable = (!engine || engine->needsDeviceAddresses) && deployment.nodes.size() > 1;
    if (recipe && !values.contains("hcclHostPortRange"))
        settings.hcclFirstPort = settings.hcclLastPort = 0;
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

bool isCheckedAlike(const Deployment &one, const Deployment &other)
{
    if (one == other) // mostly; the rest takes milliseconds, and is asked at every edit
        return true;
    if (one.recipe != other.recipe)
        return false;
    const Result<Recipe> recipe = findRecipe(one.recipe);
    const auto settings = [&](const Deployment &deployment) {
        const Result<Json> effective = recipe ? effectiveSettings(*recipe, deployment.settings) : recipe.error();
        return effective ? *effective : deployment.settings; // what was typed and is the default is no change
    };
    return settings(one) == settings(other) && checkSettingsOf(one) == checkSettingsOf(other);
}
