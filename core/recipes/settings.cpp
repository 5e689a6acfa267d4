// A recipe's settings: type, range and pattern of each value. Values end up in scripts and on
// command lines; quoting makes them harmless there, the patterns keep out what the engines refuse anyway.
#include "core/recipes/recipe.h"

#include "core/base/plaintext.h"
#include "core/recipes/recipetext.h"
#include "core/recipes/systemfolders.h"

#include <QCoreApplication>
#include <QHash>
#include <QMutex>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

QString number(double value)
{
    return value == std::floor(value) && std::abs(value) < 1e15 ? QString::number(qint64(value))
                                                                : QString::number(value);
}

bool hasControlCharacter(const QString &text)
{
    return std::any_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x20 || c.unicode() == 0x7f || c.unicode() == 0x2028 || c.unicode() == 0x2029;
    });
}

// Asked for every setting at every key that is typed, and compiling takes most of the time.
QRegularExpression wholly(const QString &pattern)
{
    static QMutex mutex;
    static QHash<QString, QRegularExpression> made;
    const QMutexLocker lock(&mutex);
    QRegularExpression &its = made[pattern];
    if (its.pattern().isEmpty())
        its.setPattern(QRegularExpression::anchoredPattern(pattern));
    return its;
}

QString textProblem(const RecipeSetting &setting, const QString &text)
{
    if (hasControlCharacter(text))
        return RecipeText::tr("\"%1\" must be one line without control characters.").arg(setting.key);
    if (setting.type == "choice"_L1 && !setting.choices.contains(text))
        return RecipeText::tr("\"%1\" is \"%2\"; it must be one of %3.")
            .arg(setting.key, shortened(text), setting.choices.join(", "_L1));
    if (setting.type == "path"_L1 && !text.isEmpty()) {
        // A colon would split a container mount in two.
        const bool climbs = text.split(QLatin1Char('/')).contains(".."_L1);
        if (!text.startsWith(QLatin1Char('/')) || text.contains(QLatin1Char(':')) || climbs)
            return RecipeText::tr("\"%1\" is \"%2\"; it must be an absolute path without \":\" and \"..\".")
                .arg(setting.key, shortened(text));
        if (isSystemFolder(text))
            return RecipeText::tr(
                       "\"%1\" is \"%2\", a folder of the system: the container needs its own there, and docker "
                       "refuses a mount over \"/\"; name a folder of your own, such as /data/deepseek.")
                .arg(setting.key, shortened(text));
    }
    if (setting.type == "path"_L1 && text.isEmpty() && setting.defaultValue != Json(""))
        return RecipeText::tr("\"%1\" is empty; it must be an absolute path.").arg(setting.key);
    if (!setting.pattern.isEmpty()) {
        if (!wholly(setting.pattern).match(text).hasMatch())
            return RecipeText::tr("\"%1\" is \"%2\"; allowed: %3.")
                .arg(setting.key, shortened(text), setting.patternHelp);
    }
    return {};
}

} // namespace

QString shownSetting(const Json &value)
{
    if (value.is_structured())
        return value.is_array() ? RecipeText::tr("a list") : RecipeText::tr("an object");
    return shortened(QString::fromUtf8(compactJson(value)));
}

QString rangeText(const RecipeSetting &setting)
{
    if (setting.minimum && setting.maximum)
        return RecipeText::tr("%1 to %2").arg(number(*setting.minimum), number(*setting.maximum));
    if (setting.minimum)
        return RecipeText::tr("at least %1").arg(number(*setting.minimum));
    if (setting.maximum)
        return RecipeText::tr("at most %1").arg(number(*setting.maximum));
    return {};
}

QString settingProblem(const RecipeSetting &setting, const Json &value)
{
    const auto wrongType = [&](const QString &expected) {
        return RecipeText::tr("\"%1\" is %2; it must be %3.").arg(setting.key, shownSetting(value), expected);
    };
    if (setting.type == "boolean"_L1)
        return value.is_boolean() ? QString() : wrongType(RecipeText::tr("true or false"));
    if (setting.type == "integer"_L1 || setting.type == "number"_L1) {
        const bool integer = setting.type == "integer"_L1;
        if (integer ? !value.is_number_integer() : !value.is_number())
            return wrongType(integer ? RecipeText::tr("a whole number") : RecipeText::tr("a number"));
        const double n = value.get<double>();
        if (!std::isfinite(n) || (setting.minimum && n < *setting.minimum) || (setting.maximum && n > *setting.maximum))
            return RecipeText::tr("\"%1\" is %2; allowed: %3.")
                .arg(setting.key, shownSetting(value), rangeText(setting));
        return {};
    }
    if (!value.is_string())
        return wrongType(RecipeText::tr("a text"));
    return textProblem(setting, value.get<QString>());
}

Result<Json> effectiveSettings(const Recipe &recipe, const Json &userSettings)
{
    if (!userSettings.is_object() && !userSettings.is_null())
        return Error{ErrorKind::Invalid,
                     RecipeText::tr("The deployment's settings must be an object of names and values."),
                     {},
                     {}};
    const Result<Recipe> resolved = resolvedRecipe(recipe, userSettings);
    if (!resolved)
        return resolved.error();
    Json settings = Json::object();
    for (const RecipeSetting &setting : resolved->settings) {
        const std::string key = setting.key.toStdString();
        const bool given = userSettings.is_object() && userSettings.contains(key) && !userSettings.at(key).is_null();
        const Json &value = given ? userSettings.at(key) : setting.defaultValue;
        const QString problem = settingProblem(setting, value);
        if (!problem.isEmpty())
            return Error{ErrorKind::Invalid,
                         RecipeText::tr("Setting %1").arg(problem),
                         {},
                         {{u"setting"_s, setting.key}}};
        settings[key] = value;
    }
    return settings;
}

Json settingsAsTyped(const Recipe &recipe, const Json &userSettings)
{
    const Result<Recipe> resolved = resolvedRecipe(recipe, userSettings);
    Json settings = Json::object();
    for (const RecipeSetting &setting : (resolved ? *resolved : recipe).settings)
        settings[setting.key.toStdString()] = setting.defaultValue;
    if (!userSettings.is_object())
        return settings;
    for (const auto &[key, value] : userSettings.items()) {
        if (!value.is_null())
            settings[key] = value;
    }
    return settings;
}
