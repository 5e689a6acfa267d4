#include "core/engines/imageorder.h"
#include "core/targets/kubernetes.h"

#include "core/artifacts/manifest.h"
#include "core/base/plaintext.h"
#include "core/recipes/artifactstext.h"
#include "core/recipes/scripttext.h"
#include "core/targets/kubernetesreadme.h"
#include "core/targets/podscaling.h"
#include "core/targets/podscript.h"
#include "core/targets/podspec.h"
#include "core/recipes/recipewarnings.h"
#include "core/targets/yaml.h"
#include "core/weights/weightsource.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

Error noManifests(const QString &message) { return {ErrorKind::Invalid, message, {}, {}}; }

Result<void> choicesAreRight(const KubernetesChoices &choices)
{
    static const QRegularExpression label(u"\\A[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\z"_s); // RFC 1123
    if (!label.match(choices.nameSpace).hasMatch())
        return noManifests(ArtifactsText::tr("The namespace is \"%1\"; Kubernetes takes at most 63 lower-case letters, "
                                             "digits and '-', starting and ending with a letter or digit.")
                               .arg(shortened(choices.nameSpace)));
    if (!choices.schedulePolicy.isEmpty() && !schedulePolicies().contains(choices.schedulePolicy))
        return noManifests(ArtifactsText::tr("The schedule policy is \"%1\"; it must be one of %2.")
                               .arg(shortened(choices.schedulePolicy), schedulePolicies().join(", "_L1)));
    if (choices.maxReplicas < 1 || choices.maxReplicas > 1000)
        return noManifests(
            ArtifactsText::tr("The number of replicas is %1; it must be from 1 to 1000.").arg(choices.maxReplicas));
    return {};
}

// How the cards of a server hang together: of the servers that the recipe is for.
Result<void> policyIsOfKind(const QString &policy, const QString &kind)
{
    const QStringList fitting = kind == "a2"_L1 ? QStringList{u"chip8-node8"_s, u"chip8-node16"_s}
        : kind == "a3"_L1                       ? QStringList{u"chip2-node16"_s, u"chip2-node16-sp"_s,
                                                              u"chip2-node8"_s, u"chip2-node8-sp"_s}
                                                : schedulePolicies();
    if (policy.isEmpty() || fitting.contains(policy))
        return {};
    return noManifests(ArtifactsText::tr("The schedule policy %1 is not of Atlas %2 servers, which this recipe is for; "
                                         "theirs are %3.")
                           .arg(policy, kind.toUpper(), fitting.join(", "_L1)));
}

Json configMap(const QString &name, const KubernetesChoices &choices, const Json &labels, const Json &data)
{
    Json metadata = {{"name", name}, {"namespace", choices.nameSpace}};
    if (!labels.empty())
        metadata["labels"] = labels;
    return {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}};
}

Json podFiles(const PodPlan &plan, const QString &deployment)
{
    Json files = {{"run.sh", podScript(plan, deployment)}};
    for (int i = 0; i < plan.pods.size(); ++i) {
        for (const PodFile &file : plan.pods[i].files)
            files[u"%1.%2"_s.arg(i).arg(file.name).toStdString()] = file.content;
    }
    return files;
}

Json serviceOf(const PodPlan &plan, const KubernetesChoices &choices)
{
    Json ports = Json::array();
    QList<int> numbers;
    const EndpointPorts &known = plan.engine->endpoint;
    for (const EnginePort &port : {known.service, known.management, known.metrics}) {
        const int number = plan.port(port);
        if (!numbers.contains(number))
            ports.push_back({{"name", port.what}, {"port", number}, {"targetPort", number}});
        numbers << number;
    }
    Json selector = podLabels(plan, true);
    selector.erase("ring-controller.atlas");
    return {{"apiVersion", "v1"},
            {"kind", "Service"},
            {"metadata", {{"name", plan.name + u"-api"_s}, {"namespace", choices.nameSpace}}},
            {"spec", {{"type", "ClusterIP"}, {"selector", selector}, {"ports", ports}}}};
}

QStringList ownWarnings(const PodPlan &plan, const KubernetesChoices &choices)
{
    QStringList warnings;
    if (choices.schedulePolicy.isEmpty() && plan.kind.isEmpty())
        warnings << ArtifactsText::tr(
            "No huawei.com/schedule_policy is written: the recipe does not say which servers it is for (chip8-node8 "
            "for Atlas 800T A2 and 800I A2, chip2-node16 for Atlas 800T A3, chip2-node16-sp for 900 A3 SuperPoD). "
            "Name it with --schedule-policy.");
    else if (choices.schedulePolicy.isEmpty() && plan.kind != "a2"_L1)
        warnings << ArtifactsText::tr(
            "No huawei.com/schedule_policy is written: which one these servers have, their documents do not say "
            "(chip2-node16 for Atlas 800T A3, chip2-node16-sp for 900 A3 SuperPoD). Name it with --schedule-policy.");
    if (plan.workload == PodWorkload::AscendJob && plan.kind == "a3"_L1
        && choices.schedulePolicy != "chip2-node16-sp"_L1)
        warnings << ArtifactsText::tr(
            "ascend-operator writes a rank table of version 1.0 for these servers, without super_device_id; it writes "
            "1.2 where huawei.com/schedule_policy is chip2-node16-sp. Whether the service starts with 1.0 on an A3 is "
            "not known.");
    if (!plan.isWholeServer && boolAt(plan.topology.settings, "privileged").value_or(true))
        warnings << ArtifactsText::tr("The container is not privileged: it may have a part of its server's cards only, "
                                      "and privileged it would see all of them.");
    if (plan.setting("interrupts") == "bind"_L1)
        warnings << ArtifactsText::tr("The NPUs' interrupts are not bound (setting \"interrupts\"): that is for "
                                      "whoever runs the servers.");
    if (!weightsOrder(plan.topology.settings).isNone())
        warnings << ArtifactsText::tr("The weights are not fetched (setting \"weightsFrom\"): %1 must hold them on "
                                      "every server.")
                        .arg(plan.setting("weights"));
    if (imageOrder(plan.topology.settings).isArchive())
        warnings << ArtifactsText::tr("The image is not loaded from its archive (setting \"imageFrom\"): the cluster "
                                      "must have %1, or reach the registry that has it.")
                        .arg(plan.setting("image"));
    if (!plan.launch.process.role.isEmpty())
        warnings << ArtifactsText::tr("The first pod is ready as soon as its proxy answers, before the ranks have "
                                      "loaded the weights: requests fail until every pod's log says that it is ready.");
    return warnings;
}

} // namespace

const QStringList &schedulePolicies()
{
    static const QStringList known{u"chip8-node8"_s,     u"chip2-node16"_s,    u"chip2-node16-sp"_s,
                                   u"chip2-node8"_s,     u"chip2-node8-sp"_s,  u"chip8-node16"_s,
                                   u"chip4-node8"_s,     u"chip4-node4"_s,     u"chip1-node2"_s,
                                   u"chip1-node8"_s,     u"chip1-node16"_s,    u"chip4-node16"_s,
                                   u"chip8-node8-sp"_s,  u"chip8-node8-ra64-sp"_s};
    return known;
}

Result<ArtifactSet> kubernetesArtifacts(const Deployment &deployment, const Recipe &anyRecipe,
                                        const KubernetesChoices &choices)
{
    if (const Result<void> right = choicesAreRight(choices); !right)
        return right.error();
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return recipe.error();
    if (const Result<void> fits = policyIsOfKind(choices.schedulePolicy, recipe->kind); !fits)
        return fits.error();
    const Result<PodPlan> plan = podPlan(deployment, *recipe);
    if (!plan)
        return plan.error();
    const Result<Json> workload = workloadOf(*plan, *recipe, choices);
    if (!workload)
        return workload.error();
    const ScriptText say(plan->topology.settings);
    const QStringList head{say("Deployment: %1", "部署：%1").arg(deployment.name),
                           say("Generated by ascend-console; a change made here is lost when it is generated again.",
                               "由 ascend-console 生成；此处的修改会在重新生成时丢失。")};
    QList<Json> objects;
    if (plan->workload == PodWorkload::AscendJob)
        objects << configMap(u"rings-config-"_s + plan->name, choices, {{"ring-controller.atlas", "ascend-910b"}},
                             {{"hccl.json", "{\"status\":\"initializing\"}\n"}});
    objects << configMap(plan->name + u"-config"_s, choices, Json::object(), podFiles(*plan, deployment.name))
            << *workload << serviceOf(*plan, choices);

    ArtifactSet set;
    set.warnings = recipeWarnings(*recipe, plan->topology.cards()) + plan->topology.warnings
        + ownWarnings(*plan, choices);
    const auto add = [&](const QString &name, const QByteArray &content) {
        set.files << Artifact{{}, u"kubernetes/"_s + name, u"kubernetes"_s, content, 0640, {}};
    };
    add(plan->name + u".yaml"_s, yamlText(objects, head));
    if (scales(*plan)) {
        add(plan->name + u"-hpa.yaml"_s, yamlText({autoscalerOf(*plan, choices)}, head));
        add(u"prometheus-adapter-rules.yaml"_s, yamlText({adapterRules(*plan, choices)}, head));
    }
    add(u"README.md"_s, kubernetesReadme(*plan, deployment, *recipe, choices, set.warnings).toUtf8());
    std::sort(set.files.begin(), set.files.end(), [](const Artifact &a, const Artifact &b) { return a.path < b.path; });
    set.files << Artifact{{}, u"MANIFEST.json"_s, u"manifest"_s, prettyJson(manifest(deployment, *recipe, set.files)),
                          0640, {}};
    return set;
}
