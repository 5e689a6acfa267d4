// The catalogue of checks. A check is one small function; to add one, write it in the file of its subject with a line
// in the table at that file's end, give it its texts in resources/checks.json, and test it.
//
// Verdicts: Pass it is as it should be · Warn it works, but somebody should know · Fail the deployment will not work
// like this · Unknown it could not be asked, or the answer says nothing · Skipped it makes no sense to ask, because
// another check (named in the summary) did not pass. A fault is told once, by the check that is closest to it.
#pragma once

#include "core/checks/checkcontext.h"

struct ImageFacts;

// Asked on each node. The evidence is what the function asks.
struct NodeCheck
{
    const char *id;
    const char *needs;                   // check without which this one makes no sense; "" none
    Finding (*judge)(NodeProbe &probe, const CheckContext &context);
    int round = 1;                       // 2: asked when all nodes have answered the first round
    std::optional<Finding> (*notNeeded)(const CheckContext &context) = nullptr; // nobody is asked then
    int seconds = 0;                     // about so long it takes; more than 1: asked only where it is named
};
// What takes long is not asked with all others: who wants it, names it.
bool isOnRequest(const NodeCheck &check);
bool isOnRequest(const QString &check);                  // by id

// Compares what the nodes answered, or judges the deployment itself; pure. The context names no node.
struct ClusterCheck
{
    const char *id;
    const char *source;                  // the check whose evidence it rests on; "": on no answer of a node
    Finding (*compare)(const QList<NodeAnswers> &nodes, const CheckContext &context);
    const char *besides = nullptr;       // "weights.": also needs what all checks of such ids say
};

const QList<NodeCheck> &firstRoundChecks();  // need nothing of other nodes
const QList<NodeCheck> &secondRoundChecks();
const QList<ClusterCheck> &clusterChecks();  // compare.cpp
Finding checkRecipeSettings(const QList<NodeAnswers> &nodes, const CheckContext &context); // recipesettings.cpp
Finding checkRecipeCapacity(const QList<NodeAnswers> &nodes, const CheckContext &context); // recipecapacity.cpp
Finding compareMtus(const QList<NodeAnswers> &nodes, const CheckContext &context); // hostnetwork.cpp
Finding compareContainers(const QList<NodeAnswers> &nodes, const CheckContext &context);   // containersasset.cpp

QStringList checkIds();                                  // all, in the order of resources/checks.json
QList<CheckInfo> checkInfos(const QString &language);    // "en", "zh"; in that order
CheckInfo infoOf(const QString &check, const QString &language);    // of one that is not known: empty
QString groupTitle(const QString &group, const QString &language);

// The table at the end of each subject's file.
QList<NodeCheck> connectionChecks();
QList<NodeCheck> hostChecks();
QList<NodeCheck> hostSettingChecks();
QStringList firewallProbe();                             // argv
QStringList timeSourceProbe();                           // argv
QList<NodeCheck> folderChecks();
QStringList folderProbe(const QString &folder);          // argv
QStringList mountsProbe(const QStringList &paths);       // argv
QList<NodeCheck> spaceChecks();
QList<NodeCheck> driverChecks();
// While an installer of driver or firmware runs on the node, nothing that is read of them holds: what is said instead.
std::optional<Finding> beingInstalled(NodeProbe &probe);
QList<NodeCheck> cannChecks();
QList<NodeCheck> driverFeatureChecks();
QList<NodeCheck> npuChecks();
QList<NodeCheck> npuIdChecks();
QList<NodeCheck> npuInterruptChecks();
QList<NodeCheck> cardChecks();
QList<NodeCheck> hostNetworkChecks();
QList<NodeCheck> networkChecks();
QList<NodeCheck> pingChecks();
QList<NodeCheck> containerChecks();
// For checks that start a container of the image (container.cpp). Why none can run on the node; nullopt: one can.
std::optional<Finding> cannotRun(NodeProbe &probe, const QString &image);
QString lastWords(const CommandOutput &output);          // the last line that says something; npu-smi's own come last
QList<NodeCheck> containerNpuChecks();
QList<NodeCheck> containerReleaseChecks();
QList<NodeCheck> weightsChecks();
// "weights.complete"; also asked of a node from which weights are to be copied.
Finding checkWeightsComplete(NodeProbe &probe, const CheckContext &context);
QList<NodeCheck> readSpeedChecks();
QStringList readSpeedProbe(const QString &file);         // argv
QList<NodeCheck> quantizationChecks();
QStringList quantizationProbe(const QString &folder);    // argv
