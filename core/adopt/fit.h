// How well one recipe describes services that run, and with which settings. See adoption.h.
#pragma once

#include "core/adopt/adoption.h"

struct FitInput {
    Deployment deployment; // its nodes in order, its name; settings and recipe are found here
    QList<NodeFacts> facts; // of each
    QList<RunningService> services; // of each
};

// The best settings; refusal set: it cannot be generated for these nodes.
AdoptCandidate fitted(const Recipe &recipe, const FitInput &input);

// What the recipe would write otherwise, with these settings; ErrorKind::Invalid as topologyOf().
Result<QList<AdoptDifference>> differencesOf(const Recipe &recipe, const Json &settings, const FitInput &input);

int weightOf(const QList<AdoptDifference> &differences); // the less the nearer
