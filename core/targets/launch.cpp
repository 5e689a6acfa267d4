#include "core/targets/launch.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"
#include "core/shell/quote.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString setting(const Topology &all, const char *key) { return stringAt(all.settings, key); }

QList<QStringList> extraMounts(const QString &text) // mountsAgree() took them
{
    QList<QStringList> lines;
    for (const QString &entry : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        lines << QStringList{u"-v"_s, entry.trimmed()};
    return lines;
}

QString mounted(const QString &path) { return path + QLatin1Char(':') + path; }

// One line per thought. With --ipc=host the host's /dev/shm counts and --shm-size has no effect:
// docker ignores the pair, podman refuses it, so only one of the two is ever written.
Result<QList<QStringList>> runLines(const Launch &launch, const Topology &all, const Placement &member,
                                    const Recipe &recipe)
{
    QList<QStringList> lines{{launch.runtime, u"run"_s, u"-itd"_s}};
    if (boolAt(all.settings, "privileged").value_or(true))
        lines.last() << u"--privileged"_s;
    lines << QStringList{u"--name="_s + launch.container} << QStringList{u"--net=host"_s};
    if (setting(all, "ipc") == "private"_L1)
        lines << QStringList{u"--shm-size=%1g"_s.arg(integerAt(all.settings, "shmGb").value_or(500))};
    else
        lines << QStringList{u"--ipc=host"_s};
    for (const PlacedDevice &device : member.devices)
        lines << QStringList{u"--device=/dev/davinci%1"_s.arg(device.id)};
    for (const QString &device : textsAt(::member(recipe.data, "container"), "devices"))
        lines << QStringList{u"--device="_s + device};
    for (const Json &mount : ::member(::member(recipe.data, "container"), "mounts")) {
        const QString path = stringAt(mount, "path");
        const bool isReadOnly = boolAt(mount, "readOnly").value_or(false);
        lines << QStringList{u"-v"_s, mounted(path) + (isReadOnly ? u":ro"_s : QString())};
    }
    lines << QStringList{u"-v"_s, mounted(launch.weights) + u":ro"_s};
    lines << extraMounts(setting(all, "extraMounts")) << QStringList{launch.image, u"bash"_s};
    return lines;
}

QList<CopyStep> copySteps(const Launch &launch, const ScriptText &say)
{
    const auto exec = [&](const QStringList &argv) {
        return QStringList{launch.runtime, u"exec"_s, launch.container} + argv;
    };
    const auto into = [&](const QString &from, const QString &to) {
        return QStringList{launch.runtime, u"cp"_s, from, launch.container + QLatin1Char(':') + to};
    };
    const QString slash = u"/"_s;
    QList<CopyStep> steps{
        {say("A folder for the artifacts, under the same path as on the node.", "在容器内创建与节点同路径的产物目录。"),
         exec({u"mkdir"_s, u"-p"_s, launch.folder})}};
    for (const ProcessFile &file : launch.process.files)
        steps << CopyStep{file.why, into(launch.folder + slash + file.name, file.path)};
    for (const char *script : {"env.sh", "start.sh", "stop.sh"}) {
        const QString path = launch.folder + slash + QLatin1String(script);
        steps << CopyStep{say("A script that runs in the container.", "在容器内执行的脚本。"), into(path, path)};
    }
    for (const ProcessFolder &own : launch.process.folders)
        steps << CopyStep{own.why, into(own.from + u"/."_s, own.to)};
    if (!launch.lockedFiles.isEmpty()) {
        steps << CopyStep{launch.process.lockedWhy, exec(QStringList{u"chmod"_s, u"640"_s} + launch.lockedFiles)};
        steps << CopyStep{launch.process.ownerWhy, exec(QStringList{u"chown"_s, u"0:0"_s} + launch.lockedFiles)};
    }
    return steps;
}

} // namespace

Result<Launch> launchOf(const Topology &all, const Placement &member, const Recipe &recipe)
{
    const ScriptText say(all.settings);
    Launch launch;
    const Result<Process> process = processOn(all, member, recipe);
    if (!process)
        return process.error();
    launch.process = *process;
    launch.runtime = member.runtime;
    launch.container = setting(all, "containerName");
    launch.image = setting(all, "image");
    launch.weights = setting(all, "weights");
    launch.interrupts = setting(all, "interrupts");
    QStringList nodes;
    for (const Placement &one : all.placements)
        nodes << one.name;
    const WeightsOrder order = weightsOrder(all.settings);
    if (const QString problem = orderProblem(order, launch.weights, nodes); !problem.isEmpty())
        return Error{ErrorKind::Invalid, problem, {}, {}};
    launch.weightsOrder = weightsOrderOn(member.name, order, nodes);
    launch.imageOrder = imageOrder(all.settings);
    if (const QString problem = orderProblem(launch.imageOrder); !problem.isEmpty())
        return Error{ErrorKind::Invalid, problem, {}, {}};
    launch.folder = member.value("deployment.folder");
    launch.logPath = u"%1/%2.log"_s.arg(launch.folder, process->name);
    launch.pidPath = u"%1/%2.pid"_s.arg(launch.folder, process->name);
    for (const ProcessFile &file : process->files) {
        launch.readFiles << file.path;
        if (file.isLocked)
            launch.lockedFiles << file.path;
    }
    launch.readFiles << launch.folder + u"/env.sh"_s << launch.folder + u"/start.sh"_s;
    const Result<QList<QStringList>> lines = runLines(launch, all, member, recipe);
    if (!lines)
        return lines.error();
    launch.runLines = *lines;
    for (const QStringList &line : *lines)
        launch.runArgv << line;
    launch.copies = copySteps(launch, say);
    const QStringList exec{launch.runtime, u"exec"_s, launch.container};
    launch.startArgv = exec + QStringList{u"bash"_s, launch.folder + u"/start.sh"_s};
    launch.stopArgv = exec + QStringList{u"bash"_s, launch.folder + u"/stop.sh"_s};
    launch.followArgv = exec + QStringList{u"tail"_s, u"-n"_s, u"+1"_s, u"-F"_s, launch.logPath};
    launch.removeArgv = {launch.runtime, u"rm"_s, u"-f"_s, launch.container};
    return launch;
}

QString runHash(const Launch &launch)
{
    const QByteArray command = quoted(launch.runArgv).toUtf8();
    return QString::fromLatin1(QCryptographicHash::hash(command, QCryptographicHash::Sha256).toHex().left(16));
}

Result<QHash<QString, Launch>> launchesOf(const Deployment &deployment, const Recipe &anyRecipe,
                                          const QList<NodeFacts> &facts)
{
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return recipe.error();
    const Result<Topology> all = topologyOf(deployment, *recipe, facts);
    if (!all)
        return all.error();
    QHash<QString, Launch> launches;
    for (const Placement &placement : all->placements) {
        const Result<Launch> launch = launchOf(*all, placement, *recipe);
        if (!launch)
            return launch.error();
        launches.insert(placement.name, *launch);
    }
    return launches;
}

Result<Launch> nodeLaunch(const Deployment &deployment, const Recipe &anyRecipe, const QList<NodeFacts> &facts,
                          const QString &node)
{
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return recipe.error();
    const Result<Topology> all = topologyOf(deployment, *recipe, facts);
    if (!all)
        return all.error();
    const auto its = std::find_if(all->placements.begin(), all->placements.end(),
                                  [&](const Placement &m) { return m.name == node; });
    if (its == all->placements.end())
        return Error{ErrorKind::Invalid, ArtifactsText::tr("The deployment has no node named %1.").arg(node), {}, {}};
    return launchOf(*all, *its, *recipe);
}

Result<QStringList> containerRunArgv(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts,
                                     const QString &node)
{
    const Result<Launch> launch = nodeLaunch(deployment, recipe, facts, node);
    return launch ? Result<QStringList>(launch->runArgv) : Result<QStringList>(launch.error());
}
