// The catalogue of checks. A check is one small function; to add one, write it in the file of its subject, declare
// it here with one line in catalogue.cpp, give it its texts in resources/checks.json, and test it.
//
// Verdicts: Pass it is as it should be · Warn it works, but somebody should know · Fail the deployment will not work
// like this · Unknown it could not be asked, or the answer says nothing · Skipped it makes no sense to ask, because
// another check (named in the summary) did not pass. A fault is told once, by the check that is closest to it.
#pragma once

#include "core/checks/checkcontext.h"

// Asked on each node. The evidence is what the function asks.
struct NodeCheck
{
    const char *id;
    const char *needs;                   // check without which this one makes no sense; "" none
    Finding (*ask)(NodeInquiry &ask, const CheckContext &context);
};

// Compares what the nodes answered; pure.
struct ClusterCheck
{
    const char *id;
    const char *source;                  // the check whose evidence it rests on
    Finding (*compare)(const QList<NodeAnswers> &nodes);
};

const QList<NodeCheck> &firstRoundChecks();  // need nothing of other nodes
const QList<NodeCheck> &secondRoundChecks(); // asked when all nodes have answered the first round
const QList<ClusterCheck> &clusterChecks();

QStringList checkIds();                                  // all, in the order of resources/checks.json
QList<CheckInfo> checkInfos(const QString &language);    // "en", "zh"; in that order
QString groupTitle(const QString &group, const QString &language);

// connection.cpp
Finding checkReachable(NodeInquiry &ask, const CheckContext &context);
Finding checkHostKey(NodeInquiry &ask, const CheckContext &context);
Finding checkPasswordless(NodeInquiry &ask, const CheckContext &context);
// host.cpp
Finding checkOs(NodeInquiry &ask, const CheckContext &context);
Finding checkArchitecture(NodeInquiry &ask, const CheckContext &context);
Finding checkClock(NodeInquiry &ask, const CheckContext &context);
Finding checkMemory(NodeInquiry &ask, const CheckContext &context);
Finding checkLimits(NodeInquiry &ask, const CheckContext &context);
Finding checkPorts(NodeInquiry &ask, const CheckContext &context);
// space.cpp
Finding checkImageDisk(NodeInquiry &ask, const CheckContext &context);
Finding checkWeightsDisk(NodeInquiry &ask, const CheckContext &context);
Finding checkShm(NodeInquiry &ask, const CheckContext &context);
// driver.cpp
Finding checkDriver(NodeInquiry &ask, const CheckContext &context);
Finding checkDriverVersion(NodeInquiry &ask, const CheckContext &context);
Finding checkFirmwareVersion(NodeInquiry &ask, const CheckContext &context);
Finding checkPairing(NodeInquiry &ask, const CheckContext &context);
// npu.cpp
Finding checkChipCount(NodeInquiry &ask, const CheckContext &context);
Finding checkChipHealth(NodeInquiry &ask, const CheckContext &context);
Finding checkChipsIdle(NodeInquiry &ask, const CheckContext &context);
Finding checkDeviceFiles(NodeInquiry &ask, const CheckContext &context);
// network.cpp, ping.cpp
Finding checkCardAddress(NodeInquiry &ask, const CheckContext &context);
Finding checkCardLink(NodeInquiry &ask, const CheckContext &context);
Finding checkNetHealth(NodeInquiry &ask, const CheckContext &context);
Finding checkGateway(NodeInquiry &ask, const CheckContext &context);
Finding checkTls(NodeInquiry &ask, const CheckContext &context);
Finding checkHccnConf(NodeInquiry &ask, const CheckContext &context);
Finding checkPing(NodeInquiry &ask, const CheckContext &context);
// container.cpp
Finding checkEngine(NodeInquiry &ask, const CheckContext &context);
Finding checkImage(NodeInquiry &ask, const CheckContext &context);
Finding checkImageArchitecture(NodeInquiry &ask, const CheckContext &context);
Finding checkContainerName(NodeInquiry &ask, const CheckContext &context);
// weights.cpp
Finding checkWeightsComplete(NodeInquiry &ask, const CheckContext &context);
Finding checkWeightsConfig(NodeInquiry &ask, const CheckContext &context);
// compare.cpp
Finding compareClocks(const QList<NodeAnswers> &nodes);
Finding compareVersionsOfNodes(const QList<NodeAnswers> &nodes);
Finding compareTls(const QList<NodeAnswers> &nodes);
Finding compareAddresses(const QList<NodeAnswers> &nodes);
Finding compareWeights(const QList<NodeAnswers> &nodes);
