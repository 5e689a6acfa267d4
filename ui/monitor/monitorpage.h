// MonitorPage: the chips of all nodes now and over the last hours. Sampling starts at the latest when the page is first
// shown and goes on while other pages are; charts are drawn only while it is visible, one after the other, so that the
// window stays quick.
#pragma once

#include "core/base/worker.h"
#include "core/monitor/clustermonitor.h"
#include "core/session/alertkeeper.h"
#include "core/session/eventkeeper.h"
#include "ui/monitor/chartkinds.h"
#include "ui/monitor/figures.h"
#include "ui/monitor/timechart.h"
#include "ui/monitor/timeview.h"

#include <QWidget>

class AlertRulesPane;
class Card;
class ChartCard;
class ChartNotes;
class SegmentedControl;
class EmptyState;
class FigureCards;
class HeatMap;
class Legend;
class LastValues;
class PastAlerts;
class PrometheusRow;
class QGridLayout;
class QLabel;
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
    ~MonitorPage() override;

    ClusterMonitor &monitor() { return m_monitor; }
    bool isLive() const;
    const TimeView &view() const { return m_view; }
    void setView(const TimeView &view);   // which time the charts show
    void setHiddenCharts(const QStringList &ids); // of chartKinds()
    void setChartOrder(const QStringList &ids);   // the same; those that are not named follow
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
    void exported(const QString &path);
    void exportFailed(const Error &error);

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Chart
    {
        ChartCard *card = nullptr;
        ChartKind kind;
        std::pair<qint64, qint64> drawn; // from, to
    };

    QWidget *makeHead();
    QWidget *makeViewRow();
    QWidget *makeCharts();
    void showRules();
    void placeCharts();                  // those that are revealed, in one or two columns
    // one part of the page, then one chart, at the end the table: all at once would take 100 ms
    void revealNext();
    void retranslate();
    void redraw();                       // refresh, charts at once
    void refresh();                      // everything that changes with time, if the page is visible
    void refreshNow();                   // what is of this moment
    void refreshHealth();
    void refreshNext();                  // one chart; then the next in another turn of the event loop
    bool showsChips() const;
    void refreshLegend();                // of the view with every chip: one for all charts
    QList<LegendEntry> nodeLegend() const;
    void refreshMarks();                 // of the alerts and events
    void showChart(const QString &id, bool shown);
    void moveChart(const QString &id, int to);           // among those that are not hidden
    void dragChart(const ChartCard *card, const QPoint &to);
    void showChartMenu(const QString &id, qint64 timeMs, const QPoint &at);
    QStringList shownCharts() const;                     // ids, in their order
    void refreshThresholds();
    void fillLook();                     // the menu
    void askForParts();                  // of the past, in the detail that the file has
    // `serving`: the chart of the endpoint that the line is in; nullptr: of a node or chip, in all its charts
    void toggleLine(ChartCard *serving, const QString &line);
    void emphasise(ChartCard *serving, const QString &line);
    void refreshView();                  // what says which time is shown
    void showCursor(std::optional<qint64> timeMs);
    void chooseExport();
    void chooseRecording(bool leavesNamesOut);
    void writeExport();                  // when every chart is drawn

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
    Card *m_stripCard, *m_legendCard;
    Legend *m_legend;
    StragglerNote *m_stragglers;
    PrometheusRow *m_prometheus;
    ChartNotes *m_notes = nullptr;       // none without events
    QLabel *m_sources;                   // where the chips' figures come from
    QSet<QString> m_hiddenLines;         // of nodes and chips
    QHash<ChartCard *, QSet<QString>> m_hiddenServing;
    QStringList m_hiddenCharts;
    qint64 m_earlierMs = 0;              // compared with so much earlier; 0: with nothing
    QGridLayout *m_grid;
    QList<Chart> m_charts;
    QList<QWidget *> m_parts;            // above the charts, not shown yet
    int m_revealed = 0;                  // charts
    LastValues *m_table;
    TimeView m_view;
    QTimer m_reveal;
    QTimer m_tick, m_next;               // a second without news is news, too: gaps grow
    QElapsedTimer m_cycle, m_chartCycle; // since the page and the charts were last begun
    int m_nextChart = 0;
    qint64 m_drawnFrom = 0, m_drawnTo = 0;
    QString m_exportPath;                // asked for, and not every chart is drawn yet
    Worker m_writer;
};
