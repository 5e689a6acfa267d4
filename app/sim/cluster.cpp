#include "app/sim/cluster.h"

#include "app/sim/installers.h"
#include "app/sim/nodefiles.h"
#include "app/sim/nodessh.h"
#include "app/sim/nodeview.h"
#include "app/sim/statefile.h"
#include "core/base/homepath.h"
#include "core/engines/engine.h"
#include "core/engines/recipebook.h"
#include "core/nodes/simulation.h"
#include "core/shell/atomicfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace sim {

namespace {

QString markOf(const QString &cluster) { return cluster + QLatin1Char('/') + simulatedClusterMark; }

QStringList nodeFolders(const QString &folder)
{
    QStringList result;
    for (const QString &name : QDir(folder).entryList({u"node*"_s}, QDir::Dirs, QDir::Name))
        result << folder + QLatin1Char('/') + name;
    return result;
}

Error storage(const QString &sentence, const QString &detail = {})
{
    return Error{ErrorKind::Storage, sentence, detail, {}};
}

// Whatever the umask: what others can write is not entered (core/nodes/simulation.h).
Result<void> closeToOthers(const QString &folder)
{
    struct stat facts = {};
    const QByteArray path = QFile::encodeName(folder);
    if (::stat(path.constData(), &facts) != 0 || ::chmod(path.constData(), facts.st_mode & 07755) != 0)
        return storage(u"The folder %1 cannot be closed to others."_s.arg(folder));
    return {};
}

Result<void> takeFolder(const QString &folder)
{
    const QDir dir(folder);
    if (dir.exists() && !dir.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
        if (!QFile::exists(markOf(folder)))
            return Error{ErrorKind::Invalid,
                         u"%1 is not empty and not a simulated cluster; give another folder."_s.arg(folder),
                         {},
                         {}};
        if (const Result<int> down = clusterDown(folder); !down)
            return down.error();
    }
    if (!QDir().mkpath(folder))
        return storage(u"The folder %1 cannot be made."_s.arg(folder));
    return closeToOthers(folder);
}

Deployment deploymentFor(const ClusterOptions &options)
{
    Deployment deployment;
    deployment.name = u"simulated-%1x%2"_s.arg(options.nodes).arg(options.chips);
    deployment.recipe = u"mindie-deepseek-v3.2-w8a8-2xA2"_s;
    deployment.simulated = true;
    for (int index = 0; index < options.nodes; ++index) {
        Node node;
        node.name = u"node%1"_s.arg(index + 1);
        node.host = u"127.0.%1.%2"_s.arg(options.subnet).arg(index + 1);
        node.transport = Transport::Local;
        node.root = options.folder + u"/node%1"_s.arg(index + 1);
        deployment.nodes << node;
    }
    if (!options.recipe.isEmpty()) {
        deployment.recipe = options.recipe;
        deployment.settings = Json::object();
        if (options.portBase)
            deployment.settings["port"] = *options.portBase;
        return deployment;
    }
    const int port = options.portBase.value_or(1025);
    deployment.settings = Json{
        {"image",
         options.kind == "a3"_L1
             ? "swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:2.2.T30-800I-A3-py311-openeuler24.03-lts-arm64"
             : "swr.cn-south-1.myhuaweicloud.com/ascendhub/mindie:2.2.T30-800I-A2-py311-openeuler24.03-lts-arm64"},
        {"weights", "/work/deepseek/parameters/DeepseekV3.2-quant"},
        {"servedModelName", "ds_v3.2"},
        {"port", port},
        {"managementPort", port + 1},
        {"metricsPort", port + 2}};
    return deployment;
}

// The mode to write it with. Only the file of an earlier `sim up` is written over: not what a link leads to, no device,
// nobody's own deployment.
Result<int> modeOfDeployment(const QString &file)
{
    struct stat facts = {};
    if (::lstat(QFile::encodeName(file).constData(), &facts) != 0)
        return 0644;
    if (S_ISREG(facts.st_mode)) {
        if (const Result<Deployment> there = loadDeployment(file); there && there->simulated)
            return int(facts.st_mode & 07777);
    }
    return Error{ErrorKind::Invalid,
                 u"%1 is there already and is no deployment file of a simulated cluster; it was left alone. Give "
                 "--deployment another file, or move this one away."_s.arg(file),
                 {},
                 {}};
}

// What the deployment's own verbs would refuse: of as many nodes and cards as its recipe is for, whatever is simulated.
Result<void> portsFit(const Deployment &deployment)
{
    const Result<Recipe> any = findRecipe(deployment.recipe);
    const Result<Recipe> recipe = any ? resolvedRecipe(*any, deployment.settings) : any;
    if (!recipe)
        return recipe.error();
    const Result<Json> settings = effectiveSettings(*recipe, deployment.settings);
    if (!settings)
        return settings.error();
    const int cards = recipe->nodes * recipe->chipsPerNode;
    if (const Result<void> agreed = settingsAgree(*recipe, *settings, cards); !agreed)
        return agreed;
    return deploymentAgrees(*recipe, *settings, deployment.name, recipe->nodes, cards);
}

// Deployment file as text: written here, because core's writer keeps a user's unknown keys and this file has none.
QByteArray deploymentText(const Deployment &deployment)
{
    Json json{{"name", deployment.name},
              {"simulated", true},
              {"recipe", deployment.recipe},
              {"nodes", Json::array()},
              {"settings", deployment.settings}};
    for (const Node &node : deployment.nodes) {
        Json entry{{"name", node.name}, {"host", node.host}};
        if (node.transport == Transport::Local) {
            entry["transport"] = "local";
            entry["root"] = node.root;
        } else {
            entry["port"] = node.port.value_or(22);
            entry["user"] = node.user;
            entry["auth"] = Json{{"method", "key"}, {"identityFile", node.identityFile}};
            for (const auto &[key, value] : node.other.items())
                entry[key] = value;
        }
        json["nodes"].push_back(entry);
    }
    return prettyJson(json);
}

// Where set-up puts the default chat model.
QString defaultModel()
{
    QString cache = qEnvironmentVariable("ASCEND_CONSOLE_CACHE");
    if (cache.isEmpty() && qEnvironmentVariableIsSet("XDG_CACHE_HOME"))
        cache = qEnvironmentVariable("XDG_CACHE_HOME") + u"/ascend-console"_s;
    if (cache.isEmpty())
        cache = QDir::homePath() + u"/.cache/ascend-console"_s;
    return cache + u"/models/SmolLM2-135M-Instruct-Q4_1.gguf"_s;
}

} // namespace

QString defaultClusterFolder()
{
    return stateFolder() + u"/sim"_s;
}

namespace {

Result<ClusterInfo> bringUp(const ClusterOptions &given, std::stop_token stop)
{
    ClusterOptions options = given;
    options.folder
        = QDir::cleanPath(QFileInfo(given.folder.isEmpty() ? defaultClusterFolder() : given.folder).absoluteFilePath());
    if (options.nodes < 1 || options.nodes > 200 || options.chips < 1 || options.chips > 16)
        return Error{ErrorKind::Invalid,
                     u"A simulated cluster has 1 to 200 nodes with 1 to 16 devices each."_s,
                     {},
                     {}};
    if (options.kind != "a2"_L1 && options.kind != "a3"_L1)
        return Error{ErrorKind::Invalid,
                     u"The kind of a simulated node is a2 or a3, not %1."_s.arg(options.kind),
                     {},
                     {}};
    if (!options.latency.isEmpty() && options.latency != "real"_L1)
        return Error{ErrorKind::Invalid,
                     u"There is no latency profile %1; there is: real."_s.arg(options.latency),
                     {},
                     {}};
    if (const Result<void> fit = options.portBase ? portsFit(deploymentFor(options)) : Result<void>(); !fit)
        return fit.error();
    ClusterInfo info;
    info.folder = options.folder;
    info.deploymentFile = options.deploymentFile.isEmpty() ? options.folder + u"/cluster.deployment.json"_s
                                                           : QFileInfo(options.deploymentFile).absoluteFilePath();
    const Result<int> mode = modeOfDeployment(info.deploymentFile);
    if (!mode)
        return mode.error();
    if (!namespacesWork())
        return Error{ErrorKind::Invalid,
                     u"A simulated node needs a mount namespace of its own, which is forbidden here, as in a plain "
                     "chroot or a "
                     "container without privileges. Run it on the machine itself or in a virtual machine."_s,
                     {},
                     {}};
    if (const Result<void> taken = takeFolder(options.folder); !taken)
        return taken.error();

    NetworkPlan network;
    if (options.ssh) {
        const Result<NetworkPlan> plan = prepareNetworks(options);
        if (!plan)
            return plan.error();
        network = *plan;
        if (!network.own)
            info.notes
                << u"Network namespaces are not to be had here: each node's sshd listens on its own "
                    "loopback address."_s;
    }
    Json mark{{"simulated", true},        {"nodes", options.nodes},
              {"chips", options.chips},   {"kind", options.kind},
              {"subnet", options.subnet}, {"bridge", network.bridge},
              {"owner", options.owner},   {"ownerStart", startTimeOf(options.owner)}};
    if (const Result<void> written = writeNodeFile(markOf(options.folder), prettyJson(mark));
        !written)
        return written.error();
    QDir().mkpath(options.folder + u"/.bin"_s);
    for (const char *suffix : {"", "-front", "-vllm"})
        if (const QString program = options.simProgram + QLatin1String(suffix);
            !QFile::copy(program, options.folder + u"/.bin/ascend-sim"_s + QLatin1String(suffix)))
            return storage(u"The program %1 is missing; build it first."_s.arg(program));

    if (const Result<void> written = writeSamplePackages(options.folder, options.kind); !written)
        return written.error();
    if (options.servingModel.isEmpty())
        options.servingModel = defaultModel();
    options.servingModel = QFileInfo(options.servingModel).absoluteFilePath();
    if (!QFile::exists(options.servingModel)) {
        info.notes << u"The model %1 is missing: the simulated daemons will not serve (run "
                      "packaging/setup.sh or give --model)."_s.arg(options.servingModel);
        options.servingModel.clear();
    }
    info.deployment = deploymentFor(options);
    for (int index = 0; index < options.nodes; ++index) {
        if (stop.stop_requested())
            return canceled();
        const QString node = options.folder + u"/node%1"_s.arg(index + 1);
        if (const Result<void> written = writeNodeFiles(node, freshNode(options, index), options, index); !written)
            return written.error();
        if (const Result<void> closed = closeToOthers(node); !closed)
            return closed.error();
        if (network.own) {
            if (const Result<void> written = writeNodeFile(node + u"/.sim/own-network"_s, {}); !written)
                return written.error();
        }
        std::string error;
        const int keeper = keeperOf(QFile::encodeName(node).toStdString(), network.own, &error);
        if (keeper < 0)
            return storage(u"The simulated node %1 cannot be brought up."_s.arg(node), QString::fromStdString(error));
        if (network.own) {
            if (const Result<void> connected = connectNode(network, options, node, index, keeper); !connected)
                return connected.error();
        }
    }
    if (options.ssh) {
        if (const Result<void> started = startSshds(network, options, info.deployment); !started)
            return started.error();
    }
    if (const Result<void> written = writeAtomically(info.deploymentFile, deploymentText(info.deployment), *mode);
        !written)
        return written.error();
    info.json = Json{{"simulated", true},
                     {"folder", info.folder},
                     {"deployment", info.deploymentFile},
                     {"packages", options.folder + u"/packages"_s},
                     {"nodes", Json::array()},
                     {"notes", Json::array()}};
    for (const Node &node : info.deployment.nodes)
        info.json["nodes"].push_back(
            Json{{"name", node.name}, {"host", node.host}, {"root", options.folder + QLatin1Char('/') + node.name}});
    for (const QString &note : std::as_const(info.notes))
        info.json["notes"].push_back(note);
    return info;
}

} // namespace

Result<ClusterInfo> clusterUp(const ClusterOptions &options, std::stop_token stop)
{
    Result<ClusterInfo> info = bringUp(options, stop);
    if (!info && info.error().kind != ErrorKind::Invalid)
        (void)clusterDown(options.folder); // half a cluster is none
    return info;
}

Result<int> clusterDown(const QString &given)
{
    const QString folder
        = QDir::cleanPath(QFileInfo(given.isEmpty() ? defaultClusterFolder() : given).absoluteFilePath());
    if (!QFile::exists(markOf(folder)))
        return Error{ErrorKind::Invalid, u"%1 is not a simulated cluster."_s.arg(folder), {}, {}};
    int ended = 0;
    QFile mark(markOf(folder));
    const Result<Json> json
        = mark.open(QIODevice::ReadOnly) ? parseJson(mark.readAll(), mark.fileName()) : Result<Json>(Json::object());
    for (const QString &node : nodeFolders(folder))
        ended += endProcesses(QFile::encodeName(node).toStdString());
    if (json && json->is_object())
        removeBridge(stringAt(*json, "bridge")); // the veth pairs went with the nodes' namespaces
    QDir(folder).removeRecursively();
    return ended;
}

int clearStaleClusters(const QString &folder)
{
    int cleared = 0;
    for (const QString &name : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString cluster = folder + QLatin1Char('/') + name;
        QFile mark(markOf(cluster));
        if (!mark.open(QIODevice::ReadOnly))
            continue;
        const Result<Json> json = parseJson(mark.readAll(), mark.fileName());
        const qint64 owner = json ? integerAt(*json, "owner").value_or(0) : 0;
        if (owner > 0 && startTimeOf(owner) != stringAt(*json, "ownerStart") && clusterDown(cluster))
            ++cleared;
    }
    return cleared;
}

} // namespace sim
