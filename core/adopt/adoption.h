// Adoption: of what runs on some nodes, the recipe that comes nearest to it with its settings, and everything that this
// recipe would write otherwise. Nothing is guessed silently: what cannot be read back is named. Pure.
//
// How: a recipe's own templates are read backwards (its "${port}" against what stands there), what they do not hold is
// tried out, and then the recipe is generated for these nodes and compared with what runs, word for word. So the list
// of differences cannot say otherwise than the artifacts would.
#pragma once

#include "core/adopt/runningnode.h"
#include "core/recipes/recipe.h"

struct AdoptDifference {
    enum class Part { Command, Environment, File, Container, Recipe }; // Recipe: what it is made for
    QString node;
    Part part = Part::Command;
    QString name; // "--max-model-len", "HCCL_BUFFSIZE", "config /ServerConfig/port", "--device"; of a recipe "release"
    std::optional<QString> runs, recipe; // what is there now, what the recipe would write; nullopt: nothing
    bool operator==(const AdoptDifference &) const = default;
};

struct AdoptCandidate {
    QString recipe; // its id
    Json settings = Json::object(); // those that differ from its defaults
    QList<AdoptDifference> differences;
    bool isNamed = false; // the folder of the weights has the name of the recipe's model
    bool isDoubtful = false; // the image's tag says another release than the settings
    bool isOtherwiseQuantized = false; // than the weights, as far as they say
    QString refusal; // why it cannot describe these nodes at all; a sentence, else empty
    bool operator==(const AdoptCandidate &) const = default;
};

struct Adoption {
    Deployment deployment; // recipe empty: none describes it
    AdoptCandidate best;
    QList<AdoptCandidate> others; // of the same engine, the nearer first
    QStringList notTold; // what could not be learned; sentences
    QStringList notes; // what was seen and is not described
    bool isFound() const { return !best.recipe.isEmpty(); }
    bool operator==(const Adoption &) const = default;
};

// In the order given; the one that serves comes first in the deployment. A node on which nothing serves is left out,
// and noted. `recipes` as loaded. `name`: of the deployment; empty: its label's, else the container's.
Adoption adopted(const QList<RunningNode> &nodes, const QList<Recipe> &recipes, const QString &name = {});

// One sentence each, secrets struck out.
QString sentenceOf(const AdoptDifference &difference);
Json toJson(const AdoptDifference &difference);
Json toJson(const Adoption &adoption);
