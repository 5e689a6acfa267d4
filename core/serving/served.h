// What a run has brought up, kept with the run: the settings may name another endpoint since, and what answers is still
// this one. Pure.
#pragma once

#include "core/serving/verify.h"

class RunState;

struct Served
{
    QString node;                        // addressText() of the node that the endpoint is on
    Endpoint endpoint;
    QString recipe = {};                 // that was run; empty: by an older program
    Json settings = {};                  // effectiveSettings() of that run; null: the same
    bool operator==(const Served &) const = default;
};

Json toJson(const Served &served);
std::optional<Served> servedFrom(const Json &json); // nullopt: null, or not what toJson() makes
// Of the last run that came to its end, until something ends it; nullopt: nothing, or it is not known.
std::optional<Served> servedIn(const RunState &state);
// The deployment's node that it is on, whatever its name is now; null: it has that node no more.
const Node *nodeOf(const Served &served, const Deployment &deployment);
// Who asks the endpoint means what was brought up, else the one of the settings. Its node; null: there are no nodes.
const Node *nodeOfEndpoint(const std::optional<Served> &served, const Deployment &deployment);
Endpoint endpointOf(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe,
                    const ConnectionSettings &connections);
// The same to be asked. Error: nothing was run, and a setting is not what it has to be: which one, and why.
Result<Endpoint> endpointToAsk(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe,
                               const ConnectionSettings &connections);
bool isSameService(const Endpoint &one, const Endpoint &other); // to who asks it: by address and model
// What the settings name where that is another service than what was brought up and is meant: a new run brings it up.
std::optional<Endpoint> namedSince(const std::optional<Served> &served, const Deployment &deployment,
                                   const Recipe &recipe, const ConnectionSettings &connections);
// The keys of the settings that are others than those of the run, in the recipe's order; "recipe" alone where that is
// another one. Empty: none, or it is not known.
QStringList changedSince(const std::optional<Served> &served, const Deployment &deployment, const Recipe &recipe);
QString fewOf(QStringList names);        // of them, for a sentence: "tp, release", and four and "…" where they are more
