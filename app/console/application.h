// Application: the composition root. Holds everything in order of need and introduces them to each
// other: settings, secrets, cluster, pages, window. Destruction is the reverse order.
#pragma once

#include "app/console/desktopnotice.h"
#include "app/console/language.h"
#include "app/console/trayicon.h"
#include "core/engines/recipewatch.h"
#include "core/session/replay.h"
#include "core/session/session.h"
#include "core/session/tablelab.h"
#include "core/settings/settingsstore.h"
#include "ui/activity/commandinbox.h"
#include "ui/common/enterpresses.h"
#include "ui/common/themekeeper.h"
#include "ui/common/tasks.h"
#include "ui/common/wheelguard.h"

#include <QElapsedTimer>

class ChatPage;
class DeployPage;
class CompactView;
class MainWindow;

class Application : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        QString settingsFile;            // empty: nothing is read or saved
        QString historyFolder;           // what the monitor sampled is kept there; empty: not kept
        QString chatFile;                // the conversation is kept there, if the settings say so; empty: not kept
        QString theme;                   // "light", "dark": over the settings, for this run
        QString language;                // "en", "zh": the same
        // Pages that are not shown are made after the window's first picture, one at a time; else all at once.
        bool makesPagesLater = false;
        bool notifies = false;           // alerts are shown by the desktop, too
        bool hasTrayIcon = false;        // if the settings say so
        // A recording (*.ascrec) that is played: the Monitor and the settings are the only pages, and no node is asked.
        QString recording;
        QString rankTableDraft;          // a rank table that is not saved is kept there; empty: not kept
    };

    explicit Application(const Options &options, QObject *parent = nullptr);
    ~Application() override;

    MainWindow &window() { return *m_window; }
    Session &session() { return m_session; }
    Cluster &cluster() { return m_session.cluster; }
    SettingsStore &settings() { return m_settings; }
    Tasks &tasks() { return m_tasks; }
    TableLab &lab() { return m_lab; }
    CheckKeeper &checks() { return m_session.checks; }
    RunKeeper &run() { return m_session.run; }
    ChatPage &chat();
    DeployPage &deploy();
    CompactView &compact();                      // the small window; shown by showCompact()
    void showCompact();
    TrayIcon *tray() { return m_tray.get(); }    // null: Options::hasTrayIcon is not set

    Replay *replay() { return m_replay.get(); }  // null: no recording is played
    void openElsewhere(const QString &file);      // in a window of its own

    void reopenLast();                           // when the settings say so; contacts no node
    void showTheme(const QString &choice);       // "system", "light", "dark"
    void showLanguage(const QString &choice);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void refreshFacts(const QString &node);
    void askAgain(const QString &node);          // for facts that could not be read; twice a minute at most
    void tellOfDriver();
    void noticeAlerts();                         // to the desktop
    void noticeEnds();
    void showNotice();
    bool forgetEnded();                          // of what the desktop shows; false: all of it goes on
    void tellOfPack();                           // the same
    void tellOfReport();                         // to the strip
    void tellOfDiagnosis();
    void tellOfInspection();                     // to the strip: how many nodes have answered
    void follow();                               // the settings changed
    void toggleWindow();
    void bringForward();                         // as large as it was
    void keepCompact();                          // where it is, and whether
    void reopenCompact();
    void followRun();
    void addPages();
    void makePages();
    QWidget *makeNodes();
    QWidget *makeDeploy();
    QWidget *makeMonitor();
    QWidget *makeReplay();
    QWidget *makeChat();
    QWidget *makeRankTable();
    QWidget *makeDiagnosis();
    QWidget *makeLogs();
    void runCheck(const QString &check); // on the Checks step, to be seen

    WheelGuard m_wheelGuard;
    EnterPresses m_enterPresses;
    Options m_options;
    SettingsStore m_settings;
    Language m_language;
    ThemeKeeper m_theme;
    RecipeWatch m_recipes;
    CommandInbox m_commands;                     // outlives the links that write into it
    Tasks m_tasks;
    Session m_session;
    Cluster &m_cluster = m_session.cluster;
    TableLab m_lab{m_cluster};
    QHash<QString, QElapsedTimer> m_askedAgain;  // by node
    struct Told
    {
        HealthLevel level;
        QString why;                             // without what counts on
        HealthSource source;
    };
    QHash<QString, Told> m_told;                 // of the nodes' health, by node
    QSet<QString> m_overtaken;                   // nodes whose chips changed while they were being asked
    QSet<QString> m_stopped;                     // nodes that were being asked until somebody pressed Stop
    Settings m_followed;                         // what of the settings has been taken up
    QString m_shownTheme, m_shownLanguage;
    QList<Alert> m_newAlerts;                    // to be told by the desktop, together
    QList<Alert> m_toldAlerts;                   // that the notification is about, as long as they go on
    DesktopNotice m_notice;
    std::unique_ptr<Replay> m_replay;
    QTimer m_compactMoved;
    std::unique_ptr<CompactView> m_compact;      // null until it is asked for
    std::unique_ptr<TrayIcon> m_tray;
    ChatPage *m_chat = nullptr;                  // the window's; null until it is made
    std::unique_ptr<MainWindow> m_window;        // first to go
};
