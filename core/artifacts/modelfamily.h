// ModelFamily: what a layer and its neighbours are made of, under one name for all architectures, read from the keys of
// each one's config.json; what it does not say is what its config class says (transformers, models/*/configuration_*.py
// and modeling_*.py; ChatGLM's own modeling_chatglm.py). A new architecture is a function and its row of families() in
// modelfamily.cpp.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

struct ModelFamily
{
    QString type;                        // model_type
    int hidden = 0, layers = 0, heads = 0, vocabulary = 0, dense = 0;
    int kvHeads = 0, headSize = 0;       // of grouped attention
    int experts = 0, expertWidth = 0, guessing = 0;
    QList<int> expertLayers;             // those that hold experts, from 0
    int shared = 0, sharedWidth = 0;     // shared experts and the width of each
    bool isTied = false;                 // the output head is the embeddings
    bool hasQkvBias = false, hasOutBias = false, hasMlpBias = false, hasExpertBias = false, hasHeadBias = false;
    bool hasSharedGate = false;          // one value decides how much of the shared expert counts
    int matrices = 3;                    // of an MLP: 3 with a gate, 2 without
    int norms = 2, lastNorms = 1;        // of a layer, behind all layers
    bool hasNormBias = false;
    int normedHeads = 0;                 // norms of one head's width in each layer: 2 for queries and keys
    int sinks = 0;                       // further values of each head in each layer
    int window = 0, windowedLayers = 0;  // layers whose attention sees the last tokens only, and how many tokens
    int positions = 0;                   // learned embeddings of places
    int embedded = 0;                    // width of the words' embeddings, taken to hidden and back; 0: hidden
    const char *embeddedKey = "word_embed_proj_dim";
    const char *vocabularyKey = "vocab_size", *denseKey = "intermediate_size", *layersKey = "num_hidden_layers";
    const char *expertsKey = "n_routed_experts", *widthKey = "moe_intermediate_size", *sharedKey = "n_shared_experts";
    const char *kvHeadsKey = "num_key_value_heads", *headSizeKey = "head_dim";
    const char *positionsKey = "max_position_embeddings";
};

// A number that a model can have; nullopt: it is not there, or no model has such a one.
std::optional<int> modelDimension(const Json &config, const char *key);

bool isModelFamily(const QString &type);
// nullopt: its parts are not known, or config.json is not whole.
std::optional<ModelFamily> modelFamilyOf(const Json &config);
