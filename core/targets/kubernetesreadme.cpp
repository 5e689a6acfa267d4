#include "core/targets/kubernetesreadme.h"

#include "core/recipes/scripttext.h"
#include "core/targets/podscaling.h"
#include "core/targets/podspec.h"
#include "core/targets/shmscript.h"

using namespace Qt::StringLiterals;

namespace {

// A text that others wrote, on one line of Markdown and without its marks.
QString oneLine(const QString &text)
{
    QString plain;
    for (const QChar c : text.left(600)) {
        const bool isMark = u"`<>[]*|\\"_s.contains(c);
        plain += c.isPrint() && !isMark ? c : QLatin1Char(' ');
    }
    return plain.simplified();
}

// As code; a backtick would end it.
QString code(const QString &text)
{
    QString plain = text;
    for (QChar &c : plain) {
        if (!c.isPrint() || c == QLatin1Char('`'))
            c = QLatin1Char('?');
    }
    return u"`"_s + plain + u"`"_s;
}

QString kindOf(PodWorkload workload)
{
    return workload == PodWorkload::Deployment ? u"Deployment"_s
        : workload == PodWorkload::AscendJob   ? u"AscendJob"_s
                                               : u"LeaderWorkerSet"_s;
}

QStringList needs(const PodPlan &plan, const ScriptText &say)
{
    QStringList lines{
        say("Kubernetes %1 to 1.34, with containerd 1.4 to 2.1.4 or Docker 18.09 to 28.5.1 "
            "(mind-cluster, 01_environment_dependencies.md%2).",
            "Kubernetes %1–1.34，containerd 1.4–2.1.4 或 Docker 18.09–28.5.1（mind-cluster，01_environment_dep"
            "endencies.md%2）。")
            .arg(plan.workload == PodWorkload::LeaderWorkerSet ? u"1.26"_s : u"1.19"_s,
                 plan.workload == PodWorkload::LeaderWorkerSet
                     ? say("; 1.26: LeaderWorkerSet's installation guide", "；1.26：LeaderWorkerSet 安装指南")
                     : QString()),
        say("NPU driver and firmware on every server; `npu-smi info` shows all cards OK.",
            "各服务器已安装 NPU 驱动与固件，`npu-smi info` 显示全部 NPU 正常。"),
        say("Ascend Device Plugin and Ascend Docker Runtime of MindCluster, so that servers offer %1: "
            "`kubectl describe node NODE | grep -A1 Ascend910`. Server label: `workerselector=dls-worker-node`.",
            "MindCluster 的 Ascend Device Plugin 与 Ascend Docker Runtime，节点可提供 %1：`kubectl describe node NODE | "
            "grep -A1 Ascend910`。节点标签：`workerselector=dls-worker-node`。")
            .arg(code(npuResource)),
        say("Volcano of MindCluster as the scheduler (the plugin's `-volcanoType=true`). Without Volcano take "
            "`schedulerName` and `ASCEND_VISIBLE_DEVICES` out of the manifest and use `-volcanoType=false`%1.",
            "MindCluster 的 Volcano 调度器（Device Plugin 使用 `-volcanoType=true`）。不使用 Volcano 时，请从清单中删除 "
            "`schedulerName` 与 `ASCEND_VISIBLE_DEVICES`，并使用 `-volcanoType=false`%1。")
            .arg(plan.workload == PodWorkload::AscendJob ? say("; an AscendJob needs it", "；AscendJob 必须使用 Volcano")
                                                         : QString())};
    if (plan.workload == PodWorkload::AscendJob)
        lines << say("ascend-operator of MindCluster: it runs the AscendJob and writes the rank table into t"
                     "he ConfigMap "
                     "%1. Kubernetes brings a changed ConfigMap into the pods about every minute; the pods wait for it "
                     "(kubelet's `syncFrequency: 5s` makes that shorter).",
                     "MindCluster 的 ascend-operator：运行 AscendJob，并将 rank table 写入 ConfigMap %1。ConfigMap "
                     "约每分钟同步到 Pod，Pod 会等待（kubelet 设置 `syncFrequency: 5s` 可缩短）。")
                     .arg(code(u"rings-config-"_s + plan.name));
    if (plan.workload == PodWorkload::LeaderWorkerSet)
        lines << say("The LeaderWorkerSet controller (API leaderworkerset.x-k8s.io/v1), with its gang schedu"
                     "ling through "
                     "Volcano switched on, as mind-cluster asks for.",
                     "LeaderWorkerSet 控制器（API leaderworkerset.x-k8s.io/v1），并按 mind-cluster 要求开启基于 Volcano 的组调度。");
    lines << say("The weights at %1 on every server that may get a pod.", "权重位于每台可能被调度的服务器的 %1。")
                 .arg(code(plan.launch.weights))
          << say("The image %1, pulled or within reach of every server.", "镜像 %1 已拉取或可从各服务器拉取。")
                 .arg(code(plan.launch.image))
          << say("A namespace whose pod security allows the server's network and folders (level \"privileged\").",
                 "命名空间的 Pod 安全级别须允许主机网络与主机目录（privileged 级别）。");
    return lines;
}

QString section(const QString &title) { return u"\n## "_s + title + u"\n\n"_s; }

QString commands(const QStringList &lines) { return u"```sh\n"_s + lines.join(QLatin1Char('\n')) + u"\n```\n"_s; }

QString runText(const PodPlan &plan, const KubernetesChoices &choices, const ScriptText &say)
{
    const QString in = u" -n "_s + choices.nameSpace, named = u" -l app.kubernetes.io/name="_s + plan.name,
                  port = QString::number(plan.port(plan.engine->endpoint.service));
    const bool isSplit = !plan.launch.process.role.isEmpty(); // before its ranks is a proxy, which lists no models
    return section(say("Commands", "命令"))
        + say("ascend-console runs none of these.", "ascend-console 不会执行这些命令。") + u"\n\n"_s
        + commands({u"kubectl apply -f %1.yaml"_s.arg(plan.name), u"kubectl get pods -o wide"_s + in + named,
                    u"kubectl logs -f"_s + in + named + u" -c "_s
                        + (plan.workload == PodWorkload::AscendJob ? u"ascend"_s : plan.launch.process.name),
                    u"kubectl port-forward"_s + in + u" service/%1-api %2:%2"_s.arg(plan.name, port),
                    u"curl http://127.0.0.1:%1%2"_s
                        .arg(port, isSplit ? plan.launch.process.healthPath : u"/v1/models"_s),
                    u"kubectl delete -f %1.yaml"_s.arg(plan.name)})
        + u'\n'
        + say("A pod that stays Pending with \"Insufficient %1\": no server has %2 free and healthy NPUs, or"
              " its plugin "
              "names them otherwise.",
              "Pod 处于 Pending 且提示 \"Insufficient %1\"：没有服务器具备 %2 个空闲且正常的 NPU，或 Device Plugin 的资源名不同。")
              .arg(npuResource)
              .arg(plan.cards)
        + u'\n';
}

// prometheus-adapter reads its rules from its own configuration; the scrape job is mind-cluster's.
QString scalingText(const PodPlan &plan, const KubernetesChoices &choices, const ScriptText &say)
{
    const QString title = section(say("Autoscaling", "弹性伸缩"));
    if (!scales(plan))
        return title
            + say("None: an AscendJob has no scale subresource, so no autoscaler can act on it. For more throughput "
                  "generate a second deployment under another name and put a load balancer before both.",
                  "不支持：AscendJob 没有 scale 子资源，HPA 无法作用于它。需要更高吞吐时，请以其他名称再生成一份部署，并在前面放置负载均衡。")
            + u'\n';
    return title
        + say("%1-hpa.yaml scales between 1 and %2 replicas at %3 % NPU use. It needs npu-exporter, a Prometheus that "
              "scrapes it, and prometheus-adapter with the rule in prometheus-adapter-rules.yaml added to its "
              "configuration (Kubernetes 1.23 or newer).",
              "%1-hpa.yaml 在 NPU 利用率 %3 % 时于 1 至 %2 个副本之间伸缩。需要 npu-exporter、采集它的 Prometheus，以及在配置中加入 "
              "prometheus-adapter-rules.yaml 规则的 prometheus-adapter（Kubernetes 1.23 及以上）。")
              .arg(plan.name)
              .arg(choices.maxReplicas)
              .arg(busyPercent)
        + u"\n\n```yaml\n"
          "# Prometheus, scrape_configs (mind-cluster, 04_usage/01_resource_monitoring)\n"
          "- job_name: kubernetes-npu-exporter\n"
          "  kubernetes_sd_configs:\n    - role: pod\n"
          "  scheme: http\n"
          "  relabel_configs:\n"
          "    - action: keep\n"
          "      source_labels: [__meta_kubernetes_namespace]\n"
          "      regex: npu-exporter\n"
          "    - source_labels: [__meta_kubernetes_pod_node_name]\n"
          "      target_label: job\n"
          "      replacement: ${1}\n```\n\n"_s
        + commands({u"kubectl get --raw /apis/external.metrics.k8s.io/v1beta1/namespaces/%1/%2"_s.arg(
                        choices.nameSpace, scalingMetric(plan)),
                    u"kubectl apply -f %1-hpa.yaml"_s.arg(plan.name)})
        + u'\n'
        + say("No official example scales on NPU use, and this one was not tried. Each step takes %1 NPUs on "
              "other servers (its ports are those of its host) and the time to load the weights; the number of "
              "waiting requests is often the better signal.",
              "官方没有基于 NPU 利用率伸缩的示例，此处亦未经实测。每次扩容需要其他服务器上的 %1 个 NPU（端口绑定在主机上）及加载权重的时间；排队请求数往往是更好的信号。")
              .arg(plan.topology.cards())
        + u'\n';
}

} // namespace

QString kubernetesReadme(const PodPlan &plan, const Deployment &deployment, const Recipe &recipe,
                         const KubernetesChoices &choices, const QStringList &warnings)
{
    const ScriptText say(plan.topology.settings);
    QString text = u"# %1\n\n"_s.arg(oneLine(deployment.name))
        + say("Kubernetes manifests of the recipe %1, generated by ascend-console: one %2, %3 with %4 NPUs each. They "
              "follow the published schemas and documents; nothing here was run on a cluster.",
              "配方 %1 的 Kubernetes 清单，由 ascend-console 生成：一个 %2，%3，每个 %4 个 NPU。内容依据公开的 schema 与文档，未在集群上实际运行。")
              .arg(code(recipe.id), kindOf(plan.workload),
                   say("pods: %1", "Pod 数：%1").arg(plan.pods.size()))
              .arg(plan.cards)
        + u"\n"_s;
    text += section(say("What the cluster needs", "集群要求"));
    for (const QString &line : needs(plan, say))
        text += u"- "_s + line + QLatin1Char('\n');
    text += runText(plan, choices, say) + scalingText(plan, choices, say);
    text += section(say("What differs from docker", "与 docker 方式的差异"))
        + u"- "_s
        + say("The same command, environment, files, ports and mounts. The pods' addresses and network card are filled "
              "in by run.sh when they start.",
              "启动命令、环境变量、文件、端口与挂载均相同；Pod 地址与网卡由 run.sh 在启动时填入。")
        + QLatin1Char('\n');
    if (plan.workload == PodWorkload::AscendJob)
        text += u"- "_s
            + say("The rank table is ascend-operator's, read at %1.",
                  "rank table 由 ascend-operator 生成，读取路径为 %1。")
                  .arg(code(operatorTable))
            + u"\n- "_s
            + say("A service that ends, or that the liveness probe ends, is not started anew: restartPolicy is Never, "
                  "and "
                  "without the label `fault-retry-times` mind-cluster takes no notice of it (15_yaml_configuration.md; "
                  "the label is documented for Atlas 800T A2 and Atlas 900 A2 PoD only). `fault-scheduling: force` "
                  "moves the pods when a server or a card fails. After a service ended: delete and apply anew.",
                  "服务终止（含被存活探针终止）后不会重启：restartPolicy 为 Never，且未设置标签 `fault-retry-times` 时 "
                  "mind-cluster "
                  "不感知业务面故障（15_yaml_configuration.md；该标签仅支持 Atlas 800T A2 与 Atlas 900 A2 PoD）。"
                  "`fault-scheduling: force` 在服务器或 NPU 故障时重调度 Pod。服务终止后请删除并重新 apply。")
            + QLatin1Char('\n');
    if (!warnings.isEmpty())
        text += section(say("Mind", "注意"));
    for (const QString &warning : warnings)
        text += u"- "_s + oneLine(warning) + QLatin1Char('\n');
    return text;
}
