// How to use an endpoint from elsewhere: lines to copy.
#pragma once

#include "core/serving/verify.h"

QString curlLine(const Endpoint &endpoint);      // one chat request, for a shell
QString pythonSnippet(const Endpoint &endpoint); // the same with the openai package
// Prints the end of the engine's log on the first node, with docker or podman; empty: no container is known. No part of
// the endpoint: the log's folder has the deployment's name, and an endpoint that is renamed stays the same.
QStringList engineLogArgv(const Deployment &deployment, const Recipe &recipe);
Json toJson(const Endpoint &endpoint);           // "baseUrl", "model", ..., "curl", "python"
