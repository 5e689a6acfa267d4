// DemoPlayer: plays the whole main job by itself against a deployment (the simulated cluster of
// `make run`): nodes, checks, recipe, artifacts, deploy, verify, monitor under load, chat. Acts on the
// pages' public slots as a person would, takes a picture of each, and writes report.md.
// Nothing here blocks: a timer looks whether the stage under way is over.
#pragma once

#include "app/console/chatload.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <optional>

class Application;
class Screenshots;

class DemoPlayer : public QObject
{
    Q_OBJECT

public:
    DemoPlayer(Application &application, QString file, QString folder, QObject *parent = nullptr);
    ~DemoPlayer() override;

    void start();
    void setMonitorSeconds(int seconds) { m_monitorSeconds = seconds; } // under load; default 30

signals:
    void finished(bool passed);

private:
    struct Stage
    {
        QString title;
        QString page;                                // shown during the stage
        std::function<void()> begin;
        std::function<bool()> isOver;
        std::function<std::optional<QString>()> failure; // nullopt: it went well
        std::function<QString()> words;              // what came out, for the report
        int limitSeconds = 60;
        QString picture;                             // of the end; empty: none
    };
    struct Outcome
    {
        QString title, words;
        bool passed = false;
        qint64 tookMs = 0;
    };

    void addStages();
    void addNodes();
    void addDeployStages();
    void addMonitor();
    void addChats();
    void begin();
    void look();
    void end();
    void takePicture(const QString &name);
    void writeReport();

    Application &m_application;
    QString m_file, m_folder;
    int m_monitorSeconds = 30;
    QList<Stage> m_stages;
    QList<Outcome> m_outcomes;
    QStringList m_pictures;
    QString m_conversation;                          // for the report
    qsizetype m_stage = -1;
    QElapsedTimer m_clock, m_total;
    QTimer m_tick;
    bool m_settling = false;
    std::unique_ptr<ChatLoad> m_load;
    std::unique_ptr<Screenshots> m_screenshots;
};
