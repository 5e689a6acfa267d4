#include "core/targets/podspec.h"

#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"
#include "core/targets/shmscript.h"

using namespace Qt::StringLiterals;

namespace {

// `deploy` waits as long for the service to be ready (core/deploy/daemon.cpp): 671 GB of weights from a slow disk.
constexpr int startSeconds = 90 * 60, probeSeconds = 5;

Json fieldOf(const char *name, const QString &path)
{
    return {{"name", name}, {"valueFrom", {{"fieldRef", {{"fieldPath", path}}}}}};
}

struct Mounts
{
    Json volumes = Json::array(), mounts = Json::array();
    QStringList taken;

    Result<void> add(const QString &name, const QString &why, const QString &place, Json source, bool isReadOnly)
    {
        if (taken.contains(place))
            return Error{ErrorKind::Invalid,
                         ArtifactsText::tr("Two things are mounted at %1 of the container, which Kubernetes refuses: "
                                           "take one of them out of \"extraMounts\".")
                             .arg(place),
                         {},
                         {{u"setting"_s, u"extraMounts"_s}}};
        taken << place;
        Json mount = {{"#", why}, {"name", name}, {"mountPath", place}}, volume = {{"name", name}};
        if (isReadOnly)
            mount["readOnly"] = true;
        volume.update(source);
        mounts.push_back(mount);
        volumes.push_back(volume);
        return {};
    }
    Result<void> addFolder(const QString &why, const QString &from, const QString &place, bool isReadOnly,
                           bool isThere = false)
    {
        Json path = {{"path", from}};
        if (isThere)
            path["type"] = "Directory";
        return add(u"host-%1"_s.arg(taken.size()), why, place, {{"hostPath", path}}, isReadOnly);
    }
};

Result<void> addHostFolders(Mounts &all, const PodPlan &plan, const Recipe &recipe, const ScriptText &say)
{
    for (const Json &mount : ::member(::member(recipe.data, "container"), "mounts")) {
        const QString path = stringAt(mount, "path");
        if (Result<void> added
            = all.addFolder(localText(::member(mount, "help"), say.language()), path, path,
                            boolAt(mount, "readOnly").value_or(false)); !added)
            return added;
    }
    if (Result<void> added = all.addFolder(say("The weights, on every server at the same place.",
                                               "权重，各服务器路径一致。"),
                                           plan.launch.weights, plan.launch.weights, true, true); !added)
        return added;
    for (const ProcessFolder &folder : plan.launch.process.folders) {
        if (Result<void> added = all.addFolder(folder.why, folder.from, folder.from, true, true); !added)
            return added;
    }
    for (const QString &entry : plan.setting("extraMounts").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QStringList parts = entry.trimmed().split(QLatin1Char(':')); // mountsAgree() took them
        if (Result<void> added = all.addFolder(say("A further mount of the deployment.", "部署设置中的其他挂载。"),
                                               parts.value(0), parts.value(1), parts.value(2) == "ro"_L1); !added)
            return added;
    }
    return {};
}

Result<Mounts> mountsOf(const PodPlan &plan, const Recipe &recipe, const ScriptText &say)
{
    constexpr int ownerAndGroup = 0640;
    Mounts all;
    Result<void> added = all.add(u"config"_s,
                                 say("run.sh and the files that it fills in.", "run.sh 及其填充的文件模板。"),
                                 podConfigFolder,
                                 {{"configMap", {{"name", plan.name + u"-config"_s}, {"defaultMode", ownerAndGroup}}}},
                                 true);
    if (added && plan.workload == PodWorkload::AscendJob)
        added = all.add(u"ascend-config"_s,
                        say("The rank table that ascend-operator writes; the fixed place of it.",
                            "ascend-operator 写入的 rank table，路径固定。"),
                        operatorFolder,
                        {{"configMap", {{"name", u"rings-config-"_s + plan.name}, {"defaultMode", ownerAndGroup}}}},
                        true);
    if (added && hasOwnShm(plan.topology))
        added = all.add(u"dshm"_s,
                        say("The container's own shared memory; the default, 64 MB, ends in a bus error.",
                            "容器独立的共享内存；默认 64 MB 会导致 Bus error。"),
                        u"/dev/shm"_s,
                        {{"emptyDir",
                          {{"medium", "Memory"},
                           {"sizeLimit",
                            u"%1Gi"_s.arg(integerAt(plan.topology.settings, "shmGb").value_or(500))}}}},
                        false);
    if (added)
        added = addHostFolders(all, plan, recipe, say);
    return added ? Result<Mounts>(all) : Result<Mounts>(added.error());
}

// `path` empty: only whether the port takes connections.
Json probe(const PodPlan &plan, const QString &path, int seconds)
{
    const Json port = plan.port(plan.engine->endpoint.management);
    Json asked = path.isEmpty() ? Json{{"tcpSocket", {{"port", port}}}}
                                : Json{{"httpGet", {{"path", path}, {"port", port}}}};
    asked["periodSeconds"] = probeSeconds;
    asked["failureThreshold"] = seconds / probeSeconds;
    return asked;
}

// Whether it lives is another question than whether it is ready: a busy MindIE says 503 to the second for as long as it
// is busy, and would be killed in the midst of its work.
void addProbes(Json &container, const PodPlan &plan, const Recipe &recipe, const ScriptText &say)
{
    const QString ready = plan.launch.process.healthPath,
                  lives = stringAt(::member(recipe.data, "ready"), "livePath");
    container["#startup"] = say("Until it is ready for the first time: weights load for up to 90 minutes.",
                                "首次就绪前：加载权重最长 90 分钟。");
    container["startupProbe"] = probe(plan, ready, startSeconds);
    container["readinessProbe"] = probe(plan, ready, 15);
    const bool isJob = plan.workload == PodWorkload::AscendJob;
    if (lives.isEmpty())
        container["#liveness"] = isJob
            ? say("Ended when its port takes no connections for five minutes; a path that says whether it lives, busy "
                  "or not, is not known. Nothing starts it anew: see README.md.",
                  "端口五分钟无法连接则终止；未知可反映服务存活（含繁忙时）的路径。终止后不会重启，见 README.md。")
            : say("Started anew when its port takes no connections for five minutes; a path that says whether it "
                  "lives, busy or not, is not known.",
                  "端口五分钟无法连接才重启；未知可反映服务存活（含繁忙时）的路径。");
    else
        container["#liveness"] = isJob
            ? say("Ended after five minutes without this answer, which a busy service gives as well. Nothing starts it "
                  "anew: see README.md.",
                  "五分钟未得到该应答则终止；繁忙时服务仍会应答。终止后不会重启，见 README.md。")
            : say("Started anew after five minutes without this answer, which a busy service gives as well.",
                  "五分钟未得到该应答才重启；繁忙时服务仍会应答。");
    container["livenessProbe"] = probe(plan, lives, 300);
}

Json portsOf(const PodPlan &plan, bool serves)
{
    Json ports = Json::array();
    QList<int> numbers;
    const EndpointPorts &known = plan.engine->endpoint;
    for (const EnginePort &port : {known.service, known.management, known.metrics}) {
        const int number = plan.port(port);
        if (serves && !numbers.contains(number))
            ports.push_back({{"name", port.what}, {"containerPort", number}});
        numbers << number;
    }
    if (plan.workload == PodWorkload::AscendJob) // both fixed by mind-cluster
        ports.push_back({{"name", "ascendjob-port"}, {"containerPort", 2222}});
    return ports;
}

Json containerOf(const PodPlan &plan, const Recipe &recipe, bool serves, const Mounts &mounts, const ScriptText &say)
{
    const bool isJob = plan.workload == PodWorkload::AscendJob;
    Json container = {{"name", isJob ? u"ascend"_s : plan.launch.process.name},
                      {"image", plan.launch.image},
                      {"command", {"/bin/bash", podConfigFolder + u"/run.sh"_s}}};
    Json env = Json::array();
    if (isJob)
        env.push_back(fieldOf("HCCL_IF_IP", u"status.hostIP"_s));
    env.push_back(fieldOf("POD_IP", u"status.podIP"_s));
    Json visible = {{"#", say("The cards that Volcano chose, for Ascend Docker Runtime. Without Volcano, or "
                              "with static "
                              "vNPU, take it out.",
                              "Volcano 选定的卡，供 Ascend Docker Runtime 使用；不使用 Volcano 或使用静态 vNPU 时请删除。")}};
    visible.update(fieldOf("ASCEND_VISIBLE_DEVICES", u"metadata.annotations['%1']"_s.arg(npuResource)));
    env.push_back(visible);
    container["env"] = env;
    if (const Json ports = portsOf(plan, serves); !ports.empty())
        container["ports"] = ports;
    container["#resources"] = say("Requests and limits must be equal; the device plugin brings the devices.",
                                  "requests 与 limits 必须相等；设备由 Device Plugin 挂载。");
    const Json cards = {{npuResource.toStdString(), plan.cards}};
    container["resources"] = {{"requests", cards}, {"limits", cards}};
    if (boolAt(plan.topology.settings, "privileged").value_or(true) && plan.isWholeServer)
        container["securityContext"] = {{"privileged", true}};
    if (serves && !plan.launch.process.healthPath.isEmpty())
        addProbes(container, plan, recipe, say);
    container["volumeMounts"] = mounts.mounts;
    return container;
}

Json notes(const PodPlan &plan, const KubernetesChoices &choices)
{
    // 800T A2 and 800I A2 are chip8-node8, whatever part of one a pod has; which of A3's two a server is its documents
    // do not say.
    const QString policy = !choices.schedulePolicy.isEmpty() ? choices.schedulePolicy
        : plan.kind == "a2"_L1                               ? u"chip8-node8"_s
                                                             : QString();
    Json known = Json::object();
    if (!policy.isEmpty())
        known["huawei.com/schedule_policy"] = policy;
    if (policy.endsWith("-sp"_L1)) // cards of a logical super pod: all of the group's
        known["sp-block"] = QString::number(plan.topology.cards());
    return known;
}

Result<Json> templateOf(const PodPlan &plan, const Recipe &recipe, const KubernetesChoices &choices, bool serves)
{
    const ScriptText say(plan.topology.settings);
    const Result<Mounts> mounts = mountsOf(plan, recipe, say);
    if (!mounts)
        return mounts.error();
    const bool isJob = plan.workload == PodWorkload::AscendJob;
    Json metadata = {{"labels", podLabels(plan, serves)}};
    if (const Json known = notes(plan, choices); !isJob && !known.empty())
        metadata["annotations"] = known;
    Json spec = Json::object();
    if (!isJob)
        spec["schedulerName"] = "volcano";
    spec["#network"] = say("The server's own network, as with docker's --net=host: the service uses its address, cards "
                           "and ports without translation.",
                           "使用主机网络，与 docker 的 --net=host 相同：地址、网卡与端口无转换。");
    spec["hostNetwork"] = true;
    spec["dnsPolicy"] = "ClusterFirstWithHostNet";
    if (!hasOwnShm(plan.topology)) {
        spec["#ipc"] = say("The server's /dev/shm, as with docker's --ipc=host; set \"ipc\" to \"private\" f"
                           "or one of its "
                           "own.",
                           "使用主机的 /dev/shm，与 docker 的 --ipc=host 相同；将 \"ipc\" 设为 \"private\" 可使用独立共享内存。");
        spec["hostIPC"] = true;
    }
    if (isJob)
        spec["affinity"] = {
            {"podAntiAffinity",
             {{"requiredDuringSchedulingIgnoredDuringExecution",
               Json::array({{{"labelSelector",
                              {{"matchExpressions",
                                Json::array({{{"key", "job-name"},
                                              {"operator", "In"},
                                              {"values", Json::array({plan.name})}}})}}},
                             {"topologyKey", "kubernetes.io/hostname"}}})}}}};
    spec["containers"] = Json::array({containerOf(plan, recipe, serves, *mounts, say)});
    spec["volumes"] = mounts->volumes;
    return Json{{"metadata", metadata}, {"spec", spec}};
}

Json headOf(const char *version, const char *kind, const QString &name, const KubernetesChoices &choices)
{
    return {{"apiVersion", version}, {"kind", kind}, {"metadata", {{"name", name}, {"namespace", choices.nameSpace}}}};
}

Json deploymentOf(const PodPlan &plan, const KubernetesChoices &choices, const Json &pod, const ScriptText &say)
{
    Json object = headOf("apps/v1", "Deployment", plan.name, choices);
    object["metadata"]["annotations"] = {{"huawei.com/schedule_minAvailable", "1"}};
    object["spec"] = {{"replicas", 1},
                      {"#strategy",
                       say("A new pod gets the cards and ports only when the old one has left them.",
                           "旧 Pod 释放 NPU 与端口后才能启动新 Pod。")},
                      {"strategy", {{"type", "Recreate"}}},
                      {"progressDeadlineSeconds", startSeconds + 600},
                      {"selector", {{"matchLabels", {{"app.kubernetes.io/name", plan.name}}}}},
                      {"template", pod}};
    return object;
}

Json leaderWorkerSetOf(const PodPlan &plan, const KubernetesChoices &choices, const Json &leader, const Json &worker,
                       const ScriptText &say)
{
    Json object = headOf("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet", plan.name, choices);
    object["spec"] = {{"replicas", 1},
                      {"#startup",
                       say("The leader is not ready before its workers are there: they start together.",
                           "Leader 需等待 Worker 才能就绪，因此同时启动。")},
                      {"startupPolicy", "LeaderCreated"},
                      {"leaderWorkerTemplate",
                       {{"size", int(plan.pods.size())},
                        {"#restart",
                         say("A group with a rank less does not serve: all its pods start anew.",
                             "缺少任一 rank 的组无法服务：整组重建。")},
                        {"restartPolicy", "RecreateGroupOnPodRestart"},
                        {"leaderTemplate", leader},
                        {"workerTemplate", worker}}}};
    return object;
}

// mind-cluster's retries of what ended by itself (the label fault-retry-times) are documented for Atlas 800T A2 and
// Atlas 900 A2 PoD only, want "Never" here, and are not written.
Json ascendJobOf(const PodPlan &plan, const KubernetesChoices &choices, const Json &master, const Json &worker,
                 const ScriptText &say)
{
    const int pods = int(plan.pods.size());
    const auto replicas = [&](int count, const Json &pod) {
        return Json{{"replicas", count},
                    {"#restart",
                     say("A service that ends is not started anew: see README.md.",
                         "服务终止后不会重启，见 README.md。")},
                    {"restartPolicy", "Never"},
                    {"template", pod}};
    };
    Json object = headOf("mindxdl.gitee.com/v1", "AscendJob", plan.name, choices);
    object["metadata"]["labels"]
        = {{"framework", "pytorch"}, {"ring-controller.atlas", "ascend-910b"}, {"fault-scheduling", "force"}};
    if (const Json known = notes(plan, choices); !known.empty())
        object["metadata"]["annotations"] = known;
    object["spec"] = {{"schedulerName", "volcano"},
                      {"runPolicy", {{"schedulingPolicy", {{"minAvailable", pods}, {"queue", "default"}}}}},
                      {"successPolicy", "AllWorkers"},
                      {"replicaSpecs", {{"Master", replicas(1, master)}, {"Worker", replicas(pods - 1, worker)}}}};
    return object;
}

} // namespace

Json podLabels(const PodPlan &plan, bool serves)
{
    Json labels = {{"app.kubernetes.io/name", plan.name},
                   {"ascend-console/role", serves ? "serving" : "worker"},
                   {"ring-controller.atlas", "ascend-910b"}};
    return labels;
}

Result<Json> workloadOf(const PodPlan &plan, const Recipe &recipe, const KubernetesChoices &choices)
{
    const ScriptText say(plan.topology.settings);
    const Result<Json> first = templateOf(plan, recipe, choices, true),
                       other = templateOf(plan, recipe, choices, false);
    if (!first)
        return first.error();
    if (!other)
        return other.error();
    switch (plan.workload) {
    case PodWorkload::Deployment:
        return deploymentOf(plan, choices, *first, say);
    case PodWorkload::LeaderWorkerSet:
        return leaderWorkerSetOf(plan, choices, *first, *other, say);
    case PodWorkload::AscendJob:
        break;
    }
    return ascendJobOf(plan, choices, *first, *other, say);
}
