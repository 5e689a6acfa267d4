// Artifact: one generated file. Generation is pure: the same deployment and facts give the same bytes.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

struct Artifact
{
    QString node;                        // empty: the same for all nodes
    QString path;                        // relative to the output folder: "node1/env.sh", "hccl_2s_16p.json"
    QString kind;                        // "rank-table", "env", "config", "docker-run", "script", "copy", "manifest"
    QByteArray content;
    int mode = 0640;
    QString remotePath;                  // where deploy puts it on the node; empty: not copied

    bool operator==(const Artifact &) const = default;
};

struct ArtifactSet
{
    QList<Artifact> files;               // sorted by path; MANIFEST.json is the last
    QStringList warnings;                // "the official minimum for V3.2 under MindIE is four A2 servers ..."
};

// ErrorKind::Invalid when facts and recipe do not fit together (too few chips, no device address): says which node.
Result<ArtifactSet> generateArtifacts(const Deployment &deployment, const Recipe &recipe,
                                      const QList<NodeFacts> &facts);
