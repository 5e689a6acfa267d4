#include "core/artifacts/modelparts.h"

#include "core/artifacts/modelfamily.h"
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

QString named(const char *key, int value) { return u"%1 %2"_s.arg(QLatin1String(key)).arg(value); }
QString times(const QStringList &factors) { return factors.join(u" × "_s); }

// What a part has besides, in each layer: biases and the like.
QString besides(double each, int layers)
{
    return each > 0 ? u" + %1 × %2"_s.arg(each, 0, 'f', 0).arg(layersText(layers)) : QString();
}

void addExperts(ModelParts &model, const ModelFamily &f, int layers, bool isGuessing)
{
    const QString hidden = named("hidden_size", f.hidden), many = layersText(layers);
    const double biases = f.hasExpertBias ? double(f.experts) * (2.0 * f.expertWidth + f.hidden) : 0;
    model.parts << ModelPart{Kind::RoutedExperts,
                             (3.0 * f.experts * f.hidden * f.expertWidth + biases) * layers,
                             times({u"3"_s, named(f.expertsKey, f.experts), hidden,
                                    named(f.widthKey, f.expertWidth), many})
                                 + besides(biases, layers),
                             Lies::OverAllCards,
                             true,
                             isGuessing};
    const bool isOneWidth = QLatin1String(f.sharedKey) == "shared_expert_intermediate_size"_L1;
    const double gate = f.hasSharedGate ? f.hidden : 0;
    if (f.shared > 0)
        model.parts << ModelPart{Kind::SharedExperts,
                                 (3.0 * f.shared * f.hidden * f.sharedWidth + gate) * layers,
                                 (isOneWidth
                                      ? times({u"3"_s, hidden, named(f.sharedKey, f.sharedWidth), many})
                                      : times({u"3"_s, named(f.sharedKey, f.shared), hidden,
                                               named(f.widthKey, f.sharedWidth), many}))
                                     + besides(gate, layers),
                                 Lies::OverTensorParallel,
                                 true,
                                 isGuessing};
    const double routerBias = f.hasExpertBias ? f.experts : 0;
    model.parts << ModelPart{Kind::Router,
                             (double(f.experts) * f.hidden + routerBias) * layers,
                             times({named(f.expertsKey, f.experts), hidden, many}) + besides(routerBias, layers),
                             Lies::OnEveryCard,
                             false,
                             isGuessing};
}

void addMlps(ModelParts &model, const ModelFamily &f)
{
    if (const int dense = f.layers - int(f.expertLayers.size()); dense > 0) {
        const double biases = f.hasMlpBias ? (f.matrices - 1.0) * f.dense + f.hidden : 0;
        model.parts << ModelPart{Kind::DenseMlp, (double(f.matrices) * f.hidden * f.dense + biases) * dense,
                                 times({QString::number(f.matrices), named("hidden_size", f.hidden),
                                        named(f.denseKey, f.dense), layersText(dense)})
                                     + besides(biases, dense)};
    }
    if (f.experts > 0) {
        addExperts(model, f, int(f.expertLayers.size()), false);
        if (f.guessing > 0)
            addExperts(model, f, f.guessing, true);
    }
}

void addNorms(ModelParts &model, const ModelFamily &f)
{
    const int width = f.hasNormBias ? 2 : 1;
    const double ofHeads = double(f.normedHeads) * f.headSize;
    const QString count = u"(%1 × %2 + %3)"_s.arg(f.norms).arg(named(f.layersKey, f.layers)).arg(f.lastNorms);
    const QString hidden = named("hidden_size", f.hidden);
    model.parts << ModelPart{
        Kind::Norms, (double(f.norms) * f.layers + f.lastNorms) * f.hidden * width + ofHeads * f.layers,
        (width == 1 ? times({count, hidden}) : times({u"2"_s, count, hidden})) + besides(ofHeads, f.layers),
        Lies::OnEveryCard, false};
}

void addEnds(ModelParts &model, const ModelFamily &f)
{
    const bool isNarrow = f.embedded > 0;
    const double parameters = double(f.vocabulary) * (isNarrow ? f.embedded : f.hidden);
    const QString hidden = named("hidden_size", f.hidden), width = named(f.embeddedKey, f.embedded);
    const QString formula = times({named(f.vocabularyKey, f.vocabulary), isNarrow ? width : hidden});
    model.parts << ModelPart{Kind::Embedding, parameters, formula, Lies::OverTensorParallel, false};
    if (isNarrow)
        model.parts << ModelPart{Kind::Embedding, 2.0 * f.embedded * f.hidden, times({u"2"_s, width, hidden}),
                                 Lies::OnEveryCard, false};
    if (f.positions > 0)
        model.parts << ModelPart{Kind::Positions, double(f.positions) * f.hidden,
                                 times({u"(%1 + 2)"_s.arg(named(f.positionsKey, f.positions - 2)),
                                        named("hidden_size", f.hidden)}),
                                 Lies::OnEveryCard, false};
    if (!f.isTied)
        model.parts << ModelPart{Kind::OutputHead, parameters + (f.hasHeadBias ? f.vocabulary : 0),
                                 formula + (f.hasHeadBias ? u" + %1"_s.arg(f.vocabulary) : QString()),
                                 Lies::OverTensorParallel, false};
    addNorms(model, f);
    if (f.guessing > 0) // eh_proj joins the last state with the embedding of the next token
        model.parts << ModelPart{Kind::Joining,
                                 2.0 * f.hidden * f.hidden * f.guessing,
                                 times({u"2"_s, named("hidden_size", f.hidden), QString::number(f.hidden),
                                        named("num_nextn_predict_layers", f.guessing)}),
                                 Lies::OnEveryCard,
                                 false,
                                 true};
}

// DeepSeek-V2's attention. Latent: what makes the latents, for all heads at once, so it is not divided.
bool addLatentAttention(ModelParts &model, const Json &config, const ModelFamily &d)
{
    const auto latent = modelDimension(config, "kv_lora_rank"), rope = modelDimension(config, "qk_rope_head_dim"),
               nope = modelDimension(config, "qk_nope_head_dim"), value = modelDimension(config, "v_head_dim");
    if (!latent || !rope || !nope || !value)
        return false;
    const int query = modelDimension(config, "q_lora_rank").value_or(0), head = *nope + *rope;
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
    const auto index = modelDimension(config, "index_head_dim"), indexHeads = modelDimension(config, "index_n_heads");
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
    model.kv = {d.layers, d.guessing, *latent, *rope, index.value_or(0), 0, 0, 0, 0};
    model.source = u"DeepSeek-V2, arXiv:2405.04434; DeepSeek-V3, arXiv:2412.19437"_s;
    return true;
}

void addGroupedAttention(ModelParts &model, const ModelFamily &f)
{
    const double inner = double(f.heads) * f.headSize, kv = double(f.kvHeads) * f.headSize;
    const double besideIt = (f.hasQkvBias ? inner + 2 * kv : 0) + (f.hasOutBias ? f.hidden : 0) + f.sinks * f.heads;
    const QString heads
        = u"(%1 + %2)"_s.arg(named("num_attention_heads", f.heads), named(f.kvHeadsKey, f.kvHeads));
    for (const bool isGuessing : {false, true}) {
        const int layers = isGuessing ? f.guessing : f.layers;
        if (layers > 0)
            model.parts << ModelPart{Kind::Attention,
                                     (2 * (inner + kv) * f.hidden + besideIt) * layers,
                                     times({u"2"_s, heads, named(f.headSizeKey, f.headSize),
                                            named("hidden_size", f.hidden), layersText(layers)})
                                         + besides(besideIt, layers),
                                     Lies::OverTensorParallel,
                                     true,
                                     isGuessing};
    }
    model.kv = {f.layers, f.guessing, 0, 0, 0, f.kvHeads, f.headSize, f.window, f.windowedLayers};
    model.source = u"GQA, arXiv:2305.13245"_s;
}

// SigLIP and what joins it to the text's model (transformers, modeling_siglip.py; modeling_gemma3.py,
// Gemma3MultiModalProjector). vLLM divides it where it can; the cards hold little of it.
bool addVision(ModelParts &model, const Json &vision, int textHidden)
{
    const auto hidden = modelDimension(vision, "hidden_size"), layers = modelDimension(vision, "num_hidden_layers"),
               dense = modelDimension(vision, "intermediate_size"), image = modelDimension(vision, "image_size"),
               patch = modelDimension(vision, "patch_size");
    if (!hidden || !layers || !dense || !image || !patch)
        return false;
    const double h = *hidden, pieces = double(*image / *patch) * (*image / *patch);
    const double layer = 4 * (h * h + h) + 2 * h * *dense + *dense + h + 4 * h;
    const double beside = double(modelDimension(vision, "num_channels").value_or(3)) * *patch * *patch * h + h
        + pieces * h + 2 * h;
    model.parts << ModelPart{
        Kind::Vision, layer * *layers + beside + h * textHidden + h,
        u"(4 × %1 × %2 + 2 × %2 × %3) × %4 + %5 × %2 + %2 × %6 + …"_s.arg(named("hidden_size", *hidden))
            .arg(*hidden)
            .arg(named("intermediate_size", *dense))
            .arg(layersText(*layers))
            .arg(pieces, 0, 'f', 0)
            .arg(textHidden),
        Lies::OverTensorParallel, false};
    return true;
}

} // namespace

bool isKnownModelType(const QString &type) { return isModelFamily(type); }

std::optional<ModelParts> modelPartsOf(const Json &config)
{
    const std::optional<ModelFamily> family = modelFamilyOf(config);
    if (!family)
        return std::nullopt;
    ModelParts model;
    if (!config.contains("kv_lora_rank"))
        addGroupedAttention(model, *family);
    else if (!addLatentAttention(model, config, *family))
        return std::nullopt;
    addMlps(model, *family);
    addEnds(model, *family);
    if (const Json &vision = member(config, "vision_config");
        vision.is_object() && !addVision(model, vision, family->hidden))
        return std::nullopt;
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

qint64 KvShape::bytesInLayer(int tensorParallel, int bytesPerValue) const
{
    const qint64 values
        = isLatent() ? qint64(latent) + rope + index : 2 * qint64(headsOnCard(tensorParallel)) * headSize;
    return values * bytesPerValue;
}

qint64 KvShape::bytesPerToken(int tensorParallel, bool guesses, int bytesPerValue) const
{
    return bytesInLayer(tensorParallel, bytesPerValue) * (layers + (guesses ? guessingLayers : 0));
}

std::optional<double> bytesOfQuantization(const QString &words)
{
    static const QRegularExpression widths(u"\\bw(\\d+)a\\d+"_s, QRegularExpression::CaseInsensitiveOption);
    if (const auto match = widths.match(words); match.hasMatch())
        return match.captured(1).toInt() / 8.0;
    return words.compare(u"bf16"_s, Qt::CaseInsensitive) == 0 ? std::optional(2.0) : std::nullopt;
}

std::optional<double> ownQuantizedBytes(const Json &config)
{
    if (const auto told = bytesOfQuantization(stringAt(config, "quantize")))
        return told;
    const Json &its = member(config, "quantization_config");
    const QString method = stringAt(its, "quant_method");
    std::optional<qint64> bits = integerAt(its, "bits");
    for (const Json &group : member(its, "config_groups")) {
        if (!bits)
            bits = integerAt(member(group, "weights"), "num_bits");
    }
    if (method == "mxfp4"_L1)            // 32 values of 4 bits share a scale of 8
        return 4.25 / 8;
    if (!bits && (method == "fp8"_L1 || boolAt(its, "load_in_8bit") == true))
        bits = 8;
    if (!bits && boolAt(its, "load_in_4bit") == true) // bitsandbytes
        bits = 4;
    return bits && *bits > 0 && *bits <= 16 ? std::optional(double(*bits) / 8) : std::nullopt;
}
