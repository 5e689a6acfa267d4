#include "core/artifacts/modelparts.h"

#include "core/base/languages.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct PartsText
{
    ASC_TR_FUNCTIONS(Capacity)
};

using Kind = ModelPart::Kind;
using Lies = ModelPart::Lies;

QString layersText(int layers) { return PartsText::tr("%1 layers", "of a model").arg(layers); }

// The dimensions come from a file on a node: anything out of this range is not a model we know.
std::optional<int> dimension(const Json &config, const char *key)
{
    const std::optional<qint64> value = integerAt(config, key);
    return value && *value > 0 && *value < 10'000'000 ? std::optional<int>(int(*value)) : std::nullopt;
}

// What a layer and its neighbours are made of, under one name for all families.
struct Dimensions
{
    int hidden = 0, layers = 0, heads = 0, vocabulary = 0, dense = 0;
    int experts = 0, expertWidth = 0, shared = 0, expertLayers = 0, guessing = 0;
    bool isTied = false;
    const char *expertsKey = "n_routed_experts", *widthKey = "moe_intermediate_size";
};

QString named(const char *key, int value) { return u"%1 %2"_s.arg(QLatin1String(key)).arg(value); }
QString times(const QStringList &factors) { return factors.join(u" × "_s); }

// Layers that hold experts: DeepSeek says from which on and every how manyth, Qwen which not and every how manyth.
int expertLayersOf(const Json &config, int layers)
{
    const int first = int(integerAt(config, "first_k_dense_replace").value_or(0)),
              every = dimension(config, "moe_layer_freq").value_or(1);
    const int step = dimension(config, "decoder_sparse_step").value_or(1);
    const Json &without = member(config, "mlp_only_layers");
    int count = 0;
    for (int layer = 0; layer < layers; ++layer) {
        const bool isDense
            = without.is_array() && std::find(without.begin(), without.end(), Json(layer)) != without.end();
        count += layer >= first && layer % every == 0 && (layer + 1) % step == 0 && !isDense;
    }
    return count;
}

void addMlps(ModelParts &model, const Dimensions &d)
{
    const QString hidden = named("hidden_size", d.hidden);
    if (const int denseLayers = d.layers - d.expertLayers; denseLayers > 0)
        model.parts << ModelPart{Kind::DenseMlp, 3.0 * d.hidden * d.dense * denseLayers,
                                 times({u"3"_s, hidden, named("intermediate_size", d.dense), layersText(denseLayers)})};
    for (const bool isGuessing : {false, true}) {
        const int layers = d.experts > 0 ? (isGuessing ? d.guessing : d.expertLayers) : 0;
        if (layers == 0)
            continue;
        const QString many = layersText(layers), width = named(d.widthKey, d.expertWidth);
        model.parts << ModelPart{Kind::RoutedExperts,
                                 3.0 * d.experts * d.hidden * d.expertWidth * layers,
                                 times({u"3"_s, named(d.expertsKey, d.experts), hidden, width, many}),
                                 Lies::OverAllCards,
                                 true,
                                 isGuessing};
        if (d.shared > 0)
            model.parts << ModelPart{Kind::SharedExperts,
                                     3.0 * d.shared * d.hidden * d.expertWidth * layers,
                                     times({u"3"_s, named("n_shared_experts", d.shared), hidden, width, many}),
                                     Lies::OverTensorParallel,
                                     true,
                                     isGuessing};
        model.parts << ModelPart{Kind::Router,
                                 double(d.experts) * d.hidden * layers,
                                 times({named(d.expertsKey, d.experts), hidden, many}),
                                 Lies::OnEveryCard,
                                 false,
                                 isGuessing};
    }
}

void addEnds(ModelParts &model, const Dimensions &d)
{
    const QString formula = times({named("vocab_size", d.vocabulary), named("hidden_size", d.hidden)});
    const double parameters = double(d.vocabulary) * d.hidden;
    model.parts << ModelPart{Kind::Embedding, parameters, formula, Lies::OverTensorParallel, false};
    if (!d.isTied)
        model.parts << ModelPart{Kind::OutputHead, parameters, formula, Lies::OverTensorParallel, false};
    model.parts << ModelPart{Kind::Norms, (2.0 * d.layers + 1) * d.hidden,
                             times({u"(2 × %1 + 1)"_s.arg(named("num_hidden_layers", d.layers)),
                                    named("hidden_size", d.hidden)}),
                             Lies::OnEveryCard, false};
    if (d.guessing > 0) // eh_proj joins the last state with the embedding of the next token
        model.parts << ModelPart{Kind::Joining,
                                 2.0 * d.hidden * d.hidden * d.guessing,
                                 times({u"2"_s, named("hidden_size", d.hidden), QString::number(d.hidden),
                                        named("num_nextn_predict_layers", d.guessing)}),
                                 Lies::OnEveryCard,
                                 false,
                                 true};
}

// DeepSeek-V2's attention. Latent: what makes the latents, for all heads at once, so it is not divided.
bool addLatentAttention(ModelParts &model, const Json &config, const Dimensions &d)
{
    const auto latent = dimension(config, "kv_lora_rank"), rope = dimension(config, "qk_rope_head_dim"),
               nope = dimension(config, "qk_nope_head_dim"), value = dimension(config, "v_head_dim");
    if (!latent || !rope || !nope || !value)
        return false;
    const int query = dimension(config, "q_lora_rank").value_or(0), head = *nope + *rope;
    const double queries = double(query > 0 ? query : d.hidden) * d.heads * head;
    const double perHead = queries + double(*latent) * d.heads * (*nope + *value) + double(d.heads) * *value * d.hidden;
    const double down = double(d.hidden) * (query + *latent + *rope);
    const QString heads = named("num_attention_heads", d.heads);
    const QString from = query > 0 ? named("q_lora_rank", query) : named("hidden_size", d.hidden);
    const QString each = u"(%1 × (%2 + %3) + %4 × (%5 + %6) + %6 × %7)"_s.arg(from)
                             .arg(*nope)
                             .arg(*rope)
                             .arg(named("kv_lora_rank", *latent))
                             .arg(*nope)
                             .arg(*value)
                             .arg(d.hidden);
    const QString latents
        = query > 0 ? u"(%1 + %2 + %3)"_s.arg(query).arg(*latent).arg(*rope) : u"(%1 + %2)"_s.arg(*latent).arg(*rope);
    const auto index = dimension(config, "index_head_dim"), indexHeads = dimension(config, "index_n_heads");
    for (const bool isGuessing : {false, true}) {
        const int layers = isGuessing ? d.guessing : d.layers;
        if (layers == 0)
            continue;
        const QString many = layersText(layers);
        model.parts << ModelPart{
            Kind::Attention, perHead * layers, times({heads, each, many}), Lies::OverTensorParallel, true, isGuessing};
        model.parts << ModelPart{
            Kind::Latent,      down * layers, times({named("hidden_size", d.hidden), latents, many}),
            Lies::OnEveryCard, true,          isGuessing};
        if (index && indexHeads && query > 0)
            model.parts << ModelPart{
                Kind::Indexer,
                (double(query) * *indexHeads * *index + double(d.hidden) * (*index + *indexHeads)) * layers,
                times({u"(%1 × %2 × %3 + hidden_size %4 × (%3 + %2))"_s.arg(named("q_lora_rank", query))
                           .arg(*indexHeads)
                           .arg(*index)
                           .arg(d.hidden),
                       many}),
                Lies::OnEveryCard,
                false,
                isGuessing};
    }
    model.kv = {d.layers, d.guessing, *latent, *rope, index.value_or(0), 0, 0};
    model.source = u"DeepSeek-V2, arXiv:2405.04434; DeepSeek-V3, arXiv:2412.19437"_s;
    return true;
}

bool addGroupedAttention(ModelParts &model, const Json &config, const Dimensions &d)
{
    const int kvHeads = dimension(config, "num_key_value_heads").value_or(d.heads),
              head = dimension(config, "head_dim").value_or(d.hidden / d.heads);
    const bool hasBias = stringAt(config, "model_type") == u"qwen2" || boolAt(config, "attention_bias").value_or(false);
    const double inner = double(d.heads) * head, kv = double(kvHeads) * head;
    const double layer = 2 * inner * d.hidden + 2 * kv * d.hidden + (hasBias ? inner + 2 * kv : 0);
    model.parts << ModelPart{
        Kind::Attention, layer * d.layers,
        times({u"2"_s, u"(%1 + %2)"_s.arg(named("num_attention_heads", d.heads), named("num_key_value_heads", kvHeads)),
               u"head_dim %1"_s.arg(head), named("hidden_size", d.hidden), layersText(d.layers)})};
    model.kv = {d.layers, 0, 0, 0, 0, kvHeads, head};
    model.source = u"GQA, arXiv:2305.13245"_s;
    return true;
}

} // namespace

static const QStringList &groupedTypes()
{
    static const QStringList types{u"llama"_s, u"mistral"_s, u"qwen2"_s, u"qwen3"_s, u"qwen3_moe"_s, u"mixtral"_s};
    return types;
}

bool isKnownModelType(const QString &type)
{
    return groupedTypes().contains(type) || type.startsWith(u"deepseek"_s) || type == u"kimi_k2";
}

std::optional<ModelParts> modelPartsOf(const Json &config)
{
    const QString type = stringAt(config, "model_type");
    const bool isLatent = config.is_object() && config.contains("kv_lora_rank");
    if (isLatent ? !type.isEmpty() && !isKnownModelType(type) : !groupedTypes().contains(type))
        return std::nullopt;
    const char *const widthKey = type == u"mixtral" ? "intermediate_size" : "moe_intermediate_size";
    const auto hidden = dimension(config, "hidden_size"), layers = dimension(config, "num_hidden_layers"),
               heads = dimension(config, "num_attention_heads"), vocabulary = dimension(config, "vocab_size"),
               dense = dimension(config, "intermediate_size"), width = dimension(config, widthKey);
    const char *const expertsKey = dimension(config, "n_routed_experts").has_value() ? "n_routed_experts"
        : type == u"mixtral"                                                         ? "num_local_experts"
                                                                                     : "num_experts";
    const int experts = dimension(config, expertsKey).value_or(0);
    if (!hidden || !layers || !heads || !vocabulary || !dense || *layers > 10'000 || (experts > 0 && !width))
        return std::nullopt;
    Dimensions d{*hidden,
                 *layers,
                 *heads,
                 *vocabulary,
                 *dense,
                 experts,
                 width.value_or(0),
                 dimension(config, "n_shared_experts").value_or(0),
                 0,
                 0,
                 boolAt(config, "tie_word_embeddings").value_or(false)};
    d.expertsKey = expertsKey;
    d.widthKey = widthKey;
    d.expertLayers = experts > 0 ? expertLayersOf(config, *layers) : 0;
    d.guessing = isLatent ? dimension(config, "num_nextn_predict_layers").value_or(0) : 0;
    ModelParts model;
    if (!(isLatent ? addLatentAttention(model, config, d) : addGroupedAttention(model, config, d)))
        return std::nullopt;
    addMlps(model, d);
    addEnds(model, d);
    return model;
}

double ModelParts::parameters() const
{
    double sum = 0;
    for (const ModelPart &part : parts)
        sum += part.isGuessing ? 0 : part.parameters;
    return sum;
}

double ModelParts::guessingParameters() const
{
    double sum = 0;
    for (const ModelPart &part : parts)
        sum += part.isGuessing ? part.parameters : 0;
    return sum;
}

int KvShape::headsOnCard(int tensorParallel) const
{
    return std::max(1, (heads + tensorParallel - 1) / std::max(1, tensorParallel));
}

qint64 KvShape::bytesPerToken(int tensorParallel, bool guesses, int bytesPerValue) const
{
    const qint64 values
        = isLatent() ? qint64(latent) + rope + index : 2 * qint64(headsOnCard(tensorParallel)) * headSize;
    return values * bytesPerValue * (layers + (guesses ? guessingLayers : 0));
}

std::optional<double> quantizedBytes(const Json &config, const QString &recipeQuantization)
{
    static const QRegularExpression widths(u"\\bw(\\d+)a\\d+"_s, QRegularExpression::CaseInsensitiveOption);
    for (const QString &words : {stringAt(config, "quantize"), recipeQuantization}) {
        if (const auto match = widths.match(words); match.hasMatch())
            return match.captured(1).toInt() / 8.0;
        if (words.compare(u"bf16"_s, Qt::CaseInsensitive) == 0)
            return 2;
    }
    if (stringAt(member(config, "quantization_config"), "quant_method") == u"fp8")
        return 1;
    return std::nullopt;
}
