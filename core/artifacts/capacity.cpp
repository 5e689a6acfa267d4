#include "core/artifacts/capacity.h"

#include "core/artifacts/modelfamily.h"
#include "core/artifacts/modelparts.h"
#include "core/artifacts/storedweights.h"
#include "core/base/languages.h"
#include "core/base/sizetext.h"
#include "core/engines/engine.h"
#include "core/recipes/modelshape.h"
#include "core/recipes/recipewarnings.h"
#include "core/topology/topology.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

struct CapacityText
{
    ASC_TR_FUNCTIONS(Capacity)
};

struct Cards
{
    qint64 tp = 1, dp = 1;
    bool guesses = false;                // tokens ahead, with the model's own further layer
    QList<SpreadPart> spread;

    const SpreadPart *of(ModelPart::Kind kind) const // nullptr: tp says over how many cards
    {
        using Of = SpreadPart::Of;
        const Of part = kind == ModelPart::Kind::OutputHead ? Of::OutputHead
            : kind == ModelPart::Kind::Embedding            ? Of::Embeddings
            : kind == ModelPart::Kind::DenseMlp             ? Of::DenseMlp
                                                            : Of::Other;
        const auto it = std::find_if(spread.cbegin(), spread.cend(),
                                     [part](const SpreadPart &one) { return one.part == part; });
        return part == Of::Other || it == spread.cend() ? nullptr : &*it;
    }
};

QString partName(const ModelPart &part)
{
    using Kind = ModelPart::Kind;
    const QString name = [&part] {
        switch (part.kind) {
        case Kind::Embedding: return CapacityText::tr("Embeddings", "parts of a model");
        case Kind::OutputHead: return CapacityText::tr("Output head (lm_head)");
        case Kind::Attention: return CapacityText::tr("Attention");
        case Kind::Latent: return CapacityText::tr("Attention's latent projections");
        case Kind::Indexer: return CapacityText::tr("Indexer of the sparse attention");
        case Kind::DenseMlp: return CapacityText::tr("Dense layers' MLP");
        case Kind::RoutedExperts: return CapacityText::tr("Routed experts");
        case Kind::SharedExperts: return CapacityText::tr("Shared experts");
        case Kind::Router: return CapacityText::tr("Router");
        case Kind::Norms: return CapacityText::tr("Norms");
        case Kind::Joining: return CapacityText::tr("Joining projection");
        case Kind::Positions: return CapacityText::tr("Embeddings of places");
        case Kind::Vision: return CapacityText::tr("What sees images");
        }
        return QString();
    }();
    return part.isGuessing
        ? CapacityText::tr("MTP layer: %1", "the layer that guesses tokens ahead; one of its parts").arg(name)
        : name;
}

// "653.91 B", as models are called by.
QString parametersText(double parameters)
{
    return parameters >= 1e7 ? CapacityText::tr("%1 B parameters", "billions").arg(parameters / 1e9, 0, 'f', 2)
                             : CapacityText::tr("%1 M parameters", "millions").arg(parameters / 1e6, 0, 'f', 2);
}

std::optional<qint64> smallestHbm(const QList<NodeFacts> &facts)
{
    std::optional<qint64> smallest;
    for (const NodeFacts &node : facts) {
        if (!node.npuSmi || node.npuSmi->chips.isEmpty())
            return std::nullopt;
        for (const NpuChip &chip : node.npuSmi->chips) {
            if (!chip.hbmTotalMb || *chip.hbmTotalMb <= 0)
                return std::nullopt;
            smallest = std::min(smallest.value_or(*chip.hbmTotalMb), *chip.hbmTotalMb);
        }
    }
    return smallest ? std::optional<qint64>(*smallest * 1024 * 1024) : std::nullopt;
}

// What the driver leaves a program of a card: of 64 GiB 60.96, as vLLM finds them (vllm-ascend issue 8621); npu-smi
// counts the rest as used. nullopt: of such a card it is not known.
std::optional<qint64> leftByDriver(qint64 bytes)
{
    constexpr qint64 gib = 1024 * 1024 * 1024;
    return bytes == 64 * gib ? std::optional(qint64(60.96 * double(gib))) : std::nullopt;
}

// Returns what the engine's share of a card is, whatever HCCL leaves of it. `isOfFree`: it takes its share of what the
// driver leaves.
qint64 addMemory(Capacity &c, const Json &settings, const char *key, const CapacityInput &input, qsizetype nodes,
                 bool isOfFree)
{
    if (input.facts.size() == nodes)
        c.hbmBytesPerCard = smallestHbm(input.facts);
    const double fraction = numberAt(settings, key).value_or(0.92);
    if (!c.hbmBytesPerCard) {
        c.reasons << CapacityText::tr("HBM per card is unknown: not every node has told it (npu-smi info).");
        return 0;
    }
    const std::optional<qint64> left = isOfFree ? leftByDriver(*c.hbmBytesPerCard) : std::nullopt;
    c.baseBytesPerCard = left.value_or(*c.hbmBytesPerCard);
    const qint64 ofShare = qint64(double(*c.baseBytesPerCard) * fraction);
    c.usableBytesPerCard = ofShare;
    if (left)
        c.reasons << CapacityText::tr("HBM: %1 per card (the smallest of %2), of which the driver leaves a program %3 "
                                      "(vllm-ascend issue 8621); of that %4 (%5) = %6 for weights, KV cache and "
                                      "workspace.")
                         .arg(sizeText(*c.hbmBytesPerCard))
                         .arg(c.cards)
                         .arg(sizeText(*left))
                         .arg(fraction)
                         .arg(QLatin1String(key))
                         .arg(sizeText(*c.usableBytesPerCard));
    else
        c.reasons << CapacityText::tr("HBM: %1 per card (the smallest of %2), of which %3 (%4) = %5 for weights, KV "
                                      "cache and workspace.")
                         .arg(sizeText(*c.hbmBytesPerCard))
                         .arg(c.cards)
                         .arg(fraction)
                         .arg(QLatin1String(key))
                         .arg(sizeText(*c.usableBytesPerCard));
    if (!c.hcclBytesPerCard)
        return ofShare;
    const qint64 beside = std::max<qint64>(0, *c.baseBytesPerCard - *c.hcclBytesPerCard);
    if (beside >= *c.usableBytesPerCard)
        return ofShare; // it comes on top of the share, and has room there
    c.usableBytesPerCard = beside;
    c.reasons << CapacityText::tr("HCCL: at least %1 per card (2 × HCCL_BUFFSIZE, for one communicator), more than "
                                  "that share leaves; %2 is left for weights, KV cache and workspace.")
                     .arg(sizeText(*c.hcclBytesPerCard), sizeText(beside));
    return ofShare;
}

// Each part where it lies: `scale` makes their sum that of the files.
void addParts(Capacity &c, const ModelParts &model, const StoredWeights &stored, double scale, const Cards &cards)
{
    double perCard = 0;
    for (qsizetype i = 0; i < model.parts.size(); ++i) {
        const ModelPart &part = model.parts[i];
        if (part.isGuessing && !cards.guesses)
            continue;
        const double bytesEach = stored.bytes[i] / part.parameters;
        const double bytes = stored.bytes[i] * scale;
        const SpreadPart *own = cards.of(part.kind);
        const double holders = own                              ? double(own->cards)
            : part.lies == ModelPart::Lies::OverAllCards       ? c.cards
            : part.lies == ModelPart::Lies::OverTensorParallel ? double(cards.tp)
                                                               : 1;
        const QString where = own ? CapacityText::tr("over %1 cards (%2)", "a number; what says so in the command")
                                        .arg(own->cards)
                                        .arg(QLatin1String(own->key))
            : part.lies == ModelPart::Lies::OverAllCards
            ? CapacityText::tr("over all %1 cards").arg(c.cards)
            : part.lies == ModelPart::Lies::OverTensorParallel ? CapacityText::tr("over tp %1").arg(cards.tp)
                                                               : CapacityText::tr("on every card");
        c.parts << CapacityPart{partName(part), part.formula, part.parameters, bytes, bytes / holders};
        perCard += bytes / holders;
        c.reasons << CapacityText::tr("%1: %2 = %3 × %4 bytes, %5: %6 per card.",
                                      "part; formula; parameters; bytes of each; how spread; bytes")
                         .arg(c.parts.last().name, part.formula, parametersText(part.parameters))
                         .arg(bytesEach)
                         .arg(where, sizeText(qint64(bytes / holders)));
    }
    c.weightsBytesPerCard = qint64(perCard);
    c.reasons << CapacityText::tr("Weights: about %1 per card.").arg(sizeText(*c.weightsBytesPerCard));
    for (const SpreadPart &one : cards.spread) {
        if (one.part == SpreadPart::Of::Other)
            c.reasons << CapacityText::tr("%1 is %2: what that spreads further is not worked out here, so the weights "
                                          "take less than this.")
                             .arg(QLatin1String(one.key))
                             .arg(one.cards);
    }
    if (c.guessingParameters > 0.0 && !cards.guesses)
        c.reasons << CapacityText::tr("The MTP layer (%1) is not loaded: no token is guessed ahead.")
                         .arg(parametersText(*c.guessingParameters));
}

// At least what lies in the files; what is held several times comes on top and is not known.
void addLeastWeights(Capacity &c, const CapacityInput &input)
{
    c.weightsBytesPerCard = qint64(double(*c.weightsBytes) / c.cards);
    const QString least = CapacityText::tr("Weights: %1 in files over %2 cards: at least %3 per card")
                              .arg(sizeText(*c.weightsBytes))
                              .arg(c.cards)
                              .arg(sizeText(*c.weightsBytesPerCard));
    c.reasons
        << (input.modelConfig
                ? CapacityText::tr(
                      "%1 (the parts of a %2 are not worked out here, so what is held several times is not counted).")
                      .arg(least, stringAt(*input.modelConfig, "model_type", u"?"_s))
                : CapacityText::tr(
                      "%1 (config.json of the weights is unknown, so what is held several times is not counted).")
                      .arg(least));
}

// Does it say what type its values have? (text_config: of models that see images; "dtype": transformers 5.)
bool isTyped(const Json &config)
{
    for (const Json *its : {&config, &::member(config, "text_config")}) {
        if (!stringAt(*its, "torch_dtype").isEmpty() || !stringAt(*its, "dtype").isEmpty())
            return true;
    }
    return false;
}

// What a value of the weights takes where their config.json does not say how it is quantized. ModelSlim's description
// is a file of its own: the config.json of its weights may be that of the model as it was.
struct Width
{
    enum class By { Request, Name, Config, Recipe } by = By::Recipe;
    QString quantization;                // "W8A8"; empty: none
    double bytes() const { return bytesOfQuantization(quantization).value_or(2); }
    QString name() const { return quantization.isEmpty() ? u"BF16"_s : quantization; }
};

Width widthOf(const Recipe &recipe, const Json &settings, const CapacityInput &input)
{
    if (!input.quantization.isEmpty())
        return {Width::By::Request, input.quantization};
    const bool isPlain = input.modelConfig && ::member(*input.modelConfig, "quantization_config").is_null()
        && stringAt(*input.modelConfig, "quantize").isEmpty() && isTyped(*input.modelConfig);
    if (!isPlain || input.weightsBytes) // the files themselves say it then
        return {Width::By::Recipe, recipe.quantization};
    static const QRegularExpression quantized(u"(?<![a-z0-9])w\\d+a\\d+(?![0-9])"_s,
                                              QRegularExpression::CaseInsensitiveOption);
    const QString folder = stringAt(settings, "weights").section(u'/', -1, -1, QString::SectionSkipEmpty);
    const QRegularExpressionMatch told = quantized.match(folder);
    return input.weights != CapacityInput::Weights::ThoughtOf && told.hasMatch()
        ? Width{Width::By::Name, told.captured().toUpper()}
        : Width{Width::By::Config, {}};
}

// Who says how many bytes a value takes.
QString widthText(const StoredWeights &stored, const Width &width, const QString &ofRecipe, const Json &config)
{
    const Json &its = ::member(config, "quantization_config");
    const QString method = stringAt(its, "quant_method", u"?"_s);
    const double bytes = stored.quantizedBytes;
    if (stored.withScales)
        return CapacityText::tr("A quantized value takes %1 bytes with its part of the scales, as config.json says.")
            .arg(bytes);
    if (ownQuantizedBytes(config))
        return CapacityText::tr("A quantized value takes %1 bytes, as config.json says.").arg(bytes);
    if (width.by == Width::By::Name)
        return CapacityText::tr("A quantized value takes %1 bytes: %2, as the name of the weights' folder says; their "
                                "config.json names no quantization, as that of ModelSlim's weights need not.")
            .arg(bytes)
            .arg(width.name());
    if (width.by == Width::By::Config && !ofRecipe.isEmpty())
        return CapacityText::tr("A value takes %1 bytes: config.json names no quantization. The recipe is for %2; "
                                "where these are such weights of ModelSlim, choose %2 for them (--if quantization=%2).")
            .arg(bytes)
            .arg(ofRecipe);
    return its.is_object() ? CapacityText::tr("A value takes %1 bytes, as %2 has it; how many its own quantization "
                                              "(%3, in config.json) takes is not worked out here.")
                                 .arg(bytes)
                                 .arg(width.name(), method)
                           : CapacityText::tr("A value takes %1 bytes: %2, by the recipe or as asked for; config.json "
                                              "is not asked, or names no quantization.")
                                 .arg(bytes)
                                 .arg(width.name());
}

QString firstPatterns(const QStringList &patterns)
{
    constexpr qsizetype most = 6;
    return patterns.mid(0, most).join(u", "_s) + (patterns.size() > most ? u", …"_s : QString());
}

// What config.json leaves as it was.
void addKept(Capacity &c, const StoredWeights &stored)
{
    if (stored.keptParameters > 0)
        c.reasons << CapacityText::tr("By config.json %1 of layers that could be quantized are not; they take 2 bytes "
                                      "each (%2).",
                                      "653.91 B parameters; names of modules")
                         .arg(parametersText(stored.keptParameters), firstPatterns(stored.kept));
    if (!stored.unplaced.isEmpty())
        c.reasons << CapacityText::tr("config.json's quantization_config names %1; no part that is counted here is "
                                      "called so, and nothing was made of it.",
                                      "names of modules")
                         .arg(firstPatterns(stored.unplaced));
}

void addWeights(Capacity &c, const std::optional<ModelParts> &model, const StoredWeights &stored, const Width &width,
                const QString &ofRecipe, const Cards &cards, const CapacityInput &input)
{
    c.weightsBytes = input.weightsBytes;
    using Weights = CapacityInput::Weights;
    if (!c.weightsBytes && input.weights == Weights::ThoughtOf && !model)
        c.reasons << CapacityText::tr("The weights are not counted: it takes the config.json of a model whose parts "
                                      "are known here.");
    else if (!c.weightsBytes && input.weights == Weights::ThoughtOf)
        c.reasons << CapacityText::tr(
            "The weights are counted from config.json alone: their files were not looked at.");
    else if (!c.weightsBytes && input.weights == Weights::NotTold)
        c.reasons << CapacityText::tr("The size of the weights is unknown: the facts do not tell of them. Where the "
                                      "nodes can be asked, run plan without --facts.");
    else if (!c.weightsBytes && input.modelConfig)
        c.reasons << CapacityText::tr("The size of the weights is unknown: their config.json was read, but no "
                                      "*.safetensors beside it, nor an index of them that says their size.");
    else if (!c.weightsBytes)
        c.reasons << CapacityText::tr("The size of the weights is unknown: their folder could not be read.");
    if (!model && c.weightsBytes)
        return addLeastWeights(c, input);
    if (!model)
        return;
    c.parameters = model->parameters();
    c.guessingParameters = model->guessingParameters();
    c.reasons << (*c.guessingParameters > 0
                      ? CapacityText::tr("Model: %1 by its config.json, and %2 in its MTP layer (%3).")
                            .arg(parametersText(*c.parameters), parametersText(*c.guessingParameters), model->source)
                      : CapacityText::tr("Model: %1 by its config.json (%2).")
                            .arg(parametersText(*c.parameters), model->source));
    if (!c.weightsBytes) {
        c.reasons << widthText(stored, width, ofRecipe, *input.modelConfig);
        if (!ownQuantizedBytes(*input.modelConfig))
            c.countedAs = width.name();
    }
    addKept(c, stored);
    const double counted = stored.total();
    const double scale = c.weightsBytes ? double(*c.weightsBytes) / counted : 1;
    if (c.weightsBytes) {
        c.reasons << CapacityText::tr("Files: %1; counted with %2 bytes for a quantized value and 2 for others: %3. "
                                      "Each part is taken %4 times, so that the sum is that of the files.")
                         .arg(sizeText(*c.weightsBytes))
                         .arg(stored.quantizedBytes)
                         .arg(sizeText(qint64(counted)))
                         .arg(scale, 0, 'f', 3);
        if (scale < 0.8 || scale > 1.25)
            c.warnings << CapacityText::tr("The weights' files hold %1, the model of their config.json would take %2 "
                                           "as %3: they may be quantized in another way, or be of another model.")
                              .arg(sizeText(*c.weightsBytes), sizeText(qint64(counted)), width.name());
    }
    addParts(c, *model, stored, scale, cards);
}

void addKvCache(Capacity &c, const std::optional<ModelParts> &model, const Json &settings, const CapacityKeys &keys,
                const Cards &cards, const CapacityInput &input, bool isTooLong)
{
    if (!model && input.weights == CapacityInput::Weights::NotTold && !input.modelConfig) {
        c.reasons << CapacityText::tr("KV cache per token is unknown: it follows from config.json of the weights, of "
                                      "which the facts do not tell either.");
        return;
    }
    if (!model) {
        const QString type = input.modelConfig ? stringAt(*input.modelConfig, "model_type") : QString();
        c.reasons << (input.modelConfig && isKnownModelType(type)
                          ? CapacityText::tr("KV cache per token is unknown: config.json of the weights says that it "
                                             "is a %1, but one of the sizes that it then has (hidden_size, "
                                             "num_hidden_layers, num_attention_heads, vocab_size, "
                                             "intermediate_size, …) is missing or none that can be.")
                                .arg(type)
                      : input.modelConfig && !type.isEmpty()
                          ? CapacityText::tr("KV cache per token is unknown: models of the type %1 (model_type in "
                                             "config.json of the weights) are not worked out here.")
                                .arg(type)
                          : CapacityText::tr("KV cache per token is unknown: config.json of the weights is missing, or "
                                             "does not tell the family of the model."));
        return;
    }
    const KvShape &kv = model->kv;
    const int bytes = input.kvBytesPerValue;
    const qint64 length = integerAt(settings, keys.length).value_or(0),
                 batch = integerAt(settings, keys.batch).value_or(0);
    const qint64 inLayer = kv.bytesInLayer(int(cards.tp), bytes);
    const bool haveWindows = kv.windowedLayers > 0 && (length <= 0 || kv.window < length),
               areWindowsKept = haveWindows && kv.isMixed() && keys.keepsWindows,
               areWindowsUncounted = haveWindows && !areWindowsKept;
    c.isKvUpperBound = !areWindowsUncounted;
    const int windowed = areWindowsKept ? kv.windowedLayers : 0, whole = kv.layers - windowed;
    c.kvBytesPerToken = kv.bytesPerToken(int(cards.tp), cards.guesses, bytes) - inLayer * windowed;
    c.kvBytesOfWindows = inLayer * windowed * (length > 0 ? std::min<qint64>(length, kv.window) : kv.window);
    const int further = cards.guesses ? kv.guessingLayers : 0;
    const QString layers = further > 0 ? CapacityText::tr("(%1 + %2 MTP) layers").arg(whole).arg(further)
                                       : CapacityText::tr("%1 layers", "of a model").arg(whole);
    if (!kv.isLatent())
        c.reasons << CapacityText::tr(
                         "KV cache: 2 (K and V) × %1 KV heads (num_key_value_heads %2 over tp %3, at least one) × "
                         "head_dim %4 × %5 bytes × %6 = %7 bytes per token on every card (GQA, arXiv:2305.13245).")
                         .arg(kv.headsOnCard(int(cards.tp)))
                         .arg(kv.heads)
                         .arg(cards.tp)
                         .arg(kv.headSize)
                         .arg(bytes)
                         .arg(layers)
                         .arg(*c.kvBytesPerToken);
    else if (kv.index > 0)
        c.reasons << CapacityText::tr("KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2 + index_head_dim %3) × %4 "
                                      "bytes × %5 = %6 bytes per token on every card (MLA, arXiv:2405.04434 §2.1; one "
                                      "latent for all heads, so tp does not divide it).")
                         .arg(kv.latent)
                         .arg(kv.rope)
                         .arg(kv.index)
                         .arg(bytes)
                         .arg(layers)
                         .arg(*c.kvBytesPerToken);
    else
        c.reasons << CapacityText::tr(
                         "KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2) × %3 bytes × %4 = %5 bytes per token on "
                         "every card (MLA, arXiv:2405.04434 §2.1; one latent for all heads, so tp does not divide it).")
                         .arg(kv.latent)
                         .arg(kv.rope)
                         .arg(bytes)
                         .arg(layers)
                         .arg(*c.kvBytesPerToken);
    if (areWindowsKept)
        c.reasons << CapacityText::tr("The other %1 layers keep the last %2 tokens of a request (sliding_window), at "
                                      "least %3 on every card for each request; with "
                                      "--disable-hybrid-kv-cache-manager they keep all of them.")
                         .arg(windowed)
                         .arg(kv.window)
                         .arg(sizeText(c.kvBytesOfWindows));
    if (areWindowsUncounted)
        c.reasons << CapacityText::tr("%1 of %2 layers see the last %3 tokens only (sliding_window). That was not "
                                      "counted: it is not known that the engine keeps less for them, so there may be "
                                      "room for more than is said here.")
                         .arg(kv.windowedLayers)
                         .arg(kv.layers)
                         .arg(kv.window);
    if (!c.usableBytesPerCard || !c.weightsBytesPerCard)
        return;
    const qint64 room = std::max<qint64>(0, *c.usableBytesPerCard - *c.weightsBytesPerCard);
    // a request lives in one group
    const qint64 ofGroup = std::max<qint64>(0, room - c.kvBytesOfWindows) / *c.kvBytesPerToken;
    c.kvTokens = ofGroup * cards.dp;
    c.reasons << (areWindowsUncounted
                      ? CapacityText::tr("Room: %1 per card beside the weights, %2 tokens with data parallel %3 if "
                                         "every layer keeps all of them; the workspace, whose size is not documented, "
                                         "comes off this.")
                      : CapacityText::tr("Room: %1 per card beside the weights, at most %2 tokens with data parallel "
                                         "%3; the workspace, whose size is not documented, comes off this."))
                     .arg(sizeText(room))
                     .arg(*c.kvTokens)
                     .arg(cards.dp);
    if (length > 0 && !isTooLong) {
        const qint64 requests = room / (length * *c.kvBytesPerToken + c.kvBytesOfWindows);
        c.concurrency = std::min(requests, batch > 0 ? batch : requests) * cards.dp;
        c.reasons << (areWindowsUncounted
                          ? CapacityText::tr("Concurrency: %1 requests of the full length %2 at once, counted so "
                                             "(%3 %4 per group).")
                          : CapacityText::tr(
                                "Concurrency: at most %1 requests of the full length %2 at once (%3 %4 per group)."))
                         .arg(*c.concurrency)
                         .arg(length)
                         .arg(QLatin1String(keys.batch))
                         .arg(batch);
    }
}

// leastWeights: on a card, when each layer is shared by all of them.
void addVerdict(Capacity &c, const CapacityKeys &keys, const Cards &cards, qint64 ofShare, qint64 leastWeights)
{
    if (!c.usableBytesPerCard || (!c.weightsBytesPerCard && *c.usableBytesPerCard > 0))
        return;
    const qint64 weights = c.weightsBytesPerCard.value_or(0);
    const bool room = weights < *c.usableBytesPerCard;
    if (!room)
        c.fits = false;
    else if (c.concurrency && (*c.concurrency >= 1 || c.isKvUpperBound))
        c.fits = *c.concurrency >= 1;
    if (c.fits != false)
        return;
    if (!room && weights < ofShare) {
        c.refusal = CapacityText::tr("It does not fit: HCCL takes at least %1 of the %2 of each card, which leaves no "
                                     "room beside the weights.")
                        .arg(sizeText(c.hcclBytesPerCard.value_or(0)), sizeText(*c.baseBytesPerCard));
        c.remedy = CapacityText::tr("Lower HCCL_BUFFSIZE (hcclBuffSize).");
    } else if (!room) {
        c.refusal = CapacityText::tr("It does not fit: the weights alone take %1 of %2 usable on each card.")
                        .arg(sizeText(weights), sizeText(*c.usableBytesPerCard));
        QStringList toRaise;
        const bool isWider = cards.tp < c.cards; // would help where it shares enough of them
        const bool takesBoth = isWider && weights >= *c.baseBytesPerCard && leastWeights >= *c.usableBytesPerCard
            && leastWeights < *c.baseBytesPerCard;
        if (weights < *c.baseBytesPerCard || takesBoth)
            toRaise << QLatin1String(keys.memory);
        if (isWider && (leastWeights < *c.usableBytesPerCard || takesBoth))
            toRaise << QLatin1String(keys.tensorParallel);
        c.remedy = toRaise.isEmpty()
            ? CapacityText::tr("Use more cards, or weights that take less.")
            : CapacityText::tr("Raise %1, or use more cards.", "a setting").arg(toRaise.join(u", "_s));
    } else {
        c.refusal = CapacityText::tr("It does not fit: not one request of the full length has room.");
        const bool takesLittle = double(ofShare) < 0.9 * double(*c.baseBytesPerCard);
        c.remedy = takesLittle ? CapacityText::tr("Lower %1, raise %2, or use more cards.", "settings")
                                     .arg(QLatin1String(keys.length), QLatin1String(keys.memory))
                               : CapacityText::tr("Lower %1 or use more cards.").arg(QLatin1String(keys.length));
    }
    c.reasons << c.refusal + u' ' + c.remedy;
}

// vLLM asks at its start that its share is free.
void addFreeShare(Capacity &c, const CapacityInput &input, double share, const char *key)
{
    for (const NodeFacts &node : input.facts) {
        if (input.ownServiceOn.contains(node.name))
            continue;
        for (const NpuChip &chip : node.npuSmi ? node.npuSmi->chips : QList<NpuChip>()) {
            if (!chip.hbmTotalMb || !chip.hbmUsedMb)
                continue;
            const qint64 total = qint64(*chip.hbmTotalMb) << 20, free = total - (qint64(*chip.hbmUsedMb) << 20);
            const std::optional<qint64> left = leftByDriver(total);
            const qint64 asked = qint64(double(left.value_or(total)) * share);
            if (free >= asked)
                continue;
            const QString ofWhat = left
                ? CapacityText::tr("%1 %2 asks for %3 of each card (the driver leaves a program %4 of it)",
                                   "a setting; its value")
                      .arg(QLatin1String(key)).arg(share).arg(sizeText(asked), sizeText(*left))
                : CapacityText::tr("%1 %2 asks for %3 of each card", "a setting; its value")
                      .arg(QLatin1String(key)).arg(share).arg(sizeText(asked));
            const QList<NpuProcess> &processes = node.npuSmi->processes;
            const bool isIdle = node.npuSmi->hasProcessTable
                && std::none_of(processes.cbegin(), processes.cend(),
                                [&](const NpuProcess &one) { return isOn(one, chip); });
            if (isIdle) {
                c.notFree = CapacityText::tr("%1, but on %2 a card that nobody uses has %3 free: the engine stops at "
                                             "start (\"Free memory on device … is less than desired GPU memory "
                                             "utilization\"). Lower %4.")
                                .arg(ofWhat, node.name, sizeText(free), QLatin1String(key));
                c.warnings << c.notFree;
                return;
            }
            c.isHeld = true;
            c.warnings << CapacityText::tr(
                              "%1, but on %2 a card has %3 free. If that is not this service itself, it stops at start "
                              "(\"Free memory on device … is less than desired GPU memory utilization\"): lower %4, or "
                              "end what holds the memory (npu-smi info).")
                              .arg(ofWhat, node.name, sizeText(free), QLatin1String(key));
            return;
        }
    }
}

// An engine gives each card whole heads: vLLM refuses others (config/model.py, verify_with_parallel_config; the
// models' own assert on num_key_value_heads), and MindIE has none to give either.
void addHeads(Capacity &c, const char *key, qint64 tp, int heads, const KvShape &kv)
{
    const bool dividesQueries = heads <= 0 || heads % tp == 0;
    const bool dividesKeys = kv.isLatent() || kv.heads <= 0 || kv.heads % tp == 0 || tp % kv.heads == 0;
    if (dividesQueries && dividesKeys)
        return;
    c.fits = false;
    c.refusal = dividesQueries
        ? CapacityText::tr("It does not start: the model's %1 KV heads (num_key_value_heads) cannot be divided among "
                           "the %2 cards of %3.").arg(kv.heads).arg(tp).arg(QLatin1String(key))
        : CapacityText::tr("It does not start: the model's %1 attention heads (num_attention_heads) cannot be divided "
                           "among the %2 cards of %3.").arg(heads).arg(tp).arg(QLatin1String(key));
    c.remedy = CapacityText::tr("Take a %1 that divides them.").arg(QLatin1String(key));
    c.reasons << CapacityText::tr("%1 %2", "two sentences").arg(c.refusal, c.remedy);
}

// An engine refuses to serve more tokens than the model has positions, or warns of it in its log and goes on.
void addLength(Capacity &c, const Engine &engine, qint64 asked, qint64 longest)
{
    const QLatin1String key(engine.capacity.length);
    if (engine.demands.noLongerThanModel) {
        c.fits = false;
        const QString refusal = CapacityText::tr("It does not start: %1 asks for %2 tokens, the model has %3 "
                                                 "(max_position_embeddings), and %4 refuses more.")
                                    .arg(key)
                                    .arg(asked)
                                    .arg(longest)
                                    .arg(QLatin1String(engine.name));
        const QString remedy = CapacityText::tr("Set %1 to at most %2.").arg(key).arg(longest);
        c.reasons << CapacityText::tr("%1 %2", "two sentences").arg(refusal, remedy);
        if (c.refusal.isEmpty()) {
            c.refusal = refusal;
            c.remedy = remedy;
        }
    } else {
        c.warnings << CapacityText::tr("%1 is %2, the model has %3 (max_position_embeddings): %4 starts, and warns "
                                       "that answers beyond that may be wrong. Set %1 to at most %3.")
                          .arg(key)
                          .arg(asked)
                          .arg(longest)
                          .arg(QLatin1String(engine.name));
    }
}

// Of the nodes that hold the model together; c.cards is theirs. `own`: the settings as they hold for them.
Result<Capacity> asCounted(Capacity c, const Recipe &recipe, const Engine &engine, const Json &settings,
                           const Json &own, const CapacityKeys &keys, const QList<SpreadPart> &spread,
                           const CapacityInput &input, qsizetype nodes, const QString &note)
{
    if (*keys.memory == 0) {
        c.reasons << CapacityText::tr("How much memory the program in this image takes is not known here.");
        return c;
    }
    if (c.cards > 1 && engine.hcclBufferMb) { // one card alone has no communicator
        const Result<qint64> buffer = engine.hcclBufferMb(recipe, own, c.cards);
        if (!buffer)
            return buffer.error();
        c.hcclBytesPerCard = 2 * *buffer * 1024 * 1024;
    }
    const qint64 ofShare = addMemory(c, settings, keys.memory, input, nodes, engine.demands.freeShare);
    const qint64 tp = std::max<qint64>(1, integerAt(settings, keys.tensorParallel).value_or(c.cards));
    const Cards cards{tp, std::max<qint64>(1, c.cards / tp), integerAt(settings, keys.guessing).value_or(0) > 0,
                      spread};
    const std::optional<ModelParts> model = input.modelConfig ? modelPartsOf(*input.modelConfig) : std::nullopt;
    const Width width = widthOf(recipe, settings, input);
    const StoredWeights stored = model ? storedWeights(*model, *input.modelConfig, width.bytes()) : StoredWeights();
    addWeights(c, model, stored, width, recipe.quantization, cards, input);
    const qint64 asked = integerAt(settings, keys.length).value_or(0),
                 longest = input.modelConfig ? longestContext(*input.modelConfig).value_or(0) : 0; // 0: not known
    const bool isTooLong = longest > 0 && asked > longest;
    addKvCache(c, model, settings, keys, cards, input, isTooLong && engine.demands.noLongerThanModel);
    if (cards.guesses && model && model->kv.guessingLayers == 0)
        c.warnings << CapacityText::tr(
                          "%1 is %2, but the config.json of the weights has no MTP layer (num_nextn_predict_layers).")
                          .arg(QLatin1String(keys.guessing))
                          .arg(*integerAt(settings, keys.guessing));
    if (!note.isEmpty())
        c.reasons << note;
    Capacity widest;
    widest.cards = c.cards;
    Cards all = cards;
    all.tp = c.cards;
    addWeights(widest, model, stored, width, recipe.quantization, all, input);
    addVerdict(c, keys, cards, ofShare, widest.weightsBytesPerCard.value_or(0));
    if (engine.demands.freeShare)
        addFreeShare(c, input, numberAt(settings, keys.memory).value_or(0.92), keys.memory);
    if (isTooLong)
        addLength(c, engine, asked, longest);
    const std::optional<ModelFamily> family = model ? modelFamilyOf(*input.modelConfig) : std::nullopt;
    if (family && *keys.tensorParallel)
        addHeads(c, keys.tensorParallel, tp, family->heads, model->kv);
    return c;
}

// As asCounted(). Weights whose config.json names no quantization may be those of ModelSlim that the recipe is for:
// that they do not fit is said where these do not either.
Result<Capacity> ofGroup(const Capacity &c, const Recipe &recipe, const Engine &engine, const Json &settings,
                         const Json &own, const CapacityKeys &keys, const QList<SpreadPart> &spread,
                         const CapacityInput &input, qsizetype nodes, const QString &note)
{
    Result<Capacity> its = asCounted(c, recipe, engine, settings, own, keys, spread, input, nodes, note);
    const Width width = widthOf(recipe, settings, input), ofRecipe{Width::By::Recipe, recipe.quantization};
    if (!its || its->fits != false || width.by != Width::By::Config || ofRecipe.bytes() >= width.bytes())
        return its;
    CapacityInput other = input;
    other.quantization = recipe.quantization;
    const Result<Capacity> quantized
        = asCounted(c, recipe, engine, settings, own, keys, spread, other, nodes, note);
    if (!quantized || quantized->fits == false)
        return its;
    its->reasons.removeAll(its->refusal + u' ' + its->remedy);
    its->refusal.clear();
    its->remedy.clear();
    its->fits = std::nullopt;
    its->undecided = CapacityText::tr("As %1 it does not fit; as %2, which the recipe is for, the weights take %3 of "
                                      "%4 usable on each card. Their config.json does not tell which they are.",
                                      "BF16; W8A8; bytes; bytes")
                         .arg(width.name(), ofRecipe.name(), sizeText(quantized->weightsBytesPerCard.value_or(0)),
                              sizeText(quantized->usableBytesPerCard.value_or(0)));
    its->reasons << its->undecided;
    return its;
}

// What does not fit is told; where all do, the last group's figures: it is the one that requests stay in.
Capacity together(const QList<Capacity> &groups, const QStringList &names, int cards)
{
    Capacity whole = groups.last();
    for (const Capacity &group : groups) {
        if (group.fits == false && whole.fits != false)
            whole = group;
        else if (!group.fits && whole.fits == true)
            whole.fits = std::nullopt;
    }
    whole.cards = cards;
    whole.reasons.clear();
    whole.warnings.clear();
    for (const Capacity &group : groups) {
        if (whole.notFree.isEmpty())
            whole.notFree = group.notFree;
        whole.isHeld = whole.isHeld || group.isHeld;
        if (whole.doubtful.isEmpty())
            whole.doubtful = group.doubtful;
        if (whole.undecided.isEmpty() && !whole.fits)
            whole.undecided = group.undecided;
    }
    for (qsizetype i = 0; i < groups.size(); ++i) {
        for (const QString &reason : groups[i].reasons)
            whole.reasons << CapacityText::tr("%1: %2", "a group of cards; a sentence").arg(names[i], reason);
        for (const QString &warning : groups[i].warnings) {
            if (!whole.warnings.contains(warning))
                whole.warnings << warning;
        }
    }
    return whole;
}

} // namespace

Result<Capacity> capacityOf(const Deployment &deployment, const Recipe &anyRecipe, const CapacityInput &input)
{
    const Result<Recipe> resolved = resolvedRecipe(anyRecipe, deployment.settings);
    if (!resolved)
        return resolved.error();
    const Recipe &recipe = *resolved;
    const Result<Json> settings = effectiveSettings(recipe, deployment.settings);
    if (!settings)
        return settings.error();
    Capacity c;
    c.cards = int(deployment.nodes.size()) * recipe.chipsPerNode;
    if (c.cards == 0)
        return Error{ErrorKind::Invalid, CapacityText::tr("The deployment has no nodes."), {}, {}};
    const bool isOfTheRecipe = input.weights != CapacityInput::Weights::ThoughtOf; // not of a model that is thought of
    if (isOfTheRecipe)
        c.warnings << sizeWarnings(recipe, c.cards);
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    const Result<QString> note
        = !(*engine)->capacityNote ? Result<QString>(QString()) : (*engine)->capacityNote(recipe, *settings, c.cards);
    if (!note)                           // the cards cannot be divided so: nothing is placed, nothing fits
        return note.error();
    const QString method = input.modelConfig && stringAt(*input.modelConfig, "quantize").isEmpty() // ModelSlim's own
        ? stringAt(::member(*input.modelConfig, "quantization_config"), "quant_method")
        : QString();
    if (!method.isEmpty() && (*engine)->weightsDoubt)
        c.doubtful = (*engine)->weightsDoubt(recipe, method);
    if (!method.isEmpty() && c.doubtful.isEmpty())
        c.doubtful = imageRefusal(stringAt(*settings, "image"), stringAt(*settings, "command"), {{}, method});
    if (!c.doubtful.isEmpty())
        c.warnings << c.doubtful;
    const QList<CapacityGroup> groups
        = (*engine)->capacityGroups ? (*engine)->capacityGroups(recipe, *settings) : QList<CapacityGroup>();
    const qsizetype nodes = deployment.nodes.size();
    Result<Capacity> all = Capacity();
    if (groups.isEmpty()) {
        const QList<SpreadPart> spread = (*engine)->spreadParts
            ? (*engine)->spreadParts(recipe, *settings, c.cards)
            : QList<SpreadPart>();
        all = ofGroup(c, recipe, **engine, *settings, *settings, (*engine)->capacity, spread, input, nodes, *note);
    } else {
        QList<Capacity> each;
        QStringList names;
        for (const CapacityGroup &group : groups) {
            Capacity its = each.isEmpty() ? c : Capacity();
            its.cards = group.cards;
            Result<Capacity> known = ofGroup(its, recipe, **engine, *settings, group.settings, group.keys,
                                             group.spread, input, nodes, {});
            if (!known)
                return known;
            each << *known;
            names << group.name;
        }
        all = together(each, names, c.cards);
        all->reasons.prepend(*note);
    }
    return all;
}

Json toJson(const Capacity &c)
{
    const auto list = [](const QStringList &texts) {
        Json array = Json::array();
        for (const QString &text : texts)
            array.push_back(text);
        return array;
    };
    Json parts = Json::array();
    for (const CapacityPart &part : c.parts)
        parts.push_back(Json{{"part", part.name},
                             {"formula", part.formula},
                             {"parameters", part.parameters},
                             {"bytes", part.bytes},
                             {"bytesPerCard", part.bytesPerCard}});
    return {{"fits", nullable(c.fits)},
            {"cards", c.cards},
            {"hbmBytesPerCard", nullable(c.hbmBytesPerCard)},
            {"baseBytesPerCard", nullable(c.baseBytesPerCard)},
            {"usableBytesPerCard", nullable(c.usableBytesPerCard)},
            {"hcclBytesPerCard", nullable(c.hcclBytesPerCard)},
            {"weightsBytes", nullable(c.weightsBytes)},
            {"weightsBytesPerCard", nullable(c.weightsBytesPerCard)},
            {"parameters", nullable(c.parameters)},
            {"mtpParameters", nullable(c.guessingParameters)},
            {"parts", parts},
            {"kvBytesPerToken", nullable(c.kvBytesPerToken)},
            {"kvBytesOfWindows", c.kvBytesOfWindows},
            {"kvTokens", nullable(c.kvTokens)},
            {"concurrency", nullable(c.concurrency)},
            {"reasons", list(c.reasons)},
            {"warnings", list(c.warnings)}};
}
