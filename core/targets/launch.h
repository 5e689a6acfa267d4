// Launch: how one node's container is made, filled, started and stopped, as argv lists and paths.
// The generated scripts and the deploy run are both made of it, so that they cannot differ.
#pragma once

#include "core/engines/engine.h"
#include "core/engines/imageorder.h"
#include "core/weights/weightsource.h"

#include <QHash>

struct CopyStep
{
    QString why;                         // in the scripts' language
    QStringList argv;
    bool operator==(const CopyStep &) const = default;
};

struct Launch
{
    Process process;                     // what runs in the container
    QString runtime;                     // "docker" or "podman"
    QString container;                   // its name
    QString image;
    QString weights;
    QString folder;                      // of the deployment, on the node and, under the same path, in the container
    QString logPath, pidPath;            // in the container
    QStringList runArgv;                 // "docker run -itd ..."; on the node
    QList<QStringList> runLines;         // the same, as it is wrapped in docker-run.sh
    QList<CopyStep> copies;              // from the node's folder into the container; on the node, in order
    QStringList lockedFiles;             // in the container: the engine demands mode 640 and root
    QStringList readFiles;               // in the container: newer than the service, it must start anew
    QStringList startArgv, stopArgv;     // on the node ("docker exec ... bash .../start.sh")
    QStringList followArgv;              // prints the log from its beginning and follows it
    QStringList removeArgv;              // "docker rm -f NAME"
    ImageOrder imageOrder;               // what is done where the image is missing
    WeightsOrder weightsOrder;           // where the node's weights are fetched from; isNone(): nobody asks for it
    QString interrupts;                  // of the NPUs: "bind" or "leave"; empty: the recipe does not ask

    bool operator==(const Launch &) const = default;
};

// ErrorKind::Invalid: a mount that is none, or a recipe that names what does not exist.
Result<Launch> launchOf(const Topology &topology, const Placement &placement, const Recipe &recipe);

// What a container carries of the command that made it (ContainerLabels::runHash): with another one it has to be made
// anew.
QString runHash(const Launch &launch);

// Of all nodes of a deployment, by their names; ErrorKind::Invalid as topologyOf().
Result<QHash<QString, Launch>> launchesOf(const Deployment &deployment, const Recipe &recipe,
                                          const QList<NodeFacts> &facts);
// For one node of a deployment; ErrorKind::Invalid as topologyOf().
Result<Launch> nodeLaunch(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts,
                          const QString &node);
Result<QStringList> containerRunArgv(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts,
                                     const QString &node);
