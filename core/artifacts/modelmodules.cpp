#include "core/artifacts/modelmodules.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

using Kind = ModelPart::Kind;

// In one layer; each name goes behind "model.layers.3.".
struct LayerModule
{
    QStringList names;
    int in = 0, out = 0;
};

// Fused matrices are called by one name for all that is in them ("qkv_proj"). What a family does not have cannot stand
// in its config.json.
QList<LayerModule> attentionOf(const ModelFamily &f, const Json &config, Kind kind)
{
    const QString fused = u"self_attn.fused_qkv_a_proj_with_mqa"_s;
    if (!config.contains("kv_lora_rank")) {
        const int inner = f.heads * f.headSize, kv = f.kvHeads * f.headSize;
        const QStringList ofAll{u"self_attn.qkv_proj"_s, u"self_attention.query_key_value"_s};
        return {{QStringList{u"self_attn.q_proj"_s} + ofAll, f.hidden, inner},
                {QStringList{u"self_attn.k_proj"_s} + ofAll, f.hidden, kv},
                {QStringList{u"self_attn.v_proj"_s} + ofAll, f.hidden, kv},
                {{u"self_attn.o_proj"_s, u"self_attn.out_proj"_s, u"self_attention.dense"_s}, inner, f.hidden}};
    }
    const auto number = [&](const char *key) { return modelDimension(config, key).value_or(0); };
    const int query = number("q_lora_rank"), latent = number("kv_lora_rank"), rope = number("qk_rope_head_dim"),
              nope = number("qk_nope_head_dim"), value = number("v_head_dim"), queries = f.heads * (nope + rope);
    QList<LayerModule> modules;
    if (kind == Kind::Latent) {
        if (query > 0)
            modules << LayerModule{{u"self_attn.q_a_proj"_s, fused}, f.hidden, query};
        return modules << LayerModule{{u"self_attn.kv_a_proj_with_mqa"_s, fused}, f.hidden, latent + rope};
    }
    modules << (query > 0 ? LayerModule{{u"self_attn.q_b_proj"_s}, query, queries}
                          : LayerModule{{u"self_attn.q_proj"_s}, f.hidden, queries});
    return modules << LayerModule{{u"self_attn.kv_b_proj"_s}, latent, f.heads * (nope + value)}
                   << LayerModule{{u"self_attn.o_proj"_s}, f.heads * value, f.hidden};
}

QList<LayerModule> mlpOf(const ModelFamily &f)
{
    const QString wide = u"mlp.dense_h_to_4h"_s, both = u"mlp.gate_up_proj"_s;
    QList<LayerModule> modules{{{u"mlp.up_proj"_s, both, wide, u"fc1"_s}, f.hidden, f.dense},
                               {{u"mlp.down_proj"_s, u"mlp.dense_4h_to_h"_s, u"fc2"_s}, f.dense, f.hidden}};
    if (f.matrices == 3)
        modules << LayerModule{{u"mlp.gate_proj"_s, both, wide}, f.hidden, f.dense};
    return modules;
}

QList<LayerModule> expertOf(const ModelFamily &f)
{
    const QString all = u"mlp.experts"_s, both = u"mlp.experts.gate_up_proj"_s; // in one: gpt-oss, engines
    return {{{u"mlp.experts.0.gate_proj"_s, u"block_sparse_moe.experts.0.w1"_s, both, all}, f.hidden, f.expertWidth},
            {{u"mlp.experts.0.up_proj"_s, u"block_sparse_moe.experts.0.w3"_s, both, all}, f.hidden, f.expertWidth},
            {{u"mlp.experts.0.down_proj"_s, u"block_sparse_moe.experts.0.w2"_s, u"mlp.experts.down_proj"_s, all},
             f.expertWidth,
             f.hidden}};
}

QList<LayerModule> sharedExpertOf(const ModelFamily &f)
{
    const int width = f.shared * f.sharedWidth;
    const auto named = [](const char *name) {
        return QStringList{u"mlp.shared_experts."_s + QLatin1String(name),
                           u"mlp.shared_expert."_s + QLatin1String(name)};
    };
    return {{named("gate_proj") + named("gate_up_proj"), f.hidden, width},
            {named("up_proj") + named("gate_up_proj"), f.hidden, width},
            {named("down_proj"), width, f.hidden}};
}

QList<LayerModule> neverQuantized(Kind kind)
{
    switch (kind) {
    case Kind::Router:
        return {{{u"mlp.gate"_s, u"mlp.router"_s, u"block_sparse_moe.gate"_s, u"mlp.shared_expert_gate"_s}, 0, 0}};
    case Kind::Norms:
        return {{{u"input_layernorm"_s, u"post_attention_layernorm"_s, u"self_attn.q_norm"_s, u"self_attn.k_norm"_s,
                  u"self_attn.q_a_layernorm"_s, u"self_attn.kv_a_layernorm"_s},
                 0,
                 0}};
    case Kind::Indexer:
        return {{{u"self_attn.indexer.wq_b"_s, u"self_attn.indexer.wk"_s, u"self_attn.indexer.weights_proj"_s}, 0, 0}};
    case Kind::Joining:
        return {{{u"eh_proj"_s, u"enorm"_s, u"hnorm"_s, u"shared_head.head"_s, u"embed_tokens"_s}, 0, 0}};
    default:
        return {};
    }
}

// Of the whole model, in no layer.
QStringList besideLayers(Kind kind)
{
    switch (kind) {
    case Kind::Embedding:
        return {u"model.embed_tokens"_s, u"transformer.word_embeddings"_s, u"transformer.embedding"_s};
    case Kind::OutputHead:
        return {u"lm_head"_s, u"transformer.output_layer"_s};
    case Kind::Positions:
        return {u"model.decoder.embed_positions"_s};
    case Kind::Norms:
        return {u"model.norm"_s};
    case Kind::Vision:
        return {u"vision_tower.vision_model.encoder.layers.0.self_attn.q_proj"_s,
                u"model.vision_tower.vision_model.encoder.layers.0.mlp.fc1"_s, u"multi_modal_projector"_s,
                u"model.multi_modal_projector"_s};
    default:
        return {};
    }
}

QStringList pathsOf(const QString &type)
{
    if (type == "falcon"_L1)
        return {u"transformer.h."_s};
    if (type == "opt"_L1)
        return {u"model.decoder.layers."_s};
    if (type == "chatglm"_L1)
        return {u"transformer.encoder.layers."_s};
    if (type == "gemma3"_L1)
        return {u"language_model.model.layers."_s, u"model.language_model.layers."_s, u"model.layers."_s};
    return {u"model.layers."_s};
}

QList<int> layersOf(const ModelFamily &f, const ModelPart &part)
{
    QList<int> layers;
    const int first = part.isGuessing ? f.layers : 0, end = part.isGuessing ? f.layers + f.guessing : f.layers;
    const bool isOfExperts = part.kind == Kind::RoutedExperts || part.kind == Kind::SharedExperts
        || part.kind == Kind::Router;
    for (int layer = first; layer < end; ++layer) {
        const bool hasExperts = part.isGuessing || f.expertLayers.contains(layer);
        if (isOfExperts ? hasExperts : part.kind != Kind::DenseMlp || !hasExperts)
            layers << layer;
    }
    return layers;
}

} // namespace

QList<ModelModule> modulesOf(const ModelFamily &f, const Json &config, const ModelPart &part)
{
    const Kind kind = part.kind;
    const QList<LayerModule> each = kind == Kind::Attention || kind == Kind::Latent ? attentionOf(f, config, kind)
        : kind == Kind::DenseMlp                                                     ? mlpOf(f)
        : kind == Kind::RoutedExperts                                                ? expertOf(f)
        : kind == Kind::SharedExperts                                                ? sharedExpertOf(f)
                                                                                     : neverQuantized(kind);
    QList<ModelModule> modules;
    if (const QStringList beside = besideLayers(kind); !beside.isEmpty())
        modules << ModelModule{beside, 1, 0, 0};
    const QList<int> layers = each.isEmpty() ? QList<int>() : layersOf(f, part);
    const QStringList paths = pathsOf(f.type);
    for (const int layer : layers) {
        for (const LayerModule &one : each) {
            ModelModule module{{}, kind == Kind::RoutedExperts ? double(f.experts) : 1.0, one.in, one.out};
            for (const QString &path : paths) {
                for (const QString &name : one.names)
                    module.names << path + QString::number(layer) + u'.' + name;
            }
            modules << module;
        }
    }
    return modules;
}
