// RunningNode: what serves on a node that somebody set up by hand: the containers that have NPUs, the service's process
// in each, what it reads. Only looked at: nothing is changed, and what may hold a secret is not asked for
// (core/facts/runningprocess.h).
#pragma once

#include "core/facts/containerlabels.h"
#include "core/facts/containerspec.h"
#include "core/facts/nodefacts.h"
#include "core/facts/runningprocess.h"

struct RunningService {
    ContainerSpec container;
    ContainerLabels labels;
    QString engine; // Engine::id; empty: a program that no engine knows
    RunningProcess process;
    bool isEnded = false; // nothing serves: `process` is what the container was made to run
    int sameProcesses = 1; // services of this engine in the container, this one among them
    QMap<QString, QByteArray> texts; // what it reads, by ProcessFile::kind
    QMap<QString, QString> unread; // of a kind that could not be read: why not
    QStringList imageVariables; // names that the image itself sets
    QList<int> ports; // that the container's processes listen on
    std::optional<Json> model; // config.json of the weights

    bool operator==(const RunningService &) const = default;
};

struct RunningNode {
    Node node;
    NodeFacts facts;
    QList<RunningService> services; // those that an engine knows first
    QStringList notes; // what was seen and is not described; sentences

    bool operator==(const RunningNode &) const = default;
};

// Blocking, on the node's link. `deployment`: the one that is open, withDefaults(): its facts are those that everybody
// asks for. An Error: the node, or its container engine, cannot be asked.
Result<RunningNode> readRunningNode(Shell &shell, const Node &node, const Deployment &deployment, std::stop_token stop);
