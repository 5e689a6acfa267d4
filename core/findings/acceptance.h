// Acceptance: a check's warning that somebody has decided to live with, kept in the deployment's file under "accepted".
// It holds as long as the check says the same of the same node: the same value, and the same sentence but for its
// figures, which may tell how well something was measured. Pure.
#pragma once

#include "core/findings/finding.h"

struct Acceptance
{
    QString check, node;                 // node empty: across nodes
    QString value, summary;              // as the check said then, in English where it was told in it
    bool operator==(const Acceptance &) const = default;
};

// A warning; but not of the chips' health, which the monitor and the inspection tell as well.
bool canBeAccepted(const Finding &finding);
Acceptance acceptanceOf(const QString &node, const Finding &finding);
bool isAccepted(const QList<Acceptance> &accepted, const QString &node, const Finding &finding);
// As if nobody had asked what was accepted.
ClusterReport withoutAccepted(ClusterReport report, const QList<Acceptance> &accepted);

// In the deployment's file as it was read; what is no acceptance is passed over.
QList<Acceptance> acceptancesIn(const Json &document);
void putAcceptances(Json &document, const QList<Acceptance> &accepted);
