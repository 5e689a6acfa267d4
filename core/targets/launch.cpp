#include "core/targets/launch.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

QString setting(const Topology &all, const char *key) { return stringAt(all.settings, key); }

Result<QList<QStringList>> extraMounts(const QString &text)
{
    QList<QStringList> lines;
    for (const QString &entry : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString mount = entry.trimmed();
        const QStringList parts = mount.split(QLatin1Char(':'));
        const bool shape = parts.size() == 2
            || (parts.size() == 3 && (parts[2] == QLatin1String("ro") || parts[2] == QLatin1String("rw")));
        if (!shape || !parts[0].startsWith(QLatin1Char('/')) || !parts[1].startsWith(QLatin1Char('/')))
            return Error{ErrorKind::Invalid,
                         ArtifactsText::tr("Setting \"extraMounts\" has \"%1\"; each mount is HOST:CONTAINER or "
                                           "HOST:CONTAINER:ro with absolute paths.")
                             .arg(mount),
                         {},
                         {}};
        lines << QStringList{QStringLiteral("-v"), mount};
    }
    return lines;
}

QString mounted(const QString &path) { return path + QLatin1Char(':') + path; }

// One line per thought. With --ipc=host the host's /dev/shm counts and --shm-size has no effect:
// docker ignores the pair, podman refuses it, so only one of the two is ever written.
Result<QList<QStringList>> runLines(const Launch &launch, const Topology &all, const Placement &member,
                                    const Recipe &recipe)
{
    QList<QStringList> lines{{launch.runtime, QStringLiteral("run"), QStringLiteral("-itd")}};
    if (boolAt(all.settings, "privileged").value_or(true))
        lines.last() << QStringLiteral("--privileged");
    lines << QStringList{QStringLiteral("--name=") + launch.container} << QStringList{QStringLiteral("--net=host")};
    if (setting(all, "ipc") == QLatin1String("private"))
        lines << QStringList{QStringLiteral("--shm-size=%1g").arg(integerAt(all.settings, "shmGb").value_or(500))};
    else
        lines << QStringList{QStringLiteral("--ipc=host")};
    for (const PlacedDevice &device : member.devices)
        lines << QStringList{QStringLiteral("--device=/dev/davinci%1").arg(device.id)};
    for (const QString &device : textsAt(::member(recipe.data, "container"), "devices"))
        lines << QStringList{QStringLiteral("--device=") + device};
    for (const Json &mount : ::member(::member(recipe.data, "container"), "mounts")) {
        const QString path = stringAt(mount, "path");
        lines << QStringList{QStringLiteral("-v"), mounted(path)};
    }
    lines << QStringList{QStringLiteral("-v"), mounted(launch.weights) + QStringLiteral(":ro")};
    const Result<QList<QStringList>> extra = extraMounts(setting(all, "extraMounts"));
    if (!extra)
        return extra.error();
    lines << *extra << QStringList{launch.image, QStringLiteral("bash")};
    return lines;
}

QList<CopyStep> copySteps(const Launch &launch, const ScriptText &say)
{
    const auto exec = [&](const QStringList &argv) {
        return QStringList{launch.runtime, QStringLiteral("exec"), launch.container} + argv;
    };
    const auto into = [&](const QString &from, const QString &to) {
        return QStringList{launch.runtime, QStringLiteral("cp"), from, launch.container + QLatin1Char(':') + to};
    };
    const QString slash = QStringLiteral("/");
    QList<CopyStep> steps{{say("A folder for the artifacts, under the same path as on the node.", "在容器内创建与节点同路径的产物目录。"),
                           exec({QStringLiteral("mkdir"), QStringLiteral("-p"), launch.folder})}};
    for (const ProcessFile &file : launch.process.files)
        steps << CopyStep{file.why, into(launch.folder + slash + file.name, file.path)};
    for (const char *script : {"env.sh", "start.sh", "stop.sh"}) {
        const QString path = launch.folder + slash + QLatin1String(script);
        steps << CopyStep{say("A script that runs in the container.", "在容器内执行的脚本。"), into(path, path)};
    }
    for (const ProcessFolder &own : launch.process.folders)
        steps << CopyStep{own.why, into(own.from + QStringLiteral("/."), own.to)};
    if (!launch.lockedFiles.isEmpty()) {
        steps << CopyStep{launch.process.lockedWhy,
                          exec(QStringList{QStringLiteral("chmod"), QStringLiteral("640")} + launch.lockedFiles)};
        steps << CopyStep{launch.process.ownerWhy,
                          exec(QStringList{QStringLiteral("chown"), QStringLiteral("0:0")} + launch.lockedFiles)};
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
    launch.folder = member.value("deployment.folder");
    launch.logPath = QStringLiteral("%1/%2.log").arg(launch.folder, process->name);
    launch.pidPath = QStringLiteral("%1/%2.pid").arg(launch.folder, process->name);
    for (const ProcessFile &file : process->files) {
        launch.readFiles << file.path;
        if (file.isLocked)
            launch.lockedFiles << file.path;
    }
    launch.readFiles << launch.folder + QStringLiteral("/env.sh") << launch.folder + QStringLiteral("/start.sh");
    const Result<QList<QStringList>> lines = runLines(launch, all, member, recipe);
    if (!lines)
        return lines.error();
    launch.runLines = *lines;
    for (const QStringList &line : *lines)
        launch.runArgv << line;
    launch.copies = copySteps(launch, say);
    const QStringList exec{launch.runtime, QStringLiteral("exec"), launch.container};
    launch.startArgv = exec + QStringList{QStringLiteral("bash"), launch.folder + QStringLiteral("/start.sh")};
    launch.stopArgv = exec + QStringList{QStringLiteral("bash"), launch.folder + QStringLiteral("/stop.sh")};
    launch.followArgv = exec
        + QStringList{QStringLiteral("tail"), QStringLiteral("-n"), QStringLiteral("+1"), QStringLiteral("-F"),
                      launch.logPath};
    launch.removeArgv = {launch.runtime, QStringLiteral("rm"), QStringLiteral("-f"), launch.container};
    return launch;
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
