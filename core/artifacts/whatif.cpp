#include "core/artifacts/whatif.h"

#include "core/base/languages.h"
#include "core/engines/engine.h"
#include "core/recipes/modelshape.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

struct WhatIfText {
    ASC_TR_FUNCTIONS(Capacity)
};

constexpr std::array<std::pair<Knob::Of, const char *>, 5> knobNames{{{Knob::Of::Length, "length"},
                                                                      {Knob::Of::Batch, "batch"},
                                                                      {Knob::Of::TensorParallel, "tp"},
                                                                      {Knob::Of::Memory, "memory"},
                                                                      {Knob::Of::Guessing, "guessing"}}};

// Of the group that requests stay in, as capacityOf() tells it; where there are none, all cards are one.
CapacityGroup groupOf(const Engine &engine, const Recipe &recipe, const Json &settings, int cards)
{
    const QList<CapacityGroup> groups
        = engine.capacityGroups ? engine.capacityGroups(recipe, settings) : QList<CapacityGroup>();
    return groups.isEmpty() ? CapacityGroup{{}, cards, engine.capacity, {}, {}} : groups.last();
}

QList<double> doubled(double from, double to)
{
    QList<double> steps;
    for (double value = from; value <= to; value *= 2)
        steps << value;
    return steps;
}

// Worth trying, whatever the setting allows.
QList<double> candidates(Knob::Of of, const RecipeSetting &setting, int cards, std::optional<qint64> longest)
{
    QList<double> steps;
    switch (of) {
    case Knob::Of::Length:
        steps = doubled(1024, longest ? double(*longest) : setting.maximum.value_or(1 << 20));
        if (longest)
            steps << double(*longest);
        break;
    case Knob::Of::Batch:
        steps = doubled(1, setting.maximum.value_or(1024));
        break;
    case Knob::Of::TensorParallel:
        for (int tp = 1; tp <= cards; ++tp) {
            if (cards % tp == 0)
                steps << tp;
        }
        break;
    case Knob::Of::Memory:
        for (int percent = 50; percent <= 98; ++percent)
            steps << percent / 100.0;
        break;
    case Knob::Of::Guessing:
        for (int tokens = 0; tokens <= 3; ++tokens)
            steps << tokens;
        break;
    }
    return steps;
}

Error wrong(const QString &words)
{
    return Error{ErrorKind::Invalid, words, {}, {}};
}

// npu-smi of a card with so much memory, and nothing else known of it.
QList<NodeFacts> withMemory(QList<NodeFacts> facts, const QList<Node> &nodes, qint64 bytes)
{
    facts.clear();
    for (const Node &node : nodes) {
        NodeFacts its;
        its.name = node.name;
        NpuChip chip;
        chip.hbmTotalMb = bytes >> 20;
        its.npuSmi.emplace();
        its.npuSmi->chips << chip;
        facts << its;
    }
    return facts;
}

} // namespace

QStringList quantizations()
{
    return {u"BF16"_s, u"W8A8"_s, u"W4A8"_s, u"W4A16"_s};
}

QList<Knob> knobsOf(const Deployment &deployment, const Recipe &anyRecipe, const std::optional<Json> &modelConfig)
{
    const Result<Recipe> recipe = resolvedRecipe(anyRecipe, deployment.settings);
    if (!recipe)
        return {};
    const Result<Json> settings = effectiveSettings(*recipe, deployment.settings);
    const Result<const Engine *> engine = engineOf(*recipe);
    if (!settings || !engine)
        return {};
    const int cards = int(std::max<qsizetype>(recipe->nodes, deployment.nodes.size())) * recipe->chipsPerNode;
    const CapacityGroup group = groupOf(**engine, *recipe, *settings, cards);
    const CapacityKeys &keys = group.keys;
    const std::optional<qint64> longest = modelConfig ? longestContext(*modelConfig) : std::nullopt;
    const std::array<std::pair<Knob::Of, const char *>, 5> wanted{{{Knob::Of::Length, keys.length},
                                                                   {Knob::Of::Batch, keys.batch},
                                                                   {Knob::Of::TensorParallel, keys.tensorParallel},
                                                                   {Knob::Of::Memory, keys.memory},
                                                                   {Knob::Of::Guessing, keys.guessing}}};
    QList<Knob> knobs;
    for (const auto &[of, key] : wanted) {
        const auto setting
            = std::find_if(recipe->settings.cbegin(), recipe->settings.cend(),
                           [key = key](const RecipeSetting &one) { return one.key == QLatin1String(key); });
        const std::optional<double> now = numberAt(*settings, key);
        if (*key == 0 || setting == recipe->settings.cend() || !now)
            continue;
        QList<double> steps{*now};
        for (const double step : candidates(of, *setting, cards, longest)) {
            const Json value = of == Knob::Of::Memory ? Json(step) : Json(qint64(step));
            if (settingProblem(*setting, value).isEmpty())
                steps << step;
        }
        std::sort(steps.begin(), steps.end());
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
        knobs << Knob{of, setting->key, setting->title, steps, *now, of == Knob::Of::TensorParallel ? group.cards : 0};
    }
    return knobs;
}

Result<Capacity> capacityIf(const Deployment &deployment, const Recipe &recipe, const CapacityInput &asked,
                            const WhatIf &what)
{
    Deployment other = deployment;
    if (!other.settings.is_object())
        other.settings = Json::object();
    for (const auto &[key, value] : what.settings.items())
        other.settings[key] = value;
    CapacityInput input = asked;
    input.kvBytesPerValue = what.kvBytesPerValue;
    if (what.hbmBytesPerCard)
        input.facts = withMemory(input.facts, other.nodes, *what.hbmBytesPerCard);
    if (what.quantization.isEmpty())
        return capacityOf(other, recipe, input);
    // Other weights: their files are not there, and what config.json says of its own is not of them.
    input.weightsBytes.reset();
    input.weights = CapacityInput::Weights::ThoughtOf;
    if (input.modelConfig) {
        input.modelConfig->erase("quantize");
        input.modelConfig->erase("quantization_config");
    }
    input.quantization = what.quantization;
    return capacityOf(other, recipe, input);
}

Result<WhatIf> whatIfFromText(const QString &text, const QList<Knob> &knobs)
{
    WhatIf what;
    QStringList known{u"quantization"_s, u"kv"_s, u"hbm"_s};
    for (const Knob &knob : knobs) {
        const auto name = std::find_if(knobNames.cbegin(), knobNames.cend(),
                                       [&knob](const auto &one) { return one.first == knob.of; });
        known << QLatin1String(name->second);
        if (knob.of == Knob::Of::TensorParallel && knob.cards > 0)
            known << u"dp"_s;
    }
    for (const QString &part : text.split(u',', Qt::SkipEmptyParts)) {
        const qsizetype equals = part.indexOf(u'=');
        const QString name = part.left(equals).trimmed(),
                      value = equals < 0 ? QString() : part.mid(equals + 1).trimmed();
        if (equals <= 0 || value.isEmpty())
            return wrong(WhatIfText::tr("\"%1\" is no NAME=VALUE.").arg(part.trimmed()));
        if (!known.contains(name))
            return wrong(WhatIfText::tr("\"%1\" is none of %2.").arg(name, known.join(u", "_s)));
        bool isNumber = false;
        const double number = value.toDouble(&isNumber);
        if (name == "quantization"_L1) {
            if (!quantizations().contains(value, Qt::CaseInsensitive))
                return wrong(WhatIfText::tr("\"%1\" is none of %2.").arg(value, quantizations().join(u", "_s)));
            what.quantization = value.toUpper();
        } else if (name == "kv"_L1) {
            if (number != 1 && number != 2)
                return wrong(WhatIfText::tr("kv is 1 or 2: the bytes of a value of the KV cache."));
            what.kvBytesPerValue = int(number);
        } else if (name == "hbm"_L1) {
            if (!isNumber || !(number >= 1 && number <= 4096))
                return wrong(WhatIfText::tr("hbm is the memory of a card in GiB, from 1 to 4096."));
            what.hbmBytesPerCard = qint64(number * 1024) << 20;
        } else if (name == "dp"_L1) { // the cards that tp leaves: it is set by tp alone
            const auto tp = std::find_if(knobs.cbegin(), knobs.cend(),
                                         [](const Knob &one) { return one.of == Knob::Of::TensorParallel; });
            if (!isNumber || number < 1 || number > tp->cards || number != std::floor(number)
                || tp->cards % int(number) != 0)
                return wrong(WhatIfText::tr("dp shares %1 cards with tp; it must divide them.").arg(tp->cards));
            const QByteArray key = tp->key.toUtf8();
            const qint64 others = tp->cards / qint64(number);
            if (const std::optional<qint64> set = integerAt(what.settings, key.constData()); set && *set != others)
                return wrong(WhatIfText::tr("dp %1 × tp %2 is not the %3 cards that they share.")
                                 .arg(number)
                                 .arg(*set)
                                 .arg(tp->cards));
            what.settings[key.toStdString()] = others;
        } else {
            const auto named = std::find_if(knobNames.cbegin(), knobNames.cend(),
                                            [&name](const auto &one) { return name == QLatin1String(one.second); });
            const auto knob = std::find_if(knobs.cbegin(), knobs.cend(),
                                           [named](const Knob &one) { return one.of == named->first; });
            const bool isWhole = knob->of != Knob::Of::Memory;
            if (!isNumber || !(std::abs(number) < 1e15) || (isWhole && number != std::floor(number)))
                return wrong(WhatIfText::tr("%1: \"%2\" is no number.").arg(name, value));
            what.settings[knob->key.toStdString()] = isWhole ? Json(qint64(number)) : Json(number);
        }
    }
    return what;
}
