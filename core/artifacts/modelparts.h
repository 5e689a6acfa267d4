// ModelParts: how many parameters a model has, part by part, and what a token of its KV cache takes, from the numbers
// of its own config.json. Families whose parts are known: DeepSeek-V2/V3/V3.1/V3.2/R1 and Kimi-K2 (MLA), Llama,
// Mistral, Mixtral, Qwen2, Qwen3 and their MoE, Gemma 2 and 3, ChatGLM, GLM-4 and GLM-4.5, gpt-oss, Phi-3, Phi-3.5-MoE,
// Falcon and OPT (MHA, MQA and GQA); see modelfamily.h. Of others nothing is said.
#pragma once

#include "core/base/json.h"

#include <QList>

#include <optional>

struct ModelPart
{
    enum class Kind {
        Embedding,
        OutputHead,
        Attention,
        Latent,
        Indexer,
        DenseMlp,
        RoutedExperts,
        SharedExperts,
        Router,
        Norms,
        Joining,
        Positions,                       // learned embeddings of places
        Vision                           // what sees images, and what joins it to the text's model
    };
    enum class Lies { OverTensorParallel, OverAllCards, OnEveryCard };
    Kind kind = Kind::Attention;
    double parameters = 0;
    QString formula;                     // with the keys of config.json: "vocab_size 129280 × hidden_size 7168"
    Lies lies = Lies::OverTensorParallel;
    bool isLinear = true;                // may be quantized where the weights are; else two bytes each
    // of the layers that guess tokens ahead (num_nextn_predict_layers), loaded only for that
    bool isGuessing = false;
};

// One token in one layer: MLA keeps one latent for all heads, the others K and V of each KV head.
struct KvShape
{
    int layers = 0, guessingLayers = 0;
    int latent = 0, rope = 0, index = 0; // MLA; index: the sparse attention's key
    int heads = 0, headSize = 0;         // the others
    int window = 0, windowedLayers = 0;  // layers (of these) that see the last tokens only, and how many tokens
    // Some do and some do not, so that an engine can keep less for them.
    bool isMixed() const { return windowedLayers > 0 && windowedLayers < layers; }
    bool isLatent() const { return latent > 0; }
    // a head is not divided: below one it is held several times
    int headsOnCard(int tensorParallel) const;
    qint64 bytesInLayer(int tensorParallel, int bytesPerValue = 2) const;                // of a token, on each card
    qint64 bytesPerToken(int tensorParallel, bool guesses, int bytesPerValue = 2) const; // if every layer keeps it
};

struct ModelParts
{
    QList<ModelPart> parts;
    KvShape kv;
    QString source;                      // where the parts are described
    double parameters() const;           // without the guessing layers, as models are called
    double guessingParameters() const;
};

// Whose config.json is understood, when it is whole. model_type: "llama", "deepseek_v3".
bool isKnownModelType(const QString &type);
std::optional<ModelParts> modelPartsOf(const Json &modelConfig);

// Bytes of a quantized value: "W8A8" 1, "W4A16" 0.5, "BF16" 2; nullopt: the text names no such width.
std::optional<double> bytesOfQuantization(const QString &words);
// As config.json says itself: "quantize" of MindIE, "quantization_config" of Hugging Face (transformers, quantizers:
// fp8, mxfp4, "bits" of GPTQ and AWQ, "num_bits" of compressed-tensors); nullopt: it names none.
std::optional<double> ownQuantizedBytes(const Json &modelConfig);
