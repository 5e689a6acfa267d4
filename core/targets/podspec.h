// The objects that run a PodPlan: its pods' template in a Deployment, LeaderWorkerSet or AscendJob. For yamlText():
// members that begin with '#' are comments.
#pragma once

#include "core/targets/kubernetes.h"
#include "core/targets/podplan.h"

inline const QString npuResource = QStringLiteral("huawei.com/Ascend910"); // of A2 and A3 alike

Json podLabels(const PodPlan &plan, bool serves);

// ErrorKind::Invalid: two mounts at one place of the container, which Kubernetes refuses.
Result<Json> workloadOf(const PodPlan &plan, const Recipe &recipe, const KubernetesChoices &choices);
