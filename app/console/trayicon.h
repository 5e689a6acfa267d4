// TrayIcon: how the open deployment is, in the desktop's system tray: a dot in the colour of the worst, the alerts in
// its tool tip, the windows in its menu. Where the desktop has no tray, nothing is there; when one comes, it is.
#pragma once

#include "core/session/alertkeeper.h"
#include "ui/common/style.h"

#include <QMenu>
#include <QSystemTrayIcon>

class TrayIcon : public QObject
{
    Q_OBJECT

public:
    TrayIcon(Cluster &cluster, AlertKeeper &alerts, QObject *parent = nullptr);
    ~TrayIcon() override;

    void setWanted(bool wanted);         // as the settings say
    void retranslate();
    bool isVisible() const { return m_icon.isVisible(); }
    // Of the nodes and the alerts together. Unknown: nothing is open, or nobody was asked.
    style::Tone tone() const;
    QString words() const;               // the tool tip

    static QPixmap picture(style::Tone tone, int size);

signals:
    void windowWanted();                 // shown, or hidden where it is in front
    void compactWanted();
    void quitWanted();
    void gone();                         // nothing in the tray brings a hidden window back

private:
    void refresh();

    Cluster &m_cluster;
    AlertKeeper &m_alerts;
    bool m_isWanted = false;
    std::optional<style::Tone> m_shown;
    QMenu m_menu;
    QAction *m_window, *m_compact, *m_quit;
    QSystemTrayIcon m_icon;
    QTimer m_look;                       // for a tray that comes or goes
};
