// How to use an endpoint from elsewhere: lines to copy.
#pragma once

#include "core/serving/verify.h"

QString curlLine(const Endpoint &endpoint);      // one chat request, for a shell
QString pythonSnippet(const Endpoint &endpoint); // the same with the openai package
// Endpoint::logArgv. Apart from endpointOf(): the folder has the deployment's name, the endpoint has not, and one that
// is renamed stays the same.
QStringList engineLogArgv(const Deployment &deployment, const Recipe &recipe);
Json toJson(const Endpoint &endpoint);           // "baseUrl", "model", ..., "curl", "python"
