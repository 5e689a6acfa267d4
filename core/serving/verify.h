// Verify: is the endpoint up, does it know the model, does it answer, does it stream.
#pragma once

#include "core/findings/finding.h"
#include "core/nodes/connect.h"
#include "core/recipes/recipe.h"

#include <functional>
#include <stop_token>

struct Endpoint
{
    QString baseUrl;                     // "http://10.200.2.2:1025/v1"
    QString managementUrl;               // "http://10.200.2.2:1026"; empty: none
    QString metricsUrl;                  // "http://10.200.2.2:1027/metrics"; empty: none
    QString model;
    QString jumpHost;                    // SSH goes through it, HTTP does not; empty: none
    QString healthPath = QStringLiteral("/v2/health/ready"); // on the management port: 200 when it is ready
    bool isOfTheGuide = true;            // the smoke test was taken from the guide that the recipe corrects
    bool isPathSet = false;              // healthPath is a setting: no other address says that it is ready
    QString modelsUrl = {};              // lists the models; empty: baseUrl + "/models"
    // instead of metricsUrl, of the processes behind a proxy that has none; they see no request from its beginning
    QStringList metricsBehind = {};
    QStringList healthBehind = {};       // of every process behind a proxy, also of those without such metrics
    bool operator==(const Endpoint &) const = default;
};

// From the first node's host (an alias of ~/.ssh/config is resolved), the effective settings and the ports of the
// recipe's engine.
Endpoint endpointOf(const Deployment &deployment, const Recipe &recipe, const ConnectionSettings &connections);

QStringList metricsUrlsOf(const Endpoint &endpoint); // what says how it is doing; empty: nothing does

// What else to do where the endpoint cannot be reached: empty, or a sentence about the jump host.
QString remarkOnWay(const Endpoint &endpoint);

struct VerifyReport
{
    // "verify.ready", "verify.models", "verify.answer", "verify.stream", "verify.smoke"
    QList<Finding> findings;
    bool isCut = false;                  // stopped before all was asked
    // "verify.container" of each node that was asked beside them (servingnodes.h); whether it passed says none of these
    QList<Finding> nodes = {};
    bool passed() const;
    bool failed() const;                 // neither: nobody knows
};
Json toJson(const VerifyReport &report);

// Blocking. Evidence is the request (as a curl command) and the response.
VerifyReport verifyEndpoint(const Endpoint &endpoint, std::stop_token stop,
                            const std::function<void(const Finding &)> &onFinding = {});
