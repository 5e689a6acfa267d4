// CheckContext: what a check needs to know beside the machine's own answers, and the short way to say its finding.
#pragma once

#include "core/base/languages.h"
#include "core/base/sizetext.h"
#include "core/engines/engine.h"
#include "core/facts/nodeanswers.h"
#include "core/recipes/modelshape.h"
#include "core/runs/runstate.h"

#include <QCoreApplication>

// How HCCL finds a node's own address where no rank table gives it: what the recipe's environment script says.
struct HcclNetwork
{
    bool isKnown = false;                            // there is a recipe that says so
    QString interfaces;                              // HCCL_SOCKET_IFNAME, "${node.interface}" not filled in
    bool hasAddress = false, hasTable = false;       // HCCL_IF_IP, RANK_TABLE_FILE: they go first
    int basePort = 60000;                // HCCL_IF_BASE_PORT: the first of 32
    bool operator==(const HcclNetwork &) const = default;
};

// What the deployment wants of its machines: the recipe's settings with the user's own over them.
struct CheckSettings
{
    QString engineName = QLatin1String(usualEngine().name); // as people do
    EngineDemands demands = usualEngine().demands;
    bool usesCardNetwork = true;                     // the cards' own network ports carry something
    QString image, weights, containerName;
    QString command;                                 // in the container, where the user writes it
    bool fetchesWeights = false;                     // the deployment does what is missing of them, but on:
    QString weightsNode;                             // the node that they are copied from; empty: there is none
    bool loadsImage = false;                         // from an archive, where it is missing
    bool pullsImage = false;                         // from its registry
    QString folder;                                  // of its files on each node
    QStringList mounted;                             // places in the container, besides the weights
    QStringList mountedFrom;                         // the same of the node
    QStringList driverMounts;                        // files and folders of the node that the recipe mounts
    QString ipc = QStringLiteral("host");
    std::optional<int> shmGb;                        // --shm-size, when ipc is not "host"
    QList<NodePort> ports;               // of all nodes
    int hcclFirstPort = 60000, hcclLastPort = 60050; // 0: no range is set aside
    bool joinsByRankTable = false;                   // several nodes find each other by a rank table
    // tokens of one request, of engines that refuse more than the model has
    std::optional<qint64> longestContext;
    QString longestKey;                              // the setting that says so
    QString model;                                   // as the recipe names it
    QString release;                                 // of the engine that flags and files are for; empty: not told
    std::optional<OtherRelease> otherRelease;        // where the image's tag says another one
    QString quantization;                        // the same: "W8A8"; empty: none
    bool isPrivileged = true;                    // the container
    bool unsetsProxies = false;                  // the recipe's environment script takes them away
    HcclNetwork hcclNetwork;
    bool usesGloo = false;                           // between the nodes: its environment names Gloo's interface
    QStringList driverFeatures;                      // featuresUsed()
    ModelShape modelShape;                           // by which its weights are known
    std::optional<int> chipsPerNode;
    QString chipsKey;                                // the setting that says so; empty: the recipe itself
    QString kind;                                    // "a2", "a3"
    QString architecture;                            // of the machines: "aarch64"; empty: any
    std::optional<int> dataParallel;                 // dp: decides the least /dev/shm
    bool operator==(const CheckSettings &) const = default;
};
// From the deployment's recipe; a recipe that is not known leaves the defaults of the MindIE service.
CheckSettings checkSettingsOf(const Deployment &deployment);
// Would the checks answer the same of the same nodes? A setting that no node is asked about is judged, too
// (recipe.settings, recipe.capacity).
bool isCheckedAlike(const Deployment &one, const Deployment &other);

struct CheckContext
{
    Node node;
    Deployment deployment;
    CheckSettings settings;
    // the id of the run that this machine knows of the deployment; empty: none
    QString run;
    QString original;                                // KnownRun::original: what runs is that file's, not this one's
    MadeOn made;                                     // what that run made on the node
    // why it could not bring the image there, in every language; empty: it did not try, or it is there
    QString imageFailure;
    QString language = QStringLiteral("en");
    QList<NodeAnswers> others;                       // second round: what the other nodes answered in the first
    NodeAnswers own;                                 // second round: what this node answered
    // each card's own firmware, not only the first one's: asked for by name, it takes about a second a card
    bool asksAllCards = false;
    // second round: every pair of cards and of nodes, not only neighbours
    bool asksAllPairs = false;

    // What the deployment's processes bind on this node; not HCCL's.
    // What HCCL listens on at each node: the range that is set aside, else where several nodes compute together its
    // own, 32 from HCCL_IF_BASE_PORT on (HCCL user guide). A launch with a rank table does not use the range
    // (HCCL_HOST_SOCKET_PORT_RANGE is for root-info communicators). 0 and 0: none.
    std::pair<int, int> hcclPorts() const;
    QList<NodePort> ownPorts() const;
    // Of the nodes that answered, the `count` that come after this one in the deployment, and after the last the first.
    QList<NodeAnswers> nextReachable(int count) const;
    bool fetchesWeightsOn(const QString &name) const { return settings.fetchesWeights && name != settings.weightsNode; }
    bool fetchesWeights() const { return fetchesWeightsOn(node.name); }
};

struct Checks
{
    ASC_TR_FUNCTIONS(Checks)
};

// Findings in short. The summary is a sentence without the node's name, which the run puts before it; an empty
// remedy is filled from resources/checks.json.
Finding passed(const QString &value, const QString &summary);
Finding passedAsOwn(const QString &value, const QString &summary); // what is taken is the deployment's own
Finding warned(const QString &value, const QString &summary, const QString &remedy = {});
Finding failed(const QString &value, const QString &summary, const QString &remedy = {});
Finding ofSettings(Finding finding);                 // what is to be changed is the deployment, not the node
Finding unknown(const Error &error);                 // it could not be asked; its fact "remedy" is the finding's
Finding unknown(const QString &summary, const QString &value = {});
// nullopt: the cards' own network is used. Else why nobody is asked about it.
std::optional<Finding> noCardNetwork(const CheckContext &context);
Finding skipped(const QString &dependsOn, const QString &reason); // "needs container.engine: ..."
Finding notAsked(const QString &summary, const QString &remedy = {}); // there is nothing to ask

QString listText(const QList<int> &numbers);         // "0-3, 7"
QString orDash(const QString &text);
// Four of them at most: "a, b, c, d and 3 more"
QString firstFew(const QStringList &names, const QString &separator = QStringLiteral(", "));
