// MonitorPage: the chips of all nodes now and over the last hours. Sampling starts at the latest when the page is first
// shown and goes on while other pages are; charts are drawn only while it is visible, one after the other, so that the
// window stays quick.
#pragma once

#include "core/monitor/clustermonitor.h"
#include "core/session/alertkeeper.h"
#include "core/session/eventkeeper.h"
#include "ui/monitor/chartsaver.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/timeview.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class AlertRulesPane;
class Card;
class ChartBoard;
class ChartNotes;
class SegmentedControl;
class EmptyState;
class FigureCards;
class HeatMap;
class LastValues;
class PastAlerts;
class PrometheusRow;
class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;
class StragglerNote;

class MonitorPage : public QWidget
{
    Q_OBJECT

public:
    MonitorPage(Cluster &cluster, ClusterMonitor &monitor, AlertKeeper &alerts, QWidget *parent = nullptr);

    ClusterMonitor &monitor() { return m_monitor; }
    bool isLive() const;
    const TimeView &view() const { return m_view; }
    void setView(const TimeView &view);   // which time the charts show
    void setHiddenCharts(const QStringList &ids); // of chartKinds()
    void setChartOrder(const QStringList &ids);   // the same; those that are not named follow
    void setEveryChip(bool every);        // has its own line; else one per node
    void setEvents(EventKeeper &events);  // marks beside the alerts', and the user's notes; once
    // Of the time that is shown, from the history that is kept; exported() or exportFailed().
    void record(const QString &path, bool leavesNamesOut);
    // What they show as .png, .svg, .csv or .json; exported() or exportFailed().
    void exportTo(const QString &path);

signals:
    void nodesRequested();                // the empty page's button
    void compactWanted();                 // the small window
    void chartsHidden(const QStringList &ids); // by the user
    void chartsArranged(const QStringList &ids); // the same; empty: as they usually stand
    void everyChipChosen(bool every);     // by the user
    void exported(const QString &path);
    void exportFailed(const Error &error);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeHead();
    QWidget *makeViewRow();
    void showRules();
    void followCharts();
    // one part of the page, then one chart, at the end the table: all at once would take 100 ms
    void revealNext();
    void retranslate();
    void redraw();                       // refresh, charts at once
    void refresh();                      // everything that changes with time, if the page is visible
    void refreshNow();                   // what is of this moment
    void refreshHealth();
    void drawNext();                     // one chart; then the next in another turn of the event loop
    void refreshMarks();                 // of the alerts and events
    bool addNotesTo(QMenu *menu, qint64 timeMs); // false: there are none here
    void fillLook();                     // the menu
    void askForParts();                  // of the past, in the detail that the file has
    void refreshView();                  // what says which time is shown

    Cluster &m_cluster;
    ClusterMonitor &m_monitor;
    AlertKeeper &m_alerts;
    PastAlerts *m_past;
    AlertRulesPane *m_rules = nullptr;   // made when it is asked for
    QList<ChipNow> m_chips;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QVBoxLayout *m_rows;
    QScrollArea *m_scroll;
    QLabel *m_title, *m_viewWords, *m_health, *m_history, *m_exported;
    SegmentedControl *m_range, *m_lines;
    QPushButton *m_live, *m_look, *m_earlier, *m_later, *m_nearer, *m_wider;
    QWidget *m_viewRow;
    FigureCards *m_figures;
    HeatMap *m_strip;
    Card *m_stripCard;
    ChartBoard *m_board;
    StragglerNote *m_stragglers;
    PrometheusRow *m_prometheus;
    ChartNotes *m_notes = nullptr;       // none without events
    QLabel *m_sources;                   // where the chips' figures come from
    qint64 m_earlierMs = 0;              // compared with so much earlier; 0: with nothing
    QList<QWidget *> m_parts;            // above the charts, not shown yet
    LastValues *m_table;
    TimeView m_view;
    ChartSaver m_saver;
    QTimer m_reveal;
    QTimer m_tick, m_next;               // a second without news is news, too: gaps grow
    QElapsedTimer m_cycle, m_chartCycle; // since the page and the charts were last begun
};
