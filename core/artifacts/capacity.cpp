#include "core/artifacts/capacity.h"

#include "core/topology/topology.h"
#include "core/engines/engine.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace {

struct CapacityText
{
    Q_DECLARE_TR_FUNCTIONS(Capacity)
};

// The dimensions come from a file on a node: anything out of this range is not a model we know.
std::optional<double> dimension(const Json &config, const char *key)
{
    const auto value = integerAt(config, key);
    return value && *value > 0 && *value < 10'000'000 ? std::optional<double>(double(*value)) : std::nullopt;
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

void addMemory(Capacity &c, const Json &settings, const char *key, const CapacityInput &input, qsizetype nodes)
{
    if (input.facts.size() == nodes)
        c.hbmBytesPerCard = smallestHbm(input.facts);
    const double fraction = numberAt(settings, key).value_or(0.92);
    if (!c.hbmBytesPerCard) {
        c.reasons << CapacityText::tr("HBM per card is unknown: npu-smi of at least one node did not report it.");
        return;
    }
    c.usableBytesPerCard = qint64(double(*c.hbmBytesPerCard) * fraction);
    c.reasons << CapacityText::tr("HBM: %1 per card (the smallest of %2), of which %3 (%4) = %5 for weights, KV cache and workspace.")
                     .arg(bytesText(*c.hbmBytesPerCard)).arg(c.cards).arg(fraction).arg(QLatin1String(key)).arg(bytesText(*c.usableBytesPerCard));
}

void addWeights(Capacity &c, qint64 tp, qint64 dp, const CapacityInput &input)
{
    c.weightsBytes = input.weightsBytes;
    if (!c.weightsBytes) {
        c.reasons << CapacityText::tr("The size of the weights is unknown: their folder could not be read.");
        return;
    }
    const std::optional<double> share = input.modelConfig ? expertShare(*input.modelConfig) : std::nullopt;
    const double total = double(*c.weightsBytes);
    if (share) {
        c.weightsBytesPerCard = qint64(total * *share / c.cards + total * (1 - *share) / double(tp));
        c.reasons << CapacityText::tr("Weights: %1 in files; %2 % are routed experts, spread over %3 cards, the rest is spread over tp %4 and held %5 times: about %6 per card (estimate: equal bytes per parameter).")
                         .arg(bytesText(*c.weightsBytes)).arg(*share * 100, 0, 'f', 1).arg(c.cards).arg(tp).arg(dp).arg(bytesText(*c.weightsBytesPerCard));
    } else {
        c.weightsBytesPerCard = qint64(total / c.cards);
        const QString least = CapacityText::tr("Weights: %1 in files over %2 cards: at least %3 per card").arg(bytesText(*c.weightsBytes)).arg(c.cards).arg(bytesText(*c.weightsBytesPerCard));
        c.reasons << (input.modelConfig ? CapacityText::tr("%1 (the parts of a %2 are not worked out here, so what is held several times is not counted).").arg(least, stringAt(*input.modelConfig, "model_type", QStringLiteral("?")))
                                        : CapacityText::tr("%1 (config.json of the weights is unknown, so what is held several times is not counted).").arg(least));
    }
}

void addKvCache(Capacity &c, const Json &settings, const CapacityKeys &keys, qint64 dp, const CapacityInput &input)
{
    c.kvBytesPerToken = input.modelConfig ? mlaBytesPerToken(*input.modelConfig) : std::nullopt;
    if (!c.kvBytesPerToken) {
        c.reasons << CapacityText::tr("KV cache per token is unknown: config.json of the weights is missing or no MLA model.");
        return;
    }
    const Json &config = *input.modelConfig;
    const auto index = integerAt(config, "index_head_dim");
    c.reasons << (index ? CapacityText::tr("KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2 + index_head_dim %3) × 2 bytes × %4 layers = %5 bytes per token on every card (MLA, arXiv:2405.04434 §2.1; one latent for all heads, so tp does not divide it).")
                              .arg(*integerAt(config, "kv_lora_rank")).arg(*integerAt(config, "qk_rope_head_dim")).arg(*index).arg(*integerAt(config, "num_hidden_layers")).arg(*c.kvBytesPerToken)
                        : CapacityText::tr("KV cache: (kv_lora_rank %1 + qk_rope_head_dim %2) × 2 bytes × %3 layers = %4 bytes per token on every card (MLA, arXiv:2405.04434 §2.1; one latent for all heads, so tp does not divide it).")
                              .arg(*integerAt(config, "kv_lora_rank")).arg(*integerAt(config, "qk_rope_head_dim")).arg(*integerAt(config, "num_hidden_layers")).arg(*c.kvBytesPerToken));
    if (!c.usableBytesPerCard || !c.weightsBytesPerCard)
        return;
    const qint64 room = std::max<qint64>(0, *c.usableBytesPerCard - *c.weightsBytesPerCard);
    const qint64 ofGroup = room / *c.kvBytesPerToken; // a request lives in one group
    c.kvTokens = ofGroup * dp;
    const qint64 length = integerAt(settings, keys.length).value_or(0), batch = integerAt(settings, keys.batch).value_or(0);
    c.reasons << CapacityText::tr("Room: %1 per card beside the weights, at most %2 tokens over %3 data parallel groups; the workspace, whose size is not documented, comes off this.")
                     .arg(bytesText(room)).arg(*c.kvTokens).arg(dp);
    if (length > 0) {
        c.concurrency = std::min(ofGroup / length, batch > 0 ? batch : ofGroup) * dp;
        c.reasons << CapacityText::tr("Concurrency: at most %1 requests of the full length %2 at once (%3 %4 per group).").arg(*c.concurrency).arg(length).arg(QLatin1String(keys.batch)).arg(batch);
    }
}

void addVerdict(Capacity &c, const CapacityKeys &keys)
{
    if (!c.usableBytesPerCard || !c.weightsBytesPerCard)
        return;
    const bool room = *c.weightsBytesPerCard < *c.usableBytesPerCard;
    if (!room)
        c.fits = false;
    else if (c.concurrency)
        c.fits = *c.concurrency >= 1;
    if (!room)
        c.reasons << CapacityText::tr("It does not fit: the weights alone take %1 of %2 usable on each card.").arg(bytesText(*c.weightsBytesPerCard), bytesText(*c.usableBytesPerCard));
    else if (c.fits == false)
        c.reasons << CapacityText::tr("It does not fit: not one request of the full length has room. Lower %1 or use more cards.").arg(QLatin1String(keys.length));
}

} // namespace

QString bytesText(qint64 bytes)
{
    const double gib = double(bytes) / (1 << 30);
    if (std::abs(gib) >= 0.1)
        return QStringLiteral("%1 GiB").arg(gib, 0, 'f', 1);
    return QStringLiteral("%1 MiB").arg(double(bytes) / (1 << 20), 0, 'f', 1);
}

std::optional<qint64> mlaBytesPerToken(const Json &config)
{
    const auto latent = dimension(config, "kv_lora_rank"), rope = dimension(config, "qk_rope_head_dim"), layers = dimension(config, "num_hidden_layers");
    if (!latent || !rope || !layers)
        return std::nullopt;
    const double bytes = (*latent + *rope + dimension(config, "index_head_dim").value_or(0)) * 2 * *layers;
    return bytes < 1e12 ? std::optional<qint64>(qint64(bytes)) : std::nullopt;
}

std::optional<double> expertShare(const Json &config)
{
    const auto get = [&](const char *key) { return dimension(config, key); };
    const auto hidden = get("hidden_size"), layers = get("num_hidden_layers"), heads = get("num_attention_heads"), vocabulary = get("vocab_size"),
               latent = get("kv_lora_rank"), rope = get("qk_rope_head_dim"), nope = get("qk_nope_head_dim"), value = get("v_head_dim"),
               experts = get("n_routed_experts"), width = get("moe_intermediate_size"), dense = get("intermediate_size");
    const double first = get("first_k_dense_replace").value_or(0), shared = get("n_shared_experts").value_or(0), query = get("q_lora_rank").value_or(0);
    if (!hidden || !layers || !heads || !vocabulary || !latent || !rope || !nope || !value || !experts || !width || !dense || first > *layers)
        return std::nullopt;
    const double moeLayers = *layers - first;
    const double routed = *experts * 3 * *hidden * *width * moeLayers;
    const double queries = query > 0 ? *hidden * query + query * *heads * (*nope + *rope) : *hidden * *heads * (*nope + *rope);
    const double attention = queries + *hidden * (*latent + *rope) + *latent * *heads * (*nope + *value) + *heads * *value * *hidden;
    const double rest = *layers * attention + first * 3 * *hidden * *dense + moeLayers * shared * 3 * *hidden * *width + 2 * *vocabulary * *hidden;
    return routed / (routed + rest);
}

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
    const qint64 tp = std::max<qint64>(1, integerAt(*settings, "tp").value_or(c.cards));
    const qint64 dp = std::max<qint64>(1, c.cards / tp);
    for (qsizetype i = 0; i < recipe.warnings.size(); ++i) {
        const qint64 belowCards = integerAt(::member(recipe.data, "warnings")[size_t(i)], "belowCards").value_or(0);
        if (belowCards > 0 && c.cards < belowCards)
            c.warnings << recipe.warnings[i];
    }
    const Result<const Engine *> engine = engineOf(recipe);
    if (!engine)
        return engine.error();
    const CapacityKeys &keys = (*engine)->capacity;
    if (*keys.memory == 0) {
        c.reasons << CapacityText::tr("How much memory the program in this image takes is not known here.");
        return c;
    }
    addMemory(c, *settings, keys.memory, input, deployment.nodes.size());
    addWeights(c, tp, dp, input);
    addKvCache(c, *settings, keys, dp, input);
    const Result<QString> note = !(*engine)->capacityNote ? Result<QString>(QString()) : (*engine)->capacityNote(recipe, *settings, c.cards);
    if (!note)
        c.warnings << note.error().message;
    else if (!note->isEmpty())
        c.reasons << *note;
    addVerdict(c, keys);
    return c;
}

Json toJson(const Capacity &c)
{
    const auto list = [](const QStringList &texts) {
        Json array = Json::array();
        for (const QString &text : texts)
            array.push_back(text);
        return array;
    };
    return {{"fits", nullable(c.fits)}, {"cards", c.cards}, {"hbmBytesPerCard", nullable(c.hbmBytesPerCard)},
            {"usableBytesPerCard", nullable(c.usableBytesPerCard)}, {"weightsBytes", nullable(c.weightsBytes)},
            {"weightsBytesPerCard", nullable(c.weightsBytesPerCard)}, {"kvBytesPerToken", nullable(c.kvBytesPerToken)},
            {"kvTokens", nullable(c.kvTokens)}, {"concurrency", nullable(c.concurrency)},
            {"reasons", list(c.reasons)}, {"warnings", list(c.warnings)}};
}
