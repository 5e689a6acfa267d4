// Recipe: a named way to serve a model (engine, model, quantization, topology) and the settings it
// takes. Data: resources/recipes/<id>.json or a file of the user's (core/engines/recipebook.h); adding one is adding a
// file.
//
// "variants": a setting's value may choose several things together (the generation: image, paths, environment,
// backend).
// {"generation": {"3.0": {"settings": {"image": {"default": ...}}, "launch": {...}}}}: what stands under "settings" is
// laid over the setting of that key, the rest over the recipe (RFC 7396). An entry of any list that says
// "when": {"generation": "2.2"} (or a list of values) is left out under other values.
#pragma once

#include "core/base/sharedjson.h"

#include <QList>

struct RecipeSetting
{
    QString key;                         // "port"
    QString type;                        // "string", "path", "integer", "number", "boolean", "choice"
    Json defaultValue;
    std::optional<double> minimum, maximum;
    QStringList choices, choiceTitles;   // the second in words, one for each of the first
    QString pattern, patternHelp;        // a string must match it; the help says it in words
    QString title, help;                 // in the language given; help names its source
    QString group;                       // title of the group: "Service", "Image and weights"
    bool operator==(const RecipeSetting &) const = default;
};

// Where the guide that people start from and the documentation differ; the documentation wins.
struct RecipeCorrection
{
    QString guide, reference;            // what each says, short
    QString text;                        // one sentence
    QString source;
};

struct Recipe
{
    QString id;                          // "mindie-deepseek-v3.2-w8a8-2xA2"
    QString title, description;
    QString engine;                      // "mindie"
    QString model, quantization;
    int nodes = 0;
    int chipsPerNode = 0;
    QString chipsKey;                    // the setting that says how many; empty: the recipe itself
    QString kind;                        // "a2", "a3"
    QString architecture;                // of the machines, as uname says it: "aarch64", "x86_64"; empty: any
    int hbmGb = 0;                       // of each NPU, as its source has them; 0: it does not say
    QStringList warnings;                // where the recipe leaves the official ground, with source
    QList<RecipeCorrection> corrections;
    QList<RecipeSetting> settings;
    SharedJson data;                     // for the generator: the file as one choice of variants makes it
    SharedJson file;                     // as it was loaded: what every choice is made of
    QString language;
};

// One recipe from its data, which recipeProblems() (recipeschema.h) found right; `what` names it in errors.
// ErrorKind::Parse.
Result<Recipe> recipeFromJson(const SharedJson &file, const QString &what,
                              const QString &language = QStringLiteral("en"), const Json &settings = {});
RecipeSetting settingFromJson(const Json &json, const Json &groups, const QString &language);
Json toJson(const Recipe &recipe);       // what `ascendctl recipes` prints of it
Json variantDefaults(const Recipe &recipe, const QString &key);

// {"en": ..., "zh": ...} in the language given, else English; a plain string is itself.
QString localText(const Json &text, const QString &language);

// The recipe as the deployment's settings make it: the variants that they choose. As loaded it is that of the defaults.
Result<Recipe> resolvedRecipe(const Recipe &recipe, const Json &userSettings);
Json variantData(const Json &file, const Json &userSettings);
bool choosesVariant(const Recipe &recipe, const QString &key); // this setting decides about others

// The user's settings over the defaults of the variant chosen, each checked against type and range (ErrorKind::Invalid
// names key, value, range).
Result<Json> effectiveSettings(const Recipe &recipe, const Json &userSettings);

// The same without a word about what does not fit: that stays as it was typed, and what is not set has its default.
Json settingsAsTyped(const Recipe &recipe, const Json &userSettings);

// What is wrong with one value, as a sentence; empty: nothing.
QString settingProblem(const RecipeSetting &setting, const Json &value);
QString shownSetting(const Json &value);         // short, for sentences
QString rangeText(const RecipeSetting &setting); // "1024 to 65535"; empty without a range
