// Capacity: does the model fit into the cards, how many tokens of KV cache remain, how many requests
// of full length at once. Every figure carries its reason; what is not known stays unknown.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

struct CapacityPart
{
    QString name;                        // "Routed experts"
    QString formula;                     // with the keys of config.json
    double parameters = 0;
    double bytes = 0, bytesPerCard = 0;
};

struct CapacityInput
{
    QList<NodeFacts> facts;
    std::optional<qint64> weightsBytes;  // all weight files together
    std::optional<Json> modelConfig;     // config.json of the weights
    // Where these two come from: a node was asked, the facts do not tell, or they are those of a file or of weights
    // that are only thought of.
    enum class Weights { Asked, NotTold, ThoughtOf } weights = Weights::Asked;
    int kvBytesPerValue = 2;             // what a value of the KV cache takes; scales of a quantized one not counted
    QString quantization = {};           // weights that are thought of: "W4A8"; empty: those that there are
    QStringList ownServiceOn = {};       // nodes on which what holds the cards is known to be this deployment's service
};

struct Capacity
{
    std::optional<bool> fits;
    int cards = 0;
    std::optional<qint64> hbmBytesPerCard;       // the smallest card
    std::optional<qint64> baseBytesPerCard;      // of which the engine takes its share
    std::optional<qint64> usableBytesPerCard;    // times the share that the engine takes, at most what HCCL leaves
    std::optional<qint64> hcclBytesPerCard;      // at the least: of one communicator
    std::optional<qint64> weightsBytes;
    std::optional<qint64> weightsBytesPerCard;   // an estimate where config.json is known, else a lower bound
    QString countedAs;                           // "BF16", "W8A8", where neither files nor quantization_config say it
    std::optional<double> parameters;            // of the model, as it is called by
    std::optional<double> guessingParameters;    // of the further layer that guesses tokens ahead; 0: it has none
    QList<CapacityPart> parts;                   // what lies on the cards; empty: the family is not known
    std::optional<qint64> kvBytesPerToken;       // on each card of a data parallel group
    // the same of a request, whatever its length, in layers that keep its last tokens only; 0: there are none
    qint64 kvBytesOfWindows = 0;
    std::optional<qint64> kvTokens;              // over all groups
    std::optional<qint64> concurrency;           // requests of the full length at once
    bool isKvUpperBound = true;                  // false: some layers may keep less than was counted (sliding_window)
    QString refusal, remedy;                      // it does not fit: why, and what to do; else empty
    QString undecided;                            // fits is not known, as it hangs on how the weights are quantized
    QString notFree;                              // it asks for more than a card has that nobody uses; a warning, too
    bool isHeld = false;                          // the same of one that somebody uses, who may be this service itself
    QString doubtful;                             // what is known against such weights in the engine; a warning, too
    QStringList reasons;                         // one sentence per figure
    QStringList warnings;
};

// ErrorKind::Invalid: a setting is wrong. Missing facts are no error.
Result<Capacity> capacityOf(const Deployment &deployment, const Recipe &recipe, const CapacityInput &input);
Json toJson(const Capacity &capacity);

