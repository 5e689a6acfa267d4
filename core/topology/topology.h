// Topology: a deployment's nodes with everything the engines need of their facts, checked once: enough devices, an
// address for each where the engine asks for them, an address of the node itself. Ranks are given here.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"
#include "core/recipes/template.h"

struct PlacedDevice
{
    int id = -1;                         // N of /dev/davinciN
    QString ip;                          // its RoCE address; empty where the engine does not ask for it
    int rank = -1;                       // over all nodes
    bool operator==(const PlacedDevice &) const = default;
};

struct Placement
{
    QString name;                        // as in the deployment
    QString folder;                      // its folder among the artifacts
    QString ip, interface;               // server_id, container_ip; GLOO_SOCKET_IFNAME
    QString runtime;                     // of containers: "docker" or "podman"
    bool isRuntimeKnown = false;
    QList<PlacedDevice> devices;
    TemplateValues values;               // everything a recipe may name: settings and facts

    QString value(const char *name) const { return plainText(values.value(QLatin1String(name))); }
};

struct Topology
{
    QList<Placement> placements;         // in the deployment's order; the first is the master
    Json settings;                       // effective
    QStringList warnings;
    int cards() const;
};

// ErrorKind::Invalid: says which node lacks what. `recipe` resolved for the deployment's settings. The placements'
// values are those that every engine has: settings, "node.*", "master.*", "cluster.*", "launch.*".
Result<Topology> placed(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts,
                        bool withDeviceAddresses);

const QStringList &placedNames();        // those of them that are not settings or "launch.*"

// "extraMounts": each is one, over no folder of the system and no other mount; the deployments' folder is not among the
// weights, which the container may only read.
Result<void> mountsAgree(const Json &settings);

QString deploymentFolder(const Json &settings, const QString &deployment); // on the nodes and in the containers

// 80 characters of CJK stay below the 255 bytes that a file system takes.
inline constexpr qsizetype longestFolderName = 72;

// A name as one component of a path on this machine: separators, control characters and a leading
// dot or dash are replaced, and a changed name gets a short hash so that two never meet.
QString folderName(const QString &name);
// The same for nodes and containers: letters, digits, '.', '_' and '-' only.
QString strictFolderName(const QString &name);
// What a run calls a deployment: by its name, one without a name as its folder on the nodes.
QString nameOfRun(const QString &deployment);

// A valid IPv4 or IPv6 address ("-.-.-.-" and "0.0.0.0" are not).
bool isUsableAddress(const QString &text);
