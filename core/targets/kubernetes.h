// The Kubernetes target: a deployment's manifests and a README of what they need, beside the docker target's scripts
// and of the same values. Nothing here talks to a cluster; kubectl is only shown.
//
// What is written follows Kubernetes' own API, kubernetes-sigs/lws v0.9.0 (LeaderWorkerSet) and
// Ascend/mind-cluster@22bb3d987bc0 (AscendJob, resource names, labels and annotations:
// docs/zh/scheduling/06_api/15_yaml_configuration.md; npu-exporter's series: 04_usage/01_resource_monitoring). None of
// it was run on a cluster.
#pragma once

#include "core/artifacts/artifact.h"

struct KubernetesChoices
{
    QString nameSpace = QStringLiteral("default");
    QString schedulePolicy;              // annotation huawei.com/schedule_policy; empty: what is known of the kind
    int maxReplicas = 4;                 // how far the autoscaler may go, each of all the recipe's servers
    bool operator==(const KubernetesChoices &) const = default;
};

const QStringList &schedulePolicies();   // those that mind-cluster documents

// Pure, and without facts of nodes: the scheduler chooses the servers. ErrorKind::Invalid: settings that do not fit, as
// generateArtifacts(); a namespace or policy that is none; what no server offers.
Result<ArtifactSet> kubernetesArtifacts(const Deployment &deployment, const Recipe &recipe,
                                        const KubernetesChoices &choices = {});
