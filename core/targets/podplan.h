// PodPlan: what runs in the pods of a deployment on Kubernetes, before it is written as manifests: which kind of
// workload, and for each of its pods the files that its processes read. Made of the same Topology, Process and Launch
// as the docker target's scripts, so that it cannot say otherwise. Which servers the pods get is known only when they
// run, so in their files stand words for the addresses, which the pods' own script (podscript.h) fills in.
#pragma once

#include "core/engines/engine.h"
#include "core/targets/launch.h"

// One pod on one server; a group of pods that meet by DNS names; a group whose addresses and cards an operator writes
// into a rank table. Sources: kubernetes-sigs/lws v0.9.0, api/leaderworkerset/v1; Ascend/mind-cluster@22bb3d987bc0,
// docs/zh/scheduling/06_api/15_yaml_configuration.md (acjob).
enum class PodWorkload { Deployment, LeaderWorkerSet, AscendJob };

struct PodFile
{
    QString name;                        // "env.sh"; its key among the configuration is "0.env.sh" for the first pod
    QString content;                     // with the words below
    QString path;                        // in the container
    bool operator==(const PodFile &) const = default;
};

struct Pod
{
    QList<PodFile> files;
    QList<int> asks;                     // pods whose addresses stand in them
    bool serves = false;                 // clients ask this one
    bool operator==(const Pod &) const = default;
};

struct PodPlan
{
    QString name;                        // of the objects: the deployment's, as Kubernetes takes names
    PodWorkload workload = PodWorkload::Deployment;
    Topology topology;                   // its addresses are stand-ins; they are in none of the files
    Launch launch;                       // of the first pod
    const Engine *engine = nullptr;
    QList<Pod> pods;                     // of one replica
    int cards = 0;                       // of each pod
    QString kind;                        // of the recipe's servers: "a2", "a3"; empty: it does not say
    bool isWholeServer = false;          // these are all the cards of a server of the recipe's kind

    QString setting(const char *key) const { return stringAt(topology.settings, key); }
    int port(const EnginePort &port) const
    {
        return int(integerAt(topology.settings, port.key).value_or(port.usual));
    }
};

namespace podWords {
inline const QString ownAddress = QStringLiteral("@POD_IP@");
inline const QString ownInterface = QStringLiteral("@POD_INTERFACE@");
QString addressOf(int pod);              // "@POD_0_IP@"
}

// Where the operator's table is in the container: through the folder that Kubernetes itself links to, because the
// engine that reads it refuses a link (mind-cluster, as above; MindIE-Motor's deploy scripts).
inline const QString operatorFolder = QStringLiteral("/user/serverid/devindex/config");
inline const QString operatorTable = operatorFolder + QStringLiteral("/..data/hccl.json");
inline const QString podConfigFolder = QStringLiteral("/etc/ascend-console");

// A name for objects of Kubernetes and their labels: at most 40 of [a-z0-9-], a letter first. A changed name gets a
// short hash, so that two never meet.
QString kubernetesName(const QString &name);

// Pure, and without facts. `recipe` resolved. ErrorKind::Invalid: as topologyOf(), and what no server offers.
Result<PodPlan> podPlan(const Deployment &deployment, const Recipe &recipe);
