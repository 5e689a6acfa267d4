// Variants of a recipe: what a setting such as the generation chooses together. See recipe.h.
#include "core/recipes/recipe.h"

#include <algorithm>

namespace {

// The user's value, else the plain default: a variant does not change the default of what chooses it.
Json chosen(const Json &file, const std::string &key, const Json &userSettings)
{
    const Json &own = member(userSettings, key.c_str());
    if (!own.is_null())
        return own;
    for (const Json &setting : member(file, "settings")) {
        if (stringAt(setting, "key").toStdString() == key)
            return member(setting, "default");
    }
    return nullptr;
}

void layOver(Json &data, const Json &variant)
{
    for (const auto &[key, change] : variant.items()) {
        if (key != "settings") {
            data.merge_patch(Json{{key, change}});
            continue;
        }
        for (const auto &[setting, fields] : change.items()) {
            for (Json &one : data["settings"]) {
                if (stringAt(one, "key").toStdString() == setting)
                    one.merge_patch(fields);
            }
        }
    }
}

bool isMeant(const Json &entry, const Json &file, const Json &userSettings)
{
    for (const auto &[key, wanted] : member(entry, "when").items()) {
        const Json is = chosen(file, key, userSettings);
        if (wanted.is_array() ? std::find(wanted.begin(), wanted.end(), is) == wanted.end() : is != wanted)
            return false;
    }
    return true;
}

void dropOthers(Json &data, const Json &file, const Json &userSettings)
{
    if (!data.is_structured())
        return;
    if (data.is_array()) {
        for (auto it = data.begin(); it != data.end();)
            it = isMeant(*it, file, userSettings) ? std::next(it) : data.erase(it);
    }
    for (Json &item : data)
        dropOthers(item, file, userSettings);
}

} // namespace

bool choosesVariant(const Recipe &recipe, const QString &key)
{
    return member(member(recipe.file, "variants"), key.toUtf8().constData()).is_object();
}

Json variantData(const Json &file, const Json &userSettings)
{
    Json data = file;
    if (!data.is_object())
        return data;
    data.erase("variants");
    for (const auto &[key, choices] : member(file, "variants").items()) {
        const Json choice = chosen(file, key, userSettings);
        if (!choice.is_string())
            continue;
        const Json &variant = member(choices, choice.get_ref<const std::string &>().c_str());
        if (variant.is_object())
            layOver(data, variant);
    }
    dropOthers(data, file, userSettings);
    return data;
}

Result<Recipe> resolvedRecipe(const Recipe &recipe, const Json &userSettings)
{
    const bool asksSettings = member(recipe.file, "chipsPerNode").is_string();
    if (!asksSettings && variantData(recipe.file, userSettings) == recipe.data.json())
        return recipe;
    return recipeFromJson(recipe.file, recipe.id, recipe.language, userSettings);
}
