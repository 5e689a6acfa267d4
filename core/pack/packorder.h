// Packing a deployment from its nodes: image and weights from the first that has them, then the rest. Blocking.
#pragma once

#include "core/deploy/checkmode.h"
#include "core/pack/pack.h"

struct PackOrder {
    Deployment deployment;
    QString file; // that it is kept in
    QString version; // of this program
    QString folder; // that it is packed into; a pack that was begun there is gone on with
    QString from; // node; empty: the first that has what is asked for
    bool takesImage = true, takesWeights = false;
    QStringList further; // paths of this computer
};

// Errors: those of demandPackFolder() and writePack(). Invalid: the recipe is not known or has no such settings, its
// image only stands for the user's, or no node has what is asked for (then facts["nodes"]); Connection: none could be
// asked. `say` tells of a node as "node1: ...".
Result<Pack> packDeployment(const PackOrder &order, const OpenNode &open, const PackSay &say, std::stop_token stop);
