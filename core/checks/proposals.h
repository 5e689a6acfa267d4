// Which recipes the nodes of a deployment can serve, best first, and what is missing for each of the others: counts and
// kinds of NPUs, their memory, the machines that the recipe or its image's tag is for, the driver that the image asks
// for, judged as the checks judge it; of what fits so the settings, as lint and plan judge them. From the nodes' facts
// alone; what the checks find out besides is not asked here.
// Pure but for the version tables of the program.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

struct Proposal
{
    enum class Fit { Fits, Unknown, Lacks };
    QString recipe;                      // its id
    Fit fit = Fit::Unknown;
    QStringList missing;                 // a sentence each; the worst first. Of Unknown: what must be known
    int weight = 0;                      // the less the better; only among proposals for the same nodes
    QStringList doubts = {};             // what the checks would warn of; nothing that keeps it from fitting

    bool operator==(const Proposal &) const = default;
};

// nodes: of the deployment; facts: of those that were asked; settings: the user's.
Proposal proposalOf(const Recipe &recipe, int nodes, const QList<NodeFacts> &facts,
                    const Json &settings = Json::object());

// All of them: those that fit first (of several, the one that uses more of the NPUs; one whose maker asks for more
// cards after those, then one that waits for the operator's own model or image; last those that a check would warn of),
// then those of which it is not known, then the others by what they lack; equal ones in the order given. chosen: the
// recipe that has these settings.
QList<Proposal> proposals(const QList<Recipe> &recipes, int nodes, const QList<NodeFacts> &facts,
                          const QString &chosen = {}, const Json &settings = Json::object());
Json toJson(const Proposal &proposal);
