// The rounds of a check run, blocking: each node is asked by itself, then each node about the others, then what all
// said is compared. CheckRun does this on links, one per node.
#pragma once

#include "core/checks/catalogue.h"
#include "core/nodes/connect.h"

struct CheckSelection
{
    QStringList only;                    // empty: all
    bool allPairs = false;               // cards and logins: every pair of nodes, not only neighbours
    bool wants(const QString &check) const { return only.isEmpty() || only.contains(check); }
    bool wantsSecondRound() const;
    bool wantsFacts() const;             // a check of the second round or one that compares nodes is wanted
};

using FindingHandler = std::function<void(const Finding &finding)>;

// What else a check needs is asked too, without a finding. Error (Connection, Canceled): the node's round ended
// there; the findings so far have been told.
Result<NodeAnswers> firstRound(Shell &shell, const CheckContext &context, const CheckSelection &selection,
                               std::stop_token stop, const FindingHandler &onFinding);
Result<NodeAnswers> secondRound(Shell &shell, const CheckContext &context, const CheckSelection &selection,
                                std::stop_token stop, const FindingHandler &onFinding);
// context: contextOf() no node in particular.
QList<Finding> compareNodes(const QList<NodeAnswers> &nodes, const CheckSelection &selection,
                            const CheckContext &context);

// The findings of a node that could not be asked, or was lost after it had said `known`: the check of the
// connection fails, the rest is skipped. Canceled gives nothing.
QList<Finding> findingsWithout(const Error &error, const Node &node, const QList<Finding> &known,
                               const CheckSelection &selection, const QString &language);

CheckContext contextOf(const Deployment &deployment, const Node &node, const QString &language);
