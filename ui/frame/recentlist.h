// RecentList: the deployments that were open last, to begin with: name, folder and when. Nothing is read from
// the disk for it.
#pragma once

#include "core/settings/settingsstore.h"

#include <QWidget>

class QGridLayout;
class QLabel;

QString shortFolder(const QString &path);   // of a file, "~" for the home folder

class RecentList : public QWidget
{
    Q_OBJECT

public:
    explicit RecentList(SettingsStore &settings, QWidget *parent = nullptr);

signals:
    void chosen(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();

    SettingsStore &m_settings;
    QLabel *m_title;
    QWidget *m_rows = nullptr;
};
