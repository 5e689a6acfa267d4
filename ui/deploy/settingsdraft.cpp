#include "ui/deploy/settingsdraft.h"

#include "core/engines/engine.h"
#include "core/engines/imagerelease.h"
#include "core/topology/topology.h"
#include "core/recipes/template.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

QString shownText(const Json &value)
{
    if (value.is_boolean())
        return value.get<bool>() ? u"true"_s : u"false"_s;
    return plainText(value);
}

} // namespace

SettingsDraft::SettingsDraft(const Recipe &recipe, const Json &userSettings, int nodes)
    : m_recipe(recipe)
    , m_user(userSettings.is_object() ? userSettings : Json::object())
    , m_taken(m_user)
    , m_cards(std::max(recipe.nodes, nodes) * recipe.chipsPerNode)
{
    if (const Result<Recipe> resolved = resolvedRecipe(recipe, m_user))
        m_recipe = *resolved;
    m_settings = m_recipe.settings;
    for (const RecipeSetting &setting : m_settings) {
        const std::string key = setting.key.toStdString();
        const bool isSet = m_user.contains(key) && !m_user.at(key).is_null();
        m_typed.insert(setting.key, shownText(isSet ? m_user.at(key) : setting.defaultValue));
    }
}

void SettingsDraft::choose()
{
    const Result<Recipe> resolved = resolvedRecipe(m_recipe, userSettings());
    if (!resolved)
        return;
    QStringList followers;
    for (const RecipeSetting &setting : m_settings) {
        if (isDefault(setting.key))
            followers << setting.key;
    }
    m_recipe = *resolved;
    m_settings = m_recipe.settings;
    for (const RecipeSetting &setting : m_settings) {
        if (followers.contains(setting.key) && !choosesVariant(m_recipe, setting.key))
            m_typed.insert(setting.key, shownText(setting.defaultValue));
    }
}

QStringList SettingsDraft::groups() const
{
    QStringList titles;
    for (const RecipeSetting &setting : m_settings) {
        if (!titles.contains(setting.group))
            titles << setting.group;
    }
    return titles;
}

const RecipeSetting *SettingsDraft::setting(const QString &key) const
{
    const auto its
        = std::find_if(m_settings.begin(), m_settings.end(), [&](const RecipeSetting &s) { return s.key == key; });
    return its == m_settings.end() ? nullptr : &*its;
}

QString SettingsDraft::text(const QString &key) const { return m_typed.value(key); }

bool SettingsDraft::isDefault(const QString &key) const
{
    const RecipeSetting *its = setting(key);
    return its && parsed(*its, text(key)) == its->defaultValue;
}

// Text that is no number stays a text, so that settingProblem() can say what it is.
Json SettingsDraft::parsed(const RecipeSetting &setting, const QString &text) const
{
    bool ok = false;
    if (setting.type == "boolean"_L1)
        return text == "true"_L1;
    if (setting.type == "integer"_L1) {
        const qint64 number = text.trimmed().toLongLong(&ok);
        return ok ? Json(number) : Json(text);
    }
    if (setting.type == "number"_L1) {
        const double number = text.trimmed().toDouble(&ok);
        return ok ? Json(number) : Json(text);
    }
    return setting.type == "path"_L1 || !setting.pattern.isEmpty() ? Json(text.trimmed()) : Json(text);
}

QString SettingsDraft::problem(const QString &key) const
{
    const RecipeSetting *its = setting(key);
    return its ? withTitles(settingProblem(*its, parsed(*its, text(key)))) : QString();
}

// The field's words for the file's: "port" is "Service port" here.
QString SettingsDraft::withTitles(QString words) const
{
    if (words.isEmpty())
        return words;
    for (const RecipeSetting &setting : m_settings)
        words.replace(u'"' + setting.key + u'"', u'"' + setting.title + u'"');
    return words;
}

bool SettingsDraft::isValid() const
{
    return std::all_of(m_settings.begin(), m_settings.end(),
                       [this](const RecipeSetting &s) { return problem(s.key).isEmpty(); })
        && disagreement().isEmpty();
}

QString SettingsDraft::disagreement() const
{
    const Result<Json> effective = effectiveSettings(m_recipe, userSettings());
    const Result<void> agreed = effective ? settingsAgree(m_recipe, *effective, m_cards) : Result<void>();
    return agreed ? QString() : withTitles(agreed.error().message);
}

QString SettingsDraft::standIn() const
{
    return setting(u"image"_s) ? withTitles(placeholderRefusal(text(u"image"_s).trimmed())) : QString();
}

void SettingsDraft::type(const QString &key, const QString &text)
{
    if (!setting(key))
        return;
    m_typed.insert(key, text);
    if (choosesVariant(m_recipe, key))
        choose();
}

void SettingsDraft::reset(const QString &key)
{
    if (const RecipeSetting *its = setting(key))
        type(key, shownText(its->defaultValue));
}

Json SettingsDraft::userSettings() const
{
    Json result = m_user;
    for (const RecipeSetting &setting : m_settings) {
        const std::string key = setting.key.toStdString();
        if (!problem(setting.key).isEmpty()) {
            if (m_taken.contains(key))
                result[key] = m_taken.at(key);
            else
                result.erase(key);
            continue;
        }
        const Json value = parsed(setting, text(setting.key));
        if (m_user.contains(key) && m_user.at(key) == value)
            continue;
        if (value == setting.defaultValue)
            result.erase(key);
        else
            result[key] = value;
    }
    return result;
}
