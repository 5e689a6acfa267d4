// ChartSaver: what the monitor shows, as a file: the charts as a picture or as figures, or a recording of the time that
// is shown, which somebody else can play. Says what became of it: saved() or failed().
#pragma once

#include "core/base/worker.h"
#include "core/monitor/clustermonitor.h"
#include "ui/monitor/timeview.h"

class QFileDialog;
class QMenu;
struct SeenCharts;

class ChartSaver : public QObject
{
    Q_OBJECT

public:
    // page: whose dialogs they are; view: which time it shows now.
    ChartSaver(const Cluster &cluster, const ClusterMonitor &monitor, const TimeView &view, QWidget *page);

    void addTo(QMenu *menu);             // what can be saved
    void record(const QString &path, bool leavesNamesOut); // of the time that is shown, from the history that is kept
    // As .png, .svg, .csv or .json: chartsWanted(), and it waits for write() until every chart is drawn.
    void exportTo(const QString &path);
    bool isWaiting() const { return !m_path.isEmpty(); }
    void write(SeenCharts seen);         // to the path that waits; GUI thread

signals:
    void chartsWanted();
    void saved(const QString &path);
    void failed(const Error &error);

private:
    // name: with the time behind it; not open yet
    QFileDialog *ask(const QString &title, const QString &folder, const QString &name, const QString &suffix,
                     const QStringList &filters);
    void chooseExport();
    void chooseRecording(bool leavesNamesOut);

    const Cluster &m_cluster;
    const ClusterMonitor &m_monitor;
    const TimeView &m_view;
    QWidget *m_page;
    QString m_path;                      // of an export, and not every chart is drawn yet
    Worker m_writer;
};
