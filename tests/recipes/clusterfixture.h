// Two healthy A2 servers with eight cards, as facts, and a deployment of them.
#pragma once

#include "core/artifacts/artifact.h"

inline NodeFacts healthyNode(const QString &name, int number)
{
    NodeFacts facts;
    facts.name = name;
    facts.host = QStringLiteral("10.20.0.%1").arg(number);
    facts.reachable = true;
    facts.hostIp = facts.host;
    facts.hostInterface = QStringLiteral("enp67s0f5");
    facts.container.engine = QStringLiteral("docker");
    facts.shmTotalBytes = qint64(600) << 30;
    NpuSmiInfo info;
    for (int i = 0; i < 8; ++i) {
        NpuChip chip;
        chip.npu = i;
        chip.chip = 0;
        chip.deviceId = i;
        chip.name = QStringLiteral("910B3");
        chip.hbmTotalMb = 65536;
        chip.hbmUsedMb = 3400;
        info.chips << chip;
        facts.deviceIds << i;
        HccnFacts hccn;
        hccn.deviceId = i;
        hccn.ip = QStringLiteral("10.20.%1.%2").arg(100 + number).arg(101 + i);
        facts.hccn << hccn;
    }
    facts.npuSmi = info;
    return facts;
}

inline Node plainNode(const QString &name, const QString &host)
{
    Node node;
    node.name = name;
    node.host = host;
    return node;
}

inline Deployment twoNodes(const QString &name = QStringLiteral("ds-v32"),
                           const QString &first = QStringLiteral("node1"),
                           const QString &second = QStringLiteral("node2"))
{
    Deployment deployment;
    deployment.name = name;
    deployment.recipe = QStringLiteral("mindie-deepseek-v3.2-w8a8-2xA2");
    deployment.nodes
        = {plainNode(first, QStringLiteral("10.20.0.11")), plainNode(second, QStringLiteral("10.20.0.12"))};
    return deployment;
}

inline QList<NodeFacts> factsOf(const Deployment &deployment)
{
    QList<NodeFacts> all;
    for (const Node &node : deployment.nodes)
        all << healthyNode(node.name, 11 + int(all.size()));
    return all;
}

inline const Artifact *artifactNamed(const ArtifactSet &set, const QString &ending)
{
    for (const Artifact &file : set.files) {
        if (file.path.endsWith(ending))
            return &file;
    }
    return nullptr;
}
