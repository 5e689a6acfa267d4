#include "core/recipes/launch.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/ranktable.h"
#include "core/recipes/scripttext.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

QString setting(const Membership &all, const char *key) { return stringAt(all.settings, key); }

QStringList textsAt(const Json &data, const char *object, const char *key)
{
    QStringList result;
    const auto outer = data.find(object);
    if (outer == data.end() || !outer->is_object() || !outer->contains(key))
        return result;
    for (const Json &item : outer->at(key)) {
        if (item.is_string())
            result << item.get<QString>();
    }
    return result;
}

Result<QList<QStringList>> extraMounts(const QString &text)
{
    QList<QStringList> lines;
    for (const QString &entry : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString mount = entry.trimmed();
        const QStringList parts = mount.split(QLatin1Char(':'));
        const bool shape = parts.size() == 2 || (parts.size() == 3 && (parts[2] == QLatin1String("ro") || parts[2] == QLatin1String("rw")));
        if (!shape || !parts[0].startsWith(QLatin1Char('/')) || !parts[1].startsWith(QLatin1Char('/')))
            return Error{ErrorKind::Invalid, ArtifactsText::tr("Setting \"extraMounts\" has \"%1\"; each mount is HOST:CONTAINER or HOST:CONTAINER:ro with absolute paths.").arg(mount), {}, {}};
        lines << QStringList{QStringLiteral("-v"), mount};
    }
    return lines;
}

QString mounted(const QString &path) { return path + QLatin1Char(':') + path; }

// One line per thought. With --ipc=host the host's /dev/shm counts and --shm-size has no effect:
// docker ignores the pair, podman refuses it, so only one of the two is ever written.
Result<QList<QStringList>> runLines(const Launch &launch, const Membership &all, const Member &member, const Recipe &recipe)
{
    QList<QStringList> lines{{launch.engine, QStringLiteral("run"), QStringLiteral("-itd")}};
    if (boolAt(all.settings, "privileged").value_or(true))
        lines.last() << QStringLiteral("--privileged");
    lines << QStringList{QStringLiteral("--name=") + launch.container} << QStringList{QStringLiteral("--net=host")};
    if (setting(all, "ipc") == QLatin1String("private"))
        lines << QStringList{QStringLiteral("--shm-size=%1g").arg(integerAt(all.settings, "shmGb").value_or(500))};
    else
        lines << QStringList{QStringLiteral("--ipc=host")};
    for (const MemberDevice &device : member.devices)
        lines << QStringList{QStringLiteral("--device=/dev/davinci%1").arg(device.id)};
    for (const QString &device : textsAt(recipe.data, "container", "devices"))
        lines << QStringList{QStringLiteral("--device=") + device};
    for (const Json &mount : recipe.data.at("container").at("mounts")) {
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

QList<CopyStep> copySteps(const Launch &launch, const Membership &all, const Wording &say)
{
    const QString &engine = launch.engine;
    const auto exec = [&](const QStringList &argv) { return QStringList{engine, QStringLiteral("exec"), launch.container} + argv; };
    const auto into = [&](const QString &from, const QString &to) {
        return QStringList{engine, QStringLiteral("cp"), from, launch.container + QLatin1Char(':') + to};
    };
    const QString slash = QStringLiteral("/");
    const QString table = launch.folder + slash + launch.rankTablePath.section(QLatin1Char('/'), -1);
    QList<CopyStep> steps{
        {say("A folder for the artifacts, under the same path as on the node.", "在容器内创建与节点同路径的产物目录。"),
         exec({QStringLiteral("mkdir"), QStringLiteral("-p"), launch.folder})},
        {say("The rank table, the same bytes on every node.", "rank table，各节点内容一致。"), into(table, launch.rankTablePath)},
        {say("The service's configuration, to where the daemon looks for it.", "服务配置，放到守护进程读取的位置。"),
         into(launch.folder + QStringLiteral("/config.json"), launch.configPath)}};
    for (const char *script : {"env.sh", "start.sh", "stop.sh"}) {
        const QString path = launch.folder + slash + QLatin1String(script);
        steps << CopyStep{say("A script that runs in the container.", "在容器内执行的脚本。"), into(path, path)};
    }
    if (const QString own = setting(all, "atbModels"); !own.isEmpty()) {
        const QString contents = own + QStringLiteral("/.");
        steps << CopyStep{say("Your own atb-models over the image's.", "用自带 atb-models 覆盖镜像版本。"),
                          into(contents, QStringLiteral("/usr/local/Ascend/atb-models"))};
    }
    steps << CopyStep{say("MindIE refuses a configuration or rank table with a mode above 640 or another owner.",
                          "MindIE 拒绝权限高于 640 或属主不符的配置与 rank table。"),
                      exec({QStringLiteral("chmod"), QStringLiteral("640"), launch.rankTablePath, launch.configPath})};
    steps << CopyStep{say("The owner must be the user that runs the daemon: root in this image.", "属主须为运行守护进程的用户，此镜像为 root。"),
                      exec({QStringLiteral("chown"), QStringLiteral("0:0"), launch.rankTablePath, launch.configPath})};
    return steps;
}

} // namespace

Result<Launch> launchOf(const Membership &all, const Member &member, const Recipe &recipe)
{
    const Wording say(all.settings);
    Launch launch;
    launch.engine = member.engine;
    launch.container = setting(all, "containerName");
    launch.image = setting(all, "image");
    launch.weights = setting(all, "weights");
    launch.folder = member.value("deployment.folder");
    launch.rankTablePath = launch.folder + QLatin1Char('/') + rankTableName(all);
    launch.configPath = setting(all, "mindieHome") + QStringLiteral("/conf/config.json");
    launch.daemonFolder = setting(all, "mindieHome");
    launch.daemonArgv = textsAt(recipe.data, "launch", "start");
    launch.daemonHelp = localText(member.values.value(QStringLiteral("launch.startHelp")), say.language());
    launch.logPath = launch.folder + QStringLiteral("/mindie.log");
    launch.pidPath = launch.folder + QStringLiteral("/mindie.pid");
    const Result<QList<QStringList>> lines = runLines(launch, all, member, recipe);
    if (!lines)
        return lines.error();
    launch.runLines = *lines;
    for (const QStringList &line : *lines)
        launch.runArgv << line;
    launch.copies = copySteps(launch, all, say);
    const QStringList exec{launch.engine, QStringLiteral("exec"), launch.container};
    launch.startArgv = exec + QStringList{QStringLiteral("bash"), launch.folder + QStringLiteral("/start.sh")};
    launch.stopArgv = exec + QStringList{QStringLiteral("bash"), launch.folder + QStringLiteral("/stop.sh")};
    launch.followArgv = exec + QStringList{QStringLiteral("tail"), QStringLiteral("-n"), QStringLiteral("+1"), QStringLiteral("-F"), launch.logPath};
    launch.removeArgv = {launch.engine, QStringLiteral("rm"), QStringLiteral("-f"), launch.container};
    launch.readyLines = textsAt(recipe.data, "ready", "logLines");
    launch.failureLines = textsAt(recipe.data, "ready", "failureLines");
    launch.healthPath = recipe.data.contains("ready") ? stringAt(recipe.data.at("ready"), "healthPath") : QString();
    launch.port = int(integerAt(all.settings, "port").value_or(0));
    launch.managementPort = int(integerAt(all.settings, "managementPort").value_or(0));
    launch.metricsPort = int(integerAt(all.settings, "metricsPort").value_or(0));
    return launch;
}

Result<Launch> nodeLaunch(const Deployment &deployment, const Recipe &anyRecipe, const QList<NodeFacts> &facts, const QString &node)
{
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return recipe.error();
    const Result<Membership> all = membership(deployment, *recipe, facts);
    if (!all)
        return all.error();
    const auto its = std::find_if(all->members.begin(), all->members.end(), [&](const Member &m) { return m.name == node; });
    if (its == all->members.end())
        return Error{ErrorKind::Invalid, ArtifactsText::tr("The deployment has no node named %1.").arg(node), {}, {}};
    return launchOf(*all, *its, *recipe);
}

Result<QStringList> containerRunArgv(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts, const QString &node)
{
    const Result<Launch> launch = nodeLaunch(deployment, recipe, facts, node);
    return launch ? Result<QStringList>(launch->runArgv) : Result<QStringList>(launch.error());
}
