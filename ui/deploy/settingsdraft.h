// SettingsDraft: the settings of a deployment while they are typed: what is typed, what is wrong with
// it, what is the default. Values; the form shows it, the deployment gets what is right.
#pragma once

#include "core/recipes/recipe.h"

#include <QHash>

class SettingsDraft
{
public:
    SettingsDraft() = default;
    SettingsDraft(const Recipe &recipe, const Json &userSettings, int nodes = 0);

    const QList<RecipeSetting> &settings() const { return m_settings; }
    QStringList groups() const;                          // titles, in the recipe's order
    const RecipeSetting *setting(const QString &key) const;

    QString text(const QString &key) const;              // as it stands in its field
    bool isDefault(const QString &key) const;
    QString problem(const QString &key) const;           // a sentence; empty: right
    QString disagreement() const;                        // between right values: two ports that are the same
    QString standIn() const;                             // an image that only stands for the user's; empty: none does
    bool isValid() const;

    // For booleans "true" and "false". A setting that chooses a variant changes the others' defaults, and what stood at
    // its default follows.
    void type(const QString &key, const QString &text);
    void reset(const QString &key);
    const Recipe &recipe() const { return m_recipe; }    // of the variant chosen

    // The deployment's settings with what was typed: defaults left out unless they were there, keys unknown to the
    // recipe kept, a wrong value as it was before.
    Json userSettings() const;
    void take() { m_taken = userSettings(); }            // they are the deployment's now

private:
    Json parsed(const RecipeSetting &setting, const QString &text) const;
    QString withTitles(QString words) const;
    void choose();

    QList<RecipeSetting> m_settings;
    Recipe m_recipe;
    Json m_user = Json::object(), m_taken = Json::object(); // as given; as taken last
    QHash<QString, QString> m_typed;
    int m_cards = 0;
};
