// SettingsPage: what the user chooses about the program; every change holds at once.
#pragma once

#include "core/settings/settingsstore.h"

#include <QWidget>

class Card;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QListWidget;
class QPushButton;

class SettingsPage : public QWidget
{
    Q_OBJECT

public:
    explicit SettingsPage(SettingsStore &settings, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void retranslate();
    void chooseFolder();
    void removeFolder();
    template<typename Edit>
    void change(Edit edit);

    SettingsStore &m_settings;
    QLabel *m_title, *m_lookTitle, *m_themeLabel, *m_languageLabel, *m_monitorTitle, *m_intervalLabel, *m_intervalHelp,
        *m_modelsTitle, *m_modelsHelp, *m_about;
    QLabel *m_startTitle;
    QLabel *m_keepHelp;
    QCheckBox *m_reopen, *m_keep, *m_notify, *m_tray;
    QComboBox *m_theme, *m_language;
    QDoubleSpinBox *m_interval;
    QListWidget *m_folders;
    QPushButton *m_addFolder, *m_removeFolder;
};
