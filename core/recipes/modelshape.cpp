#include "core/recipes/modelshape.h"

#include "core/recipes/recipetext.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

// DeepSeek's name, Qwen's name.
std::optional<qint64> expertsOf(const Json &config)
{
    const std::optional<qint64> experts = integerAt(config, "n_routed_experts");
    return experts ? experts : integerAt(config, "num_experts");
}

} // namespace

ModelShape modelShapeOf(const Json &recipeData)
{
    const Json &data = member(recipeData, "modelShape");
    return {textsAt(data, "types"), integerAt(data, "hiddenSize"), integerAt(data, "layers"),
            integerAt(data, "routedExperts"), boolAt(data, "indexer")};
}

RecipeShape modelShapeRecipe()
{
    using Is = RecipeShape::Is;
    const RecipeShape whole{Is::Whole, {}, nullptr};
    return {Is::Object,
            {{"types", {Is::Texts, {}, nullptr}, false},
             {"hiddenSize", whole, false},
             {"layers", whole, false},
             {"routedExperts", whole, false},
             {"expertsPerToken", whole, false},
             {"indexer", {Is::Flag, {}, nullptr}, false}},
            nullptr};
}

QStringList differencesFrom(const ModelShape &shape, const Json &config)
{
    QStringList differences;
    const auto differs = [&](const char *key, const QString &is, const QString &wanted) {
        differences << RecipeText::tr("%1 %2, not %3", "a key of config.json; what it is; what the recipe's model has")
                           .arg(QLatin1String(key), is, wanted);
    };
    if (const QString type = stringAt(config, "model_type");
        !type.isEmpty() && !shape.types.isEmpty() && !shape.types.contains(type))
        differs("model_type", type, shape.types.first());
    const auto number = [&](const char *key, const std::optional<qint64> &is, const std::optional<qint64> &wanted) {
        if (is && wanted && *is != *wanted)
            differs(key, QString::number(*is), QString::number(*wanted));
    };
    number("hidden_size", integerAt(config, "hidden_size"), shape.hiddenSize);
    number("num_hidden_layers", integerAt(config, "num_hidden_layers"), shape.layers);
    number(integerAt(config, "num_experts") ? "num_experts" : "n_routed_experts", expertsOf(config),
           shape.routedExperts);
    const bool isWhole = integerAt(config, "hidden_size").has_value(),
               hasIndexer = integerAt(config, "index_head_dim").has_value();
    if (isWhole && shape.indexer == true && !hasIndexer)
        differences << RecipeText::tr("no index_head_dim, which the model's sparse attention has");
    if (isWhole && shape.indexer == false && hasIndexer)
        differences << RecipeText::tr("an index_head_dim, which the model has not");
    return differences;
}

std::optional<qint64> longestContext(const Json &config)
{
    const std::optional<qint64> positions = integerAt(config, "max_position_embeddings");
    const Json &scaling = member(config, "rope_scaling");
    const QString kind = stringAt(scaling, "rope_type", stringAt(scaling, "type"));
    const double factor = numberAt(scaling, "factor").value_or(1);
    if (!positions || kind.isEmpty() || !(factor >= 1 && factor <= 1e4)
        || QStringList{u"su"_s, u"longrope"_s, u"llama3"_s, u"default"_s, u"mrope"_s}.contains(kind))
        return positions;
    const qint64 before = kind == "yarn"_L1
        ? integerAt(scaling, "original_max_position_embeddings").value_or(*positions)
        : *positions;
    return std::max(*positions, qint64(double(before) * factor));
}

QString modelWords(const Json &config)
{
    QStringList words = textsAt(config, "architectures").mid(0, 1);
    if (const QString type = stringAt(config, "model_type"); !type.isEmpty())
        words << type;
    if (const std::optional<qint64> layers = integerAt(config, "num_hidden_layers"))
        words << RecipeText::tr("%1 layers", "of a model").arg(*layers);
    if (const std::optional<qint64> hidden = integerAt(config, "hidden_size"))
        words << u"hidden_size %1"_s.arg(*hidden);
    if (const std::optional<qint64> experts = expertsOf(config))
        words << RecipeText::tr("%1 experts", "of a model").arg(*experts);
    return words.join(", "_L1);
}
