// Makes, changes and removes a simulated cluster: a folder with one folder per node and a
// deployment file. What `ascendctl sim` and the lab of the tests call.
//
//   DIR/<simulatedClusterMark>      what it is; without it a folder is never touched
//   DIR/nodeN/                      the node's file tree (Node::root); `enter` runs a command in it
//   DIR/nodeN/.sim/state.json       its truth (state.h)
#pragma once

#include "app/sim/state.h"

#include "core/nodes/deployment.h"

#include <stop_token>

namespace sim {

struct ClusterOptions
{
    QString folder;
    int nodes = 2;
    int chips = 8;                       // devices per node (A3: two per card)
    QString kind = QStringLiteral("a2"); // or "a3"
    QString recipe;                      // of the deployment that is written; empty: MindIE's
    QString weights;                     // where that recipe looks for them; filled in
    QString deploymentFile;              // empty: DIR/cluster.deployment.json
    bool ssh = false;
    // `docker` on the nodes is this machine's podman with runc (root only); images are imported by the caller
    bool podman = false;
    qint64 owner = 0;                    // a process; when it is gone the cluster is stale (clearStaleClusters)
    int subnet = 1;                      // hosts 127.0.<subnet>.n, own addresses 10.200.<subnet+1>.n+1
    std::optional<int> portBase;         // service, management and metrics port: base, base+1, base+2
    QString simProgram, ctlProgram;      // this build's ascend-sim and ascendctl
    // "real": the tools take as long as on a real node (tools.cpp), by sleeping; empty: as fast as they can
    QString latency;
    QString servingModel;                // the GGUF behind the daemons; empty: the default model of set-up
};

struct ClusterInfo
{
    QString folder, deploymentFile;
    Deployment deployment;
    QStringList notes;                   // how the nodes are shown, what could not be had
    Json json = Json::object();          // the whole answer of `sim up --json`
};

Result<ClusterInfo> clusterUp(const ClusterOptions &options, std::stop_token stop);
Result<int> clusterDown(const QString &folder);   // processes ended; the folder is removed
QString defaultClusterFolder();

// Brings down the clusters under `folder` (one level) whose owner is gone. Returns how many.
int clearStaleClusters(const QString &folder);

} // namespace sim
