#include "core/artifacts/storedweights.h"

#include "core/artifacts/modelmodules.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace Qt::StringLiterals;

namespace {

// Of float32 too: engines load it as 16 bits (vllm/config/model.py, _get_and_verify_dtype).
constexpr double plainBytes = 2;

// How a quantized matrix is kept. Scales: one for each `group` of inputs times `rows` outputs; 0: all of them.
struct Scheme
{
    double bits = 16;
    int group = 0, rows = 1;
    double scaleBytes = 0;               // with the zero point
    double bytes(const ModelModule &module) const
    {
        const double groups = group > 0 ? std::ceil(double(module.in) / group) : 1,
                     rowGroups = rows > 0 ? std::ceil(double(module.out) / rows) : 1;
        return module.count * (double(module.in) * module.out * bits / 8 + groups * rowGroups * scaleBytes);
    }
};

// "model.layers.3.self_attn" and "language_model.model.layers.3.self_attn" are one place: 3.self_attn in a layer.
struct Place
{
    QStringList parts;
    bool isInLayer = false;
    bool operator==(const Place &) const = default;
};

Place placeOf(const QString &name)
{
    static const QStringList outer{u"model"_s, u"language_model"_s, u"transformer"_s, u"encoder"_s, u"decoder"_s};
    Place place{name.split(u'.', Qt::SkipEmptyParts)};
    while (!place.parts.isEmpty() && outer.contains(place.parts.first()))
        place.parts.removeFirst();
    place.isInLayer = !place.parts.isEmpty() && (place.parts.first() == "layers"_L1 || place.parts.first() == "h"_L1);
    if (place.isInLayer)
        place.parts.removeFirst();
    return place;
}

QRegularExpression fromStart(const QString &pattern) // as Python's re.match
{
    return QRegularExpression(u"\\A(?:"_s + pattern + u')');
}

// One entry of a list of modules.
struct ModulePattern
{
    enum class As { Whole, Expression, Parts, Linear };
    QString text;
    As as = As::Whole;
    QRegularExpression expression;
    Place place;
    QList<QRegularExpression> wild;      // of the place's parts
    bool isPlaced = false;
    bool isAllowed = true;

    bool matches(const QString &name, const Place &its) const;
};

bool ModulePattern::matches(const QString &name, const Place &its) const
{
    if (as == As::Linear || !isAllowed)
        return isAllowed;
    if (as == As::Expression)
        return expression.isValid() && expression.match(name).hasMatch();
    if (as == As::Whole)
        return its == place;
    if (place.parts.isEmpty() || (place.isInLayer && !its.isInLayer))
        return false;
    const qsizetype last = place.isInLayer ? 0 : its.parts.size() - place.parts.size();
    for (qsizetype start = 0; start <= last && start + place.parts.size() <= its.parts.size(); ++start) {
        bool isSame = true;
        for (qsizetype i = 0; i < place.parts.size() && isSame; ++i)
            isSame = place.parts[i] == its.parts[start + i]
                || (place.parts[i].contains(u'*') && wild[i].match(its.parts[start + i]).hasMatch());
        if (isSame)
            return true;
    }
    return false;
}

// One expert stands for all: what is said of a single one cannot be told here.
bool namesAnExpert(const QString &text)
{
    static const QRegularExpression number(u"experts\\\\?\\.\\d"_s);
    return number.match(text).hasMatch();
}

// compressed-tensors: whole names, "re:..." and names of classes.
ModulePattern compressedPattern(const QString &text)
{
    ModulePattern pattern{text};
    pattern.isAllowed = !namesAnExpert(text);
    if (text.startsWith("re:"_L1)) {
        pattern.as = ModulePattern::As::Expression;
        pattern.expression = fromStart(text.mid(3));
    } else if (text.compare("Linear"_L1, Qt::CaseInsensitive) == 0) {
        pattern.as = ModulePattern::As::Linear;
    }
    pattern.place = placeOf(text);
    return pattern;
}

// Others: the name of a module, or of some parts of it in a row; "*" is any.
ModulePattern partsPattern(const QString &text)
{
    ModulePattern pattern{text, ModulePattern::As::Parts, {}, placeOf(text)};
    pattern.isAllowed = !namesAnExpert(text);
    for (const QString &part : std::as_const(pattern.place.parts))
        pattern.wild << QRegularExpression(QRegularExpression::wildcardToRegularExpression(part));
    return pattern;
}

struct ModuleName
{
    QString name;
    Place place;
};

QList<ModuleName> placed(const QStringList &names)
{
    QList<ModuleName> all;
    for (const QString &name : names)
        all << ModuleName{name, placeOf(name)};
    return all;
}

bool isAnyOf(QList<ModulePattern> &patterns, const QList<ModuleName> &names)
{
    bool isAny = false;
    for (ModulePattern &pattern : patterns) {
        const auto isIt = [&pattern](const ModuleName &one) { return pattern.matches(one.name, one.place); };
        if (std::any_of(names.begin(), names.end(), isIt))
            pattern.isPlaced = isAny = true;
    }
    return isAny;
}

struct SchemeGroup
{
    Scheme scheme;
    QList<ModulePattern> targets;        // empty: all
};

int dimensionAt(const Json &list, size_t place)
{
    return list.is_array() && list.size() > place && list[place].is_number_integer()
        ? int(std::clamp<qint64>(list[place].get<qint64>(), 0, 1'000'000))
        : 0;
}

// A group of compressed-tensors (compressed_tensors/quantization/quant_args.py). Scales of four-bit floats have one
// byte, of blocks and tensors four, others two; zero points are packed as the values are.
Scheme compressedScheme(const Json &weights)
{
    Scheme scheme;
    scheme.bits = double(integerAt(weights, "num_bits").value_or(16));
    if (!(scheme.bits > 0 && scheme.bits <= 16))
        return Scheme();
    const QString strategy = stringAt(weights, "strategy");
    const int group = int(std::clamp<qint64>(integerAt(weights, "group_size").value_or(0), 0, 1'000'000));
    const bool isFloat4 = stringAt(weights, "type") == "float"_L1 && scheme.bits == 4;
    scheme.scaleBytes = isFloat4 ? 1 : 2;
    if (strategy == "block"_L1) {
        scheme.rows = dimensionAt(member(weights, "block_structure"), 0);
        scheme.group = dimensionAt(member(weights, "block_structure"), 1);
        scheme.scaleBytes = 4;
    } else if (strategy == "channel"_L1) {
        scheme.group = 0;
    } else if (group > 0) {
        scheme.group = group;
    } else {
        scheme.rows = 0;
        scheme.scaleBytes = 4;
    }
    if (boolAt(weights, "symmetric") == false)
        scheme.scaleBytes += scheme.bits / 8;
    return scheme;
}

// What quantization_config says; no groups: nothing of the kind that is known here.
struct Quantization
{
    QList<SchemeGroup> groups;
    QList<ModulePattern> kept;
    bool isOfExpertsOnly = false;
};

Quantization quantizationOf(const Json &config)
{
    Quantization q;
    const Json &its = member(config, "quantization_config");
    const QString method = stringAt(its, "quant_method");
    const std::optional<double> bytes = ownQuantizedBytes(config);
    if (!bytes || !stringAt(config, "quantize").isEmpty())
        return q;
    if (method == "compressed-tensors"_L1) {
        for (const Json &group : member(its, "config_groups")) {
            SchemeGroup one{compressedScheme(member(group, "weights")), {}};
            for (const QString &target : textsAt(group, "targets"))
                one.targets << compressedPattern(target);
            if (member(group, "weights").is_object())
                q.groups << one;
        }
        for (const QString &text : textsAt(its, "ignore"))
            q.kept << compressedPattern(text);
        return q;
    }
    Scheme scheme{*bytes * 8, 0, 1, 0};
    if (method == "fp8"_L1) {            // weight_scale_inv, weight_scale: float32 (vllm, quantization/fp8.py)
        const Json &block = member(its, "weight_block_size");
        scheme = {*bytes * 8, dimensionAt(block, 1), dimensionAt(block, 0), 4};
    } else if (method == "mxfp4"_L1) {   // only what gpt-oss calls experts (transformers, integrations/mxfp4.py)
        scheme = {4, 32, 1, 1};
        q.isOfExpertsOnly = true;
    } else if (method == "awq"_L1 || method == "gptq"_L1) {
        // scales of two bytes; zero points are packed as the values are, GPTQ has them always
        const qint64 group = integerAt(its, "group_size").value_or(128);
        const bool hasZeros = method == "gptq"_L1 || boolAt(its, "zero_point").value_or(true);
        scheme.group = group > 0 && group < 1'000'000 ? int(group) : 0;
        scheme.scaleBytes = 2 + (hasZeros ? *bytes : 0);
    }
    q.groups << SchemeGroup{scheme, {}};
    for (const char *key : {"modules_to_not_convert", "ignored_layers", "llm_int8_skip_modules", "ignore"}) {
        for (const QString &text : textsAt(its, key))
            q.kept << partsPattern(text);
    }
    if (const Json &dynamic = member(its, "dynamic"); dynamic.is_object()) { // GPTQModel's: "-:" leaves out
        for (const auto &[key, value] : dynamic.items()) {
            const QString text = QString::fromStdString(key);
            ModulePattern pattern{text, ModulePattern::As::Expression};
            pattern.isAllowed = text.startsWith("-:"_L1) && !namesAnExpert(text);
            pattern.expression = fromStart(text.mid(2));
            q.kept << pattern;
        }
    }
    return q;
}

} // namespace

double StoredWeights::total() const
{
    return std::accumulate(bytes.begin(), bytes.end(), 0.0);
}

StoredWeights storedWeights(const ModelParts &model, const Json &config, double quantizedBytes)
{
    StoredWeights stored;
    stored.quantizedBytes = ownQuantizedBytes(config).value_or(quantizedBytes);
    Quantization q = quantizationOf(config);
    const std::optional<ModelFamily> family = modelFamilyOf(config);
    if (q.groups.isEmpty() || !family) {
        for (const ModelPart &part : model.parts)
            stored.bytes << part.parameters * (part.isLinear ? stored.quantizedBytes : plainBytes);
        return stored;
    }
    double quantized = 0, itsBytes = 0;
    for (const ModelPart &part : model.parts) {
        double rest = part.parameters, bytes = 0; // rest: biases and the like
        for (const ModelModule &module : modulesOf(*family, config, part)) {
            const QList<ModuleName> names = placed(module.names);
            const bool isKept = isAnyOf(q.kept, names);
            const double size = module.count * module.in * module.out;
            if (!part.isLinear || size <= 0)
                continue;
            rest -= size;
            if (isKept)
                stored.keptParameters += size;
            const auto group = std::find_if(q.groups.begin(), q.groups.end(), [&](SchemeGroup &one) {
                return one.targets.isEmpty() || isAnyOf(one.targets, names);
            });
            const bool isOther = q.isOfExpertsOnly && part.kind != ModelPart::Kind::RoutedExperts;
            if (isKept || isOther || group == q.groups.end()) {
                bytes += size * plainBytes;
                continue;
            }
            quantized += size;
            itsBytes += group->scheme.bytes(module);
            bytes += group->scheme.bytes(module);
        }
        stored.bytes << bytes + std::max(0.0, rest) * plainBytes;
    }
    stored.withScales = quantized > 0;
    if (quantized > 0)
        stored.quantizedBytes = itsBytes / quantized;
    for (const ModulePattern &pattern : std::as_const(q.kept))
        (pattern.isPlaced ? stored.kept : stored.unplaced) << pattern.text;
    for (const SchemeGroup &group : std::as_const(q.groups)) {
        for (const ModulePattern &target : group.targets) {
            if (!target.isPlaced && !stored.unplaced.contains(target.text))
                stored.unplaced << target.text;
        }
    }
    return stored;
}
