// Healthy servers with eight cards (A2) or sixteen chips (A3 shows each as a device of its own), as facts, and
// deployments of them.
#pragma once

#include "core/artifacts/artifact.h"
#include "core/artifacts/lintkinds.h"

inline NodeFacts healthyNode(const QString &name, int number, int devices = 8)
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
    for (int i = 0; i < devices; ++i) {
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

inline Deployment onNodes(const QString &recipe, int nodes)
{
    Deployment deployment;
    deployment.name = QStringLiteral("one");
    deployment.recipe = recipe;
    for (int i = 1; i <= nodes; ++i)
        deployment.nodes
            << plainNode(QStringLiteral("node%1").arg(i), QStringLiteral("10.20.0.%1").arg(10 + i));
    return deployment;
}

inline QList<NodeFacts> factsOf(const Deployment &deployment, int devices = 8)
{
    QList<NodeFacts> all;
    for (const Node &node : deployment.nodes)
        all << healthyNode(node.name, 11 + int(all.size()), devices);
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

// What `lint` warns of in the generated files, and worse, with the file; those that it cannot read, too.
inline QStringList brokenRules(const ArtifactSet &set)
{
    QStringList broken;
    for (const Artifact &file : set.files) {
        const QString kind = lintKindOf(file.kind);
        if (kind.isEmpty())
            continue;
        const Result<QList<LintFinding>> findings = lint(kind, file.content);
        if (!findings) {
            broken << file.path;
            continue;
        }
        for (const LintFinding &finding : *findings) {
            if (finding.severity >= Severity::Warning)
                broken << file.path + QStringLiteral(": ") + finding.message;
        }
    }
    return broken;
}
