// README.md beside the manifests: what the cluster needs, which commands to type, what is not known.
#pragma once

#include "core/targets/kubernetes.h"
#include "core/targets/podplan.h"

QString kubernetesReadme(const PodPlan &plan, const Deployment &deployment, const Recipe &recipe,
                         const KubernetesChoices &choices, const QStringList &warnings);
