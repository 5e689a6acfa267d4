// ModelShape: by which numbers of its config.json a recipe's model is known. What the recipe does not say is not
// compared.
#pragma once

#include "core/base/json.h"
#include "core/recipes/recipeshape.h"

struct ModelShape
{
    QStringList types;                   // any of these as model_type: engines rename it
    std::optional<qint64> hiddenSize, layers, routedExperts;
    std::optional<bool> indexer;         // has the sparse attention's index_head_dim, or has not
    bool operator==(const ModelShape &) const = default;
};

ModelShape modelShapeOf(const Json &recipeData);
RecipeShape modelShapeRecipe();          // how "modelShape" is written in a recipe's file

// What of config.json is another model's: "hidden_size 4096, not 7168". Keys that the file has not are passed over.
QStringList differencesFrom(const ModelShape &shape, const Json &modelConfig);
// The longest request that vLLM takes of a model without being told otherwise (get_and_verify_max_len,
// vllm/config/model.py): max_position_embeddings, or what its rope scaling makes of it.
std::optional<qint64> longestContext(const Json &modelConfig);
// "Qwen3ForCausalLM, qwen3, 36 layers, hidden_size 4096"; empty: it says nothing of the kind
QString modelWords(const Json &modelConfig);
