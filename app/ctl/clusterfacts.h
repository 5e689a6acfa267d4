// The deployment of a verb, its recipe, and the facts of its nodes, asked all at once or read from a file.
#pragma once

#include "app/ctl/open.h"
#include "app/ctl/verb.h"

#include "core/artifacts/capacity.h"
#include "core/recipes/recipe.h"
#include "core/serving/served.h"

#include <functional>

namespace ctl {

struct ClusterFacts
{
    Opened opened;
    Recipe recipe;
    QList<NodeFacts> facts;              // in the deployment's order; a node that could not be asked keeps its place
    bool simulated = false;
};

// What a run from this machine has brought up, by its record; a record that cannot be read is told to people.
std::optional<Served> servedOf(const Opened &opened);

// Every node asked, all at once, in the deployment's order; one that could not be asked keeps its place, with its
// error.
QList<NodeFacts> askNodes(const Opened &opened, std::stop_token stop);

// What the master knows of the weights; what cannot be read stays unknown.
void askWeights(const Opened &opened, const Recipe &recipe, std::stop_token stop, CapacityInput &input);

// Takes D, the connection options and "--facts FILE" out of the arguments. withRecipe false: it need not name one that
// is there.
Result<ClusterFacts> gatherFacts(QStringList &arguments, const Call &call, bool withRecipe = true);

// Does any node (or that one) have our simulator's mark? A node that cannot be asked says nothing.
bool saysSimulated(const Opened &opened, std::stop_token stop, const QString &node = {});

// Runs work on every node at once, each on its own connection and thread. The error of a node that
// could not be reached goes to failed(). Both are called on the node's thread with the node's index.
using NodeWork = std::function<void(qsizetype index, Shell &shell)>;
using NodeFailure = std::function<void(qsizetype index, const Error &error)>;
void onEachNode(const Opened &opened, std::stop_token stop, const NodeWork &work, const NodeFailure &failed);

} // namespace ctl
