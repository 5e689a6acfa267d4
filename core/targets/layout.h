// What will run where, before anything runs: nodes, NPUs, processes, who answers clients and who waits for whom. For
// the drawing in the window; made of the same topology and processes as the artifacts, so that it cannot say otherwise.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

struct LaidNode
{
    QString name;
    QString address;                     // of its own; empty: not known yet
    QList<int> devices;                  // N of /dev/davinciN; of a node that was not asked 0, 1, ...
    QList<int> groups;                   // of each: the number, over all nodes, of the group that shares each layer
    QList<int> ranks;                    // Process::rankOf
    QString program;                     // the service's, by its file's name
    bool serves = false;                 // clients ask this one
    QString role;                        // Process::role
    QStringList listens;                 // "8004 (service)"
    QStringList waitsFor;                // nodes without which it does not get ready

    bool operator==(const LaidNode &) const = default;
};

struct Layout
{
    QList<LaidNode> nodes;               // in the deployment's order, the first is the one that serves; or empty
    QString refusal;                     // why these nodes cannot have it; a sentence, else empty

    bool operator==(const Layout &) const = default;
};

// Pure. `recipe` as loaded. What is not known of a node is drawn as the recipe has it.
Layout layoutOf(const Deployment &deployment, const Recipe &recipe, const QList<NodeFacts> &facts);
