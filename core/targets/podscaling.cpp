#include "core/targets/podscaling.h"

#include "core/recipes/scripttext.h"

using namespace Qt::StringLiterals;

namespace {

// Names that Deployment and LeaderWorkerSet give their pods; Prometheus matches the whole name.
QString podNames(const PodPlan &plan)
{
    return plan.name
        + (plan.workload == PodWorkload::Deployment ? u"-[a-z0-9]+-[a-z0-9]+"_s : u"-[0-9]+(-[0-9]+)?"_s);
}

} // namespace

bool scales(const PodPlan &plan) { return plan.workload != PodWorkload::AscendJob; }

QString scalingMetric(const PodPlan &plan)
{
    return QString(plan.name).replace(QLatin1Char('-'), QLatin1Char('_')) + u"_npu_utilization"_s;
}

Json autoscalerOf(const PodPlan &plan, const KubernetesChoices &choices)
{
    const ScriptText say(plan.topology.settings);
    const bool isOne = plan.workload == PodWorkload::Deployment;
    return {{"apiVersion", "autoscaling/v2"},
            {"kind", "HorizontalPodAutoscaler"},
            {"metadata", {{"name", plan.name}, {"namespace", choices.nameSpace}}},
            {"spec",
             {{"scaleTargetRef",
               {{"apiVersion", isOne ? "apps/v1" : "leaderworkerset.x-k8s.io/v1"},
                {"kind", isOne ? "Deployment" : "LeaderWorkerSet"},
                {"name", plan.name}}},
              {"minReplicas", 1},
              {"#max",
               say("Each replica takes %1 NPUs more, on other servers: its ports are those of its host.",
                   "每个副本另需 %1 个 NPU，且须位于其他服务器：其端口绑定在主机上。")
                   .arg(plan.topology.cards())},
              {"maxReplicas", choices.maxReplicas},
              {"metrics",
               Json::array({{{"type", "External"},
                             {"external",
                              {{"metric",
                                {{"name", scalingMetric(plan)},
                                 {"selector", {{"matchLabels", {{"namespace", choices.nameSpace}}}}}}},
                               {"#target",
                                say("Percent, the average of its cards. \"75%\" would be no quantity.",
                                    "百分比，所用 NPU 的平均值；\"75%\" 不是合法的数量。")},
                               {"target", {{"type", "Value"}, {"value", QString::number(busyPercent)}}}}}}})}}}};
}

Json adapterRules(const PodPlan &plan, const KubernetesChoices &choices)
{
    const QString pods = u"pod_name=~\"%1\""_s.arg(podNames(plan));
    return {{"externalRules",
             Json::array({{{"seriesQuery",
                            u"container_npu_utilization{namespace=\"%1\",%2}"_s.arg(choices.nameSpace, pods)},
                           {"resources", {{"overrides", {{"namespace", {{"resource", "namespace"}}}}}}},
                           {"name", {{"as", scalingMetric(plan)}}},
                           {"metricsQuery",
                            u"avg(container_npu_utilization{<<.LabelMatchers>>,%1}) by (<<.GroupBy>"
                            u">)"_s.arg(pods)}}})}};
}
