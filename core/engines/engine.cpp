#include "core/engines/engine.h"

#include "core/engines/mindie/mindie.h"
#include "core/engines/openai/openai.h"
#include "core/engines/vllm/vllm.h"
#include "core/facts/versions.h"
#include "core/recipes/artifactstext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

const QList<Engine> &engines()
{
    static const QList<Engine> rows{mindieEngine(), vllmEngine(), openAiEngine()};
    return rows;
}

const Engine *findEngine(const QString &id)
{
    for (const Engine &engine : engines()) {
        if (id == QLatin1String(engine.id))
            return &engine;
    }
    return nullptr;
}

const Engine *engineOfImage(const QString &image)
{
    for (const Engine &engine : engines()) {
        if (!engine.demands.imageName.isEmpty() && isImageOf(image, engine.demands.imageName))
            return &engine;
    }
    return nullptr;
}

const Engine &usualEngine() { return engines().first(); }

Result<const Engine *> engineOf(const Recipe &recipe)
{
    if (const Engine *engine = findEngine(recipe.engine))
        return engine;
    QStringList known;
    for (const Engine &engine : engines())
        known << QLatin1String(engine.id);
    return Error{ErrorKind::Invalid,
                 ArtifactsText::tr(
                     "The recipe %1 is for the engine \"%2\", which this program does not know; it knows %3.")
                     .arg(recipe.id, recipe.engine, known.join(", "_L1)),
                 {},
                 {}};
}

Result<Topology> topologyOf(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts)
{
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    Result<Topology> topology = placed(deployment, recipe, facts, (*engine)->needsDeviceAddresses);
    if (!topology)
        return topology;
    const int nodes = int(topology->placements.size()), cards = topology->cards();
    if (const Result<void> agreed = settingsAgree(recipe, topology->settings, cards); !agreed)
        return agreed.error();
    if (const QString doubt = imageDoubt(recipe, topology->settings); !doubt.isEmpty())
        topology->warnings << doubt;
    if (const QString doubt = commandDoubt(recipe, topology->settings); !doubt.isEmpty())
        topology->warnings << doubt;
    if (const Result<void> added = (*engine)->addValues ? (*engine)->addValues(*topology, recipe) : Result<void>();
        !added)
        return added.error();
    if (const Result<void> agreed = deploymentAgrees(recipe, topology->settings, deployment.name, nodes, cards);
        !agreed)
        return agreed.error();
    return topology;
}

Result<Process> processOn(const Topology &topology, const Placement &placement, const Recipe &recipe)
{
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    Result<Process> process = (*engine)->process(topology, placement, recipe);
    if (process)
        process->engine = recipe.engine;
    return process;
}

Result<void> settingsAgree(const Recipe &recipe, const Json &settings, int cards)
{
    const Result<const Engine *> engine = engineOf(recipe);
    return engine ? (*engine)->settingsAgree(recipe, settings, cards) : Result<void>(engine.error());
}

QString imageRefusal(const QString &image, const QString &command, const WeightsTold &weights)
{
    QString refusal;
    for (const Engine &engine : engines()) {
        if (refusal.isEmpty() && engine.imageRefusal)
            refusal = engine.imageRefusal(image, command, weights);
    }
    return refusal;
}

std::optional<OtherRelease> otherRelease(const Recipe &recipe, const QString &image, const Json &settings)
{
    const Engine *engine = findEngine(recipe.engine);
    return engine && engine->otherRelease ? engine->otherRelease(recipe, image, settings) : std::nullopt;
}

QString imageDoubt(const Recipe &recipe, const Json &settings)
{
    const QString image = stringAt(settings, "image");
    const Engine *engine = findEngine(recipe.engine), *owner = engineOfImage(image);
    if (engine && owner && owner != engine && !engine->demands.imageName.isEmpty())
        return engineDoubt(image, QLatin1String(owner->name), QLatin1String(engine->name));
    if (const QString maker = foreignMaker(image);
        engine && !maker.isEmpty() && !engine->demands.imageName.isEmpty()) // an engine that takes any has none
        return foreignDoubt(image, maker, QLatin1String(engine->name));
    if (const std::optional<OtherRelease> other = otherRelease(recipe, image, settings))
        return releaseDoubt(image, *other);
    if (const QString kind = imageKind(image); !kind.isEmpty() && !recipe.kind.isEmpty() && kind != recipe.kind)
        return kindDoubt(image, kind, recipe.kind);
    return engine && engine->imageDoubt ? engine->imageDoubt(recipe, settings) : QString();
}

QString commandDoubt(const Recipe &recipe, const Json &settings)
{
    const Engine *engine = findEngine(recipe.engine);
    return engine && engine->commandDoubt ? engine->commandDoubt(settings) : QString();
}

Result<void> deploymentAgrees(const Recipe &recipe, const Json &settings, const QString &deployment, int nodes,
                              int cards)
{
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    // HCCL listens on 32 ports from HCCL_IF_BASE_PORT on, where several nodes compute together (HCCL user guide); no
    // recipe sets another one than its default.
    constexpr int hcclFirst = 60000, hcclLast = hcclFirst + 31;
    for (const NodePort &port : nodes > 1 ? boundPorts(**engine, &recipe, settings) : QList<NodePort>()) {
        const auto its = std::find_if((*engine)->ports.cbegin(), (*engine)->ports.cend(), [&](const EnginePort &one) {
            return qstrcmp(one.what, port.what) == 0;
        });
        const QString key = its == (*engine)->ports.cend() ? QString() : QLatin1String(its->key);
        if (port.first <= hcclLast && port.last >= hcclFirst)
            return Error{ErrorKind::Invalid,
                         ArtifactsText::tr("Port %1 (%2) is one of %3 to %4, which HCCL listens on between the nodes; "
                                           "choose another one.")
                             .arg(std::max(port.first, hcclFirst))
                             .arg(portName(QLatin1String(port.what)))
                             .arg(hcclFirst)
                             .arg(hcclLast),
                         {},
                         {{u"setting"_s, key}}};
    }
    return (*engine)->deploymentAgrees ? (*engine)->deploymentAgrees(settings, deployment, nodes, cards)
                                       : Result<void>();
}

Result<void> nodesAgree(const Recipe &recipe, int cards)
{
    const int nodes = recipe.chipsPerNode > 0 ? cards / recipe.chipsPerNode : 0;
    if (nodes == recipe.nodes)
        return {};
    return Error{ErrorKind::Invalid,
                 ArtifactsText::tr(
                     "Number of nodes: the recipe is written for %1, the deployment has %2; what it writes would not "
                     "join them. Make one deployment for each, or choose a recipe for so many.")
                     .arg(recipe.nodes)
                     .arg(nodes),
                 {},
                 {}};
}

QString dividersOf(qint64 cards, qint64 others)
{
    QStringList all;
    for (qint64 n = 1; n <= std::min(cards, others); ++n) {
        if (cards % n == 0 && others % n == 0)
            all << QString::number(n);
    }
    if (all.size() < 2)
        return all.join(QString());
    const QString last = all.takeLast();
    return all.join(", "_L1) + ArtifactsText::tr(" or ", "16 or 32") + last;
}

QList<NodePort> boundPorts(const Engine &engine, const Recipe *recipe, const Json &settings)
{
    QList<NodePort> ports;
    for (const EnginePort &port : engine.ports) {
        const std::optional<qint64> number = integerAt(settings, port.key);
        if (!number && recipe)
            continue;
        const int bound = int(number.value_or(port.usual));
        NodePort own{port.isFirstNodes ? 0 : NodePort::everyNode, bound, bound, port.what};
        own.isOnNodesAddress = recipe && engine.isOnNodesAddress
            && engine.isOnNodesAddress(*recipe, QLatin1String(port.key));
        ports << own;
    }
    if (engine.furtherPorts && recipe)
        ports << engine.furtherPorts(*recipe, settings);
    return ports;
}

// The names of the ports are the deployment file's; MASTER_PORT and HCCL are what the log calls them.
QString portName(const QString &what)
{
    if (what == u"service")
        return ArtifactsText::tr("service", "a port");
    if (what == u"management")
        return ArtifactsText::tr("management", "a port");
    if (what == u"metrics")
        return ArtifactsText::tr("metrics", "a port");
    if (what == u"multi-node")
        return ArtifactsText::tr("between the nodes", "a port");
    if (what == u"data parallel RPC")
        return ArtifactsText::tr("data parallel RPC", "a port");
    if (what == u"rank")
        return ArtifactsText::tr("ranks", "a port");
    if (what == u"KV transfer")
        return ArtifactsText::tr("KV transfer", "a port");
    return what;
}

bool isBelowRecommended(const QString &driver, const EngineDemands &demands)
{
    return !demands.oldestDriver.isEmpty() && !driver.isEmpty() && driver.front().isDigit()
        && (compareVersions(driver, demands.oldestDriver) < 0
            || (!demands.badDriver.isEmpty() && driver.startsWith(demands.badDriver, Qt::CaseInsensitive)));
}
