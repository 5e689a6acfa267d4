// How to use an endpoint from elsewhere: lines to copy.
#pragma once

#include "core/serving/verify.h"

QString curlLine(const Endpoint &endpoint);      // one chat request, for a shell
QString pythonSnippet(const Endpoint &endpoint); // the same with the openai package
Json toJson(const Endpoint &endpoint);           // "baseUrl", "model", ..., "curl", "python"
