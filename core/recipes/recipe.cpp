#include "core/recipes/recipe.h"

#include "core/recipes/recipetext.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace {

QStringList strings(const Json &list)
{
    QStringList result;
    if (list.is_array()) {
        for (const Json &item : list) {
            if (item.is_string())
                result << item.get<QString>();
        }
    }
    return result;
}

// Of "${cards}"; empty: it is a number.
QString chipsKeyOf(const Json &data)
{
    const QString name = stringAt(data, "chipsPerNode");
    return name.startsWith("${"_L1) ? name.mid(2).chopped(1) : QString();
}

int chipsOf(const Json &data, const Json &settings)
{
    const QByteArray key = chipsKeyOf(data).toUtf8();
    if (key.isEmpty())
        return int(integerAt(data, "chipsPerNode").value_or(0));
    if (const std::optional<qint64> own = integerAt(settings, key.constData()))
        return int(*own);
    for (const Json &setting : member(data, "settings")) {
        if (stringAt(setting, "key").toUtf8() == key)
            return int(integerAt(setting, "default").value_or(0));
    }
    return 0;
}

// Of a setting that says how many: it is not the recipe that is wrong then.
std::optional<Error> chipsAreWrong(const Json &data, const QString &key, const Json &settings, const QString &language)
{
    const std::optional<qint64> own
        = key.isEmpty() ? std::nullopt : integerAt(settings, key.toUtf8().constData());
    for (const Json &json : own ? member(data, "settings") : Json::array()) {
        if (stringAt(json, "key") != key)
            continue;
        const QString problem = settingProblem(settingFromJson(json, member(data, "groups"), language), *own);
        if (!problem.isEmpty())
            return Error{ErrorKind::Invalid, RecipeText::tr("Setting %1").arg(problem), {}, {{u"setting"_s, key}}};
    }
    return {};
}

Error broken(const QString &what, const QString &why)
{
    return {ErrorKind::Parse, RecipeText::tr("The recipe %1 is not usable: %2").arg(what, why), {}, {}};
}

} // namespace

QString localText(const Json &text, const QString &language)
{
    if (text.is_string())
        return text.get<QString>();
    const QByteArray key = language.left(2).toLatin1();
    const QString own = stringAt(text, key.constData());
    return own.isEmpty() ? stringAt(text, "en") : own;
}

RecipeSetting settingFromJson(const Json &json, const Json &groups, const QString &language)
{
    RecipeSetting setting;
    setting.key = stringAt(json, "key");
    setting.type = stringAt(json, "type");
    setting.defaultValue = member(json, "default");
    setting.minimum = numberAt(json, "minimum");
    setting.maximum = numberAt(json, "maximum");
    setting.choices = strings(member(json, "choices"));
    for (const QString &choice : std::as_const(setting.choices)) {
        const QString title = localText(member(member(json, "choiceTitles"), choice.toUtf8().constData()), language);
        setting.choiceTitles << (title.isEmpty() ? choice : title);
    }
    setting.pattern = stringAt(json, "pattern");
    setting.patternHelp = localText(member(json, "patternHelp"), language);
    setting.title = localText(member(json, "title"), language);
    setting.help = localText(member(json, "help"), language);
    const QString group = stringAt(json, "group");
    setting.group = group;
    if (groups.is_array()) {
        for (const Json &known : groups) {
            if (stringAt(known, "id") == group)
                setting.group = localText(member(known, "title"), language);
        }
    }
    return setting;
}

Result<Recipe> recipeFromJson(const SharedJson &file, const QString &what, const QString &language,
                              const Json &settings)
{
    Json data = variantData(file, settings);
    Recipe recipe;
    recipe.id = stringAt(data, "id");
    if (recipe.id.isEmpty())
        return broken(what, RecipeText::tr("it has no id."));
    recipe.title = localText(member(data, "title"), language);
    recipe.description = localText(member(data, "description"), language);
    recipe.engine = stringAt(data, "engine");
    recipe.model = stringAt(data, "model");
    recipe.quantization = stringAt(data, "quantization");
    recipe.nodes = int(integerAt(data, "nodes").value_or(0));
    recipe.chipsPerNode = chipsOf(data, settings);
    recipe.chipsKey = chipsKeyOf(data);
    recipe.kind = stringAt(data, "kind");
    recipe.architecture = stringAt(data, "architecture");
    recipe.hbmGb = int(integerAt(data, "hbmGb").value_or(0));
    if (const std::optional<Error> wrong = chipsAreWrong(data, recipe.chipsKey, settings, language))
        return *wrong;
    if (recipe.nodes < 1 || recipe.chipsPerNode < 1)
        return broken(what, RecipeText::tr("it does not say how many nodes and chips it takes."));
    for (const Json &warning : member(data, "warnings"))
        recipe.warnings << RecipeText::tr("%1 (source: %2)")
                               .arg(localText(member(warning, "text"), language),
                                    localText(member(warning, "source"), language));
    for (const Json &json : member(data, "corrections"))
        recipe.corrections << RecipeCorrection{stringAt(json, "guide"), stringAt(json, "reference"),
                                               localText(member(json, "text"), language),
                                               localText(member(json, "source"), language)};
    for (const Json &json : member(data, "settings")) {
        const RecipeSetting setting = settingFromJson(json, member(data, "groups"), language);
        if (setting.key.isEmpty() || setting.type.isEmpty())
            return broken(what, RecipeText::tr("a setting has no key or no type."));
        const QString problem = settingProblem(setting, setting.defaultValue);
        if (!problem.isEmpty())
            return broken(what, problem);
        recipe.settings << setting;
    }
    recipe.data = std::move(data);
    recipe.file = file;
    recipe.language = language;
    return recipe;
}

// What another choice of this setting changes of the others' defaults.
Json variantDefaults(const Recipe &recipe, const QString &key)
{
    Json defaults = Json::object();
    for (const auto &[choice, variant] : member(member(recipe.file, "variants"), key.toUtf8().constData()).items()) {
        defaults[choice] = Json::object();
        for (const auto &[other, change] : member(variant, "settings").items()) {
            if (const Json &own = member(change, "default"); !own.is_null())
                defaults[choice][other] = own;
        }
    }
    return defaults;
}

Json toJson(const Recipe &recipe)
{
    Json json = {{"id", recipe.id}, {"title", recipe.title}, {"description", recipe.description},
                 {"engine", recipe.engine}, {"model", recipe.model}, {"quantization", recipe.quantization},
                 {"nodes", recipe.nodes}, {"chipsPerNode", recipe.chipsPerNode}, {"kind", recipe.kind},
                 {"architecture", recipe.architecture}};
    json["warnings"] = Json::array();
    for (const QString &warning : recipe.warnings)
        json["warnings"].push_back(warning);
    json["corrections"] = Json::array();
    for (const RecipeCorrection &correction : recipe.corrections)
        json["corrections"].push_back({{"guide", correction.guide}, {"reference", correction.reference},
                                       {"text", correction.text}, {"source", correction.source}});
    json["settings"] = Json::array();
    for (const RecipeSetting &setting : recipe.settings) {
        Json one = {{"key", setting.key}, {"type", setting.type}, {"default", setting.defaultValue},
                    {"minimum", nullable(setting.minimum)}, {"maximum", nullable(setting.maximum)}};
        one["choices"] = Json::array();
        for (const QString &choice : setting.choices)
            one["choices"].push_back(choice);
        if (choosesVariant(recipe, setting.key))
            one["variants"] = variantDefaults(recipe, setting.key);
        one["group"] = setting.group;
        one["title"] = setting.title;
        one["help"] = setting.help;
        json["settings"].push_back(one);
    }
    return json;
}
