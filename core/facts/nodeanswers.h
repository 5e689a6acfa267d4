// NodeAnswers: everything that one machine answered in a round of checks, as values. What checks across nodes
// compare; it crosses threads.
#pragma once

#include "core/facts/hostfacts.h"
#include "core/facts/weightsfacts.h"

struct NodeAnswers
{
    Node node;
    bool reachable = false;
    NodeFacts facts;
    std::optional<double> clockUncertaintySeconds;
    std::optional<int> hostMtu;          // of the interface that the other nodes reach it by
    std::optional<WeightsFacts> weights;
    QMap<QString, QString> weightsDigests;
    ModelFiles model;
    bool isInstalling = false;           // an installer of driver or firmware runs there
    QStringList ownContainers;           // of the deployment itself, those in which something serves
    QStringList otherContainers;         // that run and belong to others
    bool areOwnersKnown = true;          // the container engine said so; else both are empty
    QMap<QString, QString> madeBy;       // own containers that a run made -> ContainerLabels::runHash
    QList<Finding> findings;             // what its checks said
};

NodeFacts factsOf(NodeProbe &probe, const Node &node, const QString &weights);
