// Capacity: does the model fit into the cards, how many tokens of KV cache remain, how many requests
// of full length at once. Every figure carries its reason; what is not known stays unknown.
#pragma once

#include "core/facts/nodefacts.h"
#include "core/recipes/recipe.h"

struct CapacityInput
{
    QList<NodeFacts> facts;
    std::optional<qint64> weightsBytes;  // all weight files together
    std::optional<Json> modelConfig;     // config.json of the weights
};

struct Capacity
{
    std::optional<bool> fits;
    int cards = 0;
    std::optional<qint64> hbmBytesPerCard;       // the smallest card
    std::optional<qint64> usableBytesPerCard;    // times the share that the engine takes
    std::optional<qint64> weightsBytes;
    std::optional<qint64> weightsBytesPerCard;   // an estimate where config.json is known, else a lower bound
    std::optional<qint64> kvBytesPerToken;       // on each card of a data parallel group
    std::optional<qint64> kvTokens;              // over all groups; an upper bound
    std::optional<qint64> concurrency;           // requests of the full length at once
    QStringList reasons;                         // one sentence per figure
    QStringList warnings;
};

// ErrorKind::Invalid: a setting is wrong. Missing facts are no error.
Result<Capacity> capacityOf(const Deployment &deployment, const Recipe &recipe, const CapacityInput &input);
Json toJson(const Capacity &capacity);

// Bytes of KV cache of one token, on one card: MLA keeps kv_lora_rank + qk_rope_head_dim values per
// layer (DeepSeek-V2, arXiv:2405.04434, §2.1), the sparse attention of V3.2 one key of
// index_head_dim besides; two bytes each. nullopt: not such a model.
std::optional<qint64> mlaBytesPerToken(const Json &modelConfig);

// Share of the parameters that lies in routed experts, spread over all cards. nullopt: not known.
std::optional<double> expertShare(const Json &modelConfig);

QString bytesText(qint64 bytes);         // "58.9 GiB"
