// Replay: a recording that the monitor shows as it knew it at some moment. That moment can be moved, and moves by
// itself while it plays. No node is asked. Lives on the GUI thread; the file is read on a thread of its own.
#pragma once

#include "core/base/worker.h"
#include "core/monitor/clustermonitor.h"
#include "core/monitor/recording.h"

#include <QElapsedTimer>
#include <QTimer>

class Replay : public QObject
{
    Q_OBJECT

public:
    explicit Replay(ClusterMonitor &monitor, QObject *parent = nullptr);
    ~Replay() override;

    void open(const QString &file);      // opened(), at its end; or failed()
    const std::optional<RecordingAbout> &about() const { return m_about; }
    qint64 atMs() const { return m_atMs; } // shown; within the recording

    void seek(qint64 timeMs);            // moved() when it is shown; of several the last one
    void setPlaying(bool plays);         // from its end it begins anew
    bool isPlaying() const { return m_timer.isActive(); }
    void setSpeed(int times) { m_speed = times; }        // seconds of the recording in one second
    int speed() const { return m_speed; }

signals:
    void opened();
    void failed(const Error &error);
    void moved();
    void playingChanged();

private:
    struct Reading;
    struct Step;
    void go();
    void tick();

    ClusterMonitor &m_monitor;
    std::optional<RecordingAbout> m_about;
    std::shared_ptr<Reading> m_reading;
    qint64 m_atMs = 0, m_wantedMs = 0;
    int m_speed = 10;
    bool m_isGoing = false;
    QTimer m_timer;
    QElapsedTimer m_since;
    Worker m_worker;                     // last: its thread ends first
};
