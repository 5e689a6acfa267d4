// Beside the five questions of Verify: does the container that a run has made for the service go on, on each node? The
// process that answers may do so for a while without another node's.
#pragma once

#include "core/nodes/connect.h"
#include "core/serving/verify.h"
#include "core/shell/shell.h"

struct ServingContainer
{
    Node node;
    QString engine, name;                // "docker" or "podman"
};

// By the record of the run, in the deployment's order; where it made none, nothing is asked. Reads files.
// identity: fileIdentity().
QList<ServingContainer> servingContainers(const Deployment &deployment, const QString &identity);

// Blocking. All at once, some seconds each at most. "verify.container", about its node: Warn where it does not run,
// Unknown where that could not be asked.
QList<Finding> askContainers(const QList<ServingContainer> &containers, const ConnectionSettings &connections,
                             std::stop_token stop);

// verifyEndpoint(), and beside it askContainers(), which has its own member of the report.
VerifyReport verifyService(const Endpoint &endpoint, const Deployment &deployment, const QString &identity,
                           const ConnectionSettings &connections, std::stop_token stop,
                           const std::function<void(const Finding &)> &onFinding = {});
QStringList nodesWithoutContainer(const VerifyReport &report); // that were asked, and where it does not run

// Pure.
Finding judgeContainer(const ServingContainer &container, const Result<CommandOutput> &answer);
