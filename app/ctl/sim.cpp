// ascendctl sim up|fault|faults|down: the simulated cluster.
#include "app/ctl/sim.h"

#include "app/sim/cluster.h"
#include "app/sim/faults.h"
#include "core/engines/recipebook.h"
#include "core/recipes/recipe.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace ctl {

namespace {

int simUsage()
{
    complain(
        u"usage: ascendctl sim up --nodes N [--chips C] [--kind a2|a3] [--recipe ID] [--dir DIR] [--deployment FILE] "
        "[--ssh]\n"
        "                        [--port-base P] [--subnet K] [--model FILE.gguf] [--podman]\n"
        "                        --subnet K: 0 to 253, 1 unless said; the nodes are 127.0.K.1, 127.0.K.2, ... and\n"
        "                        among each other 10.200.(K+1).2, ...; with --ssh they are reached there, where this\n"
        "                        machine has network namespaces\n"
        "                        [--latency real]   tools as slow as on a real node: npu-smi info 1.2 s,\n"
        "                                           hccn_tool 80 ms, docker 150 ms, a session 2 ms\n"
        "       ascendctl sim fault NODE FAULT [ARG...] [--dir DIR]\n"
        "       ascendctl sim fault NODE [FAULT] --clear [--dir DIR]\n"
        "       ascendctl sim faults\n"
        "       ascendctl sim down [--dir DIR]"_s);
    return Usage;
}

int refused(const Error &error)
{
    if (error.kind != ErrorKind::Invalid)
        return fail(error);
    complain(u"ascendctl: "_s + error.message);
    return Usage;
}

int up(QStringList arguments, const Call &call)
{
    sim::ClusterOptions options;
    QString nodes, chips, kind, portBase, subnet = u"1"_s;
    const bool complete = takeValue(arguments, "--nodes", nodes) && takeValue(arguments, "--chips", chips)
        && takeValue(arguments, "--kind", kind) && takeValue(arguments, "--recipe", options.recipe)
        && takeValue(arguments, "--dir", options.folder) && takeValue(arguments, "--deployment", options.deploymentFile)
        && takeValue(arguments, "--port-base", portBase) && takeValue(arguments, "--subnet", subnet)
        && takeValue(arguments, "--model", options.servingModel) && takeValue(arguments, "--latency", options.latency);
    options.podman = arguments.removeAll(u"--podman"_s) > 0;
    options.ssh = arguments.removeAll(u"--ssh"_s) > 0;
    if (!complete || !arguments.isEmpty())
        return simUsage();
    int usualNodes = 2;
    if (!options.recipe.isEmpty()) {
        const Result<Recipe> recipe = findRecipe(options.recipe);
        if (!recipe)
            return refused(recipe.error());
        usualNodes = recipe->nodes;
        if (!recipe->kind.isEmpty())
            options.kind = recipe->kind;
        if (const Result<Json> settings = effectiveSettings(*recipe, Json::object()))
            options.weights = stringAt(*settings, "weights");
    }
    if (!kind.isEmpty())
        options.kind = kind;
    if (nodes.isEmpty())
        nodes = QString::number(usualNodes);
    bool isNodes = true, isChips = true, isPort = true, isSubnet = true;
    options.nodes = nodes.toInt(&isNodes);
    options.chips = options.kind == "a3"_L1 ? 16 : 8;
    if (!chips.isEmpty())
        options.chips = chips.toInt(&isChips);
    if (!portBase.isEmpty())
        options.portBase = portBase.toInt(&isPort);
    options.subnet = subnet.toInt(&isSubnet);
    const QString wrong = !isNodes ? u"--nodes"_s : !isChips ? u"--chips"_s : !isPort ? u"--port-base"_s : QString();
    if (!wrong.isEmpty()) {
        complain(u"ascendctl: %1 takes a whole number"_s.arg(wrong));
        return Usage;
    }
    if (!isSubnet || options.subnet < 0 || options.subnet > 253) {
        complain(u"ascendctl: --subnet takes a number from 0 to 253, not \"%1\""_s.arg(subnet));
        return Usage;
    }
    // Before anything is started. (Without the option, set-up's own model may be missing: then nothing serves, and that
    // is said.)
    if (!options.servingModel.isEmpty()
        && !(QFileInfo(options.servingModel).isFile() && QFileInfo(options.servingModel).isReadable()))
        return fail({ErrorKind::Storage,
                     u"The model %1 is not a file that can be read. Give --model the path of a GGUF "
                     "file, or leave it out: then the "
                     "default model serves. Nothing was started."_s.arg(options.servingModel),
                     {},
                     {}});
    options.simProgram = QCoreApplication::applicationDirPath() + u"/ascend-sim"_s;
    options.ctlProgram = QCoreApplication::applicationFilePath();
    const Result<sim::ClusterInfo> info = sim::clusterUp(options, call.stop);
    if (!info)
        return refused(info.error());
    for (const QString &note : info->notes)
        complain(note);
    if (call.json)
        printJson(info->json);
    else
        printLine(info->deploymentFile);
    return Yes;
}

int fault(QStringList arguments, const Call &call)
{
    QString folder;
    if (!takeValue(arguments, "--dir", folder))
        return simUsage();
    if (folder.isEmpty())
        folder = sim::defaultClusterFolder();
    const bool clear = arguments.removeAll(u"--clear"_s) > 0;
    if (arguments.isEmpty() || (!clear && arguments.size() < 2))
        return simUsage();
    const QString name = arguments.takeFirst();
    const QString node = folder + QLatin1Char('/') + name;
    if (name.contains(u'/') || !QFile::exists(node + u"/.sim/state.json"_s)) {
        complain(u"ascendctl: there is no simulated node %1 in %2. Name the folder of the cluster (the "
                 "--dir of sim up): --dir DIR."_s.arg(name, folder));
        return Usage;
    }
    const QString kind = arguments.isEmpty() ? QString() : arguments.takeFirst();
    const Result<void> done = clear ? sim::clearFault(node, kind) : sim::setFault(node, kind, arguments);
    if (!done)
        return refused(done.error());
    if (call.json)
        printJson(Json{
            {"simulated", true}, {"node", name}, {"fault", kind.isEmpty() ? Json() : Json(kind)}, {"cleared", clear}});
    return Yes;
}

int faults(const Call &call)
{
    Json list = Json::array();
    for (const sim::FaultKind &kind : sim::faultKinds()) {
        list.push_back(Json{{"fault", kind.name}, {"arguments", kind.arguments}, {"help", kind.help}});
        if (!call.json)
            printLine(u"%1 %2"_s.arg(QLatin1String(kind.name) + QLatin1Char(' ') + QLatin1String(kind.arguments), -48)
                          .arg(QLatin1String(kind.help)));
    }
    if (call.json)
        printJson(Json{{"simulated", true}, {"faults", list}});
    else
        printLine(u"\nascendctl sim fault NODE FAULT [ARG...] sets one; ascendctl sim fault NODE [FAULT] "
                  "--clear ends it, or all of the node's; with --dir DIR where the cluster was put there."_s);
    return Yes;
}

int down(QStringList arguments, const Call &call)
{
    QString folder;
    if (!takeValue(arguments, "--dir", folder) || !arguments.isEmpty())
        return simUsage();
    const Result<int> ended = sim::clusterDown(folder);
    if (!ended)
        return refused(ended.error());
    if (call.json)
        printJson(Json{{"simulated", true}, {"processesEnded", *ended}});
    return Yes;
}

} // namespace

int sim(const Call &call)
{
    QStringList arguments = call.arguments;
    const QString what = arguments.isEmpty() ? QString() : arguments.takeFirst();
    if (what == "up"_L1)
        return up(arguments, call);
    if (what == "fault"_L1)
        return fault(arguments, call);
    if (what == "faults"_L1)
        return faults(call);
    if (what == "down"_L1)
        return down(arguments, call);
    return simUsage();
}

} // namespace ctl
