// SettingsForm: the settings of a recipe as rows, group by group. Groups are made and shown turn by turn, for a hundred
// paragraphs at once would hold up the window; where the draft has other settings than before, the groups in which
// nothing is other stay, with what is typed in them and the focus.
#pragma once

#include "ui/deploy/settingsdraft.h"

#include <QHash>
#include <QWidget>

class QVBoxLayout;
class SettingRow;
class Soon;

class SettingsForm : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsForm(const SettingsDraft &draft, QWidget *parent = nullptr); // outlives it

    void follow();                       // the draft has other settings; refresh() shows what values they have
    void refresh();                      // it has other values
    void focusField(const QString &key); // now, or when it is there

signals:
    void typed(const QString &key, const QString &text);
    void settled(const QString &key);    // Enter, the focus left, a choice was made
    void resetRequested(const QString &key);

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Group
    {
        QList<RecipeSetting> settings;
        QWidget *part = nullptr;
    };

    QList<RecipeSetting> settingsOf(const QString &group) const;
    QWidget *made(const QString &group);
    void showRow(SettingRow *row);
    void takeTurn();
    bool giveFocus();

    const SettingsDraft &m_draft;
    QVBoxLayout *m_box;
    QStringList m_order;                 // of the groups
    QHash<QString, Group> m_groups;      // those that are made
    QStringList m_toMake, m_toShow;      // in turns to come
    QHash<QString, SettingRow *> m_rows;
    QString m_focusLater;                // the setting whose field gets the focus when it is there; empty: none
    Soon *m_nextTurn;
};
