#include "core/artifacts/modelfamily.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using Family = ModelFamily;

int numberOr(const Json &config, const char *key, int usual)
{
    return modelDimension(config, key).value_or(usual);
}

bool flagOr(const Json &config, const char *key, bool usual) { return boolAt(config, key).value_or(usual); }

// Layers that hold experts: DeepSeek says from which on and every how manyth, Qwen which not and every how manyth.
QList<int> expertLayersOf(const Json &config, int layers)
{
    const int first = int(integerAt(config, "first_k_dense_replace").value_or(0)),
              every = numberOr(config, "moe_layer_freq", 1);
    const int step = numberOr(config, "decoder_sparse_step", 1);
    const Json &without = member(config, "mlp_only_layers");
    QList<int> found;
    for (int layer = 0; layer < layers; ++layer) {
        const bool isDense
            = without.is_array() && std::find(without.begin(), without.end(), Json(layer)) != without.end();
        if (layer >= first && layer % every == 0 && (layer + 1) % step == 0 && !isDense)
            found << layer;
    }
    return found;
}

// Every how manyth layer sees all tokens where config.json does not list the layers' types; 0: none does; nullopt: the
// family has no window (transformers, models/*/configuration_*.py).
std::optional<int> fullAttentionEvery(const QString &type, const Json &config)
{
    if (type == "gemma2"_L1 || type == "gpt_oss"_L1)
        return 2;
    if (type.startsWith("gemma3"_L1))
        return numberOr(config, "sliding_window_pattern", 6);
    return QStringList{u"mistral"_s, u"mixtral"_s, u"phi3"_s, u"phimoe"_s}.contains(type) ? std::optional(0)
                                                                                          : std::nullopt;
}

void readWindow(Family &f, const Json &config)
{
    const int usual = f.type == "gpt_oss"_L1 ? 128 : f.type.startsWith("gemma"_L1) ? 4096 : 0;
    const bool isOff = flagOr(config, "use_sliding_window", !f.type.startsWith("qwen"_L1)) == false;
    f.window = isOff ? 0 : numberOr(config, "sliding_window", usual);
    if (f.window == 0)
        return;
    const QStringList types = textsAt(config, "layer_types");
    const std::optional<int> every = fullAttentionEvery(f.type, config);
    if (types.size() == f.layers)
        f.windowedLayers = int(types.count(u"sliding_attention"_s));
    else if (f.type.startsWith("qwen"_L1)) // from that layer on
        f.windowedLayers = std::max(0, f.layers - numberOr(config, "max_window_layers", f.layers));
    else if (every)
        f.windowedLayers = *every > 0 ? f.layers - f.layers / *every : f.layers;
}

// Llama's names, which most have.
void readLlama(Family &f, const Json &config)
{
    f.kvHeads = numberOr(config, "num_key_value_heads", f.heads);
    f.headSize = numberOr(config, "head_dim", f.hidden / std::max(1, f.heads));
    f.hasQkvBias = f.type == "qwen2"_L1 || flagOr(config, "attention_bias", false);
    f.isTied = flagOr(config, "tie_word_embeddings", false);
}

void readExperts(Family &f, const Json &config, const char *expertsKey, const char *widthKey)
{
    f.expertsKey = expertsKey;
    f.widthKey = widthKey;
    f.experts = numberOr(config, expertsKey, 0);
    f.expertWidth = numberOr(config, widthKey, 0);
    f.expertLayers = f.experts > 0 ? expertLayersOf(config, f.layers) : QList<int>();
}

void readMixtral(Family &f, const Json &config) { readExperts(f, config, "num_local_experts", "intermediate_size"); }

void readQwen3Moe(Family &f, const Json &config)
{
    readExperts(f, config, modelDimension(config, "n_routed_experts") ? "n_routed_experts" : "num_experts",
                "moe_intermediate_size");
}

void readQwen2Moe(Family &f, const Json &config)
{
    readExperts(f, config, "num_experts", "moe_intermediate_size");
    f.hasQkvBias = flagOr(config, "qkv_bias", true);
    f.sharedKey = "shared_expert_intermediate_size";
    f.sharedWidth = numberOr(config, f.sharedKey, 5632);
    f.shared = 1;
    f.hasSharedGate = true;
}

void readDeepSeek(Family &f, const Json &config)
{
    readExperts(f, config, "n_routed_experts", "moe_intermediate_size");
    f.shared = numberOr(config, "n_shared_experts", 0);
    f.sharedWidth = f.expertWidth;
    f.guessing = numberOr(config, "num_nextn_predict_layers", 0);
}

void readGlm4Moe(Family &f, const Json &config)
{
    readDeepSeek(f, config);
    f.normedHeads = flagOr(config, "use_qk_norm", false) ? 2 : 0;
}

void readGlm4(Family &f, const Json &) { f.norms = 4; }

// Gemma-2 and -3: a norm before and behind each half of a layer.
void readGemma(Family &f, const Json &config)
{
    f.norms = 4;
    f.headSize = numberOr(config, "head_dim", 256);
    f.isTied = flagOr(config, "tie_word_embeddings", true);
    f.hasOutBias = flagOr(config, "attention_bias", false);
    f.normedHeads = f.type.startsWith("gemma3"_L1) ? 2 : 0;
}

void readGptOss(Family &f, const Json &config)
{
    readExperts(f, config, "num_local_experts", "intermediate_size");
    f.headSize = numberOr(config, "head_dim", 64);
    f.hasQkvBias = f.hasOutBias = flagOr(config, "attention_bias", true);
    f.hasExpertBias = true;
    f.sinks = 1;
}

// In LayerNorm with its bias.
void readPhiMoe(Family &f, const Json &config)
{
    readExperts(f, config, "num_local_experts", "intermediate_size");
    f.hasQkvBias = f.hasOutBias = flagOr(config, "attention_bias", false);
    f.hasHeadBias = flagOr(config, "lm_head_bias", false);
    f.hasNormBias = true;
}

void readFalcon(Family &f, const Json &config)
{
    const bool isNew = flagOr(config, "new_decoder_architecture", false);
    f.kvHeadsKey = "num_kv_heads";
    f.kvHeads = isNew ? numberOr(config, "num_kv_heads", f.heads) : flagOr(config, "multi_query", true) ? 1 : f.heads;
    f.headSize = f.hidden / std::max(1, f.heads);
    f.matrices = 2;
    f.hasNormBias = true;
    f.hasQkvBias = f.hasOutBias = f.hasMlpBias = flagOr(config, "bias", false);
    const bool isParallel = flagOr(config, "parallel_attn", true);
    f.norms = isNew ? numberOr(config, "num_ln_in_parallel_attn", 2) : isParallel ? 1 : 2;
    f.isTied = flagOr(config, "tie_word_embeddings", true);
}

void readOpt(Family &f, const Json &config)
{
    f.kvHeads = f.heads;
    f.headSize = f.hidden / std::max(1, f.heads);
    f.matrices = 2;
    f.hasNormBias = true;
    f.hasQkvBias = f.hasOutBias = f.hasMlpBias = flagOr(config, "enable_bias", true);
    f.lastNorms = flagOr(config, "do_layer_norm_before", true) ? 1 : 0;
    f.positions = numberOr(config, "max_position_embeddings", 2048) + 2; // two before the first place
    f.isTied = flagOr(config, "tie_word_embeddings", true);
    if (const int width = numberOr(config, f.embeddedKey, f.hidden); width != f.hidden)
        f.embedded = width;
}

void readChatGlm(Family &f, const Json &config)
{
    f.kvHeadsKey = "multi_query_group_num";
    f.kvHeads = flagOr(config, "multi_query_attention", false) ? numberOr(config, "multi_query_group_num", 1) : f.heads;
    f.headSizeKey = "kv_channels";
    f.headSize = numberOr(config, "kv_channels", 128);
    f.hasQkvBias = flagOr(config, "add_qkv_bias", false) || flagOr(config, "add_bias_linear", false);
    f.hasOutBias = f.hasMlpBias = flagOr(config, "add_bias_linear", false);
    f.hasNormBias = !flagOr(config, "rmsnorm", true);
    f.lastNorms = flagOr(config, "post_layer_norm", true) ? 1 : 0;
}

struct FamilyRow
{
    const char *type;
    void (*read)(Family &family, const Json &config); // after readLlama; null: nothing differs
    const char *layersKey = "num_hidden_layers", *vocabularyKey = "vocab_size", *denseKey = "intermediate_size";
};

const QList<FamilyRow> &families()
{
    static const QList<FamilyRow> rows{
        {"llama", nullptr},
        {"mistral", nullptr},
        {"qwen2", nullptr},
        {"qwen3", nullptr},
        {"phi3", nullptr},
        {"mixtral", readMixtral},
        {"qwen2_moe", readQwen2Moe},
        {"qwen3_moe", readQwen3Moe},
        {"gemma2", readGemma},
        {"gemma3", readGemma}, // with eyes: the text's model is text_config
        {"gemma3_text", readGemma},
        {"glm4", readGlm4},
        {"glm4_moe", readGlm4Moe},
        {"gpt_oss", readGptOss},
        {"phimoe", readPhiMoe},
        {"falcon", readFalcon, "num_hidden_layers", "vocab_size", "ffn_hidden_size"},
        {"opt", readOpt, "num_hidden_layers", "vocab_size", "ffn_dim"},
        {"chatglm", readChatGlm, "num_layers", "padded_vocab_size", "ffn_hidden_size"},
        {"kimi_k2", readDeepSeek},
    };
    return rows;
}

const FamilyRow *familyRow(const QString &type)
{
    static const FamilyRow deepSeek{"deepseek", readDeepSeek};
    const auto its = std::find_if(families().begin(), families().end(),
                                  [&](const FamilyRow &row) { return type == QLatin1String(row.type); });
    return its != families().end() ? &*its : type.startsWith("deepseek"_L1) ? &deepSeek : nullptr;
}

// Of Gemma 3 with eyes the file has what differs from the class only (Gemma3TextConfig).
Json withUsual(const Json &config, const QString &type)
{
    if (!type.startsWith("gemma3"_L1) || !config.is_object())
        return config;
    Json whole{{"vocab_size", 262208},   {"hidden_size", 2304},      {"intermediate_size", 9216},
               {"num_hidden_layers", 26}, {"num_attention_heads", 8}, {"num_key_value_heads", 4}};
    whole.update(config);
    return whole;
}

} // namespace

std::optional<int> modelDimension(const Json &config, const char *key)
{
    // The dimensions come from a file on a node: anything out of this range is not a model we know.
    const std::optional<qint64> value = integerAt(config, key);
    return value && *value > 0 && *value < 10'000'000 ? std::optional<int>(int(*value)) : std::nullopt;
}

bool isModelFamily(const QString &type) { return familyRow(type) != nullptr; }

std::optional<ModelFamily> modelFamilyOf(const Json &config)
{
    const bool isLatent = config.is_object() && config.contains("kv_lora_rank");
    QString type = stringAt(config, "model_type");
    if (isLatent && type.isEmpty())
        type = u"deepseek"_s;
    const FamilyRow *row = familyRow(type);
    if (!row || (!isLatent && (type.startsWith("deepseek"_L1) || type == "kimi_k2"_L1)))
        return std::nullopt;
    const Json whole = withUsual(type == "gemma3"_L1 ? member(config, "text_config") : config, type);
    const auto hidden = modelDimension(whole, "hidden_size"), layers = modelDimension(whole, row->layersKey),
               heads = modelDimension(whole, "num_attention_heads"),
               vocabulary = modelDimension(whole, row->vocabularyKey);
    // Falcon's is four times as wide where it says nothing.
    const auto dense = type == "falcon"_L1 && hidden
        ? std::optional(numberOr(whole, row->denseKey, 4 * *hidden))
        : modelDimension(whole, row->denseKey);
    if (!hidden || !layers || !heads || !vocabulary || !dense || *layers > 10'000)
        return std::nullopt;
    Family f;
    f.type = type;
    f.hidden = *hidden;
    f.layers = *layers;
    f.heads = *heads;
    f.vocabulary = *vocabulary;
    f.dense = *dense;
    f.layersKey = row->layersKey;
    f.vocabularyKey = row->vocabularyKey;
    f.denseKey = row->denseKey;
    readLlama(f, whole);
    if (row->read)
        row->read(f, whole);
    readWindow(f, whole);
    return f.experts > 0 && f.expertWidth == 0 ? std::nullopt : std::optional(f);
}
