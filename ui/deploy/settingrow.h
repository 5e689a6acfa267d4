// SettingRow: one setting of a recipe: name, field, reset, what it is for, what is wrong with it.
#pragma once

#include "core/recipes/recipe.h"

#include <QWidget>

class QLabel;
class QPushButton;

class SettingRow : public QWidget
{
    Q_OBJECT

public:
    explicit SettingRow(const RecipeSetting &setting, QWidget *parent = nullptr);

    QString key() const { return m_setting.key; }
    void show(const QString &text, bool isDefault, const QString &problem);

signals:
    void typed(const QString &key, const QString &text);
    void settled(const QString &key);                    // Enter, the focus left, a choice was made
    void resetRequested(const QString &key);

private:
    QWidget *makeField();

    RecipeSetting m_setting;
    QLabel *m_title, *m_help, *m_problem, *m_state;
    QPushButton *m_reset;
    QWidget *m_field;
    bool m_isTyping = false;             // between textEdited and the textChanged that follows it
};
