// The autoscaler on the cards' use, and the rule by which prometheus-adapter gives it that number. Kubernetes'
// autoscaling/v2; npu-exporter's series container_npu_utilization is a percentage, with the labels namespace and
// pod_name (mind-cluster@22bb3d987bc0, docs/zh/scheduling/04_usage/01_resource_monitoring). No official example scales
// on it. Scales what has a scale subresource: an AscendJob has none.
#pragma once

#include "core/targets/kubernetes.h"
#include "core/targets/podplan.h"

inline constexpr int busyPercent = 75; // the horizontal scaling hint of the guide that people start from

bool scales(const PodPlan &plan);
QString scalingMetric(const PodPlan &plan); // as the adapter publishes it
Json autoscalerOf(const PodPlan &plan, const KubernetesChoices &choices);
Json adapterRules(const PodPlan &plan, const KubernetesChoices &choices);
