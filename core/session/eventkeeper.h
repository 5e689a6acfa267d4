// EventKeeper: what was done to the deployment that is open while this program watched it, and the user's own notes:
// the marks on the Monitor's time axis, kept in the file of its history. Lives on the GUI thread.
#pragma once

#include "core/base/worker.h"
#include "core/driver/driverinstall.h"
#include "core/monitor/clustermonitor.h"
#include "core/monitor/eventlog.h"
#include "core/session/runkeeper.h"

class EventKeeper : public QObject
{
    Q_OBJECT

public:
    EventKeeper(Cluster &cluster, ClusterMonitor &monitor, RunKeeper &run, DriverInstall &driver,
                QObject *parent = nullptr);
    ~EventKeeper() override;

    const QList<MonitorEvent> &all() const { return m_events; } // newest first
    void note(qint64 timeMs, const QString &words);      // nothing but spaces: none
    void noteVerified(MonitorEvent::Outcome outcome);    // the endpoint was asked
    void remove(const MonitorEvent &event);
    const std::optional<Error> &trouble() const { return m_trouble; } // why the last one is not kept

signals:
    void changed();

private:
    void add(const MonitorEvent &event);
    void keep(const QList<MonitorEvent> &events);
    void write(const std::function<Result<void>()> &change);
    void follow();                       // the file of the history may be another one
    void addElsewhere(const RunKeeper::Elsewhere &work);

    Cluster &m_cluster;
    ClusterMonitor &m_monitor;
    QList<MonitorEvent> m_events;
    std::optional<Error> m_trouble;
    QString m_file;                      // that they are kept in; empty: not yet
    bool m_installs = false;
    QTimer m_look;
    Worker m_worker;                     // last: its thread ends first
};
